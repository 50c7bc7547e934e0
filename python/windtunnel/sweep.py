"""Several runs: sweeps over platforms, numbers of ranks or anything else, and speed-up curves of them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from windtunnel.extras import need
from windtunnel.platform import Platform
from windtunnel.results import Run, load_run

if TYPE_CHECKING:
    import polars as pl

    from windtunnel.plots import RunsPlots

__all__ = ["Runs", "sweep"]


@dataclass(frozen=True)
class Runs(Sequence[Run]):
    """Runs that belong together, each with what was chosen for it.

    >>> runs = Runs([load_run("runs/halo3d")])
    >>> runs.frame().columns
    ['platform', 'ranks', 'seconds', 'compute', 'mpi', 'waiting', 'messages', 'bytes', 'host_seconds', 'host_memory', 'run']
    """

    #: The runs.
    runs: Sequence[Run]
    #: For each run what was chosen, as in ``{"platform": "torus-3d", "ranks": 64}``.
    choices: Sequence[Mapping[str, Any]] = field(default=())

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
        """For each run the platform, the number of ranks and what else was chosen, as plain values."""
        chosen: Iterable[Mapping[str, Any]] = self.choices or ({} for _ in self.runs)
        return [
            {"platform": run.platform_name, "ranks": run.size} | {key: plain(value) for key, value in own.items()}
            for run, own in zip(self.runs, chosen, strict=True)
        ]

    def frame(self) -> pl.DataFrame:
        """A row for each run: what was chosen, ``seconds`` of simulated time, mean seconds of a rank in ``compute``,
        in ``mpi`` and there ``waiting``, ``messages``, ``bytes``, what the run cost this machine (``host_seconds`` of CPU,
        ``host_memory`` in bytes at most; null where it did not end), and the ``run`` folder.
        """
        polars = need("polars", "tables", "a frame of runs")
        rows = [chosen | _figures(run) for chosen, run in zip(self.chosen(), self.runs, strict=True)]
        frame: pl.DataFrame = polars.DataFrame(rows, infer_schema_length=None)
        return frame

    def speedup(self, scaling: str = "strong") -> pl.DataFrame:
        """How much faster more ranks are: :meth:`frame` with the columns ``speedup`` and ``efficiency``.

        Runs that differ in the number of ranks alone form a curve. Its first point, that with the fewest ranks n₀, is
        the base: with ``scaling="strong"`` (the same problem for all) speed-up is n₀·T(n₀)/T(n), so that n is ideal;
        with ``"weak"`` (the problem grows with the ranks) it is n·T(n₀)/T(n). Efficiency is speed-up / n. Raises
        ``ValueError`` for another scaling.
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
        """Where runs differ: a row for each MPI function (and ``compute``), a column for each run with the mean seconds of
        a rank in it, and ``spread``, the largest less the smallest; the function with the largest spread comes first.

        Columns of runs are named by what was chosen, where that tells them apart, else by their folders.

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
        """What tells curves apart: the names of choices, but the number of ranks, that are not alike in all runs."""
        chosen = self.chosen()
        names = [name for name in (chosen[0] if chosen else {}) if name != "ranks"]
        return [name for name in names if len({str(row.get(name)) for row in chosen}) > 1]

    @cached_property
    def plot(self) -> RunsPlots:
        """Pictures of the runs: ``runs.plot.speedup()``."""
        from windtunnel.plots import RunsPlots

        return RunsPlots(self)


def _time_by_function(run: Run) -> dict[str, float]:
    """Mean seconds of a rank in its own code and in each MPI function."""
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
    """A choice as a value of a table."""
    if isinstance(value, Platform):
        return value.name
    if isinstance(value, Run):
        return str(value.path)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={item}" for key, item in value.items())
    return value if isinstance(value, int | float) else str(value)


def sweep(
    start: Callable[..., Run],
    *arguments: object,
    over: Mapping[str, Iterable[Any]],
    out: str | Path = "runs/sweep",
    jobs: int = 1,
    **options: Any,
) -> Runs:
    """Runs the same thing for all combinations of choices: a speed-up curve over platforms in a few lines.

    ``start`` is :func:`run`, :func:`replay` or :func:`motif`, ``arguments`` and ``options`` go to it; ``over`` names
    options, each with the values that it takes. The run folders lie in ``out``, named by what was chosen. ``jobs`` runs
    go on at a time (with measured blocks leave it at 1: runs side by side disturb each other's measurements). A former
    sweep in ``out`` is replaced with ``force=True``. Raises what ``start`` raises, once the runs that had begun have ended.

    >>> runs = sweep(motif, "halo3d", {"iterations": 2}, over={"platform": ["fat-tree", "torus-3d"], "ranks": [8, 27]})
    >>> runs.speedup(scaling="weak").select("platform", "ranks").rows()
    [('fat-tree', 8), ('fat-tree', 27), ('torus-3d', 8), ('torus-3d', 27)]
    """
    choices = [dict(zip(over, values, strict=True)) for values in itertools.product(*map(list, over.values()))]
    folders = [Path(out) / name for name in _folder_names(choices)]

    def one(choice: Mapping[str, Any], folder: Path) -> Run:
        return start(*arguments, **options, **choice, out=folder)

    with ThreadPoolExecutor(max_workers=max(jobs, 1)) as pool:
        started = [pool.submit(one, choice, folder) for choice, folder in zip(choices, folders, strict=True)]
        try:
            return Runs([run.result() for run in started], choices)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _folder_names(choices: Sequence[Mapping[str, object]]) -> list[str]:
    """A name for each choice that no other one has: files of one name may lie in several folders."""
    names: list[str] = []
    for choice in choices:
        name = _folder_name(choice)
        others = (f"{name}-{number}" for number in itertools.count(2))
        names.append(name if name not in names else next(other for other in others if other not in names))
    return names


def _folder_name(choice: Mapping[str, object]) -> str:
    parts = [f"{key}={Path(str(plain(value))).stem if key == 'platform' else plain(value)}" for key, value in choice.items()]
    return re.sub(r"[^A-Za-z0-9=.,+-]+", "_", ",".join(parts)) or "run"
