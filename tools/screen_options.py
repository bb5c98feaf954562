#!/usr/bin/env python3
"""Tests several changes of an engine's options at once, to choose those that deserve a match of their own.

    cargo build --release --features tuning
    python3 tools/screen_options.py target/release/sakdi uneven.epd screen.jsonl \\
        --change lmr_cut_node=40 --change delta_margin=300 --change razoring_base=260,razoring_margin=200

In each batch of games every change is made in one of two players, by a random choice, so that the players
differ in all of them. Every game then says something about every change: N games measure each one as
precisely as a match of N games of its own. The Elo of a change is what it adds to the engine that half of
the other changes have. Batches are played by `sakdi match` at fixed nodes and adjudicated; the same command
continues a file. Needs only Python 3.
"""

import argparse
import json
import math
import os
import random
import re
import subprocess

# Scores in UCI centipawns.
ADJUDICATION = "--resign movecount=4 score=202 twosided=true --draw movenumber=60 movecount=10 score=3 --max-moves 300"
RESULT = re.compile(r"^result \+(\d+) =(\d+) -(\d+) .* faults 0$", re.MULTILINE)
# Elo for each point of a game, where players are equally strong.
ELO_PER_POINT = 1600 / math.log(10)


def play(args, batch):
    """Plays a batch. Returns the player of each change, 1 or -1, and the result of player 1."""
    choice = random.Random(batch)
    players = [choice.choice((1, -1)) for _ in args.change]
    command = [args.engine, "match"]
    for player in (1, -1):
        changes = [change for change, made in zip(args.change, players) if made == player]
        options = [f"option.{option}" for change in changes for option in change.split(",")]
        command += ["--engine", f"cmd={args.engine}", f"name={player}", *options]
    command += ["--each", f"nodes={args.nodes}", "option.Hash=16", "--openings", args.openings, "order=random"]
    command += ["--seed", str(args.seed + batch), "--games", str(args.games), "--concurrency", str(args.concurrency)]
    done = subprocess.run(command + ADJUDICATION.split(), capture_output=True, text=True, check=True)
    if "offers no option" in done.stderr:
        raise SystemExit(done.stderr)
    output = done.stdout
    result = RESULT.search(output)
    if not result:
        raise SystemExit(f"a match without a result, or with faults:\n{output}")
    return {"batch": batch, "changes": args.change, "players": players, "games": [int(n) for n in result.groups()]}


def solve(matrix, columns):
    """Solves a linear system for each of several right-hand sides."""
    rows = [list(row) + list(right) for row, right in zip(matrix, columns)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        if not rows[at][at]:
            raise SystemExit("too few batches")
        rows[at] = [number / rows[at][at] for number in rows[at]]
        for other in range(len(rows)):
            if other != at:
                factor = rows[other][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at])]
    return [row[len(rows):] for row in rows]


def report(batches, changes):
    """Prints what each change brings: least squares over the batches."""
    width = len(changes)
    leads = [(win - loss) / 2 / (win + draw + loss) for win, draw, loss in (batch["games"] for batch in batches)]
    players = [batch["players"] for batch in batches]
    normal = [[sum(row[a] * row[b] for row in players) for b in range(width)] for a in range(width)]
    right = [sum(row[a] * lead for row, lead in zip(players, leads)) for a in range(width)]
    unit = [[float(a == b) for b in range(width)] for a in range(width)]
    solved = solve(normal, [[value, *row] for value, row in zip(right, unit)])
    effects = [row[0] for row in solved]
    rest = [lead - sum(p * e for p, e in zip(row, effects)) for row, lead in zip(players, leads)]
    variance = sum(error * error for error in rest) / max(1, len(batches) - width)
    print(sum(sum(batch["games"]) for batch in batches), "games")
    for at in sorted(range(width), key=lambda at: -effects[at]):
        margin = 1.96 * math.sqrt(variance * solved[at][1 + at])
        print(f"{changes[at]:40} {effects[at] * ELO_PER_POINT:+6.1f} ± {margin * ELO_PER_POINT:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("openings")
    parser.add_argument("results", help="a file with a line for each batch")
    parser.add_argument("--change", action="append", required=True, metavar="OPTION=VALUE[,…]")
    parser.add_argument("--batches", type=int, default=200)
    parser.add_argument("--games", type=int, default=24, help="games of a batch")
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--concurrency", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    batches = []
    if os.path.exists(args.results):
        with open(args.results, encoding="utf-8") as file:
            batches = [json.loads(line) for line in file]
    if any(batch["changes"] != args.change for batch in batches):
        raise SystemExit(f"{args.results} is about other changes")
    for batch in range(len(batches), args.batches):
        batches.append(play(args, batch))
        with open(args.results, "a", encoding="utf-8") as file:
            file.write(json.dumps(batches[-1]) + "\n")
    report(batches, args.change)


if __name__ == "__main__":
    main()
