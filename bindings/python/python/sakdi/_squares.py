"""Squares, sides and men as numbers."""

__all__ = [
    "BIA",
    "BLACK",
    "KHON",
    "KHUN",
    "MA",
    "MET",
    "PIECE_NAMES",
    "RUEA",
    "SQUARES",
    "SQUARE_NAMES",
    "WHITE",
    "parse_square",
    "square",
    "square_file",
    "square_name",
    "square_rank",
    # fmt: off
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8",
    # fmt: on
]

WHITE = True
BLACK = False

BIA, MET, KHON, MA, RUEA, KHUN = range(1, 7)
PIECE_NAMES = (None, "bia", "met", "khon", "ma", "ruea", "khun")

SQUARES = range(64)
SQUARE_NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")

# fmt: off
(
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
) = SQUARES
# fmt: on


def square(file_index: int, rank_index: int) -> int:
    """The square on a file, from 0, and a rank, from 0.

    >>> square(4, 2) == E3
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
        raise IndexError(f"{index} is not a square, they are 0 to 63")
    return SQUARE_NAMES[index]


def parse_square(name: str) -> int:
    """The square of a name; ``ValueError`` if it names none."""
    if name not in SQUARE_NAMES:
        raise ValueError(f"{name!r} names no square")
    return SQUARE_NAMES.index(name)
