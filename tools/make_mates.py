#!/usr/bin/env python3
"""Makes positions/mates.epd: mates and counting problems.

    python3 tools/make_mates.py target/release/sakdi fairy-stockfish positions/openings.epd > positions/mates.epd

Mates come from games of the engine against itself, one from each opening: the first position from
which it announces mate. A position is kept if Fairy-Stockfish and Sakdi, in independent searches,
find a mate in the same number of moves.

Counting problems are random positions of at most five men, solved by the endgame tables (`sakdi
tables probe`): won with no move to spare (`dm`, `bm`), drawn because the mate comes one move late
(`result draw`), a last man that must not be captured (`am`) and a last bia that must not promote
(`am`).

Needs pyffish, which checks the moves independently. The random numbers are seeded: the same
programs give the same file.
"""

import random
import re
import subprocess
import sys

import pyffish

from uci_engine import Engine

SEED = 20
MATES = 150
EACH = 30
NODES = 500_000
# Nodes for each move of a game, and the length of the longest game in moves.
GAME_NODES = 3_000
LONGEST = 500


def san(fen, move):
    return pyffish.get_san("makruk", fen, move)


def with_limit(fen):
    """The FEN with the limit 0 where no count runs: cutechess takes a dash to mean the 50-move rule of chess."""
    return fen.replace(" - - ", " - 0 ")


def first_mate(sakdi, fen):
    """Plays the engine against itself from `fen` to the first position from which the side to move
    announces a mate in 2 to 8, with five men or more; None where the game has no such position."""
    sakdi.new_game()
    for _ in range(LONGEST):
        found = sakdi.go(fen, f"nodes {GAME_NODES}")
        men = sum(letter.isalpha() for letter in fen.split()[0])
        if found.kind == "mate" and 2 <= found.value <= 8 and men >= 5:
            return fen
        limit, counted = fen.split()[3:5]
        if limit.isdecimal() and 0 < int(limit) < int(counted):
            return None
        if found.move == "(none)" or men < 5 or found.kind == "mate" and abs(found.value) <= 1:
            return None
        fen = pyffish.get_fen("makruk", fen, [found.move])
    return None


def mates(sakdi, peer, openings):
    seen = set()
    for line in open(openings):
        fen = None if line.startswith("#") else first_mate(sakdi, line.split(";")[0].strip())
        if fen is None or fen in seen:
            continue
        seen.add(fen)
        found = sakdi.search(fen, f"nodes {NODES}")
        if found.kind != "mate" or found.value <= 1:
            continue
        if peer.search(fen, f"nodes {NODES}")[:2] == found[:2]:
            yield f'{with_limit(fen)} dm {found.value}; id "mate {len(seen)}";'


def board(men):
    """The board field of a FEN from (letter, square) pairs, squares 0 (a1) to 63 (h8)."""
    squares = {square: letter for letter, square in men}
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(squares.get(8 * rank + file, ".") for file in range(8))
        rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), row))
    return "/".join(rows)


def scatter(rng, white, black):
    """A legal position of these men, White to move; no count."""
    while True:
        squares = rng.sample(range(64), len(white) + len(black) + 2)
        men = list(zip("K" + white + "k" + black, squares))
        kings = [square for letter, square in men if letter in "Kk"]
        if max(abs(kings[0] % 8 - kings[1] % 8), abs(kings[0] // 8 - kings[1] // 8)) < 2:
            continue
        if any(letter == "P" and not 2 <= square // 8 <= 4 for letter, square in men):
            continue
        if any(letter == "p" and not 3 <= square // 8 <= 5 for letter, square in men):
            continue
        fen = board(men)
        in_check = pyffish.gives_check("makruk", f"{fen} b - - 0 1", [])
        if not in_check:
            return fen


def probe(program, fen):
    """The results of the position and of each move, by SAN, from the tables."""
    run = subprocess.run([program, "tables", "probe", "--fen", fen], capture_output=True, text=True)
    if run.returncode != 0:
        return None, {}
    first, *rest = run.stdout.splitlines()
    return first, dict(re.split(r"\s{2,}|(?<=\S)\s(?=White|draw|Black)", line, maxsplit=1) for line in rest)


def honour(men):
    """The limit of pieces' honour."""
    for letter, one, two in [("R", 16, 8), ("S", 44, 22), ("N", 64, 32)]:
        if letter in men:
            return two if men.count(letter) == 2 else one
    return 64


def to_the_move(program, rng):
    """Endings against a bare khun: won with no move to spare, and drawn because mate comes one move late."""
    kinds = ["R", "RM", "RS", "NS", "NN", "SS", "SM", "NM"]
    won = drawn = 0
    while won < EACH or drawn < EACH:
        men = rng.choice(kinds)
        fen = scatter(rng, men, "")
        limit = 2 * honour(men)
        fresh, _ = probe(program, f"{fen} w - {limit} 0 1")
        found = fresh and re.match(r"White wins: mate in (\d+),", fresh)
        if not found or not 4 <= int(found[1]) <= 11:
            continue
        distance = int(found[1])
        # The ply at which the count leaves this number of moves.
        for left, name in [(distance, "won to the move"), (distance - 1, "one move too late")]:
            for ply in range(limit + 2):
                verdict, moves = probe(program, f"{fen} w - {limit} {ply} 1")
                if verdict and verdict.endswith(f"the count leaves White {left}"):
                    break
            else:
                continue
            position = f"{fen} w - {limit} {ply} 1"
            if verdict.startswith("White wins") and won < EACH:
                best = [move for move, value in moves.items() if value.startswith("White wins")]
                if len(best) <= 6:
                    won += 1
                    yield f'{position} bm {" ".join(best)}; dm {distance}; id "{name} {won}";'
            elif verdict.startswith("draw") and drawn < EACH:
                drawn += 1
                yield f'{position} result draw; id "{name} {drawn}";'


def keep_the_bia(program, rng):
    """Positions where promoting the last bia would let the count save the other side."""
    found = 0
    while found < EACH:
        fen = scatter(rng, rng.choice(["SP", "NP", "MP", "SP"]), "")
        position = f"{fen} w - - 0 1"
        verdict, moves = probe(program, position)
        if not verdict or not verdict.startswith("White wins"):
            continue
        bad = [move for move, value in moves.items() if "=M" in move and value.startswith("draw")]
        if bad:
            found += 1
            yield f'{with_limit(position)} am {" ".join(bad)}; id "keep the bia {found}";'


def do_not_bare(program, sakdi, rng):
    """Positions where capturing the last man would let the count save the bare khun, and another move wins."""
    found = 0
    while found < EACH:
        white, black = rng.choice([("SM", "n"), ("NM", "m"), ("SS", "m"), ("NS", "p"), ("SM", "p"), ("NM", "s"), ("NN", "p")])
        fen = scatter(rng, white, black)
        position = f"{fen} w - - 0 1"
        target = next(letter for letter in fen if letter in "nmsp")
        bad = []
        for move in pyffish.legal_moves("makruk", position, []):
            after = pyffish.get_fen("makruk", position, [move])
            if target in after.split()[0].replace("k", ""):
                continue
            verdict, _ = probe(program, after)
            if verdict and verdict.startswith("draw"):
                bad.append(san(position, move))
        if not bad:
            continue
        best = sakdi.search(position, f"nodes {NODES}")
        if san(position, best.move) not in bad and best.wins(150):
            found += 1
            yield f'{with_limit(position)} am {" ".join(bad)}; id "do not bare the khun {found}";'


def main():
    program, peer, openings = sys.argv[1:]
    rng = random.Random(SEED)
    sakdi = Engine(program, Hash=64)
    stockfish = Engine(peer, UCI_Variant="makruk", Hash=64)
    print("# Mates and counting problems for `sakdi epd`: bm, am and dm as in EPD; `result draw` where the count")
    print("# saves the bare khun, so that no mate may be claimed.")
    print("# Source: tools/make_mates.py: mates from own games on which Fairy-Stockfish agrees, counting")
    print("# problems by the endgame tables.")
    sources = [to_the_move(program, rng), keep_the_bia(program, rng), do_not_bare(program, sakdi, rng)]
    for source in sources:
        for line in source:
            print(line, flush=True)
    for number, line in enumerate(mates(sakdi, stockfish, openings), 1):
        print(line, flush=True)
        if number == MATES:
            break


if __name__ == "__main__":
    main()
