"""What all studies share: running simulations, tables, bounds and pictures."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from windtunnel.results import Run, load_run

#: The palette of M. Okabe and K. Ito, "Color Universal Design" (2008).
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")


class BadInput(Exception):
    """What the user gave cannot be used."""


class RunFailed(Exception):
    """A simulation did not end as it should."""


@dataclass(frozen=True)
class Study:
    """A published experiment."""

    #: As on the command line.
    name: str
    #: What was measured, and where it was published: one sentence.
    about: str
    #: What it costs, whole and small.
    cost: str
    #: Does it.
    run: Callable[[Lab], None]


@dataclass
class Lab:
    """Where a study is done: its folder, and what came out so far."""

    #: Where run folders, tables and pictures go.
    out: Path
    #: Whether a small machine will do.
    small: bool
    #: The network model where the study leaves it open.
    network: str = "flow"
    _lines: list[str] = field(default_factory=list)
    _broken: list[str] = field(default_factory=list)
    _results: dict[str, Any] = field(default_factory=dict)

    def say(self, text: str = "") -> None:
        """Prints a line, which is kept in ``table.txt`` too."""
        print(text, flush=True)
        self._lines.append(text)

    def table(self, name: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Prints a table; its values are kept in ``results.json`` under its name."""
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
        self,
        folder: str,
        motif: str,
        ranks: int,
        platform: str,
        settings: Mapping[str, object],
        options: Sequence[str] = (),
        changes: Mapping[str, object] | None = None,
        network: str | None = None,
    ) -> Run:
        """Simulates a motif; ``changes`` are keys of the platform file that are set otherwise."""
        where = self.out / "runs" / folder
        if where.exists():
            shutil.rmtree(where)
        where.parent.mkdir(parents=True, exist_ok=True)
        words = [command(), "motif", "-q", "-n", str(ranks), "-p", platform, "--network", network or self.network]
        for key, value in (changes or {}).items():
            words += ["--set", f"{key}={value}"]
        words += [*options, "--out", str(where), motif, *(f"{key}={value}" for key, value in settings.items())]
        print(f"… {folder}", file=sys.stderr, end="", flush=True)
        start = time.monotonic()
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
        print(f" ({time.monotonic() - start:.1f} s)", file=sys.stderr, flush=True)
        if ended.returncode == 2:
            raise BadInput(ended.stderr.strip())
        if ended.returncode != 0:
            raise RunFailed(f"{' '.join(words)} ended with status {ended.returncode}:\n{ended.stderr.strip()}")
        return load_run(where)

    def pyplot(self) -> ModuleType | None:
        """matplotlib's pyplot, drawing into files; None, and a word about it, where it is not installed."""
        try:
            matplotlib = importlib.import_module("matplotlib")
        except ImportError:
            self.say("no picture: matplotlib is not installed (pip install matplotlib)")
            return None
        matplotlib.use("Agg")
        return importlib.import_module("matplotlib.pyplot")

    def save(self, figure: Any, name: str) -> None:
        """Writes a picture."""
        path = self.out / f"{name}.png"
        figure.savefig(path, dpi=110)
        self.say(f"picture: {path}")

    def finish(self) -> int:
        """Writes ``table.txt`` and ``results.json``; gives the exit status."""
        self.out.mkdir(parents=True, exist_ok=True)
        (self.out / "table.txt").write_text("\n".join(self._lines) + "\n")
        (self.out / "results.json").write_text(json.dumps(self._results, indent=1) + "\n")
        return 1 if self._broken else 0


def command() -> str:
    """The ``windtunnel`` that started this, else $WT_PREFIX's, that beside this interpreter, or the first in PATH."""
    if "WT_COMMAND" in os.environ:
        return os.environ["WT_COMMAND"]
    prefixes = [os.environ["WT_PREFIX"]] if "WT_PREFIX" in os.environ else []
    for prefix in [*prefixes, sys.prefix]:
        found = Path(prefix) / "bin" / "windtunnel"
        if found.exists():
            return str(found)
    in_path = shutil.which("windtunnel")
    if in_path is None:
        raise BadInput("the command windtunnel is not installed; expected it beside this Python or in PATH")
    return in_path


def seconds(run: Run) -> float:
    """The simulated time of a run."""
    return float(run.manifest["simulated_time"])


def size(count: int) -> str:
    """A number of bytes, as on the command line."""
    for unit, factor in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count % factor == 0:
            return f"{count // factor} {unit}"
    return f"{count} B"


def _text(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
