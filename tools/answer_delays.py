#!/usr/bin/env python3
"""Measures by how much the answers of a UCI engine come after their time. Needs only Python 3.

    python3 tools/answer_delays.py target/release/sakdi --threads 64

Each position is searched with a fixed time for the move, without end until `stop` comes, and with two
clocks that have little time left. The delay is the wall time from `go` to `bestmove` beyond the fixed
time, or from `stop` to `bestmove`. With a clock it is the time beyond all that is left, so it is negative
unless the engine loses on time.
"""

import argparse
import pathlib
import statistics
import subprocess
import time

SUITE = pathlib.Path(__file__).resolve().parent.parent / "crates/engine/src/bench.epd"
# The words after `go`, and the time in milliseconds that must not be exceeded; with `infinite`, the time
# until `stop`.
LIMITS = [
    ("movetime 100", 100),
    ("infinite", 100),
    ("wtime 400 btime 400", 400),
    ("wtime 150 btime 150 winc 20 binc 20", 150),
]


class Engine:
    def __init__(self, options):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(options.engine.split(), stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.send("uci", f"setoption name Threads value {options.threads}")
        self.send(f"setoption name Hash value {options.hash}", "isready")
        self.wait("readyok")

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")

    def wait(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return
        raise EOFError("the engine has ended")

    def delay(self, fen, limit, most):
        """The delay of an answer in milliseconds."""
        self.send(f"position fen {fen}", "isready")
        self.wait("readyok")
        began = time.perf_counter()
        self.send(f"go {limit}")
        if limit == "infinite":
            time.sleep(most / 1000)
            began = time.perf_counter() - most / 1000
            self.send("stop")
        self.wait("bestmove")
        return 1000 * (time.perf_counter() - began) - most


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine")
    parser.add_argument("--threads", type=int, default=64)
    parser.add_argument("--hash", type=int, default=256, help="MiB")
    parser.add_argument("--positions", type=int, default=40)
    options = parser.parse_args()
    lines = (line.strip() for line in SUITE.read_text().splitlines())
    fens = [line for line in lines if line and not line.startswith(("#", "makpong:"))]
    engine = Engine(options)
    print("| limit | answers | median delay, ms | largest, ms |\n|---|---|---|---|")
    for limit, most in LIMITS:
        delays = [engine.delay(fen, limit, most) for fen in fens[: options.positions]]
        print(f"| {limit} | {len(delays)} | {statistics.median(delays):.1f} | {max(delays):.1f} |", flush=True)
    engine.send("quit")
    engine.process.wait(10)


if __name__ == "__main__":
    main()
