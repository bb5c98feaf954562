#!/usr/bin/env python3
"""Drives the engine with python-chess: a whole game, and an analysis that is stopped. `pip install
chess pyffish`

python-chess has no Makruk board. The board here asks pyffish for the rules, and so checks every move.
"""

import logging
import sys

try:
    import chess
    import chess.engine
    import pyffish
except ImportError as missing:
    print(f"skipped: pip install chess pyffish ({missing})")
    sys.exit(0)

VARIANT = "makruk"
MOST_PLIES = 120


class Move:
    def __init__(self, text):
        self.text = text

    def uci(self):
        return self.text

    def __eq__(self, other):
        return isinstance(other, Move) and other.text == self.text

    def __hash__(self):
        return hash(self.text)

    def __repr__(self):
        return self.text


class Board:
    """The methods that python-chess needs of a board."""

    uci_variant, chess960 = VARIANT, False

    def __init__(self, start, moves=()):
        self.start, self.move_stack = start, list(moves)

    def texts(self):
        return [move.uci() for move in self.move_stack]

    @property
    def turn(self):
        return chess.WHITE if self.fen().split()[1] == "w" else chess.BLACK

    def fen(self, **_):
        return pyffish.get_fen(VARIANT, self.start, self.texts())

    def root(self):
        return Board(self.start)

    def copy(self, *, stack=True):
        return Board(self.start, self.move_stack) if stack else Board(self.fen())

    def legal(self):
        return pyffish.legal_moves(VARIANT, self.start, self.texts())

    def parse_uci(self, text):
        if text not in self.legal():
            raise chess.IllegalMoveError(f"{text} in {self.fen()}")
        return Move(text)

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.move_stack.append(move)
        return move

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()

    def is_over(self):
        optional, _ = pyffish.is_optional_game_end(VARIANT, self.start, self.texts())
        return not self.legal() or optional or pyffish.is_immediate_game_end(VARIANT, self.start, self.texts())[0]


class Complaints(logging.Handler):
    """python-chess logs lines that it cannot parse, and continues."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.said = []

    def emit(self, record):
        self.said.append(record.getMessage())


def main():
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
        # The options that bots of pychess.org and lichess.org set, except SyzygyPath. The bots stop
        # on an unknown option.
        engine.configure({"Move Overhead": 100, "Threads": 1, "Hash": 16, "UCI_ShowWDL": True})
        board = Board(pyffish.start_fen(VARIANT))
        infos = 0
        while not board.is_over() and len(board.move_stack) < MOST_PLIES:
            # A clock for one half of the game, nodes and pondering for the other.
            limit = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=.02, black_inc=.02) \
                if len(board.move_stack) % 2 else chess.engine.Limit(nodes=2000)
            result = engine.play(board, limit, info=chess.engine.INFO_ALL, ponder=len(board.move_stack) % 4 == 0)
            assert result.move is not None, f"no move in {board.fen()}"
            infos += "score" in result.info and bool(result.info.get("pv"))
            board.push_uci(result.move.uci())
        plies = len(board.move_stack)
        assert infos == plies, f"{infos} moves of {plies} came with a score and a line"
        lines = engine.analyse(Board(pyffish.start_fen(VARIANT)), chess.engine.Limit(depth=6), multipv=4)
        assert len(lines) == 4 and len({line["pv"][0] for line in lines}) == 4, lines
        with engine.analysis(Board("8/8/4k3/8/8/4K3/3R4/8 b - 32 6 60")) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
            analysis.stop()
            best = analysis.wait()
        assert best.move is not None
    assert not complaints.said, complaints.said
    print(f"a game of {plies} plies, analysis with four lines, and one that was stopped")


if __name__ == "__main__":
    main()
