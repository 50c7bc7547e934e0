#!/usr/bin/env python3
"""Runs the same programs with the same parameters in SMPI and in the tunnel, and compares the simulated times.

    benches/peers/run.py [--prefix DIR] [--only TEXT] [--json FILE] [--algorithms FILE]

SMPI is Debian's (`apt-get install libsimgrid-dev`, SimGrid 3.32). Every measurement is a run of its own, so that all
ranks begin it at time 0; the largest and the mean time of the ranks are compared. Exit status: 0 if all agree within
1 % or differ for a reason that docs/models/against-smpi.md explains, 1 otherwise, 77 if SMPI is not installed.

Programs and some collective algorithms run with 64 ranks on every topology; each of SMPI's algorithms (algorithms.py), and each
of its selectors that is an MPI library here, runs with several numbers of ranks on the star, those on two levels with four ranks on
each host.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from algorithms import ALGORITHMS, SELECTED, SELECTED_APART, SELECTED_NOT, SELECTORS

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE.parent / "programs"
RANKS = 64
TOLERANCE = 0.01
SKIPPED = 77

# The protocol. One source for both sides; `library()` writes it for the tunnel, `smpi_options()` for SMPI. SMPI's
# thresholds are the first size of the next mode, the tunnel's the last of this one.
ASYNCHRONOUS_BELOW = 16_384
DETACHED_BELOW = 65_536
# (above this size, seconds, seconds per byte): CPU time of a send and of a receive. Of a rendezvous SMPI charges non-blocking sends
# alone, and it counts MPI_Sendrecv among them, the tunnel charges every send and receive: there it is nothing on both sides.
OVERHEADS = [(0, 5e-7, 1e-10), (4096, 1e-6, 1.5e-10), (65_535, 0, 0)]
# (above this size, factor). In factors SMPI counts 16 bytes of envelope with the message.
LATENCY_FACTORS = [(0, 1.5), (1420, 2.0), (65_535, 3.0)]
BANDWIDTH_FACTORS = {"uniform": [(0, 0.92)], "piecewise": [(0, 0.6), (1420, 0.8), (65_535, 0.92)]}
ENVELOPE = 16
# c of SMPI's sharing weights: latency + sum of c/bandwidth over the links.
WEIGHT_BYTES = 8775

TOPOLOGIES = ["star", "torus", "torus-2", "fat-tree"]


@dataclass(frozen=True)
class Case:
    """One run: a program with arguments, and what is special to it on either side."""

    program: str
    arguments: tuple
    size: int
    label: str
    factors: str = "uniform"
    smpi: tuple = ()
    tunnel: tuple = ()
    ranks: int = RANKS
    #: Ranks on each host.
    per_host: int = 1
    #: Where it runs, if not everywhere.
    topology: str = "star"
    #: Of the table of algorithms: the row.
    algorithm: object = None
    #: Of a selector: itself, the operation, ranks on each host, ranks, bytes.
    selected: tuple = ()


@dataclass
class Result:
    """What both sides said."""

    case: Case
    topology: str
    smpi: tuple = None
    tunnel: tuple = None
    errors: list = field(default_factory=list)

    def ratio(self, index):
        """The tunnel's time over SMPI's."""
        return self.tunnel[index] / self.smpi[index] if self.smpi[index] > 0 else float("nan")

    def agrees(self, tolerance=TOLERANCE):
        """Whether both the largest and the mean time are within the tolerance."""
        return all(abs(self.ratio(index) - 1) <= tolerance for index in (0, 1))


# Why a case may differ; each reason has its section in docs/models/against-smpi.md. How far it may differ then, and
# the rows: label, topologies, sizes.
EXPLAINED = {
    "ties in the torus": (0.12, [
        ("reduce reduce_scatter_gather", ["torus"], [8192, 131_072]),
        ("allreduce recursive_doubling", ["torus"], [8192]),
        ("allreduce reduce_scatter_allgather", ["torus"], [8192, 131_072]),
        ("alltoall pairwise", ["torus"], [8192]),
    ]),
    "padded to one element per rank": (0.05, [("reduce reduce_scatter_gather", TOPOLOGIES, [8])]),
}

# Operation, SMPI's algorithm, ours.
COLLECTIVES = [
    ("barrier", "ompi_bruck", "dissemination"),
    ("bcast", "binomial_tree", "binomial"),
    ("bcast", "scatter_LR_allgather", "scatter_ring_allgather"),
    ("reduce", "binomial", "binomial"),
    ("reduce", "scatter_gather", "reduce_scatter_gather"),
    ("allreduce", "rdb", "recursive_doubling"),
    ("allreduce", "rab_rdb", "reduce_scatter_allgather"),
    ("allgather", "rdb", "recursive_doubling"),
    ("allgather", "NTSLR", "ring"),
    ("alltoall", "bruck", "brucks"),
    ("alltoall", "pair", "pairwise"),
    ("gather", "ompi_binomial", "binomial"),
    ("scatter", "ompi_binomial", "binomial:smallest_first=1"),
]


def cases():
    """All comparisons, in the order of the table."""
    for size in (1, 1024, 8192, 32_768, 262_144, 4_194_304):
        yield Case("pingpong", (size, 10), size, "ping-pong", factors="piecewise")
    for size in (1, 8192, 32_768, 1_048_576):
        yield Case("ring", (size, 10), size, "ring")
    for size in (64, 8192, 32_768, 524_288):
        yield Case("halo3d", (4, 4, 4, size, 10), size, "3-D halo")
    for operation, theirs, ours in COLLECTIVES:
        for size in (0,) if operation == "barrier" else (8, 8192, 131_072):
            yield Case(
                "collective", (operation, size), size, f"{operation} {ours}",
                smpi=(f"--cfg=smpi/{operation}:{theirs}",), tunnel=("--collective", f"{operation}={ours}"),
            )


def asked(operation, size, again):
    """The program's arguments: the first call counts, or the second one."""
    return (operation, size, 1) if again else (operation, size)


def choices(algorithm, ranks, size):
    """The options that choose an algorithm, on both sides."""
    smpi, tunnel = [f"--cfg=smpi/{algorithm.operation}:{algorithm.theirs}"], []
    tunnel += ["--collective", f"{algorithm.operation}={algorithm.our_name(ranks, size)}"]
    tunnel += ["--mpi-library", algorithm.library] if algorithm.library else []
    for operation, theirs, ours in algorithm.also:
        smpi.append(f"--cfg=smpi/{operation}:{theirs}")
        tunnel += ["--collective", f"{operation}={ours}"] if ours else []
    return tuple(smpi), tuple(tunnel)


def algorithm_cases():
    """Each of SMPI's algorithms that is here."""
    for row in ALGORITHMS:
        for ranks, size in row.calls():
            smpi, tunnel = choices(row, ranks, size)
            yield Case("collective", asked(row.operation, size, row.again), size, f"{row.operation} {row.theirs}, {ranks}", smpi=smpi,
                       tunnel=tunnel, ranks=ranks, per_host=row.per_host, topology=row.topology, algorithm=row)


def selector_cases():
    """Each of SMPI's selectors that is an MPI library here."""
    for theirs, library, per_host, topology in SELECTORS:
        for operation in SELECTED:
            for ranks in (5, 13, 16):
                for size in (0,) if operation == "barrier" else (8, 8192, 131_072):
                    selected = (theirs, operation, per_host, ranks, size)
                    if selected in SELECTED_NOT:
                        continue
                    places = f", {per_host} a host" if per_host > 1 else ""
                    yield Case("collective", asked(operation, size, theirs != "default"), size,
                               f"{operation} by {library}, {ranks}{places}", ranks=ranks, per_host=per_host, topology=topology, selected=selected,
                               smpi=(f"--cfg=smpi/coll-selector:{theirs}",), tunnel=("--mpi-library", library))


def pairs(table):
    """SMPI's notation of factors."""
    return ";".join(f"{start + ENVELOPE if start else 0}:{value}" for start, value in table)


def smpi_options(case):
    """The protocol as SMPI's options."""
    overheads = ";".join(f"{start}:{fixed}:{slope}" for start, fixed, slope in OVERHEADS)
    settings = {
        "smpi/simulate-computation": "no",
        "smpi/wtime": "0",
        "smpi/async-small-thresh": ASYNCHRONOUS_BELOW,
        "smpi/send-is-detached-thresh": DETACHED_BELOW,
        "smpi/os": overheads,
        "smpi/ois": overheads,
        "smpi/or": overheads,
        "smpi/lat-factor": pairs(LATENCY_FACTORS),
        "smpi/bw-factor": pairs(BANDWIDTH_FACTORS[case.factors]),
        "network/weight-S": WEIGHT_BYTES,
        "network/TCP-gamma": 0,
        "network/crosstraffic": 0,
        "surf/precision": "1e-13",
        "maxmin/precision": "1e-9",
    }
    return [f"--cfg={key}:{value}" for key, value in settings.items()]


def time(seconds):
    """A time as the tunnel's files write it, in whole picoseconds."""
    return f"{round(seconds * 1e12)} ps"


def classes(table, body):
    """Size classes of the tunnel's files from (above this size, ...) rows; `body` writes what is in a row."""
    rows = []
    for index, (_, *values) in enumerate(table):
        last = index + 1 == len(table)
        up_to = "" if last else f'up_to = "{table[index + 1][0]} B", '
        rows.append("{ " + up_to + body(*values) + " }")
    return "[" + ", ".join(rows) + "]"


def mpi_section(case):
    """The protocol as the `[mpi]` table of a platform file. The library `ideal` has no overheads of its own."""
    overheads = classes(OVERHEADS, lambda fixed, slope: f'fixed = "{time(fixed)}", per_byte = "{time(slope)}"')
    factors = lambda table: classes(table, lambda factor: f"factor = {factor}")
    return f"""
[mpi]
library = "ideal"
eager_max = "{ASYNCHRONOUS_BELOW - 1} B"
send_end = [{{ up_to = "{DETACHED_BELOW - 1} B", when = "at-once" }}, {{ when = "delivered" }}]
handshake = {{ round_trips = 0 }}
send = {overheads}
isend = {overheads}
recv = {overheads}
latency_factor = {factors(LATENCY_FACTORS)}
bandwidth_factor = {factors(BANDWIDTH_FACTORS[case.factors])}
"""


def network(case):
    """The flow model with SMPI's weights. SMPI applies a message's bandwidth factor to its share of a link, the tunnel
    to the bound of a single flow: equal if all messages have one factor and capacities are scaled by it."""
    scale = BANDWIDTH_FACTORS[case.factors][0][1] if case.factors == "uniform" else 1
    return f"flow:order=none,weight=latency,weight-bytes={WEIGHT_BYTES} B,capacity-factor={scale}"


def measure(command, **options):
    """Runs a program; returns (largest, mean) seconds of simulated time from the line it prints, or raises."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, **options)
    lines = [line.split() for line in done.stdout.splitlines()]
    values = [line for line in lines if len(line) == 4]
    if done.returncode != 0 or len(values) != 1:
        raise RuntimeError(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return float(values[0][2]), float(values[0][3])


class Bench:
    """The two simulators with the programs built for both."""

    def __init__(self, prefix, work):
        self.work = work
        self.windtunnel = tool(prefix, "windtunnel")
        for name in sorted({case.program for case in cases()}):
            source = PROGRAMS / f"{name}.c"
            for compiler, side in (("smpicc", "smpi"), (tool(prefix, "wtcc"), "tunnel")):
                subprocess.run([compiler, "-O2", "-o", work / f"{name}.{side}", source], check=True)

    def smpi(self, case, topology):
        """The case in SMPI."""
        command = ["smpirun", "-np", str(case.ranks), "-platform", HERE / "platforms" / f"{topology}.xml"]
        hosts = self.work / f"hosts-{case.per_host}"
        if not hosts.exists():
            hosts.write_text("".join(f"host-{rank // case.per_host}\n" for rank in range(RANKS)))
        command += ["-hostfile", hosts, "--log=root.thres:error", *smpi_options(case), *case.smpi]
        return measure([*command, self.work / f"{case.program}.smpi", *map(str, case.arguments)])

    def tunnel(self, case, topology, number):
        """The case in the tunnel."""
        platform = self.work / f"{topology}-{number}.toml"
        platform.write_text((HERE / "platforms" / f"{topology}.toml").read_text() + mpi_section(case))
        command = [self.windtunnel, "run", "-q", "-n", str(case.ranks), "-p", platform, "--network", network(case)]
        command += ["--ppn", str(case.per_host), "--compute", "none", "--out", self.work / f"run-{topology}-{number}", *case.tunnel]
        return measure([*command, self.work / f"{case.program}.tunnel", *map(str, case.arguments)])

    def compare(self, job):
        """Both sides of one case."""
        number, case, topology = job
        result = Result(case, topology)
        for side, run in (("smpi", lambda: self.smpi(case, topology)),
                          ("tunnel", lambda: self.tunnel(case, topology, number))):
            try:
                setattr(result, side, run())
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                result.errors.append(str(error))
        return result


def tool(prefix, name):
    """A command of the tunnel: of the prefix, or in PATH."""
    found = str(prefix / "bin" / name) if prefix else shutil.which(name)
    if not found or not Path(found).exists():
        sys.exit(f"run.py: {name} not found; stage the prefix (make) and give --prefix, or put it into PATH")
    return found


def verdict(result):
    """What the last column says, and whether it is a failure."""
    if result.errors:
        return "ERROR", True
    if result.agrees():
        return "ok", False
    row = result.case.algorithm
    if row:
        within = row.why and result.agrees(row.apart)
        return (f"explained: {row.why}", False) if within else ("DIFFERS", True)
    for reason, tolerance, cells in SELECTED_APART:
        if result.case.selected in cells and result.agrees(tolerance):
            return f"explained: {reason}", False
    for reason, (tolerance, rows) in EXPLAINED.items():
        for label, topologies, sizes in rows:
            named = label == result.case.label and result.topology in topologies and result.case.size in sizes
            if named and result.agrees(tolerance):
                return f"explained: {reason}", False
    return "DIFFERS", True


def show(results):
    """Prints the table; returns how many failed."""
    print(f"{'program':<44}{'topology':<10}{'bytes':>9}{'SMPI, us':>14}{'tunnel, us':>14}"
          f"{'max':>9}{'mean':>9}  verdict")
    failed = 0
    for result in results:
        text, bad = verdict(result)
        failed += bad
        if result.errors:
            figures = f"{'-':>14}{'-':>14}{'-':>9}{'-':>9}"
        else:
            figures = (f"{result.smpi[0] * 1e6:>14.3f}{result.tunnel[0] * 1e6:>14.3f}"
                       f"{result.ratio(0):>9.4f}{result.ratio(1):>9.4f}")
        print(f"{result.case.label:<44}{result.topology:<10}{result.case.size:>9}{figures}  {text}")
        for error in result.errors:
            print("    " + "\n    ".join(error.strip().splitlines()[:8]))
    return failed


def algorithms_table(results):
    """SMPI's algorithms as rows of Markdown: which is ours, and by how much times differ at most."""
    lines = ["| operation | SMPI 3.32 | Windtunnel | within | remarks |", "|---|---|---|---|---|"]
    for row in ALGORITHMS:
        own = [result for result in results if result.case.algorithm is row and not result.errors]
        names = sorted({row.our_name(*call) for call in row.calls()}) or ([row.ours] if row.ours else [])
        apart = max((abs(result.ratio(index) - 1) for result in own for index in (0, 1)), default=None)
        within = "" if apart is None else f"{max(apart, 0.0005):.1%}".replace("%", " %")
        reasons = sorted({verdict(result)[0].removeprefix("explained: ") for result in own if not result.agrees()})
        remarks = row.why or "; ".join(reasons)
        lines.append(f"| {row.operation} | `{row.theirs}` | {', '.join(f'`{name}`' for name in names) or '—'} | {within} | {remarks} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prefix", type=Path, default=os.environ.get("WT_PREFIX"),
                        help="the tunnel's prefix (tools/stage.sh); default: WT_PREFIX, else PATH")
    parser.add_argument("--only", default="", help="only rows whose program or topology contains this text")
    parser.add_argument("--jobs", type=int, default=2, help="cases at a time")
    parser.add_argument("--algorithms", type=Path, help="also writes the table of SMPI's algorithms here, as Markdown")
    parser.add_argument("--json", type=Path, help="also writes the figures here")
    options = parser.parse_args()
    if shutil.which("smpicc") is None:
        print("bench-peers SKIPPED: SMPI is not installed (apt-get install libsimgrid-dev)", file=sys.stderr)
        sys.exit(SKIPPED)
    jobs = [(case, topology) for case in cases() for topology in TOPOLOGIES]
    jobs += [(case, case.topology) for case in (*algorithm_cases(), *selector_cases())]
    jobs = [job for job in jobs if options.only in job[0].label or options.only == job[1]]
    version = subprocess.run(["smpirun", "-version"], capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory(prefix="bench-peers-") as folder:
        bench = Bench(options.prefix and options.prefix.resolve(), Path(folder))
        print(f"{version.splitlines()[0] if version else 'SimGrid'}; {RANKS} ranks; ratio = tunnel / SMPI")
        with ThreadPoolExecutor(options.jobs) as pool:
            numbered = [(number, case, topology) for number, (case, topology) in enumerate(jobs)]
            results = list(pool.map(bench.compare, numbered))
    failed = show(results)
    agree = sum(not result.errors and result.agrees() for result in results)
    print(f"{agree} of {len(results)} agree within {TOLERANCE:.0%}, {failed} differ without explanation or failed")
    if options.algorithms:
        options.algorithms.write_text(algorithms_table(results))
    if options.json:
        rows = [{"program": r.case.label, "topology": r.topology, "bytes": r.case.size, "smpi_s": r.smpi,
                 "windtunnel_s": r.tunnel, "verdict": verdict(r)[0]} for r in results]
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
