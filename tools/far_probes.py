#!/usr/bin/env python3
"""Measures how long `sakdi tables probe --url` takes with a server of tables far away. Needs only Python 3.

    target/release/examples/table_positions tables KMMMvK 10 |
        python3 tools/far_probes.py target/release/sakdi tables --delay 30

Reads lines that begin with a FEN, as `table_positions` prints them, and probes each position with all its
moves in a process of its own whose cache is empty. The server is on this computer; it waits for the delay
before it accepts what comes over a new connection, and again before each answer.
"""

import argparse
import functools
import http.server
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time


class Ranges(http.server.BaseHTTPRequestHandler):
    """Sends parts of the files of a folder."""

    protocol_version = "HTTP/1.1"
    # An answer goes out at once, in one piece.
    wbufsize = -1
    disable_nagle_algorithm = True

    def __init__(self, folder, delay, *arguments):
        self.folder = folder
        self.delay = delay
        super().__init__(*arguments)

    def setup(self):
        super().setup()
        time.sleep(self.delay)

    def do_GET(self):
        time.sleep(self.delay)
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        path = self.folder / pathlib.PurePosixPath(self.path).name
        if asked is None or not path.is_file():
            self.send_error(404)
            return
        size = path.stat().st_size
        first, last = int(asked[1]), min(int(asked[2]), size - 1)
        with path.open("rb") as file:
            file.seek(first)
            part = file.read(last + 1 - first)
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)
        self.server.requests += 1

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    # Of more connections at once the system would let some wait for a second.
    request_queue_size = 128
    daemon_threads = True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("tables", type=pathlib.Path, help="the folder that the server has")
    parser.add_argument("--delay", type=float, default=30, help="in milliseconds")
    options = parser.parse_args()
    handler = functools.partial(Ranges, options.tables, options.delay / 1_000)
    server = Server(("127.0.0.1", 0), handler)
    server.requests = 0
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    times = []
    for line in sys.stdin:
        fen = " ".join(line.split()[:6])
        with tempfile.TemporaryDirectory() as cache:
            command = [options.program, "tables", "probe", "--url", url, "--cache", cache, "--fen", fen]
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times.append(1_000 * (time.perf_counter() - start))
    server.shutdown()
    if not times:
        sys.exit("no positions")
    spent = os.times()
    processor = 1_000 * (spent.children_user + spent.children_system) / len(times)
    print(
        f"{len(times)} positions, {server.requests / len(times):.1f} requests each: "
        f"median {statistics.median(times):.0f} ms, most {max(times):.0f} ms, processor time {processor:.0f} ms"
    )


if __name__ == "__main__":
    main()
