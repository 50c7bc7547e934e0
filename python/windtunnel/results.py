"""Run folders: the manifest, and tables as Polars frames."""

from __future__ import annotations

import fcntl
import json
import os
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from windtunnel.advice import in_python, near
from windtunnel.command import call
from windtunnel.errors import NoSuchTable
from windtunnel.extras import need
from windtunnel.show import Printed, Report, of_run
from windtunnel.tables import ALWAYS, COLUMNS, Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from windtunnel.plots import Plots

__all__ = ["Run", "load_run", "seconds"]

#: The format version of run folders.
SCHEMA = 3

#: Endings of runs that were cut short or are still running.
CUT = ("stopped", "crashed", "killed", "running")


def seconds(column: str) -> pl.Expr:
    """A column of picoseconds as seconds, by the same name: for ``select`` and ``with_columns``.

    >>> run = load_run("runs/halo3d")
    >>> run.ranks.select("rank", seconds("mpi")).collect().schema["mpi"]
    Float64
    """
    expression: pl.Expr = need("polars", "tables", "reading tables").col(column) / 1e12
    return expression


@dataclass(frozen=True)
class Run(Tables):
    """A run folder, as the commands leave it.

    Every table is a property, a lazy Polars frame: ``run.ranks``, ``run.timeline``, ``run.messages`` and so on; only
    those columns and rows are read that a query needs. Times in tables are integers in picoseconds
    (:func:`seconds` converts). ``manifest`` is ``run.json``.

    >>> run = load_run("runs/halo3d")
    >>> run
    <Run runs/halo3d: 8 ranks on 3-D torus, 512 hosts: 0.002479491959 s>
    >>> run.messages.filter(~polars.col("collective")).select(polars.col("bytes").sum()).collect().item()
    6291456
    """

    #: The run folder.
    path: Path
    #: Description and key figures of the run: ``run.json``.
    manifest: dict[str, Any]

    # What came out.

    @property
    def simulated_time(self) -> float:
        """Simulated time of the run in seconds (:attr:`simulated_time_ps` is exact)."""
        return self.simulated_time_ps / 1e12

    @property
    def simulated_time_ps(self) -> int:
        """Simulated time of the run in picoseconds, exact."""
        return int(self.manifest["simulated_time_ps"])

    @property
    def ending(self) -> str:
        """``finished``, ``aborted``, ``failed`` (diagnosed), ``stopped``, ``crashed``, ``killed``, or ``running``."""
        return str(self.manifest["ending"])

    @property
    def diagnosis(self) -> str | None:
        """Why the run did not finish; None if it did."""
        found = self.manifest.get("diagnosis")
        return None if found is None else str(found)

    @property
    def warnings(self) -> list[str]:
        """Warnings of the run."""
        return [str(warning) for warning in self.manifest["warnings"]]

    @property
    def size(self) -> int:
        """Initial number of ranks."""
        return int(self.manifest["ranks"])

    @property
    def platform_name(self) -> str:
        """Name of the platform."""
        return str(self.manifest["platform"])

    @property
    def messages_total(self) -> int:
        """Number of delivered messages, including those of collectives."""
        return int(self.manifest["messages"])

    @property
    def bytes_total(self) -> int:
        """Their payload bytes."""
        return int(self.manifest["bytes"])

    @property
    def scenario(self) -> dict[str, Any]:
        """The complete input of the run, with all defaults."""
        return dict(self.manifest["scenario"])

    @property
    def stdout(self) -> str:
        """The program's standard output; empty unless kept by ``--json``, as in runs of :func:`run`."""
        return self._text("stdout.txt")

    @property
    def stderr(self) -> str:
        """The program's standard error; empty unless kept."""
        return self._text("stderr.txt")

    def _text(self, name: str) -> str:
        file = self.path / name
        return file.read_text(errors="replace") if file.exists() else ""

    def host(self) -> dict[str, Any]:
        """Cost of the simulation on this machine (``host.json``): wall and CPU seconds, peak memory in bytes.

        Raises ``FileNotFoundError`` if the run has not ended.
        """
        found: dict[str, Any] = json.loads((self.path / "host.json").read_text(encoding="utf-8"))
        return found

    # Tables.

    def tables(self) -> list[str]:
        """Names of the tables that the run has written."""
        return sorted(folder.name for folder in self.path.iterdir() if any(folder.glob("part-*.parquet")))

    def _parts(self, name: str) -> list[Path]:
        found = self.tables()
        if name not in found:
            hint = f"; run it with observe=[{name!r}]" if name in COLUMNS else near(name, COLUMNS)
            raise NoSuchTable(f"{self.path} has no table {name!r}; it has {', '.join(found)}{hint}")
        # More than 100,000 parts have longer names: shorter ones come first.
        return sorted((self.path / name).glob("part-*.parquet"), key=lambda part: (len(part.name), part.name))

    def _empty(self, name: str) -> pl.DataFrame | None:
        """A table without rows, if the run was cut short before it began to write this table."""
        asked = [*ALWAYS, *(self.scenario.get("observe") or [])]
        if self.ending not in CUT or name not in asked or any((self.path / name).glob("part-*.parquet")):
            return None
        polars = need("polars", "tables", "reading tables")
        frame: pl.DataFrame = polars.DataFrame(
            schema={column: getattr(polars, kind) for column, kind in COLUMNS[name].items()}
        )
        return frame

    def scan(self, name: str) -> pl.LazyFrame:
        """A table as a lazy Polars frame, which reads only what a query needs.

        A run that was cut short (:attr:`ending` is ``stopped``, ``crashed``, ``killed`` or ``running``) has the rows written so
        far, perhaps none. Raises :class:`NoSuchTable` (a ``KeyError``) if the run has no such table,
        :class:`MissingExtra` without Polars.
        """
        empty = self._empty(name)
        if empty is not None:
            return empty.lazy()
        frame: pl.LazyFrame = need("polars", "tables", "reading tables").scan_parquet(self._parts(name))
        return frame

    def table(self, name: str) -> pl.DataFrame:
        """A table as a Polars frame. Raises what :meth:`scan` raises."""
        empty = self._empty(name)
        if empty is not None:
            return empty
        frame: pl.DataFrame = need("polars", "tables", "reading tables").read_parquet(self._parts(name))
        return frame

    def export(
        self,
        to: str,
        output: str | Path,
        *,
        ranks: str | None = None,
        window: tuple[float, float] | None = None,
        force: bool = False,
    ) -> Path:
        """Exports the run to another tool: ``windtunnel export``. Returns the path written.

        ``to`` is ``"perfetto"``, ``"paje"``, ``"prv"``, ``"otf2"`` or ``"goal"``, ``output`` a file (for OTF2 a folder),
        ``ranks`` the ranks to export, as in ``"0-15,32"``, ``window`` the time window in seconds. ``force`` replaces an
        existing file. Raises :class:`InputError` for an unknown format or rank, an existing file, or a run without
        ``timeline`` or ``messages``.

        >>> load_run("runs/halo3d").export("paje", "run.paje", ranks="0-3").stat().st_size > 1000
        True
        """
        words = ["export", str(self.path), "--to", to, "--output", str(output), "--quiet"]
        words += [] if ranks is None else ["--ranks", ranks]
        words += ["--force"] if force else []
        if window is not None:
            words += ["--window", ":".join(f"{round(at * 1e12)} ps" for at in window)]
        call(words).check(in_python)
        return Path(output)

    def summary(self) -> str:
        """The text that the command prints at the end of the run: with shares of time, traffic and the defaults that decide: ``windtunnel
        summary``. A prompt and a notebook show it line by line.

        >>> "time of a rank" in load_run("runs/halo3d").summary()
        True
        """
        return Printed(call(["summary", str(self.path)]).check(in_python).out.rstrip("\n"))

    def explain(self) -> str:
        """Why ranks waited, largest loss first, and what to try: ``windtunnel explain``.

        Raises :class:`InputError` unless the run has ``observe=["waits", "timeline"]``.

        >>> run = motif("halo3d", ranks=8, platform="torus-3d", observe=["waits", "timeline"], out="runs/waits")
        >>> "waiting" in run.explain()
        True
        """
        return Printed(call(["explain", str(self.path)]).check(in_python).out.rstrip("\n"))

    def report(self, output: str | Path | None = None, *, others: Sequence[Run] = (), force: bool = False) -> Report:
        """The HTML report of the run and of ``others``, which are compared with it: ``windtunnel report``. A notebook shows it in
        a frame; ``output`` is a file to write as well.

        Raises :class:`InputError` for an existing file, unless ``force`` replaces it.

        >>> load_run("runs/halo3d").report("halo3d.html", force=True).path.name
        'halo3d.html'
        """
        runs = [str(run.path) for run in (self, *others)]
        if output is not None:
            call(["report", "--quiet", *runs, "--output", str(output), *(["--force"] if force else [])]).check(in_python)
            return Report(Path(output).read_text(encoding="utf-8"), Path(output))
        with tempfile.TemporaryDirectory(prefix="windtunnel-") as folder:
            return Report(self.report(Path(folder) / "report.html", others=others).page)

    @cached_property
    def plot(self) -> Plots:
        """Plots of the run: ``run.plot.timeline()``, ``.links()``, ``.loads(*others)``, ``.matrix()``, ``.speedup(others)``."""
        from windtunnel.plots import Plots

        return Plots(self)

    def _repr_html_(self) -> str:
        return of_run(self)

    def __repr__(self) -> str:
        came_out = f"{self.manifest['simulated_time']} s" if self.ending == "finished" else self.ending
        return f"<Run {self.path}: {self.size} ranks on {self.platform_name}: {came_out}>"


def load_run(path: str | Path | Run) -> Run:
    """Opens a run folder; a run is returned as it is.

    Raises ``FileNotFoundError`` if there is no ``run.json``, ``ValueError`` if this version does not know its schema.
    """
    if isinstance(path, Run):
        return path
    folder = Path(path)
    if not (folder / "run.json").is_file():
        raise FileNotFoundError(_no_run(folder))
    manifest = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    if manifest.get("schema") != SCHEMA:
        raise ValueError(f"{folder}/run.json has schema {manifest.get('schema')}; this version reads {SCHEMA}")
    if manifest.get("ending") == "running" and _is_abandoned(folder):
        reached = f"its tables reach at least as far as {manifest['simulated_time']} s of simulated time"
        reached = reached if manifest["events"] else "nothing of it had been saved"
        manifest |= {"ending": "killed", "program_status": 1, "diagnosis": f"the run was killed before its end; {reached}"}
    return Run(folder, manifest)


def _no_run(folder: Path) -> str:
    """Why a path does not name a run folder, and which paths do."""
    if folder.is_file():
        return f"{folder}: is a file; expected a run folder, as in load_run({str(folder.parent)!r})"
    what = "has no run.json" if folder.is_dir() else "it does not exist"
    beside = folder if folder.is_dir() else folder.parent
    runs = sorted(str(file.parent) for file in beside.glob("*/run.json"))
    hint = near(str(folder), runs) or (f"; there are {', '.join(runs[:8])}" if runs else "")
    return f"{folder}: holds no run: {what}{hint}"


def _is_abandoned(folder: Path) -> bool:
    """Whether no process writes the run any more: it would hold a lock on the folder."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        # On file systems without locks the run may still be going on.
        return False
    finally:
        os.close(descriptor)
    return True
