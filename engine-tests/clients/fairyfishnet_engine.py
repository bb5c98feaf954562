#!/usr/bin/env python3
"""Drives the engine with the UCI client of fairyfishnet, which parses `info` lines strictly. `pip
install fairyfishnet`

The program itself accepts only its own Fairy-Stockfish: any other lacks most of its variants.
"""

import logging
import sys

try:
    import pyffish
    from fairyfishnet import engine as reader
except ImportError as missing:
    print(f"skipped: pip install fairyfishnet ({missing})")
    sys.exit(0)

VARIANT = "makruk"
MOST_PLIES = 200


class Complaints(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.said = []

    def emit(self, record):
        self.said.append(record.getMessage())


def main():
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    process = reader.open_process(sys.argv[1])
    try:
        info, variants = reader.uci(process)
        assert VARIANT in variants and "name" in info, (info, variants)
        reader.set_variant_options(process, VARIANT, False, False)
        # The options that fairyfishnet sets itself.
        for name, value in (("Threads", 1), ("Hash", 16), ("UCI_AnalyseMode", True), ("Skill Level", 20)):
            reader.setoption(process, name, value)
        reader.isready(process)
        start, moves = pyffish.start_fen(VARIANT), []
        while len(moves) < MOST_PLIES:
            legal = pyffish.legal_moves(VARIANT, start, moves)
            answer = reader.go(process, start, moves, movetime=20, depth=9, nodes=20_000, variant=VARIANT)
            if not legal:
                assert answer["bestmove"] is None, answer
                break
            assert answer["bestmove"] in legal, (moves, answer)
            for field in ("depth", "nodes", "nps", "time", "pv", "score"):
                assert field in answer, (field, answer)
            assert answer["pv"].split()[0] == answer["bestmove"], answer
            moves.append(answer["bestmove"])
            seen, known = reader.current_fen(process), pyffish.get_fen(VARIANT, start, moves[:-1])
            assert seen == known, (seen, known)
        analysis = reader.go(process, start, moves[:10], nodes=50_000, variant=VARIANT)
        assert analysis["score"], analysis
    finally:
        reader.kill_process(process)
    assert not complaints.said, complaints.said
    print(f"{len(moves)} plies, every field of every answer there, every FEN as pyffish has it")


if __name__ == "__main__":
    main()
