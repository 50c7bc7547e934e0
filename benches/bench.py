"""Running rows of the speed bench."""

import importlib.util
import random
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import growth
import measure
from rows import GIB, Row

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"


@dataclass
class Result:
    """What a row has given."""

    row: Row
    value: float = 0
    # `<` or `>` of a bound, if one of two runs was cut.
    bound: str = ""
    # How far a run was let go, if it was cut.
    cut: str = ""
    memory: float = 0
    simulated: str = ""
    smpi: str = ""
    # Bytes of what was made, of rows that make a file.
    size: int = 0
    error: str = ""
    misses: list = field(default_factory=list)

    def stopped_by(self, cost):
        """Whether a run was cut or has failed, so that there is nothing to compute."""
        self.error, self.cut = failure(cost), cost.cut
        if self.cut:
            self.misses.append(self.cut)
        return bool(self.error or self.cut)


@dataclass
class GrowthResult:
    """What a row of growth has given: CPU seconds of its points beyond the base, and their exponent. A point that is cut is
    the last one, and makes a lower bound of both."""

    row: growth.Growth
    costs: list = field(default_factory=list)
    exponent: float = 0
    cut: str = ""
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


def failure(cost):
    """What a run that failed says; nothing of one that was cut."""
    return "" if cost.status == 0 or cost.cut else f"status {cost.status}: {cost.stderr.strip()[-2000:]}"


# Where a run of a point of growth is cut.
GROWTH_LIMIT, GROWTH_MEMORY = 60, 6 * GIB

# What a report holds at most, in bytes.
REPORT_MAX = 12e6


def tool(prefix, name):
    """A command of the tunnel: of the prefix, or in PATH."""
    found = str(prefix / "bin" / name) if prefix else shutil.which(name)
    if not found or not Path(found).exists():
        print(f"run.py: {name} not found; stage the prefix (make) and give --prefix, or put it into PATH", file=sys.stderr)
        sys.exit(2)
    return found


class Bench:
    """The tunnel, the programs, and a folder to work in."""

    def __init__(self, prefix, work, times):
        self.work, self.times = work, times
        self.windtunnel, self.wtcc, self.wtcxx = (tool(prefix, name) for name in ("windtunnel", "wtcc", "wtcxx"))
        self.built = {}

    def program(self, name, compiler):
        """The program, compiled once."""
        key = (name, compiler)
        if key not in self.built:
            path = self.work / f"{name}-{Path(compiler).name}"
            source = PROGRAMS / f"{name}.c"
            if not source.exists():
                source, compiler = PROGRAMS / f"{name}.cc", self.wtcxx
            subprocess.run([compiler, "-O2", "-o", path, source], check=True)
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
        compute = [] if row.kind.startswith("measured") else ["--compute", "none"]
        if row.kind.endswith("python"):
            program = [sys.executable, PROGRAMS / row.program]
        else:
            program = [self.program(row.program, self.wtcc)]
        return [self.windtunnel, "run", "-q", *common, *compute, *program, *arguments]

    def recording(self, row, arguments, platform):
        """The trace of a row's program."""
        trace = self.work / f"{row.program}.trace"
        if not trace.exists():
            words = ["-q", "-n", row.ranks, "-p", platform, "--compute", "none", "--out", self.work / "recorded", "-o", trace]
            command = [self.windtunnel, "record", *words, self.program(row.program, self.wtcc), *arguments]
            subprocess.run([str(word) for word in command], check=True, stderr=subprocess.DEVNULL)
        return trace

    def run(self, row, arguments, limit=0, **options):
        """A run, which begins without a run folder."""
        return measure.run(self.command(row, arguments), self.work, limit or row.limit, row.most_memory(), **options)

    def runs(self, row, arguments):
        """Several runs if they are short, else one."""
        runs = []
        while not runs or (len(runs) < self.times and runs[0].status == 0 and runs[0].cpu < 2):
            runs.append(self.run(row, arguments))
        return runs

    def cost(self, row, arguments):
        """The median run."""
        runs = self.runs(row, arguments)
        return sorted(runs, key=lambda cost: cost.cpu)[(len(runs) - 1) // 2]

    def least(self, point):
        """The cheapest of some runs of a point, or the first that fails."""
        best = None
        for _ in range(min(self.times, 3)):
            cost = measure.run(self.command(point, point.arguments), self.work, GROWTH_LIMIT, GROWTH_MEMORY)
            if cost.status != 0:
                return cost
            best = cost if best is None or cost.cpu < best.cpu else best
            if best.cpu > 3:
                break
        return best

    def growth(self, row):
        """How the cost of a row's points grows."""
        result = GrowthResult(row)
        base = self.least(row.base)
        result.error = failure(base)
        for point in row.points:
            if result.error or result.cut:
                break
            cost = self.least(point)
            result.error, result.cut = failure(cost), cost.cut
            result.costs.append(max(cost.cpu - base.cpu, 1e-3))
            if cost.cut:
                result.misses.append(f"{cost.cut} at {point.size:,}")
            elif point.target and result.costs[-1] > point.target:
                result.misses.append(f"{result.costs[-1] / point.target:.1f} x target at {point.size:,}")
        if not result.error and len(result.costs) > 1:
            result.exponent = growth.exponent([point.size for point in row.points[: len(result.costs)]], result.costs)
            if row.most and result.exponent > row.most:
                result.misses.append(f"exponent over {row.most}")
        return result

    def measure(self, row, with_smpi):
        """A row."""
        result = Result(row)
        if measure.available_bytes() < row.needs * GIB:
            result.error = f"not run: needs {row.needs:g} GiB of free memory"
            return result
        if row.kind.endswith("python") and not importlib.util.find_spec("mpi4py"):
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
        if row.turns:
            return self.speedup(row, result)
        if row.beside:
            return self.beside(row, result)
        if row.unit == "kB":
            return self.beyond(row, result)
        cost = self.cost(row, row.arguments)
        if result.stopped_by(cost):
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
                cost = self.run(varied, row.arguments)
                if result.stopped_by(cost):
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
        if any(result.stopped_by(cost) for cost in costs):
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
            if result.stopped_by(cost):
                return result
            each.append(cost.cpu / (ranks * (ranks - 1)))
            result.memory = max(result.memory, cost.anonymous / GIB)
        result.value = each[0] / each[1]
        if result.value > row.target:
            result.misses.append(f"{result.value:.1f} x of at most {row.target:g} x")
        return result

    def beside(self, row, result):
        """What a row costs over the same with other options. The other run is cut where it has cost so much that the target is met."""
        ours = self.cost(row, row.arguments)
        if ours.cut == "" and result.stopped_by(ours):
            return result
        enough = 1.2 * ours.cpu / row.target + 1
        theirs = self.run(replace(row, options=(*row.options, *row.beside)), row.arguments, enough)
        if theirs.cut and ours.cut or theirs.cut == "" and result.stopped_by(theirs):
            result.stopped_by(ours)
            return result
        result.value, result.memory = ours.cpu / theirs.cpu, ours.anonymous / GIB
        result.bound = ">" if ours.cut else "<" if theirs.cut else ""
        if result.value > row.target:
            result.misses.append(f"{result.bound}{result.value:.1f} x of at most {row.target:g} x")
        return result

    def beyond(self, row, result):
        """The memory of a rank beyond what it has in a run that makes nothing. The system knows the largest resident set, which short
        runs may reach between two samples; the program's text, which counts in it, is the same in both."""
        costs = [self.cost(row, arguments) for arguments in (row.base, row.arguments)]
        if any(result.stopped_by(cost) for cost in costs):
            return result
        result.value = (costs[1].resident - costs[0].resident) / row.ranks / 1000
        result.memory = costs[1].anonymous / GIB
        if result.value > row.target:
            result.misses.append(f"{result.value / row.target:.1f} x target")
        return result

    def speedup(self, row, result):
        """How long a run on several cores takes over one on one; runs take turns, so that both meet the same machine."""
        walls = [[], []]
        for _ in range(self.times):
            for number, options in enumerate([row.options, row.turns]):
                # To look at the memory of all ranks takes a core that they use.
                cost = self.run(replace(row, options=options), row.arguments, interval=1)
                if result.stopped_by(cost):
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
            cost = measure.run(command, self.work, row.limit, row.most_memory())
            if result.stopped_by(cost):
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
        cost = measure.run(command, self.work, 120, 16 * GIB)
        if cost.status != 0:
            return f"3.32: failed or over 120 s at {ranks:,} ranks"
        if row.unit == "us":
            return f"3.32: {cost.cpu / (2 * arguments[1]) * 1e6:.1f} us"
        return f"3.32: {cost.cpu:.2f} s" + (f" with {ranks:,} ranks" if ranks != row.ranks else "")
