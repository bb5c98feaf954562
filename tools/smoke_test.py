#!/usr/bin/env python3
"""Tests what depends on the platform in a released program: the bench signature with every vector
unit, a UCI game, endgame tables, a match with its processes and files, Ctrl-C, the end of a match
that is killed, Thai.

usage: smoke_test.py [--nodes N] [--runner COMMAND] [--shims FOLDER] PROGRAM

Programs for other systems run under wine64 or qemu-aarch64, or under COMMAND if given. If that is
missing, the exit status is 3. FOLDER holds ctrl_c.exe, which tools/wine/build.sh builds. N is the
bench signature to expect; without it, only the vector units have to agree.
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

# Time limit: far longer than needed, also on a busy machine and under an emulator.
PATIENCE = 600
THAI = re.compile("[\u0e00-\u0e7f]")


# The machine type in the header of an ELF file.
ELF_AARCH64 = 183


def starter(*names):
    """The first of these programs that is installed."""
    for name in names:
        if path := shutil.which(name):
            return path
    print(f"left out: needs {names[0]}")
    sys.exit(3)


class Program:
    """The program under test and how it is started."""

    def __init__(self, arguments, folder):
        self.path = pathlib.Path(arguments.program).resolve()
        self.windows = self.path.suffix == ".exe"
        self.shims = arguments.shims and pathlib.Path(arguments.shims).resolve()
        self.folder = folder
        self.prefix = shlex.split(self.runner(arguments.runner))
        self.environment = dict(os.environ, WINEDEBUG="-all")
        self.environment.pop("SAKDI_VECTOR_UNIT", None)
        # The command by which a match starts the program as an engine.
        self.engine = "self"
        if self.prefix and not self.windows:
            wrapper = folder / "engine.sh"
            wrapper.write_text(f'#!/bin/sh\nexec {shlex.join(self.command())} "$@"\n')
            wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
            self.engine = str(wrapper)

    def runner(self, given):
        if given is not None:
            return given
        if self.windows:
            return "" if os.name == "nt" else starter("wine64", "/usr/lib/wine/wine64")
        machine = int.from_bytes(self.path.read_bytes()[18:20], "little")
        foreign = machine == ELF_AARCH64 and os.uname().machine != "aarch64"
        return starter("qemu-aarch64") if foreign else ""

    def command(self, *arguments):
        return [*self.prefix, str(self.path), *arguments]

    def run(self, *arguments, given="", status=0, **environment):
        """Runs a command; returns its output. Anything but UTF-8 is an error."""
        done = subprocess.run(self.command(*arguments), input=given.encode(), capture_output=True,
                              env=self.environment | environment, cwd=self.folder,
                              timeout=PATIENCE, check=False)
        if done.returncode != status:
            raise AssertionError(f"{arguments}: status {done.returncode}, {done.stderr.decode()}")
        self.errors = done.stderr.decode()
        return done.stdout.decode().replace("\r\n", "\n")


class Engine:
    """The program as a UCI engine behind pipes."""

    def __init__(self, program):
        self.process = subprocess.Popen(program.command(), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env=program.environment,
                                        cwd=program.folder)
        # An engine that hangs is killed, so that reading its output ends.
        self.guard = threading.Timer(PATIENCE, self.process.kill)
        self.guard.daemon = True
        self.guard.start()

    def send(self, line):
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def until(self, start):
        """Reads lines up to one that begins with this text, and returns them all."""
        lines = []
        while True:
            line = self.process.stdout.readline().decode()
            assert line, f"the output ended before '{start}': {lines[-3:]}"
            lines.append(line.rstrip())
            if line.startswith(start):
                return lines

    def best_move(self, go):
        self.send(go)
        return self.until("bestmove")[-1].split()[1]

    def quit(self):
        self.send("quit")
        status = self.process.wait(PATIENCE)
        self.guard.cancel()
        assert status == 0, f"status {status} after quit"


def version(program, _):
    lines = program.run("--version").splitlines()
    labels = ["sakdi ", "commit ", "target ", "vector unit "]
    assert len(lines) == 4 and all(map(str.startswith, lines, labels)), lines
    return ", ".join(lines)


def signature(program, expected):
    """Every vector unit of the processor gives the same signature."""
    program.run("bench", "1", status=2, SAKDI_VECTOR_UNIT="?")
    units = program.errors.strip().split(" is none of ")[1].split(", ")
    found = {}
    for unit in units:
        *_, said, last = program.run("bench", SAKDI_VECTOR_UNIT=unit).splitlines()
        assert said == f"vector unit {unit}", said
        found[unit] = int(last.split()[0])
    assert len({*found.values(), expected or found[unit]}) == 1, (found, expected)
    return f"{found[unit]} nodes by {', '.join(units)}"


def uci_game(program, _):
    """A whole game by `go movetime`, then `stop`, then `quit`."""
    engine = Engine(program)
    engine.send("uci")
    engine.until("uciok")
    moves = []
    while len(moves) < 400:
        engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        engine.send("d")
        result = engine.until("Result: ")[-1]
        if result != "Result: ongoing":
            break
        moves.append(engine.best_move("go movetime 20"))
    assert len(moves) > 20, f"{result} after {len(moves)} plies"
    engine.send("position startpos")
    engine.send("go infinite")
    time.sleep(0.5)
    began = time.monotonic()
    assert re.fullmatch("[a-h][1-8][a-h][1-8]", engine.best_move("stop"))
    seconds = time.monotonic() - began
    engine.quit()
    return f"{len(moves)} plies, {result}; stop answered in {1000 * seconds:.0f} ms"


def tables(program, _):
    """Probes an embedded table, and builds, writes and reads another table."""
    probed = program.run("tables", "probe", "--fen", "8/8/4k3/8/8/4K3/3R4/8 w - 32 7 60")
    first = probed.splitlines()[0]
    assert first.startswith("White wins: mate in 9"), first
    program.run("tables", "build", "KNvK", "--dir", "tables")
    files = sorted(path.name for path in (program.folder / "tables").iterdir())
    assert files, "no table was written"
    return f"{first}; {', '.join(files)}"


def match(program, _):
    """Ten games of two processes in two runs; the PGN in a file with a Thai name, and a ledger."""
    engine = f"cmd={program.engine}"
    pgn = "หมากรุก.pgn"
    arguments = [
        "match", "--engine", engine, "name=A", "--engine", engine, "name=B", "--each",
        "nodes=2000", "--pgn", pgn, "--language", "th"]
    program.run(*arguments, "--games", "4")
    # The run was killed while it wrote the last game.
    with open(program.folder / pgn, "ab") as games:
        games.write(b'[Event "')
    output = program.run(
        *arguments, "--games", "10", "--resume", "--ledger", "ledger.jsonl", "--change", "none")
    assert THAI.search(output), f"no Thai: {output}"
    text = (program.folder / pgn).read_bytes().decode()
    games = text.count("[Result ")
    assert games == 10, f"{games} games"
    last = output.strip().splitlines()[-1]
    assert last.endswith(" faults 0"), last
    program.run("ledger", "ledger.jsonl")
    return f"10 games; {last}"


def in_a_terminal(command, program):
    """Runs a command in a terminal, because Wine sends Ctrl-C only there. Returns its status."""
    terminal, end = os.openpty()
    process = subprocess.Popen(command, env=program.environment, cwd=program.folder, stdin=end,
                               stdout=end, stderr=end, start_new_session=True)
    os.close(end)

    def read():
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:  # nobody has the other end any more
            pass

    threading.Thread(target=read, daemon=True).start()
    return process.wait(PATIENCE)


def interrupt(program, _):
    """Ctrl-C ends a match in order: its PGN has complete games."""
    engine = f"cmd={program.engine}"
    arguments = ["match", "--engine", engine, "name=A", "--engine", engine, "name=B", "--each",
                 "nodes=2000", "--games", "5000", "--pgn", "interrupted.pgn"]
    if program.windows:
        if not program.shims:
            return "left out: needs --shims"
        command = [*program.prefix, str(program.shims / "ctrl_c.exe"), "8000", str(program.path),
                   *arguments]
        status = in_a_terminal(command, program)
    else:
        process = subprocess.Popen(program.command(*arguments), env=program.environment,
                                   cwd=program.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        pgn = program.folder / "interrupted.pgn"
        deadline = time.monotonic() + PATIENCE
        while (not (pgn.exists() and pgn.stat().st_size) and process.poll() is None
               and time.monotonic() < deadline):
            time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        status = process.wait(PATIENCE)
    text = (program.folder / "interrupted.pgn").read_text(encoding="utf-8")
    games = text.count("[Result ")
    assert status == 130 and 0 < games < 5000, f"{games} games, status {status}"
    assert text.rstrip().endswith(("1-0", "0-1", "1/2-1/2", "*")), text[-80:]
    return f"{games} games, status {status}"


def processes(folder):
    """The processes whose command line names this folder."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if folder.name.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:  # it has ended
            pass
    return found


def wait_for_processes(folder, enough):
    """Waits until the number of processes of a folder is as wanted."""
    deadline = time.monotonic() + PATIENCE
    while not enough(len(processes(folder))):
        assert time.monotonic() < deadline, f"processes {processes(folder)} of {folder}"
        time.sleep(0.2)


def killed(program, _):
    """The engines of a match end when it is killed."""
    if not os.path.isdir("/proc/self"):
        return "left out: needs /proc"
    own = program.folder / program.path.name
    for file in [program.path, *program.path.parent.glob("*.dll")]:
        shutil.copy2(file, program.folder)
    engine = "cmd=self" if program.engine == "self" else f"cmd={program.engine}"
    process = subprocess.Popen(
        [*program.prefix, str(own), "match", "--engine", engine, "name=A", "--engine", engine,
         "name=B", "--each", "st=600"],
        env=program.environment, cwd=program.folder, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    wait_for_processes(program.folder, lambda number: number >= 3)
    process.kill()
    process.wait(PATIENCE)
    wait_for_processes(program.folder, lambda number: number == 0)
    return "no engine is left"


def thai_play(program, _):
    """A game in the terminal takes Thai moves and answers in Thai."""
    output = program.run("play", "--language", "th", "--level", "0", "--color", "white",
                         given="ง๓-ง๔\nquit\n")
    assert "ฝ่ายขาวเดิน ง๔" in output and "ฝ่ายดำเดิน " in output, output
    return output.strip().splitlines()[0]


TESTS = [version, signature, uci_game, tables, match, interrupt, killed, thai_play]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--runner")
    parser.add_argument("--shims")
    parser.add_argument("--only", help="names of tests, separated by commas")
    arguments = parser.parse_args()
    names = [test.__name__ for test in TESTS]
    chosen = arguments.only.split(",") if arguments.only else names
    if unknown := set(chosen) - set(names):
        parser.error(f"no test {', '.join(unknown)}: there are {', '.join(names)}")
    failed = False
    for test in TESTS:
        if test.__name__ not in chosen:
            continue
        with tempfile.TemporaryDirectory(prefix="sakdi ", ignore_cleanup_errors=True) as folder:
            program = Program(arguments, pathlib.Path(folder))
            began = time.monotonic()
            try:
                result = "ok    " + test(program, arguments.nodes)
            except (AssertionError, subprocess.TimeoutExpired, OSError, ValueError) as error:
                failed = True
                result = f"FAILED {error}"
            print(f"{test.__name__:10} {time.monotonic() - began:6.1f} s {result}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
