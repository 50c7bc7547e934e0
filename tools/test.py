#!/usr/bin/env python3
"""Runs all tests and closes with which were not run, and why, and how many passed and failed. `make test` calls it in the virtual
environment.

The binaries of Rust's tests run side by side, one thread each: `cargo test` runs them one after the other, and most of them
keep a single core busy.
"""

import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROFILE = os.environ.get("WT_CARGO_PROFILE", "release")
CORES = len(os.sched_getaffinity(0))
BUILD = ["cargo", "test", "--workspace", "--profile", PROFILE, "--no-run", "--message-format=json-render-diagnostics"]
# Tests of one file stay together, as they share what is compiled for them. System tests wait for half of their time (for timers,
# disks, processes that end), so two workers share a core.
WORKERS = str(2 * CORES)
# tests/system/conftest.py says which files begin; pytest-xdist would begin with those of many tests.
SPREAD = ["-n", WORKERS, "--dist", "loadfile", "--no-loadscope-reorder"]
PYTEST = [sys.executable, "-m", "pytest", "-q", "-rs", "--durations=20", *SPREAD, "tests", "mpi/tests"]
# Hundreds of processes import these, which are installed without bytecode.
IMPORTED = ["cycler", "dask", "dateutil", "kiwisolver", "matplotlib", "mpi4py", "numpy", "packaging", "PIL", "polars", "pyparsing"]
# Threads of numpy that no one uses would spin on the cores of the tests beside.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
# How long each parser is fuzzed, where the caller does not say.
FUZZING = {"WT_FUZZ_SECONDS": "3"}
CARGO_END = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed")
PYTEST_END = re.compile(r"^(?=.*\d+ (?:passed|failed|error)).* in [\d.]+s")


SKIPPED = re.compile(r"^SKIPPED \[(\d+)\] \S+?(?::\d+)?: (.*)")
CARGO_IGNORED = re.compile(r"^test \S+ ... ignored(?:, (.*))?$")
# What pytest leaves out by its markers (pyproject.toml).
DESELECTED = "takes minutes, or needs programs that are fetched (make test-trust, test-habits, test-programs)"


def pytest_count(line, word):
    found = re.search(rf"(\d+) {word}", line)
    return int(found[1]) if found else 0


def counts(line):
    """Passed and failed tests according to a closing line of cargo or pytest; none for any other line."""
    if found := CARGO_END.match(line):
        return int(found[1]), int(found[2])
    if PYTEST_END.match(line):
        return pytest_count(line, "passed"), pytest_count(line, "failed") + pytest_count(line, "error")
    return None


def counted(text, status):
    """Passed and failed tests of a command that printed `text`. One that fails without saying so counts as a failure."""
    found = [pair for line in text.splitlines() if (pair := counts(line))]
    passed, failed = (sum(column) for column in zip(*found, strict=True)) if found else (0, 0)
    return passed, max(failed, int(status != 0))


def not_run(text):
    """How many tests of a command's output were not run, by reason."""
    reasons = collections.Counter()
    for line in text.splitlines():
        if found := SKIPPED.match(line):
            reasons[found[2].removeprefix("Skipped: ")] += int(found[1])
        elif found := CARGO_IGNORED.match(line):
            reasons[found[1] or "ignored"] += 1
        elif PYTEST_END.match(line) and pytest_count(line, "deselected"):
            reasons[DESELECTED] += pytest_count(line, "deselected")
    return reasons


def rust_binaries():
    """The test binaries of the workspace, each with the folder that its tests run in; none if they do not compile."""
    done = subprocess.run(BUILD, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    messages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    tests = [message for message in messages if message.get("profile", {}).get("test") and message.get("executable")]
    return [(test["executable"], Path(test["manifest_path"]).parent) for test in tests] if done.returncode == 0 else []


def rust_tests():
    binaries = rust_binaries()
    reasons = collections.Counter()
    if not binaries:
        return 0, 1, reasons

    def run(binary):
        executable, folder = binary
        environment = {**FUZZING, **os.environ, "CARGO_MANIFEST_DIR": str(folder), "RUST_TEST_THREADS": "1"}
        done = subprocess.run(
            [executable], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace",
        )
        return Path(executable).name, done.stdout, done.returncode

    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        # Fuzz tests take longest: they begin.
        order = sorted(binaries, key=lambda binary: "fuzz" not in Path(binary[0]).name)
        for name, output, status in pool.map(run, order):
            more, wrong = counted(output, status)
            passed, failed = passed + more, failed + wrong
            reasons += not_run(output)
            print(output if wrong else f"{name}: {more} passed", flush=True)
    return passed, failed, reasons


def python_tests():
    print(" ".join(PYTEST), flush=True)
    output = []
    site = Path(sysconfig.get_path("purelib"))
    folders = [ROOT / "python", *(site / name for name in IMPORTED)]
    subprocess.run([sys.executable, "-m", "compileall", "-q", "-j", "0", *filter(Path.is_dir, folders)], check=False)
    environment = {**os.environ, **ONE_THREAD}
    with subprocess.Popen(PYTEST, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, errors="replace") as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            output.append(line)
    text = "".join(output)
    return *counted(text, process.returncode), not_run(text)


SUITES = {"Rust": rust_tests, "Python and system": python_tests}


def timed(name, suite):
    print(f"== {name} tests", flush=True)
    start = time.monotonic()
    passed, failed, reasons = suite()
    print(f"== {name} tests: {passed} passed, {failed} failed, {time.monotonic() - start:.0f} s", flush=True)
    return passed, failed, reasons


def closing(results):
    """The last lines: why tests were not run, most frequent reason first, and the counts."""
    passed, failed, reasons = (sum(column, start) for column, start in zip(zip(*results, strict=True), (0, 0, collections.Counter()), strict=True))
    lines = [f"not run: {count}: {reason}" for reason, count in sorted(reasons.items(), key=lambda one: (-one[1], one[0]))]
    return [*lines, f"{passed} passed, {failed} failed"], passed, failed


def main():
    lines, passed, failed = closing([timed(name, suite) for name, suite in SUITES.items()])
    print("\n".join(lines))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
