"""Marks in Python programs that Windtunnel runs as ranks."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any


@cache
def _mark() -> Any:
    mark = getattr(ctypes.CDLL(None), "wt_mark_phase", None)
    if mark is not None:
        mark.argtypes, mark.restype = [ctypes.c_void_p, ctypes.c_char_p], None
    return mark


def phase(name: str) -> None:
    """From here on the rank that calls this is in the phase of this name (1 to 255 bytes).

    What it sends is counted as this phase's in the table ``link_use``. ``MPI.Pcontrol(level)`` begins the phase whose name
    is the level's number; all begins in phase 0. To be called after MPI has started. Does nothing where Windtunnel does not run
    the program.

    >>> phase("exchange")
    """
    mark = _mark()
    if mark is not None:
        mark(None, name.encode())
