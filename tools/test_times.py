#!/usr/bin/env python3
"""Runs a test program and prints, after its output, how long the tests of each module took, the slowest first.

It is a runner of cargo, so that programs are built, found and run as by `cargo test` alone:

    cargo test --release --config "target.'cfg(all())'.runner = ['python3', '$PWD/tools/test_times.py']"

The path is absolute because cargo runs the tests of a package in its folder.

Only the integration tests have modules worth a table; other programs run as they are.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

# The test harness of a stable compiler reports times when this variable is set. It reads it when it runs, so nothing is
# built again.
REPORTS_TIMES = {"RUSTC_BOOTSTRAP": "1"}
TEST = re.compile(r"^test (?P<module>[^: ]+).* <(?P<seconds>[\d.]+)s>$")


def main():
    program, arguments = sys.argv[1], sys.argv[2:]
    if not Path(program).name.startswith("engine_tests-"):
        os.execv(program, [program, *arguments])
    times = Counter()
    command = [program, *arguments, "-Z", "unstable-options", "--report-time"]
    with subprocess.Popen(command, env=os.environ | REPORTS_TIMES, stdout=subprocess.PIPE, text=True, errors="replace") as tests:
        for line in tests.stdout:
            print(line, end="", flush=True)
            if test := TEST.match(line):
                times[test["module"]] += float(test["seconds"])
    for module, seconds in times.most_common():
        print(f"{seconds:8.1f} s  {module}")
    sys.exit(tests.returncode)


if __name__ == "__main__":
    main()
