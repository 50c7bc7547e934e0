"""The report of a campaign: one HTML file about its data set, which needs nothing else and makes no connection.

``windtunnel report runs/NAME.parquet`` runs this module. What needs all points at once (sensitivity, outliers) is computed here,
what depends on the reader's choices (curves, heat maps, Pareto fronts) in the page (``page/*.js``).
"""

from __future__ import annotations

import argparse
import html
import json
import math
import os
import sys
import tempfile
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import windtunnel
from windtunnel import kit
from windtunnel.campaign.dataset import METADATA, RESULTS
from windtunnel.campaign.outliers import Neighbours, Parameter
from windtunnel.campaign.sensitivity import sensitivity
from windtunnel.command import begin, call
from windtunnel.errors import InputError, WindtunnelError
from windtunnel.extras import need
from windtunnel.inputs import expect_text

if TYPE_CHECKING:
    import polars as pl

#: Most points in the pictures; of more, the first by their address, which is a hash.
SHOWN = 20_000
#: Most failed points listed.
FAILURES = 50
#: Most reports made of runs whose folders were kept.
RUN_REPORTS = 10
#: Parts of the page, in their order.
PAGE = Path(__file__).parent / "page"
SCRIPTS = ("format.js", "chart.js", "curves.js", "heatmap.js", "parallel.js", "pareto.js", "tables.js", "main.js")


@dataclass(frozen=True)
class DataSet:
    """What the report is about."""

    name: str
    table: pl.DataFrame
    units: Mapping[str, str]

    @classmethod
    def read(cls, path: Path) -> DataSet:
        """Reads a data set. Raises :class:`InputError` for any other file."""
        polars = need("polars", "campaign", "the data set of a campaign")
        expect_text(path)
        if not path.is_file():
            raise InputError(f"{path}: there is no such file")
        try:
            metadata = polars.read_parquet_metadata(path)
            if METADATA not in metadata:
                raise InputError(f"{path}: is a Parquet file, but no data set of a campaign")
            return cls(path.stem, polars.read_parquet(path), json.loads(metadata[METADATA]))
        except (OSError, ValueError, polars.exceptions.PolarsError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{path}: is not a data set of a campaign, or is damaged: {str(error).splitlines()[0]}") from error

    def check(self) -> None:
        """Raises :class:`InputError` if there is nothing to report."""
        missing = [name for name in ("point", *RESULTS) if name not in self.table.columns]
        if missing:
            raise InputError(f"{self.name}: is not a data set of a campaign: there is no column `{missing[0]}`")
        if self.table.is_empty():
            raise InputError(f"{self.name}: the campaign has no points: there is nothing to report")

    @property
    def parameters(self) -> list[str]:
        """The keys that vary."""
        columns = self.table.columns
        return columns[columns.index("point") + 1 : columns.index("ending")]

    def role(self, name: str) -> str:
        """What a column is."""
        if name in self.parameters:
            return "parameter"
        if name not in RESULTS:
            return "own"
        return "host" if name.startswith("host_") else "result"


def page(data: DataSet, store: Path, out: Path) -> str:
    """The report as HTML. ``store`` has the logs and run folders; links to them are relative to ``out``."""
    need("numpy", "campaign", "the report of a campaign")
    text = json.dumps(_Content(data, store, out).all(), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    parts = {
        "title": html.escape(f"{data.name}: campaign"),
        "style": kit.STYLE + (PAGE / "page.css").read_text(encoding="utf-8"),
        # Inside a script only this character can end it.
        "data": text.replace("<", "\\u003c"),
        "script": "\n".join([kit.SCRIPT, *((PAGE / name).read_text(encoding="utf-8") for name in SCRIPTS)]),
    }
    return kit.filled((PAGE / "page.html").read_text(encoding="utf-8"), **parts)


def write(data: DataSet, store: Path, out: Path, force: bool = False) -> Path:
    """Writes the report. Raises :class:`InputError` if there is nothing to report or ``out`` exists already."""
    data.check()
    if out.suffix.lower() not in (".html", ".htm", ""):
        raise InputError(f"{out}: the name ends in `{out.suffix}`; expected `.html`")
    if out.exists() and not force:
        raise InputError(f"{out}: already exists; give another name, or replace it with --force")
    if not out.parent.is_dir():
        raise InputError(f"{out}: cannot be written: there is no folder {out.parent}")
    text = page(data, store, out)
    descriptor, name = tempfile.mkstemp(dir=out.parent, prefix=".windtunnel-", suffix=".writing")
    try:
        with open(descriptor, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.rename(name, out)
    except BaseException:
        os.unlink(name)
        raise
    return out


class _Content:
    """What the page's scripts get."""

    def __init__(self, data: DataSet, store: Path, out: Path) -> None:
        import polars

        self._data = data
        self._store = store
        self._out = out
        self._numbered = data.table.with_row_index("row number")
        self._finished = self._numbered.filter(polars.col("ending") == "finished")
        self._reports = 0

    def all(self) -> dict[str, Any]:
        table, finished = self._data.table, self._finished
        order = finished["point"].arg_sort().to_list()
        shown = sorted(order[:SHOWN])
        targets = self._targets()
        outliers = self._outliers(targets, order)
        sums = {name: float(table[name].sum()) for name in ("host_total_seconds", "host_cpu_seconds")}
        return {
            "name": self._data.name,
            "generator": f"windtunnel {windtunnel.__version__}",
            "points": len(table),
            "finished": len(finished),
            "host": {name: _rounded(value) for name, value in sums.items()},
            "shared": _shared(table, self._data.parameters),
            "rows": finished["row number"].gather(shown).to_list(),
            "columns": [self._column(name, finished[name].gather(shown)) for name in self._columns()],
            "targets": targets,
            "sensitivity": self._sensitivity(targets),
            "outliers": outliers,
            "failures": self._failures(),
            "kept": any((self._folder(address) / "run").is_dir() for address in finished["point"].head(50)),
            "stored": any(self._folder(address).is_dir() for address in table["point"].head(50)),
        }

    def _columns(self) -> list[str]:
        """Columns that the pictures may use: those that vary, and simulated time."""
        names = [name for name in self._data.table.columns if name not in ("point", "ending", "reason", "program_status")]
        return [name for name in names if name == "simulated_time_ps" or self._finished[name].n_unique() > 1]

    def _targets(self) -> list[str]:
        """Numbers that vary and are not parameters; simulated time first, then the user's own, then the rest."""
        found = [
            name
            for name in self._columns()
            if self._data.role(name) != "parameter"
            and self._finished[name].dtype.is_numeric()
            and self._finished[name].n_unique() > 1
            and self._finished[name].null_count() == 0
            and all(map(math.isfinite, self._finished[name]))
        ]
        ranks = {"own": 1, "result": 2, "host": 3}
        return sorted(found, key=lambda name: 0 if name == "simulated_time_ps" else ranks[self._data.role(name)])

    def _column(self, name: str, values: pl.Series) -> dict[str, Any]:
        about: dict[str, Any] = {"name": name, "unit": self._data.units.get(name, ""), "role": self._data.role(name)}
        if values.dtype.is_numeric():
            return about | {"values": [_rounded(value, 12) for value in values]}
        levels = sorted({_text(value) for value in values})
        numbers = {level: number for number, level in enumerate(levels)}
        return about | {"levels": levels, "values": [numbers[_text(value)] for value in values]}

    def _codes(self) -> dict[str, Parameter]:
        """The values of each parameter that varies, numbered in ascending order."""
        import numpy as np

        found = {}
        for name in self._data.parameters:
            values = self._finished[name]
            if values.n_unique() > 1:
                # Points of a list may lack a key.
                codes = values.rank("dense").fill_null(0).cast(int).to_numpy()
                found[name] = Parameter(np.unique(codes, return_inverse=True)[1], values.dtype.is_numeric())
        return found

    def _sensitivity(self, targets: Sequence[str]) -> dict[str, Any]:
        codes = {name: one.codes for name, one in self._codes().items()}
        found = {}
        for name in targets:
            one = sensitivity(codes, self._finished[name].cast(float).to_numpy())
            found[name] = {
                "method": one.method,
                "points": one.points,
                "needed": one.needed,
                **{
                    key: {parameter: round(value, 4) for parameter, value in part.items()}
                    for key, part in (("first", one.first), ("total", one.total), ("interval", one.interval))
                },
            }
        return found

    def _outliers(self, targets: Sequence[str], order: Sequence[int]) -> dict[str, Any] | None:
        neighbours = Neighbours(list(self._codes().values()), order)
        if not neighbours.enough:
            return None
        found: dict[str, Any] = {}
        for name in targets:
            # What a run costs here varies with the machine's other load.
            if self._data.role(name) != "host":
                found[name] = [
                    self._row(one.row, links=True) | {"value": _rounded(one.value), "expected": _rounded(one.expected)}
                    for one in neighbours.outliers(self._finished[name].cast(float).to_numpy())
                ]
        return found

    def _row(self, finished: int, links: bool = False) -> dict[str, Any]:
        row = self._finished.row(finished, named=True)
        found: dict[str, Any] = {"row": row["row number"], "parameters": [_plain(row[name]) for name in self._data.parameters]}
        report = self._report(row["point"]) if links else None
        return found | ({"report": self._link(report)} if report else {})

    def _failures(self) -> dict[str, Any]:
        import polars

        failed = self._numbered.filter(polars.col("ending") != "finished").with_columns(polars.col("reason").fill_null(""))
        groups = failed.group_by("ending", "reason", maintain_order=True).agg(polars.len().alias("points"))
        groups = groups.sort("points", descending=True, maintain_order=True)
        listed = []
        for row in failed.head(FAILURES).iter_rows(named=True):
            log = self._folder(row["point"]) / "log.txt"
            one = {"row": row["row number"], "ending": row["ending"], "reason": row["reason"]}
            one["parameters"] = [_plain(row[name]) for name in self._data.parameters]
            listed.append(one | ({"log": self._link(log)} if log.is_file() else {}))
        parameters = [{"name": name, "unit": self._data.units.get(name, "")} for name in self._data.parameters]
        return {"groups": groups.rows(), "listed": listed, "points": len(failed), "parameters": parameters}

    def _folder(self, address: str) -> Path:
        return self._store / "points" / address[:2] / address

    def _report(self, address: str) -> Path | None:
        """The report of a run whose folder was kept, beside that folder; made if it is not there yet."""
        folder = self._folder(address)
        file = folder / "report.html"
        if file.exists():
            return file
        if not (folder / "run").is_dir() or self._reports >= RUN_REPORTS:
            return None
        self._reports += 1
        done = call(["report", "--quiet", str(folder / "run"), "--output", str(file)])
        return file if done.status == 0 else None

    def _link(self, file: Path) -> str:
        return urllib.parse.quote(os.fsencode(os.path.relpath(file.absolute(), self._out.absolute().parent)))


def _shared(table: pl.DataFrame, names: Sequence[str]) -> list[list[Any]]:
    """Keys with one value only: the same for all points."""
    return [[name, _plain(table[name][0])] for name in names if table[name].n_unique() == 1]


def _text(value: Any) -> str:
    return "–" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _plain(value: Any) -> Any:
    return _rounded(value, 12) if isinstance(value, int | float) and not isinstance(value, bool) else _text(value)


def _rounded(value: float | None, digits: int = 6) -> float | None:
    """A number with this many significant digits; None if it is none."""
    if value is None or not math.isfinite(value):
        return None
    return value if isinstance(value, int) else float(f"{value:.{digits}g}")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="windtunnel report", description="One HTML file about the data set of a campaign.")
    top.add_argument("data", metavar="FILE", type=Path, help="the data set")
    top.add_argument("-o", "--output", metavar="FILE", type=Path, default=Path("report.html"), help="HTML file to write")
    top.add_argument("--force", action="store_true", help="replaces the file if it already exists")
    top.add_argument("-q", "--quiet", action="store_true", help="prints nothing")
    return top


def main(words: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    begin()
    from windtunnel.campaign.campaign import STORE

    options = parser().parse_args(words)
    try:
        out = write(DataSet.read(options.data), STORE, options.output, options.force)
    except (WindtunnelError, OSError) as error:
        print(f"windtunnel: {error}", file=sys.stderr)
        return 2
    if not options.quiet:
        print(f"{out}: {out.stat().st_size / 1000:.0f} kB, opens in any browser")
    return 0


if __name__ == "__main__":
    sys.exit(main())
