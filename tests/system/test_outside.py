"""Ranks that meet outside of MPI: in files, pipes, sockets, shared memory."""

import pytest
from test_determinism import same

from conftest import ROOT
from tunnel import TWO_HOSTS

KINDS = ["tcp", "file", "file_opened", "file_slept", "fifo", "fifo_written", "yield", "barrier", "semaphore"]


@pytest.fixture(scope="module")
def outside(windtunnel, tmp_path_factory):
    return windtunnel.compile(ROOT / "tests" / "system" / "outside.c", tmp_path_factory.mktemp("outside") / "outside", "-lpthread")


@pytest.mark.parametrize("mode", ["images", "processes"])
@pytest.mark.parametrize("kind", KINDS)
def test_ranks_meet(windtunnel, outside, tmp_path, kind, mode):
    platform = tmp_path / "platform.toml"
    platform.write_text(TWO_HOSTS)
    folders = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        done = windtunnel.must("run", "-q", "--compute", "none", "--mode", mode, "-n", "2", "-p", platform, "--out", tmp_path / name / "run",
                               outside, kind, cwd=tmp_path, timeout=60)
        assert sorted(done.out.splitlines()) == [f"{kind}: rank {rank} has met in time" for rank in (0, 1)]
        folders.append(tmp_path / name / "run")
    same(*folders)


FOR_EVER = """#include <mpi.h>
#include <sched.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (volatile int never = 0; rank == 1 && !never;)
        sched_yield(); /* here */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def test_a_wait_without_end_is_told(windtunnel, tmp_path):
    program = windtunnel.compile(FOR_EVER, tmp_path / "for-ever", "-g")
    done = windtunnel("run", "--compute", "none", "-n", "2", "-p", "two-hosts", "--time-limit", "20", program, cwd=tmp_path)
    line = 1 + next(at for at, text in enumerate(FOR_EVER.splitlines()) if "/* here */" in text)
    assert done.status == 1
    assert f"rank 1 waits outside of MPI, in sched_yield at main (for-ever.c:{line})" in done.err
