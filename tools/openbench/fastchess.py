#!/usr/bin/env python3
"""Runs `sakdi match` for programs that call fastchess, such as the client of OpenBench.

    fastchess.py -engine cmd=./new name=new tc=8+0.08 -engine cmd=./old name=old tc=8+0.08 \\
        -openings file=book.epd order=random start=1 -srand 7 -games 32 -repeat -concurrency 4 -pgnout games.pgn

It translates the arguments of fastchess and cutechess-cli, and prints a line for the start and the end of each game
as they do. SAKDI names the program; without it, it is `sakdi` beside this file, or on PATH. README.md says how
OpenBench uses it.
"""

import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

# Arguments without an effect on the games that Sakdi plays. Values after them are skipped.
IGNORED = {
    "-autosaveinterval", "-config", "-crc32", "-force-concurrency", "-output", "-quick", "-randomseed",
    "-ratinginterval", "-recover", "-report", "-scoreinterval", "-show-latency", "-startup-ms", "-tb", "-tbadjudicate",
    "-tbignore50", "-tbpieces", "-testEnv", "-ucinewgame-ms", "-use-affinity", "-wait",
}
GAME = re.compile(r"game (\d+)(?:\.(\d))?: (.+) v (.+) (1-0|0-1|1/2-1/2|\*) \((.*), \d+ plies\)$")
PR_SET_PDEATHSIG = 1
# The client of OpenBench replaces a runner that is older than the fastchess which its server wants.
VERSION = "99.0.0"


class Fault(Exception):
    """An argument that cannot be translated."""


def groups(arguments):
    """Splits the arguments into options, each with its values. A negative number is a value."""
    found = []
    for argument in arguments:
        if re.fullmatch(r"-[A-Za-z][\w-]*", argument):
            found.append((argument, []))
        elif found:
            found[-1][1].append(argument)
        else:
            raise Fault(f"{argument!r} belongs to no option")
    return found


def single(option, values):
    if len(values) != 1:
        raise Fault(f"{option} takes one value, not {len(values)}")
    return values[0]


def key_values(values):
    pairs = [value.partition("=") for value in values]
    return {key: text for key, _, text in pairs}


def engine(values):
    """The settings of an engine. The protocol is always UCI, and Sakdi restarts engines that crash."""
    kept = []
    for value in values:
        key, _, text = value.partition("=")
        if key == "args":
            kept += [f"arg={word}" for word in text.split()]
        elif key == "proto" and text != "uci":
            raise Fault(f"proto={text}: only UCI")
        elif key not in {"proto", "restart"}:
            kept.append(value)
    return kept


def translate(arguments):
    """The arguments of `sakdi match`, and how many games there are."""
    result = []
    rounds, games, repeat = None, None, False
    for option, values in groups(arguments):
        if option in {"-engine", "-each"}:
            result += ["-" + option, *engine(values)]
        elif option == "-openings":
            given = key_values(values)
            if "file" not in given:
                raise Fault("-openings needs file=")
            kept = [f"{key}={given[key]}" for key in ("order", "plies", "start") if key in given]
            result += ["--openings", given["file"], *kept]
        elif option in {"-srand", "-seed"}:
            result += ["--seed", single(option, values)]
        elif option in {"-resign", "-draw", "-sprt"}:
            result += ["-" + option, *values]
        elif option == "-pgnout":
            given = key_values(values)
            result += ["--pgn", given.get("file") or values[0]]
        elif option == "-maxmoves":
            result += ["--max-moves", single(option, values)]
        elif option == "-event":
            result += ["--event", single(option, values)]
        elif option == "-log":
            result += ["--log", key_values(values).get("file") or values[0]]
        elif option == "-concurrency":
            result += ["--concurrency", single(option, values)]
        elif option == "-tournament":
            result += ["--tournament", {"roundrobin": "round-robin"}.get(values[0], values[0])]
        elif option == "-variant":
            # OpenBench names a variant of chess always.
            if single(option, values) in {"makruk", "makpong"}:
                result += ["--variant", values[0]]
        elif option == "-rounds":
            rounds = int(single(option, values))
        elif option == "-games":
            games = int(single(option, values))
        elif option == "-repeat":
            repeat = True
        elif option not in IGNORED:
            raise Fault(f"{option} is not known")
    # fastchess plays each opening `games` times, cutechess-cli as often as `-repeat` says.
    per_round = games or (2 if repeat else 1)
    total = per_round if rounds is None else rounds * per_round
    if not repeat and (rounds is None or per_round == 1):
        result.append("--no-repeat")
    return [*result, "--games", str(total)], total


def fastchess_reason(reason):
    """The reason with the words that clients look for."""
    for ours, theirs in (("crashes", "disconnects"), ("floods its output", "disconnects"), ("does not start", "disconnects")):
        if ours in reason:
            return reason.replace(ours, theirs, 1)
    if "answers with no readable move" in reason:
        return reason.replace("answers with no readable move", "makes an illegal move", 1)
    return reason


def game_lines(line, total):
    """The two lines of a game that is over; none for other lines."""
    found = GAME.match(line)
    if not found:
        return []
    round_, second, white, black, result, reason = found.groups()
    number = int(round_) if second is None else 2 * (int(round_) - 1) + int(second)
    players = f"({white} vs {black})"
    return [
        f"Started game {number} of {total} {players}",
        f"Finished game {number} {players}: {result} {{{fastchess_reason(reason)}}}",
    ]


def program():
    beside = Path(__file__).resolve().parent / "sakdi"
    named = os.environ.get("SAKDI")
    found = shutil.which(named or (str(beside) if beside.exists() else "sakdi"))
    if found is None:
        raise Fault(f"SAKDI={named} is no program" if named else "sakdi is neither beside this file nor on PATH, and SAKDI does not name it")
    return found


def end_with_parent():
    """The match ends when this process is killed, on Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def main(arguments):
    try:
        sakdi = program()
    except Fault as fault:
        print(f"fastchess.py: {fault}", file=sys.stderr)
        return 2
    if arguments in (["-version"], ["--version"], ["version"]):
        version = subprocess.run([sakdi, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
        print(f"{VERSION} (arguments of fastchess for {version})")
        return 0
    try:
        translated, total = translate(arguments)
    except (Fault, ValueError) as fault:
        print(f"fastchess.py: {fault}", file=sys.stderr)
        return 2
    match = subprocess.Popen([sakdi, "match", *translated], stdout=subprocess.PIPE, text=True, preexec_fn=end_with_parent)

    def stop(*_):
        match.terminate()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    for line in match.stdout:
        # Clients read ASCII, and a blank line is the end to them: the rest goes to standard error.
        lines = game_lines(line.rstrip("\n"), total)
        for text in lines:
            print(text.encode("ascii", "replace").decode(), flush=True)
        if not lines:
            print(line, end="", file=sys.stderr)
    status = match.wait()
    if status == 0:
        print("Finished match", flush=True)
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
