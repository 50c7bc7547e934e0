"""Phases cut out of traces: their replay is the run of a program that does nothing else."""

import pytest
from test_recorder import Real

from conftest import ROOT

MACHINE = ["-p", "fat-tree", "--compute", "none"]

PROGRAM = """
#include <mpi.h>
#include <stdlib.h>
#if defined ALL
#define OTHER(call) call
#else
#define OTHER(call) (void)0
#endif
int main(int argc, char **argv)
{
    int rank, size, place, others, flag = 0;
    static double out[4000], in[4000], all[64];
    MPI_Comm half;
    MPI_Request requests[2], late, again;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &place);
    MPI_Comm_size(half, &others);
    MPI_Pcontrol(1);
    OTHER(MPI_Bcast(out, 4000, MPI_DOUBLE, 0, MPI_COMM_WORLD));
    OTHER(MPI_Irecv(in, 4000, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &requests[0]));
    OTHER(MPI_Isend(out, 4000, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, &requests[1]));
    OTHER(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    OTHER(MPI_Barrier(half));
    /* What this posts is waited for in the next phase, together with what that posts. */
    OTHER(MPI_Ibarrier(MPI_COMM_WORLD, &late));
    MPI_Pcontrol(2);
    for (int step = 0; step < 3; step++) {
        MPI_Irecv(in, 100, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, 100, MPI_DOUBLE, next, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        MPI_Allreduce(MPI_IN_PLACE, all, 64, MPI_DOUBLE, MPI_SUM, half);
        MPI_Sendrecv(out, 3000, MPI_DOUBLE, (place + 1) % others, 3, in, 3000, MPI_DOUBLE, (place + others - 1) % others, 3, half,
                     MPI_STATUS_IGNORE);
    }
    MPI_Iallreduce(MPI_IN_PLACE, all, 64, MPI_DOUBLE, MPI_SUM, half, &again);
    MPI_Pcontrol(3);
    OTHER(MPI_Wait(&late, MPI_STATUS_IGNORE));
    MPI_Wait(&again, MPI_STATUS_IGNORE);
    OTHER(MPI_Reduce(rank ? all : MPI_IN_PLACE, all, 64, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD));
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
"""


def test_a_replay_of_a_phase_takes_the_time_of_a_program_that_does_nothing_else(windtunnel, tmp_path):
    (tmp_path / "program.c").write_text(PROGRAM)
    windtunnel.compile(tmp_path / "program.c", tmp_path / "whole", "-DALL")
    windtunnel.compile(tmp_path / "program.c", tmp_path / "part")
    only = windtunnel.must("run", "-q", "-n", 6, *MACHINE, "--out", "only", "./part", cwd=tmp_path)
    whole = windtunnel.must("record", "-q", "-n", 6, *MACHINE, "-o", "whole.trace", "./whole", cwd=tmp_path)
    windtunnel.must("trace", "cut", "whole.trace", "--phase", "2", "-o", "cut.trace", cwd=tmp_path)
    replayed = windtunnel.must("replay", "-q", *MACHINE, "--out", "replayed", "cut.trace", cwd=tmp_path)
    assert replayed.last_line == only.last_line != whole.last_line
    done = windtunnel("trace", "cut", "whole.trace", "--phase", "2", "-o", "cut.trace", cwd=tmp_path)
    assert done.status == 2 and "cut.trace: already exists" in done.err, done.err


CROSSING = """
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Pcontrol(1);
    if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
    MPI_Pcontrol(2);
    if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        ("1", "in phase `1` rank 0 sends 1 messages of tag 9 to rank 1, which does not receive them in it"),
        ("2", "in phase `2` rank 1 receives 1 messages of tag 9 from rank 0, which does not send them in it"),
        ("solve", "has no phase `solve`; expected one of 1, 2"),
    ],
)
def test_what_can_not_be_cut_is_told_and_leaves_no_file(windtunnel, tmp_path, phase, said):
    (tmp_path / "program.c").write_text(CROSSING)
    windtunnel.must("record", "-q", "-n", 2, *MACHINE, "-o", "whole.trace", "program.c", cwd=tmp_path)
    done = windtunnel("trace", "cut", "whole.trace", "--phase", phase, "-o", "cut.trace", cwd=tmp_path)
    assert done.status == 2 and f"whole.trace: {said}" in done.err.replace("can't be cut: ", ""), done.err
    assert not (tmp_path / "cut.trace").exists()


def test_windows_are_not_cut(windtunnel, tmp_path):
    source = ROOT / "tests" / "conformance" / "rma_fence.c"
    windtunnel.must("record", "-q", "-n", 4, *MACHINE, "-o", "whole.trace", source, cwd=tmp_path)
    done = windtunnel("trace", "cut", "whole.trace", "--phase", "0", "-o", "cut.trace", cwd=tmp_path)
    assert done.status == 2 and "whole.trace: can't be cut: it uses windows (rank 0)" in done.err, done.err


STEPS = """
#include <mpi.h>
#if defined ALL
#define OTHER(call) call
#else
#define OTHER(call) (void)0
#endif
static double out[3000], in[3000];
static int next, before;
static void exchange(int tag)
{
    MPI_Request requests[2];
    MPI_Irecv(in, 3000, MPI_DOUBLE, before, tag, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, 3000, MPI_DOUBLE, next, tag, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    OTHER(exchange(1));
    OTHER(MPI_Barrier(MPI_COMM_WORLD));
    for (int step = 0; step < 3; step++) {
        exchange(2);
        MPI_Allreduce(MPI_IN_PLACE, out, 10, MPI_DOUBLE, MPI_SUM, half);
        MPI_Bcast(out, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    OTHER(exchange(3));
    OTHER(MPI_Barrier(MPI_COMM_WORLD));
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
"""


def test_a_part_between_times_begins_and_ends_where_all_ranks_are_at_one_place(windtunnel, tmp_path):
    polars = pytest.importorskip("polars")
    (tmp_path / "steps.c").write_text(STEPS)
    only = windtunnel.must("run", "-q", "-n", 4, *MACHINE, "--out", "only", "steps.c", cwd=tmp_path)
    real = Real(windtunnel, "mpich")
    real.record(real.build(STEPS, tmp_path / "steps", "-DALL"), trace=tmp_path / "whole.trace")
    options = ["-q", "-p", "fat-tree", "--recorded-times", "--observe", "timeline"]
    windtunnel.must("replay", *options, "--out", "own", "whole.trace", cwd=tmp_path)
    calls = polars.read_parquet(tmp_path / "own" / "timeline").filter(polars.col("state").is_in(["MPI_Barrier", "MPI_Bcast"]))
    by_rank = [calls.filter(polars.col("rank") == rank).sort("start")["start"].to_list() for rank in range(4)]
    earliest = [min(times) for times in zip(*by_rank, strict=True)]
    # From the first barrier to the last of three steps: as late as can be, and a nanosecond more than the operation before.
    bounds = ["--from", f"{earliest[0]} ps", "--to", f"{earliest[2] + 1000} ps"]
    windtunnel.must("trace", "cut", "whole.trace", *bounds, "-o", "cut.trace", cwd=tmp_path)
    replayed = windtunnel.must("replay", "-q", *MACHINE, "--out", "replayed", "cut.trace", cwd=tmp_path)
    assert replayed.last_line == only.last_line
    # A part is a recording, too.
    assert " 0 off: " in windtunnel.must("trace", "compare", "cut.trace", "cut.trace", cwd=tmp_path).out
    for bounds, said in [
        (["--from", f"{earliest[4] + 1000} ps"], "can't be cut: after "),
        (["--from", f"{earliest[1]} ps", "--to", f"{earliest[1]} ps"], "can't be cut: between "),
    ]:
        done = windtunnel("trace", "cut", "whole.trace", *bounds, "-o", "none.trace", cwd=tmp_path)
        assert done.status == 2 and said in done.err and not (tmp_path / "none.trace").exists(), done.err
    done = windtunnel("trace", "cut", "whole.trace", "--phase", "0", "--to", "1 s", "-o", "none.trace", cwd=tmp_path)
    assert done.status == 2 and "--phase" in done.err, done.err
    windtunnel.must("record", "-q", "-n", 2, *MACHINE, "-o", "simulated.trace", ROOT / "examples" / "ring.c", cwd=tmp_path)
    done = windtunnel("trace", "cut", "simulated.trace", "--from", "1 us", "-o", "none.trace", cwd=tmp_path)
    assert done.status == 2 and "simulated.trace: has no recorded times" in done.err, done.err
