"""Measurements: rows between two ranks, times of collectives, and facts of machines (README.md describes the files)."""

import csv
import gzip
import math
from dataclasses import dataclass, field
from pathlib import Path
from zlib import error as ZlibError

from windtunnel.errors import InputError
from windtunnel.inputs import read_json

HERE = Path(__file__).resolve().parent
#: The figures that lie in this repository.
OPEN = HERE / "data"


@dataclass(frozen=True)
class Row:
    """A time between two ranks, or a step of a ring that stands in for it (`proxy`)."""

    machine: str
    library: str
    clazz: str
    suite: str
    op: str
    nodes: int
    ppn: int
    ranks: int
    placement: str
    bytes: int
    #: What one message has, where that is not `bytes`.
    block_bytes: int
    #: Microseconds: mean over ranks of each rank's mean; of a proxy the median.
    time: float
    distance: str


@dataclass(frozen=True)
class Target:
    """A collective operation and its measured time in microseconds."""

    case: str
    machine: str
    library: str
    version: str
    op: str
    #: By the name of its source; empty of the library's own choice.
    algorithm: str
    #: `default`, `named`, or `foreign`: the benchmark's own algorithm.
    kind: str
    nodes: int
    ppn: int
    ranks: int
    placement: str
    bytes: int
    block_bytes: int
    #: Whether it is the median of the slowest rank's times, or the mean over ranks.
    slowest: bool
    truth: float
    low: float
    high: float
    runs: int


@dataclass(frozen=True)
class Fact:
    """A property of a machine, where it is said, and how sure it is: `seen`, `recalled`, `derived`, `unknown`."""

    value: object
    source: str
    status: str


@dataclass
class Machine:
    """Facts and rows of a machine: the input of a prediction."""

    name: str
    about: str
    facts: dict[str, Fact]
    rows: list[Row] = field(default_factory=list)

    def fact(self, name, default=None):
        """The value of a fact."""
        return self.facts[name].value if name in self.facts else default


#: Facts that every machine must have, and the types of their values.
NEEDED = {
    "cores": int, "sockets": int, "ghz": (int, float), "flop_per_cycle": (int, float), "memory_GBs": (int, float), "nics": int,
    "nic_GBs": (int, float), "network": str, "topology": dict, "libraries": dict,
}


#: Tests between two ranks, alone or in a ring, that the recipe knows.
POINT_TO_POINT = {"pingpong", "sendrecv", "ring-natural", "ring-random"}


def _facts(path):
    found = read_json(path)
    if not isinstance(found, dict):
        raise InputError(f"{path}: expected an object of facts")
    facts = {}
    for name, entry in found.items():
        if name == "about":
            continue
        if not isinstance(entry, list) or len(entry) != 3 or not all(isinstance(text, str) for text in entry[1:]):
            raise InputError(f"{path}: `{name}`: expected [value, source, status]")
        facts[name] = Fact(*entry)
    for name, kind in NEEDED.items():
        value = facts[name].value if name in facts else None
        if not isinstance(value, kind) or (isinstance(value, int | float) and not 0 < value < math.inf):
            raise InputError(f"{path}: `{name}`: expected {'a number above 0' if kind not in (str, dict) else f'a {kind.__name__}'}, found {value!r}")
    return Machine(path.stem, str(found.get("about", "")), facts)


def _table(path):
    """Rows of a compressed CSV file, with their places."""
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines)
            for row in reader:
                yield f"{path}:{reader.line_num}", row
    except (OSError, EOFError, UnicodeDecodeError, ZlibError, csv.Error) as error:
        raise InputError(f"{path}: cannot be read as compressed CSV: {error}") from None


def _number(place, row, name, kind=int, least=0):
    text = row.get(name)
    try:
        value = kind(text)
    except (TypeError, ValueError):
        value = math.nan
    if not least <= value < 1e15:
        raise InputError(f"{place}: `{name}`: expected a number from {least}, found {text!r}")
    return value


def _words(place, row, *names):
    for name in names:
        if row.get(name) is None:
            raise InputError(f"{place}: there is no `{name}`")
    return [row[name] for name in names]


def _row(place, row):
    machine, library, clazz, suite, op, placement, distance = _words(
        place, row, "machine", "library", "clazz", "suite", "op", "placement", "distance"
    )
    number = lambda name: _number(place, row, name)
    # Suites differ in whether they tell the mean or the median.
    time = _number(place, row, "med" if clazz == "proxy" or not row.get("mean") else "mean", float)
    return Row(machine, library, clazz, suite, op, number("nodes"), number("ppn"), number("ranks"), placement, number("bytes"),
               number("block_bytes"), time, distance)


def _target(place, row):
    case, machine, library, version, op, algorithm, kind, placement, stat = _words(
        place, row, "case", "machine", "library", "version", "op", "algorithm", "kind", "placement", "stat"
    )
    number = lambda name, kind=int, least=0: _number(place, row, name, kind, least)
    times = [number(name, float, 1e-6) for name in ("truth", "lo", "hi")]
    return Target(case, machine, library, version, op, algorithm, kind, number("nodes", int, 1), number("ppn", int, 1), number("ranks", int, 1),
                  placement, number("bytes"), number("block_bytes"), stat.startswith("median"), *times, number("runs", int, 1))


def machines(folders):
    """Machines by name: their facts, and the rows that calibrate. A machine that several folders have is the first's."""
    found = {}
    for folder in folders:
        new = {path.stem: _facts(path) for path in sorted((folder / "facts").glob("*.json")) if path.stem not in found}
        for path in sorted(folder.glob("rows_*.csv.gz")):
            for place, row in _table(path):
                # A file may hold collectives, from which the targets are made, and tests that the recipe does not use.
                if row.get("machine") in new and (row.get("clazz") == "proxy" or row.get("clazz") == "p2p" and row.get("op") in POINT_TO_POINT):
                    new[row["machine"]].rows.append(_row(place, row))
        found |= new
    return found


def targets(folder, known):
    """Targets of a folder; every machine must be a known one."""
    paths = sorted(folder.glob("targets_*.csv.gz"))
    if not paths:
        raise InputError(f"{folder}: expected files targets_MACHINE.csv.gz")
    found = []
    for path in paths:
        for place, row in _table(path):
            one = _target(place, row)
            if one.machine not in known:
                raise InputError(f"{place}: there are no facts of {one.machine!r}: expected facts/{one.machine}.json")
            if one.library not in known[one.machine].fact("libraries"):
                raise InputError(f"{place}: the facts of {one.machine} have no MPI library {one.library!r}")
            found.append(one)
    return found
