"""The command that a scenario of a campaign stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from windtunnel import launch
from windtunnel.command import surroundings
from windtunnel.results import Run

#: The working folder of programs, and the folder below which all other files are, in a folder of the run's own.
WORK, ROOT = "work", "root"


def words(scenario: Mapping[str, Any]) -> list[str]:
    """Its words, for whoever wants to know about it."""
    options = _options(scenario)
    program, motif, trace = (options.pop(key, None) for key in ("program", "motif", "trace"))
    arguments, ranks, _ = options.pop("arguments", []), options.pop("ranks", None), options.pop("stdin", None)
    if motif is not None:
        return launch.motif_words(motif, options.pop("parameters", None), ranks, options)
    if trace is not None:
        return launch.replay_words(trace, ranks, options)
    return launch.program_words(program, arguments, ranks, options)


def run(
    scenario: Mapping[str, Any], folder: Path, base: str, out: Path, withheld: Callable[[str], bool], workers: int | None
) -> Run:
    """Runs it in a folder of its own, where all files are that it reads, into ``out``. Of a program ``workers`` ranks compute
    at once.

    Paths are those of the campaign's machine: absolute ones start at ``ROOT``, relative ones at ``base`` below it.
    """
    options = _options(scenario)
    program, motif, trace = (options.pop(key, None) for key in ("program", "motif", "trace"))
    arguments, stdin = options.pop("arguments", []), options.pop("stdin", None)
    common: dict[str, Any] = {"out": out, "progress": False, "check": False}
    root = folder / ROOT
    with surroundings(below(root, base), {"WT_INPUT_ROOT": str(root)}, withheld):
        if motif is not None:
            return launch.motif(motif, options.pop("parameters", None), **options, **common)
        if trace is not None:
            return launch.replay(trace, **options, **common)
        if workers is not None:
            common["workers"] = workers
        return launch.run(folder / program, *arguments, input=stdin, wdir=folder / WORK, **options, **common)


def below(root: Path, path: str) -> Path:
    """The folder of an absolute path below a root, which is made."""
    at = root
    at.mkdir(exist_ok=True)
    for part in Path(path).parts[1:]:
        at = at / part
        at.mkdir(exist_ok=True)
    return at


def _options(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Its keys as those of functions."""
    options: dict[str, Any] = {}
    for key, value in scenario.items():
        group, dot, name = key.partition(".")
        if dot:
            options.setdefault(group, {})[name] = str(value) if group == "environment" else value
        else:
            options[key.replace("-", "_")] = value
    return options
