"""The board: habits of python-chess, the count, and what it refuses."""

import copy
import pickle
import random

import pytest
import sakdi
from sakdi import BLACK, WHITE, Board, Move

COUNTED = "8/8/8/4k3/8/8/8/1K1S3R b - 32 6 1"
KS_ENDING = "8/8/8/4k3/8/8/8/1K1S3R b - - 0 1"


def test_a_board_is_walked_as_in_python_chess():
    board = Board()
    assert board.turn is WHITE and board.fullmove_number == 1 and board.ply() == 0
    assert len(board.legal_moves) == board.legal_moves.count() == len(list(board.legal_moves)) == 23
    move = board.parse_san("e4")
    assert move in board.legal_moves and board.san(move) == "e4"
    assert (move.from_square, move.to_square, move.promotion) == (20, 28, None)
    board.push(move)
    assert board.turn is BLACK and board.peek() == move and board.move_stack == [move]
    assert board.push_uci("e6e5") == Move.from_uci("e6e5")
    assert board.history() == ["e4", "e5"] and board.history("coordinate") == ["e3e4", "e6e5"]
    assert board.pop() == Move.from_uci("e6e5") and board.pop() == move
    assert board == Board() and hash(board) == hash(Board())
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_legal_moves_are_a_sequence():
    moves = Board().legal_moves
    assert moves[0] == list(moves)[0] and moves[-1] == list(moves)[-1]
    with pytest.raises(IndexError):
        moves[23]
    with pytest.raises(IndexError):
        moves[-24]
    assert Move.from_uci("e3e5") not in moves and bool(moves)


def test_moves_are_values():
    promotion = Move.from_uci("a5a6m")
    assert promotion.promotion == sakdi.MET and promotion.uci() == "a5a6m"
    assert promotion == Move(32, 40) and hash(promotion) == hash(Move(32, 40))
    assert pickle.loads(pickle.dumps(promotion)).uci() == "a5a6m"
    for wrong in ["", "a1", "a1a1", "i1a2", "e7e8q", "a5a6mm", "ก1ก2"]:
        with pytest.raises(ValueError):
            Move.from_uci(wrong)
    with pytest.raises(ValueError):
        Move(0, 64)
    with pytest.raises(ValueError):
        Move(5, 5)
    for wrong in [-1, 300]:
        with pytest.raises(ValueError, match=f"{wrong} is not a square"):
            Move(wrong, 0)
    with pytest.raises(ValueError, match="promotion"):
        Move(32, 40, sakdi.RUEA)


def test_copies_are_independent_and_equal():
    board = Board()
    board.push_san("e4")
    for made in [board.copy(), copy.copy(board), copy.deepcopy(board)]:
        assert made == board and made.move_stack == board.move_stack
        made.pop()
        assert made != board
    alone = board.copy(stack=False)
    assert alone == board and alone.move_stack == []


def test_a_board_with_a_claimed_count_can_be_pickled():
    board = Board("8/8/8/4k3/8/8/8/1K1S3R b - - 0 1", counting="claimed")
    board.claim_count()
    for text in ["e5e4", "h1h4", "e4e5"]:
        board.push_uci(text)
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.count == board.count and again.counting == "claimed"
    assert again.move_stack == board.move_stack
    again.pop()
    board.pop()
    assert again == board


def names(squares):
    return sorted(sakdi.square_name(square) for square in squares)


def test_men_are_where_fen_says():
    board = Board("8/8/8/4k3/8/2M~5/8/1K1S3R b - - 0 1")
    assert {sakdi.square_name(square): repr(man) for square, man in board.piece_map().items()} == {
        "b1": "Piece.from_symbol('K')",
        "d1": "Piece.from_symbol('S')",
        "h1": "Piece.from_symbol('R')",
        "c3": "Piece.from_symbol('M~')",
        "e5": "Piece.from_symbol('k')",
    }
    assert board.piece_at(sakdi.E5) == sakdi.Piece(sakdi.KHUN, BLACK) and board.piece_at(sakdi.E4) is None
    assert board.piece_type_at(sakdi.D1) == sakdi.KHON and board.color_at(sakdi.D1) is WHITE
    assert board.is_promoted_at(sakdi.C3) and board.king(BLACK) == sakdi.E5
    assert names(Board().pieces(sakdi.RUEA, BLACK)) == ["a8", "h8"]
    assert board.board_fen(promoted=True) == "8/8/8/4k3/8/2M~5/8/1K1S3R"
    assert board.board_fen() == "8/8/8/4k3/8/2M5/8/1K1S3R"
    for wrong in [-1, 64]:
        for call in [board.piece_at, board.piece_type_at, board.color_at, board.attacks]:
            with pytest.raises(IndexError, match=f"{wrong} is not a square"):
                call(wrong)
        with pytest.raises(IndexError, match=f"{wrong} is not a square"):
            sakdi.square_name(wrong)
    with pytest.raises(ValueError, match="'z9' names no square"):
        sakdi.parse_square("z9")
    assert [getattr(sakdi, name.upper()) for name in sakdi.SQUARE_NAMES] == list(sakdi.SQUARES)


def test_men_are_values():
    bia_ngai = sakdi.Piece(sakdi.MET, BLACK, promoted=True)
    assert (bia_ngai.piece_type, bia_ngai.color, bia_ngai.promoted) == (sakdi.MET, BLACK, True)
    assert bia_ngai.symbol() == str(bia_ngai) == "m" and bia_ngai == sakdi.Piece.from_symbol("m~")
    assert bia_ngai != sakdi.Piece.from_symbol("m") and hash(bia_ngai) == hash(eval_again(bia_ngai))
    assert pickle.loads(pickle.dumps(bia_ngai)) == bia_ngai
    for wrong in ["", "Q", "mm", "K~", "~", "ก"]:
        with pytest.raises(ValueError):
            sakdi.Piece.from_symbol(wrong)
    for wrong in [0, 7, -1]:
        with pytest.raises(ValueError, match=f"{wrong} is not a kind of man"):
            sakdi.Piece(wrong, WHITE)
        with pytest.raises(ValueError, match=f"{wrong} is not a kind of man"):
            Board().pieces(wrong, WHITE)


def eval_again(value):
    return eval(repr(value), vars(sakdi))


def test_attacks_checks_and_pins_are_seen():
    board = Board("4r3/4k3/8/8/4S3/4K3/8/8 w - - 0 1")
    assert names(board.attacks(sakdi.E4)) == ["d3", "d5", "e5", "f3", "f5"]
    assert board.attacks(sakdi.A1) == set() and board.checkers() == set()
    # The khon is not pinned while Black's khun stands between.
    assert not board.is_pinned(WHITE, sakdi.E4)
    board.push_uci("e3f3")
    board.push_uci("e7d6")
    assert names(board.attackers(BLACK, sakdi.E4)) == ["e8"]
    assert names(board.attackers(WHITE, sakdi.E4)) == ["f3"] and board.is_attacked_by(WHITE, sakdi.E4)
    board.push_uci("f3e3")
    assert board.is_pinned(WHITE, sakdi.E4) and not board.is_pinned(BLACK, sakdi.E4)
    assert not board.is_pinned(WHITE, sakdi.E3)
    board.push_uci("d6c6")
    with pytest.raises(sakdi.SakdiError):
        board.find_move(sakdi.E4, sakdi.D5)
    board = Board("8/8/4k3/8/8/4r3/8/4K3 w - - 0 1")
    assert names(board.checkers()) == ["e3"] and board.is_attacked_by(BLACK, sakdi.E1)


def test_attacks_are_those_of_python_chess():
    chess = pytest.importorskip("chess")
    uci = pytest.importorskip("sakdi.uci")
    chance = random.Random(53)
    for _ in range(20):
        board = uci.MakrukBoard()
        for _ in range(60):
            if board.is_game_over(claim_draw=True):
                break
            board.push(chance.choice(list(board.legal_moves)))
        native = board.native
        for square in sakdi.SQUARES:
            assert native.attacks(square) == set(board.attacks(square))
            for color in [WHITE, BLACK]:
                assert native.attackers(color, square) == set(board.attackers(color, square))
                assert native.is_pinned(color, square) == pinned(chess, board, color, square)


def pinned(chess, board, color, square):
    """Whether the khun of a side is attacked by more men once the man on a square is gone."""
    king = board.king(color)
    if board.color_at(square) != color or square == king:
        return False
    without = board.occupied & ~chess.BB_SQUARES[square]
    attackers = board.attackers_mask(not color, king)
    return board.attackers_mask(not color, king, without) != attackers


def test_every_notation_is_written_and_read():
    board = Board()
    move = board.parse_uci("b1d2")
    texts = {"coordinate": "b1d2", "san": "Nd2", "thai": "ม-ง๒", "official-thai-short": "มง2"}
    for notation, text in texts.items():
        assert board.san(move, notation) == text
        assert board.parse_san(text) == move
    assert board.variation_san([move, Move.from_uci("b8d7")]) == "1. Nd2 Nd7"
    with pytest.raises(ValueError, match="illegal"):
        board.variation_san([move, move])


def test_wrong_input_is_named_in_both_languages():
    with pytest.raises(sakdi.SakdiError) as caught:
        Board().push_san("e5")
    assert caught.value.subject == "move" and "e5" in str(caught.value) and caught.value.thai
    with pytest.raises(sakdi.SakdiError) as caught:
        Board("8/8/8 w - - 0 1")
    assert caught.value.subject == "fen"
    for wrong in [{"variant": "chess"}, {"counting": "often"}]:
        with pytest.raises(sakdi.SakdiError):
            Board(**wrong)
    board = Board()
    with pytest.raises(sakdi.SakdiError):
        board.push(Move.from_uci("e3e5"))
    assert board == Board()


def test_the_count_is_told_and_set():
    board = Board(COUNTED)
    assert "4" in board.count_sentence()
    assert board.count.counter is BLACK and board.count.honour == "pieces"
    assert (board.count.spoken, board.count.limit, board.count.moves_left) == (3, 16, 13)
    board.set_count(10)
    assert (board.count.spoken, board.count.limit) == (10, 16)
    assert "10" in board.count_sentence() and board.count_sentence("th")
    with pytest.raises(sakdi.SakdiError) as caught:
        board.set_count(17)
    assert caught.value.subject == "count"
    assert Board().count is None


def test_a_count_is_claimed_and_dropped():
    board = Board(KS_ENDING, counting="claimed")
    assert board.claimant is BLACK and board.count is None
    board.claim_count()
    assert board.count is not None and board.claimant is None
    board.stop_count()
    assert board.count is None
    with pytest.raises(sakdi.SakdiError):
        Board().claim_count()


def test_games_end_by_rule():
    mate = Board("R3k3/1R6/8/8/8/8/8/4K3 b - - 0 1")
    assert mate.is_checkmate() and mate.is_check() and mate.outcome().reason == "mate"
    assert mate.outcome().winner is WHITE and mate.result() == "1-0" and mate.is_game_over()
    dead = Board("4k3/8/8/8/8/8/8/3K4 w - - 0 1")
    assert dead.is_insufficient_material() and dead.outcome().reason == "material"
    assert "1/2-1/2" == dead.result() and dead.outcome().sentence("th")
    board = Board("4k2r/8/8/8/8/8/8/R2K4 w - - 0 1")
    for text in ["a1a2", "h8h7", "a2a1", "h7h8"] * 2:
        board.push_uci(text)
    assert board.is_repetition() and board.outcome().reason == "repetition"
    assert board.can_claim_draw() and not mate.can_claim_draw() and not dead.can_claim_draw()
    assert board.root() == Board("4k2r/8/8/8/8/8/8/R2K4 w - - 0 1") and board.root().move_stack == []
    assert board.outcome(claim_draw=False) is None and board.result(claim_draw=False) == "*"


def test_moves_are_described():
    board = Board("4k3/8/8/8/8/r7/8/R2K4 w - - 0 1")
    assert board.is_capture(Move.from_uci("a1a3")) and not board.is_capture(Move.from_uci("a1a2"))
    assert not board.is_capture(Move.from_uci("a8a3"))
    assert board.is_zeroing(Move.from_uci("a1a3")) and not board.is_zeroing(Move.from_uci("a1a2"))
    assert Board().is_zeroing(Move.from_uci("e3e4")) and not Board().is_zeroing(Move.from_uci("e3e5"))
    board = Board("4k3/8/8/P7/8/8/8/3K4 w - - 0 1")
    assert board.uci(Move.from_uci("a5a6")) == "a5a6m"
    assert board.find_move(sakdi.A5, sakdi.A6).promotion == sakdi.MET
    for wrong in [(sakdi.A5, sakdi.A7), (sakdi.B1, sakdi.B2)]:
        with pytest.raises(sakdi.SakdiError):
            board.find_move(*wrong)
    board = Board("4k3/8/8/8/8/7r/8/R2K4 w - - 0 1")
    assert board.gives_check(Move.from_uci("a1a8"))
    with pytest.raises(sakdi.SakdiError):
        board.gives_check(Move.from_uci("a1b2"))


def test_perft_counts_leaves():
    # positions/perft.epd has these.
    assert [Board().perft(depth) for depth in range(5)] == [1, 23, 529, 12_012, 273_026]
    for count in [Board().perft, Board().divide]:
        for wrong in [-1, 65]:
            with pytest.raises(ValueError, match=f"depth = {wrong}, it must be 0 to 64"):
                count(wrong)
    assert Board().perft(5) == sum(Board().divide(5).values()) == 6_223_994
    assert sum(Board().divide(3).values()) == 12_012 and len(Board().divide(1)) == 23
    assert Board().divide(0) == {}


def test_pictures_are_svg():
    board = Board()
    assert board._repr_svg_().startswith("<svg") and "ก" in board.svg(thai=True)
    assert board.svg(orientation=BLACK) != board.svg()


def test_pgn_has_the_tags_given():
    board = Board()
    board.push_san("e4")
    text = board.pgn(White="ก", Event="Test")
    assert '[White "ก"]' in text and "1. e4" in text
    assert next(sakdi.read_games(text)).board() == board
