#!/usr/bin/env python3
"""Selects a collection from files of `sakdi puzzles mine`: positions/puzzles.epd.

    tools/select_puzzles.py mined*.epd > positions/puzzles.epd

Takes puzzles that some level solves: of each kind at most so many, of one game at most two, of all levels
alike; no two of the same position up to mirror images. They come from easy to hard. Afterwards
`sakdi puzzles verify` names those that are alike in other ways.
"""

import collections
import re
import sys

QUOTAS = {
    "mate": 250,
    "win-in-time": 130,
    "save-by-the-count": 130,
    "technique": 60,
    "advantage": 120,
}
MATES_IN_ONE = 30
OF_A_GAME = 2

HEAD = """\
# Puzzles with a proof, from easy to hard: docs/puzzles.md says what the opcodes mean.
# Source: games of Sakdi's levels against each other from positions/uneven.epd, and from endings of
# these games on; mined by `sakdi puzzles mine`, selected by tools/select_puzzles.py.
"""


def operand(line, opcode):
    found = re.search(rf"; {opcode} ([^;]*);", line)
    return found.group(1).strip('"') if found else None


def main():
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line[0] == "#" or operand(line, "level") is None:
                    continue
                groups[operand(line, "kind")][int(operand(line, "level"))].append(line)
    chosen, seen, of_game, ones = [], set(), collections.Counter(), 0
    for kind, quota in QUOTAS.items():
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
    sys.stdout.write(HEAD)
    sys.stdout.writelines(line for _, line in chosen)
    kinds = collections.Counter(operand(line, "kind") for _, line in chosen)
    print(len(chosen), dict(kinds), file=sys.stderr)


if __name__ == "__main__":
    main()
