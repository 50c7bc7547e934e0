/* Windows misused under the default error handler: the run ends and says where and why.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 *
 * case epoch
 * stderr: rank 0: MPI_Put: access outside an epoch: no fence, start or lock before it [MPI_ERR_RMA_SYNC], at main ({epoch})
 *
 * case range
 * stderr: rank 0: MPI_Get: target memory is not part of the window [MPI_ERR_RMA_RANGE], at main ({range})
 *
 * case twice
 * stderr: rank 0: MPI_Win_lock: the rank is locked already [MPI_ERR_RMA_SYNC], at main ({twice})
 *
 * case freed
 * stderr: rank 0: MPI_Win_free: the window is freed while a lock is held [MPI_ERR_RMA_SYNC], at main ({freed})
 *
 * case type
 * stderr: rank 0: MPI_Accumulate: caller and target name different elements [MPI_ERR_TYPE], at main ({type})
 *
 * case detached
 * stderr: rank 0: MPI_Win_unlock: target memory is not part of the window [MPI_ERR_RMA_RANGE], at main ({detached})
 *
 * case apart
 * ranks: 300
 * stderr: MPI_Win_allocate_shared: memory cannot be shared [MPI_ERR_RMA_SHARED], at main ({apart})
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, memory[4] = {0}, mine[4] = {0}, *base;
    double real = 1;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *kind = argv[1];
    if (strcmp(kind, "apart") == 0)
        MPI_Win_allocate_shared(4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); /* apart */
    if (strcmp(kind, "detached") == 0) {
        MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        if (rank == 0) {
            MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
            MPI_Put(mine, 1, MPI_INT, 1, 4096, 1, MPI_INT, win);
            MPI_Win_unlock(1, win); /* detached */
        }
    }
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0) {
        if (strcmp(kind, "epoch") == 0)
            MPI_Put(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* epoch */
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        if (strcmp(kind, "range") == 0)
            MPI_Get(mine, 2, MPI_INT, 1, 3, 2, MPI_INT, win); /* range */
        if (strcmp(kind, "twice") == 0)
            MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); /* twice */
        if (strcmp(kind, "freed") == 0)
            MPI_Win_free(&win); /* freed */
        if (strcmp(kind, "type") == 0)
            MPI_Accumulate(&real, 1, MPI_DOUBLE, 1, 0, 2, MPI_INT, MPI_SUM, win); /* type */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
