"""A small analysis service for a site: a pool of engines behind HTTP, with the standard library alone.

    pip install sakdi && python analysis_service.py [PORT]
    curl localhost:8081/analyse -d '{"fen": "startpos", "moves": ["e3e4"], "nodes": 20000, "multipv": 2}'

``POST /analyse`` answers ``{bestmove, lines: [{depth, score, pv}]}``. 400: the request is invalid, as
``{error, thai}``; 413: it is too long; 503: too many requests wait. When a client goes away, its search is
stopped. Every engine is one thread with ``hash`` MiB. ``web/examples`` has the same service for Node.js.
"""

import contextlib
import json
import select
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

import sakdi

MAX_BODY = 64 * 1024
MAX_NODES = 1_000_000
MAX_LINES = 5
MAX_MOVES = 1000
#: Seconds after which a connection that sends nothing is closed.
PATIENCE = 30


class Refusal(Exception):
    """An answer other than the analysis."""

    def __init__(self, status: int, message: str, thai: Optional[str] = None) -> None:
        super().__init__(message)
        self.status = status
        self.thai = thai


class Request(NamedTuple):
    """A request that was checked."""

    board: sakdi.Board
    nodes: int
    multipv: int


def is_whole(value: Any, most: int) -> bool:
    """Whether a value is a number from 1 to ``most``."""
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most


def read_request(text: bytes) -> Request:
    """Checks a request: nothing from outside reaches the engine unchecked."""
    try:
        fields = json.loads(text)
    except ValueError:
        raise Refusal(400, "the body is not JSON") from None
    if not isinstance(fields, dict):
        raise Refusal(400, "the body is no object")
    fen, moves = fields.get("fen", "startpos"), fields.get("moves", [])
    nodes, multipv = fields.get("nodes", 20_000), fields.get("multipv", 1)
    if not isinstance(fen, str):
        raise Refusal(400, "fen is a string")
    is_list = isinstance(moves, list) and len(moves) <= MAX_MOVES
    if not is_list or not all(isinstance(move, str) for move in moves):
        raise Refusal(400, "moves is a list of moves such as e3e4")
    if not is_whole(nodes, MAX_NODES):
        raise Refusal(400, f"nodes is from 1 to {MAX_NODES}")
    if not is_whole(multipv, MAX_LINES):
        raise Refusal(400, f"multipv is from 1 to {MAX_LINES}")
    try:
        board = sakdi.Board(None if fen == "startpos" else fen)
        for move in moves:
            board.push_uci(move)
    except ValueError as error:
        # Of its errors only those of Sakdi are translated: others are of texts that are no Unicode.
        raise Refusal(400, str(error), getattr(error, "thai", None)) from None
    if board.is_game_over():
        raise Refusal(400, "the game is over")
    return Request(board, nodes, multipv)


class Pool:
    """Engines that are lent to one request at a time."""

    def __init__(self, engines: int = 2, queue: int = 16, hash: int = 16) -> None:
        self._free = [sakdi.Engine(hash=hash) for _ in range(engines)]
        self._returned = threading.Condition()
        self._waiting, self._queue = 0, queue

    @contextlib.contextmanager
    def engine(self) -> Iterator[sakdi.Engine]:
        """An engine, as soon as one is free. ``Refusal`` if too many wait already."""
        with self._returned:
            if not self._free and self._waiting >= self._queue:
                raise Refusal(503, "too many requests wait")
            self._waiting += 1
            self._returned.wait_for(lambda: self._free)
            self._waiting -= 1
            engine = self._free.pop()
        try:
            yield engine
        finally:
            with self._returned:
                self._free.append(engine)
                self._returned.notify()


def has_gone(client: socket.socket) -> bool:
    """Whether the client has closed the connection."""
    try:
        readable, _, _ = select.select([client], [], [], 0)
        return bool(readable) and not client.recv(1, socket.MSG_PEEK)
    except OSError:
        return True


def analyse(pool: Pool, request: Request, client: socket.socket) -> Dict[str, Any]:
    """The answer to a request."""
    with pool.engine() as engine:
        # The answer depends on nothing but the request.
        engine.clear()
        result = engine.search(
            request.board,
            sakdi.Limit(nodes=request.nodes),
            lines=request.multipv,
            on_line=lambda line: not has_gone(client),
        )

    def entry(line: sakdi.Line) -> Dict[str, Any]:
        score = {"cp": line.cp} if line.mate is None else {"mate": line.mate}
        return {"depth": line.depth, "score": score, "pv": [str(move) for move in line.moves]}

    return {"bestmove": str(result.best), "lines": [entry(line) for line in result.lines]}


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of a connection."""

    protocol_version = "HTTP/1.1"
    timeout = PATIENCE
    pool: Pool

    def body(self) -> bytes:
        """What the client has sent."""
        try:
            length = int(self.headers.get("content-length", ""))
        except ValueError:
            raise Refusal(411, "the length is missing") from None
        if not 0 <= length <= MAX_BODY:
            raise Refusal(413, f"the body is longer than {MAX_BODY} bytes")
        return self.rfile.read(length)

    def answer(self) -> Tuple[int, Dict[str, Any]]:
        """The status and the value of the answer."""
        try:
            if self.path == "/health":
                return 200, {"ok": True}
            if self.path != "/analyse":
                raise Refusal(404, "there is /analyse")
            if self.command != "POST":
                raise Refusal(405, "POST a request")
            return 200, analyse(self.pool, read_request(self.body()), self.connection)
        except Refusal as refusal:
            # What follows may be the body of the request, which was not read.
            self.close_connection = True
            thai = {"thai": refusal.thai} if refusal.thai else {}
            return refusal.status, {"error": str(refusal), **thai}

    def respond(self) -> None:
        """Sends the answer, if the client is still there."""
        status, value = self.answer()
        text = json.dumps(value).encode() + b"\n"
        with contextlib.suppress(ConnectionError):
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            if self.close_connection:
                self.send_header("connection", "close")
            self.end_headers()
            self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_DELETE = respond

    def log_message(self, format: str, *args: Any) -> None:
        """Keeps quiet."""


def service(pool: Pool, port: int, host: str = "127.0.0.1") -> ThreadingHTTPServer:
    """The server; ``serve_forever`` starts it."""
    server = ThreadingHTTPServer((host, port), type("PoolHandler", (Handler,), {"pool": pool}))
    server.daemon_threads = True
    return server


def main(arguments: List[str]) -> None:
    """Serves until it is interrupted."""
    server = service(Pool(), int(arguments[0]) if arguments else 8081)
    print("ready", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])
