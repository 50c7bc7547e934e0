/* A rank stays away from a collective operation.
 *
 * ranks: 4
 * status: 1
 * ending: failed
 *
 * case missing
 * stderr: deadlock: 4 of 4 ranks can't go on at simulated time
 * stderr: only 3 of 4 ranks have entered a collective that rank 0 began with MPI_Allreduce
 * stderr: rank 0: MPI_Allreduce at main ({allreduce}) waits for
 * stderr: rank 3: MPI_Recv at main ({receive}) waits for a message from rank 0, tag 0
 *
 * case making
 * stderr: rank 3 returned 0 from main without MPI_Finalize: others wait for it: 3 of 4 ranks can't go on at simulated time
 * stderr: rank 0: MPI_Comm_dup at main ({dup}) waits for the creation of a communicator
 *
 * case joining
 * stderr: deadlock: 4 of 4 ranks can't go on at simulated time
 * stderr: rank 0: MPI_Intercomm_create at main ({join}) waits for the creation of an intercommunicator with the group of rank 2
 * stderr: rank 2: MPI_Intercomm_create at main ({join}) waits for the creation of a communicator
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, one = 1, sum;
    MPI_Comm copy;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[1], "missing") == 0) {
        if (rank < 3)
            MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* allreduce */
        else
            MPI_Recv(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* receive */
    } else if (strcmp(argv[1], "joining") == 0) {
        MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &copy);
        if (rank != 3)
            MPI_Intercomm_create(copy, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, rank, &copy); /* join */
        MPI_Recv(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank < 3) {
        MPI_Comm_dup(MPI_COMM_WORLD, &copy); /* dup */
    } else {
        return 0;
    }
    MPI_Finalize();
    return 0;
}
