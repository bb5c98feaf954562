"""The engine: results, lines, levels, threads, interruption."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
import sakdi
from sakdi import Board, Engine, Limit, Move

MATE_IN_ONE = "8/8/8/2R5/8/1K6/8/k7 w - - 0 1"
# Far more than any test waits for.
ENDLESS = Limit(time=3600)
PATIENCE = 120


def test_a_search_finds_what_there_is():
    result = Engine().search(Board(MATE_IN_ONE), Limit(depth=4))
    assert result.best == Move.from_uci("c5c1") and (result.mate, result.cp) == (1, None)
    result = Engine().search(Board(), Limit(nodes=5000), lines=3)
    assert [line.multipv for line in result.lines] == [1, 2, 3]
    assert result.lines[0].moves[0] == result.best and result.nodes >= 5000 > result.depth > 0
    assert result.cp == result.lines[0].cp and abs(sum(result.lines[0].wdl) - 1) < 0.01
    board = Board("R3k3/1R6/8/8/8/8/8/4K3 b - - 0 1")
    assert Engine().search(board, Limit(depth=1)).best is None


def test_the_score_is_that_of_the_best_line_with_contempt_too():
    for contempt in (-100, 100):
        result = Engine().search(Board(), Limit(nodes=5000), contempt=contempt)
        assert result.best == result.lines[0].moves[0]
        assert (result.cp, result.mate) == (result.lines[0].cp, result.lines[0].mate)


def test_equal_searches_have_equal_results():
    lines = []
    for _ in range(2):
        result = Engine(seed=7).search(Board(), Limit(nodes=2000))
        lines.append((result.best, result.cp, result.nodes, result.lines[0].moves))
    assert lines[0] == lines[1]


def test_only_these_moves_are_searched():
    only = [Move.from_uci("a3a4"), Move.from_uci("h3h4")]
    assert Engine().search(Board(), Limit(nodes=500), moves=only).best in only
    with pytest.raises(sakdi.SakdiError, match="a1a8"):
        Engine().search(Board(), Limit(nodes=500), moves=[*only, Move.from_uci("a1a8")])


def test_levels_are_weaker_and_repeatable():
    engine = Engine(seed=1)
    first = [engine.search(Board(), level=-2).best for _ in range(20)]
    assert len(set(first)) > 1
    engine = Engine(seed=1)
    assert [engine.search(Board(), level=-2).best for _ in range(20)] == first
    assert engine.search(Board(), elo=1000).best in Board().legal_moves


def test_lines_are_handed_over_while_they_are_found():
    seen = []
    Engine().search(Board(), Limit(depth=6), on_line=seen.append)
    assert [line.depth for line in seen if line.bound == "exact"][-1] == 6
    ended = Engine().search(Board(), ENDLESS, on_line=lambda line: line.depth < 4)
    assert ended.best in Board().legal_moves


def test_an_error_in_the_callback_ends_the_search():
    def fail(line):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        Engine().search(Board(), ENDLESS, on_line=fail)


def test_an_analysis_is_read_line_by_line_and_stopped():
    engine = Engine()
    with engine.analysis(Board(), lines=2) as search:
        first = next(search)
        assert first.moves[0] in Board().legal_moves
        search.stop()
        result = search.wait()
    assert result.best in Board().legal_moves
    # Lines that were read before count, too.
    search = engine.analysis(Board(), Limit(nodes=3000), lines=3)
    next(search)
    assert [line.multipv for line in search.wait().lines] == [1, 2, 3]
    # The engine is free again.
    assert engine.search(Board(), Limit(nodes=100)).best is not None


def test_nothing_waits_for_an_analysis_without_an_end():
    engine = Engine()
    analysis = engine.analysis(Board())
    for call in [
        lambda: engine.search(Board(), Limit(nodes=100)),
        lambda: engine.analysis(Board()),
        engine.clear,
    ]:
        with pytest.raises(RuntimeError, match="stop"):
            call()
    analysis.stop()
    assert engine.search(Board(), Limit(nodes=100)).best is not None
    # This one has ended by itself.
    mated = engine.analysis(Board("R3k3/1R6/8/8/8/8/8/4K3 b - - 0 1"))
    assert mated.wait().best is None
    engine.clear()
    assert engine.search(Board(), Limit(nodes=100)).best is not None


def test_an_analysis_that_looks_for_a_mate_may_have_no_end():
    engine = Engine()
    analysis = engine.analysis(Board(), Limit(mate=1))
    with pytest.raises(RuntimeError, match="stop"):
        engine.clear()
    analysis.stop()
    assert engine.search(Board(MATE_IN_ONE), Limit(mate=1)).mate == 1


def test_a_search_that_waits_for_another_has_all_its_time():
    engine = Engine()
    first = engine.analysis(Board(), ENDLESS)
    assert next(first).depth >= 1
    second = engine.analysis(Board(), Limit(nodes=1000))
    # However slow the machine is, the second one begins after this.
    time.sleep(1)
    stopped = time.perf_counter()
    first.stop()
    assert second.wait().lines[0].time <= time.perf_counter() - stopped


def test_the_board_of_a_search_may_be_changed_meanwhile():
    board = Board()

    def play(line):
        if not board.move_stack:
            board.push(line.moves[0])

    assert Engine().search(board, Limit(nodes=1000), on_line=play).best is not None
    assert len(board.move_stack) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_has_engines_of_its_own():
    script = """
        import os, sakdi
        sakdi.Engine(hash=64)
        child = os.fork()
        if child == 0:
            engine = sakdi.Engine(hash=64)
            engine.clear()
            os._exit(0 if engine.search(sakdi.Board(), sakdi.Limit(nodes=100)).best else 1)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    command = [sys.executable, "-c", "import sys\n" + textwrap.dedent(script)]
    assert subprocess.run(command, timeout=PATIENCE).returncode == 0


def test_a_search_that_nobody_reads_ends():
    engine = Engine()
    engine.analysis(Board())
    assert engine.search(Board(), Limit(nodes=100)).best is not None


def test_other_threads_work_during_a_search():
    engine = Engine()
    counted = 0
    done = threading.Event()
    results = []

    def search():
        results.append(engine.search(Board(), ENDLESS))
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    # The search ends only by what this thread does.
    while counted < 100_000:
        counted += 1
    assert not done.is_set()
    while not done.wait(0.01):
        engine.stop()
    thread.join(PATIENCE)
    assert results[0].best in Board().legal_moves


def test_two_engines_search_at_the_same_time():
    both = threading.Barrier(2, timeout=PATIENCE)
    results = []

    def search():
        # Each waits for the other in the midst of its search.
        waited = []

        def wait(line):
            if not waited:
                waited.append(both.wait())

        results.append(Engine().search(Board(), Limit(nodes=3000), on_line=wait))

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(results) == 2 and results[0].best == results[1].best


# Each prints when it has begun, and would take hours.
LONG_WORK = {
    "search": """
        def begun(line):
            if line.depth == 2: print("begun", flush=True)
        sakdi.Engine().search(sakdi.Board(), sakdi.Limit(time=36000), on_line=begun)
    """,
    "perft": """
        print("begun", flush=True)
        sakdi.Board().perft(64)
    """,
    "divide": """
        print("begun", flush=True)
        sakdi.Board().divide(64)
    """,
    "analyse_game": """
        print("begun", flush=True)
        sakdi.analyse_game("1. e4 e5 *", time=1000)
    """,
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
@pytest.mark.parametrize("work", LONG_WORK)
def test_ctrl_c_ends_long_work(work):
    code = """if True:
        import sakdi, signal, sys
        # A shell that starts this in the background has it ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            exec(sys.argv[1])
        except KeyboardInterrupt:
            print("interrupted")
    """
    command = [sys.executable, "-c", code, textwrap.dedent(LONG_WORK[work])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        try:
            assert run.stdout.readline() == "begun\n"
            run.send_signal(signal.SIGINT)
            assert run.communicate(timeout=PATIENCE)[0] == "interrupted\n"
        finally:
            run.kill()


def test_wrong_settings_are_named():
    for wrong in [
        lambda: Engine(hash=0),
        lambda: Engine(threads=0),
        lambda: Engine(net=b"no net"),
        lambda: Limit(depth=0),
        lambda: Limit(time=-1),
        lambda: Limit(time=float("nan")),
        lambda: Engine().search(Board()),
        lambda: Engine().search(Board(), Limit(increment=1.0)),
        lambda: Engine().search(Board(), level=20),
        lambda: Engine().search(Board(), elo=2780),
        lambda: Engine().search(Board(), Limit(nodes=1), lines=0),
        lambda: Engine().search(Board(), Limit(nodes=1), level=21),
        lambda: Engine().search(Board(), Limit(nodes=1), elo=1),
        lambda: Engine().search(Board(), Limit(nodes=1), level=3, elo=1000),
    ]:
        with pytest.raises(ValueError):
            wrong()


def test_numbers_outside_of_their_limits_are_named():
    for wrong, message in [
        (lambda: Engine(hash=-1), "hash = -1, it must be 1 to 65536"),
        (lambda: Engine(threads=0), "threads = 0, it must be 1 to 256"),
        (lambda: Engine(seed=-1), "seed = -1, it must be 0 to 18446744073709551615"),
        (lambda: Board().set_count(-1), "counted = -1, it must be 0 to 65535"),
        (lambda: Board().set_count(1, 70000), "limit = 70000, it must be 0 to 65535"),
        (lambda: next(sakdi.read_games("1. e4 *")).board(-1), "ply = -1, it must be at least 0"),
        (lambda: Limit(nodes=-3), "nodes = -3, it must be at least 0"),
        (lambda: Limit(depth=-1), "depth = -1, it must be at least 1"),
        (lambda: Engine().search(Board(), Limit(nodes=1), level=300), "level = 300, it must be -2 to 20"),
        (lambda: Engine().search(Board(), Limit(nodes=1), contempt=101), "contempt = 101, it must be -100 to 100"),
        (lambda: sakdi.analyse_game("1. e4 *", nodes=0), "nodes = 0, it must be at least 1"),
    ]:
        with pytest.raises(ValueError) as raised:
            wrong()
        assert str(raised.value) == message


def test_files_that_are_not_there_are_named(tmp_path):
    for wrong in [sakdi.read_games, sakdi.Tables]:
        with pytest.raises(FileNotFoundError) as raised:
            wrong(tmp_path / "nothing")
        assert raised.value.filename == str(tmp_path / "nothing")
        # Windows has its own sentence.
        if sys.platform != "win32":
            assert str(raised.value) == f"[Errno 2] No such file or directory: '{tmp_path / 'nothing'}'"


def test_tables_are_probed_and_used():
    tables = sakdi.Tables()
    board = Board(MATE_IN_ONE)
    result = tables.probe(board)
    assert (result.winner, result.distance, result.goal) == (True, 1, "mate")
    best = min(
        (entry for entry in tables.probe_moves(board) if entry.result),
        key=lambda entry: entry.result.distance,
    )
    assert best.move == Move.from_uci("c5c1") and best.outcome.reason == "mate"
    assert tables.probe(Board()) is None
    assert "KRvK" in tables.endings and len(tables) == len(tables.endings)
    assert len(sakdi.Tables(builtin=False)) == 0
    hits = Engine(tables=tables).search(Board("8/8/4k3/8/8/3MN3/8/K7 w - - 0 1"), Limit(nodes=500))
    assert hits.lines[0].tbhits > 0


def test_bad_tables_are_named(tmp_path):
    with pytest.raises(OSError):
        sakdi.Tables(tmp_path / "missing")
    (tmp_path / "KRvK.skt").write_bytes(b"no table")
    with pytest.raises(sakdi.SakdiError, match="KRvK") as caught:
        sakdi.Tables(tmp_path)
    assert caught.value.subject == "table" and "KRvK" in caught.value.thai
    [(path, reason)] = sakdi.Tables().add_folder(tmp_path)
    assert path.name == "KRvK.skt" and reason
    with pytest.raises(sakdi.SakdiError) as caught:
        sakdi.Tables().add(b"no table")
    assert caught.value.subject == "table"
