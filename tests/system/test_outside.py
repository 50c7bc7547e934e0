"""Ranks that meet outside of MPI: in files, pipes, sockets, shared memory."""

import sys

import pytest
from test_determinism import same

from conftest import ROOT
from tunnel import TWO_HOSTS

SEVERAL = ["poll", "ppoll", "polled", "epoll", "select"]
CONTENTS = [f"file:{how}" for how in ("stat", "fstat", "seek", "read", "pread", "mapped")]
LOCKS = [f"lock:{how}" for how in ("flock", "lockf", "record", "tried")]
SHARED = ["yield", "barrier", "semaphore", "trywait", "mutex", "trylock", "condition", "condition_broadcast", "queue", "set"]
KINDS = ["tcp", "file", "file_opened", "file_slept", *CONTENTS, *LOCKS, "fifo", "fifo_written", *SHARED, *SEVERAL]


@pytest.fixture(scope="module")
def outside(windtunnel, tmp_path_factory):
    return windtunnel.compile(
        ROOT / "tests" / "system" / "outside.c", tmp_path_factory.mktemp("outside") / "outside", "-lpthread"
    )


@pytest.mark.parametrize("mode", ["images", "processes"])
@pytest.mark.parametrize("kind", KINDS)
def test_ranks_meet(windtunnel, outside, tmp_path, kind, mode):
    platform = tmp_path / "platform.toml"
    platform.write_text(TWO_HOSTS)
    folders = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        done = windtunnel.must(
            "run",
            "-q",
            "--compute",
            "none",
            "--mode",
            mode,
            "-n",
            "2",
            "-p",
            platform,
            "--out",
            tmp_path / name / "run",
            outside,
            kind,
            cwd=tmp_path,
            timeout=60,
        )
        assert sorted(done.out.splitlines()) == [f"{kind}: rank {rank} has met in time" for rank in (0, 1)]
        folders.append(tmp_path / name / "run")
    same(*folders)


ASYNCIO = """import asyncio
from mpi4py import MPI

comm = MPI.COMM_WORLD


async def serve():
    served, all_served = [], asyncio.Event()

    async def answer(reader, writer):
        number = int(await reader.readline())
        await asyncio.sleep(0.001 * number)
        writer.write(b"%d\\n" % (number * number))
        await writer.drain()
        writer.close()
        served.append(number)
        if len(served) == comm.size - 1:
            all_served.set()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    comm.bcast(server.sockets[0].getsockname()[1])
    await all_served.wait()
    server.close()
    print("served", served)


async def ask():
    reader, writer = await asyncio.open_connection("127.0.0.1", comm.bcast(None))
    writer.write(b"%d\\n" % comm.rank)
    print("rank", comm.rank, "got", int(await asyncio.wait_for(reader.readline(), 10)))
    writer.close()


asyncio.run(serve() if comm.rank == 0 else ask())
"""


def test_ranks_that_talk_through_an_event_loop(windtunnel, tmp_path):
    (tmp_path / "talk.py").write_text(ASYNCIO)
    said = []
    for name in ("one", "two"):
        done = windtunnel.must(
            "run",
            "-q",
            "--compute",
            "none",
            "-n",
            "4",
            "-p",
            "fat-tree",
            "--out",
            name,
            sys.executable,
            "talk.py",
            cwd=tmp_path,
            timeout=120,
        )
        assert sorted(done.out.splitlines()) == ["rank 1 got 1", "rank 2 got 4", "rank 3 got 9", "served [1, 2, 3]"]
        said.append(next(line for line in done.err.splitlines() if "simulated time" in line))
    assert said[0] == said[1]
    assert 0.003 < float(said[0].split()[2]) < 0.0035


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
