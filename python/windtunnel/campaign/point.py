"""Points: what exactly is run, by content, and the address that follows from it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from windtunnel.campaign.build import build
from windtunnel.campaign.lister import Input, Lister
from windtunnel.campaign.start import WORK
from windtunnel.campaign.store import Store, scratch_folder
from windtunnel.command import find_command
from windtunnel.errors import InputError, WindtunnelError
from windtunnel.launch import compute_spec
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

    A worker prepares a folder for it, see :mod:`windtunnel.campaign.start`.
    """

    #: Keys of the scenario, with paths as they were given.
    scenario: Mapping[str, Any]
    #: Files by their name in that folder: the program, and what it finds in its working folder.
    files: Mapping[str, Blob] = field(default_factory=dict)
    #: All other files that the run reads, as the command lists them.
    inputs: tuple[Input, ...] = ()
    #: Folder of the campaign, where relative paths start.
    base: str = "/"
    #: Why it cannot be run, if that is known already.
    refusal: str | None = None

    @property
    def measures(self) -> bool:
        """Whether the run measures its program's computation, the default of programs."""
        return "program" in self.scenario and str(self.scenario.get("compute", "measured")).startswith("measured")

    @cached_property
    def address(self) -> str:
        """Hash of program, inputs, scenario and build of Windtunnel. Names of files count, their folders do not."""
        files = {name: [blob.address, blob.executable] for name, blob in self.files.items()}
        inputs = [[one.key, Path(one.path).name, one.address] for one in self.inputs]
        folders = {one.path: Path(one.path).name for one in self.inputs if "/" in one.path}
        scenario = {key: _without(folders, value) for key, value in self.scenario.items()}
        whole = [2, build(), scenario, files, inputs, self.refusal]
        return hashlib.sha256(json.dumps(whole, sort_keys=True, default=str).encode()).hexdigest()


def _without(folders: Mapping[str, str], value: Any) -> Any:
    """A value with the names of files in place of their paths."""
    if isinstance(value, list):
        return [_without(folders, one) for one in value]
    if isinstance(value, str):
        for path in sorted((path for path in folders if path in value), key=len, reverse=True):
            value = value.replace(path, folders[path])
    return value


class Preparer:
    """Makes points of scenarios. Each file is read once, each source compiled once."""

    def __init__(self, store: Store, base: Path, inputs: Sequence[str | Path] = ()) -> None:
        self._store = store
        self._base = base.absolute()
        self._blobs: dict[Path, Blob] = {}
        self._compiled: dict[Path, Blob | str] = {}
        self._inputs: dict[str, Blob] = {}
        self._lister = Lister(self._base)
        #: Inputs whose contents are in the store.
        self._kept: set[Input] = set()
        for one in inputs:
            self._inputs |= self._input(self._base / one)

    def points(self, scenarios: Sequence[Mapping[str, Any]]) -> list[Point]:
        """A point for each scenario. One that cannot be run has a ``refusal``."""
        drafts = [self._draft(scenario) for scenario in scenarios]
        self._lister.learn([draft.scenario for draft in drafts if draft.refusal is None])
        return [self._with_inputs(draft) for draft in drafts]

    def _draft(self, scenario: Mapping[str, Any]) -> Point:
        """A point whose inputs are not known yet."""
        try:
            own = self._plain(scenario)
            return Point(own, self._program_files(own), base=str(self._base))
        except (WindtunnelError, OSError) as error:
            plain = {key: value if isinstance(value, str | int | float) else repr(value) for key, value in scenario.items()}
            return Point(plain, refusal=str(error))

    def _with_inputs(self, draft: Point) -> Point:
        if draft.refusal is not None:
            return draft
        found = self._lister.inputs(draft.scenario)
        if isinstance(found, str):
            return replace(draft, refusal=found)
        for one in found:
            self._keep(one)
        return replace(draft, inputs=found)

    def _plain(self, scenario: Mapping[str, Any]) -> dict[str, Any]:
        """The scenario with texts in place of objects."""
        kinds = [key for key in ("program", "motif", "trace") if key in scenario]
        if len(kinds) != 1:
            raise InputError(f"a point has exactly one of program, motif and trace; found {', '.join(kinds) or 'none'}")
        own = {key: value for key, value in scenario.items() if not key.startswith("argument.")}
        if "arguments" in own or kinds == ["program"]:
            own["arguments"] = _arguments(own.get("arguments", []), scenario)
        if "trace" in own:
            traces = [own["trace"]] if isinstance(own["trace"], str | Path) else list(own["trace"])
            own["trace"] = [str(trace) for trace in traces]
        if isinstance(own.get("platform"), Platform):
            found = own["platform"].file(self._store.platforms)
            own["platform"] = str(found.absolute()) if isinstance(found, Path) else found
        if isinstance(own.get("allocation"), Path):
            own["allocation"] = f"file:{own['allocation']}"
        for key, text in (("mapping", mapping_spec), ("compute", compute_spec)):
            if key in own:
                own[key] = text(own[key])
        return {key: str(value) if isinstance(value, Path) else value for key, value in own.items()}

    def _program_files(self, own: dict[str, Any]) -> dict[str, Blob]:
        """The program and what it finds in its working folder; ``program`` becomes its name."""
        if "program" not in own:
            return {}
        program = self._find(str(own["program"]))
        own["program"] = name = f"{WORK}/{program.stem if program.suffix in COMPILERS else program.name}"
        return {**self._inputs, name: self._program(program)}

    def _keep(self, one: Input) -> None:
        """Keeps the contents of an input."""
        if one in self._kept:
            return
        there = (self._store.contents / one.address).exists()
        if not there and self._store.add(self._base / one.path) != one.address:
            raise WindtunnelError(f"{one.path}: has changed since it was read; run the campaign again")
        self._kept.add(one)

    def _find(self, program: str) -> Path:
        path = self._base / program
        found = None if path.exists() or "/" in program else shutil.which(program)
        path = Path(found) if found else path
        if not path.is_file():
            raise InputError(f"{program}: program not found")
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
                [find_command(wrapper), *words], cwd=source.parent, stdin=subprocess.DEVNULL, capture_output=True,
                encoding="utf-8", errors="replace",
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
        return {f"{WORK}/{top / file.relative_to(path)}": self._blob(file) for file in inside}

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
