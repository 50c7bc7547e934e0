"""mpi4py's own tests in Windtunnel: fetched, run module by module, and read from what unittest says on each rank."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "programs"))
import fetch

VERSION = "4.1.2"
COUNTS = (1, 2, 3, 5)
LIMIT_S = 300
PASSED, SKIPPED, FAILED, MISSING = OUTCOMES = ("passed", "skipped", "failed", "not simulated")
# So often a module is run again without the tests that ended it; then the rest of the class of the last goes as well.
PATIENCE = 4

STARTED = re.compile(r"^\[(\d+)\] (test\w*) \((test_[\w.]+)\)(?: \.\.\. (.*))?$")
RESULT = re.compile(r"^\[(\d+)\] (?:.*\.\.\. )?(ok|FAIL|ERROR|skipped .*|expected failure|unexpected success)$")
SKIP = re.compile(r"^skipped '(.*)'$|^skipped \"(.*)\"$")
ENDED = re.compile(r"^\[(\d+)\] Ran \d+ tests? in ", re.MULTILINE)
UNWELL = re.compile(r"^\[\d+\] FAILED \((?:failures|errors|unexpected successes)=", re.MULTILINE)
NOT_SIMULATED = re.compile(r"rank \d+: (MPIX?_\w+) is not simulated")
DIAGNOSIS = re.compile(r"^windtunnel: (?!.* its ranks run as processes$)(.+)$", re.MULTILINE)


def cache() -> Path:
    """Where the folders of runs and the table of results lie."""
    folder = Path(os.environ.get("WT_MPI4PY_CACHE") or ROOT / ".cache" / "mpi4py-suite").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def tests() -> Path:
    """The folder of tests of mpi4py's source package, unpacked."""
    return fetch.pypi_source("mpi4py", f"mpi4py=={VERSION}") / "test"


def modules() -> list[str]:
    """The names of all modules of tests."""
    return sorted(path.stem for path in tests().glob("test_*.py"))


@dataclass
class Found:
    """What came of a module's tests, on one number of ranks."""

    outcomes: dict[str, str] = field(default_factory=dict)
    # Tests that are skipped on all ranks, and what they say.
    reasons: dict[str, str] = field(default_factory=dict)
    # What ended a run, by test.
    details: dict[str, str] = field(default_factory=dict)
    # Functions that were missing, and how often.
    functions: Counter = field(default_factory=Counter)


def execute(module: str, ranks: int, left_out: list[str]) -> str:
    """What a run of a module writes on stderr: the tests' names and results, tagged with ranks, and our own lines."""
    prefix = Path(os.environ.get("WT_PREFIX") or ROOT / ".venv").resolve()
    folder = cache() / "runs" / f"{module}.{ranks}"
    words = [prefix / "bin" / "windtunnel", "run", "-q", "-n", ranks, "--oversubscribe", "--tag-output"]
    words += ["-p", ROOT / "tests" / "conformance" / "machine.toml", "--compute", "none"]
    words += ["--out", folder, "--time-limit", LIMIT_S]
    words += [sys.executable, tests() / "main.py", "-v", "--no-builddir", "-i", f"^{module}\\.py$"]
    for name in left_out:
        words += ["-x", f"*{name}"]
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(exist_ok=True)
    done = subprocess.run(
        [str(word) for word in words], cwd=tests(), stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
    )
    return done.stderr


def read(text: str, module: str, ranks: int) -> tuple[Found, str]:
    """What a run says, and which test ended it before its time: the last to begin on any rank, or none."""
    found = Found()
    current: dict[str, str] = {}
    last = ""
    for line in text.splitlines():
        if started := STARTED.match(line):
            rank, _, name, rest = started.groups()
            current[rank], last = name, name
            line = f"[{rank}] ... {rest}" if rest else line
        if (ended := RESULT.match(line)) and ended.group(1) in current:
            rank, word = ended.groups()
            name = current.pop(rank)
            good = {"ok": PASSED, "expected failure": PASSED}.get(word)
            outcome = good or (SKIPPED if word.startswith("skipped") else FAILED)
            # The worst of all ranks counts; a test is skipped if all of them skip it.
            if outcome == FAILED or found.outcomes.get(name, SKIPPED) == SKIPPED:
                found.outcomes[name] = outcome
            if reason := SKIP.match(word):
                found.reasons[name] = reason[1] or reason[2]
    found.reasons = {name: why for name, why in found.reasons.items() if found.outcomes[name] == SKIPPED}
    if len(set(ENDED.findall(text))) < ranks:
        return found, last or module
    if UNWELL.search(text) and FAILED not in found.outcomes.values():
        found.outcomes[module], found.details[module] = FAILED, "unittest counts a failure that no test tells of"
    return found, ""


def run(module: str, ranks: int, leave_out: Iterable[str] = ()) -> Found:
    """Runs a module: once, and again without each test that ends the run."""
    total, left_out, tries = Found(), list(leave_out), Counter()
    while True:
        text = execute(module, ranks, left_out)
        found, culprit = read(text, module, ranks)
        total.outcomes |= found.outcomes
        total.reasons |= found.reasons
        total.details |= found.details
        if not culprit:
            return total
        missing = NOT_SIMULATED.search(text)
        home = culprit.rsplit(".", 1)[0]
        tries[home] += 1
        name = f"{home}.*" if tries[home] > PATIENCE else culprit
        total.outcomes[name] = MISSING if missing else FAILED
        said = DIAGNOSIS.findall(text)
        total.details[name] = missing[0] if missing else said[0] if said else text.strip()[-200:] or "no output"
        total.functions.update([missing[1]] if missing else [])
        if culprit == module or name in left_out:
            return total
        left_out.append(name)
