"""Kinds of calls that recorders under a real MPI library hold, and those that they name: files, partitions, shared windows, ranks that are
started, sessions.
"""

import re

import pytest
from test_recorder import CONFORMANCE, MACHINE, RANKS, Real

from conftest import ROOT

PAIRS = """
#include <mpi.h>
int main(int argc, char **argv)
{
    static char out[100000], in[100000];
    int rank, size;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int far = 0; far < size; far++) {
        int to = (rank + far) % size, from = (rank + size - far) % size;
        for (int number = 0; number <= far; number++) {
            MPI_Irecv(in, sizeof in, MPI_BYTE, from, 1, MPI_COMM_WORLD, &request);
            MPI_Send(out, 10000 * (rank + 1) + 100 * far + number, MPI_BYTE, to, 1, MPI_COMM_WORLD);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Bcast(out, 5000, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
"""


# Programs of MPI 3.1, whose messages do not depend on time.
COUNTED = ["pairs", "comm_attributes", "p2p_matching", "p2p_null", "p2p_random", "pmpi_own"]


@pytest.mark.parametrize("name", COUNTED)
def test_messages_between_two_ranks_are_those_that_open_mpi_counts(windtunnel, tmp_path, name):
    """Its monitoring counts below the interface, those of the program (E) apart from those of collective operations."""
    polars = pytest.importorskip("polars")
    real = Real(windtunnel, "openmpi")
    program = real.build(PAIRS if name == "pairs" else CONFORMANCE / f"{name}.c", tmp_path / name)
    launcher, *words = real.command(program)
    counted = ["enable 2", "enable_output 3", f"filename {tmp_path / 'counted'}"]
    options = [word for option in counted for word in ("--mca", *f"pml_monitoring_{option}".split())]
    done = windtunnel.execute(launcher, *options, *words, env={"WT_TRACE": "real.trace"}, cwd=tmp_path)
    assert done.status == 0, done.out + done.err
    expected = {}
    for path in tmp_path.glob("counted.*.prof"):
        for source, to, size, number in re.findall(
            r"^E\t(\d+)\t(\d+)\t(\d+) bytes\t(\d+) msgs", path.read_text(), re.MULTILINE
        ):
            expected[int(source), int(to)] = (int(number), int(size))
    windtunnel.must("replay", "-q", *MACHINE, "--out", "replayed", "--observe", "messages", "real.trace", cwd=tmp_path)
    own = polars.read_parquet(tmp_path / "replayed" / "messages").filter(~polars.col("collective"))
    own = own.group_by("source", "destination").agg(polars.len(), polars.col("bytes").sum())
    found = {(row["source"], row["destination"]): (row["len"], row["bytes"]) for row in own.to_dicts()}
    assert found and found == expected


PARTITIONS = """
#include <mpi.h>
#include <stdlib.h>
enum { PARTS = 8, EACH = 500 };
int main(int argc, char **argv)
{
    static double out[PARTS * EACH], in[PARTS * EACH], rows[2 * PARTS];
    int rank, size, list[] = {3, 7, 5}, flag;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Request requests[4];
    MPI_Datatype other;
    MPI_Type_vector(1, 1, 2, MPI_DOUBLE, &other);
    MPI_Type_create_resized(other, 0, 2 * sizeof(double), &other);
    MPI_Type_commit(&other);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Psend_init(out, PARTS, EACH, MPI_DOUBLE, next, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, PARTS / 2, 2 * EACH, MPI_DOUBLE, before, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Psend_init(out, PARTS, 1, MPI_DOUBLE, next, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]);
    MPI_Precv_init(rows, PARTS, 1, other, before, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[3]);
    for (int step = 0; step < 3; step++) {
        for (int i = 0; i < PARTS * EACH; i++) out[i] = rank * 1000000 + step * 10000 + i, in[i] = -1;
        MPI_Startall(4, requests);
        MPI_Pready_range(0, 2, requests[0]);
        MPI_Pready_range(0, PARTS - 1, requests[2]);
        MPI_Pready(4, requests[0]);
        MPI_Pready(6, requests[0]);
        MPI_Pready_list(3, list, requests[0]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        MPI_Parrived(requests[1], 1, &flag);
        for (int i = 0; i < PARTS * EACH; i++) if (in[i] != before * 1000000 + step * 10000 + i) abort();
        for (int i = 0; i < 2 * PARTS; i++) if (rows[i] != (i % 2 ? 0 : before * 1000000 + step * 10000 + i / 2)) abort();
    }
    for (int i = 0; i < 4; i++) MPI_Request_free(&requests[i]);
    MPI_Type_free(&other);
    MPI_Finalize();
    return 0;
}
"""


def test_partitions_take_the_time_of_the_program(windtunnel, tmp_path):
    (tmp_path / "partitions.c").write_text(PARTITIONS)
    simulated = windtunnel.must("run", "-q", "-n", RANKS, *MACHINE, "--out", "simulated", "partitions.c", cwd=tmp_path)
    real = Real(windtunnel, "mpich")
    recorded = real.record(real.build(PARTITIONS, tmp_path / "partitions"), trace=tmp_path / "real.trace")
    assert "windtunnel" not in recorded.err, recorded.err
    replayed = windtunnel.must("replay", "-q", *MACHINE, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert replayed.last_line == simulated.last_line


SHARED = """
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, unit;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < 3; round++) {
        int *own, *others;
        MPI_Win_allocate_shared(rank == 1 ? 0 : 1000 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
        MPI_Win_fence(0, win);
        if (rank != 1) own[round] = 10 * rank + round;
        MPI_Win_fence(0, win);
        int other = rank == 0 ? size - 1 : 0;
        MPI_Win_shared_query(win, other, &bytes, &unit, &others);
        if (others[round] != 10 * other + round || bytes != 1000 * sizeof(int)) abort();
        MPI_Put(&rank, 1, MPI_INT, 0, 10 + rank, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        if (rank == 0 && own[10 + size - 1] != size - 1) abort();
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("library", ["mpich", "openmpi"])
def test_shared_windows_take_the_time_of_the_program(windtunnel, tmp_path, library):
    real = Real(windtunnel, library)
    (tmp_path / "shared.c").write_text(SHARED)
    machine = ["-q", "-p", "fat-tree", "--compute", "none", "--ppn", RANKS]
    simulated = windtunnel.must("run", *machine, "-n", RANKS, "--out", "simulated", "shared.c", cwd=tmp_path)
    recorded = real.record(real.build(SHARED, tmp_path / "shared"), trace=tmp_path / "real.trace")
    assert "windtunnel" not in recorded.err, recorded.err
    replayed = windtunnel.must("replay", *machine, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert replayed.last_line == simulated.last_line


STARTS = """
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Comm parent, others, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    } else {
        others = parent;
    }
    MPI_Intercomm_merge(others, parent != MPI_COMM_NULL, &all);
    MPI_Bcast(&value, 1, MPI_INT, 0, all);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&others);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def test_ranks_that_are_started_are_named_and_leave_the_trace_alone(windtunnel, tmp_path):
    real = Real(windtunnel, "mpich")
    program = real.build(STARTS, tmp_path / "starts")
    # The variables are for the ranks that are started, too.
    words = ["-n", 2, "-genv", "LD_PRELOAD", real.recorder, "-genv", "WT_TRACE", "real.trace"]
    done = windtunnel.execute(real.folder / "mpiexec", *words, program, cwd=tmp_path)
    assert done.status == 0, done.out + done.err
    assert "windtunnel: recording: 2 ranks that the program has started are not recorded" in done.err, done.err
    assert re.search("not recorded: .*1 × MPI_Comm_spawn,.* communicators with ranks that were started", done.err), done.err
    replayed = windtunnel.must("replay", *MACHINE, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert "1 × MPI_Comm_spawn" in replayed.err, replayed.err


SESSION = """
#include <mpi.h>
int main(void)
{
    MPI_Session session;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Session_finalize(&session);
    return 0;
}
"""


def test_sessions_alone_are_said_to_be_missing(windtunnel, tmp_path):
    real = Real(windtunnel, "mpich")
    done = real.record(real.build(SESSION, tmp_path / "session"), trace=tmp_path / "real.trace")
    said = [line for line in done.err.splitlines() if line.startswith("windtunnel")]
    assert said == ["windtunnel: recording: what sessions do without MPI_Init is not recorded"], done.err


FILES = r"""
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
enum { COUNT = 1000 };
static int own[COUNT], found[COUNT];
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Info hints;
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "romio_cb_write", "enable");
    MPI_Info_set(hints, "ind_wr_buffer_size", "4096");
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "records.data", MPI_MODE_CREATE | MPI_MODE_RDWR, hints, &file);
    MPI_Info_free(&hints);
    MPI_Datatype third, etype, filetype;
    MPI_Type_vector(COUNT, 1, size, MPI_INT, &third);
    MPI_Type_commit(&third);
    MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, third, "native", MPI_INFO_NULL);
    for (int i = 0; i < COUNT; i++) own[i] = rank * COUNT + i;
    MPI_File_write_all(file, own, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at(file, 0, own, COUNT / 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Request requests[2];
    MPI_File_iwrite_at(file, COUNT / 2, own + COUNT / 2, COUNT / 2, MPI_INT, &requests[0]);
    MPI_Irecv(found, 0, MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(found, 0, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    /* The datatypes of the view are new handles. */
    MPI_Offset disp;
    char representation[MPI_MAX_DATAREP_STRING];
    MPI_File_get_view(file, &disp, &etype, &filetype, representation);
    MPI_File_read_at_all_begin(file, 0, found, COUNT, MPI_INT);
    MPI_File_read_at_all_end(file, found, MPI_STATUS_IGNORE);
    if (memcmp(own, found, sizeof own)) abort();
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_Offset bytes, place;
    MPI_File_get_size(file, &bytes);
    if (bytes != (MPI_Offset)sizeof own * size) abort();
    /* A read past the end leaves the pointer there, where the next write goes. */
    MPI_File_seek(file, -16, MPI_SEEK_END);
    MPI_File_read(file, found, 100, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_position(file, &place);
    if (place != bytes) abort();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_File_write(file, own, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Group group;
    MPI_File_get_group(file, &group);
    MPI_Group_free(&group);
    MPI_File_set_size(file, 100000);
    MPI_File_close(&file);
    /* Behind the end of a file that is there. */
    char name[] = "records.data";
    if (rank) name[0] = (char)('0' + rank);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_APPEND, MPI_INFO_NULL, &file);
    MPI_File_write(file, own, 10, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_File_delete("records.data", MPI_INFO_NULL);
    MPI_Type_free(&third);
    MPI_Finalize();
    return 0;
}
"""

# One server on a host, whose I/O library aggregates accesses and heeds hints.
SERVER = """
[storage]
model = "parallel"
servers = ["host1"]
layout = { kind = "pvfs", stripe = "64 KiB" }
server = { cache = "aggregation-reorder", memory = "4 MB", request = "20 us" }
device = { kind = "disk", rate = "96 MiB/s" }
client = { part = "100 KiB", flush_on_close = "yes" }
"""


@pytest.mark.parametrize("storage", ["", SERVER], ids=["attached", "parallel"])
def test_files_take_the_time_of_the_program_on_each_file_system(windtunnel, tmp_path, storage):
    """The recording knows of none: hints and accesses of all ranks are those of the program."""
    (tmp_path / "machine.toml").write_text((ROOT / "platforms" / "two-hosts.toml").read_text() + storage)
    (tmp_path / "files.c").write_text(FILES)
    machine = ["-q", "-p", "machine.toml", "--compute", "none"]
    simulated = windtunnel.must("run", *machine, "-n", RANKS, "--out", "simulated", "files.c", cwd=tmp_path)
    for made in tmp_path.glob("*.data"):
        made.unlink()
    real = Real(windtunnel, "mpich")
    done = windtunnel.execute(
        *real.command(real.build(FILES, tmp_path / "files")), env={"WT_TRACE": "real.trace"}, cwd=tmp_path
    )
    assert done.status == 0 and "windtunnel" not in done.err, done.out + done.err
    replayed = windtunnel.must("replay", *machine, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert replayed.last_line == simulated.last_line


THROWS = """
#include <mpi.h>
#include <cstdlib>
static void problem(MPI_Comm *, int *code, ...) { throw *code; }
int main(int argc, char **argv)
{
    int rank, caught = 0, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(problem, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    for (int i = 0; i < 3; i++) {
        try {
            MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
        } catch (int) {
            caught++;
        }
        MPI_Sendrecv_replace(&value, 1, MPI_INT, rank ^ 1, 1, rank ^ 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (caught != 3) abort();
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
}
"""


def calls(windtunnel, folder):
    """The calls of a trace by function."""
    rows = windtunnel.must("trace", "info", "real.trace", cwd=folder).out.splitlines()[5:]
    return {row.split()[0]: int(row.split()[1]) for row in rows}


def test_what_follows_a_call_that_an_exception_has_left_is_recorded(windtunnel, tmp_path):
    real = Real(windtunnel, "mpich")
    (tmp_path / "throws.cpp").write_text(THROWS)
    words = ["-O1", "-w", "throws.cpp", "-o", "throws"]
    assert windtunnel.execute(real.folder / "mpicxx", *words, cwd=tmp_path).status == 0
    done = real.record(tmp_path / "throws", trace=tmp_path / "real.trace")
    assert "rank 0: not recorded: 3 × MPI_Comm_call_errhandler that an exception has left" in done.err, done.err
    assert calls(windtunnel, tmp_path)["MPI_Sendrecv_replace"] == 3 * RANKS


PLACES = """
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, size, next, degree = 1, value = 0;
    MPI_Comm host, graph;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &size);
    MPI_Comm_rank(host, &rank);
    next = (rank + 1) % size;
    MPI_Sendrecv_replace(&value, 1, MPI_INT, next, 1, (rank + size - 1) % size, 1, host, MPI_STATUS_IGNORE);
    MPI_Dist_graph_create(host, 1, &rank, &degree, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&host);
    MPI_Finalize();
    return 0;
}
"""


def test_ranks_of_a_host_stay_together_in_the_trace_on_any_machine(windtunnel, tmp_path):
    polars = pytest.importorskip("polars")
    real = Real(windtunnel, "mpich")
    real.record(real.build(PLACES, tmp_path / "places"), trace=tmp_path / "real.trace")
    options = ["-q", *MACHINE, "--ppn", 1, "--observe", "messages", "--out", "replayed"]
    windtunnel.must("replay", *options, "real.trace", cwd=tmp_path)
    messages = polars.read_parquet(tmp_path / "replayed" / "messages").filter(polars.col("tag") == 1)
    pairs = sorted(zip(messages["source"].to_list(), messages["destination"].to_list(), strict=True))
    assert pairs == [(0, 3), (1, 0), (2, 1), (3, 2)]
    made = calls(windtunnel, tmp_path)
    assert made["MPI_Comm_split_type"] == RANKS
    assert made["MPI_Dist_graph_create"] == RANKS and "MPI_Dist_graph_create_adjacent" not in made
