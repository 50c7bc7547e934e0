/* State inside the C library that belongs to a process: getopt, strtok, rand, errno, the environment, the working folder,
 * jumps, sorting with a callback that uses MPI, the heap.
 * ranks: 1 2 5
 * arguments: -a -n 12 -- rest of it
 * environment: CONFORMANCE_WORD=given */
#include "conformance.h"
#include <errno.h>
#include <setjmp.h>
#include <unistd.h>

static void others(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Every rank parses the same words, each getting on at its own pace. */
static void options(int argc, char **argv)
{
    int option, seen = 0, number = 0;
    opterr = 0;
    while ((option = getopt(argc, argv, "an:")) != -1) {
        seen = seen * 10 + (option == 'a' ? 1 : option == 'n' ? 2 : 9);
        if (option == 'n')
            number = atoi(optarg);
        others();
    }
    EQUAL(seen, 12);
    EQUAL(number, 12);
    EQUAL(optind, 5);
    SAME(argv[optind], "rest");
    EQUAL(argc, 8);
}

static void tokens(void)
{
    char text[64], expected[16];
    snprintf(text, sizeof text, "a%d b%d c%d", world_rank, world_rank, world_rank);
    char *token = strtok(text, " ");
    for (int i = 0; i < 3; i++) {
        snprintf(expected, sizeof expected, "%c%d", 'a' + i, world_rank);
        CHECK(token != NULL);
        if (token)
            SAME(token, expected);
        others();
        token = strtok(NULL, " ");
    }
    CHECK(token == NULL);
}

/* The same seed gives the same numbers on every rank, whoever draws in between. */
static void numbers(void)
{
    long first[5], again[5];
    srand(7);
    srandom(7);
    srand48(7);
    for (int i = 0; i < 5; i++) {
        first[i] = rand() ^ random() ^ lrand48();
        for (int more = 0; more < world_rank; more++) /* each rank draws another number of times */
            (void)(rand() ^ random() ^ lrand48());
        others();
        srand(7 + i);
        srandom(7 + i);
        srand48(7 + i);
    }
    long mine[5];
    memcpy(mine, first, sizeof mine);
    MPI_Bcast(mine, 5, MPI_LONG, 0, MPI_COMM_WORLD);
    CHECK(!memcmp(mine, first, sizeof mine));
    srand(7);
    for (int i = 0; i < 5; i++)
        again[i] = rand();
    srand(7);
    for (int i = 0; i < 5; i++) {
        others();
        EQUAL(rand(), again[i]);
    }
}

static void environment(void)
{
    char value[16];
    SAME(getenv("CONFORMANCE_WORD") ? getenv("CONFORMANCE_WORD") : "", "given");
    snprintf(value, sizeof value, "%d", world_rank);
    setenv("CONFORMANCE_RANK", value, 1);
    others();
    SAME(getenv("CONFORMANCE_RANK") ? getenv("CONFORMANCE_RANK") : "", value);
    unsetenv("CONFORMANCE_RANK");
    others();
    CHECK(getenv("CONFORMANCE_RANK") == NULL);
    errno = 1000 + world_rank;
    others();
    EQUAL(errno, 1000 + world_rank);
    errno = 0;
}

static void folders(void)
{
    char here[4096], now[4096];
    CHECK(getcwd(here, sizeof here) != NULL);
    if (world_rank % 2)
        CHECK(chdir("/") == 0);
    others();
    CHECK(getcwd(now, sizeof now) != NULL);
    SAME(now, world_rank % 2 ? "/" : here);
    CHECK(chdir(here) == 0);
}

static jmp_buf place;

static void jump(int depth);
static void (*volatile jump_on)(int) = jump;

static void jump(int depth)
{
    volatile char on_stack[500];
    memset((char *)on_stack, depth, sizeof on_stack);
    if (depth > 0)
        jump_on(depth - 1);
    others();
    longjmp(place, world_rank + 1 + on_stack[0]); /* from depth 0: nothing has returned yet */
}

static int comparisons;

static int compare(const void *a, const void *b)
{
    if (++comparisons == 3)
        others(); /* in the middle of somebody else's function */
    return *(const int *)a - *(const int *)b;
}

static void heap(void)
{
    char *blocks[100] = { NULL };
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 100; i++) {
            size_t size = (i * 37 + world_rank * 101 + round) % 5000 + 1;
            blocks[i] = round % 2 ? realloc(blocks[i], size) : (free(blocks[i]), malloc(size));
            memset(blocks[i], world_rank, size);
            if (i % 25 == 0)
                others();
        }
    }
    for (int i = 0; i < 100; i++) {
        EQUAL(blocks[i][0], world_rank);
        free(blocks[i]);
    }
    void *aligned = NULL;
    CHECK(posix_memalign(&aligned, 4096, 10000) == 0 && (size_t)aligned % 4096 == 0);
    free(aligned);
    int *zero = calloc(100000, sizeof *zero);
    CHECK(zero && zero[99999] == 0);
    free(zero);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    options(argc, argv);
    tokens();
    numbers();
    environment();
    folders();
    int came = setjmp(place);
    if (came == 0)
        jump(5);
    EQUAL(came, world_rank + 1);
    int values[20];
    for (int i = 0; i < 20; i++)
        values[i] = (i * 7 + world_rank) % 20;
    qsort(values, 20, sizeof *values, compare);
    for (int i = 0; i < 20; i++)
        EQUAL(values[i], i);
    heap();
    return finish();
}
