"""Campaigns from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from windtunnel.campaign import dataset
from windtunnel.campaign.file import CampaignFile, read
from windtunnel.campaign.keys import check, flatten
from windtunnel.campaign.point import Preparer
from windtunnel.campaign.runner import CampaignProgress, Runner
from windtunnel.campaign.search import Search, find
from windtunnel.campaign.space import Space, dimensions, space
from windtunnel.campaign.store import Store
from windtunnel.errors import InputError
from windtunnel.progress import counter
from windtunnel.results import Run, load_run
from windtunnel.show import ROWS, duration, facts
from windtunnel.show import rows as rows_of

if TYPE_CHECKING:
    import polars as pl

#: Store of all campaigns of a working folder.
STORE = Path("runs/store")


@dataclass(frozen=True)
class CampaignResult:
    """What came of a campaign."""

    #: The data set: a row for each point, in the order of the space.
    table: pl.DataFrame
    #: SI units of its columns that have one.
    units: Mapping[str, str]
    #: How it went.
    progress: CampaignProgress
    #: The store.
    store: Store
    #: Row of the best point of a search; None without a search, or if no point meets its bounds.
    best: int | None = None

    def write(self, path: str | Path) -> Path:
        """Writes the data set as Parquet. Replaces only a former data set."""
        dataset.write(self.table, self.units, Path(path))
        return Path(path)

    def report(self, path: str | Path, *, force: bool = False) -> Path:
        """Writes an HTML report: response curves, heat map, Pareto front, sensitivity, outliers. Needs no network to be read.

        Raises :class:`windtunnel.InputError` if the file already exists, unless ``force`` replaces it.
        """
        # It is large, and most campaigns are reported by the command.
        from windtunnel.campaign import report

        out = Path(path)
        return report.write(report.DataSet(out.stem, self.table, self.units), self.store.path, out, force)

    def log(self, row: int) -> str:
        """Output of the program of a row, or the message of what went wrong."""
        folder = self.store.log(self.table["point"][row])
        return "" if folder is None else (folder / "log.txt").read_text(encoding="utf-8")

    def _repr_html_(self) -> str:
        parameters = self.table.columns[1 : self.table.columns.index("ending")]
        heads = [name for name in parameters if self.table[name].n_unique() > 1]
        shown = self.table.head(ROWS)
        units = [f"{name} ({self.units[name]})" if self.units.get(name) else name for name in heads]
        lines: list[list[object]] = []
        for row in shown.iter_rows(named=True):
            ended = row["ending"] == "finished"
            lines.append(
                [
                    *(row[name] for name in heads),
                    duration(row["simulated_time_ps"]) if ended else f"{row['ending']}: {row['reason']}",
                ]
            )
        return rows_of(self._title(), [*units, "simulated time"], lines, len(self.table) - len(shown))

    def _title(self) -> str:
        failed = len(self.table) - (self.table["ending"] == "finished").sum()
        return f"{len(self.table)} points, {self.progress.run} run, {self.progress.stored} of the store" + (
            f", {failed} failed" if failed else ""
        )

    def __repr__(self) -> str:
        return f"<CampaignResult: {self._title()}>"

    def run(self, row: int) -> Run:
        """The run of a row, if run folders were kept (``keep=True``). Raises ``FileNotFoundError`` otherwise."""
        return load_run(self.store.point(self.table["point"][row]) / "run")


class Campaign:
    """Many runs over a space of scenarios.

    ``scenario`` has the keys that all points share, ``over`` those that vary: each with a list of values or a range, as in
    ``{"from": "1 GB/s", "to": "100 GB/s", "log": True}``. Keys are those of a scenario file, nested or dotted, as in
    ``"set.host.cores"``; ``argument.NAME`` is the value of ``{NAME}`` in ``arguments``. ``sampling`` is ``"grid"``,
    ``"random"``, ``"latin-hypercube"`` (``points`` of them, by ``seed``), or ``"list"`` with the points in ``listed``.
    ``columns`` are columns of one's own: names and SQL expressions of other columns. With ``search`` only as many points are
    run as it says, to find the best: ``{"minimize": "price", "at-most": {"simulated_time_ps": "2 s"}, "points": 100}``.
    ``inputs`` are files and folders that a program finds in its working folder; files that the scenario names are found without.
    Paths are relative to ``base``.

    Raises :class:`windtunnel.InputError` for unknown keys and values that make no space.

    >>> campaign = Campaign({"motif": "halo3d", "platform": "fat-tree"}, {"ranks": [8, 27], "network": ["flow", "delay"]})
    >>> len(campaign)
    4
    >>> campaign.run().table.select("ranks", "network", "ending").rows()[0]
    (8, 'flow', 'finished')
    """

    def __init__(
        self,
        scenario: Mapping[str, Any],
        over: Mapping[str, Any] | None = None,
        *,
        listed: Sequence[Mapping[str, Any]] = (),
        sampling: str | None = None,
        points: int | None = None,
        seed: int = 1,
        inputs: Sequence[str | Path] = (),
        keep: bool = False,
        columns: Mapping[str, str] | None = None,
        search: Mapping[str, Any] | None = None,
        base: str | Path = ".",
        name: str = "campaign",
        place: str = "campaign",
    ) -> None:
        if isinstance(scenario, str | Path):
            raise TypeError(
                f"a campaign of a file is written Campaign.load({str(scenario)!r}); Campaign(…) takes a scenario as a mapping"
            )
        self.name = name
        self.scenario = flatten(scenario)
        check(self.scenario, f"{place}: scenario")
        self._over = flatten(over or {})
        self._columns = dict(columns or {})
        self._place = place
        #: What is looked for, if this is a search.
        self.search = None if search is None else self._checked(search, sampling, points, listed)
        chosen = sampling or ("list" if listed else "grid")
        #: Its points; none beforehand in a search.
        self.space = (
            space(chosen, self._over, [flatten(one) for one in listed], points, seed, place)
            if self.search is None
            else Space(tuple(self._over), ())
        )
        self._inputs = tuple(inputs)
        if inputs and not any("program" in keys for keys in (self.scenario, self._over, *map(flatten, listed))):
            raise InputError(
                f"{place}: inputs: expected none, as only a program reads its working folder; files that the scenario names are "
                "found without"
            )
        self._keep = keep
        self._base = Path(base)

    @classmethod
    def load(cls, path: str | Path) -> Campaign:
        """Reads a campaign file. Its paths are relative to its folder."""
        file = Path(path)
        try:
            return cls._of(read(file), file)
        except RecursionError:
            raise InputError(f"{file}: its tables are nested too deeply") from None

    @classmethod
    def _of(cls, found: CampaignFile, file: Path) -> Campaign:
        return cls(
            found.scenario,
            found.over,
            listed=found.listed,
            sampling=found.sampling,
            points=found.points,
            seed=found.seed,
            inputs=found.inputs,
            keep=found.keep,
            columns=found.columns,
            search=found.search,
            base=file.parent,
            name=found.name,
            place=str(file),
        )

    def __len__(self) -> int:
        return len(self.space)

    def _size(self) -> str:
        return f"{len(self)} points" if self.search is None else f"a search of at most {self.search.points} points"

    def __repr__(self) -> str:
        return f"<Campaign {self.name}: {self._size()}>"

    def _repr_html_(self) -> str:
        shared = {name: value for name, value in self.scenario.items() if name not in self._over}
        varied = {name: f"varies: {_told(value)}" for name, value in self._over.items()}
        return facts(f"{self.name}: {self._size()}", {**shared, **varied})

    def run(
        self,
        store: str | Path = STORE,
        *,
        executor: Executor | Callable[[], Executor] | None = None,
        jobs: int | None = None,
        progress: bool | Callable[[CampaignProgress], object] | None = None,
        retry_failed: bool = False,
    ) -> CampaignResult:
        """Runs all points that ``store`` has no result of. A point that fails is a row with its reason, and a result if point
        and program decide it; with ``retry_failed`` these points are run again, too.

        ``executor`` is any :class:`concurrent.futures.Executor`, or a function that makes one; by default, as many points
        run on this machine as its cores and memory hold. ``jobs`` is how many are run at once. ``progress`` is a function that
        gets a :class:`CampaignProgress`, True or False for a bar or none, and None for one in a terminal or notebook (if tqdm is installed).
        """
        with counter(progress, self.name) as told:
            return self._run(Store(store), executor, jobs, told, retry_failed)

    def _run(
        self,
        folder: Store,
        executor: Executor | Callable[[], Executor] | None,
        jobs: int | None,
        progress: Callable[[CampaignProgress], object] | None,
        retry_failed: bool,
    ) -> CampaignResult:
        preparer = Preparer(folder, self._base, self._inputs)
        total = None if self.search is None else self.search.points
        runner = Runner(folder, executor, jobs, self._keep, progress, total, retry_failed)
        rows: Sequence[Mapping[str, Any]] = self.space.rows
        if self.search is None:
            self._table(rows[:1], [""], {"": {}})
            table, units = self._evaluate(rows, preparer, runner)
            return CampaignResult(table, units, runner.state, folder)
        rows = find(self.search, self._over, self._place, lambda batch: self._evaluate(batch, preparer, runner)[0].to_dicts())
        # A small space has fewer points than were allowed.
        runner.state.total = len(rows)
        table, units = self._evaluate(rows, preparer, runner)
        return CampaignResult(table, units, runner.state, folder, self.search.best(table.to_dicts()))

    def _evaluate(
        self, rows: Sequence[Mapping[str, Any]], preparer: Preparer, runner: Runner
    ) -> tuple[pl.DataFrame, dict[str, str]]:
        points = preparer.points([{**self.scenario, **row} for row in rows])
        return self._table(rows, [point.address for point in points], runner.run(points))

    def _table(
        self, rows: Sequence[Mapping[str, Any]], addresses: Sequence[str], results: Mapping[str, Mapping[str, Any]]
    ) -> tuple[pl.DataFrame, dict[str, str]]:
        table, units = dataset.frame(self.space.names, rows, addresses, results)
        return dataset.with_columns(table, self._columns, self._place), units

    def _checked(
        self, search: Mapping[str, Any], sampling: str | None, points: int | None, listed: Sequence[object]
    ) -> Search:
        if sampling not in (None, "grid") or points is not None or listed:
            raise InputError(
                f"{self._place}: search: it chooses the points itself; found a sampling, points, or a list of them"
            )
        found = {name: one.at(0.0) for name, one in dimensions(self._over, self._place).items()}
        table, units = dataset.frame(tuple(self._over), [found], [""], {"": {}})
        table = dataset.with_columns(table, self._columns, self._place)
        numbers = {name: units.get(name, "") for name, kind in table.schema.items() if kind.is_numeric()}
        return Search.of(search, numbers, f"{self._place}: search")


def _told(values: Any) -> str:
    """The values of a key, for a reader."""
    if isinstance(values, Mapping):
        return ", ".join(f"{name} {value}" for name, value in values.items())
    return ", ".join(map(str, values)) if isinstance(values, list | tuple) else str(values)
