#!/usr/bin/env python3
"""Compares UCI engines: perft, nodes per second, time to a depth. Needs only Python 3.

    python3 tools/peers.py target/release/sakdi fairy-stockfish

Each round measures the engines in turn, so that other load on the machine affects all of them alike. On
Linux the time is the CPU time of the engine's process, elsewhere wall time. The figures are medians over
the rounds. Every engine has one thread and the same hash. The last column is the speed of the first
engine divided by that of the second: the mean of the rounds' ratios with its standard error.
docs/speed.md has the printed table. Two builds of one engine:

    python3 tools/peers.py target/release/sakdi older/sakdi --rounds 10 --least-men 20
"""

import argparse
import math
import pathlib
import platform
import statistics
import subprocess
import sys
import time

SUITE = pathlib.Path(__file__).resolve().parent.parent / "crates/engine/src/bench.epd"


class Engine:
    def __init__(self, command, hash_mib):
        self.command = command
        self.process = subprocess.Popen(command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.name, offers = command, set()
        self.send("uci")
        for line in self.until("uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
            elif line.startswith("option name "):
                offers.add(line.removeprefix("option name ").split(" type ")[0].lower())
        for name, value in (("UCI_Variant", "makruk"), ("Threads", 1), ("Hash", hash_mib)):
            if name.lower() in offers:
                self.send(f"setoption name {name} value {value}")
        self.ready()

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, *starts):
        """Reads lines up to one that begins with this text, and returns them all."""
        for line in self.process.stdout:
            yield line.rstrip("\n")
            if line.startswith(starts):
                return
        sys.exit(f"{self.command} has ended")

    def ready(self):
        self.send("isready")
        for _ in self.until("readyok"):
            pass

    def set_up(self, fen):
        self.send("ucinewgame")
        self.send(f"position fen {fen}")
        self.ready()

    def seconds(self):
        """A time in seconds, of which differences are used."""
        if platform.system() == "Linux":
            # The clock that clock_getcpuclockid(3) makes.
            return time.clock_gettime((~self.process.pid << 3) | 2)
        return time.perf_counter()

    def perft(self, fen, depth):
        """Returns leaves and seconds. Leaves are None if the engine has no perft."""
        self.set_up(fen)
        began = self.seconds()
        self.send(f"go perft {depth}")
        for line in self.until("Nodes searched", "bestmove"):
            if line.startswith("Nodes searched"):
                return int(line.split(":")[1]), self.seconds() - began
        return None, 0.0

    def search(self, fen, limit):
        """Returns the nodes of a search with the seconds that they took, and the seconds of all of it.

        Many engines report no nodes at their end: those of the last report, at its time, are counted.
        """
        self.set_up(fen)
        began, nodes, seconds = self.seconds(), 0, 0.0
        self.send(f"go {limit}")
        for line in self.until("bestmove"):
            words = line.split()
            if words[:1] == ["info"] and "nodes" in words and "string" not in words:
                nodes, seconds = int(words[words.index("nodes") + 1]), self.seconds() - began
        return nodes, seconds, self.seconds() - began

    def quit(self):
        self.send("quit")
        self.process.wait(10)


def positions(count, least_men):
    lines = (line.strip() for line in SUITE.read_text().splitlines())
    fens = [line for line in lines if line and not line.startswith(("#", "makpong:"))]
    fens = [fen for fen in fens if sum(map(str.isalpha, fen.split()[0])) >= least_men]
    # Evenly spaced in the file, which goes from openings to endings.
    return [fens[index * len(fens) // count] for index in range(min(count, len(fens)))]


def measure(engines, options, fens):
    """Returns {figure: [[a value for each round] for each engine]}, and the leaves of each perft."""
    perft, speed, depth = ([[] for _ in engines] for _ in range(3))
    leaves = [None for _ in engines]
    for number in range(options.rounds):
        for index, engine in enumerate(engines):
            print(f"round {number + 1} of {options.rounds}: {engine.name}", file=sys.stderr)
            leaves[index], seconds = engine.perft(fens[0], options.perft)
            if leaves[index] is not None:
                perft[index].append(seconds)
            searched = [engine.search(fen, f"nodes {options.nodes}") for fen in fens]
            speed[index].append(sum(nodes for nodes, _, _ in searched) / sum(time for _, time, _ in searched))
            depth[index].append(sum(engine.search(fen, f"depth {options.depth}")[2] for fen in fens))
    return perft, speed, depth, leaves


def ratio(first, second, more_is_better):
    if not first or not second:
        return "–"
    sign = 1 if more_is_better else -1
    logs = [sign * math.log(a / b) for a, b in zip(first, second)]
    error = statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.inf
    mean = math.exp(statistics.mean(logs))
    return f"{mean:.3f} ± {mean * error:.3f}"


def row(title, values, text, more_is_better):
    medians = [statistics.median(value) if value else None for value in values]
    cells = [text(median) if median is not None else "–" for median in medians]
    if len(medians) > 1:
        cells.append(ratio(values[0], values[1], more_is_better))
    return f"| {title} | " + " | ".join(cells) + " |"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("engines", nargs="+", help="commands of UCI engines; the first is compared with the second")
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--perft", type=int, default=5, metavar="DEPTH")
    arguments.add_argument("--positions", type=int, default=5, help="positions of bench to search")
    arguments.add_argument("--least-men", type=int, default=0, help="only positions with so many men")
    arguments.add_argument("--nodes", type=int, default=2_000_000, help="of a search, for nodes a second")
    arguments.add_argument("--depth", type=int, default=12, help="for the time to a depth")
    arguments.add_argument("--hash", type=int, default=16, help="MiB")
    options = arguments.parse_args()
    engines = [Engine(command, options.hash) for command in options.engines]
    fens = positions(options.positions, options.least_men)
    perft, speed, depth, leaves = measure(engines, options, fens)
    counted = {count for count in leaves if count is not None}
    if len(counted) > 1:
        sys.exit(f"the engines do not agree on perft {options.perft}: {sorted(counted)}")
    ratios = ["ratio"] if len(engines) > 1 else []
    print(f"{platform.machine()}, one thread, {options.hash} MiB, medians of {options.rounds} rounds\n")
    print("| figure | " + " | ".join([engine.name for engine in engines] + ratios) + " |")
    print("|---" * (1 + len(engines) + len(ratios)) + "|")
    total = f"{counted.pop():,} leaves" if counted else "unknown"
    print(row(f"perft {options.perft} from the start, {total}", perft, lambda s: f"{s:.3f} s", False))
    print(row(f"nodes a second, {len(fens)} positions", speed, lambda n: f"{n / 1e6:.2f} M", True))
    print(row(f"time to depth {options.depth}, {len(fens)} positions", depth, lambda s: f"{s:.2f} s", False))
    for engine in engines:
        engine.quit()


if __name__ == "__main__":
    main()
