#!/usr/bin/env python3
"""Plays whole games through the chess programs that Makruk players use, as far as they are installed.

    python3 engine-tests/clients/run.py target/release/sakdi [CLIENT...]

Each client is a script beside this one; without names all of them run. Start them from here only: each gets a
home directory of its own, so that none writes the user's settings. For a client that is not installed the line says
what to install. Last line: `clients: N ok, N skipped, N failed`; exit status 1 on a failure.
"""

import os
import pathlib
import site
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
CLIENTS = ("python_chess", "pychess_analysis", "fairyfishnet_engine", "pychess_engine", "xboard_uci2wb", "cutechess")
PATIENCE = 300
# Clients that run at once: most of their time passes on clocks.
SIDE_BY_SIDE = 2


def run(client, engine):
    """The status of a client (ok, skipped or failed) and its message."""
    # PyChess is a system package and needs the system's Python.
    system = "/usr/bin/python3"
    python = system if client == "pychess_engine" and os.path.exists(system) else sys.executable
    with tempfile.TemporaryDirectory(prefix="sakdi-client-", ignore_cleanup_errors=True) as home:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        # Keeps the packages that pip installed for this user available.
        environment |= {"HOME": home, "PYTHONUSERBASE": site.getuserbase()}
        command = [python, str(HERE / f"{client}.py"), engine]
        try:
            done = subprocess.run(command, cwd=home, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            return "failed", f"no end after {PATIENCE} s"
    lines = done.stdout.strip().splitlines() or ["no output"]
    if done.returncode:
        return "failed", "\n".join([*lines, done.stderr.strip()])
    return "skipped" if lines[-1].startswith("skipped") else "ok", lines[-1].removeprefix("skipped: ")


def main():
    asked = sys.argv[2:] or CLIENTS
    if len(sys.argv) < 2 or not set(asked) <= set(CLIENTS):
        sys.exit(f"{__doc__}\nClients: {' '.join(CLIENTS)}")
    engine = os.path.abspath(sys.argv[1])
    results = {"ok": 0, "skipped": 0, "failed": 0}
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        for client, (status, said) in zip(asked, pool.map(lambda client: run(client, engine), asked)):
            results[status] += 1
            print(f"{status} {client}: {said}", flush=True)
    print("clients: " + ", ".join(f"{count} {status}" for status, count in results.items()))
    sys.exit(1 if results["failed"] else 0)


if __name__ == "__main__":
    main()
