"""Ranks whose memory lies in files of a folder (--memory-folder)."""

import json
import os
import tempfile
from pathlib import Path

import pytest

MIB = 1 << 20

# Each rank fills static and heap memory, changes it as it sends it around, and says what it has in the end. Blocks grow, shrink, go and
# come again, which have to be zero where calloc gives them.
SOURCE = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 1 << 20 };
static double field[N];
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *block = malloc(N * sizeof *block);
    for (int i = 0; i < N; i++)
        field[i] = block[i] = rank + i;
    for (int step = 0; step < 3; step++) {
        MPI_Sendrecv(field, N / 2, MPI_DOUBLE, (rank + 1) % size, 0, block + N / 4, N / 2, MPI_DOUBLE, (rank + size - 1) % size, 0,
            MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        block = realloc(block, (2 + step) * N * sizeof *block);
        memcpy(block + N, block, N * sizeof *block);
        MPI_Allreduce(MPI_IN_PLACE, field, N / 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < N; i += 3)
            field[i] += block[i + N / 2];
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += field[i] + block[i + N / 3];
    free(block);
    double *zero = calloc(N, sizeof *zero);
    for (int i = 0; i < N; i++)
        sum += zero[i] != 0;
    printf("%d %.17g\n", rank, sum);
    free(zero);
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture
def disk(tmp_path):
    """A folder whose files are not in memory."""
    with tempfile.TemporaryDirectory(dir=tmp_path if on_disk(tmp_path) else "/var/tmp") as folder:
        yield Path(folder)


def on_disk(path):
    mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    inside = [(where, kind) for where, kind in mounts if Path(where) in (path, *path.parents)]
    return max(inside, key=lambda mount: len(mount[0]))[1] != "tmpfs"


def run(windtunnel, tmp_path, *words, out="run", before=()):
    program = tmp_path / "program"
    if not program.exists():
        windtunnel.compile(SOURCE, program, "-O1")
    command = [*before, windtunnel.prefix / "bin" / "windtunnel", "run", "-q", "-n", 12, "-p", "torus-3d", "--compute", "none"]
    return windtunnel.execute(*command, "--observe", "timeline", "--out", out, *words, program, cwd=tmp_path)


def tables(folder):
    """All that a run has written, but what it cost."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "host.json")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_results_are_the_same_and_memory_is_the_system_s(windtunnel, tmp_path, disk):
    plain = run(windtunnel, tmp_path, "--mode", "images", out="plain")
    for mode in ("images", "serialised"):
        filed = run(windtunnel, tmp_path, "--mode", mode, "--memory-folder", disk, out=mode)
        assert plain.status == filed.status == 0, plain.err + filed.err
        assert sorted(filed.out.splitlines()) == sorted(plain.out.splitlines()) != []
    auto = run(windtunnel, tmp_path, "--memory-folder", os.path.relpath(disk, tmp_path), out="auto")
    again = run(windtunnel, tmp_path, out="again")
    assert auto.out == again.out
    assert tables(tmp_path / "auto") == tables(tmp_path / "again")
    # 12 ranks with 8 MiB of static and up to 32 MiB of heap memory.
    cost = {name: json.loads((tmp_path / name / "host.json").read_text()) for name in ("auto", "again")}
    assert cost["auto"]["peak_memory_bytes"] < 120 * MIB < 400 * MIB < cost["again"]["peak_memory_bytes"]
    assert list(disk.iterdir()) == []


def test_a_full_disk_ends_the_run_with_its_tables(windtunnel, tmp_path, disk):
    """A limit on the size of files stands for it."""
    limited = ["sh", "-c", f'ulimit -f {400 * MIB // 512}; exec "$@"', "sh"]
    done = run(windtunnel, tmp_path, "--memory-folder", disk, before=limited)
    assert done.status == 1, done.err
    text = f"--memory-folder: {disk}: no room for more of its memory: File too large"
    manifest = json.loads((tmp_path / "run/run.json").read_text())
    assert text in done.err and text in manifest["diagnosis"], done.err
    assert windtunnel.must("summary", "run", cwd=tmp_path).out.count("torus") > 0
    assert list(disk.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--memory-folder", "nowhere"], "nowhere: cannot hold the ranks' memory: No such file or directory"),
        (["--memory-folder", "/dev/shm"], "/dev/shm: cannot hold the ranks' memory: its files are in memory (tmpfs)"),
        (["--memory-folder", ".", "--fold", "1 MiB"], "with --fold, ranks share their memory; expected one of the two"),
        (["--memory-folder", ".", "--mode", "processes"], "ranks that are processes have memory of their own"),
        (["--memory-folder", ".", "python3", "-c", "pass"], "so its ranks are processes, which have memory of their own"),
    ],
)
def test_what_cannot_hold_memory_is_refused(windtunnel, tmp_path, words, text):
    done = run(windtunnel, tmp_path, *words)
    assert done.status == 2 and done.err.startswith("windtunnel: --memory-folder: ") and text in done.err, done.err
