/* Ranks share no memory and no state of the C library: globals, statics, thread-locals, the heap, strtok, rand, getopt,
 * errno, the environment, buffered output and functions at exit are each rank's own, across switches between ranks.
 * ranks: 1-4 7 16
 * output: sorted
 * arguments: -a one -b two -c three rest */
#define _GNU_SOURCE
#include "conformance.h"
#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <unistd.h>

enum { WORDS = 4096, ROUNDS = 20 };

int initialised = 5;
int zeroed;
static int hidden = 6;
static char block[16384], full[16384] = { 1, 2, 3 };
static __thread int local = 8, local_zero;
static int *into_global = &initialised;

static int counter(void)
{
    static int count;
    return ++count;
}

/* Other ranks run now. */
static void others_run(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void variables(void)
{
    CHECK(initialised == 5 && zeroed == 0 && hidden == 6 && local == 8 && local_zero == 0 && full[2] == 3);
    for (int round = 1; round <= ROUNDS; round++) {
        initialised += world_rank;
        zeroed -= world_rank;
        hidden += 2 * world_rank;
        local += 3 * world_rank;
        local_zero += world_rank;
        memset(block, world_rank + round, sizeof block);
        memset(full, world_rank - round, sizeof full);
        int *address = &local;
        others_run();
        EQUAL(initialised, 5 + round * world_rank);
        EQUAL(*into_global, 5 + round * world_rank);
        EQUAL(zeroed, -round * world_rank);
        EQUAL(hidden, 6 + 2 * round * world_rank);
        EQUAL(local, 8 + 3 * round * world_rank);
        EQUAL(*address, 8 + 3 * round * world_rank);
        EQUAL(local_zero, round * world_rank);
        EQUAL(counter(), round);
        for (int i = 0; i < (int)sizeof block; i++)
            if (block[i] != (char)(world_rank + round) || full[i] != (char)(world_rank - round)) {
                failed(__FILE__, __LINE__, "block %d of round %d is another rank's", i, round);
                break;
            }
    }
}

/* Much allocated, moved and freed in an order of the rank's own. */
static void heap(void)
{
    enum { PIECES = 64 };
    static unsigned char *pieces[PIECES];
    static size_t sizes[PIECES];
    uint64_t state = 88172645463325252u + (unsigned)world_rank;
    int *own_heap = malloc(sizeof(int) * WORDS);
    for (int i = 0; i < WORDS; i++)
        own_heap[i] = world_rank * WORDS + i;
    for (int step = 0; step < 2000; step++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        int at = (int)(state % PIECES);
        size_t size = state >> 20 & (step % 50 ? 0x3ff : 0x7ffff), kept = size < sizes[at] ? size : sizes[at];
        for (size_t i = 0; i < sizes[at]; i += 61)
            if (pieces[at][i] != (unsigned char)(at + world_rank)) {
                failed(__FILE__, __LINE__, "piece %d was written by others", at);
                return;
            }
        if (step % 3 == 0) {
            free(pieces[at]);
            pieces[at] = calloc(1, size + 1);
            CHECK(size == 0 || pieces[at][size - 1] == 0);
        } else {
            pieces[at] = realloc(pieces[at], size + 1);
            CHECK(kept == 0 || pieces[at][0] == (unsigned char)(at + world_rank));
        }
        sizes[at] = size;
        memset(pieces[at], at + world_rank, size);
        if (step % 100 == 0)
            others_run();
    }
    for (int at = 0; at < PIECES; at++)
        free(pieces[at]);
    for (int i = 0; i < WORDS; i++)
        if (own_heap[i] != world_rank * WORDS + i) {
            failed(__FILE__, __LINE__, "word %d of the heap is another rank's", i);
            break;
        }
    free(own_heap);
}

static void c_library(void)
{
    char text[64], name[32], expected[32];
    snprintf(text, sizeof text, "%d %d %d", world_rank, world_rank + 1, world_rank + 2);
    int found = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        others_run();
        EQUAL(atoi(word), world_rank + found++);
    }
    EQUAL(found, 3);

    enum { DRAWN = 10 };
    int first[DRAWN];
    srand(100 + (unsigned)world_rank);
    for (int i = 0; i < DRAWN; i++)
        first[i] = rand();
    srand(100 + (unsigned)world_rank);
    for (int i = 0; i < DRAWN; i++) {
        others_run();
        EQUAL(rand(), first[i]);
    }

    snprintf(name, sizeof name, "OWN_%d", world_rank);
    snprintf(expected, sizeof expected, "value %d", world_rank);
    setenv("CONFORMANCE_OWN", expected, 1);
    setenv(name, expected, 1);
    others_run();
    SAME(getenv("CONFORMANCE_OWN"), expected);
    SAME(getenv(name), expected);
    snprintf(name, sizeof name, "OWN_%d", (world_rank + 1) % world_size);
    CHECK(world_size == 1 || !getenv(name));

    errno = 100 + world_rank;
    others_run();
    EQUAL(errno, 100 + world_rank);
}

/* Ranks read the same command line in step, some of them faster. */
static void options(int argc, char **argv)
{
    const char *expected[] = { "one", "two", "three" };
    int found = 0;
    for (int option; (option = getopt(argc, argv, "a:b:c:")) != -1; found++) {
        EQUAL(option, 'a' + found);
        SAME(optarg, expected[found]);
        if (found % 2 == world_rank % 2)
            optarg = NULL;
        MPI_Sendrecv(NULL, 0, MPI_INT, world_rank, 1, NULL, 0, MPI_INT, world_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        others_run();
    }
    EQUAL(found, 3);
    EQUAL(optind, 7);
    SAME(argv[optind], "rest");
}

static void at_exit(void)
{
    printf("rank %d of %d ends with %d\n", world_rank, world_size, initialised);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    atexit(at_exit);
    variables();
    heap();
    c_library();
    options(argc, argv);
    /* A line begun before others run and ended after is whole: the stream and its buffer are the rank's. */
    char *line;
    size_t length;
    FILE *stream = open_memstream(&line, &length);
    fprintf(stream, "rank %d ", world_rank);
    others_run();
    fprintf(stream, "prints this\n");
    fclose(stream);
    printf("%s", line);
    fflush(stdout);
    free(line);
    return finish();
}
