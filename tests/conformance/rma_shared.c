/* Shared windows: every rank of a host loads and stores in all of it; contiguous and apart, with accesses too.
 * ranks: 1-4 6 */
#include "conformance.h"

static MPI_Comm host;
static int rank, size;

static void neighbours(int apart, int large)
{
    long long *mine, *other;
    MPI_Aint bytes;
    MPI_Info info;
    MPI_Win win;
    int unit = 0;
    const int count = 5 + rank;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", apart ? "true" : "false");
    if (large)
        MPI_Win_allocate_shared_c(count * sizeof *mine, sizeof *mine, info, host, &mine, &win);
    else
        MPI_Win_allocate_shared(count * sizeof *mine, sizeof *mine, info, host, &mine, &win);
    MPI_Info_free(&info);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int i = 0; i < count; i++)
        mine[i] = 100 * rank + i;
    MPI_Win_sync(win);
    MPI_Barrier(host);
    MPI_Win_sync(win);
    for (int from = 0; from < size; from++) {
        if (large) {
            MPI_Aint wide = 0;
            MPI_Win_shared_query_c(win, from, &bytes, &wide, &other);
            unit = (int)wide;
        } else {
            MPI_Win_shared_query(win, from, &bytes, &unit, &other);
        }
        EQUAL(bytes, (5 + from) * sizeof *other);
        EQUAL(unit, sizeof *other);
        for (int i = 0; i < 5 + from; i++)
            EQUAL(other[i], 100 * from + i);
        if (from == rank)
            CHECK(other == mine);
    }
    MPI_Win_shared_query(win, 0, &bytes, &unit, &other);
    if (!apart)
        for (int from = 0, at = 0; from < size; from++)
            for (int i = 0; i < 5 + from; i++)
                EQUAL(other[at++], 100 * from + i);
    MPI_Barrier(host);
    /* What one stores another gets. */
    mine[0] = -rank;
    MPI_Win_sync(win);
    MPI_Barrier(host);
    long long got = 1;
    const int to = (rank + 1) % size;
    MPI_Get(&got, 1, MPI_LONG_LONG, to, 0, 1, MPI_LONG_LONG, win);
    MPI_Win_flush(to, win);
    EQUAL(got, -to);
    MPI_Put(&got, 1, MPI_LONG_LONG, to, 4, 1, MPI_LONG_LONG, win);
    MPI_Win_flush(to, win);
    MPI_Barrier(host);
    EQUAL(mine[4], -rank);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* Only the last rank gives memory: all see it. */
static void one_segment(void)
{
    enum { COUNT = 10000 };
    int *mine, *all;
    MPI_Aint bytes;
    MPI_Win win;
    int unit;
    MPI_Win_allocate_shared(rank == size - 1 ? COUNT * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, host, &mine, &win);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &all);
    EQUAL(bytes, COUNT * sizeof(int));
    MPI_Win_fence(0, win);
    for (int i = rank; i < COUNT; i += size)
        all[i] = 3 * i;
    MPI_Win_fence(0, win);
    for (int i = 0; i < COUNT; i++)
        EQUAL(all[i], 3 * i);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

/* The first rank hands a turn to the others through memory alone. */
static void spin(void)
{
    volatile int *turn;
    int *mine;
    MPI_Aint bytes;
    MPI_Win win;
    int unit;
    MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, host, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, (void *)&turn);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0)
        *turn = 0;
    MPI_Win_sync(win);
    MPI_Barrier(host);
    for (int round = 0; round < 3; round++) {
        while (*turn != round * size + rank)
            MPI_Win_sync(win);
        *turn += 1;
        MPI_Win_sync(win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(host);
    EQUAL(*turn, 3 * size);
    MPI_Barrier(host);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &rank);
    MPI_Comm_size(host, &size);
    neighbours(0, 0);
    neighbours(1, 0);
    neighbours(0, 1);
    one_segment();
    spin();
    MPI_Comm_free(&host);
    say("shared");
    return finish();
}
