#!/usr/bin/env python3
"""Runs all tests and closes with how many passed and failed. `make test` calls it in the virtual environment."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Name, command, and variables of its environment that count where the caller's has none of them.
SUITES = [
    ("Rust", ["cargo", "test", "--workspace", "--release", "--no-fail-fast"], {"WT_FUZZ_SECONDS": "60"}),
    ("Python and system", [sys.executable, "-m", "pytest", "-q", "--durations=5", "tests", "mpi/tests"], {}),
]
CARGO = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed")
PYTEST = re.compile(r"^(?=.*\d+ (?:passed|failed|error)).* in [\d.]+s")


def pytest_count(line, word):
    found = re.search(rf"(\d+) {word}", line)
    return int(found[1]) if found else 0


def counts(line):
    """Passed and failed tests that a closing line of cargo or pytest tells of; none for any other line."""
    if found := CARGO.match(line):
        return int(found[1]), int(found[2])
    if PYTEST.match(line):
        return pytest_count(line, "passed"), pytest_count(line, "failed") + pytest_count(line, "error")
    return None


def run(name, command, variables):
    """Runs a suite, showing what it prints. Gives passed and failed."""
    print(f"== {name} tests: {' '.join(command)}", flush=True)
    start = time.monotonic()
    passed = failed = 0
    environment = {**variables, **os.environ}
    pipe = {"stdout": subprocess.PIPE, "text": True, "errors": "replace"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, **pipe) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            if found := counts(line):
                passed, failed = passed + found[0], failed + found[1]
    if process.returncode and not failed:
        failed = 1  # Something did not even compile or start.
    print(f"== {name} tests: {passed} passed, {failed} failed, {time.monotonic() - start:.0f} s", flush=True)
    return passed, failed


def main():
    results = [run(*suite) for suite in SUITES]
    passed, failed = (sum(column) for column in zip(*results))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
