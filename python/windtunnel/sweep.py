"""Sweeps over platforms, numbers of ranks or any other option, and speed-up curves."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from windtunnel.campaign.call import Call
from windtunnel.campaign.runner import Runner
from windtunnel.campaign.worker import figures
from windtunnel.errors import CommandNotFound, MissingExtra, WindtunnelError
from windtunnel.extras import need
from windtunnel.platform import Platform
from windtunnel.results import Run, load_run

if TYPE_CHECKING:
    import polars as pl

    from windtunnel.plots import RunsPlots

__all__ = ["Failure", "Runs", "sweep"]


@dataclass(frozen=True)
class Failure:
    """A combination of a sweep that failed."""

    #: The options chosen.
    choice: Mapping[str, Any]
    #: How it ended: the run's ending, ``"program failed"`` for an exit status other than 0, or ``"refused"`` without a run.
    ending: str
    #: The reason: the run's diagnosis or the error message.
    reason: str
    #: The run up to the failure, None if there is none.
    run: Run | None = None


@dataclass(frozen=True)
class Runs(Sequence[Run]):
    """A sequence of related runs, with the options chosen for each.

    >>> runs = Runs([load_run("runs/halo3d")])
    >>> runs.frame().columns
    ['platform', 'ranks', 'seconds', 'compute', 'mpi', 'waiting', 'messages', 'bytes', 'host_seconds', 'host_memory', 'run']
    """

    #: The runs.
    runs: Sequence[Run]
    #: For each run, the options chosen, as in ``{"platform": "torus-3d", "ranks": 64}``.
    choices: Sequence[Mapping[str, Any]] = field(default=())
    #: The combinations that failed in a sweep with ``check=False``; a part of the runs (a slice) has none.
    failures: Sequence[Failure] = field(default=())

    def __post_init__(self) -> None:
        if self.choices and len(self.choices) != len(self.runs):
            raise ValueError(f"there are {len(self.runs)} runs, but choices for {len(self.choices)}")

    @classmethod
    def load(cls, paths: Iterable[str | Path]) -> Runs:
        """Opens run folders. Raises what :func:`load_run` raises."""
        return cls([load_run(path) for path in paths])

    @overload
    def __getitem__(self, index: int) -> Run: ...
    @overload
    def __getitem__(self, index: slice) -> Runs: ...
    def __getitem__(self, index: int | slice) -> Run | Runs:
        if isinstance(index, slice):
            return Runs(self.runs[index], self.choices[index])
        return self.runs[index]

    def __len__(self) -> int:
        return len(self.runs)

    def __iter__(self) -> Iterator[Run]:
        return iter(self.runs)

    def chosen(self) -> list[dict[str, Any]]:
        """For each run, the platform, the number of ranks and the options chosen, as plain values."""
        chosen: Iterable[Mapping[str, Any]] = self.choices or ({} for _ in self.runs)
        return [
            {"platform": run.platform_name, "ranks": run.size} | {key: plain(value) for key, value in own.items()}
            for run, own in zip(self.runs, chosen, strict=True)
        ]

    def frame(self) -> pl.DataFrame:
        """A row for each run: the options chosen; ``seconds`` of simulated time; mean seconds over ranks of ``compute``,
        ``mpi`` and, within that, ``waiting``; ``messages``, ``bytes``; the cost on this machine (``host_seconds`` of CPU,
        ``host_memory``, the peak in bytes; null if it did not end); and the ``run`` folder.
        """
        polars = need("polars", "tables", "a frame of runs")
        rows = [chosen | _figures(run) for chosen, run in zip(self.chosen(), self.runs, strict=True)]
        frame: pl.DataFrame = polars.DataFrame(rows, infer_schema_length=None)
        return frame

    def speedup(self, scaling: str = "strong") -> pl.DataFrame:
        """:meth:`frame` with the additional columns ``speedup`` and ``efficiency``.

        Runs that differ only in the number of ranks form a curve, relative to its point with the fewest ranks n₀. With
        ``scaling="strong"`` (fixed problem size) speed-up is n₀·T(n₀)/T(n), ideally n; with ``"weak"`` (problem size
        proportional to the number of ranks) it is n·T(n₀)/T(n). Efficiency is speed-up / n. Raises ``ValueError`` for
        another scaling.
        """
        if scaling not in ("strong", "weak"):
            raise ValueError(f"scaling is 'strong' or 'weak', not {scaling!r}")
        polars = need("polars", "tables", "a frame of runs")
        frame = self.frame()
        curve = [polars.lit(0), *map(polars.col, self.curves())]
        n, time = polars.col("ranks"), polars.col("seconds")
        fewest, longest = (column.sort_by("ranks").first().over(curve) for column in (n, time))
        speedup = (fewest if scaling == "strong" else n) * longest / time
        return frame.with_columns(speedup.alias("speedup")).with_columns((polars.col("speedup") / n).alias("efficiency"))

    def functions(self) -> pl.DataFrame:
        """Where runs differ: a row for each MPI function (and ``compute``), a column for each run with the mean seconds per
        rank, and ``spread``, maximum minus minimum, sorted by spread, largest first.

        Columns are named by the options that differ, or by the run folders if these are not unique.

        >>> networks = {"network": ["delay", "loggps", "flow"]}
        >>> runs = sweep(motif, "halo3d", ranks=8, platform="torus-3d", over=networks, out="runs/networks")
        >>> runs.functions().columns
        ['function', 'delay', 'loggps', 'flow', 'spread']
        """
        polars = need("polars", "tables", "a frame of runs")
        names, keys = self._names(), [*dict.fromkeys(name for run in self.runs for name in _time_by_function(run))]
        times = [_time_by_function(run) for run in self.runs]
        columns = {name: [own.get(key, 0.0) for key in keys] for name, own in zip(names, times, strict=True)}
        frame: pl.DataFrame = polars.DataFrame({"function": keys} | columns)
        spread = polars.max_horizontal(names) - polars.min_horizontal(names)
        return frame.with_columns(spread.alias("spread")).sort("spread", "function", descending=[True, False])

    def _names(self) -> list[str]:
        """A name for each run."""
        chosen = self.chosen()
        differ = [key for key in (chosen[0] if chosen else {}) if len({str(row.get(key)) for row in chosen}) > 1]
        names = [", ".join(str(row.get(key)) for key in differ) for row in chosen]
        return names if len(set(names)) == len(names) else [str(run.path) for run in self.runs]

    def curves(self) -> list[str]:
        """Names of the options that differ between runs, except the number of ranks: each combination is a curve."""
        chosen = self.chosen()
        names = [name for name in (chosen[0] if chosen else {}) if name != "ranks"]
        return [name for name in names if len({str(row.get(name)) for row in chosen}) > 1]

    @cached_property
    def plot(self) -> RunsPlots:
        """Plots of the runs: ``runs.plot.speedup()``."""
        from windtunnel.plots import RunsPlots

        return RunsPlots(self)


def _time_by_function(run: Run) -> dict[str, float]:
    """Mean seconds per rank in computation and in each MPI function."""
    shares = run.manifest["time"]
    times = {share["function"]: share["time_ps"] / 1e12 / run.size for share in shares["functions"]}
    return {"compute": shares["compute"]["mean_ps"] / 1e12} | times


def _figures(run: Run) -> dict[str, Any]:
    shares = run.manifest["time"]
    host = run.host() if (run.path / "host.json").exists() else {}
    return {
        "seconds": run.simulated_time,
        **{name: shares[name]["mean_ps"] / 1e12 for name in ("compute", "mpi", "waiting")},
        "messages": run.messages_total,
        "bytes": run.bytes_total,
        "host_seconds": host.get("cpu_seconds"),
        "host_memory": host.get("peak_memory_bytes"),
        "run": str(run.path),
    }


def plain(value: object) -> str | int | float:
    """An option's value for a table."""
    if isinstance(value, Platform):
        return value.name
    if isinstance(value, Run):
        return str(value.path)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={item}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return value if isinstance(value, int | float) else str(value)


def sweep(
    start: Callable[..., Run],
    *arguments: object,
    over: Mapping[str, Iterable[Any]],
    out: str | Path = "runs/sweep",
    jobs: int = 1,
    **options: Any,
) -> Runs:
    """Runs all combinations of option values.

    ``start`` is :func:`run`, :func:`replay` or :func:`motif`, which gets ``arguments`` and ``options``; ``over`` maps
    options to lists of values, and ``"arguments"`` to lists of further arguments, as in ``{"arguments": [["-n", 8],
    ["-n", 16]]}``. The run folders are in ``out``, named by the values chosen. ``jobs`` runs execute in parallel (leave
    it at 1 for measured computation, because parallel runs disturb each other's measurements). ``force=True`` replaces a
    previous sweep in ``out``.

    Raises what ``start`` raises, after the runs already started end. With ``check=False`` all combinations are run, and
    those that fail are in :attr:`Runs.failures`; those of them that have results are runs like any other as well.

    >>> runs = sweep(motif, "halo3d", {"iterations": 2}, over={"platform": ["fat-tree", "torus-3d"], "ranks": [8, 27]})
    >>> runs.speedup(scaling="weak").select("platform", "ranks").rows()
    [('fat-tree', 8), ('fat-tree', 27), ('torus-3d', 8), ('torus-3d', 27)]
    """
    choices = [dict(zip(over, values, strict=True)) for values in itertools.product(*map(list, over.values()))]
    folders = [Path(out) / name for name in _folder_names(choices)]
    calls = []
    for choice, folder in zip(choices, folders, strict=True):
        own = dict(choice)
        further = own.pop("arguments", ())
        words = further if isinstance(further, list | tuple) else [further]
        calls.append(Call(folder, partial(_row, start, [*arguments, *words], {**options, **own, "out": folder})))
    results = Runner(jobs=max(jobs, 1)).run(calls)
    rows = [results[call.address] for call in calls]
    done = [(row["run"], choice) for row, choice in zip(rows, choices, strict=True) if "run" in row]
    failures = [
        Failure(choice, row["ending"], row["reason"] or "", row.get("run"))
        for row, choice in zip(rows, choices, strict=True)
        if row["ending"] != "finished"
    ]
    return Runs([run for run, _ in done], [choice for _, choice in done], failures)


def _row(start: Callable[..., Run], arguments: Sequence[object], options: Mapping[str, Any]) -> dict[str, Any]:
    """Runs a combination; its row, with the :class:`Run` as ``run`` if there is one."""
    try:
        run = start(*arguments, **options)
    except (CommandNotFound, MissingExtra):
        raise
    except WindtunnelError as error:
        if options.get("check", True):
            raise
        return {"ending": "refused", "reason": error.message}
    return figures(run) | {"run": run}


def _folder_names(choices: Sequence[Mapping[str, object]]) -> list[str]:
    """A unique name for each combination: platform files of the same name may be in several folders."""
    names: list[str] = []
    for choice in choices:
        name = _folder_name(choice)
        others = (f"{name}-{number}" for number in itertools.count(2))
        names.append(name if name not in names else next(other for other in others if other not in names))
    return names


def _folder_name(choice: Mapping[str, object]) -> str:
    parts = [f"{key}={Path(str(plain(value))).stem if key == 'platform' else plain(value)}" for key, value in choice.items()]
    return re.sub(r"[^A-Za-z0-9=.,+-]+", "_", ",".join(parts)) or "run"
