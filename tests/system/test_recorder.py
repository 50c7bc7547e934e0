"""Programs that run on a real MPI library and are recorded there: their replay is the run on a simulated machine.

MPICH is that of the tests' own Python. Open MPI's commands are in WT_OPENMPI or build/openmpi/bin (`make test-libraries` fetches it);
without it, its tests are skipped. Each program is simulated itself, too: the posts of both must be the same.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import ROOT

MACHINE = ["-p", "fat-tree", "--compute", "none"]
RANKS = 4
CONFORMANCE = ROOT / "tests" / "conformance"
OPENMPI = Path(os.environ.get("WT_OPENMPI") or ROOT / "build" / "openmpi" / "bin")
FOLDERS = {"mpich": Path(sys.executable).parent, "openmpi": OPENMPI}

# Their messages, and the order in which they take them, do not depend on time. Those in the first list use no function of MPI 4,
# which Open MPI 5 lacks.
EVERYWHERE = ["coll_persistent", "comm_create", "pf3d"]
ON_MPICH = ["coll_counts", "coll_move", "coll_outstanding", "coll_types", "coll_reduce", "neighbors_self", "type_messages"]
CASES = [("mpich", name) for name in EVERYWHERE[1:] + ON_MPICH] + [("openmpi", name) for name in EVERYWHERE[1:]]


class Real:
    """A real MPI library with the recorder for its ABI."""

    def __init__(self, windtunnel, name):
        self.name, self.windtunnel = name, windtunnel
        self.folder = FOLDERS[name]
        if not (self.folder / "mpicc").exists():
            pytest.skip(f"{name} is not there (WT_{name.upper()}): make test-libraries")
        self.recorder = windtunnel.must("trace", "library", name).out.strip()

    def build(self, source, executable, *options):
        path = source if isinstance(source, Path) else executable.with_suffix(".c")
        if path is not source:
            path.write_text(source)
        done = self.windtunnel.execute(self.folder / "mpicc", "-g", "-O1", "-w", path, "-o", executable, "-lm", *options)
        assert done.status == 0, done.err
        return executable

    def command(self, *words, ranks=RANKS):
        launcher = [self.folder / "mpiexec"]
        if self.name == "openmpi":
            launcher += ["--allow-run-as-root", "--oversubscribe"]
        return [*launcher, "-n", ranks, "env", f"LD_PRELOAD={self.recorder}", *words]

    def record(self, program, *arguments, trace, ranks=RANKS):
        done = self.windtunnel.execute(*self.command(program, *arguments, ranks=ranks), env={"WT_TRACE": str(trace)})
        assert done.status == 0, done.out + done.err
        return done


@pytest.fixture(params=["mpich", "openmpi"])
def real(windtunnel, request):
    return Real(windtunnel, request.param)


@pytest.mark.parametrize(("library", "name"), CASES)
def test_a_replay_takes_the_time_of_the_program(windtunnel, tmp_path, library, name):
    real = Real(windtunnel, library)
    source = CONFORMANCE / f"{name}.c"
    simulated = windtunnel.must("run", "-q", "-n", RANKS, *MACHINE, "--out", "simulated", source, cwd=tmp_path)
    recorded = real.record(real.build(source, tmp_path / name), trace=tmp_path / "real.trace")
    assert "not recorded" not in recorded.err, recorded.err
    assert sorted(path.name for path in (tmp_path / "real.trace").iterdir()) == [f"rank-{rank}.trace" for rank in range(RANKS)]
    replayed = windtunnel.must("replay", "-q", *MACHINE, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert replayed.last_line == simulated.last_line


# Rank 0 takes what comes from any rank, until it has all; a test loop and a clock loop wait for what comes later.
BY_CHANCE = """
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, size, flag = 0, value, index, got = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        MPI_Request requests[3];
        int values[3], order[3];
        MPI_Status status;
        for (int i = 0; i < 3; i++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            if (status.MPI_TAG != 10 + status.MPI_SOURCE || value != status.MPI_SOURCE) abort();
        }
        for (int i = 0; i < 3; i++) MPI_Irecv(&values[i], 1, MPI_INT, i + 1, 5, MPI_COMM_WORLD, &requests[i]);
        while (got < 3) {
            int outcount;
            MPI_Testsome(3, requests, &outcount, order, MPI_STATUSES_IGNORE);
            if (outcount > 0) got += outcount;
        }
        MPI_Iprobe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &flag, &status);
        while (!flag) MPI_Iprobe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &flag, &status);
        MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        /* Rank 3 comes first, although it is the last by its number. */
        usleep((4 - rank) * 60000);
        MPI_Send(&rank, 1, MPI_INT, 0, 10 + rank, MPI_COMM_WORLD);
        usleep(250000);
        MPI_Send(&rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
        if (rank == 2) MPI_Send(&rank, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    }
    double begin = MPI_Wtime();
    while (MPI_Wtime() - begin < 0.001) {}
    MPI_Finalize();
    return 0;
}
"""


def test_what_happened_by_chance_happens_again(windtunnel, real, tmp_path):
    polars = pytest.importorskip("polars")
    real.record(real.build(BY_CHANCE, tmp_path / "chance"), trace=tmp_path / "real.trace")
    windtunnel.must("replay", "-q", *MACHINE, "--out", "replayed", "--observe", "messages", "real.trace", cwd=tmp_path)
    messages = polars.read_parquet(tmp_path / "replayed" / "messages")
    found = sorted(zip(messages["source"].to_list(), messages["tag"].to_list(), strict=True))
    expected = sorted([(rank, 10 + rank) for rank in (1, 2, 3)] + [(rank, 5) for rank in (1, 2, 3)] + [(2, 6)])
    assert found == expected
    # The polls of some 100 ms are not all there: some hundred bytes a rank.
    assert (tmp_path / "real.trace" / "rank-0.trace").stat().st_size < 20_000


MEASURED = """
#include <mpi.h>
#include <stdlib.h>
#include <time.h>
static double cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double end = cpu() + atof(argv[1]) * (rank + 1);
    while (cpu() < end) {}
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def test_blocks_last_as_long_as_they_used_the_core(windtunnel, real, tmp_path, manifest):
    # Four ranks on fewer cores: what each used counts, and not what it waited for the core.
    real.record(real.build(MEASURED, tmp_path / "measured"), 0.05, trace=tmp_path / "real.trace")
    windtunnel.must("replay", "-q", "-p", "fat-tree", "--out", "replayed", "real.trace", cwd=tmp_path)
    seconds = manifest(tmp_path / "replayed")["simulated_time_ps"] * 1e-12
    assert 0.2 <= seconds < 0.25, seconds


LOST = """
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, place = 0;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&place, sizeof place, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def test_what_is_not_recorded_is_counted_and_named(windtunnel, real, tmp_path):
    done = real.record(real.build(LOST, tmp_path / "lost"), trace=tmp_path / "real.trace")
    said = [line for line in done.err.splitlines() if line.startswith("windtunnel: recording:")]
    assert said == ["windtunnel: recording: rank 0: not recorded: 1 × MPI_Win_create, 2 × MPI_Win_fence, 1 × MPI_Win_free"], (
        said
    )
    replayed = windtunnel.must("replay", *MACHINE, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert "not recorded: 1 × MPI_Win_create" in replayed.err


ENDLESS = """
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, size, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    char name[32];
    snprintf(name, sizeof name, "pid-%d", rank);
    FILE *file = fopen(name, "w");
    fprintf(file, "%d\\n", (int)getpid());
    fclose(file);
    for (long step = 0;; step++) {
        MPI_Sendrecv_replace(&value, 1, MPI_INT, (rank + 1) % size, 1 + step % 1000, (rank + size - 1) % size, 1 + step % 1000,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}
"""


def test_a_killed_rank_leaves_what_it_has_done(windtunnel, tmp_path):
    real = Real(windtunnel, "mpich")
    program = real.build(ENDLESS, tmp_path / "endless")
    command = [str(word) for word in real.command(program)]
    trace = tmp_path / "real.trace"
    job = subprocess.Popen(
        command, cwd=tmp_path, env={**windtunnel.environment, "WT_TRACE": str(trace)}, stderr=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 60
        files = [trace / f"rank-{rank}.trace" for rank in range(RANKS)]
        while not all(file.exists() and file.stat().st_size > 1000 for file in files):
            assert time.monotonic() < deadline and job.poll() is None, "the ranks write nothing"
            time.sleep(0.05)
        os.kill(int((tmp_path / "pid-2").read_text()), signal.SIGKILL)
        job.wait(timeout=60)
    finally:
        job.kill()
    done = windtunnel("replay", "-q", *MACHINE, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert re.search(
        r"real.trace: ranks .*2.* were stopped or killed before MPI_Finalize; what came later is missing", done.err
    ), done.err
    seconds = float(re.search(r"simulated time: ([\d.]+) s", done.err).group(1))
    # A round takes some microseconds, and a kilobyte of a part holds hundreds of them.
    assert seconds > 100e-6, done.err


def test_info_counts_what_the_program_calls_and_merge_keeps_it(windtunnel, tmp_path, manifest):
    real = Real(windtunnel, "mpich")
    source = CONFORMANCE / "pf3d.c"
    simulated = windtunnel.must("run", "-q", "-n", RANKS, *MACHINE, "--out", "simulated", source, cwd=tmp_path)
    real.record(real.build(source, tmp_path / "pf3d"), trace=tmp_path / "real.trace")
    windtunnel.must("trace", "merge", "real.trace", "-o", "whole.trace", cwd=tmp_path)
    replayed = windtunnel.must("replay", "-q", *MACHINE, "--out", "replayed", "whole.trace", cwd=tmp_path)
    assert replayed.last_line == simulated.last_line
    lines = windtunnel.must("trace", "info", "real.trace", cwd=tmp_path).out.splitlines()
    assert lines[0].split() == ["ranks", str(RANKS)]
    rows = {line.split()[0]: [int(word) for word in line.split()[1:]] for line in lines[4:]}
    functions = {entry["function"]: entry["calls"] for entry in manifest(tmp_path / "simulated")["time"]["functions"]}
    assert {name: row[0] for name, row in rows.items()} == functions
    data = json.loads(windtunnel.must("trace", "info", "--json", "real.trace", cwd=tmp_path).out)
    assert (data["ranks"], data["whole"], data["cut"]) == (RANKS, True, [])
    assert {one["function"]: [one[key] for key in ("calls", "messages", "bytes", "not_on_world")] for one in data["functions"]} == rows
    assert lines[1].split()[1] == f"{data['compute_ps'] / 1e12:.6f}"
    merged = windtunnel.must("trace", "info", "whole.trace", cwd=tmp_path).out.splitlines()
    assert merged == lines
    done = windtunnel("trace", "merge", "real.trace", "-o", "whole.trace", cwd=tmp_path)
    assert done.status == 2 and "whole.trace: already exists; give another name, or replace it with --force" in done.err


def test_a_rank_without_a_file_and_a_folder_without_ranks_are_named(windtunnel, tmp_path):
    real = Real(windtunnel, "mpich")
    real.record(real.build(CONFORMANCE / "pf3d.c", tmp_path / "pf3d"), trace=tmp_path / "real.trace")
    (tmp_path / "real.trace" / "rank-3.trace").unlink()
    done = windtunnel("replay", "-q", *MACHINE, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert "real.trace: rank 3 was stopped or killed before MPI_Finalize" in done.err, done.err
    other = tmp_path / "real.trace" / "rank-2.trace"
    other.write_bytes(other.read_bytes()[:12] + (5).to_bytes(4, "little") + other.read_bytes()[16:])
    done = windtunnel("replay", "-q", *MACHINE, "--out", "none", "real.trace", cwd=tmp_path)
    assert done.status == 2 and "it is of 5 ranks, and rank-0.trace is of 4" in done.err, done.err
    (tmp_path / "empty").mkdir()
    done = windtunnel("replay", "-q", *MACHINE, "--out", "none", "empty", cwd=tmp_path)
    assert done.status == 2 and "empty: a folder without rank-0.trace or another rank's file" in done.err, done.err


@pytest.mark.parametrize("name", ["abi", "mpich", "openmpi"])
def test_a_recorder_stands_in_the_way_of_mpi_alone(windtunnel, name):
    # Which C library they need is checked where a wheel is made (tools/portable.py).
    library = windtunnel.must("trace", "library", name).out.strip()
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", windtunnel.execute("readelf", "-d", library).out)
    assert "libwindtunnel.so" in needed and not any(other.startswith("libmpi") for other in needed), needed
    exported = re.findall(r"\bT (\S+)", windtunnel.execute("nm", "-D", "--defined-only", library).out)
    assert {"MPI_Send", "PMPI_Send"} <= {*exported} and all(re.match("P?MPI_|mpi_", symbol) for symbol in exported), exported
    assert ("mpi_send_" in exported) == (name != "abi")
    runtime = Path(library).with_name("libwindtunnel.so")
    exported = re.findall(r"\b[TW] (\S+)", windtunnel.execute("nm", "-D", "--defined-only", runtime).out)
    assert exported and all(symbol.startswith("wt_") for symbol in exported), exported


PYTHON = """
import numpy as np
from mpi4py import MPI
comm = MPI.COMM_WORLD
rank, size = comm.Get_rank(), comm.Get_size()
sent, received = np.full(100, rank, dtype="d"), np.empty(100)
comm.Sendrecv(sent, (rank + 1) % size, 3, received, (rank - 1) % size, 3)
assert received[0] == (rank - 1) % size
assert comm.allreduce(rank) == size * (size - 1) // 2
half = comm.Split(rank % 2, rank)
half.Barrier()
assert comm.bcast({"a": 1} if rank == 0 else None, 0) == {"a": 1}
half.Free()
"""


def test_a_program_of_mpi4py_is_recorded(windtunnel, tmp_path):
    """It asks for MPI_THREAD_MULTIPLE, and the library is in its interpreter's scope alone."""
    pytest.importorskip("mpi4py", reason="pip install mpi4py==4.1.2")
    real = Real(windtunnel, "mpich")
    (tmp_path / "program.py").write_text(PYTHON)
    words = [sys.executable, tmp_path / "program.py"]
    simulated = windtunnel.must("run", "-q", "-n", RANKS, *MACHINE, "--out", "simulated", *words, cwd=tmp_path)
    command = [str(word) for word in real.command(*words)]
    env = {"WT_TRACE": str(tmp_path / "real.trace"), "LD_LIBRARY_PATH": str(real.folder.parent / "lib")}
    recorded = windtunnel.execute(*command, env=env)
    assert recorded.status == 0 and "windtunnel" not in recorded.err, recorded.err
    replayed = windtunnel.must("replay", "-q", *MACHINE, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert replayed.last_line == simulated.last_line
