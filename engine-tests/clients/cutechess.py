#!/usr/bin/env python3
"""cutechess-cli: a match of two games. Debian has no package of it; https://github.com/cutechess/cutechess"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def main():
    program = shutil.which("cutechess-cli")
    if program is None:
        print("skipped: cutechess-cli is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        pgn = pathlib.Path(folder) / "games.pgn"
        command = [program, "-variant", "makruk", "-engine", f"cmd={sys.argv[1]}", "name=One", "-engine",
                   f"cmd={sys.argv[1]}", "name=Two", "-each", "proto=uci", "tc=2+0.02", "-games", "2", "-pgnout", str(pgn),
                   # cutechess has no repetition rule in Makruk: equal engines would play on until
                   # one loses on time.
                   "-maxmoves", "200", "-draw", "movenumber=60", "movecount=10", "score=15"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=True)
        text = pgn.read_text()
    results = re.findall(r'^\[Result "(.*)"\]', text, re.MULTILINE)
    assert len(results) == 2 and "*" not in results, done.stdout
    for fault in ("illegal", "disconnect", "stall", "loses on time"):
        assert fault not in (done.stdout + text).lower(), done.stdout
    print(f"2 games, {', '.join(results)}")


if __name__ == "__main__":
    main()
