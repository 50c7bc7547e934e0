"""Advice in messages: the command's options as keywords, and what was meant by a likely mistake."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

__all__ = ["in_python", "near", "need_mapping", "no_option", "unknown", "values_of", "words_of"]

#: Other names of options, as other tools have them.
OTHER_NAMES = {
    "ranks": ("np", "n", "nprocs", "nranks", "num_ranks", "processes", "size", "tasks", "ntasks"),
    "platform": ("machine", "cluster", "topology", "host", "hosts"),
    "network": ("network_model", "model"),
    "mpi_library": ("mpi", "library", "mpi_lib"),
    "environment": ("env",),
    "wdir": ("cwd", "workdir", "folder"),
    "out": ("output", "outdir", "path", "directory"),
    "force": ("overwrite", "replace"),
    "time_limit": ("timeout",),
    "observe": ("tables", "trace", "record"),
    "collective": ("collectives", "algorithm", "algorithms"),
    "input": ("stdin",),
}
#: Options without a value.
FLAGS = ("force", "oversubscribe", "tag-output", "recorded-times")
#: Spellings of the command's options, and those of keywords.
SPELLINGS = (
    (re.compile(r"-n N\b"), "ranks=N"),
    (re.compile(r"-p FILE\b"), "platform=FILE"),
    (re.compile(rf"(?<![\w-])--({'|'.join(FLAGS)})\b"), lambda found: f"{found[1].replace('-', '_')}=True"),
    (
        re.compile(
            r"(?<![\w-])--(ranks|platform|network|mpi-library|compute|mapping|allocation|ppn|scenario|seed|time-limit|repeat|payload"
            r"|mode|wdir|out|observe|collective|set|engine|scale-bytes|to|window)\b"
        ),
        lambda found: f"{found[1].replace('-', '_')}=",
    ),
)


def in_python(message: str) -> str:
    """A message of the command about its options, as one about keywords.

    >>> in_python("error: the number of ranks is missing; give -n N")
    'the number of ranks is missing; give ranks=N'
    """
    text = re.sub(r"^error: ", "", message)
    text = re.sub(r"\s*For more information, try '--help'\.\s*$", "", text)
    for spelling, written in SPELLINGS:
        text = spelling.sub(written, text)
    # The parser of the command line names a value's form.
    return re.sub(r"for '(\w+=) <[A-Z.]+>'", r"for \1", text)


def near(name: str, known: Iterable[str]) -> str:
    """``; did you mean …?``, if a name is close to a known one.

    >>> near("rank", ["ranks", "calls"])
    "; did you mean 'ranks'?"
    """
    found = difflib.get_close_matches(name, list(known), 1)
    return f"; did you mean {found[0]!r}?" if found else ""


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """The message about a name that is not known, as the command words it.

    >>> unknown("key", "rank", ["ranks", "calls"])
    'unknown key `rank`; expected one of ranks, calls; did you mean `ranks`?'
    """
    names = list(known)
    near = difflib.get_close_matches(name, names, 1)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"unknown {what} `{name}`; expected one of {', '.join(names)}{hint}"


def no_option(key: str, known: Iterable[str], motif: str | None = None) -> str:
    """The message about a keyword that there is not."""
    options = [*known, "ranks", "progress", "check"]
    meant = next((name for name, others in OTHER_NAMES.items() if key.lower() in others), None)
    hint = f"; write {meant}=" if meant else near(key, options)
    if motif is not None and not meant:
        hint += f"; a parameter of the motif is written motif({motif!r}, {{{key!r}: …}})"
    elif not hint:
        hint = f"; there are {', '.join(sorted(options))}"
    return f"there is no option {key!r}{hint}"


def need_mapping(name: str, value: object, example: str) -> None:
    """Raises ``TypeError`` unless the value is a mapping."""
    if value is not None and not isinstance(value, Mapping):
        raise TypeError(f"{name}: expected a mapping, found {value!r}; write {name}={example}")


def values_of(name: str, value: object) -> list[object]:
    """The values of an option that a sweep varies. Raises ``TypeError`` for a single one."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise TypeError(f"over: {name!r}: expected a list of values, found {value!r}; write {{{name!r}: [{value!r}]}}")
    found = list(value)
    if not found:
        raise ValueError(f"over: {name!r}: expected at least one value, found none")
    return found


def words_of(program: object, arguments: Sequence[object]) -> list[str]:
    """A program and its arguments. Raises ``TypeError`` or ``ValueError`` for lists and whole command lines in place of one of them."""
    if isinstance(program, list | tuple):
        call = ", ".join(map(repr, program))
        raise TypeError(f"the program: expected a path, found a list; give its arguments one by one: run({call}, …)")
    if not isinstance(program, str | os.PathLike):
        raise TypeError(f"the program: expected a path, found {program!r}")
    name = os.fspath(program)
    first, *rest = str(name).split()
    if rest and not Path(name).exists() and Path(first).exists():
        call = ", ".join(map(repr, [first, *rest]))
        raise ValueError(f"{name}: program not found; give its arguments one by one: run({call}, …)")
    for argument in arguments:
        if isinstance(argument, list | tuple | Mapping) or argument is None:
            many = isinstance(argument, list | tuple)
            hint = f"give its items one by one: run({name!r}, *{argument!r}, …)" if many else "expected a text or a number"
            raise TypeError(f"an argument of the program is {argument!r}; {hint}")
    return [str(name), *map(str, arguments)]
