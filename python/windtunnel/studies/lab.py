"""Common parts of studies: simulations, tables, bounds and plots."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, Unpack

from windtunnel.campaign.keys import flatten
from windtunnel.campaign.point import Point, Preparer
from windtunnel.campaign.runner import CampaignProgress, Runner
from windtunnel.campaign.store import Store
from windtunnel.errors import ENDINGS, InputError, MissingExtra, RunFailed, WindtunnelError
from windtunnel.extras import need
from windtunnel.launch import Options, ProgramOptions
from windtunnel.mapping import spec as mapping_spec
from windtunnel.plots import look
from windtunnel.results import Run, load_run

Key = TypeVar("Key")

#: Folder of the results of a study's simulations, and the file of its figures, which is written at its end.
STORE, RESULTS = "store", "results.json"


@dataclass(frozen=True)
class Study:
    """A published experiment."""

    #: Name on the command line.
    name: str
    #: What was measured and where it was published, in one sentence.
    about: str
    #: Cost of the whole and the small study.
    cost: str
    #: Runs it.
    run: Callable[[Lab], None]
    #: Whether any network model may be chosen (``--network``).
    any_network: bool = False


@dataclass(frozen=True)
class Planned:
    """A simulation of a study."""

    #: Name of its run folder.
    folder: str
    scenario: Mapping[str, Any]


@dataclass
class Lab:
    """A study in progress: its folder and results so far.

    Its simulations are points of a campaign, whose store is the folder ``store``: as many run at once as cores and memory
    hold, and an interrupted study goes on where it was.
    """

    #: Folder for runs, tables and plots.
    out: Path
    #: Whether to use a small machine.
    small: bool
    #: Network model, unless the study fixes it.
    network: str = "flow"
    _lines: list[str] = field(default_factory=list)
    _broken: list[str] = field(default_factory=list)
    _results: dict[str, Any] = field(default_factory=dict)
    #: Addresses of the points that were used.
    _used: set[str] = field(default_factory=set)
    #: Simulations whose end was reported.
    _reported: int = 0

    def say(self, text: str = "") -> None:
        """Prints a line and adds it to ``table.txt``."""
        print(text, flush=True)
        self._lines.append(text)

    def table(self, name: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Prints a table and adds its values to ``results.json`` under its name."""
        texts = [list(heads), *([_text(value) for value in row] for row in rows)]
        widths = [max(len(row[column]) for row in texts) for column in range(len(heads))]
        for row in texts:
            first, *rest = row
            cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]
            self.say("  ".join(cells).rstrip())
        self.say()
        self._results[name] = [dict(zip(heads, row, strict=True)) for row in rows]

    def bound(self, what: str, holds: bool) -> None:
        """States a bound. The study ends with status 1 if one does not hold."""
        self.say(f"{'holds' if holds else 'DOES NOT HOLD'}: {what}")
        if not holds:
            self._broken.append(what)

    def motif(
        self, folder: str, name: str, parameters: Mapping[str, object], ranks: int, **options: Unpack[Options]
    ) -> Planned:
        """Plans a motif, by the study's network model unless the options say another."""
        return self._planned(folder, {"motif": name, "parameters": parameters, "ranks": ranks}, options)

    def replay(self, folder: str, trace: Path, **options: Unpack[Options]) -> Planned:
        """Plans the replay of a trace, by the study's network model unless the options say another."""
        return self._planned(folder, {"trace": str(trace.absolute())}, options)

    def program(
        self, folder: str, program: Path, arguments: Sequence[object], ranks: int, **options: Unpack[ProgramOptions]
    ) -> Planned:
        """Plans a program, by the study's network model unless the options say another."""
        words = [str(argument) for argument in arguments]
        return self._planned(folder, {"program": str(program), "arguments": words, "ranks": ranks}, options)

    def _planned(self, folder: str, scenario: dict[str, Any], options: Mapping[str, Any]) -> Planned:
        own = {"network": self.network, **options}
        if "mapping" in own:
            own["mapping"] = mapping_spec(own["mapping"])
        return Planned(folder, flatten(scenario | own))

    def run(self, planned: Planned) -> Run:
        """Runs one simulation. Raises what :meth:`runs` raises."""
        return self.runs({"": planned})[""]

    def runs(self, planned: Mapping[Key, Planned]) -> dict[Key, Run]:
        """Runs simulations, as many at once as this machine holds. Their run folders are in ``runs``, by their names.

        Raises :class:`windtunnel.RunFailed` for the first that fails, :class:`windtunnel.InputError` for one that is refused.
        """
        points = dict(zip(planned, self._preparer.points([one.scenario for one in planned.values()]), strict=True))
        results = self._runner.run(list(points.values()))
        return {key: self._run(one, points[key], results[points[key].address]) for key, one in planned.items()}

    def _run(self, planned: Planned, point: Point, result: Mapping[str, Any]) -> Run:
        reason = result["reason"] or result["ending"]
        if not result.get("has_run"):
            raise (InputError if result["ending"] == "refused" else WindtunnelError)(f"{planned.folder}: {reason}")
        address = point.address
        self._used.add(address)
        link, target = self.out / "runs" / planned.folder, self._store.point(address) / "run"
        link.parent.mkdir(exist_ok=True)
        if link.is_symlink():
            link.unlink()
        elif link.exists():
            raise InputError(f"{link}: already exists, and is not a run of this study")
        link.symlink_to(os.path.relpath(target, link.parent), target_is_directory=True)
        run = load_run(link)
        if result["ending"] != "finished":
            raise ENDINGS.get(run.ending, RunFailed)(f"{planned.folder}: {reason}", run, (), 1)
        return run

    @cached_property
    def _store(self) -> Store:
        return Store(self.out / STORE)

    @cached_property
    def _preparer(self) -> Preparer:
        return Preparer(self._store, Path())

    @cached_property
    def _runner(self) -> Runner:
        return Runner(self._store, keep=True, progress=self._report)

    def _report(self, progress: CampaignProgress) -> None:
        """Progress on stderr."""
        done = progress.stored + progress.run
        if done > self._reported:
            self._reported = done
            stored = f", {progress.stored} from the store" if progress.stored else ""
            print(f"… {done} run{'' if done == 1 else 's'}{stored} ({progress.seconds:.1f} s)", file=sys.stderr, flush=True)

    def pyplot(self) -> Any:
        """matplotlib's pyplot, drawing into files; None, with a message, if not installed."""
        try:
            matplotlib = need("matplotlib", "plots", "a picture")
            matplotlib.use("Agg")
            # Not those of a `matplotlibrc` in the current folder.
            matplotlib.rcdefaults()
        except MissingExtra as error:
            self.say(f"no picture: {error}")
            return None
        return look.pyplot()

    def save(self, figure: Any, name: str) -> None:
        """Writes a plot and closes it."""
        path = self.out / f"{name}.png"
        for axes in figure.axes:
            axes.spines[["top", "right"]].set_visible(False)
        figure.savefig(path, dpi=110)
        look.pyplot().close(figure)
        self.say(f"picture: {path}")

    def finish(self) -> int:
        """Writes ``table.txt`` and ``results.json``; returns the exit status. Results of former versions leave the store."""
        self.out.mkdir(parents=True, exist_ok=True)
        self._store.retain(self._used)
        (self.out / "table.txt").write_text("\n".join(self._lines) + "\n", encoding="utf-8")
        (self.out / RESULTS).write_text(json.dumps(self._results, indent=1) + "\n", encoding="utf-8")
        return 1 if self._broken else 0


def size(count: int) -> str:
    """A number of bytes, as on the command line."""
    for unit, factor in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count % factor == 0:
            return f"{count // factor} {unit}"
    return f"{count} B"


def _text(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
