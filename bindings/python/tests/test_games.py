"""Games from PGN in several dialects, and their analysis."""

import pickle
from pathlib import Path

import pytest
import sakdi
from sakdi import Board, Move, SakdiError, analyse_game, read_games

GAME = """[Event "A"]
[White "ก"]
[Black "B"]
[Result "1-0"]

{before} 1. e4 $1 {good [%clk 0:01:00]} e5 2. d4 (2. Nd2 Nd7 {mine}) exd4 3. cxd4 1-0
"""


def test_a_game_is_read_with_all_that_is_said_of_it():
    [game] = read_games(GAME)
    assert list(game.tags) == list(game.tree().tags) == ["Event", "White", "Black", "Result"]
    assert game.tags["White"] == "ก" and game.result == "1-0" and game.variant == "makruk"
    assert [str(move) for move in game.moves] == ["e3e4", "e6e5", "d3d4", "e5d4", "c3d4"]
    assert len(game) == 5 and game.comments == ["before"] and game.dialect == "makruk"
    first, third = game.mainline[0], game.mainline[2]
    assert first.nags == [1] and first.comments == ["good [%clk 0:01:00]"]
    assert [node.san() for node in third.parent.variations] == ["d4", "Nd2"]
    assert third.parent.variations[1].next().comments == ["mine"]
    assert game.board(1).history() == ["e4"] and len(game.board().move_stack) == 5


def test_a_tree_is_changed_and_written():
    [game] = read_games(GAME)
    tree = game.tree()
    nodes = tree.mainline()
    assert [node.move for node in nodes] == game.moves and tree.root.move is None
    assert nodes[1].parent == nodes[0] and nodes[0].parent == tree.root and tree.root.parent is None
    own = nodes[1].add_variation(nodes[1].board().parse_san("c4"))
    own.comments, own.nags = ["my own"], [5]
    assert own == nodes[1].add_variation(own.move) and not own.is_mainline() and own.ply() == 3
    own.promote_to_main()
    assert [node.san() for node in tree.mainline()] == ["e4", "e5", "c4"]
    [again] = read_games(tree.pgn())
    assert [node.san() for node in again.mainline] == ["e4", "e5", "c4"]
    assert again.mainline[2].comments == ["my own"] and again.mainline[2].nags == [5]
    assert {node.san() for node in again.mainline[1].variations} == {"c4", "d4", "Nd2"}
    assert own.remove() == nodes[1] and nodes[1].next().san() == "d4"
    with pytest.raises(ValueError, match="removed"):
        own.promote()
    with pytest.raises(SakdiError):
        nodes[1].add_variation(Move.from_uci("a1a8"))
    with pytest.raises(ValueError, match="255"):
        nodes[1].nags = [256]
    tree.set_tag("Event", "B")
    assert tree.tags["Event"] == "B" and game.tags["Event"] == "A"
    with pytest.raises(ValueError, match="name of a tag"):
        tree.set_tag("My Tag", "x")
    empty = sakdi.GameTree(sakdi.Board())
    empty.root.add_variation(Move.from_uci("e3e4"))
    assert "1. e4 *" in empty.pgn()


def test_a_game_goes_through_every_dialect():
    [game] = read_games(GAME)
    for dialect in ["official-thai-short", "playok", "uci", "lan", "schemingmind"]:
        [again] = read_games(game.pgn(dialect))
        assert again.moves == game.moves, dialect
        assert again.tags["White"] == "ก"
    [forced] = read_games(game.pgn("playok"), dialect="playok")
    assert forced.moves == game.moves
    with pytest.raises(SakdiError) as caught:
        game.pgn("klingon")
    assert caught.value.subject == "notation"


def test_a_bad_game_loses_only_itself(tmp_path):
    text = GAME + '\n[Event "bad"]\n\n1. e5 *\n\n' + GAME.replace('"A"', '"C"')
    path = tmp_path / "games.pgn"
    path.write_text(text, encoding="utf-8")
    faults = []
    games = list(read_games(path, on_error=faults.append))
    assert [game.tags["Event"] for game in games] == ["A", "C"]
    assert len(faults) == 1 and isinstance(faults[0], SakdiError) and "e5" in str(faults[0])
    reader = read_games(path)
    assert next(reader).tags["Event"] == "A"
    with pytest.raises(SakdiError):
        next(reader)
    assert next(reader).tags["Event"] == "C"
    assert games[1].line > 10


def test_bytes_of_thai_programs_are_decoded():
    [game] = read_games(GAME.replace("ก", "สมชาย").encode("tis-620"))
    assert game.tags["White"] == "สมชาย"
    with pytest.raises(OSError):
        read_games(Path("missing.pgn"))
    assert list(read_games("")) == []


def test_the_name_of_a_file_is_no_game():
    for read in [read_games, analyse_game]:
        with pytest.raises(ValueError, match=r"Path\('my games.PGN'\)"):
            read("my games.PGN")


def test_games_of_people_are_read_beyond_a_draw():
    [game] = read_games("1. Nd2 Nd7 2. Nb1 Nb8 3. Nd2 Nd7 4. Nb1 Nb8 5. Nd2 *")
    assert game.passed_draws == [(8, "repetition")] and len(game) == 9


def test_boards_of_a_game_pass_over_the_same_draws_as_its_nodes():
    text = '[FEN "8/3k4/8/8/3K4/8/8/R7 w - 32 31 60"]\n\n60. Ra6 Kc7 61. Kd5 Kb7 62. Rc6 Ka7 1-0'
    [game] = sakdi.read_games(text)
    assert game.board().outcome() is None and game.board(2).outcome().reason == "count"
    for ply, node in enumerate(game.mainline, 1):
        assert game.board(ply).fen() == node.board().fen()
    [ended] = sakdi.read_games(text.split(" 61.")[0])
    assert ended.board().outcome().reason == "count"
    # A board that is set up anew counts again.
    board = game.board()
    board.reset()
    assert board.counting == game.counting == "thai"


def test_pickled_boards_pass_over_the_same_draws():
    text = '[FEN "8/3k4/8/8/3K4/8/8/R7 w - 32 31 60"]\n\n60. Ra6 Kc7 61. Kd5 Kb7 62. Rc6 Ka7 1-0'
    [game] = sakdi.read_games(text)
    played = [game.board(ply) for ply in range(7)]
    counted = Board("8/3k4/8/8/3K4/8/8/R7 w - 32 31 60")
    repeated = Board("4k2r/8/8/8/8/8/8/R2K4 w - - 0 1")
    for board, moves in [
        (counted, ["a1a6", "d7c7", "d4d5"]),
        (repeated, [*["a1a2", "h8h7", "a2a1", "h7h8"] * 2, "a1a2"]),
    ]:
        for move in moves:
            board.push_uci(move)
    clocked = Board("8/8/8/4k3/8/8/8/1K1S3R b - 32 6 1")
    clocked.push_uci("e5e4")
    for board in [*played, counted, repeated, clocked.copy(stack=False)]:
        again = pickle.loads(pickle.dumps(board))
        assert again == board and again.halfmove_clock == board.halfmove_clock
        assert (again.outcome(), again.count) == (board.outcome(), board.count)
        assert (again.counting, again.move_stack) == (board.counting, board.move_stack)
        assert again.is_repetition() == board.is_repetition()


def test_the_result_of_a_tree_is_set_by_its_tag():
    tree = sakdi.GameTree()
    tree.set_tag("Result", "1-0")
    assert tree.result == "1-0" and tree.pgn().endswith("\n\n1-0\n\n")
    for name, value in [("Result", "foo"), ("FEN", "8/8"), ("Variant", "makpong"), ("CountingRule", "thai")]:
        with pytest.raises(ValueError):
            tree.set_tag(name, value)
    assert tree.result == "1-0"
    with pytest.raises(ValueError):
        sakdi.Board().pgn(**{"Wh ite": "A"})


def test_an_analysis_is_rows_data_pgn_and_a_page():
    [game] = read_games(GAME)
    progress = []
    analysed = analyse_game(
        game, nodes=300, progress=lambda done, all_positions: progress.append((done, all_positions))
    )
    assert progress[-1] == (6, 6) and len(progress) == 6
    rows = analysed.rows()
    assert [row["ply"] for row in rows] == [1, 2, 3, 4, 5]
    assert [row["san"] for row in rows[:4]] == ["e4", "e5", "d4", "exd4"]
    assert all(0 <= row["loss"] <= 1 and 0 <= row["expectation"] <= 1 for row in rows)
    assert all((row["cp"] is None) != (row["mate"] is None) for row in rows)
    assert Move.from_uci(rows[0]["best"]) in sakdi.Board().legal_moves
    data = analysed.data()
    assert data["tags"]["White"] == "ก" and len(data["positions"]) == 6
    assert "[%eval" in analysed.pgn() and analysed.html().startswith("<!")
    [annotated] = read_games(analysed.pgn())
    assert annotated.moves == game.moves
    assert analyse_game(GAME, nodes=300).rows() == rows


def test_one_game_is_analysed_from_a_text_bytes_or_a_file(tmp_path):
    path = tmp_path / "a game.pgn"
    path.write_text("1. e4 e5 *")
    found = [analyse_game(source, nodes=50).rows() for source in [path, path.read_bytes(), path.read_text()]]
    assert found[0] == found[1] == found[2] and [row["san"] for row in found[0]] == ["e4", "e5"]
    with pytest.raises(SakdiError):
        analyse_game("")
    path.write_text("1. e4 e5 *\n\n1. d4 *\n")
    with pytest.raises(ValueError, match="more than one game"):
        analyse_game(path)


def test_an_error_in_the_callback_ends_the_analysis():
    def fail(done, all_positions):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        analyse_game(GAME, nodes=300, progress=fail)


def test_wrong_settings_of_an_analysis_are_named():
    for wrong in [
        {"nodes": 0},
        {"nodes": 1, "time": 1.0},
        {"time": -1.0},
        {"lines": 0},
        {"language": "fr"},
        {"notation": "dots"},
        {"counting": "often"},
    ]:
        with pytest.raises(ValueError):
            analyse_game(GAME, **wrong)
    with pytest.raises(SakdiError):
        analyse_game("nothing", nodes=10)
