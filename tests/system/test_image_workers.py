"""Ranks that are images and compute in worker processes (`--workers`): nothing shows it but the time that a run takes."""

import json
import re

import pytest
from test_determinism import same

TABLES = ["--observe", "timeline,messages,blocks,waits,collectives,phases"]

# Ranks must find these as they left them, wherever they go on: static, allocated and thread-local data, the stack, errno, vector and
# floating-point registers, working directory, what the C library and MPI keep. They print, append to a file, and allocate within long
# blocks.
STATEFUL = """#include <errno.h>
#include <math.h>
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static double grid[4000];
static _Thread_local int steps_of_thread;
static volatile double sink;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static double work(int amount)
{
    double sum = 0;
    for (int k = 0; k < amount; k++)
        for (int i = 1; i < 3999; i++) { grid[i] = 0.5 * grid[i] + 0.25 * (grid[i - 1] + grid[i + 1]); sum += grid[i]; }
    return sum;
}
/* Blocks of all sizes, among them some with memory of their own. */
static int allocate(int rank)
{
    enum { BLOCKS = 12 };
    static const int sizes[] = {24, 700, 9000, 60000, 150000, 400000};
    unsigned char *blocks[BLOCKS] = {0};
    int bytes[BLOCKS] = {0}, mistakes = 0;
    for (int i = 0; i < 40; i++) {
        int at = i * 7 % BLOCKS, size = sizes[(i * 5 + rank) % 6] + i;
        if (blocks[at] && i % 3 == 0) {
            blocks[at] = realloc(blocks[at], size);
            if (size < bytes[at]) bytes[at] = size;
        } else if (blocks[at]) {
            free(blocks[at]);
            blocks[at] = NULL;
        }
        if (!blocks[at]) {
            blocks[at] = i % 2 ? calloc(size, 1) : malloc(size);
            bytes[at] = i % 2 ? size : 0;
            for (int k = 0; k < bytes[at]; k++) mistakes += blocks[at][k] != 0;
        }
        for (int k = 0; k < bytes[at]; k++) mistakes += blocks[at][k] != blocks[at][0];
        memset(blocks[at], rank + i, bytes[at] = size);
        work(1);
    }
    for (int i = 0; i < BLOCKS; i++) {
        for (int k = 0; k < bytes[i]; k++) mistakes += blocks[i][k] != blocks[i][0];
        free(blocks[i]);
    }
    return mistakes;
}
int main(int argc, char **argv)
{
    int rank, size, flag, numbers[50], *tag_ub, mistakes = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag_ub, &flag);
    int most = *tag_ub;
    char here[4096], now[4096];
    mistakes += getcwd(here, sizeof here) == NULL;
    time_t day = 86400L * (rank + 1);
    struct tm *kept = gmtime(&day);
    struct tm copy = *kept;
    for (int i = 0; i < 4000; i++) grid[i] = rank + i % 7;
    for (int step = 0; step < 6; step++) {
        double total, mine = work(300 + 20 * (rank % 3));
        char *text = malloc(200000);
        memset(text, rank, 200000);
        sink += text[step];
        mine += work(5);
        free(text);
        mistakes += allocate(rank);
        errno = 0;
        mine += sqrt(-1.0 * (step > 90)) + sin(mine);
        mistakes += errno != 0 || ++steps_of_thread != step + 1 || *tag_ub != most || kept->tm_year != copy.tm_year;
        for (int i = 0; i < 50; i++) numbers[i] = (i * 37 + rank) % 50;
        qsort(numbers, 50, sizeof *numbers, compare);
        for (int i = 0; i < 50; i++) mistakes += numbers[i] != i;
        if (step == 2 && rank % 2 == 0) mistakes += chdir("/") != 0;
        mistakes += getcwd(now, sizeof now) == NULL || strcmp(now, step >= 2 && rank % 2 == 0 ? "/" : here) != 0;
        jmp_buf back;
        volatile int jumps = 0;
        if (setjmp(back) == 0) { jumps++; MPI_Barrier(MPI_COMM_WORLD); work(10); longjmp(back, 1); }
        mistakes += jumps != 1;
        if (step == 3 && rank % 2) {
            FILE *log = fopen("log.txt", "a");
            fprintf(log, "rank %d step %d\\n", rank, step);
            fclose(log);
        }
        printf("rank %d step %d begins ", rank, step);
        MPI_Sendrecv(&mine, 1, MPI_DOUBLE, (rank + 1) % size, 0, &total, 1, MPI_DOUBLE, (rank + size - 1) % size, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        work(10);
        mistakes += getcwd(now, sizeof now) == NULL || strcmp(now, step >= 2 && rank % 2 == 0 ? "/" : here) != 0;
        printf("and ends %.17g\\n", total);
        MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    printf("rank %d: %d mistakes\\n", rank, mistakes);
    MPI_Finalize();
    return mistakes;
}
"""


def at_once(folder):
    return json.loads((folder / "host.json").read_text()).get("computed_at_once")


@pytest.mark.parametrize("how", ["replayed", "named"])
def test_any_number_of_workers_writes_the_same_folder(windtunnel, tmp_path, how):
    program = windtunnel.compile(STATEFUL, tmp_path / "stateful", "-O2", "-lm")
    base = ["-n", 6, "-p", "fat-tree"]
    (tmp_path / "named.toml").write_text('[[block]]\nphase = "0"\ntime = "30 us"\n')
    if how == "replayed":
        windtunnel.must("run", "-q", "--out", "replayed", *base, program, cwd=tmp_path)
    compute = {"replayed": "./replayed", "named": "none+named.toml"}[how]
    texts, logs = [], []
    for workers in (1, 2, 3):
        (tmp_path / "log.txt").unlink(missing_ok=True)
        options = ["-q", "--out", f"of-{workers}", *base, *TABLES, "--compute", compute, "--workers", workers]
        done = windtunnel.must("run", *options, "--mode", "images", program, cwd=tmp_path)
        texts.append((done.out, done.err))
        logs.append((tmp_path / "log.txt").read_text())
        if workers > 1:
            same(tmp_path / "of-1", tmp_path / f"of-{workers}")
    assert "rank 5: 0 mistakes" in texts[0][0]
    assert texts[1:] == [texts[0]] * 2 and logs[1:] == [logs[0]] * 2
    # A rank given to a worker waits for it while others are resumed.
    assert at_once(tmp_path / "of-1") is None and at_once(tmp_path / "of-3") > 1


# C++'s library works on containers where the rank computes, and throws in the simulator's process.
CONTAINERS = """#include <mpi.h>
#include <cstdio>
#include <list>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
struct Shape { virtual ~Shape() {} };
struct Square : Shape { double side = 2; };
static double work(int amount, unsigned &state)
{
    static std::map<unsigned, double> ordered;
    static std::unordered_map<std::string, double> hashed;
    std::list<double> latest;
    std::vector<double> field(100000, 1);
    Square square;
    Shape *shape = &square;
    double sum = 0;
    int caught = 0;
    for (int i = 0; i < amount; i++) {
        state = state * 1664525u + 1013904223u;
        ordered[state % 700] += i;
        std::string name = "a name of a point in a mesh " + std::to_string(state % 90);
        hashed[name] += name.find("mesh");
        latest.push_back(i);
        if (latest.size() > 40) latest.pop_front();
        sum += dynamic_cast<Square *>(shape)->side * field[state % field.size()];
        try {
            if (state % 500 == 0) caught += name.compare(1000, 1, "a");
            if (state % 500 == 1) sum += field.at(field.size());
        } catch (const std::out_of_range &) {
            caught++;
        }
    }
    for (const auto &entry : ordered) sum += entry.second;
    for (const auto &entry : hashed) sum += entry.second;
    return sum + caught * 1e6;
}
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned state = rank + 1;
    for (int step = 0; step < 8; step++) {
        double mine = work(1500 + rank % 3 * 200, state), total;
        MPI_Sendrecv(&mine, 1, MPI_DOUBLE, (rank + 1) % size, 0, &total, 1, MPI_DOUBLE, (rank + size - 1) % size, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("rank %d step %d: %.17g\\n", rank, step, total);
    }
    MPI_Finalize();
}
"""


def test_containers_of_cxx_compute_in_worker_processes(windtunnel, tmp_path):
    (tmp_path / "containers.cpp").write_text(CONTAINERS)
    done = windtunnel.execute(windtunnel.prefix / "bin" / "wtcxx", "-O1", "-o", "containers", "containers.cpp", cwd=tmp_path)
    assert done.status == 0, done.err
    base = ["-n", 8, "-p", "fat-tree", "--mode", "images"]
    measured = windtunnel.must("run", "-q", "--out", "measured", *base, "./containers", cwd=tmp_path)
    for workers in (1, 2, 3, 7):
        options = ["-q", "--out", f"of-{workers}", *base, *TABLES, "--compute", "./measured", "--workers", workers]
        done = windtunnel.must("run", *options, "./containers", cwd=tmp_path)
        assert sorted(done.out.splitlines()) == sorted(measured.out.splitlines())
        same(tmp_path / "of-1", tmp_path / f"of-{workers}")
    assert at_once(tmp_path / "of-7") > 1


# Blocks of irregular sizes are allocated, resized and freed in any order; where they lie is printed.
ALLOCATING = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { BLOCKS = 40 };
static char *blocks[BLOCKS];
static size_t sizes[BLOCKS];
static int damaged(int at, size_t bytes, size_t step, int expected)
{
    int count = 0;
    for (size_t i = 0; i < bytes; i += step) count += blocks[at][i] != (char)expected;
    return count;
}
int main(int argc, char **argv)
{
    int rank, mistakes = 0, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    unsigned state = rank * 977 + 3;
    for (int step = 0; step < 30; step++) {
        for (int i = 0; i < 12; i++) {
            state = state * 1664525u + 1013904223u;
            int at = (state >> 8) % BLOCKS;
            size_t bytes = 1000 + (state >> 4) % (state & 3 ? 300000 : 6000000);
            if (blocks[at]) mistakes += damaged(at, sizes[at], 4093, at);
            if (blocks[at] && state & 16) {
                free(blocks[at]);
                blocks[at] = NULL;
                continue;
            }
            if (blocks[at]) {
                blocks[at] = realloc(blocks[at], bytes);
                mistakes += damaged(at, bytes < sizes[at] ? bytes : sizes[at], 4093, at);
            } else {
                blocks[at] = state & 64 ? calloc(bytes, 1) : malloc(bytes);
                if (state & 64) mistakes += damaged(at, bytes, 509, 0);
            }
            memset(blocks[at], at, bytes);
            sizes[at] = bytes;
        }
        printf("rank %d step %d: %p\\n", rank, step, (void *)blocks[step % BLOCKS]);
        MPI_Allreduce(&mistakes, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return all;
}
"""


def test_blocks_have_the_same_addresses_for_any_number_of_workers(windtunnel, tmp_path):
    program = windtunnel.compile(ALLOCATING, tmp_path / "allocating")
    base = ["-q", "-n", 12, "-p", "fat-tree", "--mode", "images"]
    measured = windtunnel.must("run", "--out", "measured", *base, program, cwd=tmp_path)
    for workers in (1, 2, 3, 7):
        options = ["--out", f"of-{workers}", *base, *TABLES, "--compute", "./measured", "--workers", workers]
        done = windtunnel.must("run", *options, program, cwd=tmp_path)
        assert sorted(done.out.splitlines()) == sorted(measured.out.splitlines())
        same(tmp_path / "of-1", tmp_path / f"of-{workers}")


# Long blocks while messages are under way, in which ranks print, append to a file, write to memory that an operation of their own reads,
# and come to call sites for the first time.
OVERLAPPING = """#include <mpi.h>
#include <stdio.h>
static double grid[20000];
static int applied;
static double work(int amount)
{
    double sum = 0;
    for (int k = 0; k < amount; k++)
        for (int i = 1; i < 19999; i++) { grid[i] = 0.5 * grid[i] + 0.25 * (grid[i - 1] + grid[i + 1]); sum += grid[i]; }
    return sum;
}
static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    for (int i = 0; i < *count; i++) ((double *)inout)[i] += ((double *)in)[i] + applied;
    printf("applied after %d\\n", applied);
}
int main(int argc, char **argv)
{
    int rank, size, before, after;
    MPI_Op op;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Op_create(add, 1, &op);
    before = (rank + size - 1) % size, after = (rank + 1) % size;
    for (int step = 0; step < 8; step++) {
        double mine = rank + step, total, from[2];
        MPI_Request requests[5], own[2];
        MPI_Irecv(&from[0], 1, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&from[1], 1, MPI_DOUBLE, after, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(&mine, 1, MPI_DOUBLE, after, 0, MPI_COMM_WORLD, &requests[2]);
        double sum = work(2 + rank % 3);
        printf("rank %d step %d sends back\\n", rank, step);
        applied++;
        MPI_Ireduce(&mine, &total, 1, MPI_DOUBLE, op, step % size, MPI_COMM_WORLD, &requests[4]);
        /* The engine hears of the first ranks last. */
        for (int i = 2 * (size - rank); i > 0; i--) {
            MPI_Irecv(&from[0], 0, MPI_DOUBLE, rank, 2, MPI_COMM_WORLD, &own[0]);
            MPI_Isend(&mine, 0, MPI_DOUBLE, rank, 2, MPI_COMM_WORLD, &own[1]);
            MPI_Request_free(&own[0]);
            MPI_Request_free(&own[1]);
        }
        MPI_Isend(&mine, 1, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &requests[3]);
        sum += work(3);
        applied += 10;
        if (rank / 2 == step / 2) {
            FILE *log = fopen("log.txt", "a");
            fprintf(log, "rank %d step %d: %g\\n", rank, step, sum);
            fclose(log);
        }
        if (step % 2)
            MPI_Waitall(5, requests, MPI_STATUSES_IGNORE);
        else
            for (int i = 0, done; i < 5; i++) MPI_Waitany(5, requests, &done, MPI_STATUS_IGNORE);
        printf("rank %d step %d: %g from %g and %g\\n", rank, step, step % size == rank ? total : 0, from[0], from[1]);
    }
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", ["images", "processes"])
def test_blocks_beside_messages_under_way_compute_at_once(windtunnel, tmp_path, mode):
    program = windtunnel.compile(OVERLAPPING, tmp_path / "overlapping", "-O2")
    base = ["-n", 8, "-p", "fat-tree", "--mode", mode]
    windtunnel.must("run", "-q", "--out", "replayed", *base, program, cwd=tmp_path)
    results = []
    for workers in (1, 2, 3, 7):
        (tmp_path / "log.txt").unlink()
        options = ["-q", "--out", f"of-{workers}", *base, *TABLES, "--compute", "./replayed", "--workers", workers]
        done = windtunnel.must("run", *options, program, cwd=tmp_path)
        results.append((done.out, done.err, (tmp_path / "log.txt").read_text()))
        same(tmp_path / "of-1", tmp_path / f"of-{workers}")
    assert "rank 7 step 7: 7" in results[0][0] and results[1:] == [results[0]] * 3
    # On a busy machine a rank may have gone on in the simulator's process before its worker has come to it.
    assert max(at_once(tmp_path / f"of-{workers}") for workers in (2, 3, 7)) > 1


FAILING = """#include <mpi.h>
#include <stdlib.h>
#include <stdio.h>
static volatile double sink;
static void work(int amount) { for (int i = 0; i < amount; i++) sink += i; }
static int overflow(int depth) { volatile char frame[4096]; frame[0] = depth; return depth < 0 ? 0 : overflow(depth + 1) + frame[0]; }
static int mistake(const void *a, const void *b) { return *(const int *)a == *(const int *)b ? 0 : *(volatile int *)16; }
static void fail(int rank, char how)
{
    int *nowhere = 0;
    if (how == 'a' && rank > 1) *nowhere = 1;
    if (rank != 3) return;
    if (how == 'c') *nowhere = 1;
    if (how == 'o') overflow(0);
    if (how == 'l') printf("%d %s\\n", atoi("3"), (char *)16);
    if (how == 's') { int wanted[300]; qsort(wanted, 300, sizeof *wanted, mistake); }
    if (how == 'e') exit(7);
    if (how == 'm') MPI_Abort(MPI_COMM_WORLD, 9);
}
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; step < 3; step++) {
        int got, overlaps = argc > 2;
        MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        MPI_Barrier(MPI_COMM_WORLD);
        if (overlaps) {
            MPI_Irecv(&got, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, &requests[0]);
            MPI_Isend(&rank, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, &requests[1]);
        }
        work(100000);
        int added = atoi("5");
        work(100000);
        printf("rank %d step %d\\n", rank, step + added - 5);
        if (step == 1) fail(rank, argv[1][0]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("overlaps", [(), ("overlaps",)], ids=["alone", "overlaps"])
@pytest.mark.parametrize("how", ["crash", "library", "sort", "all-but-two-crash", "overflow", "exit", "mpi-abort"])
def test_a_failure_is_told_as_with_one_worker(windtunnel, tmp_path, how, overlaps):
    program = windtunnel.compile(FAILING, tmp_path / "failing", "-g", "-O0")
    (tmp_path / "named.toml").write_text('[[block]]\nphase = "0"\ntime = "30 us"\n')
    told = []
    for workers in (1, 3):
        options = ["-q", "--force", "--out", "failed", "-n", 6, "-p", "fat-tree", "--compute", "none+named.toml"]
        done = windtunnel("run", *options, "--workers", workers, program, how, *overlaps, cwd=tmp_path)
        told.append((done.status, done.out, re.sub(r"0x[0-9a-f]+", "address", done.err)))
    assert told[0] == told[1] and told[0][0] != 0, told


# The only worker process is killed while it has no rank, by rank 2; or by rank 1, while rank 0 computes there, or has been given to it.
KILLING = """#define _GNU_SOURCE
#include <dirent.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static volatile double sink;
static void work(int amount) { for (int i = 0; i < amount; i++) sink += i; }
static int find_worker(void)
{
    int worker = 0;
    DIR *threads = opendir("/proc/self/task");
    for (struct dirent *thread; worker == 0 && (thread = readdir(threads));) {
        char name[300];
        snprintf(name, sizeof name, "/proc/self/task/%s/children", thread->d_name);
        FILE *children = fopen(name, "r");
        if (children && fscanf(children, "%d", &worker) != 1) worker = 0;
        if (children) fclose(children);
    }
    closedir(threads);
    return worker;
}
static double used_by(int process)
{
    struct timespec used;
    syscall(SYS_clock_gettime, (~process << 3) | 2, &used);
    return used.tv_sec + used.tv_nsec * 1e-9;
}
/* Until the system has done so. */
static void stop(int process, int by)
{
    char name[64], state = 'R';
    snprintf(name, sizeof name, "/proc/%d/stat", process);
    kill(process, by);
    while (state != 'T' && state != 'Z') {
        FILE *stat = fopen(name, "r");
        if (!stat) return;
        if (fscanf(stat, "%*d (%*[^)]) %c", &state) != 1) state = 'R';
        fclose(stat);
    }
}
int main(int argc, char **argv)
{
    int rank, data[2000];
    const char when = argv[1][0];
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2) data[0] = find_worker();
    if (rank == 2 && when != 'c') stop(data[0], when == 'i' ? SIGKILL : SIGSTOP);
    /* Rank 0 gets a shorter message, and goes on sooner. */
    MPI_Send_init(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(data, 2000, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
    for (int step = 0; step < 4; step++) {
        if (rank == 2) MPI_Startall(2, requests), MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        if (rank < 2) MPI_Recv(data, 2000, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 0) work(100000000);
        if (rank == 1 && step == 0 && when != 'i') {
            /* On a busy machine rank 0 may have gone on at home. */
            const double began = used_by(data[0]);
            for (int looks = 0; when == 'c' && used_by(data[0]) < began + 0.02 && looks < 5000000; looks++) {}
            kill(data[0], SIGKILL);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%d ends\\n", rank);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("when", ["idle", "given", "computing"])
def test_a_worker_that_is_killed_is_told_of(windtunnel, tmp_path, when):
    program = windtunnel.compile(KILLING, tmp_path / "killing")
    (tmp_path / "named.toml").write_text('[[block]]\nphase = "0"\ntime = "30 us"\n')
    options = ["run", "-q", "-n", 3, "-p", "fat-tree", "--mode", "images", "--compute", "none+named.toml"]
    words = [*options, "--workers", 2, "--force", "--out", "killed", program, when]
    if when == "computing":
        told = (windtunnel(*words, cwd=tmp_path) for _ in range(8))
        assert any(done.status != 0 and "the worker process in which it computed has been killed" in done.err for done in told)
        return
    done = windtunnel(*words, cwd=tmp_path)
    assert done.status == 0 and sorted(done.out.splitlines()) == ["0 ends", "1 ends", "2 ends"]
    assert "a worker process has been killed: ranks that compute at once are 1 at most" in done.err


# Copies of each length up to 64 KiB, by the C library's functions, in blocks of ranks that run in the worker process.
COPYING = """#include <mpi.h>
#include <stdio.h>
#include <string.h>
static char from[1 << 16], to[1 << 16];
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;
static void *(*volatile move)(void *, const void *, size_t) = memmove;
static void *(*volatile set)(void *, int, size_t) = memset;
static int (*volatile compare)(const void *, const void *, size_t) = memcmp;
int main(int argc, char **argv)
{
    int rank, right = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t length = 1; length <= sizeof from; length *= 2) {
        set(from, rank + 1, length);
        copy(to, from, length);
        move(to, to + sizeof to - length, length);
        copy(to, from, length);
        right += compare(to, from, length) == 0;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%d\\n", right);
    MPI_Finalize();
    return 0;
}
"""


def test_ranks_in_worker_processes_copy(windtunnel, tmp_path):
    program = windtunnel.compile(COPYING, tmp_path / "copying")
    (tmp_path / "named.toml").write_text('[[block]]\nphase = "0"\ntime = "30 us"\n')
    options = ["run", "-n", 8, "-p", "fat-tree", "--mode", "images", "--compute", "none+named.toml", "--workers", 2]
    done = windtunnel.must(*options, "--out", "copied", program, cwd=tmp_path)
    assert done.out.splitlines().count("17") == 8, done.out
