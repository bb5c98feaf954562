#!/usr/bin/env python3
"""Tests fastchess.py: the translation of arguments and lines, and with SAKDI=PROGRAM a match."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
import fastchess  # noqa: E402

# As a client of OpenBench calls it.
CALL = (
    "-repeat -recover -variant standard -concurrency 2 -games 8 -resign movecount=3 score=400 "
    "-openings file=Books/uneven.epd format=epd order=random start=5 -srand 42 "
    "-engine dir=Engines/ cmd=./Sakdi-A proto=uci tc=8.0+0.08 option.Threads=1 option.Hash=16 name=Sakdi-dev "
    "-engine dir=Engines/ cmd=./Sakdi-B proto=uci tc=8.0+0.08 option.Threads=1 name=Sakdi-base -pgnout PGNs/1.pgn"
)


class Translation(unittest.TestCase):
    def test_a_call_of_openbench(self):
        arguments, games = fastchess.translate(CALL.split())
        self.assertEqual(games, 8)
        self.assertEqual(
            " ".join(arguments),
            "--concurrency 2 --resign movecount=3 score=400 --openings Books/uneven.epd order=random start=5 --seed 42 "
            "--engine dir=Engines/ cmd=./Sakdi-A tc=8.0+0.08 option.Threads=1 option.Hash=16 name=Sakdi-dev "
            "--engine dir=Engines/ cmd=./Sakdi-B tc=8.0+0.08 option.Threads=1 name=Sakdi-base --pgn PGNs/1.pgn --games 8",
        )

    def test_games_are_counted_as_fastchess_does(self):
        count = lambda text: fastchess.translate(text.split())[1]
        self.assertEqual(count("-rounds 10 -games 2 -repeat"), 20)
        self.assertEqual(count("-rounds 10 -repeat"), 20)
        self.assertEqual(count("-rounds 10"), 10)
        pairs = lambda text: "--no-repeat" not in fastchess.translate(text.split())[0]
        self.assertTrue(pairs("-rounds 10 -games 2") and pairs("-games 4 -repeat") and not pairs("-rounds 10 -games 1"))

    def test_what_is_not_known_is_refused(self):
        for text in ("-unknown 1", "loose", "-engine proto=xboard", "-openings order=random", "-games", "-games x"):
            with self.assertRaises((fastchess.Fault, ValueError), msg=text):
                fastchess.translate(text.split())

    def test_a_program_that_is_not_there_is_named(self):
        run = subprocess.run(
            [sys.executable, FOLDER / "fastchess.py", "-version"], env={**os.environ, "SAKDI": "/no/sakdi"}, capture_output=True, text=True
        )
        self.assertEqual((run.returncode, run.stderr), (2, "fastchess.py: SAKDI=/no/sakdi is no program\n"))

    def test_lines_of_games(self):
        lines = fastchess.game_lines("game 4.2: B v A 0-1 (White loses on time: 1.2 s, 30 plies)", 20)
        self.assertEqual(lines[1], "Finished game 8 (B vs A): 0-1 {White loses on time: 1.2 s}")
        # Where clients look for the number and the result.
        self.assertEqual([lines[1].split()[index] for index in (2, 6)], ["8", "0-1"])
        self.assertEqual(fastchess.game_lines("0.8 s, 1 at a time", 20), [])
        crash = fastchess.game_lines("game 3: A v B 0-1 (White crashes: exit status 1, 3 plies)", 20)
        self.assertIn("disconnects", crash[1])


@unittest.skipUnless(os.environ.get("SAKDI"), "SAKDI names no program")
class Match(unittest.TestCase):
    def test_games_are_reported_one_by_one(self):
        with tempfile.TemporaryDirectory() as folder:
            book = FOLDER.parent.parent / "positions/openings.epd"
            call = [sys.executable, str(FOLDER / "fastchess.py"), "-repeat", "-recover", "-variant", "standard", "-games", "4"]
            call += ["-openings", f"file={book}", "format=epd", "order=random", "start=700", "-srand", "3", "-concurrency", "1"]
            for name in ("dev", "base"):
                call += ["-engine", "cmd=self", "proto=uci", "nodes=20", "option.Hash=4", f"name={name}"]
            done = subprocess.run([*call, "-pgnout", "games.pgn"], cwd=folder, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stdout.isascii() and "" not in done.stdout.splitlines(), "the client stops there")
            finished = re.findall(r"^Finished game (\d) \((\w+) vs (\w+)\): (1-0|0-1|1/2-1/2) \{.+\}$", done.stdout, re.M)
            self.assertEqual([game[:3] for game in finished],
                             [("1", "dev", "base"), ("2", "base", "dev"), ("3", "dev", "base"), ("4", "base", "dev")])
            self.assertEqual((Path(folder) / "games.pgn").read_text().count("[Event "), 4)


if __name__ == "__main__":
    unittest.main()
