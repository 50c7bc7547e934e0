"""Darshan's extended traces (DXT) as HDTrace projects, which ``windtunnel replay`` simulates: ``python -m windtunnel.dxt``.

DXT has the reads and writes of each rank with offsets, lengths and times, and nothing else: no opens, no messages, no computation.
So each becomes an access of its own, what lies between two of a rank is computation, and a file is opened before a rank's first
access to it and closed after the last, at the cost that the file system's model has. Logs are read by PyDarshan, the package
``darshan``, which contains Darshan's library.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from windtunnel.errors import WindtunnelError
from windtunnel.extras import need

__all__ = ["Access", "Conversion", "convert_dxt", "write_project"]

#: Where Darshan recorded accesses: below MPI-IO, in the C library, or at MPI-IO's own functions.
MODULES = ("DXT_POSIX", "DXT_MPIIO")


@dataclass(frozen=True)
class Access:
    """A read or a write."""

    #: Seconds since the job began.
    start: float
    end: float
    #: Whether it wrote.
    write: bool
    #: Path.
    file: str
    offset: int
    #: Bytes.
    length: int


@dataclass(frozen=True)
class Conversion:
    """What was written."""

    #: The project: replay it.
    project: Path
    ranks: int
    #: Reads and writes.
    accesses: int
    #: Their bytes.
    bytes: int
    #: Accesses that began before another one of their rank had ended, as those of threads: they begin when it ends.
    overlapping: int


def convert_dxt(log: str | Path, folder: str | Path, *, module: str | None = None) -> Conversion:
    """Writes the DXT records of a Darshan log as an HDTrace project into ``folder``, which must not exist.

    ``module`` is ``"DXT_POSIX"``, what reached the file system, or ``"DXT_MPIIO"``, what the program asked MPI for (default: the
    first of them that the log has).

    Raises :class:`windtunnel.MissingExtra` without the package, ``ValueError`` if the log cannot be read or has no such
    records, ``FileExistsError`` if the folder exists.
    """
    darshan = need("darshan", "darshan", "reading Darshan logs")
    try:
        # It warns of modules that it does not read.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            report = darshan.DarshanReport(str(log), read_all=False)
    except (RuntimeError, OSError) as error:
        raise ValueError(f"{log}: cannot be read as a Darshan log: {error}") from error
    chosen = module or next((name for name in MODULES if name in report.modules), MODULES[0])
    if chosen not in report.modules:
        has = ", ".join(sorted(report.modules)) or "none"
        raise ValueError(f"{log}: has no {chosen} records (DXT_ENABLE_IO_TRACE=1 records them); its modules: {has}")
    report.mod_read_all_dxt_records(chosen, dtype="dict")
    hosts: dict[int, str] = {}
    accesses: dict[int, list[Access]] = defaultdict(list)
    for record in report.records[chosen]:
        rank, path = int(record["rank"]), str(report.name_records[record["id"]])
        hosts.setdefault(rank, str(record["hostname"]))
        accesses[rank].extend(_segments(record, path))
    ranks = max(int(report.metadata["job"]["nprocs"]), 1 + max(accesses, default=0))
    return write_project(Path(folder), Path(log).stem.replace(" ", "-"), ranks, accesses, hosts)


def _segments(record: Mapping[str, Any], path: str) -> Iterable[Access]:
    """The accesses of a record."""
    for kind, write in (("read_segments", False), ("write_segments", True)):
        for row in record[kind]:
            start, end = float(row["start_time"]), float(row["end_time"])
            yield Access(start, end, write, path, int(row["offset"]), int(row["length"]))


def write_project(
    folder: Path, name: str, ranks: int, accesses: Mapping[int, Sequence[Access]], hosts: Mapping[int, str]
) -> Conversion:
    """Writes accesses by rank as the HDTrace project ``NAME.proj`` into ``folder``, which must not exist. ``hosts`` names the
    hosts of ranks; those without one are on ``unknown``.

    Raises ``ValueError`` for a rank that is not below ``ranks``, ``FileExistsError`` if the folder exists.
    """
    if wrong := [rank for rank in accesses if not 0 <= rank < ranks]:
        raise ValueError(f"rank {wrong[0]}: expected ranks 0 to {ranks - 1}")
    folder.mkdir(parents=True)
    numbers = {file: at for at, file in enumerate(sorted({one.file for own in accesses.values() for one in own}))}
    overlapping = 0
    for rank in range(ranks):
        text, late = _trace(rank, sorted(accesses.get(rank, ()), key=lambda one: (one.start, one.end)), numbers)
        overlapping += late
        (folder / f"{name}_{_host(hosts, rank)}_{rank}_0.trc").write_text(text, encoding="utf-8")
    project = folder / f"{name}.proj"
    project.write_text(_project(name, [_host(hosts, rank) for rank in range(ranks)]), encoding="utf-8")
    everything = [one for own in accesses.values() for one in own]
    return Conversion(project, ranks, len(everything), sum(one.length for one in everything), overlapping)


def _host(hosts: Mapping[int, str], rank: int) -> str:
    return hosts.get(rank, "unknown").replace("/", "-") or "unknown"


def _project(name: str, hosts: Sequence[str]) -> str:
    """Ranks and their hosts; each rank has a communicator of its own, on which it opens files."""
    lines = [f"<Application name={quoteattr(name)}>", "<Topology>"]
    lines.append('<Level type="Hostname"><Level type="Rank"><Level type="Thread"/></Level></Level>')
    for rank, host in enumerate(hosts):
        lines.append(f'<Node name={quoteattr(host)}><Node name="{rank}"><Node name="0"/></Node></Node>')
    lines += ["</Topology>", '<CommunicatorList><Communicator name="own">']
    lines += [f'<Rank global="{rank}" local="0" cid="{rank + 1}"/>' for rank in range(len(hosts))]
    lines += ["</Communicator></CommunicatorList>", "</Application>", ""]
    return "\n".join(lines)


def _trace(rank: int, accesses: Sequence[Access], numbers: Mapping[str, int]) -> tuple[str, int]:
    """A rank's trace, and how many of its accesses overlap. Accesses are sorted by their start."""
    last = {one.file: at for at, one in enumerate(accesses)}
    lines, clock, overlapping, opened = ["<Program>", '<Init time="0" end="0"/>'], 0.0, 0, set()
    for at, one in enumerate(accesses):
        overlapping += one.start < clock
        start = max(one.start, clock)
        end = max(one.end, start)
        begin, number = f"{start:.9f}", numbers[one.file]
        if one.file not in opened:
            opened.add(one.file)
            # Created, for reading and writing.
            attributes = f'cid="{rank + 1}" fid="{number}" flags="9" name={quoteattr(one.file)}'
            lines.append(f'<File_open {attributes} time="{begin}" end="{begin}"/>')
        kind = "File_write_at" if one.write else "File_read_at"
        attributes = f'fid="{number}" offset="{one.offset}" size="{one.length}"'
        lines.append(f'<{kind} {attributes} time="{begin}" end="{end:.9f}"/>')
        if last[one.file] == at:
            lines.append(f'<File_close fid="{number}" time="{end:.9f}" end="{end:.9f}"/>')
        clock = end
    return "\n".join([*lines, "</Program>", ""]), overlapping


def main(arguments: Sequence[str] | None = None) -> int:
    """``python -m windtunnel.dxt LOG FOLDER``. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m windtunnel.dxt", description="Writes the DXT records of a Darshan log as an HDTrace project."
    )
    parser.add_argument("log", help="the Darshan log, recorded with DXT_ENABLE_IO_TRACE=1")
    parser.add_argument("folder", help="the project's folder, which must not exist")
    parser.add_argument("--module", choices=MODULES, help="which records to take (default: the first that the log has)")
    given = parser.parse_args(arguments)
    try:
        done = convert_dxt(given.log, given.folder, module=given.module)
    except (WindtunnelError, OSError, ValueError) as error:
        print(f"windtunnel: {error}", file=sys.stderr)
        return 2
    late = f"; {done.overlapping:,} overlap, and follow one another here" if done.overlapping else ""
    print(f"{done.project}: {done.ranks:,} ranks, {done.accesses:,} accesses of {done.bytes:,} bytes{late}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
