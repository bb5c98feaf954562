#!/usr/bin/env python3
"""Makes positions/six-men.epd: random positions of six men for matches about endings.

    python3 tools/make_six_men.py > positions/six-men.epd

The sides have two men beside the khun each, or three and one. Nobody is in check, and nobody can take a man at
once. Needs pyffish. The random numbers are seeded: each run gives the same file.
"""

import random

import pyffish
from make_mates import board, with_limit

SEED = 55
POSITIONS = 480
# The men of the two sides, either of which can be White.
ARMIES = [
    "SM NM", "SM SM", "SS NM", "SS MM", "NM MM", "NS NM", "NS SM", "NN SM", "NN NM", "SM MM", "SSM M", "SMM N",
    "NSM S", "NMM M", "NSM N", "SSM S", "SMM M", "NMM S", "NSM NM", "SSM NM", "SMM SM", "NMM SM", "NSM SM", "NNM SM",
]


def men(fen):
    return sum(letter.isalpha() for letter in fen.split()[0])


def are_apart(one, other):
    """Whether two khun can stand on these squares."""
    return max(abs(one % 8 - other % 8), abs(one // 8 - other // 8)) > 1


def is_quiet(fen, side):
    """Whether the position is legal and neither side is in check or can take a man."""
    other = fen.replace(f" {side} ", " b " if side == "w" else " w ")
    if pyffish.validate_fen(fen, "makruk") != 1 or any(pyffish.gives_check("makruk", of, []) for of in (fen, other)):
        return False
    moves = pyffish.legal_moves("makruk", fen, [])
    return bool(moves) and all(men(pyffish.get_fen("makruk", fen, [move])) == men(fen) for move in moves)


def main():
    rng = random.Random(SEED)
    found = 0
    while found < POSITIONS:
        one, other = ARMIES[found % len(ARMIES)].split()
        if rng.random() < 0.5:
            one, other = other, one
        side = rng.choice("wb")
        letters = "K" + one + "k" + other.lower()
        squares = rng.sample(range(64), len(letters))
        fen = f"{board(list(zip(letters, squares)))} {side} - - 0 1"
        if are_apart(squares[0], squares[letters.index("k")]) and is_quiet(fen, side):
            found += 1
            print(with_limit(fen))


if __name__ == "__main__":
    main()
