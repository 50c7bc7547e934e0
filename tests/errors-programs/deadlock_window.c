/* Ranks that wait at a window for ever: the report names who holds the lock, who has not posted, who has not completed.
 *
 * status: 1
 * ending: failed
 *
 * case lock
 * ranks: 3
 * stderr: deadlock: 3 of 3 ranks can't go on at simulated time
 * stderr: rank 0: MPI_Recv at main ({receive}) waits for a message from rank 1, tag 7
 * stderr: rank 1: MPI_Win_lock at main ({lock}) waits for the lock of rank 2, held or asked for before by rank 0, window 1
 * stderr: the knot: ranks 0, 1 wait only for each other
 *
 * case lock_all
 * ranks: 2
 * stderr: rank 0: MPI_Recv at main ({receive}) waits for a message from rank 1, tag 7
 * stderr: rank 1: MPI_Win_lock_all at main ({all}) waits for the lock of rank 1, held or asked for before by rank 0, window 1
 * stderr: the knot: ranks 0, 1 wait only for each other
 *
 * case start
 * ranks: 2
 * stderr: rank 0: MPI_Win_start at main ({start}) waits for MPI_Win_post of rank 1, window 1
 * stderr: rank 1: MPI_Recv at main ({receive}) waits for a message from rank 0, tag 7
 * stderr: the knot: ranks 0, 1 wait only for each other
 *
 * case wait
 * ranks: 2
 * stderr: rank 0: MPI_Recv at main ({receive}) waits for a message from rank 1, tag 7
 * stderr: rank 1: MPI_Win_wait at main ({wait}) waits for MPI_Win_complete of rank 0, window 1
 * stderr: the knot: ranks 0, 1 wait only for each other
 *
 * case fence
 * ranks: 2
 * stderr: of communicator 1 only 1 of 2 ranks have entered a collective that rank 0 began with MPI_Win_fence
 * stderr: rank 0: MPI_Win_fence at main ({fence}) waits for a collective operation
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, size, memory = 0, token;
    MPI_Win win;
    MPI_Group world, other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    const int peer = rank ^ 1;
    if (peer < size)
        MPI_Group_incl(world, 1, &peer, &other);
    if (strncmp(argv[1], "lock", 4) == 0) {
        const int target = size - 1;
        if (rank == 0)
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1 && argv[1][4])
            MPI_Win_lock_all(0, win); /* all */
        else if (rank == 1)
            MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); /* lock */
    } else if (strcmp(argv[1], "start") == 0 && rank == 0) {
        MPI_Win_start(other, 0, win); /* start */
    } else if (strcmp(argv[1], "wait") == 0 && rank == 1) {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win); /* wait */
    } else if (strcmp(argv[1], "fence") == 0 && rank == 0) {
        MPI_Win_fence(0, win); /* fence */
    }
    MPI_Recv(&token, 1, MPI_INT, (rank + 1) % (size < 3 ? size : 2), 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* receive */
    MPI_Finalize();
    return 0;
}
