"""MakrukBoard in python-chess: engines, games, random walks."""

import io
import random
import subprocess
import sys

import pytest

chess = pytest.importorskip("chess")
import chess.engine
import chess.pgn
import chess.variant
import sakdi
from sakdi.uci import ENGINE_COMMAND, MakpongBoard, MakrukBoard, MakrukMove


def test_the_engine_of_the_package_plays_and_analyses():
    with chess.engine.SimpleEngine.popen_uci(ENGINE_COMMAND) as engine:
        assert engine.id["name"].startswith("Sakdi")
        board = MakrukBoard()
        for _ in range(6):
            board.push(engine.play(board, chess.engine.Limit(nodes=200)).move)
        assert board.native.ply() == 6
        info = engine.analyse(board, chess.engine.Limit(depth=5), multipv=2)
        assert len(info) == 2 and info[0]["pv"][0] in board.legal_moves
        mate = MakrukBoard("8/8/8/2R5/8/1K6/8/k7 w - - 0 1")
        assert engine.analyse(mate, chess.engine.Limit(depth=4))["score"].white().mate() == 1
        # A promotion goes both ways.
        promotion = MakrukBoard("4k3/8/8/P7/8/8/8/4K3 w - - 0 1")
        promotion.push_uci("a5a6m")
        assert promotion.piece_at(chess.A6) == chess.Piece(chess.QUEEN, chess.WHITE)
        assert engine.play(promotion, chess.engine.Limit(nodes=50)).move in promotion.legal_moves


def test_a_board_is_printed_with_the_letters_of_makruk():
    board = MakrukBoard()
    board.push_san("Nd2")
    assert str(board) == str(board.native) and str(board).splitlines()[-1] == "R . S K M S N R"


def test_the_module_is_an_engine():
    run = subprocess.run(
        [sys.executable, "-m", "sakdi"], input="uci\nquit\n", capture_output=True, text=True
    )
    assert run.returncode == 0 and run.stdout.rstrip().endswith("uciok")


@pytest.mark.parametrize("kind", [MakrukBoard, MakpongBoard])
def test_random_walks_are_those_of_the_native_board(kind):
    chance = random.Random(5)
    for _ in range(6):
        board = kind()
        for _ in range(80):
            moves = list(board.legal_moves)
            assert {move.uci() for move in moves} == set(board.native.legal_texts())
            if not moves:
                break
            move = chance.choice(moves)
            assert board.parse_san(board.san(move)) == move and board.is_legal(move)
            board.push(move)
            assert bool(board.checkers()) == board.is_check()
            assert kind(board.fen()).board_fen() == board.board_fen()
        again = board.copy()
        while again.move_stack:
            again.pop()
        assert again == kind() and again.fen() == board.root().fen() and len(board.move_stack) > 0


def test_attacks_are_those_of_the_men():
    board = MakrukBoard("4k3/8/8/3s4/8/3S4/8/M3K3 w - - 0 1")
    squares = {chess.square_name(square) for square in board.attacks(chess.D3)}
    assert squares == {"c4", "d4", "e4", "c2", "e2"}
    squares = {chess.square_name(square) for square in board.attacks(chess.D5)}
    assert squares == {"c4", "d4", "e4", "c6", "e6"}
    assert set(board.attacks(chess.A1)) == {chess.B2}
    assert board.is_attacked_by(chess.WHITE, chess.D4) and board.is_attacked_by(chess.BLACK, chess.D4)


def test_games_are_written_and_read_by_python_chess():
    board = MakrukBoard()
    for text in ["e4", "e5", "Nd2", "Nd7", "d4", "exd4"]:
        board.push_san(text)
    game = chess.pgn.Game.from_board(board)
    assert game.headers["Variant"] == "Makruk"
    text = str(game)
    read = chess.pgn.read_game(io.StringIO(text))
    assert read.errors == [] and read.end().board() == board
    [ours] = sakdi.read_games(text)
    assert ours.board().fen() == board.fen() and ours.moves == board.native.move_stack
    commented = chess.pgn.read_game(io.StringIO('[Variant "Makruk"]\n\n1. e4 (1. d4 d5) e5 *'))
    assert [len(node.variations) for node in commented.mainline()] == [1, 0]
    assert len(commented.variations) == 2
    assert chess.variant.find_variant("makpong") is MakpongBoard
    for name in ["Makruk Thai", "หมากรุกไทย"]:
        assert chess.variant.find_variant(name) is MakrukBoard


def test_games_with_met_and_khon_are_read_by_python_chess():
    numbers = random.Random(7)
    for _ in range(40):
        board = MakrukBoard()
        while not board.is_game_over() and len(board.move_stack) < 150:
            board.push(numbers.choice(list(board.legal_moves)))
        read = chess.pgn.read_game(io.StringIO(str(chess.pgn.Game.from_board(board))))
        assert read.errors == [] and read.end().board().move_stack == board.move_stack
    text = '[Variant "Makruk"]\n[FEN "7k/8/7p/8/8/2MP4/8/K7 w - - 0 1"]\n\n1. Md4 *'
    [move] = chess.pgn.read_game(io.StringIO(text)).mainline_moves()
    assert move.uci() == "c3d4"


def test_a_board_is_not_changed_behind_its_rules():
    board = MakrukBoard()
    for change in [
        lambda: board.set_piece_at(chess.A3, None),
        lambda: board.remove_piece_at(chess.A3),
        lambda: board.set_piece_map({}),
        lambda: board.set_board_fen("4k3/8/8/8/8/8/8/3K4"),
        lambda: board.transform(chess.flip_vertical),
    ]:
        with pytest.raises(NotImplementedError):
            change()
    assert board == MakrukBoard() and board.piece_at(chess.A3) == chess.Piece.from_symbol("P")


def test_only_ruea_pin_and_counts_differ():
    board = MakrukBoard("7k/8/8/8/3m4/8/1N6/K7 w - - 0 1")
    assert not board.is_pinned(chess.WHITE, chess.B2) and board.pin(chess.WHITE, chess.B2) == chess.BB_ALL
    board = MakrukBoard("r6k/8/8/8/8/8/N7/K7 w - - 0 1")
    assert board.is_pinned(chess.WHITE, chess.A2)
    assert board.pin(chess.WHITE, chess.A2) == chess.SquareSet(chess.BB_FILE_A)
    counted = [MakrukBoard(f"8/8/8/4k3/8/8/8/1K1S3R b - 32 {count} 1") for count in (6, 20, 6)]
    assert counted[0] == counted[2] and counted[0] != counted[1]


def test_a_board_of_makruk_is_no_chess():
    board = MakrukBoard()
    with pytest.raises(chess.IllegalMoveError):
        board.push_uci("e3e5")
    with pytest.raises(chess.IllegalMoveError):
        board.push(chess.Move.null())
    with pytest.raises(chess.InvalidMoveError):
        MakrukMove.from_uci("e7e8q")
    with pytest.raises(ValueError):
        MakrukBoard("8/8/8 w - - 0 1")
    assert not board.has_kingside_castling_rights(chess.WHITE)
    mirrored = MakrukBoard("4k3/8/8/3s4/8/8/8/M3K3 w - - 0 1").mirror()
    assert mirrored.fen().startswith("m3k3/8/8/8/3S4/8/8/4K3 b")


def test_moves_equal_those_of_python_chess():
    move = MakrukMove.from_uci("e3e4")
    assert move == chess.Move.from_uci("e3e4") and chess.Move.from_uci("e3e4") == move
    assert hash(move) == hash(chess.Move.from_uci("e3e4"))
    assert move != chess.Move.from_uci("e3d4") and move != "e3e4"
    promotion = MakrukMove.from_uci("a5a6m")
    assert promotion == chess.Move.from_uci("a5a6q") and promotion != chess.Move.from_uci("a5a6")
    board = MakrukBoard()
    board.push_uci("e3e4")
    assert board.peek() == chess.Move.from_uci("e3e4")
    game = chess.pgn.Game.from_board(board)
    assert game.has_variation(chess.Move.from_uci("e3e4"))


def test_a_game_that_repeats_itself_ends():
    board = MakrukBoard()
    times = 1
    while not board.is_game_over():
        for text in ["b1d2", "b8d7", "d2b1", "d7b8"]:
            board.push_uci(text)
        times += 1
    assert times == 5
    assert board.outcome().termination == chess.Termination.FIVEFOLD_REPETITION
    assert board.outcome(claim_draw=True).termination == chess.Termination.THREEFOLD_REPETITION


def test_ends_have_the_words_of_python_chess():
    def ending(fen, **keywords):
        return MakrukBoard(fen, **keywords).outcome()

    assert ending("R3k3/1R6/8/8/8/8/8/4K3 b - - 0 1").termination == chess.Termination.CHECKMATE
    dead = ending("4k3/8/8/8/8/8/8/3K4 w - - 0 1")
    assert dead.termination == chess.Termination.INSUFFICIENT_MATERIAL and dead.winner is None
    board = MakrukBoard("8/8/8/4k3/8/8/8/1K1S3R b - 32 28 1")
    for text in ["e5e6", "h1h2", "e6e7", "h2h3", "e7e6"]:
        assert board.outcome() is None
        board.push_uci(text)
    assert board.outcome().termination == chess.Termination.VARIANT_DRAW
    assert board.is_variant_draw() and board.is_game_over()
