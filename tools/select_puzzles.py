#!/usr/bin/env python3
"""Selects a collection from files of `sakdi puzzles mine`: positions/puzzles.epd, or positions/five-men.epd.

    tools/select_puzzles.py mined*.epd > positions/puzzles.epd
    tools/select_puzzles.py --five-men mined*.epd > positions/five-men.epd

Takes puzzles that some level solves: of each kind at most so many, of one game at most two, of all levels
alike; no two of the same position up to mirror images. They come from easy to hard. Afterwards
`sakdi puzzles verify` names those that are alike in other ways.
"""

import argparse
import collections
import re
import sys

ALL_QUOTAS = {
    "mate": 250,
    "win-in-time": 130,
    "save-by-the-count": 130,
    "technique": 60,
    "advantage": 120,
}
# Of positions with five men, which the tables of `sakdi tables build --men 5` prove.
FIVE_MEN_QUOTAS = {"win-in-time": 50, "save-by-the-count": 50, "technique": 50}
MATES_IN_ONE = 30
OF_A_GAME = 2

HEAD = """\
# Puzzles with a proof, from easy to hard: docs/puzzles.md says what the opcodes mean.
# Source: games of Sakdi's levels against each other from positions/uneven.epd, and from endings of
# these games on; mined by `sakdi puzzles mine`, selected by tools/select_puzzles.py.
"""

FIVE_MEN_HEAD = """\
# Puzzles of five men, from easy to hard; the tables of `sakdi tables build --men 5` prove them, and
# docs/puzzles.md says what the opcodes mean.
# Source: games of Sakdi's levels against each other from random endings of five men; mined by
# `sakdi puzzles mine --tables`, selected by tools/select_puzzles.py --five-men.
"""


def operand(line, opcode):
    found = re.search(rf"; {opcode} ([^;]*);", line)
    return found.group(1).strip('"') if found else None


def men(line):
    return sum(letter.isalpha() for letter in line.split(" ")[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--five-men", action="store_true", help="only positions of five men")
    parser.add_argument("files", nargs="+", help="what `sakdi puzzles mine` wrote")
    args = parser.parse_args()
    quotas, head = (FIVE_MEN_QUOTAS, FIVE_MEN_HEAD) if args.five_men else (ALL_QUOTAS, HEAD)
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    for path in args.files:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line[0] == "#" or operand(line, "level") is None:
                    continue
                if args.five_men and men(line) != 5:
                    continue
                groups[operand(line, "kind")][int(operand(line, "level"))].append(line)
    chosen, seen, of_game, ones = [], set(), collections.Counter(), 0
    for kind, quota in quotas.items():
        levels = groups[kind]
        taken = 0
        # One of each level in turn.
        while taken < quota and any(levels.values()):
            for level in sorted(levels):
                while levels[level] and taken < quota:
                    line = levels[level].pop(0)
                    position = operand(line, "id").rsplit("-", 1)[1]
                    source = operand(line, "source")
                    is_one = kind == "mate" and " dm 1;" in line
                    if position in seen or of_game[source] == OF_A_GAME:
                        continue
                    if is_one and ones == MATES_IN_ONE:
                        continue
                    ones += is_one
                    seen.add(position)
                    of_game[source] += 1
                    chosen.append((level, line))
                    taken += 1
                    break
    chosen.sort(key=lambda one: one[0])
    sys.stdout.write(head)
    sys.stdout.writelines(line for _, line in chosen)
    kinds = collections.Counter(operand(line, "kind") for _, line in chosen)
    print(len(chosen), dict(kinds), file=sys.stderr)


if __name__ == "__main__":
    main()
