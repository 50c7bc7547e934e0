"""What a machine's measurements and its prediction differ in."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from windtunnel.calibration.levels import Level, levels
from windtunnel.calibration.raw import Case, Measurements
from windtunnel.calibration.tunnel import Tunnel

__all__ = ["LIMIT", "Comparison", "Difference", "Machine", "compare", "ends"]

#: A case may be off by so much.
LIMIT = 0.1


@dataclass(frozen=True)
class Machine:
    """What is simulated."""

    platform: str
    library: str | None
    network: str
    #: Ranks per host, at most; None: as many as cores.
    ppn: int | None

    def times(self, tunnel: Tunnel, cases: list[Case], settings: tuple[str, ...] = (), **changes: Mapping[str, str]) -> dict[Case, float]:
        """Simulated seconds of these cases."""
        return tunnel.times(cases, self.platform, self.library, self.network, self.ppn, settings=settings, **changes)


@dataclass(frozen=True)
class Difference:
    """A case, measured and predicted."""

    case: Case
    measured: Level
    predicted: Level
    #: Whether it is off by more than :data:`LIMIT` and outside both intervals.
    off: bool

    @property
    def ratio(self) -> float:
        """Measured over predicted."""
        return self.measured.value / self.predicted.value

    @property
    def lost(self) -> float:
        """Seconds that it takes longer than predicted."""
        return self.measured.value - self.predicted.value


@dataclass
class Comparison:
    """All cases; those that are off first, by lost time."""

    differences: list[Difference]
    #: Prediction without the correction by a baseline.
    simulated: dict[Case, float]
    #: Factor of each case by which the prediction is corrected: the baseline's measured over simulated time.
    correction: dict[Case, float]

    @property
    def off(self) -> list[Difference]:
        """Those that are off."""
        return [difference for difference in self.differences if difference.off]


def ends(platform: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Settings for the fastest and the slowest machine inside the intervals that a calibrated platform states."""
    try:
        text = platform.read_text(encoding="utf-8")
        tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return (), ()
    table, note, fast, slow = "", None, [], []
    for line in text.splitlines():
        if match := re.match(r"\[([^\[\]]+)\]", line):
            table = match[1]
        elif match := re.match(r"# 95 %: (\S+ \S+) to (\S+ \S+);", line):
            note = match
        elif (match := re.match(r"(bandwidth|latency|limiter|copy) = ", line)) and note:
            low, high = note[1], note[2]
            slower, faster = (high, low) if match[1] == "latency" else (low, high)
            fast.append(f"{table}.{match[1]}={faster}")
            slow.append(f"{table}.{match[1]}={slower}")
            note = None
        else:
            note = None
    return tuple(fast), tuple(slow)


def compare(measured: Measurements, baseline: Measurements | None, machine: Machine, tunnel: Tunnel) -> Comparison:
    """Compares. With a baseline, what the model lacks is no difference: predictions are corrected by it."""
    found = {case: at for case, at in levels(measured).items() if at.value > 0}
    simulated = machine.times(tunnel, list(found))
    fast, slow = ends(Path(machine.platform))
    bounds = [machine.times(tunnel, list(found), settings) for settings in (fast, slow) if settings]
    usual = levels(baseline) if baseline else {}
    correction = {case: usual[case].value / time for case, time in simulated.items() if case in usual and time > 0}
    differences = []
    for case, time in simulated.items():
        if time <= 0 or case not in found or (baseline and case not in correction):
            continue
        factor, at = correction.get(case, 1.0), found[case]
        times = [time, *(bound[case] for bound in bounds if case in bound)]
        low, high = min(times) * factor, max(times) * factor
        if case in usual:
            low, high = min(low, usual[case].low), max(high, usual[case].high)
        predicted = Level(time * factor, low, high)
        outside = (predicted.value < at.low or predicted.value > at.high) and (at.value < low or at.value > high)
        off = outside and not 1 / (1 + LIMIT) <= at.value / predicted.value <= 1 + LIMIT
        # A single repetition may be disturbed; other benchmarks print means of many.
        off = off and (at.count >= 2 or measured.far is None)
        if off and at.value > predicted.value:
            # What is wrong with a machine slows every repetition; what disturbs it, some.
            well = usual[case].least if case in usual else predicted.value
            off = (at.least or at.low) > (1 + LIMIT / 2) * (well or 0.0)
        differences.append(Difference(case, at, predicted, off))
    differences.sort(key=lambda one: (not one.off, -abs(one.lost)))
    return Comparison(differences, simulated, correction)
