"""Makruk (Thai chess): a board, the engine, analysis and endgame tables.

>>> import sakdi
>>> board = sakdi.Board()
>>> board.push_san("e4")
Move.from_uci('e3e4')
>>> result = sakdi.Engine().search(board, sakdi.Limit(nodes=1000))
>>> result.best in board.legal_moves
True

The names are those of python-chess where it has them. Squares are numbered from ``A1`` = 0 along the
ranks to ``H8`` = 63, sides are ``WHITE`` (true) and ``BLACK`` (false), and kinds of men are numbered
from ``BIA`` = 1 to ``KHUN`` = 6.
"""

from typing import List

from . import _squares
from ._native import (
    AnalysedGame,
    Board,
    Count,
    Engine,
    Game,
    GameNode,
    GameReader,
    GameTree,
    LegalMoves,
    Limit,
    Line,
    Move,
    Outcome,
    Piece,
    RunningSearch,
    SakdiError,
    SearchResult,
    TableMove,
    TableResult,
    Tables,
    __version__,
    analyse_game,
    read_games,
)
from ._squares import *

__all__ = [
    "AnalysedGame",
    "Board",
    "Count",
    "Engine",
    "Game",
    "GameNode",
    "GameReader",
    "GameTree",
    "LegalMoves",
    "Limit",
    "Line",
    "Move",
    "Outcome",
    "Piece",
    "RunningSearch",
    "SakdiError",
    "SearchResult",
    "TableMove",
    "TableResult",
    "Tables",
    "__version__",
    "analyse_game",
    "read_games",
]
__all__ += _squares.__all__


def _unpickled_board(pgn: str, counting: str, halfmove_clock: int, passed: List[int]) -> Board:
    """The board that ``Board.__reduce__`` describes."""
    game = next(read_games(pgn, counting=counting))
    return game._unpickled_board(halfmove_clock, passed)
