"""Progress bars, in notebooks and terminals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from windtunnel.command import Progress
from windtunnel.extras import need

#: Values of ``progress=``: a bar (True), none (False), one if interactive (None), or a function.
ProgressOption = bool | Callable[[Progress], object] | None


def is_interactive() -> bool:
    """Whether stderr is a terminal, or this is a notebook."""
    if sys.stderr is not None and sys.stderr.isatty():
        return True
    kernel = sys.modules.get("ipykernel")
    return kernel is not None and "ipykernel.zmqshell" in sys.modules


@contextmanager
def reporter(option: ProgressOption, title: str) -> Iterator[Callable[[Progress], object] | None]:
    """A function that receives the progress of a run.

    The bar is tqdm's and counts finished ranks. Without tqdm there is none, unless requested by True: then
    :class:`windtunnel.MissingExtra` is raised.
    """
    if callable(option):
        yield option
        return
    bar = _bar(option, title)
    if bar is None:
        yield None
        return
    try:
        yield lambda progress: _show(bar, progress)
    finally:
        bar.close()


def _bar(option: bool | None, title: str) -> Any:
    if option is False or (option is None and not is_interactive()):
        return None
    try:
        tqdm = need("tqdm.auto", "progress", "a progress bar")
    except ImportError:
        if option:
            raise
        return None
    return tqdm.tqdm(desc=title, unit=" ranks", leave=False)


def _show(bar: Any, progress: Progress) -> None:
    bar.total = progress.ranks or None
    bar.n = progress.finished
    bar.set_postfix_str(f"simulated {progress.time_ps / 1e12:.6f} s, {progress.memory / 1e6:.0f} MB", refresh=False)
    bar.refresh()
