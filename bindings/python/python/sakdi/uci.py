"""Makruk for python-chess: ``MakrukBoard`` and ``MakpongBoard``, which ``chess.engine`` and
``chess.pgn`` accept, and the command of the engine that comes with this package.

>>> import chess.engine
>>> from sakdi.uci import ENGINE_COMMAND, MakrukBoard
>>> with chess.engine.SimpleEngine.popen_uci(ENGINE_COMMAND) as engine:
...     result = engine.play(MakrukBoard(), chess.engine.Limit(nodes=100))
>>> result.move in MakrukBoard().legal_moves
True

Importing this module makes both variants known to ``chess.variant.find_variant``, so that
``chess.pgn.read_game`` reads games with the tag ``Variant``, and teaches ``chess.pgn`` the letters M and S of
met and khon, which it would leave out. Men are those of python-chess: a met and a bia ngai are ``QUEEN``, a
khon is ``BISHOP``. A board is set up by its FEN: ``set_piece_at`` and the like raise ``NotImplementedError``.
"""

# python-chess 1.10 lacks some of the types: they are not evaluated.
from __future__ import annotations

import re
import sys
from typing import Any, ClassVar, Dict, Iterator, List, NoReturn, Optional, Tuple, Type, TypeVar, Union

import chess
import chess.pgn
import chess.variant

from ._native import Board, Move, SakdiError

#: Starts the engine of this package, for ``chess.engine.SimpleEngine.popen_uci``.
ENGINE_COMMAND = [sys.executable, "-m", "sakdi"]

_TO_CHESS = str.maketrans("MmSs", "QqBb")
_TO_MAKRUK = str.maketrans("QqBb", "MmSs")

_TERMINATIONS = {
    "mate": chess.Termination.CHECKMATE,
    "stalemate": chess.Termination.STALEMATE,
    "material": chess.Termination.INSUFFICIENT_MATERIAL,
    "repetition": chess.Termination.THREEFOLD_REPETITION,
    "count": chess.Termination.VARIANT_DRAW,
}

MakrukBoardT = TypeVar("MakrukBoardT", bound="MakrukBoard")


class MakrukMove(chess.Move):
    """A move whose promotion is written as engines for Makruk do: ``e5e6m``. It equals the move of
    python-chess between the same squares, with the same promotion.
    """

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, chess.Move):
            return NotImplemented
        return bool(self._parts(self) == self._parts(other))

    __hash__ = chess.Move.__hash__

    @staticmethod
    def _parts(move: chess.Move) -> Tuple[object, ...]:
        return move.from_square, move.to_square, move.promotion, move.drop

    def uci(self) -> str:
        """The move in coordinates."""
        squares = chess.SQUARE_NAMES[self.from_square] + chess.SQUARE_NAMES[self.to_square]
        return squares + ("m" if self.promotion else "")

    @classmethod
    def of(cls, move: Move) -> "MakrukMove":
        """The move of this package as one of python-chess."""
        promotion = chess.QUEEN if move.promotion else None
        return cls(move.from_square, move.to_square, promotion)

    @classmethod
    def from_uci(cls, uci: str) -> "MakrukMove":
        """The move of a text in coordinates."""
        try:
            return cls.of(Move.from_uci(uci))
        except ValueError as error:
            raise chess.InvalidMoveError(str(error)) from None


class MakrukBoard(chess.Board):
    """A board of python-chess with the rules and the counting of Makruk.

    ``native`` is the board of this package with the same game; it knows the count.

    >>> board = MakrukBoard()
    >>> board.push_san("e4")
    Move.from_uci('e3e4')
    >>> board.native.count_sentence()
    'No count runs.'
    """

    aliases: ClassVar[List[str]] = ["Makruk", "Makruk Thai", "Thai chess", "หมากรุกไทย"]
    uci_variant: ClassVar[Optional[str]] = "makruk"
    xboard_variant: ClassVar[Optional[str]] = "makruk"
    starting_fen: ClassVar[str] = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"
    tbw_suffix: ClassVar[Optional[str]] = None
    tbz_suffix: ClassVar[Optional[str]] = None
    one_king: ClassVar[bool] = True

    native: Board

    def __init__(
        self, fen: Optional[str] = starting_fen, *, chess960: bool = False, counting: str = "makruk"
    ) -> None:
        self.native = Board(variant=self.uci_variant, counting=counting)  # type: ignore[arg-type]
        super().__init__(fen, chess960=chess960)

    # The position.

    def reset(self) -> None:
        """Sets up the start position."""
        self.set_fen(self.starting_fen)

    def clear(self) -> None:
        """Sets up the khuns alone: in Makruk there is no board without them."""
        self.set_fen("4k3/8/8/8/8/8/8/3K4 w - - 0 1")

    def set_fen(self, fen: str) -> None:
        """Sets up a position. The moves before it are forgotten."""
        self.native.set_fen(fen)
        self.move_stack.clear()
        self._stack.clear()
        self._take_over()

    def fen(
        self,
        *,
        shredder: bool = False,
        en_passant: chess.EnPassantSpec = "legal",
        promoted: Optional[bool] = None,
    ) -> str:
        """The position in FEN, with the count."""
        return self.native.fen(promoted=bool(promoted))

    def board_fen(self, *, promoted: Optional[bool] = False) -> str:
        """The men in FEN."""
        return super().board_fen(promoted=promoted).translate(_TO_MAKRUK)

    def __str__(self) -> str:
        return str(self.native)

    def _set_board_fen(self, fen: str) -> None:
        super()._set_board_fen(fen.translate(_TO_CHESS))

    def _no_editing(self, *_: Any, **__: Any) -> NoReturn:
        """Raises: the rules would not know of the change."""
        raise NotImplementedError("a board of Makruk is set up by its FEN: set_fen")

    set_piece_at = _no_editing
    remove_piece_at = _no_editing
    set_piece_map = _no_editing
    set_board_fen = _no_editing
    apply_transform = _no_editing
    transform = _no_editing

    def __eq__(self, board: object) -> bool:
        if not isinstance(board, MakrukBoard):
            return NotImplemented
        return super().__eq__(board) and self.native == board.native

    def _take_over(self) -> None:
        """Takes men, side and clocks from the native board."""
        fields = self.native.fen(promoted=True).split()
        super()._set_board_fen(fields[0].translate(_TO_CHESS))
        self.turn = self.native.turn
        self.castling_rights = chess.BB_EMPTY
        self.ep_square = None
        self.halfmove_clock = self.native.halfmove_clock
        self.fullmove_number = self.native.fullmove_number

    def copy(self: MakrukBoardT, *, stack: Union[bool, int] = True) -> MakrukBoardT:
        """A copy, with the moves that led here if ``stack``."""
        board = type(self)(None, counting=self.native.counting)
        board.native = self.native.copy(stack=bool(stack))
        board._take_over()
        if stack:
            board.move_stack = list(self.move_stack)
            board._stack = list(self._stack)
        return board

    def root(self: MakrukBoardT) -> MakrukBoardT:
        """The first position."""
        start = self.native.start_fen(promoted=True)
        return type(self)(start, counting=self.native.counting)

    def mirror(self: MakrukBoardT) -> MakrukBoardT:
        """The position with the sides exchanged."""
        board = chess.Board(None)
        board._set_board_fen(self.board_fen(promoted=True).translate(_TO_CHESS))
        board.apply_mirror()
        men = board.board_fen(promoted=True).translate(_TO_MAKRUK)
        side = "b" if self.turn else "w"
        rest = " ".join(self.native.fen().split()[2:])
        return type(self)(f"{men} {side} {rest}", counting=self.native.counting)

    # Moves.

    def _native_move(self, move: chess.Move) -> Move:
        if not move:
            raise chess.IllegalMoveError("Makruk has no null move")
        return Move(move.from_square, move.to_square)

    def push(self, move: chess.Move) -> None:
        """Makes a legal move."""
        state: Any = chess._BoardState(self)
        legal = self._legal(move)
        self.native.push(self._native_move(move))
        self._stack.append(state)
        self.move_stack.append(legal)
        self._take_over()

    def pop(self) -> chess.Move:
        """Takes the last move back, and returns it."""
        move = self.move_stack.pop()
        self._stack.pop()
        self.native.pop()
        self._take_over()
        return move

    def _legal(self, move: chess.Move) -> MakrukMove:
        native = self._native_move(move)
        try:
            return MakrukMove.of(self.native.parse_uci(native.uci()))
        except SakdiError as error:
            raise chess.IllegalMoveError(str(error)) from None

    def generate_legal_moves(
        self, from_mask: chess.Bitboard = chess.BB_ALL, to_mask: chess.Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        """The legal moves between these squares."""
        for native in self.native.legal_moves:
            move = MakrukMove.of(native)
            if chess.BB_SQUARES[move.from_square] & from_mask:
                if chess.BB_SQUARES[move.to_square] & to_mask:
                    yield move

    def generate_pseudo_legal_moves(
        self, from_mask: chess.Bitboard = chess.BB_ALL, to_mask: chess.Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        """The same as ``generate_legal_moves``."""
        return self.generate_legal_moves(from_mask, to_mask)

    def is_legal(self, move: chess.Move) -> bool:
        """Whether a move is legal."""
        return bool(move) and self.native.is_legal(self._native_move(move))

    def is_pseudo_legal(self, move: chess.Move) -> bool:
        """The same as ``is_legal``."""
        return self.is_legal(move)

    def parse_uci(self, uci: str) -> chess.Move:
        """A legal move given in coordinates."""
        move = MakrukMove.from_uci(uci)
        return self._legal(move)

    def parse_san(self, san: str) -> chess.Move:
        """A legal move given in SAN, or in any other notation."""
        try:
            return MakrukMove.of(self.native.parse_san(san))
        except SakdiError as error:
            raise chess.IllegalMoveError(str(error)) from None

    def san(self, move: chess.Move) -> str:
        """A legal move in SAN."""
        return self.native.san(self._native_move(self._legal(move)))

    def _algebraic(self, move: chess.Move, *, long: bool = False) -> str:
        return self.san(move)

    def _algebraic_and_push(self, move: chess.Move, *, long: bool = False) -> str:
        text = self.san(move)
        self.push(move)
        return text

    def is_en_passant(self, move: chess.Move) -> bool:
        """Always false."""
        return False

    def is_castling(self, move: chess.Move) -> bool:
        """Always false."""
        return False

    # Attacks.

    def attacks_mask(self, square: chess.Square) -> chess.Bitboard:
        """The squares that the man on a square attacks."""
        kind, color = self.piece_type_at(square), self.color_at(square)
        if kind is None or color is None:
            return chess.BB_EMPTY
        if kind == chess.PAWN:
            return chess.BB_PAWN_ATTACKS[color][square]
        if kind in (chess.ROOK, chess.KNIGHT, chess.KING):
            return super().attacks_mask(square)
        # Met and khon: a step along the diagonals, and the khon a step forward.
        mask = chess.BB_PAWN_ATTACKS[True][square] | chess.BB_PAWN_ATTACKS[False][square]
        if kind == chess.BISHOP:
            ahead = square + (8 if color else -8)
            mask |= chess.BB_SQUARES[ahead] if 0 <= ahead < 64 else chess.BB_EMPTY
        return mask

    def attackers_mask(
        self, color: chess.Color, square: chess.Square, occupied: Optional[chess.Bitboard] = None
    ) -> chess.Bitboard:
        """The men of a side that attack a square."""
        if occupied is not None and occupied != self.occupied:
            board: MakrukBoard = self.copy(stack=False)
            board.occupied = occupied
            return board.attackers_mask(color, square)
        target = chess.BB_SQUARES[square]
        attackers = chess.BB_EMPTY
        for origin in chess.scan_forward(self.occupied_co[color]):
            if self.attacks_mask(origin) & target:
                attackers |= chess.BB_SQUARES[origin]
        return attackers

    def pin_mask(self, color: chess.Color, square: chess.Square) -> chess.Bitboard:
        """The squares to which a man can move without exposing its khun to a ruea: all, if it is not
        pinned.
        """
        king = self.king(color)
        if king is None or not self.native.is_pinned(color, square):
            return chess.BB_ALL
        return chess.ray(king, square)

    # The end of the game.

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.native.is_check()

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
        return self.native.is_checkmate()

    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check."""
        return self.native.is_stalemate()

    def is_insufficient_material(self) -> bool:
        """Whether neither side has the material to win."""
        return self.native.is_insufficient_material()

    def has_insufficient_material(self, color: chess.Color) -> bool:
        """Whether a side lacks the material to win."""
        return self.native.has_insufficient_material(color)

    def is_variant_draw(self) -> bool:
        """Whether the count has run out."""
        outcome = self.native.outcome()
        return outcome is not None and outcome.reason == "count"

    def is_seventyfive_moves(self) -> bool:
        """Always false: the counts of Makruk take its place."""
        return False

    def is_fifty_moves(self) -> bool:
        """Always false: the counts of Makruk take its place."""
        return False

    def can_claim_fifty_moves(self) -> bool:
        """Always false: the counts of Makruk take its place."""
        return False

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has been on the board this often."""
        return self.native.is_repetition(count)

    def is_fivefold_repetition(self) -> bool:
        """Whether the position has been on the board five times."""
        return self.native.is_repetition(5)

    def can_claim_threefold_repetition(self) -> bool:
        """Whether the position has been on the board three times."""
        return self.native.is_repetition(3)

    def outcome(self, *, claim_draw: bool = False) -> Optional[chess.Outcome]:
        """How the game ended. A count that has run out ends it; the third time of a position only
        with ``claim_draw``, the fifth always.
        """
        outcome = self.native.outcome()
        if outcome is not None and outcome.reason == "repetition" and not claim_draw:
            outcome = self.native.outcome(claim_draw=False)
            if outcome is None and self.is_fivefold_repetition():
                return chess.Outcome(chess.Termination.FIVEFOLD_REPETITION, None)
        if outcome is None:
            return None
        return chess.Outcome(_TERMINATIONS[outcome.reason], outcome.winner)


class MakpongBoard(MakrukBoard):
    """A board of python-chess with the rules of Makpong: a khun in check may not move away."""

    aliases: ClassVar[List[str]] = ["Makpong"]
    uci_variant: ClassVar[Optional[str]] = "makpong"
    xboard_variant: ClassVar[Optional[str]] = None


def _register(*boards: Type[MakrukBoard]) -> None:
    known: List[Any] = chess.variant.VARIANTS
    names: Dict[str, Any] = {board.__name__: board for board in known}
    known.extend(board for board in boards if board.__name__ not in names)


def _teach_letters() -> None:
    """Makes ``chess.pgn`` read moves of met and khon, of whose letters it knows nothing: it would read
    ``Mc7`` as ``c7``.
    """
    known = chess.pgn.MOVETEXT_REGEX
    pattern = known.pattern.replace("[NBKRQ]?", "[NBKRQMS]?")
    pattern = pattern.replace("[nbrqkNBRQK]", "[nbrqkmNBRQKM]")
    setattr(chess.pgn, "MOVETEXT_REGEX", re.compile(pattern, known.flags))


_register(MakrukBoard, MakpongBoard)
_teach_letters()
