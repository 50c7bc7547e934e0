"""Starting runs: programs, traces and motifs."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from windtunnel import advice
from windtunnel.command import call
from windtunnel.errors import ENDINGS, RunFailed
from windtunnel.mapping import Program
from windtunnel.mapping import spec as mapping_spec
from windtunnel.platform import Platform, toml_value
from windtunnel.progress import ProgressOption, reporter
from windtunnel.results import Run, load_run

__all__ = ["Options", "ProgramOptions", "ReplayOptions", "motif", "record", "replay", "run"]


class Options(TypedDict, total=False):
    """Options of every simulation. Each key is an option of the command; all are optional."""

    #: Machine: a platform file, the name of a shipped one, or a :class:`Platform` (``-p``).
    platform: str | Path | Platform
    #: Network model with optional parameters, as in ``"flow"`` or ``"flow:bucket=1 ms"``.
    network: str
    #: Phases of the program whose messages the network model simulates, ``"phase=NAME,NAME:2/10"``; all others go to ``delay``, as
    #: do, of the second, eight of ten stays.
    detail: str
    #: Modelled MPI library.
    mpi_library: str
    #: Algorithms of collective operations, as in ``{"allreduce": "ring"}``.
    collective: Mapping[str, str]
    #: Duration of computation between MPI calls: ``"measured"``, ``"none"``, a factor for the measured time, or a
    #: previous run (or its folder), to replay that run's.
    compute: str | float | Path | Run
    #: Mapping of ranks to hosts: ``"block"``, ``"round-robin"``, ``"random:SEED"``, ``"order:TXYZ"``, a :class:`Program`, the file
    #: of one (``.map``), or a file with a line per rank.
    mapping: str | Path | Program
    #: Hosts that the job gets: ``"contiguous"``, ``"random:hosts:SEED"`` (or ``drawers``, ``groups``, …), or a file of them, one
    #: per line.
    allocation: str | Path
    #: Maximum number of ranks per host.
    ppn: int
    #: Whether to allow more ranks than cores.
    oversubscribe: bool
    #: Additional tables to write, as in ``["timeline", "messages"]``.
    observe: str | Sequence[str]
    #: Run folder; by default a new one in ``runs``. An existing run is replaced only with ``force=True``.
    out: str | Path
    #: Whether to replace an existing run in ``out`` and an existing trace. Nothing else is ever replaced.
    force: bool
    #: Scenario file; other options override it.
    scenario: str | Path
    #: Overrides of keys of the platform file, as in ``{"host.cores": 8}``.
    set: Mapping[str, object]
    #: Random seed.
    seed: int
    #: Stops the run after this many seconds of wall-clock time.
    time_limit: float


class ReplayOptions(Options, total=False):
    """Options of a replay: :class:`Options`, the simulation engine, and sizes of messages."""

    #: ``"windtunnel"``, or for GOAL programs ``"loggopsim"`` with its parameters, as in ``"loggopsim:L=2500,o=1500"``.
    engine: str
    #: File of rules that scale what messages and collective operations carry.
    scale_bytes: str | Path
    #: Whether every call gets the times of the trace and nothing is simulated, to compare with; for traces with times (HDTrace).
    recorded_times: bool


class ProgramOptions(Options, total=False):
    """Options of a program's run: :class:`Options`, and those of the program."""

    #: Number of measurements of each compute block, of which the median is used.
    repeat: int
    #: Contents of messages and of MPI-IO: ``"copy"``, or ``"skip:SIZE"`` to move none of those from that size on.
    payload: str
    #: Ranks share the memory of blocks and static arrays of at least this size (``"1 MiB"``); results are not right.
    fold: str
    #: How ranks are executed: ``"auto"``, ``"images"``, ``"processes"`` or ``"serialised"``.
    mode: str
    #: How many ranks compute at once: by default one, but where they are processes whose blocks are replayed or modelled.
    workers: int
    #: Folder on a disk in whose files heaps and large static variables of ranks lie.
    memory_folder: str | Path
    #: Additional environment variables; the value None passes the current value.
    environment: Mapping[str, str | None]
    #: Working directory of the program.
    wdir: str | Path
    #: Whether to prefix each line of the program's output with its rank.
    tag_output: bool


def run(
    program: str | Path,
    *arguments: object,
    ranks: int | None = None,
    input: str | None = None,
    progress: ProgressOption = None,
    check: bool = True,
    **options: Unpack[ProgramOptions],
) -> Run:
    """Runs an MPI program on a simulated machine: ``windtunnel run``.

    ``program`` is an executable, a script, or a C, C++ or Fortran source, which is compiled first; ``arguments`` are
    passed to it. ``ranks`` is the number of ranks (required unless given by a scenario file), ``input`` the standard
    input of rank 0. The program's output is in :attr:`Run.stdout` and :attr:`Run.stderr`.

    ``progress`` is True for a progress bar, False for none, None for one in a terminal or notebook (if tqdm is
    installed), or a function that takes a :class:`Progress`. With ``check=False`` a run whose program failed is
    returned like any other: see :attr:`Run.ending` and :attr:`Run.diagnosis`.

    Raises :class:`InputError` if an option, the platform or the program is invalid, a :class:`RunFailed` if the
    program fails, deadlocks, crashes or is stopped (with the run in ``error.run``), :class:`CommandNotFound` if
    Windtunnel's command is not installed, ``TypeError`` for unknown options.

    >>> done = run("examples/ring.c", ranks=4, platform="two-hosts", compute="none")
    >>> done.simulated_time > 0
    True
    """
    words = program_words(program, arguments, ranks, options)
    return _simulate(words, Path(program).name, options, progress, check, input)


def program_words(
    program: str | Path, arguments: Sequence[object], ranks: int | None, options: Mapping[str, object]
) -> list[str]:
    """The command of :func:`run`."""
    words = advice.words_of(program, arguments)
    return ["run", *_common(ranks, options), *_program(options), "--", *words]


def record(
    program: str | Path,
    *arguments: object,
    trace: str | Path,
    ranks: int | None = None,
    input: str | None = None,
    progress: ProgressOption = None,
    check: bool = True,
    **options: Unpack[ProgramOptions],
) -> Run:
    """Runs an MPI program like :func:`run`, and records its trace: ``windtunnel record``.

    ``trace`` is the file to write, as read by :func:`replay`. Raises what :func:`run` raises.

    >>> recorded = record("examples/ring.c", ranks=4, platform="two-hosts", compute="none", trace="ring.trace")
    >>> again = replay("ring.trace", platform="two-hosts")
    >>> again.messages_total == recorded.messages_total
    True
    """
    own = [*_common(ranks, options), *_program(options), "--trace", os.fspath(trace)]
    words = ["record", *own, "--", *advice.words_of(program, arguments)]
    return _simulate(words, Path(program).name, options, progress, check, input)


def replay(
    trace: str | Path | Iterable[str | Path],
    *,
    ranks: int | None = None,
    progress: ProgressOption = None,
    check: bool = True,
    **options: Unpack[ReplayOptions],
) -> Run:
    """Replays a trace on a simulated machine: ``windtunnel replay``.

    ``trace`` is the trace's list of files, or one file per rank, in order; its format is detected from the contents.
    Other arguments and exceptions are those of :func:`run`.

    >>> replay("examples/broadcast.goal", platform="two-hosts", oversubscribe=True).ending
    'finished'
    """
    files = [trace] if isinstance(trace, str | Path) else list(trace)
    words = replay_words(files, ranks, options)
    return _simulate(words, Path(files[0]).name if files else "replay", options, progress, check)


def replay_words(trace: Sequence[str | Path], ranks: int | None, options: Mapping[str, object]) -> list[str]:
    """The command of :func:`replay`."""
    own = ["--engine", str(options["engine"])] if "engine" in options else []
    if "scale_bytes" in options:
        own += ["--scale-bytes", str(options["scale_bytes"])]
    if options.get("recorded_times"):
        own.append("--recorded-times")
    return ["replay", *_common(ranks, options), *own, "--", *(str(file) for file in trace)]


def motif(
    name: str,
    parameters: Mapping[str, object] | None = None,
    *,
    ranks: int | None = None,
    progress: ProgressOption = None,
    check: bool = True,
    **options: Unpack[Options],
) -> Run:
    """Simulates a generated communication pattern: ``windtunnel motif``.

    ``name`` is one of ``choices("motifs")``, ``parameters`` are the motif's. Other arguments and exceptions are those
    of :func:`run`.

    >>> motif("halo3d", {"bytes": "8 KiB", "iterations": 2}, ranks=8, platform="torus-3d").messages_total
    124
    """
    return _simulate(motif_words(name, parameters, ranks, options), name, options, progress, check)


def motif_words(
    name: str, parameters: Mapping[str, object] | None, ranks: int | None, options: Mapping[str, object]
) -> list[str]:
    """The command of :func:`motif`."""
    if isinstance(parameters, int) and ranks is None:
        raise TypeError(
            f"parameters: expected a mapping, found {parameters}; the number of ranks is written ranks={parameters}"
        )
    advice.need_mapping("parameters", parameters, '{"bytes": "8 KiB"}')
    settings = [f"{key}={_text(value)}" for key, value in (parameters or {}).items()]
    return ["motif", *_common(ranks, options, motif=name), "--", name, *settings]


def _simulate(
    words: list[str], title: str, options: Mapping[str, object], progress: ProgressOption, check: bool, text: str | None = None
) -> Run:
    out = options.get("out")
    folder = _free_folder(Path("runs"), Path(title).stem) if out is None else Path(str(out))
    with reporter(progress, title) as on_progress:
        ended = call([words[0], "--json", "--out", str(folder), *words[1:]], input=text, on_progress=on_progress)
    if ended.status not in (0, 1):
        if out is None and not any(folder.iterdir()):
            folder.rmdir()
        ended.check(advice.in_python)
    done = load_run(folder)
    if ended.status != 0 and check:
        kind = ENDINGS.get(done.ending, RunFailed)
        raise kind(done.diagnosis or _why(ended.message, done.stderr), done, ended.command, ended.status)
    return done


def _why(message: str, said: str) -> str:
    """Why a program ended as it did: the command's last words, and the traceback of a program in Python."""
    words = [line for line in message.splitlines() if not line.startswith("warning: ")]
    start = said.find("Traceback (most recent call last):")
    if start >= 0:
        words += itertools.takewhile(
            lambda line: line.strip() and not line.startswith("windtunnel: "), said[start:].splitlines()
        )
    return "\n".join(words)


def _free_folder(parent: Path, name: str) -> Path:
    """Creates a new folder: `NAME`, or `NAME-2` and so on."""
    parent.mkdir(parents=True, exist_ok=True)
    for number in itertools.count(1):
        folder = parent / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        return folder
    raise AssertionError("counting does not end")


#: Options passed to the command unchanged.
PLAIN = ("network", "detail", "mpi_library", "mapping", "allocation", "ppn", "scenario", "seed", "time_limit")


def _common(ranks: int | None, options: Mapping[str, object], motif: str | None = None) -> list[str]:
    _known(options, motif)
    words = [] if ranks is None else ["--ranks", str(ranks)]
    for key in PLAIN:
        if key in options:
            words += [f"--{key.replace('_', '-')}", _spec(key, options[key])]
    if "platform" in options:
        words += ["--platform", _platform(options["platform"], options.get("out"))]
    if "compute" in options:
        words += ["--compute", compute_spec(options["compute"])]
    words += [f"--{key}" for key in ("oversubscribe", "force") if options.get(key)]
    observe = options.get("observe", ())
    if not isinstance(observe, Iterable):
        raise TypeError(f'observe: expected names of tables, found {observe!r}; write observe=["timeline", "messages"]')
    tables = observe.split(",") if isinstance(observe, str) else list(observe)
    if tables:
        words += ["--observe", ",".join(map(str, tables))]
    for name, value in _pairs("collective", options, '{"allreduce": "ring"}'):
        words += ["--collective", f"{name}={value}"]
    for name, value in _pairs("set", options, '{"host.cores": 8}'):
        words += ["--set", f"{name}={toml_value(value)}"]
    return words


def _program(options: Mapping[str, object]) -> list[str]:
    words = []
    for key in ("repeat", "payload", "fold", "mode", "workers", "memory_folder", "wdir"):
        if key in options:
            words += [f"--{key.replace('_', '-')}", str(options[key])]
    for name, value in _pairs("environment", options, '{"NAME": "value"}'):
        words += ["-x", name if value is None else f"{name}={value}"]
    return [*words, *(["--tag-output"] if options.get("tag_output") else [])]


def _known(options: Mapping[str, object], motif: str | None) -> None:
    known = ProgramOptions.__annotations__ | ReplayOptions.__annotations__ | Options.__annotations__
    for key in options:
        if key not in known:
            raise TypeError(advice.no_option(key, known, motif))


def _spec(key: str, value: object) -> str:
    if key == "allocation" and isinstance(value, Path):
        return f"file:{value}"
    return mapping_spec(value) if key == "mapping" else str(value)


def _pairs(option: str, options: Mapping[str, object], example: str) -> Iterable[tuple[str, object]]:
    value = options.get(option)
    advice.need_mapping(option, value, example)
    return [(str(key), item) for key, item in value.items()] if isinstance(value, Mapping) else []


def _text(value: object) -> str:
    """A motif's parameter in the form of the command line."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _platform(value: object, out: object) -> str:
    if not isinstance(value, Platform):
        return str(value)
    beside = Path(str(out)).parent if out is not None else Path("runs")
    return str(value.file(beside / "platforms"))


def compute_spec(value: object) -> str:
    """The value of ``--compute``."""
    if isinstance(value, Run):
        return str(value.path)
    if isinstance(value, int | float):
        return f"measured:{value}"
    return str(value)
