"""How `make test` closes: what was not run, and why."""

import importlib.util
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SPEC = importlib.util.spec_from_file_location("summary_of_tests", ROOT / "tools" / "test.py")
runner = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(runner)

CARGO = """running 3 tests
test a::b ... ok
test a::c ... ignored
test a::d ... ignored, takes an hour
test result: ok. 1 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.00s
"""
PYTEST = """..s.s
=========================== short test summary info ============================
SKIPPED [2] tests/mpi4py/test_mpi4py.py:12: needs WT_MPI4PY: make test-mpi4py
SKIPPED [1] tests/system/test_report.py:40: Skipped: no Chromium
SKIPPED [3] tests/libraries: needs WT_MPI4PY: make test-mpi4py
5 passed, 6 skipped, 7 deselected in 1.02s
"""


def test_reasons_are_counted():
    assert runner.not_run(CARGO) == {"ignored": 1, "takes an hour": 1}
    reasons = {"needs WT_MPI4PY: make test-mpi4py": 5, "no Chromium": 1, runner.DESELECTED: 7}
    assert runner.not_run(PYTEST) == reasons
    assert runner.counted(PYTEST, 0) == (5, 0) and runner.counted(CARGO, 0) == (1, 0)


def test_the_counts_are_the_last_line():
    results = [(1, 0, runner.not_run(CARGO)), (5, 2, runner.not_run(PYTEST))]
    lines, passed, failed = runner.closing(results)
    assert (passed, failed, lines[-1]) == (6, 2, "6 passed, 2 failed")
    assert lines[0] == f"not run: 7: {runner.DESELECTED}" and lines[1] == "not run: 5: needs WT_MPI4PY: make test-mpi4py"
    assert len(lines) == 6


def test_pytest_is_asked_for_reasons():
    assert "-rs" in runner.PYTEST


def test_files_that_take_longest_begin():
    words = ["tests/layering/test_words.py", "tests/mpich/test_fast.py", "tests/system/test_studies.py"]
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "--collect-only", *words], cwd=ROOT, capture_output=True, text=True)
    files = list(dict.fromkeys(line.split("::")[0] for line in done.stdout.splitlines() if "::" in line))
    assert files == words[::-1], done.stdout
    assert "--no-loadscope-reorder" in runner.PYTEST
