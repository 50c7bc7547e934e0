"""Campaigns from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from windtunnel.campaign import dataset
from windtunnel.campaign.file import read
from windtunnel.campaign.keys import check, flatten
from windtunnel.campaign.point import Preparer
from windtunnel.campaign.runner import CampaignProgress, Runner
from windtunnel.campaign.space import Space, space
from windtunnel.campaign.store import Store
from windtunnel.results import Run, load_run

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

    def write(self, path: str | Path) -> Path:
        """Writes the data set as Parquet. Replaces only a former data set."""
        dataset.write(self.table, self.units, Path(path))
        return Path(path)

    def log(self, row: int) -> str:
        """Output of the program of a row, or the message of what went wrong."""
        file = self.store.point(self.table["point"][row]) / "log.txt"
        return file.read_text() if file.exists() else ""

    def run(self, row: int) -> Run:
        """The run of a row, if run folders were kept (``keep=True``). Raises ``FileNotFoundError`` otherwise."""
        return load_run(self.store.point(self.table["point"][row]) / "run")


class Campaign:
    """Many runs over a space of scenarios.

    ``scenario`` has the keys that all points share, ``over`` those that vary: each with a list of values or a range, as in
    ``{"from": "1 GB/s", "to": "100 GB/s", "log": True}``. Keys are those of a scenario file, nested or dotted, as in
    ``"set.host.cores"``; ``argument.NAME`` is the value of ``{NAME}`` in ``arguments``. ``sampling`` is ``"grid"``,
    ``"random"``, ``"latin-hypercube"`` (``points`` of them, by ``seed``), or ``"list"`` with the points in ``listed``.
    ``inputs`` are files and folders that the program finds in its working folder. Paths are relative to ``base``.

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
        base: str | Path = ".",
        name: str = "campaign",
        place: str = "campaign",
    ) -> None:
        self.name = name
        self.scenario = flatten(scenario)
        check(self.scenario, f"{place}: scenario")
        chosen = sampling or ("list" if listed else "grid")
        self.space: Space = space(chosen, flatten(over or {}), [flatten(one) for one in listed], points, seed, place)
        self._inputs = tuple(inputs)
        self._keep = keep
        self._base = Path(base)

    @classmethod
    def load(cls, path: str | Path) -> Campaign:
        """Reads a campaign file. Its paths are relative to its folder."""
        file = Path(path)
        found = read(file)
        return cls(
            found.scenario,
            found.over,
            listed=found.listed,
            sampling=found.sampling,
            points=found.points,
            seed=found.seed,
            inputs=found.inputs,
            keep=found.keep,
            base=file.parent,
            name=found.name,
            place=str(file),
        )

    def __len__(self) -> int:
        return len(self.space)

    def run(
        self,
        store: str | Path = STORE,
        *,
        executor: Executor | Callable[[], Executor] | None = None,
        jobs: int | None = None,
        progress: Callable[[CampaignProgress], object] | None = None,
    ) -> CampaignResult:
        """Runs all points that ``store`` has no result of. A point that fails is a row with its reason.

        ``executor`` is any :class:`concurrent.futures.Executor`, or a function that makes one; by default, as many points
        run on this machine as its cores and memory hold. ``jobs`` is how many are run at once.
        """
        folder = Store(store)
        preparer = Preparer(folder, self._base, self._inputs)
        points = [preparer.point({**self.scenario, **row}) for row in self.space]
        addresses = [point.address for point in points]
        runner = Runner(folder, executor, jobs, self._keep, progress)
        results = runner.run(points)
        table, units = dataset.frame(self.space.names, self.space.rows, addresses, results)
        return CampaignResult(table, units, runner.state, folder)
