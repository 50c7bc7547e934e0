"""Runs as OTF2 archives, for Vampir: ``windtunnel export --to otf2``.

Times are exact in picoseconds. Each rank is a location (as is each further thread with overlapping MPI calls), computation and
MPI calls are regions, messages are pairs of send and receive events. With the table ``io``, operations on files are pairs of
events, and opening and closing creates and destroys handles. The format is written by the library ``libotf2`` of the package
``otf2``.
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from windtunnel.command import begin
from windtunnel.errors import WindtunnelError
from windtunnel.extras import need
from windtunnel.results import Run, load_run

if TYPE_CHECKING:
    import polars as pl

__all__ = ["ArchiveTotals", "export_otf2"]

#: Ticks of an archive's clock in a second.
PICOSECONDS = 1_000_000_000_000


@dataclass(frozen=True)
class ArchiveTotals:
    """Contents of an archive."""

    #: Enter and leave pairs: computation and MPI calls.
    states: int
    #: Messages.
    messages: int
    #: Their payload bytes.
    bytes: int
    #: Operations on files.
    operations: int = 0


def export_otf2(
    run: Run,
    folder: str | Path,
    *,
    ranks: Iterable[int] | None = None,
    window_ps: tuple[int, int] | None = None,
    force: bool = False,
) -> ArchiveTotals:
    """Writes a run as an OTF2 archive into ``folder``; open ``folder/traces.otf2`` in Vampir. The folder must not exist;
    with ``force`` it may contain an archive, which is replaced once the new one is complete.

    ``ranks`` are the ranks to write, with the messages between them (default: all). ``window_ps`` is a time window in
    picoseconds: states are clipped to it, messages are kept if posted and delivered within it.

    Raises :class:`windtunnel.NoSuchTable` if the run lacks ``timeline`` or ``messages``,
    :class:`windtunnel.MissingExtra` without the packages, ``FileExistsError`` if the folder exists, ``ValueError`` for an
    unknown rank.

    >>> run = load_run("runs/halo3d")
    >>> export_otf2(run, "archive").messages == run.messages_total
    True
    """
    otf2 = need("otf2", "otf2", "writing OTF2")
    target = Path(folder)
    old = _archive(target)
    if old and not force:
        raise FileExistsError(f"{target}: already exists; give another name, or replace it with --force")
    chosen = None if ranks is None else sorted(set(ranks))
    known = run.ranks.select("rank").collect()["rank"].to_list()
    rows = known if chosen is None else chosen
    for rank in rows:
        if rank not in known:
            raise ValueError(f"--ranks: there is no rank {rank}; the run has ranks 0 to {len(known) - 1}")
    states, messages = _states(run, chosen, window_ps), _messages(run, chosen, window_ps)
    operations = _operations(run, chosen, window_ps) if "io" in run.tables() else None
    target.parent.mkdir(parents=True, exist_ok=True)
    # The archive's folder gets its name when it is complete.
    with tempfile.TemporaryDirectory(prefix=".windtunnel-", suffix=".writing", dir=target.parent) as half:
        with otf2.writer.open(f"{half}/archive", timer_resolution=PICOSECONDS) as trace, _checked(trace, target):
            _write(trace, otf2, sorted(rows), states, messages, operations)
            trace.close()
        for path in old:
            path.rmdir() if path.is_dir() else path.unlink()
        os.rename(f"{half}/archive", target)
    count = 0 if operations is None else operations.height
    return ArchiveTotals(states.height, messages.height, int(messages["bytes"].sum()), count)


@contextlib.contextmanager
def _checked(trace: Any, target: Path) -> Iterator[None]:
    """Raises ``OSError`` if ``libotf2`` cannot write: of most errors it prints a line and goes on, of some it raises one more."""
    failed = need("_otf2", "otf2", "writing OTF2").Error
    reason = None
    with open(os.memfd_create("stderr"), "w+b") as told:
        stderr = os.dup(2)
        os.dup2(told.fileno(), 2)
        try:
            yield
        except failed as error:
            reason = error.description
            # Else the writer closes the archive once more when it goes, and fails again.
            trace._handle = None
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
            told.seek(0)
            text = told.read().decode(errors="replace")
            errors = re.findall(r"^\[OTF2\] \S+ error: ([^:\n]+)", text, re.MULTILINE)
            if not errors:
                sys.stderr.write(text)
    if errors or reason:
        raise OSError(f"{target}: cannot be written: {errors[0] if errors else reason}")


def _archive(folder: Path) -> list[Path]:
    """Files of an archive and its folder, in the order of removal. Raises ``FileExistsError`` if there are other files.
    """
    if not folder.exists() and not folder.is_symlink():
        return []
    paths = sorted(folder.rglob("*"), key=lambda path: len(path.parts), reverse=True) if folder.is_dir() else [folder]
    archives = all(path.suffix in (".otf2", ".def", ".evt") or path == folder / "traces" for path in paths)
    if folder.is_symlink() or not archives or any(path.is_symlink() for path in paths):
        raise FileExistsError(f"{folder}: exists and is not an OTF2 archive; give another name, or remove it")
    return [*paths, folder]


def _states(run: Run, ranks: list[int] | None, window: tuple[int, int] | None) -> pl.DataFrame:
    """Selected states by rank and start, clipped to the window."""
    column = need("polars", "otf2", "writing OTF2").col
    states = run.timeline
    if ranks is not None:
        states = states.filter(column("rank").is_in(ranks))
    if window is not None:
        start, end = window
        instant = (column("start") == column("end")) & (column("start") >= start)
        states = states.filter((column("start") < end) & ((column("end") > start) | instant)).with_columns(
            column("start").clip(lower_bound=start), column("end").clip(upper_bound=end)
        )
    return states.sort("rank", "start", maintain_order=True).collect()


def _messages(run: Run, ranks: list[int] | None, window: tuple[int, int] | None) -> pl.DataFrame:
    column = need("polars", "otf2", "writing OTF2").col
    messages = run.messages
    if ranks is not None:
        messages = messages.filter(column("source").is_in(ranks), column("destination").is_in(ranks))
    if window is not None:
        messages = messages.filter(column("posted") >= window[0], column("delivered") <= window[1])
    return messages.sort("posted", maintain_order=True).collect()


#: Operations on files that archives can say.
OPERATIONS = ("open", "close", "delete", "read", "write", "sync")


def _operations(run: Run, ranks: list[int] | None, window: tuple[int, int] | None) -> pl.DataFrame:
    """Selected operations on files by start; those of the window begin and end in it."""
    column = need("polars", "otf2", "writing OTF2").col
    operations = run.scan("io").filter(column("operation").is_in(OPERATIONS))
    if ranks is not None:
        operations = operations.filter(column("rank").is_in(ranks))
    if window is not None:
        operations = operations.filter(column("start") >= window[0], column("end") <= window[1])
    return operations.sort("start", "call").collect()


def _write(
    trace: Any,
    otf2: Any,
    ranks: list[int],
    states: pl.DataFrame,
    messages: pl.DataFrame,
    operations: pl.DataFrame | None,
) -> None:
    """Definitions, then the events of each location in time order."""
    define = trace.definitions
    root = define.system_tree_node("machine", "machine")
    regions = {name: _region(define, otf2, name) for name in sorted(states["state"].unique())}
    groups = {rank: define.location_group(f"rank {rank}", system_tree_parent=root) for rank in ranks}
    places = {rank: define.location("master thread", group=groups[rank]) for rank in ranks}
    everybody = define.comm("messages", group=_group(define, otf2, [places[rank] for rank in ranks]))
    number = {rank: at for at, rank in enumerate(ranks)}
    sent = {rank: part for (rank,), part in messages.group_by("source", maintain_order=True)}
    arrived = messages.sort("delivered", maintain_order=True)
    received = {rank: part for (rank,), part in arrived.group_by("destination", maintain_order=True)}
    by_rank = {rank: part for (rank,), part in states.group_by("rank", maintain_order=True)}
    files = None if operations is None else _Files(define, otf2, root, operations)
    for rank in ranks:
        threads = _threads(by_rank[rank]) if rank in by_rank else [[]]
        for thread, own in enumerate(threads):
            place = places[rank] if thread == 0 else define.location(f"thread {thread}", group=groups[rank])
            streams = [_calls(own, regions)]
            if thread == 0:
                streams.append(_sends(sent.get(rank), number, everybody))
                streams.append(_receives(received.get(rank), number, everybody))
                streams.extend(files.streams(rank) if files else [])
            writer = trace.event_writer_from_location(place)
            for time, _, kind, details in heapq.merge(*streams, key=lambda entry: entry[:2]):
                getattr(writer, kind)(time, *details)


def _region(define: Any, otf2: Any, name: str) -> Any:
    is_mpi = name != "compute"
    paradigm = otf2.Paradigm.MPI if is_mpi else otf2.Paradigm.USER
    return define.region(name, region_role=otf2.RegionRole.FUNCTION, paradigm=paradigm)


def _group(define: Any, otf2: Any, places: list[Any]) -> Any:
    define.group("MPI locations", group_type=otf2.GroupType.COMM_LOCATIONS, paradigm=otf2.Paradigm.MPI, members=places)
    kind = {"group_type": otf2.GroupType.COMM_GROUP, "paradigm": otf2.Paradigm.MPI}
    return define.group("all ranks", members=list(range(len(places))), **kind)


def _threads(states: pl.DataFrame) -> list[list[tuple[str, int, int]]]:
    """States of a rank, each in the first thread that is free at its start: calls of its threads may overlap."""
    threads: list[list[tuple[str, int, int]]] = []
    for state in states.select("state", "start", "end").rows():
        free = next((thread for thread in threads if thread[-1][2] <= state[1]), None)
        if free is None:
            threads.append([state])
        else:
            free.append(state)
    return threads


#: At one instant: what has arrived is received, an operation on a file ends, a call ends, the next begins, something is sent, an
#: operation on a file begins.
RECEIVE, COMPLETE, LEAVE, ENTER, SEND, BEGIN = range(6)

#: Time, order at one instant, name of the event, and its details.
Entry: TypeAlias = tuple[int, int, str, tuple[Any, ...]]


def _calls(states: list[tuple[str, int, int]], regions: dict[str, Any]) -> Iterator[Entry]:
    for name, start, end in states:
        yield start, ENTER, "enter", (regions[name],)
        # A call that takes no time leaves after it has entered.
        yield end, LEAVE if end > start else ENTER, "leave", (regions[name],)


def _sends(messages: pl.DataFrame | None, number: dict[int, int], comm: Any) -> Iterator[Entry]:
    if messages is not None:
        for time, peer, tag, length in messages.select("posted", "destination", "tag", "bytes").iter_rows():
            yield time, SEND, "mpi_send", (number[peer], comm, _tag(tag), length)


def _receives(messages: pl.DataFrame | None, number: dict[int, int], comm: Any) -> Iterator[Entry]:
    if messages is not None:
        for time, peer, tag, length in messages.select("delivered", "source", "tag", "bytes").iter_rows():
            yield time, RECEIVE, "mpi_recv", (number[peer], comm, _tag(tag), length)


class _Files:
    """Files and their operations: each file is one handle, whoever opens it."""

    def __init__(self, define: Any, otf2: Any, root: Any, operations: pl.DataFrame) -> None:
        self._otf2 = otf2
        kind, flags = otf2.IoParadigmClass.PARALLEL, otf2.IoParadigmFlag.NONE
        # Tables do not tell calls of MPI from those of POSIX.
        self._paradigm = define.io_paradigm("windtunnel", "files", kind, flags)
        paths = operations["file"].unique(maintain_order=True)
        self._files = {path: define.io_regular_file(path, root) for path in paths}
        self._handles = {path: define.io_handle(path, file, self._paradigm) for path, file in self._files.items()}
        self._of = {rank: part for (rank,), part in operations.group_by("rank", maintain_order=True)}

    def streams(self, rank: int) -> list[Iterator[Entry]]:
        """Beginnings and ends of a rank's operations."""
        if rank not in self._of:
            return []
        rows = self._of[rank].select("call", "operation", "file", "bytes", "start", "end").rows()
        ends = [self._end(*row) for row in rows]
        # What takes no time ends after it has begun: `merge` takes the first of equal entries from the first stream.
        return [self._begins(rows), iter(sorted(ends, key=lambda entry: entry[:2]))]

    def _begins(self, rows: list[tuple[int, str, str, int, int, int]]) -> Iterator[Entry]:
        modes = self._otf2.IoOperationMode
        by_name = {"read": modes.READ, "write": modes.WRITE, "sync": modes.FLUSH}
        for call, operation, path, size, start, _ in rows:
            if operation in by_name:
                flags = self._otf2.IoOperationFlag.NONE
                yield start, BEGIN, "io_operation_begin", (self._handles[path], by_name[operation], flags, size, call)

    def _end(self, call: int, operation: str, path: str, size: int, start: int, end: int) -> Entry:
        order, handle = COMPLETE if end > start else BEGIN, self._handles[path]
        if operation == "open":
            mode, creation = self._otf2.IoAccessMode.READ_WRITE, self._otf2.IoCreationFlag.NONE
            return end, order, "io_create_handle", (handle, mode, creation, self._otf2.IoStatusFlag.NONE)
        if operation == "close":
            return end, order, "io_destroy_handle", (handle,)
        if operation == "delete":
            return end, order, "io_delete_file", (self._paradigm, self._files[path])
        return end, order, "io_operation_complete", (handle, size, call)


def _tag(tag: int) -> int:
    """Tags as unsigned numbers, as archives have them."""
    return tag & 0xFFFFFFFF


def _ranks(text: str) -> list[int]:
    """Reads ``0-15,32``, which the command has checked."""
    ranges = [part.partition("-") for part in text.split(",")]
    return [rank for first, _, last in ranges for rank in range(int(first), int(last or first) + 1)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Called by ``windtunnel export --to otf2``. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m windtunnel.otf2", description="Writes a run as an OTF2 archive.")
    parser.add_argument("run", help="the run folder")
    parser.add_argument("folder", help="the archive's folder")
    parser.add_argument("--ranks", type=_ranks, help="ranks to write, as in 0-15,32")
    parser.add_argument("--window-ps", nargs=2, type=int, metavar=("START", "END"), help="a window in picoseconds")
    parser.add_argument("--force", action="store_true", help="replaces an archive that is there already")
    parser.add_argument("--quiet", action="store_true", help="says nothing of what was written")
    begin()
    given = parser.parse_args(arguments)
    window = None if given.window_ps is None else (given.window_ps[0], given.window_ps[1])
    try:
        written = export_otf2(load_run(given.run), given.folder, ranks=given.ranks, window_ps=window, force=given.force)
    except (WindtunnelError, OSError, ValueError) as error:
        print(f"windtunnel: {error}", file=sys.stderr)
        return 2
    if not given.quiet:
        text = f"{written.states:,} states, {written.messages:,} messages of {written.bytes:,} bytes"
        text += f", {written.operations:,} operations on files" if written.operations else ""
        print(f"{Path(given.folder) / 'traces.otf2'}: {text}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
