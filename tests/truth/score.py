"""Figures of predictions: how far they are off, by class, and pairs in the right order."""

import math
import statistics
from dataclasses import dataclass

from cases import place_class, scale_class, size_class


@dataclass(frozen=True)
class Scored:
    """A target and its predicted time in microseconds."""

    target: object
    predicted: float

    @property
    def ratio(self):
        return self.predicted / self.target.truth

    @property
    def off(self):
        """|ln| of the ratio."""
        return abs(math.log(self.ratio))


@dataclass(frozen=True)
class Figures:
    """Of a class."""

    count: int
    #: exp(median |ln|).
    typical: float
    #: exp(90th percentile of |ln|).
    ninetieth: float
    #: Shares of predictions within 10 %, 25 % and a factor of 2.
    tenth: float
    quarter: float
    double: float


def figures(scored):
    """Figures of a class that has a case."""
    off = sorted(one.off for one in scored)
    count = len(off)
    share = lambda is_in: sum(map(is_in, scored)) / count
    return Figures(
        count, math.exp(statistics.median(off)), math.exp(off[min(count - 1, int(0.9 * count))]), share(lambda one: abs(one.ratio - 1) <= 0.1),
        share(lambda one: abs(one.ratio - 1) <= 0.25), share(lambda one: one.off <= math.log(2)),
    )


def grouped(scored, key):
    """Cases by the value of a function of their targets, in the order of the values."""
    groups = {}
    for one in scored:
        groups.setdefault(key(one.target), []).append(one)
    return dict(sorted(groups.items()))


def classes(scored):
    """All classes of the table with their cases: how ranks share nodes; that and the operation, the size of a block, the scale."""
    found = {}
    for key in (
        lambda target: (place_class(target),),
        lambda target: (place_class(target), target.op),
        lambda target: (place_class(target), size_class(target)),
        lambda target: (place_class(target), scale_class(target)),
    ):
        found |= grouped(scored, key)
    return found


@dataclass(frozen=True)
class Pair:
    """Two cases that differ in one thing."""

    machine: str
    what: str
    #: Time of the one over that of the other.
    real: float
    predicted: float
    #: Whether the real times differ by more than they vary.
    clear: bool

    @property
    def right(self):
        """Whether the order is the real one; equal times are none."""
        return (self.real > 1) == (self.predicted > 1) and abs(self.predicted - 1) > 0.01

    @property
    def off(self):
        return abs(math.log(self.predicted / self.real))
