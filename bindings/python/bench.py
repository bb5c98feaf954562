"""Times the board of this package beside pyffish: random playouts, and perft as one call.

    pip install sakdi pyffish
    python bench.py

Both play the same moves, in turns, and the median of the rounds is printed.
"""

import random
import statistics
import time
from typing import Callable, Dict, List

import pyffish
import sakdi

ROUNDS = 7
PLIES = 120


def pyffish_playout(seed: int) -> int:
    """Random moves from the start, as pyffish is used: by the list of moves."""
    chance, moves = random.Random(seed), []
    start = pyffish.start_fen("makruk")
    for _ in range(PLIES):
        legal = sorted(pyffish.legal_moves("makruk", start, moves))
        if not legal:
            break
        moves.append(chance.choice(legal))
    return len(moves)


def sakdi_playout(seed: int) -> int:
    """The same moves on a board."""
    chance, board = random.Random(seed), sakdi.Board()
    plies = 0
    for _ in range(PLIES):
        legal = sorted(board.legal_texts())
        if not legal:
            break
        board.push_uci(chance.choice(legal))
        plies += 1
    return plies


def plies_a_second(playout: Callable[[int], int], games: int) -> float:
    """How fast a playout is."""
    begun = time.perf_counter()
    plies = sum(playout(seed) for seed in range(games))
    return plies / (time.perf_counter() - begun)


def main() -> None:
    """Measures, and prints the medians."""
    results: Dict[str, List[float]] = {"pyffish": [], "sakdi": [], "perft": []}
    for _ in range(ROUNDS):
        results["pyffish"].append(plies_a_second(pyffish_playout, 3))
        results["sakdi"].append(plies_a_second(sakdi_playout, 300))
        begun = time.perf_counter()
        leaves = sakdi.Board().perft(5)
        results["perft"].append(leaves / (time.perf_counter() - begun))
    medians = {name: statistics.median(values) for name, values in results.items()}
    print(f"pyffish {medians['pyffish']:>14,.0f} plies a second")
    print(f"sakdi   {medians['sakdi']:>14,.0f} plies a second")
    print(f"ratio   {medians['sakdi'] / medians['pyffish']:>14,.0f}")
    print(f"perft   {medians['perft']:>14,.0f} leaves a second")


if __name__ == "__main__":
    main()
