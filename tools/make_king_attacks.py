#!/usr/bin/env python3
"""Makes positions/king-attacks.epd: attacks on a khun with many men on the board.

    python3 tools/make_king_attacks.py target/release/sakdi uneven.epd > positions/king-attacks.epd

The engine plays a game against itself from each opening, until it announces a mate with at least 14 men on the
board and without a count. A position of the winner some moves before is kept if a long search announces mate there,
if a short one does not, and if without its first move a long search finds neither a mate nor three pawns. So the
moves are needles: `bm` is the only one that wins soon.

Needs pyffish. The same program and openings give the same file.
"""

import re
import sys

import pyffish
from make_mates import Engine, san, with_limit

POSITIONS = 60
LEAST_MEN = 14
# Nodes for each move of a game, for the search that must not see the mate, and for the one that must.
GAME_NODES = 5_000
SHORT = 100_000
LONG = 12_000_000
# Moves before the announcement, in the order in which they are tried: the earliest with a mate is kept.
STEPS = (3, 5, 4, 2, 1)
# The most that another move may bring, in UCI centipawns.
LIMIT = 300


def men(fen):
    return sum(letter.isalpha() for letter in fen.split()[0])


def counts(fen):
    limit, counted = fen.split()[3:5]
    return limit.isdecimal() and 0 < int(limit) < int(counted)


def attack(sakdi, fen):
    """The positions of a game of the engine against itself up to the first one in which the side to move
    announces mate; none if the game has no such position."""
    sakdi.ask("ucinewgame\nisready", "readyok")
    fens = []
    while men(fen) >= LEAST_MEN and not counts(fen) and len(fens) < 400:
        fens.append(fen)
        kind, value, best = sakdi.go(fen, GAME_NODES)
        if kind == "mate" and value > 0:
            return fens
        if best == "(none)" or kind == "mate":
            return []
        fen = pyffish.get_fen("makruk", fen, [best])
    return []


def without(sakdi, fen, best):
    """Kind and value of a long search of the other moves."""
    others = " ".join(move for move in pyffish.legal_moves("makruk", fen, []) if move != best)
    if not others:
        return "mate", 1
    sakdi.ask("ucinewgame\nisready", "readyok")
    sakdi.send(f"position fen {fen}")
    lines = sakdi.ask(f"go nodes {LONG // 4} searchmoves {others}", "bestmove")
    scores = [re.search(r" score (cp|mate) (-?\d+)(?! (?:lower|upper)bound)", line) for line in lines]
    found = [score for score in scores if score][-1]
    return found[1], int(found[2])


def needle(sakdi, fens):
    """The earliest position of the winner with the only move to a mate that a short search does not see, the
    move and the distance of the mate; None without one."""
    kept = None
    for step in STEPS:
        index = len(fens) - 1 - 2 * step
        if index < 0 or kept and index > kept[0]:
            continue
        fen = fens[index]
        if sakdi.search(fen, SHORT)[0] == "mate":
            continue
        kind, distance, best = sakdi.search(fen, LONG)
        if kind != "mate" or distance < 0:
            continue
        other, value = without(sakdi, fen, best)
        if other == "cp" and value < LIMIT or other == "mate" and value < 0:
            kept = index, fen, best, distance
    return kept


def main():
    program, openings = sys.argv[1:]
    sakdi = Engine(program, [("Hash", 256)])
    print("# Attacks on a khun for `sakdi epd`: bm is the only move that mates or wins much.")
    print("# Source: tools/make_king_attacks.py, games of Sakdi with itself; dm is the mate that a search of", LONG, "nodes announces.")
    number = 0
    for line in open(openings):
        opening = line.split(";")[0].strip()
        if line.startswith("#") or not opening:
            continue
        fens = attack(sakdi, opening)
        found = needle(sakdi, fens) if fens else None
        if found:
            _, fen, best, distance = found
            number += 1
            print(f'{with_limit(fen)} bm {san(fen, best)}; id "attack {number}, mate in {distance}";', flush=True)
        if number == POSITIONS:
            return


if __name__ == "__main__":
    main()
