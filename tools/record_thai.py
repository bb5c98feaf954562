#!/usr/bin/env python3
"""Records random games in Thai notation as pyffish (pip install pyffish) writes it.

    python3 tools/record_thai.py --positions 5500 --seed 1 positions/thai-notation.txt

The test `thai` reads the file. Its header describes the format. pyffish takes a few milliseconds
for each move; a file of this length takes five minutes.
"""

import argparse
import random

import pyffish
from record_differential import START, Game, Pyffish, choose, random_setup, short_hash

HEADER = """\
# Random games in Thai notation as {oracle} writes it (NOTATION_THAI_SAN, NOTATION_THAI_LAN),
# {positions} positions or a few more, seed {seed}.
# Made by tools/record_thai.py, compared by the test `thai`.
# One game a line, tab between fields: variant, start FEN (with bia ngai marked), then each move:
#   e3e4|SHORT|LONG    in the first {clear} games, in clear
#   e3e4 ssssllll      in the others: hashes of both forms
# and, at one position in {share}, a further field "all ssssllll": hashes of all legal moves there,
# sorted by their coordinates, each notation followed by a line feed.
# A hash is the low 16 bits of the CRC-32 (zlib's) of the text in UTF-8, in hexadecimal.
"""

CLEAR = 12
SHARE = 20
FORMS = (pyffish.NOTATION_THAI_SAN, pyffish.NOTATION_THAI_LAN)


def mark_some_bia_ngai(rng, fen):
    board, rest = fen.split(" ", 1)
    mark = lambda man: man + "~" if man in "Mm" and rng.random() < 0.6 else man
    return "".join(map(mark, board)) + " " + rest


def notations(game, move, form):
    """The move in one form. The earlier moves are given, too, because a FEN does not mark bia ngai."""
    moves = [*game.moves, move]
    return pyffish.get_san_moves(game.variant, game.start, moves, False, form)[-1]


def play_game(rng, oracle, clear):
    variant = "makpong" if rng.random() < 0.2 else "makruk"
    whole = rng.random() < 0.25
    start = START if whole else mark_some_bia_ngai(rng, random_setup(rng, variant))
    game = Game(oracle, variant, start)
    length = rng.randint(60, 250) if whole else rng.randint(10, 60)
    wholes = {}
    while oracle.legal and len(game.moves) < length:
        if rng.random() < 1 / SHARE:
            texts = [
                "".join(notations(game, move, form) + "\n" for move in oracle.legal)
                for form in FORMS
            ]
            wholes[len(game.moves)] = "all " + "".join(map(short_hash, texts))
        game.play(choose(rng, game))
    fields = [variant, start]
    forms = [pyffish.get_san_moves(variant, start, game.moves, False, form) for form in FORMS]
    for ply, (move, short, long) in enumerate(zip(game.moves, *forms, strict=True)):
        if ply in wholes:
            fields.append(wholes[ply])
        if clear:
            fields.append(f"{move}|{short}|{long}")
        else:
            fields.append(f"{move} {short_hash(short)}{short_hash(long)}")
    return len(game.moves), "\t".join(fields)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=5500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("out")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    oracle = Pyffish()
    header = HEADER.format(
        oracle=oracle.name,
        positions=arguments.positions,
        seed=arguments.seed,
        clear=CLEAR,
        share=SHARE,
    )
    positions = games = 0
    with open(arguments.out, "w", encoding="utf-8") as out:
        out.write(header)
        while positions < arguments.positions:
            plies, line = play_game(rng, oracle, games < CLEAR)
            positions += plies
            games += 1
            out.write(line + "\n")
            out.flush()


if __name__ == "__main__":
    main()
