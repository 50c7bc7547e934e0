"""Runs in the current folder, for sweeps and comparisons.

What a program reads there is not known, so that their results can't be stored under the content of all that decides them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Call:
    """One of them."""

    #: Its run folder, which is its alone.
    folder: Path
    #: Runs it. Returns its row, which has at least ``ending``. What it raises ends all runs.
    function: Callable[[], dict[str, Any]]

    #: It may measure its program's computation.
    measures = True

    @property
    def address(self) -> str:
        """What tells it from the others."""
        return str(self.folder)
