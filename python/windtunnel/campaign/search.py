"""Search: the best point of a space by few runs, under constraints.

A tree-structured Parzen estimator (Bergstra et al., Algorithms for Hyper-Parameter Optimization, NIPS 2011; Optuna's) proposes points.
It is asked in batches of a fixed size, so that the same file asks for the same points with any number of cores; an
interrupted search therefore finds the points that it had run in the store, and goes on.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from windtunnel.advice import unknown
from windtunnel.campaign.space import MOST, Choice, Range, dimensions
from windtunnel.campaign.units import quantity
from windtunnel.errors import InputError
from windtunnel.extras import need

#: Keys of the table ``[search]``.
KEYS = ("minimize", "maximize", "at-most", "at-least", "points", "batch", "seed")
#: Times that the same point is proposed again before another one is drawn at random.
REPEATS = 20


@dataclass(frozen=True)
class Bound:
    """A constraint: a column is at most, or at least, a value."""

    column: str
    value: float
    at_least: bool

    def violation(self, row: Mapping[str, Any]) -> float:
        """How far a row is from it, relative to its value; at most 0 if it is met."""
        found = row.get(self.column)
        if found is None:
            return math.inf
        way = (self.value - found) if self.at_least else (found - self.value)
        return float(way / (abs(self.value) or 1.0))


@dataclass(frozen=True)
class Search:
    """What is looked for."""

    #: Column to minimize or maximize.
    column: str
    maximize: bool
    #: Most points to run.
    points: int
    bounds: tuple[Bound, ...] = ()
    #: Points proposed at once.
    batch: int = 8
    seed: int = 1

    @classmethod
    def of(cls, table: Mapping[str, Any], units: Mapping[str, str], place: str) -> Search:
        """From ``[search]``; ``units`` are those of all columns with numbers. Raises :class:`InputError`."""
        for key in table:
            if key not in KEYS:
                raise InputError(f"{place}: {unknown('key', key, KEYS)}")
        goals = [key for key in ("minimize", "maximize") if key in table]
        if len(goals) != 1:
            raise InputError(f"{place}: exactly one of minimize and maximize names a column")
        numbers = {}
        for key, default in (("points", None), ("batch", 8), ("seed", 1)):
            number = table.get(key, default)
            if not isinstance(number, int) or isinstance(number, bool) or number < 1:
                raise InputError(f"{place}: {key}: expected a whole number from 1, found {number!r}")
            numbers[key] = number
        if numbers["points"] > MOST:
            raise InputError(f"{place}: points: found {numbers['points']:,}; expected at most {MOST:,}")
        bounds = []
        for key in ("at-most", "at-least"):
            given = table.get(key, {})
            if not isinstance(given, Mapping):
                raise InputError(f"{place}: {key}: expected a table of columns and values, found {given!r}")
            bounds += [
                Bound(name, _bound(name, value, units, f"{place}: {key}"), key == "at-least") for name, value in given.items()
            ]
        for name in (table[goals[0]], *(bound.column for bound in bounds)):
            if not isinstance(name, str) or name not in units:
                raise InputError(f"{place}: {unknown('column of numbers', str(name), units)}")
        return cls(
            table[goals[0]], goals[0] == "maximize", numbers["points"], tuple(bounds), numbers["batch"], numbers["seed"]
        )

    def feasible(self, row: Mapping[str, Any]) -> bool:
        """Whether a row of the data set has finished, has a value, and meets all bounds."""
        return (
            row["ending"] == "finished"
            and row.get(self.column) is not None
            and all(one.violation(row) <= 0 for one in self.bounds)
        )

    def best(self, rows: Sequence[Mapping[str, Any]]) -> int | None:
        """Index of the best row; the first of equal ones. None if no row is feasible."""
        found = [index for index, row in enumerate(rows) if self.feasible(row)]
        sign = -1 if self.maximize else 1
        return min(found, key=lambda index: sign * rows[index][self.column], default=None)


@dataclass
class Proposer:
    """Proposes points of a space, and learns from their rows."""

    search: Search
    over: Mapping[str, Any]
    place: str
    _dimensions: dict[str, Range | Choice] = field(init=False)

    def __post_init__(self) -> None:
        self._dimensions = dimensions(self.over, self.place)
        if not self._dimensions:
            raise InputError(f"{self.place}: over: a search needs a key that varies")
        self._optuna = optuna = need("optuna", "search", "a search")
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        with warnings.catch_warnings():
            # Constraints are called experimental there.
            warnings.simplefilter("ignore")
            sampler = optuna.samplers.TPESampler(
                seed=self.search.seed,
                multivariate=True,
                constant_liar=True,
                constraints_func=lambda trial: trial.user_attrs["bounds"],
            )
        self._study = optuna.create_study(direction="maximize" if self.search.maximize else "minimize", sampler=sampler)
        self._distributions = {name: self._distribution(one) for name, one in self._dimensions.items()}
        self._size = math.prod(len(one.values()) if _is_finite(one) else 10**9 for one in self._dimensions.values())
        self._trials: list[Any] = []
        self._known: dict[str, Mapping[str, Any]] = {}

    def _distribution(self, dimension: Range | Choice) -> Any:
        distributions = self._optuna.distributions
        if not _is_finite(dimension):
            return distributions.FloatDistribution(0.0, 1.0)
        values = dimension.values()
        if _is_ordered(values):
            return distributions.IntDistribution(0, len(values) - 1)
        return distributions.CategoricalDistribution(range(len(values)))

    def propose(self) -> list[dict[str, Any]]:
        """The next batch: points that were not proposed before; empty if there are no more."""
        wanted = min(self.search.batch, self.search.points - len(self._known), self._size - len(self._known))
        found: list[dict[str, Any]] = []
        own: set[str] = set()
        repeats = 0
        while len(found) < wanted:
            trial = self._study.ask(self._distributions)
            row = {name: self._value(name, trial.params[name]) for name in self._dimensions}
            text = repr(row)
            if text in self._known or text in own:
                # What it would get once more teaches nothing, and would be counted twice.
                self._study.tell(trial, state=self._optuna.trial.TrialState.FAIL)
                repeats += 1
                if repeats % REPEATS == 0:
                    self._study.enqueue_trial(self._unseen(own))
                continue
            own.add(text)
            self._trials.append((trial, text))
            found.append(row)
        return found

    def _unseen(self, own: set[str]) -> dict[str, Any]:
        """Parameters of a random point that was not proposed before."""
        import random

        source = random.Random(f"{self.search.seed} {len(self._known)} {len(own)}")
        while True:
            drawn = {}
            for name, one in self._dimensions.items():
                drawn[name] = source.randrange(len(one.values())) if _is_finite(one) else source.random()
            text = repr({name: self._value(name, value) for name, value in drawn.items()})
            if text not in self._known and text not in own:
                return drawn

    def _value(self, name: str, parameter: Any) -> Any:
        dimension = self._dimensions[name]
        return dimension.values()[parameter] if _is_finite(dimension) else dimension.at(parameter)

    def learn(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Takes the rows of the last batch, in its order."""
        states = self._optuna.trial.TrialState
        for (trial, text), row in zip(self._trials, rows, strict=True):
            self._known[text] = row
            value = row.get(self.search.column)
            violations = [bound.violation(row) for bound in self.search.bounds]
            if row["ending"] != "finished" or value is None or not all(map(math.isfinite, violations)):
                trial.set_user_attr("bounds", [1.0])
                self._study.tell(trial, state=states.FAIL)
                continue
            trial.set_user_attr("bounds", violations)
            self._study.tell(trial, float(value))
        self._trials = []


def _is_finite(dimension: Range | Choice) -> bool:
    return isinstance(dimension, Choice) or dimension.points is not None


def _is_ordered(values: Sequence[Any]) -> bool:
    """Whether values are numbers in ascending order, so that neighbours are alike."""
    found = [quantity(value) for value in values]
    numbers = [one.value for one in found if one is not None]
    return len(numbers) == len(values) and numbers == sorted(numbers)


def _bound(name: str, value: object, units: Mapping[str, str], place: str) -> float:
    found = quantity(value)
    unit = units.get(name, "")
    if found is None:
        raise InputError(f"{place}: {name}: expected a number, with a unit if it has one; found {value!r}")
    if found.unit == "s" and unit == "ps":
        return float(found.value) * 1e12
    if found.unit not in ("", unit):
        raise InputError(f"{place}: {name}: {value!r} is not in {unit or 'a number without a unit'}")
    return float(found.value)


#: Called with the rows of each batch.
Evaluate = Callable[[Sequence[Mapping[str, Any]]], Sequence[Mapping[str, Any]]]


def find(search: Search, over: Mapping[str, Any], place: str, evaluate: Evaluate) -> list[Mapping[str, Any]]:
    """Proposes and evaluates batch after batch. Gives all points, in the order in which they were proposed."""
    proposer = Proposer(search, over, place)
    points: list[Mapping[str, Any]] = []
    while batch := proposer.propose():
        proposer.learn(evaluate(batch))
        points += batch
    return points
