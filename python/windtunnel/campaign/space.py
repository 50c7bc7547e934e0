"""The space of a campaign: which values of which keys its points have.

Row order is the order of the space, and the same on every machine: a grid varies its last key fastest.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from windtunnel.advice import unknown
from windtunnel.campaign.keys import check, is_range
from windtunnel.campaign.units import Quantity, quantity
from windtunnel.errors import InputError

#: The most points of a campaign, and values of a range.
MOST = 1_000_000
#: Ways to choose points.
SAMPLINGS = ("grid", "list", "random", "latin-hypercube")


@dataclass(frozen=True)
class Range:
    """All values between two, both included."""

    low: Quantity
    high: Quantity
    #: Whether equal ratios, instead of equal differences, are equally likely.
    log: bool
    #: Whether only whole numbers are meant. Quantities with a unit are rounded in any case.
    whole: bool
    #: Number of values in a grid; None if the range is only for samples.
    points: int | None

    def at(self, fraction: float) -> Any:
        """The value at a fraction from 0 to 1."""
        low, high = float(self.low.value), float(self.high.value)
        # Exact at its ends.
        if fraction in (0.0, 1.0):
            value = self.high.value if fraction else self.low.value
        elif self.whole:
            # Each whole number is equally likely, the ends as well.
            value = (
                Decimal(min(int(low + fraction * (high - low + 1)), int(high)))
                if not self.log
                else Decimal(round(_log(low, high, fraction)))
            )
        else:
            value = Decimal(repr(_log(low, high, fraction) if self.log else low + fraction * (high - low)))
        return Quantity(value, self.low.unit).text()

    def values(self) -> list[Any]:
        """The values in a grid."""
        assert self.points is not None
        steps = [index / (self.points - 1) for index in range(self.points)]
        return list(dict.fromkeys(self.at(step) for step in steps))


def _log(low: float, high: float, fraction: float) -> float:
    return float(low * (high / low) ** fraction)


@dataclass(frozen=True)
class Choice:
    """A list of values."""

    items: tuple[Any, ...]

    def at(self, fraction: float) -> Any:
        """The value at a fraction from 0 to 1."""
        return self.items[min(int(fraction * len(self.items)), len(self.items) - 1)]

    def values(self) -> list[Any]:
        """The values in a grid."""
        return list(self.items)


@dataclass(frozen=True)
class Space:
    """The points of a campaign: for each the values of the keys that vary."""

    #: Keys that vary.
    names: tuple[str, ...]
    #: For each point its values.
    rows: tuple[Mapping[str, Any], ...]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self.rows)


def space(
    sampling: str,
    over: Mapping[str, Any],
    listed: Sequence[Mapping[str, Any]] = (),
    points: int | None = None,
    seed: int = 1,
    place: str = "campaign",
) -> Space:
    """The space of a campaign. Raises :class:`InputError`, with the place, for values that make none."""
    if sampling not in SAMPLINGS:
        raise InputError(f"{place}: {unknown('sampling', str(sampling), SAMPLINGS)}")
    check(over, f"{place}: over")
    if sampling == "list":
        return _listed(over, listed, points, place)
    if listed:
        raise InputError(f'{place}: point: listed points need `sampling = "list"`, found `{sampling}`')
    found = {key: _dimension(value, f"{place}: over: {key}", sampling == "grid") for key, value in over.items()}
    names = tuple(found)
    if sampling == "grid":
        if points is not None:
            raise InputError(f"{place}: points: a grid has as many points as its values make")
        lists = [dimension.values() for dimension in found.values()]
        _check_number(math.prod(map(len, lists)), place)
        grid = itertools.product(*lists)
        return Space(names, tuple(dict(zip(names, values, strict=True)) for values in grid))
    if not isinstance(points, int) or isinstance(points, bool) or points < 1:
        raise InputError(f"{place}: points: `{sampling}` needs the number of points, found {points!r}")
    _check_number(points, place)
    if not names:
        raise InputError(f"{place}: over: `{sampling}` needs a key that varies")
    sample = _random if sampling == "random" else _latin_hypercube
    rows = [
        {name: found[name].at(at) for name, at in zip(names, row, strict=True)} for row in sample(points, len(names), seed)
    ]
    return Space(names, tuple(rows))


def _check_number(points: int, place: str) -> None:
    """Raises :class:`InputError` for more points than memory holds and anybody waits for."""
    if points > MOST:
        raise InputError(f"{place}: has {points:,} points; expected at most {MOST:,}")


def dimensions(over: Mapping[str, Any], place: str) -> dict[str, Range | Choice]:
    """What each key may be, in a search: a range is all of its values, or has as many as its ``points``."""
    check(over, f"{place}: over")
    return {key: _dimension(value, f"{place}: over: {key}", None) for key, value in over.items()}


def _listed(over: Mapping[str, Any], listed: Sequence[Mapping[str, Any]], points: int | None, place: str) -> Space:
    if over or points is not None:
        raise InputError(f"{place}: {'over' if over else 'points'}: a list has exactly its points")
    if not listed:
        raise InputError(f"{place}: point: a list needs at least one `[[point]]`")
    names = tuple(dict.fromkeys(itertools.chain.from_iterable(listed)))
    for number, row in enumerate(listed, 1):
        check(row, f"{place}: point {number}")
        if any(is_range(value) for value in row.values()):
            raise InputError(f"{place}: point {number}: a point has values, not ranges")
    return Space(names, tuple(dict(row) for row in listed))


def _dimension(value: object, place: str, grid: bool | None) -> Range | Choice:
    if isinstance(value, Mapping) and is_range(value):
        return _range(value, place, grid)
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise InputError(f"{place}: expected a list of values, or a range as in {{ from = 1, to = 8 }}; found {value!r}")
    if not value:
        raise InputError(f"{place}: the list is empty")
    return Choice(tuple(value))


def _range(value: Mapping[str, Any], place: str, grid: bool | None) -> Range:
    known = ("from", "to", "log", "whole", "points")
    for key in value:
        if key not in known:
            raise InputError(f"{place}: a range: {unknown('key', key, known)}")
    ends = [quantity(value[key]) for key in ("from", "to")]
    for key, end in zip(("from", "to"), ends, strict=True):
        if end is None or not end.value.is_finite() or not math.isfinite(float(end.value)):
            raise InputError(f"{place}: {key}: expected a number, with a unit if it has one; found {value[key]!r}")
    low, high = ends
    assert low is not None and high is not None
    if low.unit != high.unit:
        raise InputError(f"{place}: {value['from']!r} and {value['to']!r} are not of one kind")
    if low.value >= high.value:
        raise InputError(f"{place}: {value['from']!r} is not below {value['to']!r}")
    log, points = value.get("log", False), value.get("points")
    whole = value.get("whole", isinstance(value["from"], int) and isinstance(value["to"], int))
    if not isinstance(log, bool) or not isinstance(whole, bool):
        raise InputError(f"{place}: log and whole are true or false")
    if log and low.value <= 0:
        raise InputError(f"{place}: a logarithmic range begins above 0, found {value['from']!r}")
    needed = grid if grid is not None else points is not None
    if needed != (points is not None) or (needed and (not isinstance(points, int) or isinstance(points, bool) or points < 2)):
        expected = "a range in a grid needs a whole number from 2" if needed else "only a grid has any"
        raise InputError(f"{place}: points: {expected}, found {points!r}")
    if points is not None:
        _check_number(points, place)
    return Range(low, high, log, whole, points)


def _random(points: int, dimensions: int, seed: int) -> list[list[float]]:
    source = random.Random(seed)
    return [[source.random() for _ in range(dimensions)] for _ in range(points)]


def _latin_hypercube(points: int, dimensions: int, seed: int) -> list[list[float]]:
    """Each of as many equal slices of every dimension has one point. McKay, Beckman and Conover, Technometrics 21 (1979).

    Python promises that ``random()`` gives the same numbers in each of its versions, so that the same file is the same space.
    """
    source = random.Random(seed)
    columns = []
    for _ in range(dimensions):
        order = sorted((source.random(), slice) for slice in range(points))
        columns.append([(slice + source.random()) / points for _, slice in order])
    return [list(row) for row in zip(*columns, strict=True)]
