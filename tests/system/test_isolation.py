"""Isolation of ranks in one process: a rank that writes beyond its own memory is named, and other ranks' data do not change."""

import random
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

MACHINE = ["-q", "-n", 8, "-p", "fat-tree", "--compute", "none", "--mode", "images"]

# Rank 2 writes LENGTH bytes at DISTANCE from one of its objects; the others hold a pattern in each and look at it.
OVER = """#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned char global[1 << 16];
static int spoilt(const unsigned char *bytes, size_t length, int rank)
{
    int bad = 0;
    for (size_t i = 0; i < length; i++) bad |= bytes[i] != rank;
    return bad;
}
int main(int argc, char **argv)
{
    enum { HEAP = 1 << 18, STACK = 4096, WINDOW = 1 << 16 };
    int rank;
    MPI_Win win;
    unsigned char *shown, stack[STACK];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    unsigned char *heap = malloc(HEAP), *small = malloc(100);
    MPI_Win_allocate(WINDOW, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shown, &win);
    memset(heap, rank, HEAP), memset(small, rank, 100), memset(global, rank, sizeof global);
    memset(stack, rank, STACK), memset(shown, rank, WINDOW);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 2) {
        MPI_Barrier(MPI_COMM_WORLD);
        free(malloc(5000)), free(small);
        if (spoilt(heap, HEAP, rank) || spoilt(global, sizeof global, rank) || spoilt(stack, STACK, rank)
            || spoilt(shown, WINDOW, rank))
            printf("rank %d: CHANGED\\n", rank);
    } else {
        long distance = atol(argv[2]), length = atol(argv[3]);
        volatile unsigned char *at = 0;
        switch (argv[1][0]) {
        case 'h': at = heap; break;
        case 'm': at = small; break;
        case 'g': at = global; break;
        case 's': at = stack; break;
        case 'w': at = shown; break;
        }
        for (long i = 0; i < length; i++) at[distance + i] = 0x5a;
        MPI_Barrier(MPI_COMM_WORLD);
        free(malloc(5000)), free(small);
    }
    free(heap);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
"""
SIZES = {"h": 1 << 18, "m": 100, "g": 1 << 16, "s": 4096, "w": 1 << 16}


def overwrites(count, seed):
    """Objects, distances of 1 B to 30 MB before or behind them, lengths."""
    draw = random.Random(seed)
    for _ in range(count):
        kind, distance = draw.choice(list(SIZES)), int(10 ** draw.uniform(0, 7.48))
        length = draw.choice([8, 64, 4096, 65536, 1 << 20, 8 << 20])
        yield kind, draw.choice([SIZES[kind] + distance, -distance - length]), length


def outcome(windtunnel, program, folder, case):
    done = windtunnel("run", *MACHINE, "--out", folder, program, *case, cwd=folder.parent, timeout=120)
    said = done.out + done.err
    named = re.findall(r"^windtunnel: (?:rank (\d+)|the simulator)", said, re.MULTILINE)
    if "CHANGED" in said:
        return "changed", said
    if done.status == 0:
        return "unseen", said
    return "right" if done.status == 1 and named and set(named) == {"2"} and "panicked" not in said else "wrong", said


def told(windtunnel, tmp_path, count, seed):
    program = windtunnel.compile(OVER, tmp_path / "over")
    cases = list(overwrites(count, seed))
    with ThreadPoolExecutor(2) as pool:
        each = lambda number: outcome(windtunnel, program, tmp_path / f"run{number}", cases[number])
        ends = list(pool.map(each, range(count)))
    seen = Counter(end for end, _ in ends)
    worst = [(case, end, said[-300:]) for case, (end, said) in zip(cases, ends, strict=True) if end in ("changed", "wrong")]
    print(dict(seen), *worst, sep="\n")
    assert seen["changed"] == 0, worst[:3]
    assert seen["right"] >= 0.99 * (seen["right"] + seen["wrong"]), worst[:3]
    # Undetected writes stay within the rank's own memory: some of those that begin near an object.
    assert seen["right"] > count / 3, seen
    return seen


def test_a_write_to_the_base_of_the_stack_is_told(windtunnel, tmp_path):
    """The way back to the engine lies there: each word from the array to the end of the stack."""
    program = windtunnel.compile(OVER, tmp_path / "over")
    cases = [("s", SIZES["s"] + distance, 8) for distance in range(0, 512, 16)]
    with ThreadPoolExecutor(2) as pool:
        ends = list(pool.map(lambda case: outcome(windtunnel, program, tmp_path / f"run{case[1]}", case), cases))
    assert {end for end, _ in ends} == {"right", "unseen"}, ends
    assert any("its stack is damaged" in said for _, said in ends), ends


def test_writes_beyond_the_own_memory_are_told_of_the_right_rank(windtunnel, tmp_path):
    told(windtunnel, tmp_path, 200, "isolation")


@pytest.mark.soak
def test_two_thousand_writes_beyond_the_own_memory(windtunnel, tmp_path):
    told(windtunnel, tmp_path, 2000, "isolation soak")


# Code on the stack: a function in a function whose address is taken.
NESTED = {
    "qsort.c": """#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, sorted[5] = {3, 1, 2, 5, 4};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int order(const void *x, const void *y) { return (*(const int *)x - *(const int *)y) * (rank % 2 ? -1 : 1); }
    qsort(sorted, 5, sizeof *sorted, order);
    MPI_Finalize();
    return sorted[0] != (rank % 2 ? 5 : 1);
}
""",
    "keyval.c": """#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, key, copies = 0, value = 3, *found, flag;
    MPI_Comm twin;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *keep)
    {
        copies += rank + 1;
        *(void **)out = in;
        *keep = 1;
        return MPI_SUCCESS;
    }
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, 0);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &value);
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_get_attr(twin, key, &found, &flag);
    MPI_Comm_free(&twin);
    MPI_Finalize();
    return copies != rank + 1 || !flag || *found != 3;
}
""",
    "qsort_r.c": """#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, sorted[4] = {3, 1, 2, 4}, calls = 0, signals = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int order(const void *x, const void *y, void *sign)
    {
        calls++;
        return (*(const int *)x - *(const int *)y) * *(int *)sign;
    }
    int sign = rank % 2 ? -1 : 1;
    qsort_r(sorted, 4, sizeof *sorted, order, &sign);
    void handle(int number) { signals += number == SIGUSR1; }
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    MPI_Finalize();
    return sorted[0] != (rank % 2 ? 4 : 1) || calls == 0 || signals != 1;
}
""",
    "request.c": """#include <mpi.h>
int main(int argc, char **argv)
{
    int rank, asked = 0, freed = 0, key, deleted = 0, failed = 0;
    MPI_Request request;
    MPI_Errhandler handler;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int query(void *extra, MPI_Status *status)
    {
        asked++;
        MPI_Status_set_elements(status, MPI_INT, rank);
        MPI_Status_set_cancelled(status, 0);
        return MPI_SUCCESS;
    }
    int release(void *extra) { return freed++, MPI_SUCCESS; }
    int cancel(void *extra, int complete) { return MPI_SUCCESS; }
    MPI_Grequest_start(query, release, cancel, 0, &request);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    int end(MPI_Comm comm, int keyval, void *value, void *extra) { return deleted += rank + 1, MPI_SUCCESS; }
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &key, 0);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, 0);
    MPI_Comm_delete_attr(MPI_COMM_SELF, key);
    void fail(MPI_Comm *comm, int *error, ...) { failed += *error != MPI_SUCCESS; }
    MPI_Comm_create_errhandler(fail, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Send(&rank, 1, MPI_INT, 7, 0, MPI_COMM_SELF);
    MPI_Finalize();
    return asked != 1 || freed != 1 || deleted != rank + 1 || failed != 1;
}
""",
    "op_f08.f90": """program main
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  type(MPI_Op) :: op
  type(MPI_Errhandler) :: handler
  integer :: rank, mine, all, largest, errors
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  largest = 100
  errors = 0
  call MPI_Op_create(bounded, .true., op)
  mine = 60
  call MPI_Allreduce(mine, all, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  if (all /= 100) error stop 9
  call MPI_Comm_create_errhandler(handle, handler)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler)
  call MPI_Send(mine, 1, MPI_INTEGER, 7, 0, MPI_COMM_SELF)
  if (errors /= 1) error stop 8
  call MPI_Op_free(op)
  call MPI_Finalize()
contains
  subroutine bounded(in, inout, length, datatype)
    type(c_ptr), value :: in, inout
    integer :: length
    type(MPI_Datatype) :: datatype
    integer, pointer :: x(:), y(:)
    call c_f_pointer(in, x, [length])
    call c_f_pointer(inout, y, [length])
    y = min(x + y, largest)
  end subroutine
  subroutine handle(comm, error)
    type(MPI_Comm) :: comm
    integer :: error
    errors = errors + 1
  end subroutine
end program
""",
    "op.f90": """program main
  use mpi
  implicit none
  integer :: ierror, op, rank, ranks, mine, all, factor
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  factor = 1
  call MPI_Op_create(add, .true., op, ierror)
  mine = rank + 1
  call MPI_Allreduce(mine, all, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierror)
  if (all /= ranks * (ranks + 1) / 2) error stop 9
  call MPI_Op_free(op, ierror)
  call MPI_Finalize(ierror)
contains
  subroutine add(in, inout, length, datatype)
    integer :: length, datatype, in(length), inout(length)
    inout = inout + factor * in
  end subroutine
end program
""",
    "attribute.f90": """program main
  use mpi
  implicit none
  integer :: ierror, key, rank, copies
  integer(MPI_ADDRESS_KIND) :: extra, value
  logical :: found
  integer :: twin
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  copies = 0
  extra = 7
  call MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, key, extra, ierror)
  value = 5
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, value, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, twin, ierror)
  call MPI_Comm_get_attr(twin, key, value, found, ierror)
  if (.not. found .or. value /= 12 .or. copies /= rank + 1) error stop 9
  call MPI_Comm_free(twin, ierror)
  call MPI_Finalize(ierror)
contains
  subroutine copy(comm, keyval, extra, in, out, keep, ierror)
    integer :: comm, keyval, ierror
    integer(MPI_ADDRESS_KIND) :: extra, in, out
    logical :: keep
    copies = copies + rank + 1
    out = in + extra
    keep = .true.
    ierror = MPI_SUCCESS
  end subroutine
end program
""",
}


@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
@pytest.mark.parametrize("name", NESTED)
def test_functions_within_functions_are_callbacks(windtunnel, tmp_path, name, mode):
    """Their code lies on the stack, which images did not let be executed."""
    (tmp_path / name).write_text(NESTED[name])
    done = windtunnel("run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--mode", mode, name, cwd=tmp_path)
    assert done.status == 0, done.err


def test_a_function_within_a_function_is_what_a_thread_does(windtunnel, tmp_path):
    source = """#include <mpi.h>
#include <pthread.h>
int main(int argc, char **argv)
{
    int rank, level, done = 0;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    void *work(void *given)
    {
        void *again(void *more) { return done += *(int *)more, (void *)0; }
        pthread_t inner;
        pthread_create(&inner, 0, again, given);
        return pthread_join(inner, 0), (void *)0;
    }
    pthread_create(&thread, 0, work, &rank);
    pthread_join(thread, 0);
    MPI_Finalize();
    return done != rank;
}
"""
    program = windtunnel.compile(source, tmp_path / "threads", "-pthread")
    done = windtunnel("run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", program, cwd=tmp_path)
    assert done.status == 0, done.err


def test_only_programs_that_ask_for_it_have_code_on_their_stacks(windtunnel, tmp_path):
    source = """#include <mpi.h>
int main(int argc, char **argv)
{
    volatile unsigned char code[] = {0xc3};
    MPI_Init(&argc, &argv);
    ((void (*)(void))code)();
    MPI_Finalize();
    return 0;
}
"""
    program = windtunnel.compile(source, tmp_path / "code")
    done = windtunnel("run", *MACHINE, program, cwd=tmp_path)
    assert done.status == 1 and "rank 0 crashed: SIGSEGV" in done.err, done.err


HEAP_BEFORE = """#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Win win;
    int *base, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    if (rank == 1)
        for (int i = 1; i <= 4; i++) base[-i] = 77777;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
"""

# A crash in the C library's allocator, whose lock is held.
HEAP_OF_LIBRARY = """#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank;
    char *text[40];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        for (int i = 0; i < 40; i++)
            if (asprintf(&text[i], "%3000d", i) < 0) return 1;
        for (int i = 0; i < 40; i++) ((long *)text[i])[-1] = 0x7777777777777;
        for (int i = 0; i < 40; i++) free(text[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", ["images", "processes"])
@pytest.mark.parametrize("source", [HEAP_BEFORE, HEAP_OF_LIBRARY], ids=["window", "library"])
def test_a_crash_in_an_allocator_ends_the_run(windtunnel, tmp_path, source, mode):
    """The C library's was left with its lock held, and the engine waited for it."""
    program = windtunnel.compile(source, tmp_path / "damage")
    done = windtunnel(
        "run", "-q", "-n", 2, "-p", "two-hosts", "--compute", "none", "--mode", mode, program, cwd=tmp_path, timeout=60
    )
    assert done.status == 1 and "rank 1 crashed: SIGABRT" in done.err and "simulator" not in done.err, done.err


PRELUDE = """#define _GNU_SOURCE
#include <mpi.h>
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
int rank;
static void act(void);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    act();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
"""


def run(windtunnel, tmp_path, body, *options, env=None, prefix=()):
    program = windtunnel.compile(PRELUDE + body, tmp_path / "act")
    words = ["run", "-q", "-n", 4, "-p", "fat-tree", "--compute", "none", *options, program]
    return windtunnel.execute(*prefix, windtunnel.prefix / "bin" / "windtunnel", *words, cwd=tmp_path, env=env)


BOTH = pytest.mark.parametrize("mode", ["images", "processes"])

# Every rank catches what it has caused, by leaving the handler or by mending the cause; rank 2 then has no handler any more.
CATCHES = """
static sigjmp_buf back;
static char *page;
static volatile int caught;
static void leave(int number) { caught += number == SIGSEGV; siglongjmp(back, 1); }
static void mend(int number, siginfo_t *info, void *context)
{
    (void)context;
    caught += number == SIGSEGV && (char *)info->si_addr - page < 3;
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}
static void act(void)
{
    if (rank % 2) {
        signal(SIGSEGV, leave);
        for (int i = 0; i < 3; i++)
            if (sigsetjmp(back, 1) == 0) *(volatile int *)8 = 1;
    } else {
        struct sigaction action = {.sa_sigaction = mend, .sa_flags = SA_SIGINFO};
        sigaction(SIGSEGV, &action, 0);
        page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        for (int i = 0; i < 3; i++) {
            page[i] = 1;
            mprotect(page, 4096, PROT_READ);
        }
    }
    if (caught != 3) _exit(9);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) {
        signal(SIGSEGV, SIG_DFL);
        *(volatile int *)8 = 1;
    }
}
"""


@BOTH
def test_ranks_handle_their_own_signals(windtunnel, tmp_path, mode):
    done = run(windtunnel, tmp_path, CATCHES, "--mode", mode)
    assert done.status == 1 and re.search("rank 2.* crashed: SIGSEGV", done.err) and "act (act.c:" in done.err, done.err


@BOTH
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("static void act(void) { if (rank == 2) abort(); }", r"rank 2 crashed: SIGABRT.*\n(.*\n)*.*act \(act\.c:26\)"),
        ("static void act(void) { if (rank == 2) raise(SIGKILL); }", r"rank 2.*(SIGKILL|signal 9)"),
        ("static void act(void) { if (rank == 2) kill(getpid(), SIGKILL); }", r"rank 2.*(SIGKILL|signal 9)"),
        ('static void act(void) { if (rank == 2) *(volatile char *)"literal" = 1; }', r"rank 2 crashed: SIGSEGV"),
        ("static void act(void) { if (rank == 2) ((volatile char *)(void *)main)[0] = 0; }", r"rank 2 crashed: SIGSEGV"),
        (
            "static long depth(long n) { volatile char page[4096]; page[0] = n; return page[0] + depth(n + 1) + page[1]; }\n"
            "static void act(void) { if (rank == 2) exit((int)depth(1)); }",
            r"rank 2 crashed: SIGSEGV \(stack overflow\)",
        ),
        (
            "static int __attribute__((noinline)) wide(long n) { volatile double all[n]; all[0] = 1; MPI_Barrier(MPI_COMM_WORLD);"
            " return (int)all[0]; }\n"
            "static void act(void) { if (rank == 2) wide(100L << 17); else MPI_Barrier(MPI_COMM_WORLD); }",
            r"rank 2 crashed: SIGSEGV \(stack overflow\)",
        ),
        (
            "static void act(void) { if (rank == 2) { volatile char one[8]; for (long i = 0; i < 1L << 22; i++) one[i] = 1; } }",
            r"rank 2 crashed: SIG",
        ),
        ("static void act(void) { assert(rank != 2); }", r"rank 2 crashed: SIGABRT.*\n(.*\n)*.*act \(act\.c:26\)"),
        ("static void act(void) { if (rank == 2) pthread_kill(pthread_self(), SIGKILL); }", r"rank 2.*(SIGKILL|signal 9)"),
        (
            "static void act(void) { if (rank == 2) { char *volatile block = malloc(40); free(block), free(block); } }",
            r"rank 2 crashed: SIGABRT.*\n(.*\n)*.*act \(act\.c:26\)",
        ),
        (
            "static void act(void) { if (rank == 2) { char *volatile block = malloc(40); free(block); block = realloc(block, 4000); } }",
            r"rank 2 crashed: SIGABRT.*\n(.*\n)*.*act \(act\.c:26\)",
        ),
        (
            "static void act(void) { if (rank == 2) { char *volatile block = malloc(400); free(block + 16); } }",
            r"rank 2 crashed: SIGABRT.*\n(.*\n)*.*act \(act\.c:26\)",
        ),
        (
            "static void act(void) { char *block; MPI_Alloc_mem(64, MPI_INFO_NULL, &block); MPI_Barrier(MPI_COMM_WORLD);"
            " if (rank == 2) for (int i = 1; i <= 16; i++) ((volatile char *)block)[-i] = 7;"
            " MPI_Barrier(MPI_COMM_WORLD); MPI_Free_mem(block); }",
            r"rank 2 crashed: SIG",
        ),
        ("static void act(void) { if (rank == 2) __builtin_trap(); }", r"rank 2 crashed: SIGILL.*\n.*act \(act\.c:26\)"),
    ],
    ids=[
        "abort",
        "raise",
        "kill",
        "literal",
        "text",
        "recursion",
        "array",
        "upwards",
        "assert",
        "thread",
        "twice",
        "resized",
        "inner",
        "before",
        "trap",
    ],
)
def test_a_crash_is_told_of_its_rank(windtunnel, tmp_path, body, said, mode):
    done = run(windtunnel, tmp_path, body, "--mode", mode)
    assert done.status == 1 and re.search(said, done.err), done.err
    assert not re.search(r"rank [013] crashed|simulator itself|panicked", done.err), done.err


@pytest.mark.parametrize("bytes", [1, 8, 24, 400])
def test_a_write_beyond_thread_local_variables_is_told(windtunnel, tmp_path, bytes):
    """The C library's own data of the thread follow, which all ranks share."""
    body = (
        "static __thread volatile char last[64];\n"
        f"static void act(void) {{ if (rank == 2) for (int i = 0; i < {bytes}; i++) last[64 + i] = 0x5a; }}"
    )
    done = run(windtunnel, tmp_path, body, "--mode", "images")
    assert done.status == 1 and "rank 2 crashed: SIG" in done.err, done.err
    assert not re.search(r"rank [013] crashed|simulator itself|panicked", done.err), done.err


# Calls that would change other ranks' state: mode images reports them, or the run goes on with processes.
REFUSED = {
    "close(1)": 'static void act(void) { if (rank == 2) close(1); else if (rank == 3) puts("heard"); }',
    "dup2": 'static void act(void) { if (rank == 2) dup2(open("/dev/null", O_WRONLY), 1);'
    ' if (rank > 1) puts(rank == 3 ? "heard" : "not"); }',
    "dup3": 'static void act(void) { if (rank == 2) dup3(open("/dev/null", O_WRONLY), 1, 0);'
    ' if (rank > 1) puts(rank == 3 ? "heard" : "not"); }',
    "freopen": 'static void act(void) { if (rank == 2) freopen("/dev/null", "w", stdout);'
    ' if (rank > 1) puts(rank == 3 ? "heard" : "not"); }',
    "closefrom": 'static void act(void) { if (rank == 2) closefrom(3); else if (rank == 3) puts("heard"); }',
    "setrlimit": "static void act(void) { struct rlimit few = {3, 3}; if (rank == 2) setrlimit(RLIMIT_NOFILE, &few);"
    ' if (rank == 3) puts(open("/dev/null", O_RDONLY) < 0 ? "not" : "heard"); }',
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_change_other_ranks_is_refused_or_done_in_processes(windtunnel, tmp_path, name):
    if name == "closefrom":
        done = run(windtunnel, tmp_path, REFUSED[name], "--mode", "images")
        assert done.status == 1 and "closing all descriptors in a rank" in done.err, done.err
        return
    done = run(windtunnel, tmp_path, REFUSED[name])
    assert done.status == 0 and "heard\n" in done.out and "not\n" not in done.out, done.out + done.err
    assert "its ranks run as processes" in done.err and "act.c:" in done.err, done.err
    done = run(windtunnel, tmp_path, REFUSED[name], "--mode", "images")
    assert done.status == 1 and "not supported yet" in done.err and "act.c:" in done.err, done.err


@BOTH
def test_limits_that_take_nothing_away_can_be_set(windtunnel, tmp_path, mode):
    body = """static void act(void)
{
    struct rlimit limit = {0, 0}, seen;
    if (setrlimit(RLIMIT_CORE, &limit) || getrlimit(RLIMIT_CORE, &seen) || seen.rlim_cur) _exit(9);
    if (getrlimit(RLIMIT_NOFILE, &limit)) _exit(9);
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) || prlimit(0, RLIMIT_NOFILE, &limit, &seen)) _exit(9);
}
"""
    done = run(windtunnel, tmp_path, body, "--mode", mode)
    assert done.status == 0, done.err


@BOTH
@pytest.mark.parametrize(("limit", "status"), [("1024", 1), ("65536", 0), ("unlimited", 0)])
def test_the_stack_has_what_ulimit_says(windtunnel, tmp_path, mode, limit, status):
    body = (
        "static int __attribute__((noinline)) wide(long n) { volatile char all[n]; for (long i = 0; i < n; i += 4096)"
        " all[i] = 1; MPI_Barrier(MPI_COMM_WORLD); return all[0]; }\n"
        "static void act(void) { if (wide(40 << 20) != 1) _exit(9); }"
    )
    prefix = ("bash", "-c", f'ulimit -s {limit} && exec "$@"', "bash")
    done = run(windtunnel, tmp_path, body, "--mode", mode, prefix=prefix)
    assert done.status == status, done.err
    assert status == 0 or "stack overflow" in done.err, done.err


def test_a_summary_says_what_is_not_guarded(windtunnel, tmp_path):
    program = windtunnel.compile(PRELUDE + "static void act(void) {}", tmp_path / "act")
    words = ["run", "-p", "frontier-like", "--compute", "none", "--mode", "images"]
    for ranks, said in [(100, None), (9_000, "heaps and globals of ranks"), (12_000, "memory of ranks")]:
        done = windtunnel(*words, "-n", ranks, program, cwd=tmp_path)
        assert done.status == 0, done.err
        line = re.search(r"not guarded +(.*)", done.out + done.err)
        assert (line is None) if said is None else (line and line[1].startswith(said)), done.out + done.err
