"""Runs mpi4py's own test suite in Windtunnel, with PyPI's unmodified wheel, on 1, 2, 3 and 5 ranks.

    python3 tests/mpi4py/run.py                       everything (about twenty minutes)
    python3 tests/mpi4py/run.py --only test_p2p_buf   one module (may be given again)
    python3 tests/mpi4py/run.py -n 2                  one number of ranks

The suite is the folder `test` of mpi4py's source package on PyPI, fetched with pip when needed
(tests/programs/fetch.py). WT_PREFIX names the installed tunnel (.venv); the wheel is this interpreter's. Folders of runs
go to .cache/mpi4py-suite, or to the folder WT_MPI4PY_CACHE.

A module is one run. A test that ends its run (a function that is not simulated, a crash, a deadlock) counts as such, is
left out, and the module runs again. A test passes if it passes on all ranks. Every test that does not pass needs an
entry with a reason in exceptions.toml beside this file; an entry whose tests all pass has to go. The results of all
tests are written to results.md in the cache folder.

Status 0: of the tests that mpi4py does not skip at least 97 % pass, and nothing is unexplained.
"""

import argparse
import concurrent.futures
import fnmatch
import sys
import time
import tomllib
from collections import Counter

import suite
from suite import FAILED, MISSING, OUTCOMES, PASSED, SKIPPED

EXCEPTIONS = suite.HERE / "exceptions.toml"
TARGET = 97.0  # per cent of the tests that are not skipped

# The results of a module on a number of ranks.
Results = dict[tuple[str, int], suite.Found]


def read_exceptions() -> list[dict]:
    """Each with `tests` (a pattern), perhaps `ranks`, and `reason`."""
    entries = tomllib.loads(EXCEPTIONS.read_text()).get("exception", [])
    for entry in entries:
        if set(entry) - {"ranks"} != {"tests", "reason"} or not entry["reason"].strip():
            sys.exit(f"{EXCEPTIONS.name}: an exception has `tests`, perhaps `ranks`, and `reason`: {entry}")
    return entries


def covers(entry: dict, name: str, ranks: int) -> bool:
    return ranks in entry.get("ranks", suite.COUNTS) and fnmatch.fnmatchcase(name, entry["tests"])


def outcomes(results: Results) -> list[tuple[str, int, str]]:
    """Test, ranks and outcome."""
    return [(name, ranks, o) for (_, ranks), found in results.items() for name, o in sorted(found.outcomes.items())]


def unexplained(results: Results, exceptions: list[dict]) -> list[str]:
    """Failures without a reason, and reasons without a failure."""
    lines, idle = [], list(exceptions)
    bad = [(name, ranks, outcome) for name, ranks, outcome in outcomes(results) if outcome in (FAILED, MISSING)]
    for name, ranks, outcome in bad:
        covering = [entry for entry in exceptions if covers(entry, name, ranks)]
        if not covering:
            lines.append(f"{name}, {ranks} ranks: {outcome}")
        idle = [entry for entry in idle if entry not in covering]
    ran = [(name, ranks) for name, ranks, _ in outcomes(results)]
    for entry in idle:
        if any(covers(entry, name, ranks) for name, ranks in ran):
            lines.append(f"{entry['tests']} is in {EXCEPTIONS.name} and passes")
    return lines


def share(tally: Counter) -> float:
    """Tests that pass, in per cent of those that are not skipped."""
    return 100 * tally[PASSED] / max(tally.total() - tally[SKIPPED], 1)


def row(name: str, tally: Counter) -> str:
    return f"| {name} | {' | '.join(str(tally[outcome]) for outcome in OUTCOMES)} | {share(tally):.2f} % |"


def table(results: Results) -> str:
    """Counts by number of ranks."""
    lines = [f"| ranks | {' | '.join(OUTCOMES)} | passed of those not skipped |", "|---" * (len(OUTCOMES) + 2) + "|"]
    tallies = {ranks: Counter() for _, ranks in sorted(results, key=lambda key: key[1])}
    for _, ranks, outcome in outcomes(results):
        tallies[ranks][outcome] += 1
    lines += [row(str(ranks), tally) for ranks, tally in tallies.items()]
    return "\n".join([*lines, row("all", sum(tallies.values(), Counter()))]) + "\n"


def details(results: Results) -> str:
    """Counts by module, every test that does not pass, and why tests are skipped."""
    lines = [f"| module, ranks | {' | '.join(OUTCOMES)} | passed of those not skipped |", "|---" * (len(OUTCOMES) + 2) + "|"]
    lines += [row(f"{module}, {ranks}", Counter(found.outcomes.values())) for (module, ranks), found in results.items()]
    functions = sum((found.functions for found in results.values()), Counter())
    lines += ["", "Functions that are not simulated, and how many runs ended there:", ""]
    lines += [f"- `{name}` {count}" for name, count in functions.most_common()] or ["- none"]
    lines += ["", "Tests that fail or end their run:", ""]
    for (_, ranks), found in results.items():
        for name, outcome in sorted(found.outcomes.items()):
            if outcome in (FAILED, MISSING):
                lines.append(f"- {name}, {ranks} ranks: {outcome} {found.details.get(name, '')}".rstrip())
    reasons = Counter(why for found in results.values() for why in found.reasons.values())
    lines += ["", "Why tests are skipped, in mpi4py's words:", ""]
    lines += [f"- {why}: {count}" for why, count in reasons.most_common()] or ["- none is"]
    return "\n".join(lines) + "\n"


def run_all(wanted: list[tuple[str, int]], jobs: int) -> Results:
    """Runs modules, so many at a time. Results are in the order asked for."""
    results = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for (module, ranks), found in zip(wanted, pool.map(lambda words: suite.run(*words), wanted), strict=True):
            results[module, ranks] = found
            tally = Counter(found.outcomes.values())
            print(f"{module}, {ranks} ranks: " + ", ".join(f"{tally[o]} {o}" for o in OUTCOMES if tally[o]), flush=True)
            for name, detail in found.details.items():
                print(f"    {name}: {detail}", flush=True)
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs mpi4py's own tests in Windtunnel.")
    parser.add_argument("--only", action="append", default=[], metavar="MODULE", help="only this module")
    parser.add_argument("-n", type=int, action="append", metavar="N", help="only this number of ranks")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="modules at a time (1)")
    options = parser.parse_args()
    exceptions = read_exceptions()
    modules = suite.modules()
    if unknown := set(options.only) - set(modules):
        parser.error(f"no such module: {', '.join(sorted(unknown))}")
    begin = time.monotonic()
    wanted = [(module, ranks) for module in options.only or modules for ranks in options.n or suite.COUNTS]
    results = run_all(wanted, options.jobs)
    text = table(results)
    path = suite.cache() / "results.md"
    path.write_text(f"mpi4py {suite.VERSION}'s tests\n\n{text}\n{details(results)}")
    print(f"{text}{len(results)} runs in {time.monotonic() - begin:.0f} s; all of them: {path}")
    faults = unexplained(results, exceptions)
    for fault in faults:
        print(f"unexplained: {fault}")
    reached = share(Counter(outcome for _, _, outcome in outcomes(results)))
    if reached < TARGET:
        print(f"only {reached:.2f} % pass; the target is {TARGET:g} %")
    return 1 if faults or reached < TARGET else 0


if __name__ == "__main__":
    sys.exit(main())
