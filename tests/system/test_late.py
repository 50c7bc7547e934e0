"""Ranks whose posts are collected only where they can act: run folders are the same as if each were collected at once.

The variable WT_WITHHOLD_POSTS has a driver withhold the posts of ranks, by a seed, until the engine collects them. WT_LATE_SEEDS=50 tries 50 seeds.
"""

import json
import os
import re
import sys

import polars
import pytest
from test_determinism import same

from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests" / "conformance"))
from programs import HERE, Prefix, find

SEEDS = range(1, 1 + int(os.environ.get("WT_LATE_SEEDS", "1")))
TABLES = ["--observe", "timeline,messages,blocks,waits,collectives,phases"]

# All blocks take this long, so that many ranks act at the same instant; or as long as they did when they were measured.
EQUAL = '[[block]]\nphase = "0"\ntime = "3 us"\n'

UNEQUAL = """#include <mpi.h>
#include <stdio.h>
static volatile double sink;
static void work(int amount) { for (int i = 0; i < amount; i++) sink += i; }
int main(int argc, char **argv)
{
    int rank, size, got, flag;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 4; step++) {
        MPI_Request requests[2];
        MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, step, MPI_COMM_WORLD, requests);
        work(20000 + 1000 * (rank * 7 % 5));
        MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, step, MPI_COMM_WORLD, requests + 1);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        work(5000 * (rank % 3));
        if (step % 2) MPI_Allreduce(MPI_IN_PLACE, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        long sum = 0;
        for (int i = 0; i < 3 * (size - 1); i++) {
            MPI_Status status;
            MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 100, MPI_COMM_WORLD, &status);
            work(3000);
            sum = sum * 31 + status.MPI_SOURCE;
            MPI_Send(&got, 1, MPI_INT, status.MPI_SOURCE, 101, MPI_COMM_WORLD);
        }
        printf("%ld\\n", sum);
    } else {
        for (int task = 0; task < 3; task++) {
            MPI_Request request;
            work(10000 + 3000 * (rank * 5 % 7));
            MPI_Send(&rank, 1, MPI_INT, 0, 100, MPI_COMM_WORLD);
            MPI_Irecv(&got, 1, MPI_INT, 0, 101, MPI_COMM_WORLD, &request);
            for (flag = 0; !flag;) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        }
    }
    printf("%d %.12f\\n", rank, MPI_Wtime());
    MPI_Finalize();
    return 0;
}
"""


def most_at_once(done):
    """How many ranks the driver held at most."""
    return int(re.search(r"^withheld: (\d+) ranks at once$", done.err, re.MULTILINE).group(1))


def compare(windtunnel, folder, *words, env=None):
    """Runs a command without the driver and with it, for each seed; returns how many ranks it held at most."""
    command, *rest = words
    # As many variables as with the driver: a program's heap holds copies of them.
    environment = {**(env or {}), "WT_WITHHOLD_NOTHING": "0"}
    kept = windtunnel.must(command, "-q", "--force", "--out", "kept", *TABLES, *rest, cwd=folder, env=environment)
    most = 0
    for seed in SEEDS:
        late = windtunnel.must(
            command,
            "-q",
            "--force",
            "--out",
            "late",
            *TABLES,
            *rest,
            cwd=folder,
            env={**(env or {}), "WT_WITHHOLD_POSTS": str(seed)},
        )
        assert late.out == kept.out
        same(folder / "kept", folder / "late")
        most = max(most, most_at_once(late))
    return most


@pytest.mark.parametrize("program", find(), ids=lambda program: program.name)
def test_conformance_programs(windtunnel, tmp_path, program):
    executable = Prefix().build(program)
    (tmp_path / "equal.toml").write_text(EQUAL)
    ranks = max((count for count in program.ranks if count <= 8), default=min(program.ranks))
    compare(
        windtunnel,
        tmp_path,
        "run",
        "-n",
        ranks,
        "-p",
        HERE / "machine.toml",
        "--compute",
        "none+equal.toml",
        executable,
        *program.arguments,
        env=program.environment,
    )


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_replayed_blocks(windtunnel, tmp_path, mode):
    program = windtunnel.compile(UNEQUAL, tmp_path / "unequal")
    options = ["run", "-n", 9, "-p", "fat-tree", "--mode", mode]
    windtunnel.must(*options, "-q", "--out", "measured", program, cwd=tmp_path)
    assert compare(windtunnel, tmp_path, *options, "--compute", "./measured", program) >= 3


def test_a_trace(windtunnel, tmp_path):
    program = windtunnel.compile(UNEQUAL, tmp_path / "unequal")
    for _ in range(20):
        windtunnel.must("record", "-q", "--force", "-n", 9, "-p", "fat-tree", "-o", "u.trace", program, cwd=tmp_path)
        windtunnel.must(
            "replay",
            "-q",
            "--force",
            "--out",
            "first",
            "-p",
            "ethernet-cluster",
            "--observe",
            "blocks",
            "u.trace",
            cwd=tmp_path,
        )
        blocks = polars.read_parquet(tmp_path / "first" / "blocks" / "*.parquet")
        if (blocks["duration"] == blocks["measured"]).all():
            break
    else:
        pytest.skip(
            "each of 20 recordings was disturbed by other programs: what is counted for a preempted block hangs on those before it"
        )
    # A recording runs ahead, so that it is seldom waited for.
    compare(windtunnel, tmp_path, "replay", "-p", "ethernet-cluster", "u.trace")


@pytest.mark.parametrize("motif", [["halo3d", "iterations=3", "compute=20 us"], ["sweep3d", "compute=5 us"]])
def test_motifs(windtunnel, tmp_path, motif):
    assert compare(windtunnel, tmp_path, "motif", "-n", 27, "-p", "torus-3d", *motif) >= 3


def test_a_bound_that_is_a_picosecond_too_late_is_noticed(windtunnel, tmp_path):
    motif = ["motif", "-q", "-n", 27, "-p", "torus-3d", "neighbours", "compute=20 us"]
    done = windtunnel(*motif, cwd=tmp_path, env={"WT_WITHHOLD_POSTS": "1,1"})
    assert done.status != 0 and "was not expected before" in done.err


# ---- ranks that compute at once: processes whose blocks are known beforehand ----

WORKERS = ("1", "2", "3", "7")

# Prints in its blocks, and appends to a file after some of them.
VISIBLE = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static volatile double sink;
static void work(int amount) { for (int i = 0; i < amount; i++) sink += i; }
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 6; step++) {
        int got, next = (rank + 1) % size, before = (rank + size - 1) % size;
        work(200000 + 20000 * ((rank * 5 + step) % 7));
        printf("%d computes %d\\n", rank, step);
        if (rank % 2) fprintf(stderr, "%d tells %d\\n", rank, step);
        work(20000 * (rank % 3));
        if (step == 3 && rank > 1 && argc > 1) {
            FILE *file = fopen("order.txt", "a");
            fprintf(file, "%d\\n", rank);
            fclose(file);
        }
        MPI_Sendrecv(&rank, 1, MPI_INT, next, 0, &got, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    printf("%d ends", rank);
    MPI_Finalize();
    return 0;
}
"""

FAILS = """#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile double sink;
static void work(int amount) { for (int i = 0; i < amount; i++) sink += i; }
int main(int argc, char **argv)
{
    int rank;
    const char *how = getenv("HOW");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 4; step++) {
        work(400000);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    /* Rank 1 is begun first; rank 3 fails sooner by the clock. */
    if (rank == 3) {
        printf("3 is here\\n"), fflush(stdout);
        if (strstr(how, "abort")) MPI_Abort(MPI_COMM_WORLD, 5);
        if (strstr(how, "crash") && !strstr(how, "open")) *(volatile int *)8 = 1;
        if (strstr(how, "exit")) exit(9);
        if (strstr(how, "kill")) kill(getpid(), SIGKILL);
        /* It goes on alone, and what it prints there comes before what later ranks have printed. */
        if (strstr(how, "open")) fclose(fopen("/dev/null", "a")), printf("3 has opened\\n");
        if (strstr(how, "open-crash")) *(volatile int *)8 = 1;
    }
    if (rank == 4) printf("4 is here\\n");
    work(2000000);
    if (rank == 1) {
        printf("1 is here\\n"), fflush(stdout);
        if (strstr(how, "dead")) kill(getpid(), SIGKILL);
        if (strstr(how, "two")) abort();
        if (strstr(how, "leave")) exit(7);
        if (strstr(how, "end")) MPI_Abort(MPI_COMM_WORLD, 6);
        if (strstr(how, "stuck")) MPI_Recv(&rank, 1, MPI_INT, 2, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""

INTERVALS = """#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static volatile double sink;
static double of(int clock)
{
    struct timespec now;
    syscall(SYS_clock_gettime, clock, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 10; step++) {
        double begin = of(CLOCK_MONOTONIC);
        for (int i = 0; i < 3000000; i++) sink += i;
        printf("%d %.9f %.9f\\n", rank, begin, of(CLOCK_MONOTONIC));
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
"""


def measured(windtunnel, folder, program, ranks, *words, env=None):
    """The options of a run whose blocks are those of a run made here."""
    options = ["run", "-n", ranks, "-p", "fat-tree", "--mode", "processes"]
    windtunnel.must(*options, "-q", "--force", "--out", "measured", program, *words, cwd=folder, env=env)
    return [*options, "-q", "--force", "--compute", "./measured"]


def by_workers(windtunnel, folder, options, *words, env=None, check=None):
    """Runs with each number of workers: folders, text and files have to be the same."""
    results = []
    for workers in WORKERS:
        (folder / "order.txt").unlink(missing_ok=True)
        done = windtunnel(*options, *TABLES, "--workers", workers, "--out", workers, *words, cwd=folder, env=env)
        order = folder / "order.txt"
        results.append((done.status, done.out, done.err, order.read_text() if order.exists() else None))
        if check is None:
            assert done.status == 0, done.err
            same(folder / WORKERS[0], folder / workers)
    for result in results[1:]:
        assert result == results[0]
    return results[0]


def test_any_number_of_workers_comes_to_the_same(windtunnel, tmp_path):
    program = windtunnel.compile(UNEQUAL.replace("i < amount", "i < 20 * amount"), tmp_path / "unequal")
    options = measured(windtunnel, tmp_path, program, 9)
    by_workers(windtunnel, tmp_path, options, program)
    assert '"computed_at_once": 1' not in (tmp_path / "2" / "host.json").read_text()


# Computes between posts of messages and their ends: short, long, and longer than what is kept for a rank that runs.
BETWEEN = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static volatile double sink;
static void work(int amount) { for (int i = 0; i < amount; i++) sink += i; }
int main(int argc, char **argv)
{
    enum { KINDS = 4, ROUNDS = 5 };
    static const int counts[KINDS] = { 1, 3000, 60000, 400000 };
    int rank, size, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    for (int kind = 0; kind < KINDS; kind++) {
        int count = counts[kind];
        int *out = malloc(count * sizeof *out), *in = malloc(count * sizeof *in), *sum = malloc(count * sizeof *sum);
        for (int round = 0; round < ROUNDS; round++) {
            MPI_Request requests[3];
            for (int i = 0; i < count; i++) out[i] = rank * 1000 + round + i, in[i] = -1;
            MPI_Irecv(in, count, MPI_INT, before, round, MPI_COMM_WORLD, &requests[0]);
            MPI_Isend(out, count, MPI_INT, next, round, MPI_COMM_WORLD, &requests[1]);
            MPI_Iallreduce(out, sum, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[2]);
            work(300000 + 30000 * (rank * 7 % 5));
            MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
            work(200000);
            for (int i = 0; i < count; i++) {
                wrong += in[i] != before * 1000 + round + i;
                wrong += sum[i] != 1000 * size * (size - 1) / 2 + size * (round + i);
                out[i] = -2;
            }
        }
        free(out), free(in), free(sum);
    }
    printf("%d: %d wrong\\n", rank, wrong);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("blocks", ["replayed", "modelled", "measured"])
def test_messages_of_ranks_that_compute(windtunnel, tmp_path, blocks):
    program = windtunnel.compile(BETWEEN, tmp_path / "between")
    (tmp_path / "rules.toml").write_text('[[block]]\nphase = "0"\ntime = "1 ms"\n')
    options = measured(windtunnel, tmp_path, program, 5)
    if blocks == "measured":
        done = windtunnel.must(*options[: options.index("--compute")], "--workers", 3, program, cwd=tmp_path)
        assert sorted(done.out.splitlines()) == [f"{rank}: 0 wrong" for rank in range(5)]
        return
    if blocks == "modelled":
        options[-1] = "none+rules.toml"
    _, out, _, _ = by_workers(windtunnel, tmp_path, options, program)
    assert sorted(out.splitlines()) == [f"{rank}: 0 wrong" for rank in range(5)]


# Not only when asked for: reductions of the program's own, which the engine has a rank run, and the order of what ranks print.
ALWAYS = ("coll_reduce", "lang_output")
BY_WORKERS = [
    pytest.param(program, id=program.name, marks=() if program.name in ALWAYS else pytest.mark.soak) for program in find()
]


@pytest.mark.parametrize("mode", ["images", "processes"])
@pytest.mark.parametrize("program", BY_WORKERS)
def test_conformance_programs_by_workers(windtunnel, tmp_path, program, mode):
    """Their blocks count as long enough for ranks to be begun."""
    if mode not in program.modes:
        pytest.skip(f"not in mode {mode}")
    (tmp_path / "equal.toml").write_text(EQUAL.replace("3 us", "30 us"))
    ranks = max((count for count in program.ranks if count <= 8), default=min(program.ranks))
    options = ["run", "-q", "--force", "-n", ranks, "-p", HERE / "machine.toml", "--mode", mode]
    words = [Prefix().build(program), *program.arguments]
    by_workers(windtunnel, tmp_path, [*options, "--compute", "none+equal.toml"], *words, env=program.environment)


def test_call_sites_are_numbered_in_simulated_order(windtunnel, tmp_path):
    """Its two ranks meet their last call sites in another order where another may run beside them."""
    (tmp_path / "equal.toml").write_text(EQUAL)
    program = next(program for program in find() if program.name == "type_removed")
    options = ["run", "-q", "-n", 2, "-p", HERE / "machine.toml", "--mode", "processes", "--compute", "none+equal.toml"]
    by_workers(windtunnel, tmp_path, options, Prefix().build(program))


def test_calls_leave_errno_alone(windtunnel, tmp_path):
    """Its blocks are long enough for ranks to be begun, which waits within calls."""
    (tmp_path / "equal.toml").write_text(EQUAL.replace("3 us", "30 us"))
    program = next(program for program in find() if program.name == "lang_libc")
    ranks = max(count for count in program.ranks if count <= 8)
    options = ["run", "-q", "-n", ranks, "-p", HERE / "machine.toml", "--mode", "processes", "--compute", "none+equal.toml"]
    words = [Prefix().build(program), *program.arguments]
    by_workers(windtunnel, tmp_path, [*options, "--force"], *words, env=program.environment)


# Which of two blocks that threads of one rank begin at once, and end in the same function, is whose is not recorded.
OF_THREADS = [("spawn_threads", "equal"), ("threads_openmp", "equal"), ("threads_multiple", "equal")]
OF_THREADS += [("spawn_threads", "replayed"), ("threads_openmp", "replayed")]


@pytest.mark.parametrize(("name", "blocks"), OF_THREADS)
def test_threads_are_taken_up_where_their_block_began(windtunnel, tmp_path, name, blocks):
    """Ranks make threads within blocks that other ranks run beside; which rank's comes first decides ties."""
    (tmp_path / "equal.toml").write_text(EQUAL.replace("3 us", "30 us"))
    program = next(program for program in find() if program.name == name)
    options = ["run", "-q", "-n", max(program.ranks), "-p", HERE / "machine.toml", "--mode", "processes"]
    words = [Prefix().build(program), *program.arguments]
    if blocks == "replayed":
        windtunnel.must(*options, "--out", "measured", *words, cwd=tmp_path, env=program.environment)
    compute = ["--compute", "none+equal.toml" if blocks == "equal" else "./measured"]
    by_workers(windtunnel, tmp_path, [*options, *compute], *words, env=program.environment)


# Threads that exchange messages, and in between detached ones that end at any time and never call MPI. The main thread makes the
# first ones right after a call, and only joins them.
CROWD = """#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
enum { THREADS = 8 };
static int rank, size;
static MPI_Comm comms[THREADS];
static volatile double sink;
static void *silent(void *steps)
{
    for (long i = 0; i < (long)steps; i++) sink += i;
    return NULL;
}
static void *talks(void *argument)
{
    long me = (long)argument;
    int in, out = rank, next = (rank + 1) % size, before = (rank + size - 1) % size;
    for (int tag = 0; tag <= me % 3; tag++)
        MPI_Sendrecv(&out, 1, MPI_INT, next, tag, &in, 1, MPI_INT, before, tag, comms[me], MPI_STATUS_IGNORE);
    return NULL;
}
int main(int argc, char **argv)
{
    int provided;
    unsigned seed = 7;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < THREADS; i++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (int round = 0; round < 10; round++) {
        pthread_t threads[THREADS], quiet;
        long count = 1 + rand_r(&seed) % THREADS;
        for (long i = 0; i < count; i++) {
            if (rand_r(&seed) % 2) {
                pthread_create(&quiet, NULL, silent, (void *)(long)(rand_r(&seed) % 60000));
                pthread_detach(quiet);
            }
            pthread_create(&threads[i], NULL, talks, (void *)i);
        }
        while (count-- > 0) pthread_join(threads[count], NULL);
    }
    MPI_Finalize();
    return 0;
}
"""


def test_threads_that_come_and_go_have_the_same_folders(windtunnel, tmp_path):
    """Their order hangs on no thread's end, and a call ends when its thread goes on, not with the thread's next call."""
    (tmp_path / "equal.toml").write_text(EQUAL.replace("3 us", "30 us"))
    program = windtunnel.compile(CROWD, tmp_path / "crowd", "-pthread")
    options = ["run", "-q", "-n", 5, "-p", "fat-tree", "--mode", "processes", "--compute", "none+equal.toml"]
    by_workers(windtunnel, tmp_path, options, program)


# A thread that is made within a block with a name.
NAMED_THREAD = """#include <mpi.h>
#include <pthread.h>
#include <windtunnel.h>
static volatile double sink;
static void work(int amount) { for (int i = 0; i < amount; i++) sink += i; }
static void *other(void *nothing)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    work(100000);
    MPI_Send(&rank, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
    return nothing;
}
int main(int argc, char **argv)
{
    int provided, rank, size, got;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 5; step++) {
        pthread_t thread;
        work(2000000);
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wt_block("solve", 0);
        work(1000000 + 100000 * rank);
        if (step == 3) pthread_create(&thread, NULL, other, NULL);
        MPI_Barrier(MPI_COMM_WORLD);
        if (step == 3) MPI_Recv(&got, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE), pthread_join(thread, NULL);
    }
    MPI_Finalize();
    return 0;
}
"""


def test_a_thread_begins_in_the_block_that_it_is_made_in(windtunnel, tmp_path):
    program = windtunnel.compile(NAMED_THREAD, tmp_path / "named", "-pthread")
    (tmp_path / "solve.toml").write_text('[[block]]\nname = "solve"\ntime = "1 ms"\n')
    options = ["run", "-q", "-n", 4, "-p", "fat-tree", "--mode", "processes", "--compute", "none+solve.toml"]
    by_workers(windtunnel, tmp_path, options, program)
    blocks = polars.read_parquet(tmp_path / "2" / "blocks" / "*.parquet")
    of_threads = blocks.filter((polars.col("function") == "MPI_Comm_rank") & (polars.col("name") == "solve"))
    assert of_threads["duration"].to_list() == [10**9] * 4


def test_a_threads_first_block_counts_from_where_it_was_made(windtunnel, tmp_path):
    program = windtunnel.compile(NAMED_THREAD, tmp_path / "named", "-pthread")
    windtunnel.must(
        "run", "-q", "-n", 2, "-p", "fat-tree", "--mode", "processes", *TABLES, "--out", "measured", program, cwd=tmp_path
    )
    blocks = polars.read_parquet(tmp_path / "measured" / "blocks" / "*.parquet").filter(polars.col("rank") == 0)
    of = lambda function: blocks.filter(polars.col("function") == function)["measured"].to_list()
    before, (_, made) = sum(of("MPI_Sendrecv")), of("MPI_Comm_rank")
    assert made < before / 2


def test_what_others_see_comes_in_the_order_of_simulated_time(windtunnel, tmp_path):
    program = windtunnel.compile(VISIBLE, tmp_path / "visible")
    options = measured(windtunnel, tmp_path, program, 8, "append")
    _, out, err, order = by_workers(windtunnel, tmp_path, options, program, "append")
    assert len(out.splitlines()) == 6 * 8 + 1 and "1 tells 5" in err and len(order.splitlines()) == 6


PAIRS = ["abort", "crash", "exit", "kill", "two", "stuck", "abort two", "crash two", "exit two", "kill two"]
PAIRS += ["crash dead", "kill dead", "crash leave", "crash end", "kill leave", "open stuck"]
PAIRS += ["open-crash", "open-crash two", "open-crash dead"]


@pytest.mark.parametrize("how", PAIRS)
def test_runs_fail_as_with_one_worker(windtunnel, tmp_path, how):
    program = windtunnel.compile(FAILS, tmp_path / "fails")
    (tmp_path / "rules.toml").write_text('[[block]]\nphase = "0"\ntime = "1 ms"\n')
    options = ["run", "-q", "--force", "-n", 5, "-p", "fat-tree", "--mode", "processes", "--compute", "none+rules.toml"]
    status, _, _, _ = by_workers(windtunnel, tmp_path, options, program, env={"HOW": how}, check=False)
    assert status != 0


# Ranks fail while others have printed ahead of short sends, or the beginning of a line.
FAILS_AHEAD = """#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile double sink;
static void work(int amount) { for (int i = 0; i < amount; i++) sink += i; }
int main(int argc, char **argv)
{
    int rank, size, got;
    const char *how = getenv("HOW");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int step = 0; step < 5; step++) {
        work(300000);
        MPI_Barrier(MPI_COMM_WORLD);
        printf("[%d in %d", rank, step);
        if (rank == 3 && step == 4 && strstr(how, "soon")) work(200000);
        if (rank == 3 && step == 4) {
            if (strstr(how, "abort")) MPI_Abort(MPI_COMM_WORLD, 5);
            if (strstr(how, "crash")) *(volatile int *)8 = 1;
            if (strstr(how, "exit")) exit(9);
        }
        if (rank % 2 == 0) {
            if (rank + 1 < size) MPI_Send(&rank, 1, MPI_INT, rank + 1, step, MPI_COMM_WORLD);
            printf(" and has sent");
            work(300000);
            printf(", it computes");
        } else {
            MPI_Recv(&got, 1, MPI_INT, rank - 1, step, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        printf("]\\n");
    }
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", ["images", "processes"])
@pytest.mark.parametrize("how", ["abort", "crash", "exit", "abort soon", "crash soon", "exit soon"])
def test_what_ranks_have_printed_before_a_failure_is_that_of_one_worker(windtunnel, tmp_path, how, mode):
    program = windtunnel.compile(FAILS_AHEAD, tmp_path / "fails")
    (tmp_path / "rules.toml").write_text('[[block]]\nphase = "0"\ntime = "1 ms"\n')
    options = ["run", "-q", "--force", "-n", 7, "-p", "fat-tree", "--mode", mode, "--compute", "none+rules.toml"]
    status, out, _, _ = by_workers(windtunnel, tmp_path, options, program, env={"HOW": how}, check=False)
    assert status != 0 and "[1 in 3]" in out and "[6 in 3 and has sent, it computes]" in out, out


# Functions of the program's that MPI calls, and that call MPI themselves.
CALLBACKS = ["coll_reduce", "comm_attributes", "errors", "file_errors", "p2p_generalised", "rma_window", "session_world"]


@pytest.mark.parametrize("name", CALLBACKS)
@pytest.mark.parametrize("mode", ["images", "processes"])
def test_blocks_in_callbacks_are_replayed(windtunnel, tmp_path, name, mode):
    program = next(program for program in find() if program.name == name)
    ranks = max(count for count in program.ranks if count <= 8)
    words = [Prefix().build(program), *program.arguments]
    options = ["run", "-q", "-n", ranks, "-p", HERE / "machine.toml", "--mode", mode]
    windtunnel.must(*options, *TABLES, "--out", "measured", *words, cwd=tmp_path, env=program.environment)
    replay = [*options, *TABLES, "--compute", "./measured", "--workers", 2, "--out", "replayed"]
    windtunnel.must(*replay, *words, cwd=tmp_path, env=program.environment)
    of = lambda folder: polars.read_parquet(tmp_path / folder / "blocks" / "*.parquet").drop("measured").rows()
    assert of("replayed") == of("measured")


def simulated(folder):
    """Simulated times of a run: its end and the tables that have them."""
    run = json.loads((folder / "run.json").read_text())
    tables = [polars.read_parquet(folder / name / "*.parquet").rows() for name in ("calls", "timeline", "messages", "waits")]
    return run["simulated_time_ps"], run["messages"], tables


@pytest.mark.parametrize("mode", ["images", "processes"])
@pytest.mark.parametrize(
    "options", [[], ["--compute", "measured:0.3"], ["--compute", "measured+half.toml"]], ids=["", "scaled", "ruled"]
)
def test_a_measured_run_is_that_of_its_blocks(windtunnel, tmp_path, options, mode):
    """Ranks that are measured beside others act when their blocks end: as where the same blocks are replayed one after another."""
    program = windtunnel.compile(UNEQUAL.replace("i < amount", "i < 20 * amount"), tmp_path / "unequal")
    (tmp_path / "half.toml").write_text('[[block]]\nphase = "0"\nscale = 0.5\n')
    run = ["run", "-q", "-n", 9, "-p", "fat-tree", "--mode", mode, *TABLES]
    windtunnel.must(*run, *options, "--workers", 3, "--out", "measured", program, cwd=tmp_path)
    windtunnel.must(*run, "--compute", "./measured", "--workers", 1, "--out", "replayed", program, cwd=tmp_path)
    assert (
        json.loads((tmp_path / "measured" / "host.json").read_text())["computed_at_once"] > 1
        or len(os.sched_getaffinity(0)) == 1
    )
    assert simulated(tmp_path / "measured") == simulated(tmp_path / "replayed")


def test_a_block_counts_no_less_than_has_been_reckoned_with(windtunnel, tmp_path):
    """The driver says of blocks that they have been measured at 1 us more than they will be."""
    program = windtunnel.compile(UNEQUAL, tmp_path / "unequal")
    run = ["run", "-q", "-n", 5, "-p", "fat-tree", "--mode", "images", *TABLES, "--out", "late", program]
    windtunnel.must(*run, cwd=tmp_path, env={"WT_WITHHOLD_POSTS": "1,1000000"})
    blocks = polars.read_parquet(tmp_path / "late" / "blocks" / "*.parquet")
    assert (blocks["duration"] - blocks["measured"]).max() == 1000000


def overlap(lines):
    """For how long blocks of different ranks have overlapped, over what they have taken."""
    blocks = [(int(rank), float(begin), float(end)) for rank, begin, end in map(str.split, lines)]
    shared = sum(
        max(0.0, min(end, other_end) - max(begin, other_begin))
        for at, (rank, begin, end) in enumerate(blocks)
        for other, other_begin, other_end in blocks[:at]
        if rank != other
    )
    return shared / sum(end - begin for _, begin, end in blocks)


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="SKIPPED: there is one core")
@pytest.mark.parametrize(("time", "most"), [("20 us", 1), ("3 ms", 2)])
def test_short_blocks_of_processes_are_computed_one_after_another(windtunnel, tmp_path, time, most):
    """Blocks that are shorter or longer than those that are worth it, whatever waking a process takes here."""
    program = windtunnel.compile(INTERVALS, tmp_path / "program")
    (tmp_path / "rules.toml").write_text(f'[[block]]\nfunction = "MPI_Barrier"\ntime = "{time}"\n')
    run = measured(windtunnel, tmp_path, program, 4)
    run[-1] += "+rules.toml"
    windtunnel.must(*run, "--workers", 2, "--out", "out", program, cwd=tmp_path, env={"WT_PARALLEL_FROM_US": ""})
    assert json.loads((tmp_path / "out" / "host.json").read_text())["computed_at_once"] == most


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="SKIPPED: there is one core")
@pytest.mark.parametrize("blocks", ["replayed", "measured"])
def test_blocks_overlap_on_two_cores(windtunnel, tmp_path, blocks):
    program = windtunnel.compile(INTERVALS, tmp_path / "intervals")
    options = measured(windtunnel, tmp_path, program, 4)
    if blocks == "measured":
        options = options[: options.index("--compute")]
    alone, beside = (
        overlap(windtunnel.must(*options, "--workers", workers, program, cwd=tmp_path).out.splitlines()) for workers in (1, 4)
    )
    assert alone < 0.01 < 0.3 < beside
