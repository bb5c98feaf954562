#!/usr/bin/env python3
"""Makes docs/images/analysis.png: the report of docs/images/analysis.pgn, as a browser shows it.

    cargo build --release && tools/report_picture.py [--program target/release/sakdi] [--ply N]

Needs Chromium or Chrome (CHROMIUM names the program).
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "engine-tests"))
from report_browser import Browser, browser_program  # noqa: E402

GAME = ROOT / "docs/images/analysis.pgn"
PICTURE = ROOT / "docs/images/analysis.png"
SIZE = (1180, 1010)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", type=pathlib.Path, default=ROOT / "target/release/sakdi")
    arguments.add_argument("--ply", type=int, default=137, help="the move that is shown")
    arguments.add_argument("--nodes", type=int, default=20_000, help="nodes for each position")
    arguments = arguments.parse_args()
    program = browser_program()
    if program is None:
        return "no Chromium or Chrome is installed"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        report = pathlib.Path(folder) / "report.html"
        command = [arguments.program, "analyse", GAME, "--nodes", str(arguments.nodes), "--html", report]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        browser = Browser(program, pathlib.Path(folder) / "profile")
        try:
            browser.open(f"{report.as_uri()}#1.{arguments.ply}", SIZE, False)
            browser.shot(PICTURE)
        finally:
            browser.close()


if __name__ == "__main__":
    sys.exit(main())
