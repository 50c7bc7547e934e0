"""What a machine's measurements and its prediction differ in."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from windtunnel.calibration.levels import Level, levels
from windtunnel.calibration.raw import Case, Measurements
from windtunnel.calibration.significance import by_chance, significant, spread
from windtunnel.calibration.tunnel import Tunnel
from windtunnel.errors import InputError
from windtunnel.inputs import read_text

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
    #: Of measurements of all ranks of a host: how many these are.
    here: int = 0

    def times(self, tunnel: Tunnel, cases: list[Case], settings: tuple[str, ...] = (), **changes: Mapping[str, str]) -> dict[Case, float]:
        """Simulated seconds of these cases."""
        return tunnel.times(cases, self.platform, self.library, self.network, self.ppn, settings=settings, here=self.here, **changes)


@dataclass(frozen=True)
class Difference:
    """A case, measured and predicted."""

    case: Case
    measured: Level
    predicted: Level
    #: Whether it is off by more than :data:`LIMIT`, and by more than chance.
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
        text = read_text(platform)
    except InputError:
        return (), ()
    table, note, fast, slow = "", None, [], []
    for line in text.splitlines():
        if match := re.match(r"\[([^\[\]]+)\]", line):
            table = match[1]
        elif line.startswith("[["):
            # Entries of a list have no names that `--set` takes.
            table = ""
        elif match := re.match(r"# 95 %: (\S+ \S+) to (\S+ \S+);", line):
            note = match
        elif (match := re.match(r"(bandwidth|latency|limiter|copy) = ", line)) and note and table:
            low, high = note[1], note[2]
            slower, faster = (high, low) if match[1] == "latency" else (low, high)
            fast.append(f"{table}.{match[1]}={faster}")
            slow.append(f"{table}.{match[1]}={slower}")
            note = None
        else:
            note = None
    return tuple(fast), tuple(slow)


def _predicted(case: Case, time: float, bounds: list[dict[Case, float]], usual: Mapping[Case, Level]) -> Level:
    """With a baseline, what that has measured: what the machine's intervals leave open is the same now. Else between the bounds."""
    if case in usual:
        return usual[case]
    times = [time, *(bound[case] for bound in bounds if case in bound)]
    return Level(time, min(times), max(times))


def _chance(case: Case, at: Level, predicted: Level, measured: Measurements, baseline: Measurements | None) -> float | None:
    """How probable it is that they are so far apart if nothing is wrong; none if repetitions do not tell."""
    nearest = min(max(at.value, predicted.low), predicted.high)
    if measured.far is None:
        # Other benchmarks print means of many repetitions.
        return 1.0 if at.value == nearest else 0.0
    new, old = spread(measured.samples[case]), spread(baseline.samples[case]) if baseline else None
    if new is None or (baseline and old is None):
        return None
    return by_chance(math.log(at.value / (predicted.value if old else nearest)), new, old)


def _far(one: Difference, usual: Level | None) -> bool:
    """By more than the limit; if it is slower, its least repetition is so, too: what is wrong with a machine slows every one, what
    disturbs it, some.
    """
    if one.ratio <= 1 + LIMIT:
        return one.ratio < 1 / (1 + LIMIT)
    well = (usual.least if usual else None) or one.predicted.value
    return (one.measured.least or one.measured.low) > (1 + LIMIT / 2) * well


def compare(measured: Measurements, baseline: Measurements | None, machine: Machine, tunnel: Tunnel) -> Comparison:
    """Compares. With a baseline, what the model lacks is not a difference: predictions are corrected by it."""
    found = {case: at for case, at in levels(measured).items() if at.value > 0}
    simulated = machine.times(tunnel, list(found))
    fast, slow = ends(Path(machine.platform)) if baseline is None else ((), ())
    bounds = [machine.times(tunnel, list(found), settings) for settings in (fast, slow) if settings]
    usual = levels(baseline) if baseline else {}
    correction = {case: usual[case].value / time for case, time in simulated.items() if case in usual and time > 0}
    differences = []
    chances: dict[Case, float] = {}
    for case, time in simulated.items():
        if time <= 0 or case not in found or (baseline and case not in correction):
            continue
        at, predicted = found[case], _predicted(case, time, bounds, usual)
        chance = _chance(case, at, predicted, measured, baseline)
        if chance is not None:
            chances[case] = chance
        differences.append(Difference(case, at, predicted, False))
    other = significant(chances)
    differences = [replace(one, off=one.case in other and _far(one, usual.get(one.case))) for one in differences]
    differences.sort(key=lambda one: (not one.off, -abs(one.lost)))
    return Comparison(differences, simulated, correction)
