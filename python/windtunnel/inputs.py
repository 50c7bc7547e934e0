"""Input files, as the command reads them: regular files of bounded size, whatever their contents."""

from __future__ import annotations

import json
import os
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from windtunnel.errors import InputError

__all__ = ["expect_text", "parse_toml", "read_json", "read_text", "read_toml"]

#: The most bytes of a text that is read as a whole.
LIMIT = 256 << 20


def read_text(path: Path) -> str:
    """A file's text. Raises :class:`InputError` for a pipe or device, which may never end, and for what is too large or no text."""

    def regular(found: os.stat_result) -> None:
        if not stat.S_ISREG(found.st_mode):
            kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a pipe, a socket or a device"
            raise InputError(f"{path}: cannot be read: it is {kind}; expected a regular file")

    try:
        regular(os.stat(path))
        # Should a pipe have taken its place, opening does not wait.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            regular(os.fstat(file.fileno()))
            contents = file.read(LIMIT + 1)
        if len(contents) > LIMIT:
            raise InputError(f"{path}: cannot be read: it is larger than {LIMIT >> 20} MiB, the most that is read")
        return contents.decode()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: cannot be read: it is not text in UTF-8") from None


def expect_text(path: Path) -> None:
    """Raises :class:`InputError` for a path that is not UTF-8, where a library takes no other."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise InputError(f"{path}: the path is not text in UTF-8; expected one for a data set") from None


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises :class:`InputError`, with file and place."""
    return parse_toml(read_text(path), str(path))


def read_json(path: Path) -> Any:
    """The value in a JSON file. Raises :class:`InputError`."""
    return _parse(json.loads, read_text(path), str(path))


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The tables of a text in TOML, which messages call ``name``. Raises :class:`InputError`."""
    found: dict[str, Any] = _parse(tomllib.loads, text, name)
    return found


def _parse(parser: Callable[[str], Any], text: str, name: str) -> Any:
    try:
        return parser(text)
    except RecursionError:
        raise InputError(f"{name}: its values are nested too deeply") from None
    except ValueError as error:
        # Besides what is not in the format: a number of more digits than Python converts.
        raise InputError(f"{name}: {error}") from None
