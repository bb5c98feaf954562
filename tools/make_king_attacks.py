#!/usr/bin/env python3
"""Makes positions/king-attacks.epd: middlegames in which an attack on the khun mates.

    python3 tools/make_king_attacks.py target/release/sakdi fairy-stockfish positions/openings.epd positions/uneven.epd \\
        --jobs 2 > attacks.epd
    python3 tools/make_king_attacks.py target/release/sakdi fairy-stockfish uneven4.epd --first 22 --count 39 \\
        --jobs 2 >> attacks.epd

From each opening Sakdi plays itself, one side with four times the nodes of the other, until a side announces a mate
while many men are on the board and no count runs. Going back from there, the earliest position is kept in which a long
search finds a mate, unless Fairy-Stockfish, which has no part in the games, finds one in a short search: then it is
easy. Sakdi's own short search does not decide what is easy, or the suite would be harder for the version that made it
than for all others.

docs/lab/openings.md makes uneven4.epd. Searches stop after a number of nodes and begin with empty tables, so the same
programs give the same file. Needs pyffish.
"""

import argparse
import itertools
import multiprocessing
import shutil

import pyffish

from make_mates import with_limit
from uci_engine import Engine

# Nodes for each move of the stronger and the weaker side of a game, and its longest length in plies.
GAME_NODES = (4_000, 1_000)
LONGEST = 200
LEAST_MEN = 12
# Nodes of the long search, and of Fairy-Stockfish.
LONG, SHORT = 8_000_000, 200_000
# Plies from one position to the one before that is searched, and the number of positions.
STEP, MOST = 4, 6
# Moves that `dm` allows beyond the mate that the long search finds.
SLACK = 5


def men(fen):
    return sum(letter.isalpha() for letter in fen.split()[0])


def counts(fen):
    return fen.split()[3] not in ("-", "0")


def before_mate(sakdi, fen, stronger):
    """Positions with the winner to move, back from the first announced mate; none where a game has no such mate."""
    sakdi.new_game()
    positions = []
    for ply in range(LONGEST):
        if men(fen) < LEAST_MEN or counts(fen):
            return []
        found = sakdi.go(fen, f"nodes {GAME_NODES[(ply + stronger) % 2]}")
        positions.append(fen)
        if found.kind == "mate":
            return positions[-1 if found.value > 0 else -2 :: -STEP]
        if found.move == "(none)":
            return []
        fen = pyffish.get_fen("makruk", fen, [found.move])
    return []


def mates(engine, fen, nodes):
    """The moves to the mate that the side to move announces, or nothing."""
    found = engine.search(fen, f"nodes {nodes}")
    return found.value if found.kind == "mate" and found.value > 0 else None


def problem(opening):
    """The line of the problem from the game from this opening, or nothing."""
    sakdi, peer = engines
    earliest = None
    for fen in before_mate(sakdi, *opening)[1 : 1 + MOST]:
        distance = mates(sakdi, fen, LONG)
        if distance is None:
            break
        earliest = fen, distance
    if earliest is None or mates(peer, earliest[0], SHORT) is not None:
        return None
    return f"{with_limit(earliest[0])} dm {earliest[1] + SLACK};"


def start_engines(program, peer):
    global engines
    engines = Engine(program, Hash=64), Engine(peer, UCI_Variant="makruk", Hash=64)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("peer")
    parser.add_argument("openings", nargs="+")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--first", type=int, default=1, metavar="N", help="the number of the first problem")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    for command in (options.program, options.peer):
        if shutil.which(command) is None:
            parser.error(f"there is no program {command}")
    lines = itertools.chain.from_iterable(map(open, options.openings))
    fens = [line.split(";")[0].strip() for line in lines if line.strip() and line[0] != "#"]
    openings = [(fen, stronger) for stronger in (0, 1) for fen in fens]
    if options.first == 1:
        print("# Middlegames in which an attack on the khun mates, for `sakdi epd`. `dm` is five moves more than the mate that")
        print("# a search of eight million nodes found: what counts is that a mate is seen, not that it is the shortest.")
        print("# Source: tools/make_king_attacks.py, from games of Sakdi against itself.")
    with multiprocessing.Pool(options.jobs, start_engines, (options.program, options.peer)) as pool:
        found = filter(None, pool.imap(problem, openings))
        for number, line in enumerate(itertools.islice(found, options.count), options.first):
            print(f'{line} id "king attack {number}";', flush=True)


if __name__ == "__main__":
    main()
