/* groups HOW [COUNT]: what a large number of ranks make together, kept until all of them have it.
 *
 * none                               a barrier only: what the others are compared with
 * dup, split, cart, window, file     one copy of MPI_COMM_WORLD, one of 64 parts of it, a grid, a window or an open file
 * random COUNT                       COUNT splits by drawn colours and keys into 8 parts, each with an allreduce and then freed
 * kept COUNT                         COUNT splits into parts of four, all of which are kept, and an allreduce in each
 * lock                               a window, locked for all; every rank writes to its neighbour and flushes
 *
 * It has no variables of its own outside of its stack: each rank's copy would be a page more of memory. */
#include "common.h"

static void grid(int size)
{
    int extent[2] = {0, 0}, periodic[2] = {1, 1};
    MPI_Comm made;
    MPI_Dims_create(size, 2, extent);
    MPI_Cart_create(MPI_COMM_WORLD, 2, extent, periodic, 1, &made);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&made);
}

static void part(int copy, int rank)
{
    MPI_Comm made;
    if (copy)
        MPI_Comm_dup(MPI_COMM_WORLD, &made);
    else
        MPI_Comm_split(MPI_COMM_WORLD, rank % 64, rank, &made);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&made);
}

static void window(int lock, int rank, int size)
{
    double *memory, value = rank;
    MPI_Win made;
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &made);
    if (lock) {
        MPI_Win_lock_all(0, made);
        MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, made);
        MPI_Win_flush((rank + 1) % size, made);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (lock)
        MPI_Win_unlock_all(made);
    MPI_Win_free(&made);
}

static void file(void)
{
    MPI_File made;
    MPI_File_open(MPI_COMM_WORLD, "groups.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &made);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&made);
}

static void splits(long count, int keep, int rank, int size)
{
    MPI_Comm *made = (MPI_Comm *)buffer(count * sizeof *made);
    const double own = 1;
    double sum;
    for (long i = 0; i < count; i++) {
        const uint64_t chance = drawn(rank, i);
        if (keep)
            MPI_Comm_split(MPI_COMM_WORLD, (int)((rank + i) % size / 4), 0, &made[i]);
        else
            MPI_Comm_split(MPI_COMM_WORLD, (int)(chance % 8), (int)(chance / 8 % 100), &made[i]);
        if (!keep) {
            MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, made[i]);
            MPI_Comm_free(&made[i]);
        }
    }
    for (long i = 0; keep && i < count; i++)
        MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, made[i]);
    for (long i = 0; keep && i < count; i++)
        MPI_Comm_free(&made[i]);
    free(made);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *how = argc > 1 ? argv[1] : "";
    const long count = argument(argc, argv, 2, 1);
    if (strcmp(how, "none") == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    else if (strcmp(how, "dup") == 0 || strcmp(how, "split") == 0)
        part(strcmp(how, "dup") == 0, rank);
    else if (strcmp(how, "cart") == 0)
        grid(size);
    else if (strcmp(how, "window") == 0 || strcmp(how, "lock") == 0)
        window(strcmp(how, "lock") == 0, rank, size);
    else if (strcmp(how, "file") == 0)
        file();
    else if (strcmp(how, "random") == 0 || strcmp(how, "kept") == 0)
        splits(count, strcmp(how, "kept") == 0, rank, size);
    else
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Finalize();
    return 0;
}
