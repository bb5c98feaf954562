#!/usr/bin/env python3
"""Asks another UCI engine for the first moves of puzzles, and names those where it plays another one.

    tools/ask_engine.py positions/puzzles.epd /usr/games/fairy-stockfish --log FILE [--kinds mate,advantage] [--seconds 5]

Each answer is a line of the log: id, move of the solution, move of the engine, its score, depth and line, FEN.
Puzzles in the log are not asked again, so that a run that was ended continues. pyffish is on PyPI.
"""

import argparse
import re
import sys

import pyffish

from uci_engine import Engine


def operand(line, opcode):
    return re.search(rf"; ?{opcode} ([^;]*);", line).group(1).strip('"')


def position(line):
    """The FEN of a line of EPD. Other engines write the limit of no count as a dash."""
    fields = line.split()[:6]
    fields[3] = "-" if fields[3] == "0" else fields[3]
    return " ".join(fields)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("engine")
    parser.add_argument("--kinds", default="mate,advantage", help="separated by commas")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--log", required=True, help="the answers; it is continued")
    args = parser.parse_args()
    with open(args.file, encoding="utf-8") as file:
        lines = [line for line in file if line.strip() and line[0] != "#"]
    lines = [line for line in lines if operand(line, "kind") in args.kinds.split(",")]
    with open(args.log, "a+", encoding="utf-8") as log:
        log.seek(0)
        rows = [one.rstrip("\n").split("\t") for one in log]
        # An interrupted run can leave a part of a line.
        answers = {row[6]: row for row in rows if len(row) == 7}
        engine = Engine(args.engine, Threads=1, UCI_Variant="makruk")
        agreed = 0
        for line in lines:
            fen, name = position(line), operand(line, "id")
            if fen not in answers:
                wanted = re.search(r" bm (\S+);", line).group(1)
                report = engine.search(fen, f"movetime {int(1000 * args.seconds)}")
                found = pyffish.get_san("makruk", fen, report.move)
                score = f"{report.kind} {report.value}"
                answers[fen] = [name, wanted, found, score, str(report.depth), report.line, fen]
                log.write("\t".join(answers[fen]) + "\n")
                log.flush()
            _, wanted, found, score, *_ = answers[fen]
            if found.rstrip("+#") == wanted.rstrip("+#"):
                agreed += 1
            else:
                print(f"{name}: {wanted}, the engine plays {found} ({score}): {fen}", flush=True)
        engine.quit()
    print(f"agreed on {agreed} of {len(lines)}")
    sys.exit(not lines)


if __name__ == "__main__":
    main()
