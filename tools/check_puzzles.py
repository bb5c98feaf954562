#!/usr/bin/env python3
"""Checks puzzles against pyffish alone: its moves, its checks, its counts. Nothing of Sakdi is used.

    tools/check_puzzles.py positions/puzzles.epd [--sample N] [--seed N] [--most-moves N]

Of each puzzle of mate, and of those of the count that end within a few moves, it searches all moves and
replies. It fails when the first move does not reach the goal, or another one does, too. pyffish is on PyPI.
"""

import argparse
import random
import re
import sys

import pyffish

VARIANT = "makruk"


class Position:
    """A position as moves from a start position, so that pyffish itself keeps the count."""

    def __init__(self, fen, moves=()):
        self.fen, self.moves = fen, list(moves)

    def after(self, move):
        return Position(self.fen, self.moves + [move])

    def legal(self):
        return pyffish.legal_moves(VARIANT, self.fen, self.moves)

    def in_check(self):
        return pyffish.gives_check(VARIANT, self.fen, self.moves)

    def drawn(self):
        """Whether the count is complete or nobody can win; repetition cannot occur in a shortest mate."""
        over, _ = pyffish.is_optional_game_end(VARIANT, self.fen, self.moves)
        material = all(pyffish.has_insufficient_material(VARIANT, self.fen, self.moves))
        return over or material

    def key(self):
        # Placement, side, count; without the number of the move.
        return tuple(pyffish.get_fen(VARIANT, self.fen, self.moves).split()[:5])


def mated(position, moves, seen):
    """Whether the side to move is mated within `moves` more moves of the other side."""
    legal = position.legal()
    if not legal:
        return position.in_check()
    if moves == 0 or position.drawn():
        return False
    return all(mates(position.after(move), moves, seen) for move in legal)


def mates(position, moves, seen):
    """Whether the side to move mates within `moves` moves."""
    key = (position.key(), moves)
    if key not in seen:
        seen[key] = not position.drawn() and any(
            mated(position.after(move), moves - 1, seen) for move in position.legal()
        )
    return seen[key]


def operations(line):
    """The position of a line of EPD and its operations, by their opcode."""
    fen, rest = re.match(r"((?:\S+ ){5}\S+) (.*)", line).groups()
    found = {}
    for operation in re.findall(r"((?:[^;\"]|\"[^\"]*\")+);", rest):
        opcode, _, operands = operation.strip().partition(" ")
        found[opcode] = operands
    # pyffish writes the limit of no count as a dash.
    fields = fen.split()
    if fields[3] == "0":
        fields[3] = "-"
    return " ".join(fields), found


def moves_left(fen):
    """Moves that the side with men has left against a bare khun that counts, or None."""
    board, side, _, limit, ply, _ = fen.split()
    white = sum(letter.isupper() for letter in board)
    black = sum(letter.islower() for letter in board)
    if limit == "-" or min(white, black) > 1:
        return None
    weak = "w" if white == 1 else "b"
    return (int(limit) + 2 - int(ply) - (1 if side == weak else 0)) // 2


def check(fen, found, most):
    """What is wrong with a puzzle; an empty text if nothing; None if it is out of reach."""
    kind = found["kind"]
    start = Position(fen)
    if kind == "mate":
        moves = int(found["dm"])
    elif kind in ("win-in-time", "save-by-the-count"):
        moves = moves_left(fen)
    else:
        return None
    if moves is None or moves > most:
        return None
    seen = {}
    if kind == "save-by-the-count":
        good = [
            move
            for move in start.legal()
            if not (start.after(move).legal() and mates(start.after(move), moves, seen))
        ]
    else:
        good = [m for m in start.legal() if mated(start.after(m), moves - 1, seen)]
    names = [pyffish.get_san(VARIANT, fen, move) for move in good]
    wanted = found["bm"].split()
    plain = [name.rstrip("+#") for name in names]
    if plain != [name.rstrip("+#") for name in wanted]:
        return f"{wanted} expected, these reach the goal: {names}"
    if kind == "mate" and moves > 1:
        shorter = [m for m in start.legal() if mated(start.after(m), moves - 2, {})]
        if shorter:
            return f"mate in fewer than {moves} moves"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-moves", type=int, default=3)
    args = parser.parse_args()
    with open(args.file, encoding="utf-8") as file:
        lines = [(n, line) for n, line in enumerate(file, 1) if line.strip() and line[0] != "#"]
    random.Random(args.seed).shuffle(lines)
    checked, refuted = 0, 0
    for number, line in lines:
        if checked == args.sample:
            break
        fen, found = operations(line)
        fault = check(fen, found, args.most_moves)
        if fault is None:
            continue
        checked += 1
        if fault:
            refuted += 1
            print(f"line {number}: {found['id']}: {fault}")
    print(f"checked {checked}, refuted {refuted}")
    sys.exit(1 if refuted or checked == 0 else 0)


if __name__ == "__main__":
    main()
