"""Sets the status of every function from the entry points there are, and writes what follows from it in git.

    python3 mpi/generate/status.py [--data-only MPI_X,MPI_Y] [--simulated MPI_X,MPI_Y]
    python3 mpi/generate/status.py --note "why" --of MPI_X,MPI_Y

A function with an entry point becomes `simulated`, one without `not simulated`. `data-only` (the call does all it
should but takes no simulated time where a real library needs some) is told by hand and kept as long as the entry
point exists. `--note` says what a data-only function leaves out, or why another is not simulated; the note of a function
that becomes simulated goes. Prints what changed and how many functions have each status.
"""

import argparse
import sys
from collections import Counter

import description
import generate
import sources
from description import DATA_ONLY, NOT_SIMULATED, SIMULATED, STATUSES


def new_status(present: str, has_entry: bool, wanted: str | None) -> str:
    """The status of a function, given the present one, its entry point and what was asked for by hand."""
    if not has_entry:
        return NOT_SIMULATED
    return wanted or (DATA_ONLY if present == DATA_ONLY else SIMULATED)


def main() -> int:
    parser = argparse.ArgumentParser(description="Sets the status of every MPI function from its entry point.")
    parser.add_argument("--data-only", default="", help="functions with data but no time, separated by commas")
    parser.add_argument("--simulated", default="", help="functions that are data-only no more")
    parser.add_argument("--note", default="", help="what to say of the functions of --of")
    parser.add_argument("--of", default="", help="functions that are not simulated or data-only, separated by commas")
    options = parser.parse_args()
    wanted = dict.fromkeys(filter(None, options.data_only.split(",")), DATA_ONLY)
    wanted |= dict.fromkeys(filter(None, options.simulated.split(",")), SIMULATED)

    api, entries = description.load(), sources.entry_points()
    wrong = sorted(name for name in (set(entries) - {f.name for f in api.functions}) | (set(wanted) - set(entries)))
    if wrong:
        print(f"no such function, or no entry point of it: {', '.join(wrong)}")
        return 1
    for function in api.functions:
        status = new_status(function.status, function.name in entries, wanted.get(function.name))
        if status != function.status:
            print(f"{function.name}: {function.status} -> {status}")
            function.status = status
        if function.name in options.of.split(","):
            function.note = options.note
        if function.status == SIMULATED:
            function.note = ""
    description.save(api)
    generate.write(generate.in_git(api))
    count = Counter(function.status for function in api.functions)
    print(", ".join(f"{count[status]} {status}" for status in STATUSES))
    return 0


if __name__ == "__main__":
    sys.exit(main())
