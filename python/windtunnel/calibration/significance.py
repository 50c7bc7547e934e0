"""Whether measurements differ by more than chance: Student's t on logarithms, for all cases of a comparison together."""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from windtunnel.calibration.levels import timely
from windtunnel.calibration.raw import Sample

__all__ = ["ALARMS", "Spread", "by_assignment", "by_chance", "significant", "spread"]

#: Of this many comparisons of a sound machine, at most one finds a case that is off.
ALARMS = 20

#: The variance of a median over that of a mean, many normal samples each.
MEDIAN = math.pi / 2

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Spread:
    """How far the median of a case's repetitions is by chance: of the logarithm of seconds."""

    #: Of the repetitions of one launch, about their mean.
    variance: float
    #: Degrees of freedom of that.
    freedom: int
    #: Repetitions of all launches.
    count: int
    #: Number of launches.
    launches: int
    #: Of the launches' medians; 0 if there is only one.
    between: float

    @property
    def of_median(self) -> float:
        """The variance of the median of all repetitions."""
        return MEDIAN * self.variance / self.count


def spread(samples: Sequence[Sample]) -> Spread | None:
    """How repetitions differ, apart from how launches do; none if no launch has two."""
    launches: dict[int, list[float]] = defaultdict(list)
    for sample in timely(samples):
        if sample.seconds > 0:
            launches[sample.launch].append(math.log(sample.seconds))
    freedom = sum(len(logs) - 1 for logs in launches.values())
    if freedom == 0:
        return None
    squares = sum(map(_squares, launches.values()))
    medians = [statistics.median(logs) for logs in launches.values()]
    between = _squares(medians) / max(len(medians) - 1, 1)
    return Spread(squares / freedom, freedom, sum(map(len, launches.values())), len(launches), between)


def _squares(values: Sequence[float]) -> float:
    """Sum of squares about the mean."""
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values)


def by_chance(away: float, new: Spread, usual: Spread | None = None) -> float:
    """Probability of medians that are at least so far apart (logarithm), if nothing differs.

    ``new`` is compared with a number, or with earlier launches: then all repetitions tell the variance. If the earlier launches differ by
    more than their repetitions do, as much as they do.
    """
    if usual is None:
        return two_sided(away, new.of_median, new.freedom)
    freedom = new.freedom + usual.freedom
    variance = (new.freedom * new.variance + usual.freedom * usual.variance) / freedom
    both = sum(max(MEDIAN * variance / at.count, usual.between / at.launches) for at in (new, usual))
    return two_sided(away, both, freedom)


def two_sided(away: float, variance: float, freedom: int) -> float:
    """Student's t beyond plus and minus ``away``: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4."""
    if away == 0:
        return 1.0
    if variance == 0:
        return 0.0
    angle = math.atan2(abs(away), math.sqrt(variance * freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    total, term = 0.0, cosine if freedom % 2 else 1.0
    for k in range(2 + freedom % 2, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (k - 1) / k
    inside = 2 / math.pi * (angle + sine * total) if freedom % 2 else sine * total
    return max(1 - inside, 0.0)


def by_assignment(groups: Mapping[Key, Sequence[float]], key: Key, draws: int) -> float:
    """Probability that a group's sum is as large as it is, if chance assigns the values to groups: a permutation test by random draws
    (E. Pitman, Supplement to the Journal of the Royal Statistical Society 4, 1937).
    """
    every = [value for values in groups.values() for value in values]
    own, random = sum(groups[key]), Random(1)
    reached = sum(sum(random.sample(every, len(groups[key]))) >= own for _ in range(draws))
    return (1 + reached) / (1 + draws)


def significant(chances: Mapping[Key, float]) -> set[Key]:
    """Cases that differ, so that the chance of any wrong one among all is 1 / :data:`ALARMS` at most: Holm's procedure (A simple
    sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979).
    """
    ordered = sorted(chances, key=lambda key: chances[key])
    for number, key in enumerate(ordered):
        if chances[key] * ALARMS * (len(ordered) - number) > 1:
            return set(ordered[:number])
    return set(ordered)
