"""Fails when the description, the generated files, the entry points and the conformance programs disagree.

Standard library only. Prints one line for each disagreement, and what would mend it.
"""

import sys
from pathlib import Path

import description
import generate
import sources
from description import NOT_SIMULATED, ROOT


def problems(api, entries: dict, tested: set) -> list[str]:
    """All disagreements between statuses, entry points and conformance programs."""
    found = []
    names = {function.name for function in api.functions}
    for name in sorted(set(entries) - names):
        found.append(f"{_relative(entries[name])}: wt_{name} is the entry point of no function in mpi/api.json")
    for function in api.functions:
        name, works = function.name, function.status != NOT_SIMULATED
        if works and name not in entries:
            found.append(f"{name} is {function.status} but has no entry point: run python3 mpi/generate/status.py")
        if not works and name in entries:
            where = _relative(entries[name])
            found.append(
                f"{name} has an entry point in {where} but is {NOT_SIMULATED}: run python3 mpi/generate/status.py"
            )
        if works and name not in tested:
            found.append(f"{name} is {function.status} but no program under tests/conformance calls it")
    return found


def _relative(path: Path) -> Path:
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def main() -> int:
    api = description.load()
    found = [
        f"{_relative(path)} is out of date: run python3 mpi/generate/generate.py" for path in generate.outdated(generate.in_git(api))
    ]
    found += problems(api, sources.entry_points(), sources.tested_functions())
    print("\n".join(found) if found else f"{len(api.functions)} MPI functions: description and sources agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
