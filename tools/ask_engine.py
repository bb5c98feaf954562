#!/usr/bin/env python3
"""Asks another UCI engine for the first moves of puzzles of a kind, and names those it plays otherwise.

    tools/ask_engine.py positions/puzzles.epd /usr/games/fairy-stockfish [--kind advantage] [--seconds 5] [--sample N]
"""

import argparse
import random
import re
import subprocess
import sys

import pyffish


class Engine:
    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([command], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.send("uci", "setoption name UCI_Variant value makruk", "isready")
        self.wait("readyok")

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")

    def wait(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return line
        raise EOFError("the engine has ended")

    def best(self, fen, seconds):
        self.send("ucinewgame", f"position fen {fen}", f"go movetime {int(1000 * seconds)}")
        return self.wait("bestmove").split()[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("engine")
    parser.add_argument("--kind", default="advantage")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--sample", type=int, default=10**6)
    args = parser.parse_args()
    with open(args.file, encoding="utf-8") as file:
        lines = [line for line in file if f"; kind {args.kind};" in line]
    random.Random(1).shuffle(lines)
    engine = Engine(args.engine)
    asked = agreed = 0
    for line in lines[: args.sample]:
        fields = line.split()
        fields[3] = "-" if fields[3] == "0" else fields[3]
        fen = " ".join(fields[:6])
        wanted = re.search(r" bm (\S+);", line).group(1)
        found = pyffish.get_san("makruk", fen, engine.best(fen, args.seconds))
        asked += 1
        if found.rstrip("+#") == wanted.rstrip("+#"):
            agreed += 1
        else:
            print(f"{re.search(r'id .([^;]*).;', line).group(1)}: {wanted}, the engine plays {found}: {fen}", flush=True)
    print(f"agreed on {agreed} of {asked}")
    engine.send("quit")
    sys.exit(asked == 0)


if __name__ == "__main__":
    main()
