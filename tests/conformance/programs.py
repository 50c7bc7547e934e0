"""The conformance programs: what their head comments say, how they are built and run.

A program is a .c, .cpp, .f90 or .f file whose first comment holds lines `key: value`:

    ranks: 1-4 7 16       the numbers of ranks it runs with
    output: sorted        all ranks print: the lines are compared sorted
    library: FILE.c       a shared library it is linked with, before MPI
    arguments: a b        its command line
    environment: A=B      set for its ranks
    options: -fopenmp     what it is compiled with beside the usual
    modes: processes      run only in these modes: images hold no threads
    faces: abi REASON     not built with MPICH's mpicc, for this reason
    mpich: REASON         not run on MPICH, for this reason: all it prints is that its checks passed
    needs: MPI_X MPI_Y    rarely used functions; while Windtunnel does not simulate one of them, the program is skipped

A program is built once, with wtcc, wtcxx or wtfort of a prefix, and that file runs in Windtunnel and on MPICH. Built
with MPICH's own mpicc it must run in Windtunnel just as well, through the face of MPICH's ABI.
"""

import fcntl
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODES = ("images", "serialised", "processes")
LIMIT_S = 120
# GCC warns of sizes that a number of ranks cannot have.
OPTIONS = ("-O1", "-Wall", "-Wextra", "-Wno-alloc-size-larger-than")
FORTRAN = (".f", ".f90")
COMPILERS = {".c": "wtcc", ".cpp": "wtcxx", ".f90": "wtfort", ".f": "wtfort"}


class Failure(Exception):
    """A program that does not build or run; the text says why."""


@dataclass
class Program:
    """A program and what its head says."""

    source: Path
    ranks: list[int]
    sorted: bool = False
    libraries: list[Path] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    needs: list[str] = field(default_factory=list)
    not_on_mpich: str | None = None
    only_abi: str = ""
    options: list[str] = field(default_factory=list)
    modes: tuple[str, ...] = MODES

    @property
    def name(self) -> str:
        return self.source.stem


def head(source: Path) -> dict[str, str]:
    """The `key: value` lines of the first comment."""
    text = source.read_text()
    comment = re.match(r"\s*(/\*.*?\*/|(?:(?://|!)[^\n]*\n)+)", text, re.DOTALL)
    found = {}
    for line in (comment.group(1) if comment else "").splitlines():
        match = re.match(r"[\s*/!]*([a-z]+): (.*?)\s*(?:\*/)?\s*$", line)
        if match:
            found[match.group(1)] = match.group(2)
    return found


def rank_counts(text: str) -> list[int]:
    """`1-4 7` as [1, 2, 3, 4, 7]."""
    counts = []
    for word in text.split():
        first, _, last = word.partition("-")
        counts += range(int(first), int(last or first) + 1)
    return counts


def find(folder: Path = HERE) -> list[Program]:
    """All programs of a folder by name."""
    programs = []
    for source in sorted(folder.iterdir()):
        if source.suffix not in COMPILERS:
            continue
        keys = head(source)
        if "ranks" not in keys:
            continue
        programs.append(
            Program(
                source,
                rank_counts(keys["ranks"]),
                keys.get("output") == "sorted",
                [source.parent / name for name in keys.get("library", "").split()],
                keys.get("arguments", "").split(),
                dict(pair.split("=", 1) for pair in keys.get("environment", "").split()),
                keys.get("needs", "").split(),
                keys.get("mpich"),
                "MPICH's wheel has no Fortran" if source.suffix in FORTRAN else keys.get("faces", "").removeprefix("abi "),
                keys.get("options", "").split(),
                tuple(keys.get("modes", "").split()) or MODES,
            )
        )
    return programs


def not_simulated() -> set[str]:
    """Functions that Windtunnel does not simulate, as mpi/api.json says."""
    api = json.loads((ROOT / "mpi" / "api.json").read_text())
    return {function["name"] for function in api["functions"] if function["status"] == "not simulated"}


@dataclass
class Result:
    """What a run left."""

    status: int
    stdout: str
    stderr: str

    def comparable(self, program: Program) -> str:
        """The output, in a form that is the same at each run."""
        lines = self.stdout.splitlines()
        return "".join(line + "\n" for line in (sorted(lines) if program.sorted else lines))


def execute(command, environment: dict[str, str] | None = None, limit_s: int = LIMIT_S, cwd=None) -> Result:
    """Runs a command with a time limit. What it left running is ended with it."""
    words = [str(word) for word in command]
    process = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        start_new_session=True,
    )
    try:
        stdout, stderr = process.communicate(timeout=limit_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        stdout, stderr = process.communicate()
        return Result(-1, stdout, f"{stderr}\nno end after {limit_s} s: {' '.join(words)}\n")
    return Result(process.returncode, stdout, stderr)


class Prefix:
    """An installed tunnel: WT_PREFIX, or .venv."""

    def __init__(self, path: Path | None = None):
        self.path = Path(path or os.environ.get("WT_PREFIX") or ROOT / ".venv").resolve()
        self.build_folder = Path(os.environ.get("WT_CONFORMANCE_BUILD") or ROOT / "target" / "conformance").resolve()

    @property
    def windtunnel(self) -> Path:
        return self.path / "bin" / "windtunnel"

    @cached_property
    def missing(self) -> str | None:
        """Why nothing can be built here."""
        for name in sorted({f"bin/{compiler}" for compiler in COMPILERS.values()}):
            if not (self.path / name).exists():
                return f"no {name} in {self.path}: stage the prefix (make), or set WT_PREFIX"
        return None

    def build(self, program: Program, options: tuple[str, ...] = OPTIONS, compilers: Path | None = None) -> Path:
        """Compiles a program, unless that was done since its sources changed. Gives the executable. `compilers` is a
        folder with another library's mpicc and mpicxx."""
        if self.missing:
            raise Failure(self.missing)
        folder = self.build_folder / (program.source.parent.name + (f"-{compilers.name}" if compilers else ""))
        folder.mkdir(parents=True, exist_ok=True)
        # Test files that run at once use the same programs. Built again, one would be another input of runs that are compared.
        with open(folder / f".{program.name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return self._build(program, options, compilers, folder)

    def _build(self, program: Program, options: tuple[str, ...], compilers: Path | None, folder: Path) -> Path:
        target = folder / program.name
        headers = [*program.source.parent.glob("*.h"), *(self.path / "include" / "windtunnel").glob("*.h")]
        inputs = [program.source, *program.libraries, *headers]
        if target.exists() and all(target.stat().st_mtime >= path.stat().st_mtime for path in inputs):
            return target
        linked = []
        for source in program.libraries:
            library = folder / f"lib{source.stem}.so"
            shared = ["-shared", "-fPIC", f"-Wl,-soname,{library.name}"]
            self._compile(source, compilers, [*options, *shared, "-o", library, source])
            linked += [library, f"-Wl,-rpath,{folder}"]
        options = (*options, *program.options)
        # The libraries come before MPI and stay needed even where only MPI's names are taken from them.
        words = [*options, "-Wl,--no-as-needed", program.source, *linked, "-lm", "-o", target]
        self._compile(program.source, compilers, words)
        return target

    def _compile(self, source: Path, compilers: Path | None, words: list) -> None:
        own = COMPILERS[source.suffix]
        compiler = compilers / own.replace("wt", "mpi") if compilers else self.path / "bin" / own
        at = words.index("-o") + 1
        target = words[at]
        # A file appears whole or not at all, and modules of Fortran, which only their own source uses, lie where no other
        # compilation writes.
        with tempfile.TemporaryDirectory(prefix=".", dir=target.parent) as scratch:
            built = Path(scratch) / target.name
            if source.suffix in FORTRAN:
                words = [word for word in words if not str(word).startswith("-W") or str(word).startswith("-Wl,")]
                words.append(f"-J{scratch}")
            done = execute([compiler, *(built if word is target else word for word in words)])
            if done.status:
                raise Failure(f"{source.name} does not compile\n{done.stderr}")
            built.replace(target)
        if done.stderr:
            print(done.stderr, file=sys.stderr)

    def run(
        self,
        program: Program,
        ranks: int,
        mode: str = "images",
        more: tuple[str, ...] = (),
        compilers: Path | None = None,
    ) -> Result:
        """Runs a program in Windtunnel, all computation free."""
        executable = self.build(program, compilers=compilers)
        command = [self.windtunnel, "run", "-q", "-n", ranks, "-p", HERE / "machine.toml", "--compute", "none"]
        command += ["--mode", mode, "--force", "--out", self.build_folder / "runs" / f"{program.name}.{ranks}.{mode}", *more]
        return execute([*command, "--", executable, *program.arguments], program.environment)


class Mpich:
    """PyPI's mpich, beside this Python or in the environment WT_MPICH."""

    def __init__(self):
        self.folder = Path(os.environ["WT_MPICH"]) if "WT_MPICH" in os.environ else Path(sys.prefix)

    @property
    def compilers(self) -> Path:
        """The folder of its own mpicc: what that builds wants libmpi.so.12."""
        return self.folder / "bin"

    @cached_property
    def version(self) -> str | None:
        """Its version; none if it is not installed."""
        metadata = self.folder.glob("lib/python3*/site-packages/mpich-*.dist-info")
        versions = [importlib.metadata.Distribution.at(path).version for path in metadata]
        usable = (self.folder / "bin" / "mpiexec").exists() and (self.folder / "lib" / "libmpi_abi.so.1").exists()
        return versions[0] if versions and usable else None

    def run(self, program: Program, executable: Path, ranks: int) -> Result:
        """Runs an executable of Windtunnel's wrapper on MPICH."""
        command = [self.folder / "bin" / "mpiexec", "-n", ranks, executable, *program.arguments]
        environment = {"LD_LIBRARY_PATH": str(self.folder / "lib"), **program.environment}
        return execute(command, environment)


# ---- recorded outputs ----

RECORDED = HERE / "recorded"


def read_recorded(program: Program) -> dict[int, str]:
    """What MPICH printed, by number of ranks."""
    if program.not_on_mpich:
        return dict.fromkeys(program.ranks, "all checks passed\n")
    path = RECORDED / f"{program.name}.txt"
    if not path.exists():
        raise Failure(f"no recorded output of {program.name}: python3 tests/conformance/run.py --record {program.name}")
    sections: dict[int, str] = {}
    ranks = None
    for line in path.read_text().splitlines(keepends=True):
        match = re.match(r"== (\d+) ranks$", line)
        if match:
            ranks = int(match.group(1))
            sections[ranks] = ""
        elif ranks is not None:
            sections[ranks] += line
    return sections


def write_recorded(program: Program, version: str, outputs: dict[int, str]) -> None:
    """Keeps what MPICH printed, with its version."""
    RECORDED.mkdir(exist_ok=True)
    text = f"MPICH {version}, {program.source.name}\n"
    text += "".join(f"== {ranks} ranks\n{output}" for ranks, output in sorted(outputs.items()))
    (RECORDED / f"{program.name}.txt").write_text(text)


def difference(expected: str, found: str, names=("MPICH", "tunnel")) -> str:
    """The lines that differ; empty if none do."""
    import difflib

    lines = difflib.unified_diff(expected.splitlines(), found.splitlines(), *names, lineterm="", n=1)
    return "\n".join(list(lines)[:40])
