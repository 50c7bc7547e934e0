"""Progress bars, in notebooks and terminals."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from windtunnel.command import Progress
from windtunnel.extras import need

#: Values of ``progress=``: a bar (True), none (False), one if interactive (None), or a function.
ProgressOption = bool | Callable[[Progress], object] | None


def is_interactive() -> bool:
    """Whether stderr is a terminal, or this is a notebook that can show a bar: text would stay in its output."""
    if sys.stderr is not None and sys.stderr.isatty():
        return True
    return "ipykernel.zmqshell" in sys.modules and _has_widgets()


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


@contextmanager
def counter(option: bool | Callable[[Any], object] | None, title: str) -> Iterator[Callable[[Any], object] | None]:
    """A function that receives the progress of many runs (:class:`windtunnel.CampaignProgress`): one bar, which counts them."""
    bar = None if callable(option) else _bar(option, title, " runs")
    if bar is None:
        yield option if callable(option) else None
        return

    def show(state: Any) -> None:
        bar.total = state.total
        bar.n = state.stored + state.run
        bar.refresh()

    try:
        yield show
    finally:
        bar.close()


def _bar(option: bool | None, title: str, unit: str = " ranks") -> Any:
    if option is False or (option is None and not is_interactive()):
        return None
    try:
        tqdm = need("tqdm.auto" if _has_widgets() else "tqdm", "progress", "a progress bar")
    except ImportError:
        if option:
            raise
        return None
    return tqdm.tqdm(desc=title, unit=unit, leave=False)


def _has_widgets() -> bool:
    """Whether the package is there that a notebook's bar is made of: without it, tqdm would warn."""
    return importlib.util.find_spec("ipywidgets") is not None


def _show(bar: Any, progress: Progress) -> None:
    bar.total = progress.ranks or None
    bar.n = progress.finished
    bar.set_postfix_str(f"simulated {progress.time_ps / 1e12:.6f} s, {progress.memory / 1e6:.0f} MB", refresh=False)
    bar.refresh()
