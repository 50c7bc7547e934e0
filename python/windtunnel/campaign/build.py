"""Which build of Windtunnel runs the points: results of another one are not the same results."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from windtunnel.command import find_command


@functools.cache
def build() -> str:
    """Hash of the installed command and of the libraries that programs get."""
    command = find_command().resolve()
    whole = hashlib.sha256()
    libraries = command.parent.parent / "lib" / "windtunnel"
    files = [file for file in sorted(libraries.rglob("*")) if file.is_file() and "__pycache__" not in file.parts]
    for file in [command, *files]:
        whole.update(file.name.encode() + b"\0" + bytes.fromhex(digest(file)))
    return whole.hexdigest()


def digest(file: Path) -> str:
    """SHA-256 of a file's contents."""
    with file.open("rb") as contents:
        return hashlib.file_digest(contents, "sha256").hexdigest()
