"""Marks in Python programs that Windtunnel runs as ranks."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

#: What a rank's process has loaded if Windtunnel runs it.
LIBRARY = "libwindtunnel.so"


def _loaded() -> str | None:
    """The path of the library in this process, if it is there. It is loaded with MPI, and its names are not global."""
    maps = Path("/proc/self/maps")
    if not maps.exists():
        return None
    paths = (line.split(maxsplit=5)[5:] for line in maps.read_text().splitlines())
    return next((path[0] for path in paths if path and Path(path[0]).name == LIBRARY), None)


@cache
def _mark(path: str) -> Any:
    mark = ctypes.CDLL(path).wt_mark_phase
    mark.argtypes, mark.restype = [ctypes.c_void_p, ctypes.c_char_p], None
    return mark


_library: str | None = None


def phase(name: str) -> None:
    """From here on the rank that calls this is in the phase of this name (1 to 255 bytes).

    What it sends is counted as this phase's in the table ``link_use``. ``MPI.Pcontrol(level)`` begins the phase whose name
    is the level's number; all begins in phase 0. To be called after MPI has started. Does nothing where Windtunnel does not run
    the program.

    >>> phase("exchange")
    """
    global _library
    _library = _library or _loaded()
    if _library is not None:
        _mark(_library)(None, name.encode())
