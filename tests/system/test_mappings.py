"""Mappings of ranks lie where the ranks before them have left room, and work as in a process of its own."""

import pytest

PROGRAM = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096 };
static int rank;

static void check(int right, const char *what)
{
    if (right) return;
    fprintf(stderr, "rank %d: %s: %s\n", rank, what, strerror(errno));
    exit(3);
}

static char *map(char *at, size_t bytes, int flags)
{
    return mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
}

/* The system refuses to read a name there. */
static int gone(const char *at) { return syscall(SYS_access, at, F_OK) == -1 && errno == EFAULT; }

int main(int argc, char **argv)
{
    int ordered = argc > 1 && !strcmp(argv[1], "ordered");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *a = map(0, 3 * PAGE, 0), *b = map(0, PAGE - 1, 0);
    check(a != MAP_FAILED && b != MAP_FAILED, "mmap");
    if (ordered) check(b == a + 3 * PAGE, "the next mapping follows");
    memset(a, 'a' + rank, 3 * PAGE), memset(b, 'b', PAGE);
    /* A page in the middle goes, and is the first gap. */
    check(munmap(a + PAGE, PAGE) == 0 && gone(a + PAGE), "munmap of a part");
    char *c = map(0, PAGE, 0);
    if (ordered) check(c == a + PAGE, "the first gap is taken");
    check(c[0] == 0 && c[PAGE - 1] == 0 && a[0] == 'a' + rank && a[2 * PAGE] == 'a' + rank, "contents");
    /* Grows, moves, and keeps its contents. */
    char *d = mremap(b, PAGE, 5 * PAGE, MREMAP_MAYMOVE);
    check(d != MAP_FAILED && d[0] == 'b' && d[PAGE - 1] == 'b' && d[5 * PAGE - 1] == 0, "mremap");
    check(d == b || gone(b), "mremap leaves nothing");
    check(mremap(d, 5 * PAGE, 2 * PAGE, 0) == d && gone(d + 2 * PAGE) && d[0] == 'b', "mremap shrinks");
    if (ordered) check(map(0, PAGE, 0) == a + 3 * PAGE, "what mremap left is taken");
    /* Asked for by address. */
    char *e = map(d + 2 * PAGE, PAGE, 0);
    check(e == d + 2 * PAGE, "an address that is free");
    check(map(e, PAGE, MAP_FIXED_NOREPLACE) == MAP_FAILED && errno == EEXIST, "MAP_FIXED_NOREPLACE");
    e[0] = 'e';
    check(map(e, PAGE, MAP_FIXED) == e && e[0] == 0, "MAP_FIXED");
    check(map(e, PAGE, 0) != e, "an address that is in use");
    check(munmap(e, PAGE) == 0 && map(e, PAGE, MAP_FIXED) == e, "MAP_FIXED of what was unmapped");
    char *f = map(0, PAGE, 0);
    check(f != e && munmap(f, PAGE) == 0, "what was asked for is not given again");
    /* A file. */
    char name[] = "fileX";
    name[4] = (char)('0' + rank);
    int file = open(name, O_RDWR | O_CREAT, 0600);
    check(file >= 0 && write(file, name, sizeof name) == sizeof name, "write");
    char *g = mmap(0, sizeof name, PROT_READ, MAP_SHARED, file, 0);
    check(g != MAP_FAILED && !strcmp(g, name) && munmap(g, sizeof name) == 0, "a mapping of a file");
    if (ordered) check(g > a && g < a + (1l << 39), "a mapping of a file has its place, too");
    /* What fails. */
    check(mmap(0, PAGE, PROT_READ, MAP_PRIVATE, -1, 0) == MAP_FAILED && errno == EBADF, "no file");
    check(map(0, 0, 0) == MAP_FAILED && errno == EINVAL, "nothing");
    check(munmap(a + 1, PAGE) == -1 && errno == EINVAL, "an address inside a page");
    /* More than there is room for among ranks' mappings. */
    char *h = mmap(0, 3l << 40, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    check(h == MAP_FAILED || munmap(h, 3l << 40) == 0, "3 TiB");
    MPI_Barrier(MPI_COMM_WORLD);
    check(a[0] == 'a' + rank && a[3 * PAGE - 1] == 'a' + rank && d[1] == 'b', "contents at the end");
    MPI_Finalize();
    return 0;
}
"""


@pytest.mark.parametrize("mode", ["images", "serialised", "processes"])
def test_mappings_of_ranks(windtunnel, tmp_path, mode):
    (tmp_path / "map.c").write_text(PROGRAM)
    program = windtunnel.compile(tmp_path / "map.c", tmp_path / "map", "-O1")
    order = [] if mode == "processes" else ["ordered"]
    done = windtunnel("run", "-q", "-n", 3, "-p", "fat-tree", "--compute", "none", "--mode", mode, program, *order, cwd=tmp_path)
    assert done.status == 0, done.err
