"""Points: what exactly is run, by content, and the address that follows from it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from windtunnel.campaign.build import build
from windtunnel.campaign.store import Store, scratch_folder
from windtunnel.command import find_command
from windtunnel.errors import InputError, WindtunnelError
from windtunnel.mapping import Program
from windtunnel.mapping import spec as mapping_spec
from windtunnel.platform import Platform

#: Compiler wrapper for each suffix of a source.
COMPILERS = {".c": "wtcc"} | dict.fromkeys((".cc", ".cpp", ".cxx", ".C"), "wtcxx")
COMPILERS |= dict.fromkeys((".f90", ".F90", ".f95", ".f03", ".f08", ".F08", ".f", ".F", ".for", ".f77"), "wtfort")

#: A placeholder in an argument.
PLACEHOLDER = re.compile(r"\{([A-Za-z_][A-Za-z0-9_-]*)\}")


def must_be_given(variable: str) -> bool:
    """Whether a variable of the environment reaches programs only if their point has it, since it decides how they compute:
    the number of threads, and the order of Python's sets. Dask sets ``OMP_NUM_THREADS`` for its workers.
    """
    return variable.startswith("OMP_") or variable.endswith("_NUM_THREADS") or variable == "PYTHONHASHSEED"


@dataclass(frozen=True)
class Blob:
    """A file of a point, by content."""

    address: str
    executable: bool


@dataclass(frozen=True)
class Point:
    """One run of a campaign.

    Files are named relative to the folder that a worker prepares: its subfolder ``work`` is the program's working folder.
    """

    #: Keys of the scenario; those that name a file have its name in ``files``.
    scenario: Mapping[str, Any]
    #: Files by name.
    files: Mapping[str, Blob] = field(default_factory=dict)
    #: Why it cannot be run, if that is known already.
    refusal: str | None = None

    @property
    def measures(self) -> bool:
        """Whether the run measures its program's computation, the default of programs."""
        return "program" in self.scenario and str(self.scenario.get("compute", "measured")).startswith("measured")

    @property
    def address(self) -> str:
        """Hash of program, inputs, scenario and build of Windtunnel."""
        files = {name: [blob.address, blob.executable] for name, blob in self.files.items()}
        whole = [1, build(), self.scenario, files, self.refusal]
        return hashlib.sha256(json.dumps(whole, sort_keys=True, default=str).encode()).hexdigest()


class Preparer:
    """Makes points of scenarios. Each file is read once, each source compiled once."""

    def __init__(self, store: Store, base: Path, inputs: Sequence[str | Path] = ()) -> None:
        self._store = store
        self._base = base.absolute()
        self._blobs: dict[Path, Blob] = {}
        self._compiled: dict[Path, Blob | str] = {}
        self._inputs: dict[str, Blob] = {}
        for one in inputs:
            self._inputs |= self._input(self._base / one)

    def point(self, scenario: Mapping[str, Any]) -> Point:
        """A point. One that cannot be run has a ``refusal``."""
        try:
            return self._point(scenario)
        except (WindtunnelError, OSError) as error:
            plain = {key: value if isinstance(value, str | int | float) else repr(value) for key, value in scenario.items()}
            return Point(plain, refusal=str(error))

    def _point(self, scenario: Mapping[str, Any]) -> Point:
        kinds = [key for key in ("program", "motif", "trace") if key in scenario]
        if len(kinds) != 1:
            raise InputError(f"a point has exactly one of program, motif and trace; found {', '.join(kinds) or 'none'}")
        own = {key: value for key, value in scenario.items() if not key.startswith("argument.")}
        files = {} if kinds == ["motif"] else dict(self._inputs)
        if "arguments" in own or kinds == ["program"]:
            own["arguments"] = _arguments(own.get("arguments", []), scenario)
        if "program" in own:
            program = self._find(str(own["program"]))
            own["program"] = name = f"work/{program.stem if program.suffix in COMPILERS else program.name}"
            files[name] = self._program(program)
        if "trace" in own:
            traces = [own["trace"]] if isinstance(own["trace"], str | Path) else list(own["trace"])
            own["trace"] = [f"work/{self._relative(self._base / trace)}" for trace in traces]
            files |= {name: self._blob(self._base / trace) for name, trace in zip(own["trace"], traces, strict=True)}
        for key in ("platform", "allocation", "mapping", "compute"):
            if key in own:
                own[key] = self._named(key, own[key], files)
        return Point(own, files)

    def _named(self, key: str, value: object, files: dict[str, Blob]) -> Any:
        """The value of a key that may name a file or folder."""
        prefix = "file:" if key in ("mapping", "allocation") else ""
        if key == "allocation" and isinstance(value, Path):
            value = f"{prefix}{value}"
        if key == "mapping" and isinstance(value, str | Path | Program):
            value = mapping_spec(value)
            if value.endswith(".map") and not value.startswith(prefix):
                key, prefix = "program", ""
        if isinstance(value, Platform):
            with scratch_folder(self._store.writing) as folder:
                return self._named(key, str(value.file(folder)), files)
        if not isinstance(value, str | Path):
            return value
        path = self._base / str(value).removeprefix(prefix)
        if (prefix and not str(value).startswith(prefix)) or not path.exists():
            return str(value)
        name = f"files/{key}/{path.name}"
        if path.is_dir():
            files |= {f"{name}/{inner.relative_to(path)}": self._blob(inner) for inner in _files(path)}
        else:
            files[name] = self._blob(path)
        return {"file": name}

    def _find(self, program: str) -> Path:
        path = self._base / program
        found = None if path.exists() or "/" in program else shutil.which(program)
        path = Path(found) if found else path
        if not path.is_file():
            raise InputError(f"{program}: there is no such program")
        return path

    def _program(self, program: Path) -> Blob:
        if program.suffix not in COMPILERS:
            return self._blob(program)
        if program not in self._compiled:
            self._compiled[program] = self._compile(program)
        compiled = self._compiled[program]
        if isinstance(compiled, str):
            raise InputError(compiled)
        return compiled

    def _compile(self, source: Path) -> Blob | str:
        """Compiles a source, so that the same source gives the same bytes in any folder."""
        source = source.resolve()
        with scratch_folder(self._store.writing) as folder:
            executable = folder / source.stem
            words = ["-O2", f"-ffile-prefix-map={source.parent}=.", "-o", str(executable), source.name, "-lm"]
            wrapper = COMPILERS[source.suffix]
            words += ["-J", str(folder)] if wrapper == "wtfort" else []
            ended = subprocess.run(
                [find_command(wrapper), *words], cwd=source.parent, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                errors="replace",
            )
            if ended.returncode != 0:
                return f"{source.name}: {wrapper} -O2 failed:\n{ended.stderr.strip()}"
            return Blob(self._store.add(executable), True)

    def _blob(self, path: Path) -> Blob:
        if path not in self._blobs:
            self._blobs[path] = Blob(self._store.add(path), os.access(path, os.X_OK))
        return self._blobs[path]

    def _input(self, path: Path) -> dict[str, Blob]:
        if not path.exists():
            raise InputError(f"inputs: {path}: there is no such file")
        inside = _files(path) if path.is_dir() else [path]
        top = Path(self._relative(path))
        return {f"work/{top / file.relative_to(path)}": self._blob(file) for file in inside}

    def _relative(self, path: Path) -> str:
        """Name in the working folder: as seen from the campaign's folder, else the bare name."""
        absolute = Path(os.path.normpath(path))
        return str(absolute.relative_to(self._base)) if absolute.is_relative_to(self._base) else absolute.name


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


def _arguments(arguments: object, scenario: Mapping[str, Any]) -> list[str]:
    words = arguments if isinstance(arguments, list | tuple) else [arguments]

    def value(found: re.Match[str]) -> str:
        key = f"argument.{found[1]}"
        if key not in scenario:
            raise InputError(f"arguments: {found[0]}: there is no {key}")
        return str(scenario[key])

    return [PLACEHOLDER.sub(value, str(word)) for word in words]
