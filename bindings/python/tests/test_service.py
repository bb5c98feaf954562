"""The analysis service, as clients see it."""

import http.client
import json
import socket
import sys
import threading
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
if not EXAMPLES.is_dir():
    pytest.skip("the examples are not here", allow_module_level=True)
sys.path.insert(0, str(EXAMPLES))
import analysis_service  # noqa: E402
from analysis_service import Pool, service  # noqa: E402

PATIENCE = 120


@pytest.fixture(scope="module")
def port():
    server = service(Pool(engines=2, queue=3, hash=4), 0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def ask(port, value, *, method="POST", path="/analyse"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path, value if isinstance(value, str) else json.dumps(value))
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    return response.status, answer


def test_a_position_is_analysed_the_same_each_time(port):
    request = {"moves": ["e3e4"], "nodes": 3000, "multipv": 2}
    status, first = ask(port, request)
    assert status == 200 and len(first["lines"]) == 2
    assert first["lines"][0]["pv"][0] == first["bestmove"]
    assert first["lines"][0]["depth"] > 1 and "cp" in first["lines"][0]["score"]
    assert ask(port, request) == (200, first)


def test_a_mate_is_a_mate(port):
    _, answer = ask(port, {"fen": "4k3/8/R3K3/8/8/8/8/8 w - - 0 1", "nodes": 2000})
    assert answer["bestmove"] == "a6a8" and answer["lines"][0]["score"] == {"mate": 1}


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ("{", "not JSON"),
        ("[1]", "no object"),
        ({"moves": ["e3e5"]}, "e3e5"),
        ({"moves": ["e3e4\nquit"]}, ""),
        ({"moves": "e3e4"}, "list of moves"),
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, ""),
        ({"fen": 3}, "string"),
        ({"fen": "\ud800"}, ""),
        ({"nodes": 10**9}, "nodes"),
        ({"nodes": True}, "nodes"),
        ({"multipv": 0}, "multipv"),
        ({"fen": "4k2R/8/4K3/8/8/8/8/8 b - - 0 1"}, "over"),
    ],
)
def test_wrong_requests_are_refused_with_the_reason(port, request_, reason):
    status, answer = ask(port, request_)
    assert status == 400 and reason in answer["error"]


def test_other_requests_have_their_status(port):
    assert ask(port, "x" * 100_000)[0] == 413
    assert ask(port, "", method="GET")[0] == 405
    assert ask(port, "", path="/other")[0] == 404
    assert ask(port, "", method="GET", path="/health") == (200, {"ok": True})
    assert "thai" in ask(port, {"moves": ["e3e5"]})[1]


def test_the_body_of_a_refused_request_is_no_request(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    for _ in range(2):
        connection.request("POST", "/other", "a body")
        response = connection.getresponse()
        assert (response.status, response.getheader("connection")) == (404, "close")
        response.read()
    connection.request("GET", "/health")
    assert connection.getresponse().status == 200
    connection.close()


def test_requests_beyond_the_queue_are_refused_and_those_in_it_answered(port):
    pool = Pool(engines=1, queue=1, hash=1)
    entered, leave = threading.Event(), threading.Event()
    outcomes = []

    def hold():
        with pool.engine():
            entered.set()
            leave.wait(PATIENCE)

    def wait():
        with pool.engine():
            outcomes.append("served")

    threads = [threading.Thread(target=hold)]
    threads[0].start()
    assert entered.wait(PATIENCE)
    threads.append(threading.Thread(target=wait))
    threads[1].start()
    while pool._waiting == 0:
        threading.Event().wait(0.001)
    with pytest.raises(Exception, match="too many"):
        with pool.engine():
            pass
    leave.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert outcomes == ["served"]


def test_a_client_that_goes_away_frees_its_engine(port, monkeypatch):
    # Such a search takes years unless it is stopped.
    monkeypatch.setattr(analysis_service, "MAX_NODES", 10**15)
    body = json.dumps({"nodes": 10**15, "multipv": 5}).encode()
    head = f"POST /analyse HTTP/1.1\r\nhost: x\r\ncontent-length: {len(body)}\r\n\r\n".encode()
    # One for each engine.
    for _ in range(2):
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(head + body)
    assert ask(port, {"nodes": 100})[0] == 200
