"""Measurements: results of wtcal, and text output of the OSU and Intel MPI benchmarks and of HPCC (b_eff)."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from windtunnel.errors import InputError
from windtunnel.inputs import read_text

__all__ = ["Case", "Measurements", "Sample", "measures_hosts", "read"]


@dataclass(frozen=True, order=True)
class Case:
    """What was measured: a row of wtcal without its repetition."""

    test: str
    param: int
    bytes: int
    ranks: int

    def __str__(self) -> str:
        param = f" {self.param}" if self.param else ""
        return f"{self.test}{param} of {self.bytes} B"


@dataclass(frozen=True)
class Sample:
    """A repetition."""

    #: Seconds.
    seconds: float
    #: By how much the last rank missed the start, seconds.
    late: float
    #: Number of the file, each from one launch.
    launch: int


@dataclass
class Measurements:
    """All samples by case; repetitions 0 are left out, unless there are no others."""

    samples: dict[Case, list[Sample]] = field(default_factory=dict)
    #: MPI libraries that the files name.
    libraries: list[str] = field(default_factory=list)
    #: Rank F of wtcal.
    far: int | None = None
    #: Ranks on each host, if all of a host's were measured at once; else 0.
    ppn: int = 0

    def of(self, *tests: str) -> list[Case]:
        """Cases of these tests, in order."""
        return sorted(case for case in self.samples if case.test in tests)

    @property
    def ranks(self) -> int:
        """The largest number of ranks."""
        return max(case.ranks for case in self.samples)


#: Tests whose rows wtcal writes under another name than it runs them: one case gives several rows.
EMITTED = {"late_send": "late", "late_recv": "late", "arrived_irecv": "arrived", "arrived_recv": "arrived"}

#: Tests of OSU and IMB, each with wtcal's and the factor from its unit to seconds.
OSU = {
    "Latency Test": "pingpong",
    "Broadcast Latency Test": "bcast",
    "Reduce Latency Test": "reduce",
    "Allreduce Latency Test": "allreduce",
    "Scatter Latency Test": "scatter",
    "Gather Latency Test": "gather",
    "Allgather Latency Test": "allgather",
    "All-to-All Personalized Exchange Latency Test": "alltoall",
    "Alltoall Latency Test": "alltoall",
    "Reduce_scatter Latency Test": "reduce_scatter",
    "Barrier Latency Test": "barrier",
    # Pairs of ranks of two hosts; read with the number of ranks on each.
    "Multiple Bandwidth / Message Rate Test": "flood",
}
IMB = {
    "PingPong": "pingpong",
    "Sendrecv": "ring",
    "Bcast": "bcast",
    "Reduce": "reduce",
    "Allreduce": "allreduce",
    "Scatter": "scatter",
    "Gather": "gather",
    "Allgather": "allgather",
    "Alltoall": "alltoall",
    "Reduce_scatter_block": "reduce_scatter",
    "Barrier": "barrier",
}
#: HPCC's mean over pairs, and the bytes of its messages.
HPCC = {"AvgPingPongLatency_usec": 8, "AvgPingPongBandwidth_GBytes": 2_000_000}


def measures_hosts(path: Path, ppn: int = 0) -> bool:
    """Whether a file has measurements of all ranks of a host at once: of wtcal with --ppn, or of ``ppn`` ranks by a benchmark that
    does not say where they were."""
    text = read_text(path)
    return bool(re.search(r"^# far \d+, near \d+, ppn [1-9]", text, re.MULTILINE)) or ppn > 0 and any(name in text for name in ("# Benchmarking Sendrecv", "Message Rate Test"))


def read(paths: Iterable[Path], ranks: int | None = None, inside: Iterable[Path] = (), ppn: int = 0) -> Measurements:
    """Reads files, each the output of one launch. Raises :class:`InputError`, which names file and line.

    ``ranks``: of OSU's output, which does not say. ``inside``: tables of two ranks of one host. ``ppn``: ranks on each host where
    files do not say it.
    """
    found = _read(paths, ranks, ppn)
    inside = list(inside)
    for case, samples in _read(inside, ranks, 0).samples.items() if inside else ():
        if case.test != "pingpong":
            raise InputError(f"{inside[0]}: {case.test} is not a test of two ranks of a host; expected a ping-pong")
        found.samples[replace(case, test="neighbour", param=8)] = samples
    return found


def _read(paths: Iterable[Path], ranks: int | None, ppn: int) -> Measurements:
    cold: dict[Case, list[Sample]] = defaultdict(list)
    warm: dict[Case, list[Sample]] = defaultdict(list)
    found = Measurements(ppn=ppn)
    for launch, path in enumerate(paths):
        lines = read_text(path).splitlines()
        try:
            if any(line.startswith("# wtcal") for line in lines):
                _wtcal(path, lines, launch, found, cold, warm)
            elif any("OSU MPI" in line for line in lines):
                _osu(path, lines, launch, ranks, found, warm)
            elif any("Benchmarking" in line for line in lines):
                _imb(path, lines, launch, found, warm)
            elif any(line.startswith(tuple(HPCC)) for line in lines):
                _hpcc(path, lines, launch, found, warm)
            else:
                raise InputError(f"{path}: expected results of wtcal, or text output of the OSU or Intel MPI benchmarks or of HPCC")
        except InputError:
            raise
        except (ValueError, OverflowError) as error:
            raise InputError(f"{path}: has a number out of range: {error}") from None
    for case in cold.keys() | warm.keys():
        found.samples[case] = warm.get(case) or cold[case]
    if not found.samples:
        raise InputError(f"{', '.join(map(str, paths))}: no measurements")
    return found


def _wtcal(
    path: Path,
    lines: list[str],
    launch: int,
    found: Measurements,
    cold: dict[Case, list[Sample]],
    warm: dict[Case, list[Sample]],
) -> None:
    for number, line in enumerate(lines, 1):
        if match := re.match(r"# wtcal 1, (.*)", line):
            if (name := " ".join(match[1].split())) not in found.libraries:
                found.libraries.append(name)
        elif line.startswith("# wtcal"):
            raise InputError(f"{path}:{number}: results of another version of wtcal; write it anew: windtunnel calibrate program")
        elif match := re.match(r"# far (\d+)(?:, near \d+, ppn (\d+))?", line):
            found.far = int(match[1])
            here = int(match[2] or 0)
            if (launch or found.ppn) and here != found.ppn:
                raise InputError(f"{path}:{number}: {here or 1} ranks a host; expected {found.ppn or 1}, as --ppn or the other files say")
            found.ppn = here
        elif line and not line.startswith(("#", "test,")):
            words = line.split(",")
            try:
                test, (param, size, ranks, rep), (seconds, late) = words[0], map(int, words[1:5]), map(float, words[5:])
            except ValueError:
                raise InputError(
                    f"{path}:{number}: expected test,param,bytes,ranks,rep,seconds,late, found {line[:60]!r}"
                ) from None
            if not re.fullmatch(r"[a-z_]+", test) or not 0 <= seconds < 1e6 or min(param, size, rep) < 0 or ranks < 2:
                raise InputError(f"{path}:{number}: {line[:60]!r} is not a measurement")
            target = warm if rep else cold
            target[Case(test, param, size, ranks)].append(Sample(seconds, late, launch))


def _osu(
    path: Path, lines: list[str], launch: int, ranks: int | None, found: Measurements, warm: dict[Case, list[Sample]]
) -> None:
    test, pairs = None, 0
    for line in lines:
        if match := re.search(r"\[ pairs: (\d+) \]", line):
            pairs = int(match[1])
        if match := re.match(r"# OSU MPI\S* (.*?)(?: v[\d.]+)?\s*$", line):
            title = match[1].strip()
            test = OSU.get(title)
            if test is None or (test == "flood" and not found.ppn):
                raise InputError(f"{path}: OSU's {title!r} is not compared; expected one of {', '.join(OSU)}")
        words = line.split()
        if test is None or line.startswith("#") or not words:
            continue
        try:
            numbers = [float(word) for word in words]
        except ValueError:
            continue
        if test == "flood":
            if not 0 < pairs <= found.ppn or len(numbers) < 3 or numbers[2] <= 0:
                raise InputError(f"{path}: {pairs} pairs of ranks of two hosts; expected at most as many as --ppn N says, and messages per second")
            # All pairs at once: the time of one message of each.
            warm[Case("flood", pairs, int(numbers[0]), 2 * found.ppn)].append(Sample(pairs / numbers[2], 0, launch))
            continue
        size, micros = (0, numbers[0]) if test == "barrier" else (int(numbers[0]), numbers[1] if len(numbers) > 1 else None)
        if micros is None:
            raise InputError(f"{path}: expected a size and a time, found {line.strip()!r}")
        size_ranks = 2 if test == "pingpong" else ranks
        if size_ranks is None:
            raise InputError(f"{path}: OSU's output does not say how many ranks it had; expected --ranks N")
        warm[Case(test, 1 if test == "pingpong" else 0, size, size_ranks)].append(Sample(micros * 1e-6, 0, launch))
    found.libraries = found.libraries or ["OSU micro-benchmarks"]


def _imb(path: Path, lines: list[str], launch: int, found: Measurements, warm: dict[Case, list[Sample]]) -> None:
    test, ranks, column = None, 2, -1
    for line in lines:
        if match := re.match(r"# Benchmarking (\S+)", line):
            test, column = IMB.get(match[1]), -1
        elif match := re.match(r"# #processes = (\d+)", line):
            ranks = int(match[1])
            # A ring of all ranks of one host, if it is known to be one.
            test = None if test == "ring" and ranks != found.ppn else test
        elif "t[usec]" in line or "t_max[usec]" in line:
            names = line.split()
            column = names.index("t_max[usec]") if "t_max[usec]" in names else names.index("t[usec]")
        elif test and column >= 0 and re.match(r"\s*\d", line):
            try:
                numbers = [float(word) for word in line.split()]
                size = 0 if test == "barrier" else int(numbers[0])
                seconds = numbers[column] * 1e-6
            except (ValueError, IndexError):
                raise InputError(f"{path}: expected sizes and times, found {line.strip()!r}") from None
            warm[Case(test, 1 if test in ("pingpong", "ring") else 0, size, ranks)].append(Sample(seconds, 0, launch))
    found.libraries = found.libraries or ["Intel MPI benchmarks"]


def _hpcc(path: Path, lines: list[str], launch: int, found: Measurements, warm: dict[Case, list[Sample]]) -> None:
    for number, line in enumerate(lines, 1):
        name, _, text = line.partition("=")
        if name not in HPCC:
            continue
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not 0 < value < 1e9:
            raise InputError(f"{path}:{number}: expected a number above 0, found {text.strip()[:60]!r}")
        seconds = value * 1e-6 if name.endswith("usec") else HPCC[name] / value * 1e-9
        warm[Case("pingpong", 1, HPCC[name], 2)].append(Sample(seconds, 0, launch))
    found.libraries = found.libraries or ["HPCC"]
