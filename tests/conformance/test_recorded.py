"""Every conformance program recorded and replayed: the replay takes the same simulated time to the picosecond and sends the
same messages."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from programs import HERE, Prefix, execute, find

# Programs whose replay need not take the same time, and why.
DIFFERENT: dict[str, str] = {}
SAME = ("ending", "program_status", "simulated_time_ps", "messages", "bytes", "collectives")


def simulated(folder):
    """What a run's manifest says that a replay must say as well."""
    manifest = json.loads((folder / "run.json").read_text())
    return {key: manifest[key] for key in SAME}


def cases(every):
    """Programs with all their numbers of ranks, or with one each."""
    for program in find():
        one = max((ranks for ranks in program.ranks if ranks <= 8), default=program.ranks[0])
        for ranks in program.ranks:
            if (ranks != one) if every else (ranks == one):
                yield pytest.param(program, ranks, id=f"{program.name}-{ranks}")


@pytest.fixture(scope="module")
def prefix():
    prefix = Prefix()
    assert not prefix.missing, prefix.missing
    return prefix


def same(program, ranks, prefix, tmp_path):
    """Records a program and replays it."""
    if program.name in DIFFERENT:
        pytest.skip(DIFFERENT[program.name])
    executable = prefix.build(program)
    common = ["-q", "-p", HERE / "machine.toml", "--compute", "none"]
    trace = tmp_path / "a.trace"
    record = [prefix.windtunnel, "record", *common, "-n", ranks, "--mode", program.modes[0], "-o", trace]
    recorded = execute([*record, "--out", tmp_path / "recorded", "--", executable, *program.arguments], program.environment)
    assert recorded.status == 0, recorded.stderr[-2000:]
    replay = [prefix.windtunnel, "replay", *common, "--out", tmp_path / "replayed", trace]
    replayed = execute(replay, cwd=tmp_path)
    assert replayed.status == 0, replayed.stderr[-2000:]
    assert simulated(tmp_path / "replayed") == simulated(tmp_path / "recorded")


@pytest.mark.parametrize("program, ranks", cases(every=False))
def test_a_replay_takes_as_long_as_what_was_recorded(program, ranks, prefix, tmp_path):
    same(program, ranks, prefix, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("program, ranks", cases(every=True))
def test_a_replay_takes_as_long_for_any_number_of_ranks(program, ranks, prefix, tmp_path):
    same(program, ranks, prefix, tmp_path)


@pytest.mark.parametrize("ranks, columns", [(16, 2), (24, 3), (64, 8)])
def test_alltoalls_of_rows_and_columns_replay_exactly(ranks, columns, prefix, tmp_path):
    source = HERE / "pf3d.c"
    common = ["-q", "-p", "torus-3d", "--compute", "none"]
    trace = tmp_path / "pf3d.trace"
    words = [prefix.windtunnel, "record", *common, "-n", ranks, "-o", trace, "--out", tmp_path / "recorded", source]
    recorded = execute([*words, columns, 6, 20_000], cwd=tmp_path)
    assert recorded.status == 0, recorded.stderr[-2000:]
    replayed = execute([prefix.windtunnel, "replay", *common, "--out", tmp_path / "replayed", trace], cwd=tmp_path)
    assert replayed.status == 0, replayed.stderr[-2000:]
    assert simulated(tmp_path / "replayed") == simulated(tmp_path / "recorded")


ABORTS = """#include <mpi.h>
int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks, index, flag;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    char byte = 0;
    MPI_Request requests[2];
    if (rank == 0) {
        MPI_Recv(&byte, 1, MPI_CHAR, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Abort(MPI_COMM_WORLD, 7);
    }
    if (rank == 1) MPI_Send(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    if (rank == 2) MPI_Probe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 3)
        for (flag = 0; !flag;) MPI_Iprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Irecv(&byte, 1, MPI_CHAR, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&byte, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitany(2, requests, &index, MPI_STATUSES_IGNORE);
    MPI_Finalize();
}
"""


def test_a_program_that_aborts_does_so_in_the_replay(prefix, tmp_path):
    (tmp_path / "aborts.c").write_text(ABORTS)
    common = ["-q", "-p", "two-hosts", "--oversubscribe", "--compute", "none"]
    record = [prefix.windtunnel, "record", *common, "-n", 5, "-o", "a.trace", "--out", "recorded", "aborts.c"]
    recorded = execute(record, cwd=tmp_path)
    replayed = execute([prefix.windtunnel, "replay", *common, "--out", "replayed", "a.trace"], cwd=tmp_path)
    assert recorded.status == replayed.status != 0, recorded.stderr + replayed.stderr
    assert "recording" not in replayed.stderr and "damaged" not in replayed.stderr
    assert simulated(tmp_path / "replayed") == simulated(tmp_path / "recorded")
