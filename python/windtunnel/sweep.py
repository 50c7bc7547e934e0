"""Sweeps over platforms, numbers of ranks or any other option, and speed-up curves."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from windtunnel import launch
from windtunnel.advice import no_option, values_of
from windtunnel.campaign.call import Call
from windtunnel.campaign.dataset import typed
from windtunnel.campaign.runner import CampaignProgress, Runner
from windtunnel.campaign.worker import figures
from windtunnel.errors import CommandNotFound, MissingExtra, WindtunnelError
from windtunnel.extras import need
from windtunnel.platform import Platform
from windtunnel.progress import counter
from windtunnel.results import Run, load_run
from windtunnel.show import ROWS, Report, duration
from windtunnel.show import rows as table

if TYPE_CHECKING:
    import polars as pl

    from windtunnel.plots import RunsPlots

__all__ = ["Failure", "Runs", "compare", "sweep"]


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
    >>> runs.frame().columns[:6]
    ['platform', 'ranks', 'seconds', 'compute', 'mpi', 'waiting']
    """

    #: The runs.
    runs: Sequence[Run]
    #: For each run, the options chosen, as in ``{"platform": "torus-3d", "ranks": 64}``.
    choices: Sequence[Mapping[str, Any]] = field(default=())
    #: The combinations of a sweep that failed; a part of the runs (a slice) has none.
    failures: Sequence[Failure] = field(default=())

    def __post_init__(self) -> None:
        for run in self.runs:
            if not isinstance(run, Run):
                raise TypeError(f"expected runs, found {run!r}; of folders they are loaded by Runs.load([…])")
        if self.choices and len(self.choices) != len(self.runs):
            raise ValueError(f"there are {len(self.runs)} runs, but choices for {len(self.choices)}")

    @classmethod
    def load(cls, paths: Iterable[str | Path]) -> Runs:
        """Opens run folders. Raises what :func:`load_run` raises."""
        return cls([load_run(path) for path in ([paths] if isinstance(paths, str | Path) else paths)])

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
            {"platform": run.platform_name, "ranks": run.size} | _flat(own) for run, own in zip(self.runs, chosen, strict=True)
        ]

    def _refused(self) -> list[dict[str, Any]]:
        """The rows of combinations that have come to no run."""
        return [_flat(one.choice) | {"ending": one.ending, "reason": one.reason} for one in self.failures if one.run is None]

    def frame(self) -> pl.DataFrame:
        """A row for each run: the options chosen, numbers with units of one kind as numbers in the SI unit; ``seconds`` of
        simulated time; mean seconds over ranks of ``compute``, ``mpi`` and, within that, ``waiting``; ``messages``, ``bytes``; the
        cost on this machine (``host_seconds`` of CPU, ``host_memory``, the peak in bytes; null if it did not end); ``ending``, and
        the ``reason`` if that is not ``finished``; and the ``run`` folder. Combinations that could not be run come last, without
        figures.
        """
        polars = need("polars", "tables", "a frame of runs")
        chosen = self.chosen()
        refused = self._refused()
        results = [_figures(run) for run in self.runs]
        names = dict.fromkeys(name for row in [*chosen, *refused] for name in row if name not in ("ending", "reason"))
        columns = {}
        for name in names:
            kind, _, values = typed([row.get(name) for row in [*chosen, *refused]])
            columns[name] = polars.Series(name, values, dtype=getattr(polars, kind))
        rows = [*results, *({"ending": row["ending"], "reason": row["reason"]} for row in refused)]
        frame: pl.DataFrame = polars.DataFrame(
            [
                *columns.values(),
                *(
                    polars.Series(name, [row.get(name) for row in rows], dtype=getattr(polars, kind))
                    for name, kind in FIGURES.items()
                ),
            ]
        )
        return frame

    def speedup(self, scaling: str = "strong") -> pl.DataFrame:
        """The finished runs of :meth:`frame` with the additional columns ``speedup`` and ``efficiency``.

        Runs that differ only in the number of ranks form a curve, relative to its point with the fewest ranks n₀. With
        ``scaling="strong"`` (fixed problem size) speed-up is n₀·T(n₀)/T(n), ideally n; with ``"weak"`` (problem size
        proportional to the number of ranks) it is n·T(n₀)/T(n). Efficiency is speed-up / n. Raises ``ValueError`` for
        another scaling, and if there are no runs.
        """
        if scaling not in ("strong", "weak"):
            raise ValueError(f"scaling is 'strong' or 'weak', not {scaling!r}")
        polars = need("polars", "tables", "a frame of runs")
        if not self.runs:
            raise ValueError("there are no runs, and so no speed-up")
        frame = self.frame().filter(polars.col("ending") == "finished")
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

    def report(self, output: str | Path | None = None, *, force: bool = False) -> Report:
        """The report of all runs, which are compared with the first (at most 8): :meth:`Run.report`."""
        first, *others = self.runs
        return first.report(output, others=others, force=force)

    def _repr_html_(self) -> str:
        chosen = self.chosen()
        heads = [
            name
            for name in (chosen[0] if chosen else {})
            if name == "ranks" or len({str(row.get(name)) for row in chosen}) > 1
        ]
        refused = self._refused()
        heads = [*dict.fromkeys([*heads, *(name for row in refused for name in row if name not in ("ending", "reason"))])]
        lines: list[list[object]] = []
        for own, run in zip(chosen, self.runs, strict=True):
            figures = _figures(run)
            came_out = (
                duration(run.simulated_time_ps)
                if figures["ending"] == "finished"
                else f"{figures['ending']}: {figures['reason']}"
            )
            waiting = figures["waiting"] / run.simulated_time if run.simulated_time else 0.0
            lines.append([*(own.get(name) for name in heads), came_out, f"{waiting:.1%}", str(run.path)])
        lines += [[*(row.get(name) for name in heads), f"{row['ending']}: {row['reason']}", None, None] for row in refused]
        return table(self._title(), [*heads, "simulated time", "waiting", "run"], lines[:ROWS], max(0, len(lines) - ROWS))

    def _title(self) -> str:
        failed = f", {len(self.failures)} failed" if self.failures else ""
        whole = len(self.runs) + sum(one.run is None for one in self.failures)
        return f"{whole} {'run' if whole == 1 else 'runs'}{failed}"

    def __repr__(self) -> str:
        return f"<Runs: {self._title()}>"


#: The columns of figures, with their types.
FIGURES = dict.fromkeys(("seconds", "compute", "mpi", "waiting"), "Float64") | {
    "messages": "Int64", "bytes": "Int64", "host_seconds": "Float64", "host_memory": "Int64",
    "ending": "String", "reason": "String", "run": "String",
}  # fmt: skip


#: Keys of a scenario that change no time, or have a column of their own.
NO_SETTINGS = ("out", "ranks", "defaulted", "observe", "record", "scenario")


def compare(first: Run | str | Path, *others: Run | str | Path) -> Runs:
    """Runs beside each other, each with the settings in which they differ: a notebook shows them as a table,
    :meth:`Runs.functions` tells where they differ, :meth:`Runs.report` draws it.

    >>> flow, delay = (motif("halo3d", ranks=8, platform="torus-3d", network=name) for name in ("flow", "delay"))
    >>> [row["network"] for row in compare(flow, delay).chosen()]
    ['flow', 'delay']
    """
    runs = [load_run(run) for run in (first, *others)]
    settings = [_settings(run.scenario) for run in runs]
    names = dict.fromkeys(name for own in settings for name in own)
    differ = [name for name in names if name not in NO_SETTINGS and len({repr(own.get(name)) for own in settings}) > 1]
    return Runs(runs, [{name: own.get(name, "–") for name in differ} for own in settings])


def _settings(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a scenario, by dotted names; of the jobs only the first, whose keys need no number."""
    jobs = scenario.get("job") or [{}]
    return _flat({key: value for key, value in scenario.items() if key != "job"} | dict(jobs[0]))


def _flat(choice: Mapping[str, Any]) -> dict[str, Any]:
    """Options chosen as columns: a mapping has one for each key, as in ``set.host.cores``."""
    found: dict[str, Any] = {}
    for key, value in choice.items():
        if isinstance(value, Mapping):
            found |= {f"{key}.{name}": item for name, item in _flat(value).items()}
        else:
            found[key] = plain(value)
    return found


def _time_by_function(run: Run) -> dict[str, float]:
    """Mean seconds per rank in computation and in each MPI function."""
    shares = run.manifest["time"]
    times = {share["function"]: share["time_ps"] / 1e12 / run.size for share in shares["functions"]}
    return {"compute": shares["compute"]["mean_ps"] / 1e12} | times


def _figures(run: Run) -> dict[str, Any]:
    shares = run.manifest["time"]
    row = figures(run)
    return {
        "seconds": run.simulated_time,
        **{name: shares[name]["mean_ps"] / 1e12 for name in ("compute", "mpi", "waiting")},
        "messages": run.messages_total,
        "bytes": run.bytes_total,
        "host_seconds": row["host_cpu_seconds"],
        "host_memory": row["host_peak_memory_bytes"],
        "ending": row["ending"],
        "reason": row["reason"],
        "run": str(run.path),
    }


def plain(value: object) -> str | int | float:
    """An option's value for a table."""
    if isinstance(value, Platform):
        return value.name
    if isinstance(value, Run):
        return str(value.path)
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return value if isinstance(value, int | float) else str(value)


def sweep(
    start: Callable[..., Run],
    *arguments: object,
    over: Mapping[str, Iterable[Any]] | None = None,
    out: str | Path = "runs/sweep",
    jobs: int = 1,
    check: bool = False,
    progress: bool | Callable[[CampaignProgress], object] | None = None,
    **options: Any,
) -> Runs:
    """Runs all combinations of option values.

    ``start`` is :func:`run`, :func:`replay` or :func:`motif`, which gets ``arguments`` and ``options``; ``over`` maps
    options to lists of values, and ``"arguments"`` to lists of further arguments, as in ``{"arguments": [["-n", 8],
    ["-n", 16]]}``. A key of an option that is a mapping is written with a dot, as in ``{"set.host.cores": [4, 8]}``. The run folders
    are in ``out``, named by the values chosen. ``jobs`` runs execute in parallel (leave it at 1 for measured computation, because
    parallel runs disturb each other's measurements). ``force=True`` replaces a previous sweep in ``out``.
    ``progress`` is as for :func:`run`, of all combinations together: one bar, or a function that takes a :class:`CampaignProgress`.

    A combination that fails costs no other: it is in :attr:`Runs.failures` and has a row in :meth:`Runs.frame`; if it has results it
    is a run like any other as well. What ``start`` raises is raised if all combinations fail without a run, or with
    ``check=True`` for the first that fails. Raises ``TypeError`` for arguments that make no sweep.

    >>> runs = sweep(motif, "halo3d", {"iterations": 2}, over={"platform": ["fat-tree", "torus-3d"], "ranks": [8, 27]})
    >>> runs.speedup(scaling="weak").select("platform", "ranks").rows()
    [('fat-tree', 8), ('fat-tree', 27), ('torus-3d', 8), ('torus-3d', 27)]
    """
    choices = _combinations(start, over, options)
    folders = [Path(out) / name for name in _folder_names(choices)]
    calls = []
    for choice, folder in zip(choices, folders, strict=True):
        own = {**_merged(options, choice), "out": folder, "check": check, "progress": False}
        further = own.pop("arguments", ())
        words = further if isinstance(further, list | tuple) else [further]
        calls.append(Call(folder, partial(_row, start, [*arguments, *words], own)))
    try:
        with counter(progress, "sweep") as on_progress:
            results = Runner(jobs=max(jobs, 1), progress=on_progress).run(calls)
    except (WindtunnelError, TypeError, ValueError) as error:
        # Where it was raised, in a thread of the runner, tells nothing.
        raise error.with_traceback(None)  # noqa: B904
    rows = [results[call.address] for call in calls]
    errors = [row["error"] for row in rows if "error" in row]
    if errors and len(errors) == len(rows):
        raise errors[0].with_traceback(None)
    done = [(row["run"], choice) for row, choice in zip(rows, choices, strict=True) if "run" in row]
    failures = [
        Failure(choice, row["ending"], row["reason"] or "", row.get("run"))
        for row, choice in zip(rows, choices, strict=True)
        if row["ending"] != "finished"
    ]
    return Runs([run for run, _ in done], [choice for _, choice in done], failures)


def _combinations(start: object, over: object, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All combinations. Raises ``TypeError`` or ``ValueError``, with what is to be written."""
    example = 'over={"ranks": [4, 8]}'
    if isinstance(start, Run):
        raise TypeError(
            f'sweep: the first argument is a run; give the function and its arguments: sweep(motif, "halo3d", …, {example})'
        )
    if not callable(start):
        raise TypeError(
            f"sweep: the first argument is {start!r}; give the function first: sweep(run, {start!r}, …, {example})"
        )
    if not isinstance(over, Mapping):
        found = "over is missing" if over is None else f"over: expected a mapping, found {over!r}"
        raise TypeError(f"sweep: {found}; write {example}: options, each with a list of values")
    known = launch.ProgramOptions.__annotations__ | launch.ReplayOptions.__annotations__
    ours = start in (launch.run, launch.replay, launch.motif, launch.record)
    for name in [*over, *options]:
        if ours and name.partition(".")[0] not in {*known, "ranks", "arguments", "parameters", "input", "trace"}:
            raise TypeError(no_option(name, known))
    lists = [values_of(name, values) for name, values in over.items()]
    return [dict(zip(over, values, strict=True)) for values in itertools.product(*lists)]


def _merged(options: Mapping[str, Any], choice: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a combination: keys with a dot are keys of a mapping."""
    found = dict(options)
    for name, value in choice.items():
        option, dot, key = name.partition(".")
        found[option] = {**(found.get(option) or {}), key: value} if dot else value
    return found


def _row(start: Callable[..., Run], arguments: Sequence[object], options: Mapping[str, Any]) -> dict[str, Any]:
    """Runs a combination; its row, with the :class:`Run` as ``run`` if there is one, and with what was raised as ``error``."""
    try:
        run = start(*arguments, **options)
    except (CommandNotFound, MissingExtra):
        raise
    except (WindtunnelError, TypeError, ValueError) as error:
        if options["check"]:
            raise
        return {"ending": "refused", "reason": str(error), "error": error}
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
    named = [(key, Path(str(value)).stem if key == "platform" else value) for key, value in _flat(choice).items()]
    parts = [f"{key}={value}" for key, value in named]
    return re.sub(r"[^A-Za-z0-9=.,+-]+", "_", ",".join(parts)) or "run"
