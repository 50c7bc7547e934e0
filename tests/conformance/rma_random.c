/* Random accesses against a plain twin: every rank knows what all ranks do and keeps a copy of all windows.
 * ranks: 2-5 8 */
#include "conformance.h"

enum { EPOCHS = 12, EACH = 25, CELLS = 64 };

static unsigned long long state;

static int draw(int below)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((state >> 33) % (unsigned)below);
}

/* Cells 0 to CELLS - 1 are put by one rank each in an epoch; cells CELLS to 2 * CELLS - 1 are added to by all. */
int main(int argc, char **argv)
{
    start(&argc, &argv);
    long long *window, *twin = calloc((size_t)world_size * 2 * CELLS, sizeof *twin);
    long long *values = calloc((size_t)EPOCHS * EACH * 8, sizeof *values), *got = calloc(2 * CELLS, sizeof *got);
    MPI_Datatype pieces[3];
    MPI_Win win;
    state = 4711;
    MPI_Type_vector(2, 2, 5, MPI_LONG_LONG, &pieces[0]);
    MPI_Type_contiguous(4, MPI_LONG_LONG, &pieces[1]);
    MPI_Type_vector(4, 1, 3, MPI_LONG_LONG, &pieces[2]);
    static const int places[3][4] = {{0, 1, 5, 6}, {0, 1, 2, 3}, {0, 3, 6, 9}};
    for (int i = 0; i < 3; i++)
        MPI_Type_commit(&pieces[i]);
    MPI_Win_allocate(2 * CELLS * sizeof *window, sizeof *window, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    memset(window, 0, 2 * CELLS * sizeof *window);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        const int way = epoch % 3;
        int *owner = calloc((size_t)world_size * CELLS, sizeof *owner);
        if (way == 0)
            MPI_Win_fence(0, win);
        else
            MPI_Win_lock_all(0, win);
        for (int i = 0; i < EACH * world_size; i++) {
            const int origin = i % world_size, target = draw(world_size), shape = draw(3), adds = draw(2);
            const int cell = draw(CELLS - 10) + (adds ? CELLS : 0);
            long long *own = values + (epoch * EACH + i / world_size) * 4;
            long long drawn[4];
            int free_ = 1;
            for (int j = 0; j < 4; j++)
                drawn[j] = draw(1000);
            for (int j = 0; j < 4 && !adds; j++)
                free_ &= !owner[target * CELLS + cell + places[shape][j]];
            if (!free_)
                continue;
            for (int j = 0; j < 4; j++) {
                const int at = cell + places[shape][j];
                if (adds) {
                    twin[target * 2 * CELLS + at] += drawn[j];
                } else {
                    twin[target * 2 * CELLS + at] = drawn[j];
                    owner[target * CELLS + at] = 1;
                }
            }
            if (origin != world_rank)
                continue;
            memcpy(own, drawn, sizeof drawn);
            if (adds)
                MPI_Accumulate(own, 4, MPI_LONG_LONG, target, cell, 1, pieces[shape], MPI_SUM, win);
            else
                MPI_Put(own, 4, MPI_LONG_LONG, target, cell, 1, pieces[shape], win);
            if (way == 2 && i % 7 == 0)
                MPI_Win_flush(target, win);
        }
        free(owner);
        if (way == 0)
            MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        else
            MPI_Win_unlock_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        const int from = (world_rank + epoch) % world_size;
        MPI_Win_lock(MPI_LOCK_SHARED, from, 0, win);
        MPI_Get(got, 2 * CELLS, MPI_LONG_LONG, from, 0, 2 * CELLS, MPI_LONG_LONG, win);
        MPI_Win_unlock(from, win);
        for (int i = 0; i < 2 * CELLS; i++)
            EQUAL(got[i], twin[from * 2 * CELLS + i]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    long long sum = 0;
    for (int i = 0; i < world_size * 2 * CELLS; i++)
        sum += twin[i];
    say("sum of all windows %lld", sum);
    for (int i = 0; i < 3; i++)
        MPI_Type_free(&pieces[i]);
    MPI_Win_free(&win);
    free(twin);
    free(values);
    free(got);
    return finish();
}
