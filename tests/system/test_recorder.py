"""Programs that run on a real MPI library and are recorded there: their replay is the run on a simulated machine.

MPICH is that of the tests' own Python. Open MPI's commands are in WT_OPENMPI or build/openmpi/bin (`make test-libraries` fetches it);
without it, its tests are skipped. Each program is simulated itself, too: the posts of both must be the same.
"""

import json
import os
import random
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

# Their messages, and the order in which they take them, do not depend on time, and they use no function of MPI 4, which Open MPI 5
# lacks. tests/conformance/test_recorded_mpich.py has more of them.
CASES = [("mpich", "pf3d"), *(("openmpi", name) for name in ("comm_create", "pf3d", "file_random"))]


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
        command = self.command(program, *arguments, ranks=ranks)
        done = self.windtunnel.execute(*command, env={"WT_TRACE": str(trace)}, cwd=trace.parent)
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


@pytest.mark.soak
def test_more_ranks_than_cores_are_a_normal_way_to_record(windtunnel, tmp_path, manifest):
    """256 ranks, which take 3 GB and half a minute on two cores."""
    polars = pytest.importorskip("polars")
    real, words = Real(windtunnel, "mpich"), ["-b", "4", "-i", "2"]
    source = ROOT / "examples" / "halo3d.c"
    options = ["-q", *MACHINE, "--observe", "messages"]
    windtunnel.must("run", *options, "-n", 256, "--out", "simulated", source, *words, cwd=tmp_path)
    real.record(real.build(source, tmp_path / "halo3d"), *words, trace=tmp_path / "real.trace", ranks=256)
    windtunnel.must("replay", *options, "--out", "replayed", "real.trace", cwd=tmp_path)
    made = [polars.read_parquet(tmp_path / run / "messages") for run in ("simulated", "replayed")]
    columns = ["source", "destination", "tag", "bytes"]
    assert made[0].height > 1000
    assert made[0].select(columns).sort(columns).equals(made[1].select(columns).sort(columns))
    times = [manifest(tmp_path / run)["simulated_time_ps"] for run in ("simulated", "replayed")]
    assert times[0] == times[1]


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
    int rank;
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    if (rank == 1) MPI_File_write_shared(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_ordered(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def test_what_is_not_recorded_is_counted_and_named(windtunnel, real, tmp_path):
    done = real.record(real.build(LOST, tmp_path / "lost"), trace=tmp_path / "real.trace")
    said = [line for line in done.err.splitlines() if line.startswith("windtunnel: recording:")]
    assert said == ["windtunnel: recording: rank 0: not recorded: 1 × MPI_File_write_ordered"], said
    replayed = windtunnel.must("replay", *MACHINE, "--out", "replayed", "real.trace", cwd=tmp_path)
    assert "not recorded: 1 × MPI_File_write_ordered" in replayed.err
    # They are calls of the trace, without effect.
    rows = windtunnel.must("trace", "info", "real.trace", cwd=tmp_path).out.splitlines()
    assert any(re.match(r"MPI_File_write_ordered +4 +0 +0 ", row) for row in rows), rows


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


def endless(windtunnel, folder):
    """A program whose ranks exchange messages for ever, being recorded; with the files of their numbers."""
    real = Real(windtunnel, "mpich")
    command = [str(word) for word in real.command(real.build(ENDLESS, folder / "endless"))]
    environment = {**windtunnel.environment, "WT_TRACE": str(folder / "real.trace")}
    return subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.DEVNULL)


@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(3, 30))])
def test_whenever_a_rank_is_killed_the_others_replay_as_far_as_they_go(windtunnel, tmp_path, seed):
    chance = random.Random(seed)
    job = endless(windtunnel, tmp_path)
    victim, numbers = chance.randrange(RANKS), [tmp_path / f"pid-{rank}" for rank in range(RANKS)]
    try:
        deadline = time.monotonic() + 60
        while not all(number.exists() and number.read_text().endswith("\n") for number in numbers):
            assert time.monotonic() < deadline and job.poll() is None, "the ranks do not start"
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.5))
        os.kill(int(numbers[victim].read_text()), signal.SIGKILL)
        job.wait(timeout=60)
    finally:
        job.kill()
    done = windtunnel("replay", "-q", *MACHINE, "--out", "replayed", "--observe", "messages", "real.trace", cwd=tmp_path)
    assert "panic" not in done.err, done.err
    said = re.search(
        r"real.trace: ranks? ([\d, and]+) w\w+ stopped or killed before MPI_Finalize; what came later is missing", done.err
    )
    assert said and str(victim) in re.findall(r"\d+", said[1]), done.err
    # All that is there of a round is a message of each rank, but for the last: each rank is ahead of those before it by a round at most.
    polars = pytest.importorskip("polars")
    sent = polars.read_parquet(tmp_path / "replayed" / "messages").group_by("source").len().sort("source")["len"].to_list()
    assert not sent or max(sent) - min(sent) <= RANKS, sent


def test_info_counts_what_the_program_calls_and_merge_keeps_it(windtunnel, tmp_path, manifest):
    real = Real(windtunnel, "mpich")
    source = CONFORMANCE / "pf3d.c"
    simulated = windtunnel.must("run", "-q", "-n", RANKS, *MACHINE, "--out", "simulated", source, cwd=tmp_path)
    real.record(real.build(source, tmp_path / "pf3d"), trace=tmp_path / "real.trace")
    windtunnel.must("trace", "merge", "real.trace", "-o", "whole.trace", cwd=tmp_path)
    replayed = windtunnel.must("replay", "-q", *MACHINE, "--out", "replayed", "whole.trace", cwd=tmp_path)
    assert replayed.last_line == simulated.last_line
    lines = windtunnel.must("trace", "info", "real.trace", cwd=tmp_path).out.splitlines()
    assert lines[1].split() == ["ranks", str(RANKS)]
    rows = {line.split()[0]: [int(word) for word in line.split()[1:]] for line in lines[5:]}
    functions = {entry["function"]: entry["calls"] for entry in manifest(tmp_path / "simulated")["time"]["functions"]}
    assert {name: row[0] for name, row in rows.items()} == functions
    data = json.loads(windtunnel.must("trace", "info", "--json", "real.trace", cwd=tmp_path).out)
    assert (data["ranks"], data["whole"], data["cut"]) == (RANKS, True, [])
    assert {
        one["function"]: [one[key] for key in ("calls", "messages", "bytes", "not_on_world")] for one in data["functions"]
    } == rows
    assert lines[2].split()[1] == f"{data['compute_ps'] / 1e12:.6f}"
    assert [lines[0].split(maxsplit=1)[1]] == data["libraries"] and data["counters"] == []
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
    assert done.status == 2 and "empty: has no file rank-0.trace, rank-1.trace, …" in done.err, done.err


TIMED = """
#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}
int main(int argc, char **argv)
{
    int rank;
    long long times[4];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    times[0] = now();
    MPI_Barrier(MPI_COMM_WORLD);
    times[1] = now();
    if (rank == 1) usleep(150000);
    times[2] = now();
    MPI_Barrier(MPI_COMM_WORLD);
    times[3] = now();
    printf("%d %lld %lld %lld %lld\\n", rank, times[0], times[1], times[2], times[3]);
    MPI_Finalize();
    return 0;
}
"""


def test_a_recording_is_shown_with_its_own_times(windtunnel, real, tmp_path, manifest):
    polars = pytest.importorskip("polars")
    done = real.record(real.build(TIMED, tmp_path / "timed"), trace=tmp_path / "real.trace")
    clock = {int(words[0]): list(map(int, words[1:])) for words in map(str.split, done.out.splitlines())}
    options = ["-q", "-p", "fat-tree", "--observe", "timeline"]
    for trace in ("real.trace", "whole.trace"):
        if trace == "whole.trace":
            windtunnel.must("trace", "merge", "real.trace", "-o", trace, cwd=tmp_path)
        windtunnel.must("replay", *options, "--recorded-times", "--out", f"own-{trace}", trace, cwd=tmp_path)
        timeline = polars.read_parquet(tmp_path / f"own-{trace}" / "timeline").filter(polars.col("state") == "MPI_Barrier")
        for rank in range(RANKS):
            before, after = timeline.filter(polars.col("rank") == rank).sort("start").to_dicts()
            # From the first barrier's end to the second one's: at least until rank 1 came, at most what the rank's own clock says.
            passed = (after["end"] - before["end"]) / 1000
            least, most = clock[1][2] - clock[rank][1], clock[rank][3] - clock[rank][0]
            assert 0.99 * least <= passed <= 1.01 * most, (rank, least, passed, most)
        # Rank 1 has slept outside of MPI, which costs its thread no time and takes time all the same.
        rows = polars.read_parquet(tmp_path / f"own-{trace}" / "timeline").filter(polars.col("rank") == 1)
        assert (
            rows.filter(polars.col("state") == "compute").select((polars.col("end") - polars.col("start")).max()).item()
            >= 148e9
        )
    # Its simulation lacks this wait: a sleep takes no CPU time.
    windtunnel.must("replay", *options, "--compute", "none", "--out", "simulated", "real.trace", cwd=tmp_path)
    compared = windtunnel.must("trace", "compare", "real.trace", "simulated", cwd=tmp_path)
    off = [line for line in compared.out.splitlines() if line.endswith(" % off")]
    assert off and off[0].startswith("MPI_Barrier main (timed.c:23)"), compared.out
    assert "the program has made the same calls" in compared.out
    longer = re.search(r"real.trace takes (\S+) s of a rank longer than simulated in MPI_Barrier", compared.out)
    in_mpi = re.search(r"^in MPI +(\S+)", compared.out, re.MULTILINE)
    # Three of four ranks wait for 150 ms; longer where the machine is busy.
    assert longer and in_mpi and 0.1 <= float(longer[1]) <= float(in_mpi[1]), compared.out
    assert compared.out.splitlines()[-1].startswith("which host, link or setting is behind it: `windtunnel calibrate check`")
    assert re.search(r"^ranks +4 +4$", compared.out, re.MULTILINE)
    same = windtunnel.must("trace", "compare", "real.trace", "whole.trace", cwd=tmp_path)
    assert " 0 off: " in same.out
    # The recording names the library.
    library = {"mpich": r"MPICH \d+\.\d+", "openmpi": r"Open MPI v\d+\.\d+"}[real.name]
    for trace in ("real.trace", "whole.trace"):
        assert re.match(f"library      {library}", windtunnel.must("trace", "info", trace, cwd=tmp_path).out)


ORDERED = """
#include <mpi.h>
#include <unistd.h>
static int polled(int tag)
{
    int flag;
    MPI_Iprobe(1, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    return flag;
}
/* Each of the others sends in its turn; with an argument, from the last to the first, and rank 0 polls more often. */
int main(int argc, char **argv)
{
    int rank, size, value = 0, back = argc > 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        for (int i = 1; i < size; i++) {
            int turn = back ? size - i : i;
            MPI_Send(&value, 1, MPI_INT, turn, 1, MPI_COMM_WORLD);
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        for (int tag = 10; tag < (back ? 30 : 12); tag++) polled(tag);
        if (back && argc > 2) usleep(500000);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 3) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def test_what_is_chance_is_no_difference_of_the_program(windtunnel, tmp_path):
    real = Real(windtunnel, "mpich")
    program = real.build(ORDERED, tmp_path / "ordered")
    for name, words in (("there", []), ("back", ["back"]), ("late", ["back", "late"]), ("more", ["back", "late", "more"])):
        real.record(program, *words, trace=tmp_path / f"{name}.trace")

    def compared(one, other):
        return windtunnel.must("trace", "compare", f"{one}.trace", f"{other}.trace", cwd=tmp_path).out

    same = compared("there", "there")
    assert "the program has made the same calls" in same and "chance" not in same and "longer" not in same, same
    # A receive from any source, and polls.
    other = compared("there", "back")
    assert "the program has made the same calls" in other, other
    assert "by chance, 2 call sites have polled more or less often, or taken messages in another order" in other, other
    assert "the program has made other calls: their number differs at 1 call sites" in compared("late", "more")
    # All of it is lost on one rank, and the others wait for it.
    slow = compared("late", "back")
    lost = re.search(
        r"late.trace takes [\d.]+ s of a rank longer than back.trace outside of MPI, 0\.[45]\d+ s of it on rank 0:", slow
    )
    assert lost and "longer than back.trace in MPI_Barrier (1 call sites off)" in slow, slow


def test_times_are_those_of_recordings_of_real_runs(windtunnel, tmp_path):
    windtunnel.must("record", "-q", "-n", 2, *MACHINE, "-o", "own.trace", ROOT / "examples" / "ring.c", cwd=tmp_path)
    for words in (["trace", "compare", "own.trace", "own.trace"], ["replay", "-q", *MACHINE, "--recorded-times", "own.trace"]):
        done = windtunnel(*words, cwd=tmp_path)
        assert done.status == 2 and "own.trace: has no recorded times" in done.err, done.err


def test_counts_of_blocks_are_joined_and_give_their_times(windtunnel, tmp_path, manifest):
    """The times of a processor that retires 2.5 instructions in each nanosecond."""
    polars = pytest.importorskip("polars")
    windtunnel_package = pytest.importorskip("windtunnel")
    source = ROOT / "examples" / "halo3d.c"
    windtunnel.must("record", "-q", "-n", 4, "-p", "fat-tree", "-o", "plain.trace", source, "-b", 16, "-i", 6, cwd=tmp_path)
    options = ["-q", "-p", "fat-tree", "--observe", "blocks"]
    windtunnel.must("replay", *options, "--out", "plain", "plain.trace", cwd=tmp_path)
    blocks = polars.read_parquet(tmp_path / "plain" / "blocks")
    sites = polars.read_parquet(tmp_path / "plain" / "sites")
    # An optimising compiler may have made several calls of one. A block of no time begins with the next one: sorted by duration, too.
    counts = (
        blocks.sort("rank", "start", "duration")
        .join(sites, on="site", maintain_order="left")
        .with_columns(
            occurrence=polars.col("site").cum_count().over("rank", "description") - 1,
            instructions=(polars.col("duration") * 2.5e-3).round().cast(int),
            loads=polars.lit(7),
        )
    )
    named = counts.select("rank", polars.col("description").alias("site"), "occurrence", "instructions", "loads")
    named.write_csv(tmp_path / "counts.csv")
    windtunnel.must("trace", "merge", "plain.trace", "--counters", "counts.csv", "-o", "counted.trace", cwd=tmp_path)
    info = windtunnel.must("trace", "info", "counted.trace", cwd=tmp_path).out
    assert info.startswith("counters     instructions, loads\n"), info
    windtunnel.must(
        "replay", *options, "--compute", "trace:instructions@2.5e9", "--out", "counted", "counted.trace", cwd=tmp_path
    )
    windtunnel.must("replay", *options, "--out", "names", "counted.trace", cwd=tmp_path)
    models = windtunnel_package.fit_blocks(
        tmp_path / "names", {name: ["p1"] for name in counts.filter(polars.col("duration") > 1e6)["description"].unique()}
    )
    models.write(tmp_path / "model.toml")
    windtunnel.must("replay", *options, "--compute", "measured+model.toml", "--out", "fitted", "counted.trace", cwd=tmp_path)
    expected = manifest(tmp_path / "plain")["simulated_time_ps"]
    for run in ("counted", "fitted"):
        own = polars.read_parquet(tmp_path / run / "blocks").sort("rank", "start", "duration")
        long = blocks.sort("rank", "start", "duration").with_columns(here=own["duration"]).filter(polars.col("duration") > 1e6)
        assert long.height > 20
        worst = long.select(((polars.col("here") - polars.col("duration")).abs() / polars.col("duration")).max()).item()
        assert worst < 0.01, (run, worst)
        assert abs(manifest(tmp_path / run)["simulated_time_ps"] / expected - 1) < 0.01, run
    # A counter that is not there, and one where there are none.
    done = windtunnel("replay", *options, "--compute", "trace:cycles@1e9", "--out", "none", "counted.trace", cwd=tmp_path)
    assert done.status == 2 and "have no counter `cycles`; it has instructions, loads" in done.err, done.err
    done = windtunnel("replay", *options, "--compute", "trace:cycles@1e9", "--out", "none", "plain.trace", cwd=tmp_path)
    assert done.status == 2 and "`windtunnel trace merge --counters` joins them" in done.err, done.err
    done = windtunnel("replay", *options, "--compute", "trace:cycles@fast", "--out", "none", "plain.trace", cwd=tmp_path)
    assert done.status == 2 and "for example `trace:instructions@2.5e9`" in done.err, done.err
    done = windtunnel("run", *options, "--compute", "trace:cycles@1e9", "--out", "none", "-n", 2, source, cwd=tmp_path)
    assert done.status == 2 and "expected a trace, whose blocks have counters" in done.err, done.err


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
