"""Squares, sides and men as numbers."""

from typing import Dict, NamedTuple

from ._native import Board

WHITE = True
BLACK = False

BIA, MET, KHON, MA, RUEA, KHUN = range(1, 7)
PIECE_NAMES = (None, "bia", "met", "khon", "ma", "ruea", "khun")
_LETTERS = "?PMSNRK"

SQUARES = range(64)
SQUARE_NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")


class Piece(NamedTuple):
    """A man: its kind, its side, and whether it is a bia ngai, a promoted bia."""

    piece_type: int
    color: bool
    promoted: bool = False

    def symbol(self) -> str:
        """The letter of FEN: a capital for White."""
        letter = _LETTERS[self.piece_type]
        return letter if self.color else letter.lower()


def square(file_index: int, rank_index: int) -> int:
    """The square on a file, from 0, and a rank, from 0.

    >>> square(4, 2) == parse_square("e3")
    True
    """
    return rank_index * 8 + file_index


def square_file(index: int) -> int:
    """The file of a square, from 0 for the a-file."""
    return index & 7


def square_rank(index: int) -> int:
    """The rank of a square, from 0 for the first."""
    return index >> 3


def square_name(index: int) -> str:
    """The name of a square; ``IndexError`` if there is none with this number.

    >>> square_name(28)
    'e4'
    """
    if index not in SQUARES:
        raise IndexError(f"{index} is no square, they are 0 to 63")
    return SQUARE_NAMES[index]


def parse_square(name: str) -> int:
    """The square of a name; ``ValueError`` if it names none."""
    if name not in SQUARE_NAMES:
        raise ValueError(f"{name!r} names no square")
    return SQUARE_NAMES.index(name)


def piece_map(board: Board) -> Dict[int, Piece]:
    """The men on a board by their squares.

    >>> piece_map(Board())[0]
    Piece(piece_type=5, color=True, promoted=False)
    """
    men = {}
    for index in SQUARES:
        kind, color = board.piece_type_at(index), board.color_at(index)
        if kind is not None and color is not None:
            men[index] = Piece(kind, color, board.is_promoted_at(index))
    return men
