#!/usr/bin/env python3
"""Runs the tests of a test program and prints the time of each module, the slowest first.

It is a runner of cargo, so that the program is built and found as by `cargo test` alone:

    cargo test --test engine-tests --config "target.'cfg(all())'.runner = ['python3', 'tools/test_times.py']"

Each module runs as a process with one thread, so its time is the time of its tests. As many modules
run at once as there are processors, those with the most tests first. Programs without modules of tests run as they are.
"""

import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor


def modules(program, arguments):
    """The modules of the tests, those with the most tests first."""
    listed = subprocess.run([program, "--list", "--format", "terse", *arguments], stdout=subprocess.PIPE, check=True, text=True)
    tests = [line.removesuffix(": test") for line in listed.stdout.splitlines() if line.endswith(": test")]
    counts = Counter(test.split("::")[0] + "::" if "::" in test else test for test in tests)
    return [module for module, _ in counts.most_common()]


def run(program, module, arguments):
    """The output of the tests of a module, whether they pass, and their time in seconds."""
    # A test outside modules is named in full; a module must not also select those that contain its name.
    names = [module] if module.endswith("::") else [module, "--exact"]
    skipped = [] if not module.endswith("::") else skips(program, module)
    begun = time.monotonic()
    done = subprocess.run([program, *names, *skipped, "--test-threads", "1", *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.stdout, done.returncode == 0, time.monotonic() - begun


def skips(program, module):
    """Options that leave out tests of other modules: `uci::` is also a part of `fuzz::uci::`."""
    listed = subprocess.run([program, module, "--list", "--format", "terse"], stdout=subprocess.PIPE, check=True, text=True)
    tests = [line.removesuffix(": test") for line in listed.stdout.splitlines() if line.endswith(": test")]
    return [word for test in tests if not test.startswith(module) for word in ("--skip", test)]


def main():
    program, arguments = sys.argv[1], sys.argv[2:]
    found = modules(program, arguments)
    if len(found) < 2:
        os.execv(program, [program, *arguments])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda module: run(program, module, arguments), found))
    for output, passed, _ in results:
        if not passed:
            print(output)
    times = sorted(zip((seconds for _, _, seconds in results), found), reverse=True)
    for seconds, module in times:
        print(f"{seconds:8.1f} s  {module.removesuffix('::')}")
    failed = [module.removesuffix("::") for module, (_, passed, _) in zip(found, results) if not passed]
    if failed:
        sys.exit("failed: " + ", ".join(failed))


if __name__ == "__main__":
    main()
