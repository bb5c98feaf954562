"""Random games, compared with pyffish, an independent program. SAKDI_TEST_PLIES sets their length."""

import os
import random

import pytest
from sakdi import Board

pyffish = pytest.importorskip("pyffish")

PLIES = int(os.environ.get("SAKDI_TEST_PLIES", "3000"))


@pytest.mark.parametrize("variant", ["makruk", "makpong"])
def test_moves_positions_and_ends_are_the_same(variant):
    chance = random.Random(variant)
    start = pyffish.start_fen(variant)
    plies = 0
    while plies < PLIES // 2:
        board, moves = Board(variant=variant), []
        while plies < PLIES // 2:
            legal = pyffish.legal_moves(variant, start, moves)
            assert sorted(legal) == sorted(board.legal_texts()), (start, moves)
            fen = pyffish.get_fen(variant, start, moves)
            assert board.fen() == fen, moves
            assert board.is_check() == pyffish.gives_check(variant, start, moves), moves
            is_over, result = pyffish.is_optional_game_end(variant, start, moves)
            if not legal:
                assert board.is_checkmate() or board.is_stalemate()
                break
            ours = board.outcome()
            by_rule = ours is not None and ours.reason in ("count", "repetition")
            assert is_over == by_rule or ours is not None and ours.reason == "material", (moves, result)
            if ours is not None:
                break
            move = chance.choice(legal)
            board.push_uci(move)
            moves.append(move)
            plies += 1
