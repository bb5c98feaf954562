#!/usr/bin/env python3
"""Records random games as Fairy-Stockfish's rules see them: pyffish (pip install pyffish).

    python3 tools/record_differential.py --positions 22000 --seed 1 positions/differential.txt

The test `differential` replays the file without Python. For a longer run, record elsewhere and
name the file to the test:

    SAKDI_DIFFERENTIAL=big.txt cargo test --release differential

pyffish takes about ten milliseconds for each position. With `--ffish`, in a folder where `npm
install ffish` was run, the JavaScript version of the library is used, which is a hundred times
faster. The header of the file describes its format.
"""

import argparse
import json
import pathlib
import random
import subprocess
import zlib

import pyffish

HEADER = """\
# Random games as {oracle} saw them, {positions} positions or a few more, seed {seed}.
# Made by tools/record_differential.py, replayed by the test `differential`.
# Tests: legal moves, FEN (so limit and ply of the count), SAN, verdict.
# One game a line, tab between fields: variant, start FEN, record of the start, then for each
# move its SAN, a blank and the record of the position after it.
# A record is three hashes and a verdict: mmmmffffssssV. Each hash is the low 16 bits of the
# CRC-32 (zlib's) of a text, in hexadecimal:
#   m  the legal moves in coordinate notation, sorted, joined by blanks
#   f  the FEN
#   s  the SAN of all those moves, in the same order, joined by blanks; .... where not recorded
# V is the first that applies of: m mate, s stalemate, c the count is over (ply > limit > 0),
# r third occurrence of the position, d dead material, - none.
"""

START = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"
LIMITS = (16, 32, 44, 64, 88, 128)


def short_hash(text):
    return f"{zlib.crc32(text.encode()) & 0xFFFF:04x}"


class Pyffish:
    """pyffish sets up the variant in every call, which takes two milliseconds. So this class does
    not query what cannot have changed, and queries the SAN of all moves only now and then."""

    name = "pyffish " + ".".join(map(str, pyffish.version()))
    san_share = 0.03

    def start(self, variant, fen):
        self.variant, self.first, self.moves = variant, fen, []
        self.fen = pyffish.get_fen(variant, fen, [])
        self.legal = sorted(pyffish.legal_moves(variant, self.fen, []))
        self.seen = []
        self.dead_of = {}  # what men there are -> whether they are dead

    def push(self, move):
        self.seen.append(self.fen.split()[:2])
        self.moves.append(move)
        self.fen = pyffish.get_fen(self.variant, self.fen, [move])
        self.legal = sorted(pyffish.legal_moves(self.variant, self.fen, []))

    def sans(self):
        return [pyffish.get_san(self.variant, self.fen, move) for move in self.legal]

    def sans_of_game(self):
        # The FEN after single steps must equal that after all moves at once.
        assert pyffish.get_fen(self.variant, self.first, self.moves) == self.fen, self.first
        return pyffish.get_san_moves(self.variant, self.first, self.moves)

    def check(self):
        return pyffish.gives_check(self.variant, self.fen, [])

    def claimable(self):
        # Repetitions are found only if all moves from the start are given.
        again = self.fen.split()[:2] in self.seen
        return again and pyffish.is_optional_game_end(self.variant, self.first, self.moves)[0]

    def dead(self):
        # A met never changes the colour of its square, so only captures and promotions can make
        # material dead.
        men = "".join(sorted(filter(str.isalpha, self.fen.split()[0])))
        if men not in self.dead_of:
            sides = pyffish.has_insufficient_material(self.variant, self.fen, [])
            self.dead_of[men] = all(sides)
        return self.dead_of[men]


class Ffish:
    """The JavaScript library, through ffish_oracle.mjs."""

    name = "ffish (npm)"
    san_share = 1

    def __init__(self):
        script = pathlib.Path(__file__).with_name("ffish_oracle.mjs")
        # The loader of ffish believes it is in a browser if `fetch` exists.
        command = ["node", "--no-experimental-fetch", str(script)]
        pipe = subprocess.PIPE
        self.node = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def start(self, variant, fen):
        self.played = []
        self.ask(f"start {variant} {fen}")

    def push(self, move):
        self.played.append(self.answer["sans"][self.legal.index(move)])
        self.ask(f"push {move}")

    def ask(self, line):
        self.node.stdin.write(line + "\n")
        self.answer = json.loads(self.node.stdout.readline())
        self.fen, self.legal = self.answer["fen"], self.answer["legal"]

    def sans(self):
        return self.answer["sans"]

    def sans_of_game(self):
        return self.played

    def check(self):
        return self.answer["check"]

    def claimable(self):
        return self.answer["claimable"]

    def dead(self):
        return self.answer["dead"]


class Game:
    """A random game in progress."""

    def __init__(self, oracle, variant, start):
        self.oracle, self.variant, self.start = oracle, variant, start
        self.moves, self.records = [], []
        oracle.start(variant, start)

    def play(self, move):
        self.moves.append(move)
        self.oracle.push(move)

    def record(self, with_san):
        """Records the position. Returns its verdict."""
        oracle = self.oracle
        sans = short_hash(" ".join(oracle.sans())) if with_san else "...."
        mark = self.verdict()
        self.records.append(
            short_hash(" ".join(oracle.legal)) + short_hash(oracle.fen) + sans + mark
        )
        return mark

    def verdict(self):
        oracle = self.oracle
        if not oracle.legal:
            return "m" if oracle.check() else "s"
        limit, ply = oracle.fen.split()[3:5]
        if limit != "-" and int(ply) > int(limit):
            return "c"
        # Claimed draws are by the count, which is excluded here, or by repetition.
        if oracle.claimable():
            return "r"
        return "d" if oracle.dead() else "-"

    def line(self):
        pairs = zip(self.oracle.sans_of_game(), self.records[1:], strict=True)
        steps = [f"{san} {record}" for san, record in pairs]
        return "\t".join([self.variant, self.start, self.records[0], *steps])


def random_men(rng):
    """Random men of both sides except the khuns: White's and Black's letters."""
    kind = rng.random()
    pool = "RNSMMNSR"
    if kind < 0.4:  # bare khun
        return rng.sample(pool, rng.randint(1, 5)), []
    if kind < 0.75:  # no bia
        return rng.sample(pool, rng.randint(1, 5)), rng.sample(pool, rng.randint(1, 4))
    # Few bia, so that counts begin within the game.
    return (
        rng.sample(pool + "PPP", rng.randint(1, 5)) + ["P"],
        rng.sample(pool + "PPP", rng.randint(0, 4)),
    )


def random_setup(rng, variant):
    """A legal position with few men, with or without a running count."""
    while True:
        men = dict.fromkeys(range(64))
        squares = rng.sample(range(64), 14)
        white, black = random_men(rng)
        if rng.random() < 0.5:
            white, black = black, white
        for side, letters in ((str.upper, white), (str.lower, black)):
            for letter in ["K", *letters]:
                men[squares.pop()] = side(letter)
        if any(men[i] == "P" for i in range(56, 64)) or any(men[i] == "p" for i in range(8)):
            continue
        board = "/".join(
            "".join(men[8 * rank + file] or "1" for file in range(8)) for rank in range(7, -1, -1)
        )
        for run in range(8, 1, -1):
            board = board.replace("1" * run, str(run))
        count = f"- {rng.randint(0, 9)}"
        if rng.random() < 0.4:
            limit = rng.choice(LIMITS) + (rng.random() < 0.05)
            count = f"{limit} {rng.randint(max(0, limit - 40), limit + 2)}"
        side, other = rng.choice(("wb", "bw"))
        rest = f"- {count} {rng.randint(1, 90)}"
        # The side that has just moved must not stand in check.
        if not pyffish.gives_check(variant, f"{board} {other} {rest}", []):
            return f"{board} {side} {rest}"


def choose(rng, game):
    """Chooses a random move, sometimes a move back (for repetitions), a capture or a promotion."""
    way = rng.random()
    if way < 0.25 and len(game.moves) > 1:
        back = game.moves[-2][2:4] + game.moves[-2][:2]
        if back in game.oracle.legal:
            return back
    if way < 0.4:
        men = game.oracle.fen.split()[0]
        for run in range(1, 9):
            men = men.replace(str(run), "." * run)
        ranks = men.split("/")
        taken = [m for m in game.oracle.legal if ranks[8 - int(m[3])][ord(m[2]) - ord("a")] != "."]
        sharp = taken + [m for m in game.oracle.legal if m.endswith("m")]
        if sharp:
            return rng.choice(sharp)
    return rng.choice(game.oracle.legal)


def play_game(rng, oracle):
    variant = "makpong" if rng.random() < 0.25 else "makruk"
    whole = rng.random() < 0.25
    game = Game(oracle, variant, START if whole else random_setup(rng, variant))
    length = rng.randint(40, 300) if whole else rng.randint(5, 60)
    overtime = rng.randint(0, 6)  # clients may play on after a draw
    while True:
        if game.record(with_san=rng.random() < oracle.san_share) != "-":
            overtime -= 1
        if not game.oracle.legal or overtime < 0 or len(game.moves) == length:
            return game
        game.play(choose(rng, game))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=22000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ffish", action="store_true", help="ask ffish instead of pyffish")
    parser.add_argument("out")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    oracle = Ffish() if arguments.ffish else Pyffish()
    header = HEADER.format(
        oracle=oracle.name, positions=arguments.positions, seed=arguments.seed
    )
    positions = 0
    with open(arguments.out, "w", encoding="ascii") as out:
        out.write(header)
        while positions < arguments.positions:
            game = play_game(rng, oracle)
            positions += len(game.records)
            out.write(game.line() + "\n")
            out.flush()


if __name__ == "__main__":
    main()
