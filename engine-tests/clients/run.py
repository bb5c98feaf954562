#!/usr/bin/env python3
"""Plays whole games through the interfaces that Makruk players use, as far as they are installed.

    python3 engine-tests/clients/run.py target/release/sakdi

Each client is a script beside this one and can be run alone in the same way. Of what is not installed
it is said what to install. Last line: `clients: N ok, N skipped, N failed`; exit status 1 on a failure.
"""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CLIENTS = ("python_chess", "fairyfishnet_engine", "pychess_engine", "xboard_uci2wb", "cutechess")
PATIENCE = 300


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    engine = os.path.abspath(sys.argv[1])
    results = {"ok": 0, "skipped": 0, "failed": 0}
    for client in CLIENTS:
        # PyChess comes by the system's packages, and so with the system's Python.
        python = "/usr/bin/python3" if client == "pychess_engine" and os.path.exists("/usr/bin/python3") else sys.executable
        try:
            done = subprocess.run([python, str(HERE / f"{client}.py"), engine], stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=PATIENCE, check=False)
            lines = done.stdout.strip().splitlines() or ["no output"]
            status = "failed" if done.returncode else "skipped" if lines[-1].startswith("skipped") else "ok"
            said = lines[-1] if status != "failed" else "\n".join([*lines, done.stderr.strip()])
        except subprocess.TimeoutExpired:
            status, said = "failed", f"no end after {PATIENCE} s"
        results[status] += 1
        print(f"{status} {client}: {said.removeprefix('skipped: ')}", flush=True)
    print("clients: " + ", ".join(f"{count} {status}" for status, count in results.items()))
    sys.exit(1 if results["failed"] else 0)


if __name__ == "__main__":
    main()
