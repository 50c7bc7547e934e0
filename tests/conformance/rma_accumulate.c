/* Accumulates: operations and types, derived datatypes, fetches, compare-and-swap, atomicity and order.
 * ranks: 1-5 9 */
#include "conformance.h"

/* Every rank adds to all elements of every rank. */
static void sums(void)
{
    enum { COUNT = 500 };
    double *window;
    double mine[COUNT];
    MPI_Win win;
    MPI_Win_allocate(COUNT * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    for (int i = 0; i < COUNT; i++) {
        mine[i] = (world_rank + 1) * i;
        window[i] = 0.5;
    }
    MPI_Win_fence(0, win);
    for (int to = 0; to < world_size; to++)
        if (to % 2)
            MPI_Accumulate(mine, COUNT, MPI_DOUBLE, to, 0, COUNT, MPI_DOUBLE, MPI_SUM, win);
        else
            MPI_Accumulate_c(mine, COUNT, MPI_DOUBLE, to, 0, COUNT, MPI_DOUBLE, MPI_SUM, win);
    MPI_Win_fence(0, win);
    const int all = world_size * (world_size + 1) / 2;
    for (int i = 0; i < COUNT; i++)
        CHECK(window[i] == 0.5 + (double)all * i);
    MPI_Win_free(&win);
}

/* Each operation, by the last rank on the first one. */
static void operations(void)
{
    static const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MAX,  MPI_MIN, MPI_LAND, MPI_LOR,
                                 MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_REPLACE};
    enum { OPS = sizeof ops / sizeof *ops };
    unsigned window[OPS], fetched[OPS], mine = 12, same = 77;
    MPI_Win win;
    for (int i = 0; i < OPS; i++)
        window[i] = 10;
    MPI_Win_create(window, sizeof window, sizeof(unsigned), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (world_rank == world_size - 1) {
        for (int i = 0; i < OPS; i++)
            MPI_Get_accumulate(&mine, 1, MPI_UNSIGNED, &fetched[i], 1, MPI_UNSIGNED, 0, i, 1, MPI_UNSIGNED, ops[i],
                               win);
        MPI_Get_accumulate_c(NULL, 0, MPI_UNSIGNED, &same, 1, MPI_UNSIGNED, 0, 0, 1, MPI_UNSIGNED, MPI_NO_OP, win);
    }
    MPI_Win_fence(0, win);
    if (world_rank == world_size - 1) {
        for (int i = 0; i < OPS; i++)
            EQUAL(fetched[i], 10);
        EQUAL(same, 22);
    }
    if (world_rank == 0)
        for (int i = 0; i < OPS; i++)
            say("operation %d: %u", i, window[i]);
    MPI_Win_free(&win);
}

/* Pairs of value and index, whose elements have gaps. */
static void pairs(void)
{
    struct {
        double value;
        int index;
    } window[3], mine[3];
    MPI_Win win;
    for (int i = 0; i < 3; i++) {
        window[i].value = -1;
        window[i].index = -1;
        mine[i].value = (world_rank * 7 + i * 5) % 11;
        mine[i].index = world_rank;
    }
    MPI_Win_create(window, sizeof window, sizeof window[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 3, MPI_DOUBLE_INT, 0, 0, 3, MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    if (world_rank == 0)
        for (int i = 0; i < 3; i++)
            say("largest %.0f of rank %d", window[i].value, window[i].index);
    MPI_Win_free(&win);
}

/* A column at the target, a row here. */
static void derived(void)
{
    enum { N = 6 };
    int window[N][N] = {{0}}, mine[N], old[N];
    MPI_Datatype column;
    MPI_Win win;
    for (int i = 0; i < N; i++) {
        mine[i] = world_rank + i;
        old[i] = -1;
    }
    MPI_Type_vector(N, 1, N, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Win_create(window, sizeof window, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, N, MPI_INT, 0, 2, 1, column, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (world_rank == 0)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                EQUAL(window[i][j], j == 2 ? world_size * (world_size - 1) / 2 + i * world_size : 0);
    MPI_Get_accumulate(NULL, 0, MPI_INT, old, N, MPI_INT, 0, 2, 1, column, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < N; i++)
        EQUAL(old[i], world_size * (world_size - 1) / 2 + i * world_size);
    MPI_Type_free(&column);
    MPI_Win_free(&win);
}

/* Tickets: nobody gets the same one. */
static void tickets(void)
{
    enum { EACH = 50 };
    int *window, one = 1, last = -1;
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    *window = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    long long sum = 0, all = 0;
    for (int i = 0; i < EACH; i++) {
        int ticket;
        MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        CHECK(ticket > last && ticket < EACH * world_size);
        last = ticket;
        sum += ticket;
    }
    MPI_Win_unlock_all(win);
    MPI_Allreduce(&sum, &all, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    const long long total = (long long)EACH * world_size;
    EQUAL(all, total * (total - 1) / 2);
    MPI_Win_free(&win);
}

/* A mutex out of compare-and-swap. */
static void swaps(void)
{
    int *window, free_ = -1, own = world_rank, old;
    MPI_Win win;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    window[0] = -1;
    window[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int i = 0; i < 5; i++) {
        do {
            MPI_Compare_and_swap(&own, &free_, &old, MPI_INT, 0, 0, win);
            MPI_Win_flush(0, win);
        } while (old != -1);
        int count;
        MPI_Get(&count, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        count++;
        MPI_Put(&count, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Compare_and_swap(&free_, &own, &old, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
        EQUAL(old, own);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 0)
        EQUAL(window[1], 5 * world_size);
    MPI_Win_free(&win);
}

/* Accumulates of one rank to one place keep their order, short ones behind long ones too. */
static void order(void)
{
    enum { LONG = 40000 };
    int *window, *mine = calloc(LONG, sizeof *mine), last, seen = -1;
    MPI_Win win;
    MPI_Win_allocate(LONG * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    for (int i = 0; i < LONG; i++)
        mine[i] = 5;
    MPI_Win_fence(0, win);
    if (world_rank == world_size - 1) {
        last = 9;
        MPI_Accumulate(mine, LONG, MPI_INT, 0, 0, LONG, MPI_INT, MPI_REPLACE, win);
        MPI_Accumulate(&last, 1, MPI_INT, 0, LONG - 1, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Get_accumulate(NULL, 0, MPI_INT, &seen, 1, MPI_INT, 0, LONG - 1, 1, MPI_INT, MPI_NO_OP, win);
    }
    MPI_Win_fence(0, win);
    if (world_rank == world_size - 1)
        EQUAL(seen, 9);
    if (world_rank == 0) {
        EQUAL(window[0], 5);
        EQUAL(window[LONG - 1], 9);
    }
    free(mine);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    sums();
    operations();
    pairs();
    derived();
    tickets();
    swaps();
    order();
    return finish();
}
