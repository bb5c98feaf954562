"""The board: habits of python-chess, the count, and what it refuses."""

import copy
import pickle

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
        with pytest.raises(ValueError, match=f"{wrong} is no square"):
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


def test_men_are_where_fen_says():
    board = Board("8/8/8/4k3/8/2M~5/8/1K1S3R b - - 0 1")
    men = sakdi.piece_map(board)
    assert {sakdi.square_name(square): man.symbol() for square, man in men.items()} == {
        "b1": "K",
        "d1": "S",
        "h1": "R",
        "c3": "M",
        "e5": "k",
    }
    assert board.is_promoted_at(sakdi.parse_square("c3")) and board.king(BLACK) == 36
    with pytest.raises(IndexError):
        board.piece_type_at(64)
    for wrong in [-1, 64]:
        with pytest.raises(IndexError, match=f"{wrong} is no square"):
            board.color_at(wrong)
        with pytest.raises(IndexError, match=f"{wrong} is no square"):
            sakdi.square_name(wrong)
    with pytest.raises(ValueError, match="'z9' names no square"):
        sakdi.parse_square("z9")


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
    board.drop_count()
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
    assert board.outcome(claim_draw=False) is None and board.result(claim_draw=False) == "*"


def test_moves_are_described():
    board = Board("4k3/8/8/8/8/r7/8/R2K4 w - - 0 1")
    assert board.is_capture(Move.from_uci("a1a3")) and not board.is_capture(Move.from_uci("a1a2"))
    assert not board.is_capture(Move.from_uci("a8a3"))
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
