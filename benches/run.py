#!/usr/bin/env python3
"""Measures what simulating costs, row by row, against the targets, and prints a table.

    benches/run.py [--prefix DIR] [--only TEXT] [--list] [--smpi] [--json FILE]

CPU is user and system time of the whole process tree on one core, memory is anonymous memory of the same; of short
rows the median of five runs counts. The first line says how fast this machine is, so that tables of two machines can
be compared. Then follows how costs grow with sizes: growth.py. `--smpi` also runs the programs in SMPI (Debian's libsimgrid-dev) where that takes a bearable time.
Exit status: 0 if every target is met, 1 if not, 2 if something could not be run.
"""

import argparse
import importlib.util
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

import growth
import machines
import measure

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
GIB = 1 << 30


@dataclass(frozen=True)
class Smpi:
    """How a row is run in SMPI: `ranks` and `machine` where the row itself would take too long, and what SimGrid
    4.2-dev took for the row itself on a machine of the same kind (seconds of CPU)."""

    quoted: str
    ranks: int = 0
    machine: tuple = ()
    arguments: tuple = ()
    run: bool = True


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    program: str
    arguments: tuple
    ranks: int
    machine: tuple
    target: float
    unit: str = "s"
    # CPU is divided by this; start-up is subtracted first if `base` gives the arguments of an empty run, or of a program's run with one rank.
    divisor: int = 1
    base: tuple = ()
    memory: float = 0
    # GiB that have to be free for the row to be run at all.
    needs: float = 0
    options: tuple = ()
    smpi: Smpi = None
    limit: int = 600
    kind: str = "run"
    # More options, the cost of which over the row without them is what is measured, in per cent of the least runs.
    extra: tuple = ()
    # CPU per message of an all-to-all is divided by that of so many ranks.
    over: int = 0
    # Time by the clock with this network over that with `options`, in runs by turns.
    threads: str = ""


PROCESSES = ("--mode", "processes")
SKIP = ("--payload", "skip:64KiB")
TIMELINE = ("--observe", "timeline")
WAITS = ("--observe", "timeline,waits")
TOLERANCE = ("--network", "flow:tolerance=5 us")
SCATTERED = ("--collective", "alltoall=scattered")
DOUBLING = ("--collective", "allreduce=recursive_doubling")

# GiB that 65,536 ranks may take that wait and have touched no variable.
ALIVE = 550e6 / GIB

ROWS = [
    Row("ping-pong, 1 byte, per message", "pingpong", (1, 200_000), 2, machines.star(2), 0.5, unit="us",
        divisor=400_000, base=(1, 1), smpi=Smpi("7.0 us", arguments=(1, 20_000))),
    Row("CG's steps on 8x8, simulating over own work", "gradients", (14_000, 128, 400), 64, machines.star(64), 60,
        unit="%", kind="program"),
    # One rank works on vectors once, 64 on eight copies of each: here one rank does the work of 64.
    Row("the same, over the work of 64 ranks", "gradients", (14_000, 128, 400), 64, machines.star(64), 60,
        unit="%", kind="program", base=(14_000, 128, 400, 64)),
    Row("IS's rounds on 64 ranks, simulating over own work", "buckets", (1 << 23, 10), 64, machines.star(64), 30,
        unit="%", kind="program"),
    Row("LU's sweeps on 8x8, per message", "wavefront", (8, 100, 20, 1000), 64, machines.star(64), 0, unit="us",
        divisor=2 * 112 * 100 * 20, base=(8, 0, 1, 1000)),
    Row("init and finalize, 65,536 ranks", "init", (), 65_536, machines.star(65_536), 2.0, memory=1.2,
        smpi=Smpi("2.0 s, 1.3 GiB without privatisation; fails with it", run=False)),
    # Five pages hold 16 KB of globals wherever they begin; the rest is what a rank costs that only waits.
    Row("the same, all ranks alive at once", "init", ("hold",), 65_536, machines.star(65_536), 2.0,
        memory=ALIVE + 65_536 * 5 * 4096 / GIB),
    Row("init, barrier and finalize, 65,536 ranks", "init", ("barrier",), 65_536, machines.star(65_536), 2.0, memory=ALIVE),
    Row("init, barrier and finalize, 1,048,576 ranks", "init", ("barrier",), 1 << 20, machines.star(1 << 20), 14.0,
        memory=8.5e9 / GIB, needs=10),
    Row("init and finalize, 1,048,576 ranks", "init", (), 1 << 20, machines.star(1 << 20), 40.0, memory=14, needs=14,
        smpi=Smpi("55 s, 19.6 GB without privatisation", run=False)),
    Row("10 allreduces of 8 bytes, 4,096 ranks, star", "allreduce", (1, 10), 4096, machines.star(4096), 0.6,
        options=DOUBLING, smpi=Smpi("10.4 s", ranks=1024, machine=machines.star(1024))),
    Row("10 allreduces of 8 bytes, 16,384 ranks, torus", "allreduce", (1, 10), 16_384, machines.torus(32, 32, 16),
        4.0, options=DOUBLING, smpi=Smpi("60 s", ranks=1024, machine=machines.torus(16, 8, 8))),
    Row("pairwise all-to-all, 1,024 ranks x 1 MB, fat tree", "exchange", (1 << 20, "pairwise"), 1024,
        machines.fat_tree(32, 2), 2.0, options=SKIP, smpi=Smpi("14-24 s, payloads skipped", run=False)),
    Row("all-to-all posted at once, 256 ranks x 1 MB, fat tree", "exchange", (1 << 20, "at-once"), 256,
        machines.fat_tree(16, 2), 0.3, options=SKIP, smpi=Smpi("4.9 s", run=False)),
    # A send takes 400 ns: starts are staggered. Blocks of 64 KB.
    Row("staggered all-to-all, 256 ranks, fat tree", "exchange", (1 << 16, "at-once"), 256, machines.fat_tree(16, 2), 0.6,
        options=SKIP),
    Row("staggered all-to-all, 256 ranks, torus", "exchange", (1 << 16, "at-once"), 256, machines.torus(16, 16), 0.8,
        options=SKIP),
    Row("staggered all-to-all, 1,024 ranks, fat tree", "exchange", (1 << 16, "at-once"), 1024, machines.fat_tree(32, 2),
        19.0, options=SKIP, needs=4),
    Row("the same, 256 ranks, torus, with a tolerance of 5 us", "exchange", (1 << 16, "at-once"), 256, machines.torus(16, 16), 0.8,
        options=(*SKIP, *TOLERANCE)),
    Row("staggered all-to-all, 1,024 ranks, tolerance of 5 us", "exchange", (1 << 16, "at-once"), 1024,
        machines.fat_tree(32, 2), 19.0, options=(*SKIP, *TOLERANCE), needs=4),
    Row("scattered all-to-all of 32 KiB, 384 ranks, cabinets", "alltoall", ("bytes=32 KiB", "iterations=1"), 384,
        machines.cabinets(384, 4), 2.0, options=SCATTERED, kind="motif"),
    Row("scattered all-to-all of 32 KiB, 1,024 ranks, cabinets", "alltoall", ("bytes=32 KiB", "iterations=1"), 1024,
        machines.cabinets(1024, 4), 10.0, options=SCATTERED, kind="motif"),
    Row("pairwise all-to-all of 64 KB, 2,048 ranks, torus", "exchange", (1 << 16, "pairwise"), 2048,
        machines.torus(16, 16, 8), 8.0, options=SKIP),
    Row("pairwise all-to-all, a message of 384 over 1,024 ranks", "alltoall", ("bytes=64 KiB", "iterations=1"), 384,
        machines.fat_tree(32, 2), 2.0, unit="x", options=("--collective", "alltoall=pairwise"), kind="motif", over=1024),
    Row("node_shift of 32 KiB, 1,024 ranks, PERCS supernode", "alltoall", ("bytes=32 KiB", "iterations=1"), 1024,
        machines.percs_supernode(), 3.0, options=("--collective", "alltoall=node_shift"), kind="motif"),
    Row("random permutation, 4,096 x 1 MB, torus", "permutation", (1 << 20, 1), 4096, machines.torus(16, 16, 16),
        0.3, options=SKIP, smpi=Smpi("338 s", ranks=1024, machine=machines.torus(16, 8, 8))),
    Row("random permutation, 4,096 x 1 MB, fat tree", "permutation", (1 << 20, 1), 4096, machines.fat_tree(16, 3),
        0.3, options=SKIP, smpi=Smpi("41 s", ranks=1024, machine=machines.fat_tree(32, 2))),
    Row("halo 16x16x16, 512 KB x 6 x 10, torus, copied", "halo3d", (16, 16, 16, 1 << 19, 10, 0), 4096,
        machines.torus(16, 16, 16), 9.0, needs=8, smpi=Smpi("20.4 s", run=False)),
    Row("motif halo3d, 4,096 ranks, torus, per message", "halo3d",
        ("nx=16", "ny=16", "nz=16", "bytes=64 KiB", "iterations=10", "every=0"), 4096, machines.torus(16, 16, 16), 0,
        unit="us", divisor=4096 * 6 * 10, kind="motif"),
    Row("motif halo3d, 16,384 ranks, delay, two threads over one", "halo3d",
        ("nx=32", "ny=32", "nz=16", "bytes=16 KiB", "iterations=10"), 16384, machines.torus(32, 32, 16), 1 / 1.5, unit="x",
        options=("--network", "delay"), kind="motif", threads="delay:threads=2"),
    Row("the same, loggps", "halo3d", ("nx=32", "ny=32", "nz=16", "bytes=16 KiB", "iterations=10"), 16384,
        machines.torus(32, 32, 16), 1 / 1.5, unit="x", options=("--network", "loggps"), kind="motif", threads="loggps:threads=2"),
    Row("packets: motif halo3d, 4,096 ranks, torus, per packet", "halo3d",
        ("nx=16", "ny=16", "nz=16", "bytes=64 KiB", "iterations=2", "every=0"), 4096, machines.torus(16, 16, 16), 0.6,
        unit="us", divisor=4096 * 6 * 2 * 16, options=("--network", "packet"), kind="motif"),
    # The network is asked for the data, a request and a reply of each part.
    Row("ior: 1,024 clients x 64 servers x 1 GiB, 1 MiB parts", "ior", ("block=1 GiB", "transfer=1 MiB", "read=no"), 1024,
        machines.file_servers(1024, 64, "1 MiB"), 20.0, memory=2, kind="motif"),
    Row("the same, parts of 4 MiB", "ior", ("block=1 GiB", "transfer=4 MiB", "read=no"), 1024,
        machines.file_servers(1024, 64, "4 MiB"), 6.0, memory=2, kind="motif"),
    # A round has four calls that wait: two sends and two receives.
    Row("processes: ping-pong of 2 ranks, per blocking call", "pingpong", (1, 20_000), 2, machines.star(2), 8.0,
        unit="us", divisor=80_000, base=(1, 1), options=PROCESSES),
    # Every rank waits once in each of the ring's rounds.
    Row("processes: ring of 1,000 ranks, per blocking call", "ring", (1, 100), 1000, machines.star(1000), 20.0,
        unit="us", divisor=100_000, base=(1, 0), options=PROCESSES),
    Row("processes: 64 posts before each wait, per call", "posts", (64, 2000), 2, machines.star(2), 10.0, unit="us",
        divisor=2 * 64 * 2000, base=(64, 1), options=PROCESSES),
    Row("processes: 1,024 ranks of Python start and end", "start.py", (), 1024, machines.star(1024), 8.0,
        kind="python"),
    Row("processes: a rank of Python, memory of its own", "rank_memory.py", (), 64, machines.star(64), 1.3, unit="MB",
        kind="python"),
    Row("timeline: ping-pong, 1 byte, 2 x 200,000", "pingpong", (1, 200_000), 2, machines.star(2), 15, unit="%",
        extra=TIMELINE),
    Row("timeline: 100 allreduces of 8 bytes, 4,096 ranks", "allreduce", (1, 100), 4096, machines.star(4096), 15,
        unit="%", options=DOUBLING, extra=TIMELINE),
    Row("timeline, waits: ping-pong, 1 byte, 2 x 200,000", "pingpong", (1, 200_000), 2, machines.star(2), 0, unit="%",
        extra=WAITS),
    Row("timeline, waits: 100 allreduces, 4,096 ranks", "allreduce", (1, 100), 4096, machines.star(4096), 0,
        unit="%", options=DOUBLING, extra=WAITS),
    Row("report: 65,536 ranks with noise, torus", "noise", (256, 6), 65_536, machines.torus(64, 32, 32), 0, needs=4,
        kind="report"),
    Row("replay of a trace, 64 ranks, per action", "trace", (64, 5000), 64, machines.star(64), 0.4, unit="us",
        divisor=64 * 5000 * 8, kind="replay", smpi=Smpi("3-4 us", run=False)),
    # A sweep has 112 messages a plane, each sent and received.
    Row("replay of a recording, LU's sweeps on 8x8, per call", "wavefront", (8, 100, 20, 1000), 64, machines.star(64), 0.15,
        unit="us", divisor=2 * 112 * 2 * 100 * 20, kind="recording"),
]


@dataclass
class Result:
    """What a row has given."""

    row: Row
    value: float = 0
    memory: float = 0
    simulated: str = ""
    smpi: str = ""
    # Bytes of what was made, of rows that make a file.
    size: int = 0
    error: str = ""
    misses: list = field(default_factory=list)


@dataclass
class GrowthResult:
    """What a row of growth has given: CPU seconds of its points beyond the base, and their exponent."""

    row: growth.Growth
    costs: list = field(default_factory=list)
    exponent: float = 0
    error: str = ""
    misses: list = field(default_factory=list)


def write_trace(path, ranks, rounds):
    """A time-independent trace: a halo of two neighbours with eight actions a round."""
    with open(path, "w") as trace:
        for rank in range(ranks):
            left, right = (rank - 1) % ranks, (rank + 1) % ranks
            trace.write(f"{rank} init\n")
            block = (
                f"{rank} compute 1000000\n"
                f"{rank} irecv {left} 0 1024 6\n{rank} irecv {right} 1 1024 6\n"
                f"{rank} isend {right} 0 1024 6\n{rank} isend {left} 1 1024 6\n"
                f"{rank} wait {left} {rank} 0\n{rank} wait {right} {rank} 1\n{rank} waitall\n"
            )
            trace.write(block * rounds)
            trace.write(f"{rank} finalize\n")


def write_noise(path, side, rounds):
    """A trace of a halo exchange on a torus of side x side ranks, each of which computes as long as chance has it, so that
    no two look alike: what a report can summarise worst."""
    chance = random.Random(1)
    with open(path, "w") as trace:
        for rank in range(side * side):
            row, column = divmod(rank, side)
            ends = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
            peers = [r % side * side + c % side for r, c in ends]
            trace.write(f"{rank} init\n")
            for _ in range(rounds):
                trace.write(f"{rank} compute {chance.randrange(20_000, 400_000)}\n")
                trace.writelines(f"{rank} irecv {peer} {way ^ 1} 512 6\n" for way, peer in enumerate(peers))
                trace.writelines(f"{rank} isend {peer} {way} 512 6\n" for way, peer in enumerate(peers))
                trace.write(f"{rank} waitall\n")
            trace.write(f"{rank} finalize\n")


# What a report holds at most, in bytes.
REPORT_MAX = 12e6


class Bench:
    """The tunnel, the programs, and a folder to work in."""

    def __init__(self, prefix, work, times):
        self.work, self.times = work, times
        self.windtunnel, self.wtcc = tool(prefix, "windtunnel"), tool(prefix, "wtcc")
        self.built = {}

    def program(self, name, compiler):
        """The program, compiled once."""
        key = (name, compiler)
        if key not in self.built:
            path = self.work / f"{name}-{Path(compiler).name}"
            subprocess.run([compiler, "-O2", "-o", path, PROGRAMS / f"{name}.c"], check=True)
            self.built[key] = path
        return self.built[key]

    def command(self, row, arguments):
        """The command line of a row."""
        platform = self.work / "platform.toml"
        platform.write_text(row.machine[0])
        out = self.work / "run"
        shutil.rmtree(out, ignore_errors=True)
        common = ["-n", row.ranks, "-p", platform, "--out", out, *row.options]
        if row.kind == "motif":
            return [self.windtunnel, "motif", "-q", *common, row.program, *arguments]
        if row.kind == "replay":
            trace = self.work / "trace.txt"
            write_trace(trace, *arguments)
            return [self.windtunnel, "replay", "-q", *common, trace]
        if row.kind == "recording":
            return [self.windtunnel, "replay", "-q", *common, "--compute", "none", self.recording(row, arguments, platform)]
        if row.kind == "python":
            script = PROGRAMS / row.program
            return [self.windtunnel, "run", "-q", *common, "--compute", "none", sys.executable, script, *arguments]
        program = self.program(row.program, self.wtcc)
        return [self.windtunnel, "run", "-q", *common, "--compute", "none", program, *arguments]

    def recording(self, row, arguments, platform):
        """The trace of a row's program."""
        trace = self.work / f"{row.program}.trace"
        if not trace.exists():
            words = ["-q", "-n", row.ranks, "-p", platform, "--compute", "none", "--out", self.work / "recorded", "-o", trace]
            command = [self.windtunnel, "record", *words, self.program(row.program, self.wtcc), *arguments]
            subprocess.run([str(word) for word in command], check=True, stderr=subprocess.DEVNULL)
        return trace

    def cost(self, row, arguments):
        """The median run; each begins without a run folder."""
        runs = []
        while not runs or (len(runs) < self.times and runs[0].status == 0 and runs[0].cpu < 2):
            runs.append(measure.run(self.command(row, arguments), self.work, row.limit))
        return sorted(runs, key=lambda cost: cost.cpu)[(len(runs) - 1) // 2]

    def least(self, point):
        """CPU of the cheapest of some runs of a point, in seconds; the error if one fails."""
        best = math.inf
        for _ in range(min(self.times, 3)):
            cost = measure.run(self.command(point, point.arguments), self.work, 300)
            if cost.status != 0:
                return best, f"status {cost.status}: {cost.stderr.strip()[-2000:]}"
            best = min(best, cost.cpu)
            if best > 3:
                break
        return best, ""

    def growth(self, row):
        """How the cost of a row's points grows."""
        result = GrowthResult(row)
        base, result.error = self.least(row.base)
        for point in row.points:
            if not result.error:
                cost, result.error = self.least(point)
                result.costs.append(max(cost - base, 1e-3))
        if not result.error:
            result.exponent = growth.exponent([point.size for point in row.points], result.costs)
            if result.exponent > growth.EXPONENT_MAX:
                result.misses.append(f"more than {growth.EXPONENT_MAX}")
        return result

    def measure(self, row, with_smpi):
        """A row."""
        result = Result(row)
        if measure.available_bytes() < row.needs * GIB:
            result.error = f"not run: needs {row.needs:g} GiB of free memory"
            return result
        if row.kind == "python" and not importlib.util.find_spec("mpi4py"):
            result.error = "not run: pip install mpi4py numpy"
            return result
        if row.extra:
            return self.surcharge(row, result)
        if row.kind == "report":
            return self.report(row, result)
        if row.kind == "program":
            return self.share(row, result)
        if row.over:
            return self.ratio(row, result)
        if row.threads:
            return self.speedup(row, result)
        cost = self.cost(row, row.arguments)
        if cost.status != 0:
            result.error = f"status {cost.status}: {cost.stderr.strip()[-2000:]}"
            return result
        cpu = cost.cpu - (self.cost(row, row.base).cpu if row.base else 0)
        result.value = cpu / row.divisor * (1e6 if row.unit == "us" else 1)
        if row.unit == "MB":
            result.value = float(re.search(r"^memory: (\S+) MB$", cost.stdout, re.MULTILINE).group(1))
        result.memory = cost.anonymous / GIB
        result.simulated = next((line.split(": ", 1)[1] for line in reversed(cost.stderr.splitlines())
                                 if line.startswith("simulated time: ")), "")
        if row.target and result.value > row.target:
            what = "memory" if row.unit == "MB" else "CPU"
            result.misses.append(f"{what} {result.value / row.target:.2f} x target")
        if row.memory and result.memory > row.memory:
            result.misses.append(f"memory {result.memory / row.memory:.2f} x target")
        if row.smpi:
            result.smpi = self.smpi(row) if with_smpi and row.smpi.run else ""
            result.smpi += ("; " if result.smpi else "") + f"[{row.smpi.quoted}]"
        return result

    def surcharge(self, row, result):
        """What a row's extra options cost: runs with and without take turns, so that both meet the same machine."""
        costs = [[], []]
        for _ in range(self.times):
            for with_extra, extra in enumerate([(), row.extra]):
                varied = replace(row, options=(*row.options, *extra))
                cost = measure.run(self.command(varied, row.arguments), self.work, row.limit)
                if cost.status != 0:
                    result.error = f"status {cost.status}: {cost.stderr.strip()[-2000:]}"
                    return result
                costs[with_extra].append(cost.cpu)
                result.memory = max(result.memory, cost.anonymous / GIB)
        result.value = (min(costs[1]) / min(costs[0]) - 1) * 100
        if row.target and result.value > row.target:
            result.misses.append(f"{result.value:.0f} % of at most {row.target:g} %")
        return result

    def share(self, row, result):
        """What simulating a program's ranks costs over its work, that of a run with one rank, with arguments of its own if there are any."""
        runs = [(1, row.base or row.arguments), (row.ranks, row.arguments)]
        costs = [self.cost(replace(row, ranks=ranks), arguments) for ranks, arguments in runs]
        for cost in costs:
            if cost.status != 0:
                result.error = f"status {cost.status}: {cost.stderr.strip()[-2000:]}"
                return result
        result.memory = costs[1].anonymous / GIB
        result.value = (costs[1].cpu / costs[0].cpu - 1) * 100
        if row.target and result.value > row.target:
            result.misses.append(f"{result.value:.0f} % of at most {row.target:g} %")
        return result

    def ratio(self, row, result):
        """What a message of an all-to-all costs over one among more ranks."""
        each = []
        for ranks in (row.ranks, row.over):
            cost = self.cost(replace(row, ranks=ranks), row.arguments)
            if cost.status != 0:
                result.error = f"status {cost.status}: {cost.stderr.strip()[-2000:]}"
                return result
            each.append(cost.cpu / (ranks * (ranks - 1)))
            result.memory = max(result.memory, cost.anonymous / GIB)
        result.value = each[0] / each[1]
        if result.value > row.target:
            result.misses.append(f"{result.value:.1f} x of at most {row.target:g} x")
        return result

    def speedup(self, row, result):
        """How long a run on several threads takes over one on one thread; runs take turns, so that both meet the same machine."""
        walls = [[], []]
        for _ in range(self.times):
            for number, options in enumerate([row.options, ("--network", row.threads)]):
                cost = measure.run(self.command(replace(row, options=options), row.arguments), self.work, row.limit)
                if cost.status != 0:
                    result.error = f"status {cost.status}: {cost.stderr.strip()[-2000:]}"
                    return result
                walls[number].append(cost.wall)
                result.memory = max(result.memory, cost.anonymous / GIB)
        result.value = min(walls[1]) / min(walls[0])
        if result.value > row.target:
            result.misses.append(f"{result.value:.2f} x of at most {row.target:.2f} x")
        return result

    def report(self, row, result):
        """What it takes to make the report of a run that has all tables, and how large that is."""
        platform, out, trace, page = (self.work / name for name in ("platform.toml", "run", "trace.txt", "report.html"))
        platform.write_text(row.machine[0])
        shutil.rmtree(out, ignore_errors=True)
        write_noise(trace, *row.arguments)
        observe = ["--observe", "timeline,messages,waits,links"]
        run = [self.windtunnel, "replay", "-q", "-n", row.ranks, "-p", platform, "--out", out, *observe, trace]
        for command in (run, [self.windtunnel, "report", out, "-o", page]):
            cost = measure.run(command, self.work, row.limit)
            if cost.status != 0:
                result.error = f"status {cost.status}: {cost.stderr.strip()[-2000:]}"
                return result
        result.value, result.memory, result.size = cost.cpu, cost.anonymous / GIB, page.stat().st_size
        if result.size > REPORT_MAX:
            result.misses.append(f"{result.size / 1e6:.1f} MB of at most {REPORT_MAX / 1e6:g} MB")
        return result

    def smpi(self, row):
        """The row, or a smaller one, in SMPI."""
        ranks = row.smpi.ranks or row.ranks
        machine = row.smpi.machine or row.machine
        platform, hosts = self.work / "platform.xml", self.work / "hosts"
        platform.write_text(machine[1])
        hosts.write_text("".join(f"host-{host}\n" for host in range(ranks)))
        arguments = row.smpi.arguments or row.arguments
        command = ["smpirun", "-no-privatize", "-np", ranks, "-platform", platform, "-hostfile", hosts]
        command += ["--log=root.thres:error", "--cfg=smpi/simulate-computation:no", "--cfg=smpi/wtime:0"]
        command += ["--cfg=smpi/allreduce:rdb", self.program(row.program, "smpicc"), *arguments]
        cost = measure.run(command, self.work, 120)
        if cost.status != 0:
            return f"3.32: failed or over 120 s at {ranks:,} ranks"
        if row.unit == "us":
            return f"3.32: {cost.cpu / (2 * arguments[1]) * 1e6:.1f} us"
        return f"3.32: {cost.cpu:.2f} s" + (f" with {ranks:,} ranks" if ranks != row.ranks else "")


def tool(prefix, name):
    """A command of the tunnel: of the prefix, or in PATH."""
    found = str(prefix / "bin" / name) if prefix else shutil.which(name)
    if not found or not Path(found).exists():
        print(f"run.py: {name} not found; stage the prefix (make) and give --prefix, or put it into PATH", file=sys.stderr)
        sys.exit(2)
    return found


def host_figures(work):
    """How fast this machine is, in a line."""
    program = work / "host"
    subprocess.run(["cc", "-O2", "-o", program, PROGRAMS / "host.c"], check=True)
    operations, copy, load = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    model = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), "unknown processor")
    return {"processor": model, "million_operations_per_second": float(operations), "copy_gb_per_second": float(copy),
            "load_ns": float(load)}


def line(result):
    """A row of the table."""
    row = result.row
    if result.error:
        return f"{row.name:<56}{'':>10}{'':>10}{'':>9}{'':>8}  ERROR\n    " + result.error.replace("\n", "\n    ")
    target = f"{row.target:g} {row.unit}" if row.target else "-"
    limit = f"{row.memory:g}" if row.memory else "-"
    verdict = ", ".join(result.misses) or (f"{result.size / 1e6:.1f} MB" if result.size else "ok" if row.target else "")
    return (f"{row.name:<56}{result.value:>7.3f} {row.unit:<2}{target:>10}{result.memory:>9.2f}{limit:>8}"
            f"  {verdict:<24}{result.smpi}")


def growth_line(result):
    """A row of the table of growth."""
    if result.error:
        return f"{result.row.name:<56}  ERROR\n    " + result.error.replace("\n", "\n    ")
    points = ", ".join(f"{point.size:,}: {cost:.2f} s" for point, cost in zip(result.row.points, result.costs, strict=True))
    return f"{result.row.name:<56}{result.exponent:>6.2f}  {', '.join(result.misses) or 'ok':<16}{points}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prefix", type=Path, default=os.environ.get("WT_PREFIX"),
                        help="the tunnel's prefix (tools/stage.sh); default: WT_PREFIX, else PATH")
    parser.add_argument("--only", action="append", default=[], help="only rows whose name contains this text")
    parser.add_argument("--list", action="store_true", help="prints the names of the rows")
    parser.add_argument("--smpi", action="store_true", help="also runs the programs in SMPI")
    parser.add_argument("--runs", type=int, default=5, help="runs of a short row, the median of which counts")
    parser.add_argument("--json", type=Path, help="also writes the figures here")
    options = parser.parse_args()
    wanted = [row for row in ROWS + growth.ROWS if not options.only or any(text in row.name for text in options.only)]
    rows = [row for row in wanted if isinstance(row, Row)]
    growing = [row for row in wanted if isinstance(row, growth.Growth)]
    if options.list:
        print("\n".join(row.name for row in wanted))
        return
    if options.smpi and shutil.which("smpicc") is None:
        print("SMPI is not installed (apt-get install libsimgrid-dev): its column only quotes", file=sys.stderr)
        options.smpi = False
    results, grown = [], []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        work = Path(folder)
        bench = Bench(options.prefix and options.prefix.resolve(), work, options.runs)
        host = host_figures(work)
        print(f"{host['processor']}: {host['million_operations_per_second']:.0f} M dependent operations/s, "
              f"copy {host['copy_gb_per_second']:.1f} GB/s, load {host['load_ns']:.0f} ns")
        if rows:
            print(f"{'':<56}{'CPU':>10}{'target':>10}{'GiB':>9}{'target':>8}  {'verdict':<24}SMPI [4.2-dev, quoted]")
        for row in rows:
            results.append(bench.measure(row, options.smpi))
            print(line(results[-1]), flush=True)
        if growing:
            print(f"{'growth':<54}exponent  {'verdict':<16}CPU at each size")
        for row in growing:
            grown.append(bench.growth(row))
            print(growth_line(grown[-1]), flush=True)
    if options.json:
        table = [{"row": r.row.name, "value": r.value, "unit": r.row.unit, "target": r.row.target,
                  "anonymous_gib": r.memory, "memory_target_gib": r.row.memory, "simulated": r.simulated, "bytes": r.size,
                  "misses": r.misses, "error": r.error, "smpi": r.smpi} for r in results]
        growths = [{"row": r.row.name, "sizes": [point.size for point in r.row.points], "cpu_s": r.costs,
                    "exponent": r.exponent, "misses": r.misses, "error": r.error} for r in grown]
        options.json.write_text(json.dumps({"host": host, "rows": table, "growth": growths}, indent=1) + "\n")
    both = results + grown
    errors, missed = sum(bool(r.error) for r in both), sum(bool(r.misses) for r in both)
    print(f"{len(both)} rows: {len(both) - errors - missed} met, {missed} missed, {errors} failed")
    sys.exit(2 if errors else 1 if missed else 0)


if __name__ == "__main__":
    main()
