/* Each rank has its own globals, statics, thread-local variables and pointers between them, whoever runs in between.
 * ranks: 1 2 5 17 */
#include "conformance.h"

enum { LARGE = 30000 };

int visible = 7;
static int zeroed[LARGE];
static double table[1000] = { 1.5, 2.5, [999] = 9.5 };
static double *into_table = &table[999];
static __thread int of_thread = 40;
static __thread char zeroed_of_thread[200];
static int constructed;
static const char *const words[] = { "a", "b", "c" };
static int (*action)(int);
/* Alignment beyond that of any type. */
static _Alignas(256) char aligned[256];

__attribute__((constructor)) static void before_main(void)
{
    constructed += 11;
}

static int next_number(void)
{
    static int number = 1000;
    return ++number;
}

static int twice(int x)
{
    return 2 * x;
}

static int thrice(int x)
{
    return 3 * x;
}

/* Lets all other ranks run. */
static void others(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    int token = world_rank;
    MPI_Allreduce(MPI_IN_PLACE, &token, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    EQUAL(constructed, 11);
    EQUAL(of_thread, 40);
    start(&argc, &argv);
    CHECK(into_table == &table[999] && *into_table == 9.5);
    EQUAL((size_t)aligned % 256, 0);
    action = world_rank % 2 ? twice : thrice;
    long sum = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < LARGE; i += 97)
            zeroed[i] += world_rank + 1;
        visible += world_rank;
        *into_table += world_rank;
        of_thread += world_rank;
        zeroed_of_thread[199]++;
        aligned[255] = (char)world_rank;
        others();
        for (int i = 0; i < LARGE; i++)
            sum += zeroed[i] - (i % 97 ? 0 : (round + 1) * (world_rank + 1));
        EQUAL(visible, 7 + (round + 1) * world_rank);
        CHECK(table[999] == 9.5 + (round + 1) * world_rank);
        EQUAL(of_thread, 40 + (round + 1) * world_rank);
        EQUAL(zeroed_of_thread[199], round + 1);
        EQUAL(zeroed_of_thread[0], 0);
        EQUAL(next_number(), 1001 + round);
        EQUAL(action(10), world_rank % 2 ? 20 : 30);
        EQUAL(aligned[255], (char)world_rank);
        SAME(words[round], round == 0 ? "a" : round == 1 ? "b" : "c");
    }
    EQUAL(sum, 0);
    /* A neighbour's global reaches us by a message only, though its address is sent along. */
    int to = (world_rank + 1) % world_size, from = (world_rank + world_size - 1) % world_size, theirs = -1;
    MPI_Sendrecv(&visible, 1, MPI_INT, to, 0, &theirs, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EQUAL(theirs, 7 + 3 * from);
    show("visible", visible);
    return finish();
}
