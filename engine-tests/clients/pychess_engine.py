#!/usr/bin/env python3
"""Drives the engine with PyChess's engine classes: two play a game and one analyses. `apt install pychess`

Run it with the system's Python, which has the package.
"""

import asyncio
import os
import sys

try:
    from pychess.Players.UCIEngine import UCIEngine
    from pychess.System.SubProcess import SubProcess
    from pychess.Utils.const import ANALYZING, BLACK, RUNNING, WHITE
    from pychess.Utils.logic import getStatus
    from pychess.Variants.asean import MakrukBoard
except ImportError as missing:
    print(f"skipped: apt install pychess ({missing})")
    sys.exit(0)

MOST_PLIES = 240
PATIENCE = 60


async def start(path, color, strength=20, mode=None):
    process = SubProcess(path)
    await process.start()
    engine = UCIEngine(process, color, 2, "")
    if mode is not None:
        engine.setOptionAnalyzing(mode)

    def options(_):
        assert engine.hasOption("UCI_Variant"), sorted(engine.options)
        engine.setOptionVariant(MakrukBoard)
        # Nobody counts the time down: the engine has this much for every move.
        engine.setOptionTime(1, 0.02, 0)
        engine.setOptionStrength(strength, False)
        if mode is not None:
            engine.setOption("MultiPV", 2)

    engine.connect("readyForOptions", options)
    engine.prestart()
    ready, dead = asyncio.Event(), set()
    engine.start(ready, dead)
    await asyncio.wait_for(ready.wait(), PATIENCE)
    assert not dead, "the engine died at its start"
    return engine


async def play(path):
    players = [await start(path, color) for color in (WHITE, BLACK)]
    boards, moves = [MakrukBoard(setup=True)], []
    while len(moves) < MOST_PLIES and getStatus(boards[-1])[0] == RUNNING:
        before = boards[-2] if moves else None
        player = players[len(moves) % 2]
        if len(moves) == 1:
            # In PyChess, a player that has not moved yet knows only the first board.
            player.set_board(boards[0])
        move = await asyncio.wait_for(player.makeMove(boards[-1], moves[-1] if moves else None, before), PATIENCE)
        moves.append(move)
        boards.append(boards[-1].move(move))
    for player in players:
        player.kill(None)
    assert len(moves) > 20, moves
    return len(moves)


async def analyse(path):
    engine = await start(path, WHITE, mode=ANALYZING)
    seen = asyncio.Event()

    def look(_, analysis):
        lines = [line for line in analysis if line]
        if len(lines) == 2 and all(line[1] for line in lines):
            seen.set()

    engine.connect("analyze", look)
    engine.setBoard(MakrukBoard(setup=True))
    await asyncio.wait_for(seen.wait(), PATIENCE)
    engine.kill(None)


async def both(path):
    plies = await play(path)
    await analyse(path)
    print(f"a game of {plies} plies with pondering, and analysis with two lines", flush=True)
    # An orderly exit would cancel the tasks of PyChess, but they cannot be cancelled.
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(both(sys.argv[1]))
