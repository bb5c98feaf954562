#!/usr/bin/env python3
"""Plays two UCI engines against each other with pyffish (Fairy-Stockfish's own rules) as referee.

An independent check of the engine and of `sakdi match`: the referee shares no code with this
project. Openings are random but seeded; each is played twice with colours swapped.

    pip install pyffish
    python3 tools/play_refereed.py target/release/sakdi fairy-stockfish --games 20 --movetime 100

With `--no-repetition` a third occurrence does not end a game, as in cutechess: equal engines then
repeat moves hundreds of times, which tests their time management (`--tc 2+0.02`).

Last line: +W =D -L from the first engine's side, and faults (illegal moves, crashes, time losses).
"""

import argparse
import collections
import concurrent.futures
import queue
import random
import subprocess
import sys
import threading
import time

import pyffish

START = pyffish.start_fen("makruk")


class Fault(Exception):
    """An engine broke the rules of the game or of the protocol."""


class Engine:
    """A UCI engine in a child process."""

    def __init__(self, command, options):
        self.command = command
        self.process = subprocess.Popen(
            command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.send("uci")
        self.wait("uciok", 10)
        for option in ["UCI_Variant=makruk", "Threads=1", *options]:
            name, value = option.split("=", 1)
            self.send(f"setoption name {name} value {value}")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Fault(f"{self.command} is gone") from error

    def wait(self, word, seconds):
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise Fault(f"{self.command}: no {word} in {seconds} s") from None
            if line is None:
                raise Fault(f"{self.command} crashed")
            if line.split(" ", 1)[0] == word:
                return line

    def new_game(self):
        self.send("ucinewgame")
        self.send("isready")
        self.wait("readyok", 10)

    def best_move(self, moves, limits):
        """Returns the engine's move and the seconds it took."""
        self.send(" ".join(["position fen", START, "moves", *moves]))
        began = time.monotonic()
        self.send(f"go {limits}")
        words = self.wait("bestmove", 30).split()
        return words[1], time.monotonic() - began

    def close(self):
        self.process.kill()


class Board:
    """A game in progress, by the rules of pyffish."""

    def __init__(self, opening, knows_repetition):
        self.moves, self.knows_repetition = list(opening), knows_repetition
        self.fen = pyffish.get_fen("makruk", START, self.moves)

    def push(self, move):
        self.moves.append(move)
        self.fen = pyffish.get_fen("makruk", self.fen, [move])

    def legal(self):
        return pyffish.legal_moves("makruk", self.fen, [])

    def verdict(self):
        """None while the game continues, else (reason, score of the side to move)."""
        if not self.legal():
            mated = pyffish.gives_check("makruk", self.fen, [])
            return ("mate", -1) if mated else ("stalemate", 0)
        limit, ply = self.fen.split()[3:5]
        if limit != "-" and 0 < int(limit) < int(ply):
            return "count", 0
        if self.knows_repetition and pyffish.is_optional_game_end("makruk", START, self.moves)[0]:
            return "repetition", 0
        if all(pyffish.has_insufficient_material("makruk", self.fen, [])):
            return "material", 0
        return None


class Clock:
    """The limits of each engine: nodes, a time per move, or a clock, in milliseconds."""

    def __init__(self, arguments):
        self.nodes, self.move_time, self.margin = arguments.nodes, arguments.movetime, arguments.margin
        self.left = self.increment = None
        if arguments.tc:
            seconds, _, increment = arguments.tc.partition("+")
            self.left, self.increment = [1000 * float(seconds)] * 2, 1000 * float(increment or 0)

    def limits(self):
        if self.nodes:
            return f"nodes {self.nodes}"
        if self.left is None:
            return f"movetime {self.move_time}"
        white, black = map(int, self.left)
        return f"wtime {white} btime {black} winc {self.increment:.0f} binc {self.increment:.0f}"

    def spend(self, side, seconds):
        """Subtracts the time of a move. Returns the milliseconds by which it exceeded the limit, or None."""
        if self.nodes:
            return 0
        allowed = self.move_time if self.left is None else self.left[side]
        if self.left is not None:
            self.left[side] += self.increment - 1000 * seconds
        return max(0, 1000 * seconds - allowed - self.margin)


def play(players, opening, arguments):
    """Returns White's score (1, 0, -1) and the reason."""
    for player in players:
        player.new_game()
    board, clock = Board(opening, not arguments.no_repetition), Clock(arguments)
    while len(board.moves) < arguments.max_plies:
        side = len(board.moves) % 2
        end = board.verdict()
        if end:
            reason, score = end
            return (-score if side else score), reason
        player = players[side]
        move, seconds = player.best_move(board.moves, clock.limits())
        late = clock.spend(side, seconds)
        if late:
            raise Fault(f"{player.command}: late by {late:.0f} ms at ply {len(board.moves)}")
        if move not in board.legal():
            raise Fault(f"{player.command}: illegal {move} after {' '.join(board.moves)}")
        board.push(move)
    return 0, "length"


def random_opening(seed, plies):
    generator = random.Random(seed)
    moves = []
    while len(moves) < plies:
        moves.append(generator.choice(pyffish.legal_moves("makruk", START, moves)))
    return moves


def run_pair(arguments, pair):
    """Plays two games with one opening. Returns [(score of the first engine, reason)]."""
    opening = random_opening(arguments.seed + pair, arguments.plies)
    results = []
    for swapped in (False, True):
        engines = []
        try:
            engines.append(Engine(arguments.first, arguments.option))
            engines.append(Engine(arguments.second, []))
            players = engines[::-1] if swapped else engines
            score, reason = play(players, opening, arguments)
            results.append((-score if swapped else score, reason))
        except Fault as fault:
            print(f"fault: {fault}", file=sys.stderr, flush=True)
            results.append((None, "fault"))
        finally:
            for engine in engines:
                engine.close()
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--nodes", type=int, help="nodes a move instead of time")
    parser.add_argument("--tc", metavar="SECONDS[+INCREMENT]", help="a clock instead of a time a move")
    parser.add_argument("--margin", type=int, default=50, help="milliseconds over that forfeit")
    parser.add_argument("--no-repetition", action="store_true", help="repetition ends no game")
    parser.add_argument("--max-plies", type=int, default=1000, help="a longer game is drawn")
    parser.add_argument("--plies", type=int, default=8, help="random plies of the opening")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE for the first")
    arguments = parser.parse_args()
    tally = collections.Counter()
    reasons = collections.Counter()
    pairs = range((arguments.games + 1) // 2)
    with concurrent.futures.ThreadPoolExecutor(arguments.concurrency) as pool:
        for results in pool.map(lambda pair: run_pair(arguments, pair), pairs):
            for score, reason in results:
                tally[score] += 1
                reasons[reason] += 1
            print(f"+{tally[1]} ={tally[0]} -{tally[-1]} faults {tally[None]}", flush=True)
    print(dict(reasons))
    print(f"result +{tally[1]} ={tally[0]} -{tally[-1]} faults {tally[None]}")
    sys.exit(1 if tally[None] else 0)


if __name__ == "__main__":
    main()
