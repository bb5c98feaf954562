"""A UCI engine as a process, for the scripts of this folder that search positions."""

import re
import subprocess
import typing

SCORE = re.compile(r" score (cp|mate) (-?\d+)(?! (?:lower|upper)bound)")


class Report(typing.NamedTuple):
    """What a search found: its last exact score, `cp` or `mate`, with the depth and moves of the last report."""

    kind: str
    value: int
    depth: int
    line: str
    move: str

    def wins(self, centipawns):
        """Whether the side to move mates, or is ahead by so many centipawns."""
        return self.value > 0 if self.kind == "mate" else self.value >= centipawns


class Engine:
    def __init__(self, command, **options):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([command], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.send("uci", *(f"setoption name {name} value {value}" for name, value in options.items()), "isready")
        self.wait("readyok")

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")

    def wait(self, word):
        """The lines up to the one that begins with `word`."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(word):
                return lines
        raise EOFError("the engine has ended")

    def new_game(self):
        self.send("ucinewgame", "isready")
        self.wait("readyok")

    def go(self, fen, limit):
        """Searches with the arguments `limit` of `go`. The transposition table keeps what it holds."""
        self.send(f"position fen {fen}", f"go {limit}")
        *lines, last = self.wait("bestmove")
        kind, value, depth, line = "none", 0, 0, ""
        for report in lines:
            if score := SCORE.search(report):
                kind, value = score[1], int(score[2])
            if said := re.search(r" depth (\d+).* pv (.*)", report):
                depth, line = int(said[1]), said[2]
        return Report(kind, value, depth, line, last.split()[1])

    def search(self, fen, limit):
        """Searches as in a new game."""
        self.new_game()
        return self.go(fen, limit)

    def quit(self):
        self.send("quit")
        self.process.wait(10)
