#!/usr/bin/env python3
"""Drives the engine with XBoard through uci2wb, on a virtual screen. `apt install xboard uci2wb xvfb xauth`"""

import os
import pathlib
import pwd
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

GAMES = 2
PATIENCE = 200

# Debian installs games in a folder that is not on root's PATH.
os.environ["PATH"] += os.pathsep + "/usr/games"


# XBoard takes the home directory from the system, not from the environment, and saves its settings
# there on exit.
SETTINGS = pathlib.Path(pwd.getpwuid(os.getuid()).pw_dir) / ".xboardrc"


def changed():
    """The time when the user's settings were last written, if ever."""
    return SETTINGS.stat().st_mtime_ns if SETTINGS.exists() else None


def main():
    missing = [name for name in ("xboard", "uci2wb", "xvfb-run", "xauth") if shutil.which(name) is None]
    if missing:
        print(f"skipped: apt install xboard uci2wb xvfb xauth ({', '.join(missing)} missing)")
        return
    before = changed()
    with tempfile.TemporaryDirectory() as folder:
        engine = f"uci2wb {sys.argv[1]}"
        xboard = ["xboard", "-noGUI", "-popupExitMessage", "false", "-variant", "makruk", "-fcp", engine,
                  "-scp", engine, "-mg", "1", "-tc", "0:02", "-inc", "0.02", "-xponder", "-saveSettingsOnExit", "false"]
        # All at once, on one screen: most of their time passes on clocks.
        games = [shlex.join([*xboard, "-sgf", f"{number}.pgn"]) for number in range(GAMES)]
        command = ["xvfb-run", "-a", "sh", "-c", " & ".join([*games, "wait"])]
        # In its own process group, so that no process is left behind.
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            sys.exit(f"no end after {PATIENCE} s")
        text = "".join(pgn.read_text(errors="replace") for pgn in pathlib.Path(folder).glob("*.pgn"))
    assert changed() == before, f"{SETTINGS} was written"
    results = re.findall(r'^\[Result "(.*)"\]', text, re.MULTILINE)
    assert len(results) == GAMES and "*" not in results, text
    for fault in ("illegal", "exited", "forfeit", "false", "resign"):
        assert fault not in text.lower(), text
    plies = [int(number) for number in re.findall(r"(\d+)\. ", text)]
    assert max(plies) > 15, text
    print(f"{GAMES} games, {', '.join(results)}")


if __name__ == "__main__":
    main()
