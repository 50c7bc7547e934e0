"""The platform and the library file."""

from __future__ import annotations

import copy
import math
import re
from pathlib import Path
from typing import Any

from windtunnel.advice import unknown
from windtunnel.calibration.levels import Level
from windtunnel.calibration.parameters import Findings, Value, bandwidth_text, rate_text, time_text
from windtunnel.calibration.shape import fill_host, platform_text
from windtunnel.command import choices
from windtunnel.errors import InputError
from windtunnel.inputs import read_text
from windtunnel.platform import toml_value
from windtunnel.text import visible

__all__ = ["interval_text", "library_file", "platform_file", "start_library", "with_value"]


def interval_text(key: str, at: Level) -> str:
    """The 95 % interval of a value in words."""

    def text(value: float) -> str:
        if math.isinf(value):
            return "more"
        if key.endswith("message_rate"):
            return rate_text(value)
        if key.endswith(("bandwidth", "limiter", "injection", "copy", "beyond", "_rate")):
            return bandwidth_text(value)
        if key.endswith(("_max", "send_end", "_buffer")) or key == "burst":
            return f"{value:.0f} B"
        if key.endswith(("factor", "progress", "order", "peers")):
            return f"{value:.3g}"
        return time_text(value)

    return f"{text(at.low)} to {text(at.high)}"


def _note(key: str, value: Value) -> str:
    return f"95 %: {interval_text(key, value.level)}; {value.source}"


def platform_file(found: Findings, heads: list[str]) -> str:
    """A platform file of all values, each with its interval and source as a comment."""
    tables: Any = copy.deepcopy(found.shape.tables)
    notes: dict[str, str] = {}
    for key, value in found.values.items():
        if "." not in key or key.startswith("mpi."):
            continue
        path = ("topology." if key.startswith("links.") else "") + key
        *folders, name = path.split(".")
        table = tables
        for folder in folders:
            table = table[int(folder)] if isinstance(table, list) else table.setdefault(folder, {})
        table[name] = value.text
        notes[path] = _note(key, value)
    tables["grade"], notes["grade"] = "B", "from the measurements above; programs on full nodes have not been compared"
    for name in fill_host(tables.setdefault("host", {})):
        reason = "`windtunnel calibrate host` on a host of the machine" if name == "speed" else "no two ranks shared a host; an assumption"
        notes[f"host.{name}"] = f"not measured: {reason}"
    return _comments(heads) + platform_text(tables, notes)


def _comments(heads: list[str]) -> str:
    """Comments of a line each, whatever is in the names of files and libraries."""
    return "".join(f"# {' '.join(visible(head).split())}\n" for head in heads)


def start_library(name: str) -> str:
    """Text of a shipped library, or of a file. Raises :class:`InputError`."""
    shipped = {str(entry["name"]): str(entry.get("file", "")) for entry in choices("mpi-libraries")}
    if name in shipped:
        return shipped[name]
    if not Path(name).exists():
        raise InputError(f"{unknown('MPI library', name, shipped)}, or a file")
    return read_text(Path(name))


def library_file(found: Findings, start: str, name: str, heads: list[str]) -> str:
    """A library file: the text of ``start`` with all values found and their sources."""
    text = start
    for key, value in found.values.items():
        if key.startswith("mpi."):
            *inside, name_of = key.removeprefix("mpi.").split(".")
            note = f"measured, {_note(key, value)}"
            text = with_value(text, ".".join(["protocol", *inside]), name_of, toml_value(value.text))
            text = with_value(text, ".".join(["sources", *inside]), name_of, toml_value(note))
    libraries = ", ".join(found.measured.libraries)
    for key, words in (("name", name), ("version", libraries), ("device", "as measured")):
        text = with_value(text, "", key, toml_value(words))
    about = f"Messages as measured on {found.shape.tables.get('name', found.shape.path.stem)}; the rest, with its sources, is that of the library this file began as."
    text = with_value(text, "", "about", toml_value(about))
    return _comments(heads) + text


def with_value(text: str, table: str, key: str, value: str) -> str:
    """A library file with another value of a key that is on one line of a table."""
    lines, current = text.splitlines(keepends=True), ""
    for number, line in enumerate(lines):
        if match := re.match(r"\[([^\[\]]+)\]\s*$", line):
            current = match[1]
        elif current == table and re.match(rf"{re.escape(key)}\s*=", line):
            lines[number] = f"{key} = {value}\n"
            return "".join(lines)
    # A library that does not have the key: it belongs at the head of its table.
    for number, line in enumerate(lines):
        if line.strip() == f"[{table}]":
            lines.insert(number + 1, f"{key} = {value}\n")
            return "".join(lines)
    return f"{text}\n[{table}]\n{key} = {value}\n" if table else f"{key} = {value}\n{text}"
