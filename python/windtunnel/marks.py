"""Marks in Python programs that run as ranks: phases, named blocks, computation that is stated instead of done, and samples of it."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

#: Library that is loaded in a rank's process under Windtunnel.
LIBRARY = "libwindtunnel.so"


def _loaded() -> str | None:
    """Path of the library in this process, if loaded. It is loaded with MPI, and its names are not global."""
    maps = Path("/proc/self/maps")
    if not maps.exists():
        return None
    paths = (line.split(maxsplit=5)[5:] for line in maps.read_text(encoding="utf-8", errors="surrogateescape").splitlines())
    return next((path[0] for path in paths if path and Path(path[0]).name == LIBRARY), None)


#: The library's functions: types of what follows the call site, and of the result.
FUNCTIONS: dict[str, tuple[list[Any], Any]] = {
    "wt_mark_phase": ([ctypes.c_char_p], None),
    "wt_state_compute": ([ctypes.c_double], None),
    "wt_name_block": ([ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_longlong)], None),
    "wt_ask_sample": ([ctypes.c_char_p, ctypes.c_int, ctypes.c_int, ctypes.c_double, ctypes.c_int], ctypes.c_int),
}


@cache
def _function(path: str, name: str) -> Any:
    function = getattr(ctypes.CDLL(path), name)
    arguments, function.restype = FUNCTIONS[name]
    function.argtypes = [ctypes.c_void_p, *arguments]
    return function


_library: str | None = None


def _find() -> str | None:
    global _library
    _library = _library or _loaded()
    return _library


def phase(name: str) -> None:
    """Begins the phase of this name (1 to 255 bytes) in the calling rank.

    The table ``link_use`` counts what the rank sends from now on under this phase. ``MPI.Pcontrol(level)`` begins the phase
    named by the level's number; ranks start in phase 0. Call it after MPI is initialised. Does nothing outside Windtunnel.

    >>> phase("exchange")
    """
    library = _find()
    if library is not None:
        _function(library, "wt_mark_phase")(None, name.encode())


def compute(seconds: float) -> None:
    """Lets the calling rank compute for this many seconds of simulated time, from 0 to a year, without doing so here.

    It stands for a part of the program that was left out. Neither ``--compute none`` nor the speed of cores changes it. Call it
    after MPI is initialised. Does nothing outside Windtunnel.

    >>> compute(0.25)
    """
    library = _find()
    if library is not None:
        _function(library, "wt_state_compute")(None, seconds)


@contextmanager
def block(name: str, *parameters: int) -> Iterator[None]:
    """The body of the ``with`` statement is a block of this name (1 to 255 bytes) of the calling rank.

    Its work depends on the parameters, up to four whole numbers from 0 on. The table ``blocks`` has both, and rules
    (``--compute SPEC+FILE.toml``) go by them. A call of MPI in the body ends the block there. Does nothing outside Windtunnel.

    >>> with block("spmv", 100, 2500):
    ...     pass
    """
    library = _find()
    if library is None:
        yield
        return
    mark = _function(library, "wt_name_block")
    mark(None, name.encode(), len(parameters), (ctypes.c_longlong * len(parameters))(*parameters))
    try:
        yield
    finally:
        mark(None, None, 0, None)


def sample(name: str, n: int, interval: float, *, local: bool = False) -> Iterator[None]:
    """The body of ``for _ in sample(...):`` is run once or not at all: some bodies stand for the others of this name.

    It is run ``n`` times in all ranks together (``local``: in each rank), and more often until half the 95 % confidence interval of
    its mean time is at most ``interval`` times the mean. From then on such times pass instead, and only a body now and then is run,
    to see whether times have changed. A body calls no MPI. Outside Windtunnel it is always run.

    >>> for _ in sample("fill", 5, 0.05):
    ...     total = sum(range(1000))
    """
    library = _find()
    if library is None:
        yield
        return
    if not _function(library, "wt_ask_sample")(None, name.encode(), n, 0, interval, local):
        return
    try:
        yield
    finally:
        _function(library, "wt_name_block")(None, None, 0, None)
