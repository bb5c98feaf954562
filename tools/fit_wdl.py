#!/usr/bin/env python3
"""Fits the model of crates/engine/src/search/wdl.rs to games: the probability of win, draw and loss for a score.

    target/release/sakdi match --engine cmd=self name=A --engine cmd=self name=B --each nodes=5000 \\
        --openings positions/uneven.epd order=random --games 300 --pgn own.pgn
    python3 tools/fit_wdl.py own.pgn

Reads the scores in the comments of a match's PGN. The probability of a win is `logistic((score -
half) / spread)`, that of a loss the same for the opposite score; the rest are draws. `half` and
`spread` are the maximum likelihood estimates, in hundredths of the unit of the scores. For a
program with calibrated scores `half` is about 100; otherwise multiply its constants by a hundredth
of the result. Mates, moves without a score, and moves from --last-move on are left out.
"""

import argparse
import collections
import math
import re
import sys

MOVE = re.compile(r"\{([+-]\d+\.\d+)/\d+ ")
POINTS = {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0)}
# Width of a bin, in hundredths.
BIN = 10
LIMIT = 1500


def read(path, last_ply):
    """The number of moves for each (bin of the score, outcome), from the side to move."""
    counts = collections.Counter()
    with open(path, encoding="utf-8") as file:
        games = re.split(r"(?m)^\[Event ", file.read())[1:]
    for game in games:
        tags, _, moves = game.partition("\n\n")
        result = re.search(r'\[Result "([^"]*)"\]', tags)
        if not result or result[1] not in POINTS:
            continue
        black_first = re.search(r'\[FEN "\S+ b ', tags) is not None
        points = POINTS[result[1]]
        text = " ".join(moves.split())
        for ply, comment in enumerate(re.findall(r"\{[^}]*\}", text)):
            score = MOVE.match(comment)
            if score and ply < last_ply:
                cp = round(100 * float(score[1]))
                if abs(cp) <= LIMIT:
                    side = (ply + black_first) % 2
                    counts[round(cp / BIN) * BIN, points[side]] += 1
    return counts, len(games)


def chance(score, half, spread):
    return 1 / (1 + math.exp(min((half - score) / spread, 500)))


def loss(counts, half, spread):
    """Mean negative log likelihood."""
    total = 0
    for (score, outcome), count in counts.items():
        win, lose = chance(score, half, spread), chance(-score, half, spread)
        share = {1: win, -1: lose, 0: 1 - win - lose}[outcome]
        total -= count * math.log(max(share, 1e-9))
    return total / sum(counts.values())


def fit(counts):
    """The half and spread with the least loss, by a grid search that narrows step by step."""
    half, spread, step = 200.0, 80.0, 64.0
    best = loss(counts, half, spread)
    while step >= 0.5:
        tries = [(half + dh * step, spread + ds * step / 2) for dh, ds in
                 [(1, 0), (-1, 0), (0, 1), (0, -1)]]
        tries = [(loss(counts, h, s), h, s) for h, s in tries if h > 5 and s > 5]
        least = min(tries)
        if least[0] < best:
            best, half, spread = least
        else:
            step /= 2
    return half, spread, best


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pgn")
    parser.add_argument("--last-move", type=int, default=1000, help="moves after it are left out")
    args = parser.parse_args()
    counts, games = read(args.pgn, 2 * args.last_move)
    if not counts:
        sys.exit(f"{args.pgn}: no scores in comments")
    half, spread, nll = fit(counts)
    print(f"{games} games, {sum(counts.values())} scores")
    print("score    win        draw       loss     (seen / model, scores of both signs together)")
    for low in range(0, 600, 50):
        seen = collections.Counter()
        for (score, outcome), count in counts.items():
            if low <= abs(score) < low + 50:
                seen[outcome if score >= 0 else -outcome] += count
        n = sum(seen.values())
        if n:
            win, lose = chance(low + 25, half, spread), chance(-low - 25, half, spread)
            model = (win, 1 - win - lose, lose)
            cells = (f"{seen[k] / n:.2f}/{m:.2f}" for k, m in zip((1, 0, -1), model))
            print(f"{low:>4}–{low + 49:<4}", "  ".join(cells), f" of {n}")
    print(f"half {half:.0f} spread {spread:.0f} loss {nll:.4f}")


if __name__ == "__main__":
    main()
