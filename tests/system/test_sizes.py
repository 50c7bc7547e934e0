"""Replays with messages of other sizes (--scale-bytes FILE), against programs of that size and closed forms."""

import json

import pytest

from tunnel import TWO_HOSTS

#: Everything that carries data, n doubles at a time; the second half in a phase of its own.
PROGRAM = """
#include <mpi.h>
#include <stdlib.h>
#include <windtunnel.h>
static void all(int rank, int size, int n, MPI_Comm comm)
{
    double *in = calloc(n * size + 1, 8), *out = calloc(n * size + 1, 8);
    int *counts = malloc(size * sizeof *counts), *starts = malloc(size * sizeof *starts);
    MPI_Request requests[2];
    for (int r = 0, sum = 0; r < size; sum += counts[r++])
        counts[r] = n * (r + 1) / 4, starts[r] = sum;
    MPI_Irecv(in, n, MPI_DOUBLE, (rank + size - 1) % size, 5, comm, &requests[0]);
    MPI_Isend(out, n, MPI_DOUBLE, (rank + 1) % size, 5, comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (rank == 0)
        MPI_Send(out, 2 * n, MPI_DOUBLE, 1, 6, comm);
    else if (rank == 1)
        MPI_Recv(in, 3 * n, MPI_DOUBLE, MPI_ANY_SOURCE, 6, comm, MPI_STATUS_IGNORE);
    MPI_Sendrecv(out, n, MPI_DOUBLE, size - 1 - rank, 7, in, n, MPI_DOUBLE, size - 1 - rank, 7, comm, MPI_STATUS_IGNORE);
    MPI_Bcast(in, n, MPI_DOUBLE, 1, comm);
    MPI_Gather(out, n, MPI_DOUBLE, in, n, MPI_DOUBLE, 2, comm);
    MPI_Scatter(out, n, MPI_DOUBLE, in, n, MPI_DOUBLE, 0, comm);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DOUBLE, in, n, MPI_DOUBLE, comm);
    MPI_Alltoall(out, n, MPI_DOUBLE, in, n, MPI_DOUBLE, comm);
    MPI_Allreduce(out, in, n, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Reduce(out, in, n, MPI_DOUBLE, MPI_SUM, 0, comm);
    MPI_Scan(out, in, n, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Reduce_scatter_block(out, in, n, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Reduce_scatter(out, in, counts, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Gatherv(out, counts[rank], MPI_DOUBLE, in, counts, starts, MPI_DOUBLE, 1, comm);
    MPI_Allgatherv(out, counts[rank], MPI_DOUBLE, in, counts, starts, MPI_DOUBLE, comm);
    for (int r = 0; r < size; r++)
        counts[r] = n * ((rank + r) % 3) / 4, starts[r] = r * n;
    MPI_Alltoallv(out, counts, starts, MPI_DOUBLE, in, counts, starts, MPI_DOUBLE, comm);
    MPI_Barrier(comm);
}
int main(int argc, char **argv)
{
    int rank, size, first = atoi(argv[1]), second = atoi(argv[2]);
    MPI_Comm other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    all(rank, size, first, MPI_COMM_WORLD);
    wt_phase("late");
    all(rank, size, second, other);
    MPI_Finalize();
    return 0;
}
"""
MACHINE = ["-p", "torus-3d", "--ppn", 1]
COMMON = ["-q", "--compute", "none", "--force"]


def record(windtunnel, folder, program, name, *arguments, ranks=4):
    words = ["record", *COMMON, "-n", ranks, *MACHINE, "--trace", f"{name}.trace", "--out", f"{name}-run"]
    windtunnel.must(*words, program, *arguments, cwd=folder)
    return f"{name}.trace"


def replay(windtunnel, folder, trace, *options, out="again", machine=MACHINE):
    words = ["replay", *COMMON, *machine, "--observe", "messages", *options, "--out", out, trace]
    return windtunnel(*words, cwd=folder)


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        ("[[message]]\nscale = 2.5\n", (2500, 10_000)),
        ('[[message]]\nphase = "late"\nscale = 0.5\n', (1000, 2000)),
        ('[[message]]\ncommunicator = 0\nscale = 40\n', (40_000, 4000)),
        ('[[message]]\nphase = "late"\nscale = 1\n[[message]]\nscale = 0\n', (0, 4000)),
    ],
)
def test_a_scaled_replay_is_the_replay_of_the_larger_program(windtunnel, tmp_path, rules, sizes):
    program = windtunnel.compile(PROGRAM, tmp_path / "all")
    small = record(windtunnel, tmp_path, program, "small", 1000, 4000)
    other = record(windtunnel, tmp_path, program, "other", *sizes)
    (tmp_path / "rules.toml").write_text(rules)
    for trace, options, out in ((small, ["--scale-bytes", "rules.toml"], "scaled"), (other, [], "other")):
        done = replay(windtunnel, tmp_path, trace, *options, out=out)
        assert done.status == 0, done.err
    manifests = [json.loads((tmp_path / name / "run.json").read_text()) for name in ("scaled", "other")]
    for key in ("simulated_time", "messages", "bytes"):
        assert manifests[0][key] == manifests[1][key], key
    tables = [(tmp_path / name / "messages" / "part-00000.parquet").read_bytes() for name in ("scaled", "other")]
    assert tables[0] == tables[1]
    assert not manifests[0]["warnings"]


PING = """
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank;
    static double data[1000];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3; i++)
        if (rank == 0) {
            MPI_Send(data, 1000, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(data, 10, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(data, 1000, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Ssend(data, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        }
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize(
    ("rules", "bytes_"),
    [
        ('function = "MPI_Send"\nscale = 12.3', (98_400, 80)),
        ('function = "MPI_Ssend"\nscale = 0.33', (8000, 24)),
        ('site = "main"\nscale = 2', (16_000, 160)),
    ],
)
def test_a_message_takes_as_long_as_its_scaled_bytes(windtunnel, tmp_path, rules, bytes_):
    """1 us and 1 GB/s: 3 messages each way, the way back with a handshake there and back. 10 doubles times 0.33 are 3 doubles."""
    (tmp_path / "two.toml").write_text(TWO_HOSTS)
    machine = ["-p", "two.toml", "--ppn", 1, "--network", "delay", "--mpi-library", "ideal"]
    words = ["record", *COMMON, "-n", 2, *machine, "--trace", "ping.trace", "--out", "run"]
    windtunnel.must(*words, windtunnel.compile(PING, tmp_path / "ping"), cwd=tmp_path)
    (tmp_path / "rules.toml").write_text(f"[[message]]\n{rules}\n")
    done = replay(windtunnel, tmp_path, "ping.trace", "--scale-bytes", "rules.toml", machine=machine)
    assert done.status == 0, done.err
    manifest = json.loads((tmp_path / "again" / "run.json").read_text())
    assert manifest["simulated_time_ps"] == 3 * (2_000_000 + sum(1_000_000 + 1000 * size for size in bytes_))


WINDOW = """
#include <mpi.h>
int main(int argc, char **argv)
{
    static double data[100];
    int rank;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(data, 800, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(data, 10, MPI_DOUBLE, 1 - rank, 0, 10, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    if (rank == 0)
        MPI_Pcontrol(7);
    MPI_Allreduce(MPI_IN_PLACE, data, 10, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def test_what_is_not_scaled_ends_the_run_and_unused_rules_are_told(windtunnel, tmp_path):
    trace = record(windtunnel, tmp_path, windtunnel.compile(WINDOW, tmp_path / "window"), "window", ranks=2)

    def with_rules(text):
        (tmp_path / "rules.toml").write_text(text)
        return replay(windtunnel, tmp_path, trace, "--scale-bytes", "rules.toml")

    everything = "[[message]]\nscale = 2\n"
    done = with_rules(everything)
    assert done.status == 1
    assert "rules.toml:1: accesses to windows are not scaled; expected a rule for other calls, or before it one" in done.err
    assert with_rules('[[message]]\nfunction = "MPI_Put"\nscale = 1\n' + everything).status == 0
    done = with_rules('[[message]]\nphase = "7"\nscale = 2\n')
    assert done.status == 1
    assert "ranks come to a collective operation on communicator 0 with scales" in done.err, done.err
    done = with_rules('[[message]]\nfunction = "MPI_Bcast"\nscale = 2\n')
    assert done.status == 0
    [warning] = json.loads((tmp_path / "again" / "run.json").read_text())["warnings"]
    assert "rules.toml:1: the rule scaled nothing" in warning
    done = with_rules("[[message]]\nscale = two\n")
    assert done.status == 2 and "wrong rules in --scale-bytes: rules.toml:2" in done.err, done.err
    (tmp_path / "motif.toml").write_text('platform = "torus-3d"\nscale-bytes = "rules.toml"\n[[job]]\nmotif = "halo3d"\nranks = 2\n')
    done = windtunnel("motif", "--scenario", "motif.toml", cwd=tmp_path)
    assert done.status == 2
    assert "--scale-bytes: `rules.toml` is not valid; expected a trace; messages of programs and motifs have sizes" in done.err


FILE = """
#include <mpi.h>
int main(int argc, char **argv)
{
    static double data[100];
    int rank;
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "out.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 800 * rank, data, 100, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Sendrecv_replace(data, 10, MPI_DOUBLE, 1 - rank, 0, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""

PARTITIONED = """
#include <mpi.h>
int main(int argc, char **argv)
{
    static double data[100];
    int rank;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Psend_init(data, 2, 50, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(data, 2, 50, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    if (rank == 0)
        MPI_Pready_range(0, 1, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Sendrecv_replace(data, 10, MPI_DOUBLE, 1 - rank, 0, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize(
    ("program", "functions", "what"),
    [
        (FILE, ["MPI_File_write_at"], "accesses to files"),
        (PARTITIONED, ["MPI_Psend_init", "MPI_Precv_init"], "partitioned messages"),
    ],
    ids=["file", "partitioned"],
)
def test_files_and_partitions_are_refused_unless_no_rule_changes_them(windtunnel, tmp_path, program, functions, what):
    trace = record(windtunnel, tmp_path, windtunnel.compile(program, tmp_path / "program"), "it", ranks=2)
    plain = replay(windtunnel, tmp_path, trace, out="plain")
    assert plain.status == 0, plain.err
    (tmp_path / "rules.toml").write_text("[[message]]\nscale = 2\n")
    done = replay(windtunnel, tmp_path, trace, "--scale-bytes", "rules.toml")
    assert done.status == 1
    assert f"rules.toml:1: {what} are not scaled; expected a rule for other calls, or before it one" in done.err, done.err
    # As the message advises; the other messages are still scaled.
    spared = "".join(f'[[message]]\nfunction = "{function}"\nscale = 1\n' for function in functions)
    (tmp_path / "rules.toml").write_text(f"{spared}[[message]]\nscale = 2\n")
    done = replay(windtunnel, tmp_path, trace, "--scale-bytes", "rules.toml")
    assert done.status == 0, done.err
    polars = pytest.importorskip("polars")
    sizes = [polars.read_parquet(tmp_path / name / "messages" / "*.parquet")["bytes"].to_list() for name in ("plain", "again")]
    assert [(of.count(80), of.count(160)) for of in sizes] == [(2, 0), (0, 2)]
