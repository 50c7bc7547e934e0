"""Runs mpi4py's own test suite in the tunnel, with PyPI's unmodified wheel, on 1, 2, 3 and 5 ranks.

    python3 tests/mpi4py/run.py                       everything
    python3 tests/mpi4py/run.py --only test_p2p_buf   one module (may be given again)
    python3 tests/mpi4py/run.py -n 2                  one number of ranks

The suite is the folder `test` of mpi4py's source package on PyPI, fetched with pip when needed and kept outside the
repository's files (.cache/mpi4py-suite, or the folder WT_MPI4PY_CACHE). WT_PREFIX names the installed tunnel (.venv);
the wheel is this interpreter's.

A module is one run. A function that is not simulated ends a run: the test that called it is counted as such, left out,
and the module runs again. A test passes if it passes on all ranks. Every test that fails needs an entry with a reason
in exceptions.toml beside this file; an entry whose tests all pass has to go. The table of all results is written to
results.md in the cache folder. Status 0: nothing is unexplained.
"""

import argparse
import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VERSION = "4.1.2"
COUNTS = (1, 2, 3, 5)
LIMIT_S = 300
OUTCOMES = ("passed", "skipped", "failed", "not simulated")
# So often a module is run again without the tests that ended it; then the rest of the class of the last goes as well.
PATIENCE = 4

STARTED = re.compile(r"^\[(\d+)\] (test\w*) \((test_[\w.]+)\)(?: \.\.\. (.*))?$")
RESULT = re.compile(r"^\[(\d+)\] (?:.*\.\.\. )?(ok|FAIL|ERROR|skipped .*|expected failure|unexpected success)$")
MISSING = re.compile(r"rank \d+: (MPIX?_\w+) is not simulated yet")


def fetch(cache: Path) -> Path:
    """The unpacked folder of tests."""
    suite = cache / f"mpi4py-{VERSION}" / "test"
    if not suite.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        words = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:"]
        words += ["--no-build-isolation", "-d", cache, f"mpi4py=={VERSION}"]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        archive = next(cache.glob("mpi4py-*.tar.gz"), None)
        if archive is None:
            sys.exit(f"mpi4py's source package cannot be fetched (it needs wheel and setuptools):\n{done.stderr}")
        with tarfile.open(archive) as file:
            file.extractall(cache, filter="data")
    return suite


def execute(suite: Path, module: str, ranks: int, left_out: list[str]) -> str:
    """What a run of a module writes on stderr: the tests' names and results, tagged with ranks, and our own lines."""
    prefix = Path(os.environ.get("WT_PREFIX") or ROOT / ".venv").resolve()
    words = [prefix / "bin" / "windtunnel", "run", "-q", "-n", ranks, "--oversubscribe", "--tag-output"]
    words += ["-p", ROOT / "tests" / "conformance" / "machine.toml", "--compute", "none"]
    words += ["--out", suite.parent / "runs" / f"{module}.{ranks}", "--time-limit", LIMIT_S]
    words += [sys.executable, suite / "main.py", "-v", "--no-builddir", "-i", f"^{module}\\.py$"]
    for name in left_out:
        words += ["-x", f"{name}*" if name.endswith(".") else name]
    folder = suite.parent / "runs" / f"{module}.{ranks}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(exist_ok=True)
    done = subprocess.run([str(word) for word in words], cwd=suite, capture_output=True, text=True, errors="replace")
    return done.stderr


def read(text: str) -> tuple[dict, str, str]:
    """Results by test, the test that rank 0 or whoever came last was in, and the function that was missing."""
    results: dict[str, str] = {}
    current: dict[str, str] = {}
    last = ""
    for line in text.splitlines():
        if started := STARTED.match(line):
            rank, _, name, rest = started.groups()
            current[rank], last = name, name
            line = f"[{rank}] ... {rest}" if rest else line
        if (ended := RESULT.match(line)) and ended.group(1) in current:
            rank, word = ended.groups()
            good = {"ok": "passed", "expected failure": "passed"}.get(word)
            outcome = good or ("skipped" if word.startswith("skipped") else "failed")
            name = current.pop(rank)
            # The worst of all ranks counts.
            if outcome == "failed" or results.get(name, "skipped") == "skipped":
                results[name] = outcome
    missing = MISSING.search(text)
    for name in current.values():
        results.setdefault(name, "failed")
    return results, last, missing.group(1) if missing else ""


def run(suite: Path, module: str, ranks: int) -> tuple[dict, Counter]:
    """Results of a module's tests, and how often each function was missing."""
    results, functions, left_out, tries = {}, Counter(), [], Counter()
    while True:
        text = execute(suite, module, ranks, left_out)
        found, last, function = read(text)
        if not function or not last:
            if not found and not left_out:
                print(text[-2000:])
                found = {module: "failed"}
            return results | found, functions
        functions[function] += 1
        home = last.rsplit(".", 1)[0]
        tries[home] += 1
        left = f"{home}." if tries[home] > PATIENCE else last
        left_out.append(left)
        results[f"{left}*" if left.endswith(".") else left] = "not simulated"


def unexplained(results: dict, exceptions: list[dict]) -> list[str]:
    """Failures without a reason, and reasons without a failure."""
    failed = sorted({name for (name, _), outcome in results.items() if outcome == "failed"})
    ran = {name for name, _ in results}
    lines = [f"{name} fails" for name in failed
             if not any(fnmatch.fnmatchcase(name, entry["tests"]) for entry in exceptions)]
    for entry in exceptions:
        matching = fnmatch.filter(ran, entry["tests"])
        if matching and not fnmatch.filter(failed, entry["tests"]):
            lines.append(f"{entry['tests']} is in exceptions.toml and passes")
    return lines


def table(results: dict, functions: Counter) -> str:
    """All results by module and number of ranks."""
    counts = sorted({ranks for _, ranks in results})
    lines = [f"| module | ranks | {' | '.join(OUTCOMES)} |", "|---|---|" + "---|" * len(OUTCOMES)]
    for module in sorted({name.split(".")[0] for name, _ in results}):
        for ranks in counts:
            tally = Counter(o for (name, n), o in results.items() if name.split(".")[0] == module and n == ranks)
            lines.append(f"| {module} | {ranks} | {' | '.join(str(tally[outcome]) for outcome in OUTCOMES)} |")
    tally = Counter(results.values())
    lines.append(f"| all | | {' | '.join(str(tally[outcome]) for outcome in OUTCOMES)} |")
    if functions:
        lines += ["", "Functions that are not simulated, and how many tests stopped there:", ""]
        lines += [f"- `{name}` {count}" for name, count in functions.most_common()]
    failed = sorted(f"{name}, {ranks} ranks" for (name, ranks), outcome in results.items() if outcome == "failed")
    return "\n".join([*lines, "", *[f"- failed: {name}" for name in failed]]) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs mpi4py's own tests in the tunnel.")
    parser.add_argument("--only", action="append", default=[], metavar="MODULE", help="only this module")
    parser.add_argument("-n", type=int, action="append", metavar="N", help="only this number of ranks")
    options = parser.parse_args()
    cache = Path(os.environ.get("WT_MPI4PY_CACHE") or ROOT / ".cache" / "mpi4py-suite").resolve()
    suite = fetch(cache)
    exceptions = tomllib.loads((HERE / "exceptions.toml").read_text()).get("exception", [])
    modules = sorted(path.stem for path in suite.glob("test_*.py"))
    unknown = set(options.only) - set(modules)
    if unknown:
        parser.error(f"no such module: {', '.join(sorted(unknown))}")
    results, functions = {}, Counter()
    for module in options.only or modules:
        for ranks in options.n or COUNTS:
            found, missing = run(suite, module, ranks)
            results |= {(name, ranks): outcome for name, outcome in found.items()}
            functions += missing
            tally = Counter(found.values())
            print(f"{module}, {ranks} ranks: " + ", ".join(f"{tally[o]} {o}" for o in OUTCOMES if tally[o]), flush=True)
    text = table(results, functions)
    (cache / "results.md").write_text(text)
    print(text)
    lines = unexplained(results, exceptions)
    print("\n".join(lines))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
