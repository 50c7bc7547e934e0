"""Common parts of studies: simulations, tables, bounds and plots."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

from windtunnel.errors import MissingExtra
from windtunnel.extras import need
from windtunnel.launch import Options, ProgramOptions, motif, run
from windtunnel.plots import look
from windtunnel.results import Run


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


@dataclass
class Lab:
    """A study in progress: its folder and results so far."""

    #: Folder for runs, tables and plots.
    out: Path
    #: Whether to use a small machine.
    small: bool
    #: Network model, unless the study fixes it.
    network: str = "flow"
    _lines: list[str] = field(default_factory=list)
    _broken: list[str] = field(default_factory=list)
    _results: dict[str, Any] = field(default_factory=dict)

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
    ) -> Run:
        """Simulates a motif, by the study's network model unless the options say another. Raises what
        :func:`windtunnel.motif` raises.
        """
        options["out"], options["force"] = self.out / "runs" / folder, True
        options.setdefault("network", self.network)
        return _timed(folder, lambda: motif(name, parameters, ranks=ranks, progress=False, **options))

    def program(
        self, folder: str, program: Path, arguments: Sequence[object], ranks: int, **options: Unpack[ProgramOptions]
    ) -> Run:
        """Simulates a program, by the study's network model unless the options say another. Raises what
        :func:`windtunnel.run` raises.
        """
        options["out"], options["force"] = self.out / "runs" / folder, True
        options.setdefault("network", self.network)
        return _timed(folder, lambda: run(program, *arguments, ranks=ranks, progress=False, **options))

    def pyplot(self) -> Any:
        """matplotlib's pyplot, drawing into files; None, with a message, if not installed."""
        try:
            need("matplotlib", "plots", "a picture").use("Agg")
        except MissingExtra as error:
            self.say(f"no picture: {error}")
            return None
        return look.pyplot()

    def save(self, figure: Any, name: str) -> None:
        """Writes a plot."""
        path = self.out / f"{name}.png"
        figure.savefig(path, dpi=110)
        self.say(f"picture: {path}")

    def finish(self) -> int:
        """Writes ``table.txt`` and ``results.json``; returns the exit status."""
        self.out.mkdir(parents=True, exist_ok=True)
        (self.out / "table.txt").write_text("\n".join(self._lines) + "\n")
        (self.out / "results.json").write_text(json.dumps(self._results, indent=1) + "\n")
        return 1 if self._broken else 0


def size(count: int) -> str:
    """A number of bytes, as on the command line."""
    for unit, factor in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count % factor == 0:
            return f"{count // factor} {unit}"
    return f"{count} B"


def _timed(name: str, simulate: Callable[[], Run]) -> Run:
    print(f"… {name}", file=sys.stderr, end="", flush=True)
    start = time.monotonic()
    done = simulate()
    print(f" ({time.monotonic() - start:.1f} s)", file=sys.stderr, flush=True)
    return done


def _text(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
