#!/usr/bin/env python3
"""Algorithms of collective operations in the lab, and in the tunnel: their order, and what a written tuning file gains.

  collectives.py build --build BUILD
  collectives.py predict --build BUILD --data FOLDER --machines FOLDER [--shapes star16-50,...]
  collectives.py measure --build BUILD --data FOLDER --shape star16-50 [--launches N] [--kinds own,tuned]        the lab is up as this shape
  collectives.py table --data FOLDER

`predict` simulates collectives.c with each algorithm on the calibrated machines (FOLDER/SHAPE/machine-MPI.toml; links of 10 Mbit/s: those of 50
with the new rate written into them), and writes tuning files by `windtunnel tune collectives`. `measure` has the real libraries run the
same algorithms, all in one launch (FOLDER/SHAPE/MPI-algorithms-LAUNCH.csv), in the next one their own decisions (MPI-own-LAUNCH.csv), and in a third
one these with the tuning file loaded (MPI-tuned-LAUNCH.csv); what was measured before is not measured again. Last, a launch of each over a
transport where messages are counted (MPI-KIND-seen.csv) tells whether the rules fire. `table` prints measured and predicted side by side; without launches
of all algorithms only what the files change.

A cell is a library, a shape, an operation and a size. A pair of algorithms counts whose 95 % intervals (Student's t on the launches' medians)
are disjoint; Kendall's tau is the pairs in the predicted order less the others, over their number; equal predictions are in no order.
"""

import argparse
import csv
import statistics
import sys
import tempfile
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import polars
from broken import lab_environment
from nas import CALIBRATED, MPIS, RATE, run, with_rates
from table import NETWORKS

HERE = Path(__file__).resolve().parent
RANKS = 16
KIB = 1024
#: Bytes of the message of a bcast or allreduce, of a block of an allgather or alltoall. Short ones on slow links: on faster ones the
#: processors that all hosts share decide.
FAST = {"bcast": (100 * KIB, 512 * KIB), "allreduce": (100 * KIB, 512 * KIB), "allgather": (32 * KIB, 100 * KIB), "alltoall": (32 * KIB, 100 * KIB)}
SLOW = dict.fromkeys(FAST, (10 * KIB, 32 * KIB))
SHAPES = {"star16-50": FAST, "cab4x4-50": FAST, "star16-10": SLOW, "cab4x4-10": SLOW}
#: Fewer pairs with disjoint intervals say nothing about a cell.
PAIRS = 8
#: Student's t, two-sided 95 %, by degrees of freedom.
STUDENT = {1: 12.71, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228, 11: 2.201, 12: 2.179, 13: 2.16, 14: 2.145}
#: Set for every launch: MPICH reads this one only once.
ALWAYS = {"mpich": ["MPIR_CVAR_BCAST_TREE_TYPE=knomial_2"], "ompi": ["OMPI_MCA_coll_tuned_use_dynamic_rules=1"]}
TUNING = {"mpich": ("mpich.json", "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE"), "ompi": ("openmpi-rules-v1.conf", "OMPI_MCA_coll_tuned_dynamic_rules_filename")}
#: By how much ranks arrive late in the tunnel, at random, in microseconds: `late` of the launches is about that, on links of 10 and 50 Mbit/s.
SKEW = 1000
#: Calls whose median is the prediction.
DRAWS = 3
#: What a launch times.
KINDS = ("algorithms", "own", "tuned")
#: Where messages or functions are seen.
SEEN = {"mpich": "mpich-ucx", "ompi": "ompi"}


def forced(mpi, operation, number, **others):
    """The control variables that have a library use an algorithm. MPICH's numbers are those of 5.0.2, as MPI_T tells them where the
    environment has the name."""
    if mpi == "ompi":
        return {f"coll_tuned_{operation}_algorithm": number, **{f"coll_tuned_{operation}_algorithm_{key}": value for key, value in others.items()}}
    head = f"MPIR_CVAR_{operation.upper()}"
    return {f"{head}_INTRA_ALGORITHM": number, **{f"{head}_{key}": value for key, value in others.items()}}


#: Each algorithm of a library that differs from the others: its name here, and how the library is told. Open MPI's linear_sync and
#: segmented_ring send what linear and ring send; a message that is not cut goes down a pipeline as down a single chain.
ALGORITHMS = {
    "ompi": {
        "bcast": {
            "linear": (1, {}), "chain:chains=4": (2, {}), "pipeline": (3, {}), "pipeline:segment=8192": (3, {"segmentsize": 8192}), "split_binary": (4, {}),
            "binary": (5, {}), "segmented_binomial": (6, {}), "knomial:radix=4": (7, {}), "scatter_allgather": (8, {}), "scatter_ring_allgather:elements=1": (9, {}),
        },
        "allreduce": {"linear": (1, {}), "reduce_bcast": (2, {}), "recursive_doubling": (3, {}), "ring": (4, {}), "rabenseifner": (6, {})},
        "allgather": {"linear": (1, {}), "brucks": (2, {}), "recursive_doubling": (3, {}), "ring": (4, {}), "neighbour_exchange": (5, {})},
        "alltoall": {"scattered:throttle=0": (1, {}), "pairwise:xor=0": (2, {}), "brucks": (3, {})},
    },
    "mpich": {
        "bcast": {
            "binomial": (1, {}), "scatter_recursive_doubling_allgather": (4, {}), "scatter_ring_allgather": (5, {}),
            **{f"knomial:radix={radix}": (7, {"TREE_KVAL": radix}) for radix in (2, 4, 8, 16)},
        },
        "allreduce": {"recursive_doubling": (3, {}), "reduce_scatter_allgather": (5, {}), "ring": (8, {})},
        "allgather": {"brucks": (1, {}), "recursive_doubling": (4, {}), "ring": (5, {})},
        "alltoall": {
            "brucks": (1, {}), "pairwise": (4, {}), **{f"scattered:throttle={throttle}": (6, {"THROTTLE": throttle}) for throttle in (1, 2, 4, 32)},
        },
    },
}


def cells(shape):
    return [(operation, size) for operation, sizes in SHAPES[shape].items() for size in sizes]


def plan(mpi, shape, only=None):
    """Lines for collectives.c: the library's own decisions, and each algorithm."""
    lines = []
    for operation, size in cells(shape):
        names = ["own", *ALGORITHMS[mpi][operation]] if only is None else only
        for name in names:
            settings = forced(mpi, operation, *ALGORITHMS[mpi][operation][name][:1], **ALGORITHMS[mpi][operation][name][1]) if name != "own" else {}
            words = [f"{operation}/{size}/{name.replace(',', ';')}", operation, size, *(f"{key}={value}" for key, value in settings.items())]
            lines.append(" ".join(map(str, words)))
    return "\n".join(lines) + "\n"


def seconds(text):
    """{(operation, bytes, name): (median seconds after the first repetition, what was seen in the last)}."""
    times, seen = defaultdict(list), {}
    for line in text.splitlines():
        if line.count(",") == 4:
            where, repetition, took, _, inside = line.split(",")
            operation, size, name = where.split("/")
            seen[operation, int(size), name] = inside
            if repetition != "0":
                times[operation, int(size), name].append(float(took))
    return {key: (statistics.median(times[key]) if times[key] else 0.0, inside) for key, inside in seen.items()}


def build(options):
    """collectives.c for each library, with what is seen inside of it, and for the tunnel."""
    inside = HERE.parent / "libraries"
    for mpi, name in (("mpich", "mpich"), ("ompi", "openmpi")):
        words = [options.build / f"v{mpi}" / "bin" / "mpicc", "-O2", "-DINSIDE", "-rdynamic", "-o", options.build / f"collectives.{mpi}"]
        run([*words, HERE / "collectives.c", inside / f"inside_{name}.c", "-ldl"])
    run(["wtcc", "-O1", "-DTUNNEL", "-o", options.build / "collectives.windtunnel", HERE / "collectives.c"])
    return 0


def machine(options, shape, mpi):
    """The calibrated machine and library of a shape; with the rate of slower links written into it."""
    calibrated = options.machines / shape.replace("-10", "-50")
    found = calibrated / f"machine-{mpi}.toml"
    if shape.endswith("-10"):
        text = with_rates(found.read_text(), *[RATE / CALIBRATED] * (2 if shape.startswith("cab") else 1))
        found = options.data / shape / f"machine-{mpi}.toml"
        found.write_text(text)
    return found, calibrated / f"library-{mpi}.toml"


def simulate(options, platform, library, lines, choice=()):
    """Times of a plan's lines in the tunnel, and the algorithms that ran."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "plan", Path(folder) / "run"
        path.write_text("\n".join(lines) + "\n")
        words = ["windtunnel", "run", "-q", "-n", RANKS, "-p", platform, "--mpi-library", library, "--network", options.network, "--compute", "none"]
        words += ["--payload", "skip:64 KiB", "--observe", "collectives", "--out", out, *choice, "--"]
        found = seconds(run([*words, options.build / "collectives.windtunnel", path, DRAWS, SKEW]))
        rows = polars.read_parquet(out / "collectives" / "*.parquet").filter((polars.col("rank") == 0) & (polars.col("part") == "whole"))
        calls = {operation: iter(rows.filter(polars.col("operation") == operation)["algorithm"].to_list()[DRAWS :: DRAWS + 1]) for operation in FAST}
        return {key: (time, next(calls[key[0]])) for key, (time, _) in found.items()}


def tune(options, platform, library, shape, folder):
    """Has `windtunnel tune collectives` write the tuning files of a shape."""
    sizes = sorted({size for _, size in cells(shape)})
    words = ["windtunnel", "tune", "collectives", "-p", platform, "--ppn", 1, "--mpi-library", library, "-n", RANKS, "--json", "--force"]
    words += ["--sizes", ",".join(f"{size}B" for size in sizes), "--operation", ",".join(SHAPES[shape]), "--network", options.network]
    run([*words, "--arrival", f"skew:{SKEW}us", "-o", folder])


def predict(options):
    """Tuning files, and the times of all lines: SHAPE/MPI-predicted.csv."""
    for shape in options.shapes.split(","):
        folder = options.data / shape
        folder.mkdir(parents=True, exist_ok=True)
        for mpi in MPIS:
            target = folder / f"{mpi}-predicted.csv"
            if target.exists():
                continue
            platform, library = machine(options, shape, mpi)
            tune(options, platform, library, shape, folder / f"{mpi}-tuning")
            own = plan(mpi, shape, ["own"]).splitlines()
            file = folder / f"{mpi}-tuning" / TUNING[mpi][0]
            loaded = simulate(options, platform, f"{library}+{file}", own) if file.exists() else simulate(options, platform, library, own)
            found = {(operation, size, "tuned"): what for (operation, size, _), what in loaded.items()} | simulate(options, platform, library, own)
            for operation, name in [(operation, name) for operation, names in ALGORITHMS[mpi].items() for name in names]:
                lines = [line for line in plan(mpi, shape).splitlines() if line.startswith(f"{operation}/") and line.split()[0].endswith(f"/{name}")]
                found |= simulate(options, platform, library, lines, ("--collective", f"{operation}={name}"))
            with target.open("w") as lines:
                csv.writer(lines).writerows([*key, f"{time:.9f}", algorithm] for key, (time, algorithm) in found.items())
            print(f"{shape}, {mpi}: {len(found)} times", flush=True)
    return 0


def launch(options, flavour, mpi, lines, repetitions, variables):
    """Real times of a plan, as collectives.c prints them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plan"
        path.write_text(lines)
        environment = {**lab_environment(options.build), "ENVS": " ".join([*ALWAYS[mpi], *variables])}
        return run([HERE / "mpirun_lab", flavour, RANKS, options.build / f"collectives.{mpi}", path, repetitions], env=environment, timeout=1800)


def measure(options):
    """All algorithms, the library, then the tuned library, in turn."""
    folder = options.data / options.shape
    for number in [*range(1, options.launches + 1), "seen"]:
        for mpi in MPIS:
            for kind in options.kinds.split(","):
                target = folder / f"{mpi}-{kind}-{number}.csv"
                if not target.exists():
                    flavour, repetitions = (SEEN[mpi], 1) if number == "seen" else (mpi, options.repetitions)
                    lines = plan(mpi, options.shape, None if kind == "algorithms" else ["own"])
                    target.write_text(launch(options, flavour, mpi, lines, repetitions, tuned(folder, mpi) if kind == "tuned" else []))
                    print(f"{options.shape}: {target.stem}", flush=True)
    return 0


def tuned(folder, mpi):
    """The variable that has a library load its tuning file, if one was written."""
    name, variable = TUNING[mpi]
    path = (folder / f"{mpi}-tuning" / name).resolve()
    return [f"{variable}={path}"] if path.exists() else []


class Cell:
    """What was measured and predicted of an operation with a size, by a library on a shape."""

    def __init__(self, launches, predicted, seen, key):
        self.mpi, self.shape, self.operation, self.size = key
        where = (self.operation, self.size)
        self.names = [name for name in ALGORITHMS[self.mpi][self.operation] if launches["algorithms"]]
        self.times = {name: [times[*where, name][0] for times in launches["algorithms"]] for name in self.names}
        self.times |= {kind: [times[*where, "own"][0] for times in launches[kind]] for kind in ("own", "tuned")}
        self.predicted = {name: predicted[*where, name] for name in self.times}
        self.seen = {name: seen["algorithms"][*where, name][1] for name in self.names} | {kind: seen[kind][*where, "own"][1] for kind in ("own", "tuned")}

    def pairs(self):
        """Pairs of algorithms with disjoint intervals: of each whether the predicted order is the measured one, 1, or -1; 0: no order."""
        found = []
        for one, other in combinations(self.names, 2):
            if disjoint(self.times[one], self.times[other]):
                measured = statistics.mean(self.times[one]) - statistics.mean(self.times[other])
                predicted = self.predicted[one][0] - self.predicted[other][0]
                found.append((measured * predicted > 0) - (measured * predicted < 0))
        return found

    def regret(self, name):
        """By how much one is slower than the best algorithm."""
        return statistics.median(self.times[name]) / min(statistics.median(self.times[other]) for other in self.names) - 1

    def change(self):
        """By how much the tuning file makes it slower, by medians, and as predicted."""
        return statistics.median(self.times["tuned"]) / statistics.median(self.times["own"]) - 1, self.predicted["tuned"][0] / self.predicted["own"][0] - 1

    def harmed(self):
        """Whether the tuning file makes it slower by more than 10 %, with disjoint intervals."""
        slower = statistics.median(self.times["tuned"]) > 1.1 * statistics.median(self.times["own"])
        return slower and disjoint(self.times["tuned"], self.times["own"])

    def changed(self):
        """Whether a rule of the file has another algorithm chosen."""
        return self.predicted["tuned"][1] != self.predicted["own"][1]

    def fires(self):
        """Whether the library ran the rule's algorithm: it did what it does when told to use it; without such a launch, something else than before."""
        alike = [name for name in self.names if self.seen[name] == self.seen["tuned"]]
        return base(self.predicted["tuned"][1]) in map(base, alike) if alike else not self.names and self.seen["tuned"] != self.seen["own"]


def base(algorithm):
    """An algorithm without its parameters."""
    return algorithm.partition(":")[0]


def interval(times):
    """95 % interval of the mean."""
    half = STUDENT[len(times) - 1] * statistics.stdev(times) / len(times) ** 0.5
    return statistics.mean(times) - half, statistics.mean(times) + half


def disjoint(some, others):
    (low, high), (other_low, other_high) = interval(some), interval(others)
    return high < other_low or other_high < low


def read_cells(folder, shape, mpi):
    """All cells of a library on a shape."""
    launches = {kind: [seconds(path.read_text()) for path in sorted(folder.glob(f"{mpi}-{kind}-[0-9]*.csv"))] for kind in KINDS}
    seen = {kind: seconds((folder / f"{mpi}-{kind}-seen.csv").read_text()) for kind in KINDS if launches[kind]}
    with (folder / f"{mpi}-predicted.csv").open() as lines:
        predicted = {(row[0], int(row[1]), row[2]): (float(row[3]), row[4]) for row in csv.reader(lines)}
    return [Cell(launches, predicted, seen, (mpi, shape, operation, size)) for operation, size in cells(shape)], min(len(times) for times in launches.values() if times)


def size_of(size):
    return f"{size // KIB} KiB"


def tau(pairs):
    return sum(pairs) / len(pairs) if pairs else float("nan")


def rows(found, shapes, text):
    """A row for each operation and library, a column for each shape."""
    lines = ["| operation | MPI library | " + " | ".join(shapes) + " |", "|---|---|" + "---|" * len(shapes)]
    for operation in FAST:
        for mpi in MPIS:
            of = [[text(cell) for cell in found if (cell.operation, cell.mpi, cell.shape) == (operation, mpi, shape)] for shape in shapes]
            lines.append(f"| {operation} | {MPIS[mpi]} | " + " | ".join(", ".join(texts) for texts in of) + " |")
    return "\n".join(lines)


def table(options):
    """Both tables, and what they come to."""
    found, launches = [], []
    shapes = [shape for shape in SHAPES if (options.data / shape).is_dir()]
    for shape, mpi in ((shape, mpi) for shape in shapes for mpi in MPIS):
        more, count = read_cells(options.data / shape, shape, mpi)
        found, launches = found + more, [*launches, count]
    if all(cell.names for cell in found):
        print(f"{min(launches)} launches of each. Kendall's tau, and the pairs of algorithms with disjoint intervals; fewer than {PAIRS} in brackets:\n")
        table_of_order(found, shapes)
        table_of_regret(found, shapes)
    else:
        print(f"{min(launches)} launches of each. With the written tuning file loaded: slower than without it by so much, and by prediction in brackets; bold where a rule changes the decision:\n")

        def of_change(cell):
            measured, predicted = cell.change()
            text = f"{measured:+.1%} ({predicted:+.1%})"
            return f"{size_of(cell.size)}: " + (f"**{text}**" if cell.changed() else text)

        print(rows(found, shapes, of_change) + "\n")
    changed = [cell for cell in found if cell.changed()]
    harmed = [f"{cell.operation} of {size_of(cell.size)}, {MPIS[cell.mpi]}, {cell.shape}" for cell in found if cell.harmed()]
    print(
        f"Cells more than 10 % slower than the own decision, with disjoint intervals: {', '.join(harmed) or 'none'}. "
        f"Rules change {len(changed)} of {len(found)} cells, and the library ran the rule's algorithm in {sum(cell.fires() for cell in changed)} of them; "
        f"there the median change is {statistics.median(cell.change()[0] for cell in changed):+.1%}."
    )
    return 0


def table_of_order(found, shapes):
    """Whether algorithms are in the predicted order."""
    order = {id(cell): cell.pairs() for cell in found}

    def of_order(cell):
        text = f"{tau(order[id(cell)]):.2f} of {len(order[id(cell)])}" if order[id(cell)] else "no pair"
        return f"{size_of(cell.size)}: " + (text if len(order[id(cell)]) >= PAIRS else f"({text})")

    print(rows(found, shapes, of_order))
    tested = [cell for cell in found if len(order[id(cell)]) >= PAIRS]
    good = [cell for cell in tested if tau(order[id(cell)]) >= 0.8]
    pooled = [pair for cell in tested for pair in order[id(cell)]]
    kinds = sorted({f"{cell.operation} ({MPIS[cell.mpi]})" for cell in tested})
    print(f"\n{len(tested)} cells have at least {PAIRS} pairs: {', '.join(kinds)}. In {len(good)} of them tau is at least 0.8; over all their {len(pooled)} pairs it is {tau(pooled):.2f}.")


def table_of_regret(found, shapes):
    """By how much the tuned library is slower than its fastest algorithm."""
    print("\nWith the written tuning file loaded: slower than the fastest algorithm by so much, and the library's own decision in brackets; bold where a rule changes the decision:\n")

    def of_regret(cell):
        text = f"{cell.regret('tuned'):.1%} ({cell.regret('own'):.1%})"
        return f"{size_of(cell.size)}: " + (f"**{text}**" if cell.changed() else text)

    print(rows(found, shapes, of_regret))
    regrets, own = sorted(cell.regret("tuned") for cell in found), sorted(cell.regret("own") for cell in found)
    print(f"\nMedian regret over {len(found)} cells {statistics.median(regrets):.1%}, own decisions {statistics.median(own):.1%}; largest {regrets[-1]:.0%} and {own[-1]:.0%}.\n")


def main():
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = top.add_subparsers(required=True)
    for action in (build, predict, measure, table):
        one = actions.add_parser(action.__name__)
        one.set_defaults(action=action)
        if action is not table:
            one.add_argument("--build", type=Path, required=True)
        if action is not build:
            one.add_argument("--data", type=Path, required=True)
        if action is predict:
            one.add_argument("--machines", type=Path, required=True)
            one.add_argument("--network", default=NETWORKS.split()[-1])
            one.add_argument("--shapes", default=",".join(SHAPES))
        if action is measure:
            one.add_argument("--shape", choices=SHAPES, required=True)
            one.add_argument("--launches", type=int, default=10)
            one.add_argument("--repetitions", type=int, default=1)
            one.add_argument("--kinds", default=",".join(KINDS))
    options = top.parse_args()
    return options.action(options)


if __name__ == "__main__":
    sys.exit(main())
