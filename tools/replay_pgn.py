#!/usr/bin/env python3
"""Replays the games of `sakdi match --pgn` with pyffish, Fairy-Stockfish's rules (pip install pyffish).

    python3 tools/replay_pgn.py FILE.pgn...

Every move must be legal in pyffish and have the same SAN. No game may continue after its end by
pyffish. A game that ended by a rule must end there by the same rule in pyffish. Games that were
adjudicated, or lost by a fault, must be unfinished in pyffish.

Result with pyffish 0.0.90: no difference in 252 games of Makruk of 55,291 plies (86 mates, 89
counts, 32 repetitions, 23 of dead material, a stalemate, 21 unfinished) and in 40 of Makpong of
3,620 plies.
"""

import re
import sys
from collections import Counter

import pyffish

RULES = {"mate", "stalemate", "count-draw", "repetition", "material"}


def games(path):
    """Tags and SAN moves of each game."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for part in re.split(r"\n\n(?=\[Event )", text.strip()):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.M))
        moves = re.sub(r"\{[^}]*\}", " ", part.rsplit("]\n\n", 1)[1])
        yield tags, [word for word in moves.split() if not re.fullmatch(r"\d+\.+|1-0|0-1|1/2-1/2", word)]


def men(fen):
    """The men by square, in small letters."""
    board = {}
    for rank, row in zip("87654321", fen.split()[0].split("/")):
        files = iter("abcdefgh")
        for letter in row:
            if letter.isdigit():
                for _ in range(int(letter)):
                    next(files)
            else:
                board[next(files) + rank] = letter.lower()
    return board


def find(san, legal, board):
    """The legal move that has this SAN."""
    letter, file, rank, to, _ = re.fullmatch(
        r"([KMSNR]?)([a-h]?)([1-8]?)x?([a-h][1-8])(=M)?[+#]?", san
    ).groups()
    piece = letter.lower() or "p"
    fits = [
        move
        for move in legal
        if move[2:4] == to and board[move[:2]] == piece and file in move[:2] and rank in move[:2]
    ]
    assert len(fits) == 1, f"{san} is {fits}"
    return fits[0]


def ending(variant, start, moves, legal, changed):
    """The rule that ends the game here, and its result; None while it continues. `changed` says
    whether the last move changed the material."""
    if not legal:
        if pyffish.gives_check(variant, start, moves):
            black_to_move = pyffish.get_fen(variant, start, moves).split()[1] == "b"
            return "mate", "1-0" if black_to_move else "0-1"
        return "stalemate", "1/2-1/2"
    over, value = pyffish.is_optional_game_end(variant, start, moves)
    if over:
        assert value == 0, "only draws end a game that has moves left"
        _, _, _, limit, ply, _ = pyffish.get_fen(variant, start, moves).split()
        counted = limit != "-" and int(ply) > int(limit) > 0
        return "count-draw" if counted else "repetition", "1/2-1/2"
    if changed and all(pyffish.has_insufficient_material(variant, start, moves)):
        return "material", "1/2-1/2"
    return None


def replay(tags, sans):
    variant = tags["Variant"].lower()
    start = tags.get("FEN", pyffish.start_fen(variant))
    board, moves, changed = men(start), [], True
    for san in sans:
        legal = pyffish.legal_moves(variant, start, moves)
        over = ending(variant, start, moves, legal, changed)
        assert over is None, f"goes on after {over} at ply {len(moves)}"
        move = find(san, legal, board)
        board[move[2:4]] = "m" if move.endswith("m") else board[move[:2]]
        del board[move[:2]]
        moves.append(move)
        changed = "x" in san or "=" in san
    legal = pyffish.legal_moves(variant, start, moves)
    over = ending(variant, start, moves, legal, changed)
    expected = (tags["Ending"], tags["Result"]) if tags["Ending"] in RULES else None
    assert over == expected, f"ends as {over}, not {expected}"
    assert pyffish.get_san_moves(variant, start, moves) == sans, "SAN differs"
    assert len(sans) == int(tags["PlyCount"]), "PlyCount"


def main():
    endings, plies = Counter(), 0
    for path in sys.argv[1:]:
        for tags, sans in games(path):
            try:
                replay(tags, sans)
            except AssertionError as error:
                sys.exit(f"{path}, round {tags['Round']}: {error}")
            endings[tags["Ending"]] += 1
            plies += len(sans)
    print(f"{sum(endings.values())} games, {plies} plies:", dict(endings.most_common()))


if __name__ == "__main__":
    main()
