#!/usr/bin/env python3
"""Drives the engine with pychess-external-engine, which connects an engine on the user's machine to
the analysis board of pychess.org. `pip install pychess-external-engine`

Tests everything except the web site: analyses a game move by move, and checks every line and answer
with pyffish.
"""

import asyncio
import sys

try:
    import pyffish
    from pychess_external_engine.config import EngineConfig
    from pychess_external_engine.protocol import SearchRequest
    from pychess_external_engine.rules import RulesWorker
    from pychess_external_engine.search import SearchController
except ImportError as missing:
    print(f"skipped: pip install pychess-external-engine ({missing})")
    sys.exit(0)

VARIANT = "makruk"
PLIES = 24
LINES = 2


def request(start, moves, search):
    return SearchRequest.parse({
        "protocolVersion": 1, "sessionId": "test", "searchId": f"ply{len(moves)}", "variant": VARIANT,
        "engineVariant": VARIANT, "chess960": False, "initialFen": start, "moves": moves,
        "currentFen": pyffish.get_fen(VARIANT, start, moves), "threads": 1, "hash": 16, "multiPv": LINES,
        "search": search})


async def analyse(controller, start, moves, search):
    """The events of one search, from `started` to `completed`."""
    asked = request(start, moves, search)
    await controller.begin(asked)
    return [event async for event in controller.events(asked)]


async def main():
    controller = SearchController(EngineConfig((sys.argv[1],), max_search_seconds=60), RulesWorker)
    try:
        await controller.initialize()
        offered = controller.engine.capabilities()
        assert VARIANT in offered["variants"] and offered["maxMultiPv"] >= LINES, offered
        start, moves = pyffish.start_fen(VARIANT), []
        while len(moves) < PLIES:
            search = {"depth": 6} if len(moves) % 2 else {"nodes": 5000}
            started, *evaluations, completed = await analyse(controller, start, moves, search)
            assert started["type"] == "started" and completed["type"] == "completed", (started, completed)
            pvs = evaluations[-1]["pvs"]
            assert len(pvs) == LINES and all(len(pv["moves"]) >= 2 for pv in pvs), evaluations[-1]
            assert pvs[0]["moves"][0] == completed["bestmove"], (pvs, completed)
            moves.append(completed["bestmove"])
        # Checkmate ends the game and is no error.
        mated = await analyse(controller, "R3k3/8/4K3/8/8/8/8/8 b - 32 8 60", [], {"depth": 4})
        assert mated[-1]["type"] == "completed", mated
    finally:
        await controller.close()
    print(f"{PLIES} positions analysed with {LINES} lines each")


if __name__ == "__main__":
    asyncio.run(main())
