/* Two ranks receive from each other before they send; a third only suffers from it.
 *
 * status: 1
 * ending: failed
 *
 * case pair
 * ranks: 2
 * stderr: deadlock: 2 of 2 ranks can't go on at simulated time
 * stderr: rank 0: MPI_Recv at exchange ({receive}) waits for a message from rank 1, tag 5
 * stderr: rank 1: MPI_Recv at exchange ({receive}) waits for a message from rank 0, tag 5
 * stderr: the knot: ranks 0, 1 wait only for each other
 *
 * case bystander
 * ranks: 3
 * stderr: deadlock: 3 of 3 ranks can't go on at simulated time
 * stderr: rank 0: MPI_Recv at exchange ({receive}) waits for a message from rank 1, tag 5
 * stderr: rank 1: MPI_Recv at exchange ({receive}) waits for a message from rank 0, tag 5
 * stderr: rank 2: MPI_Recv at main ({bystander}) waits for a message from rank 0, tag 6
 * stderr: the knot: ranks 0, 1 wait only for each other
 *
 * case finished
 * ranks: 3
 * stderr: deadlock: 1 of 3 ranks can't go on at simulated time
 * stderr: rank 2: MPI_Recv at main ({bystander}) waits for a message from rank 0, which has finished, tag 6
 * stderr: the knot: rank 2 waits for something that cannot happen
 *
 * case itself
 * ranks: 2
 * stderr: deadlock: 1 of 2 ranks can't go on at simulated time
 * stderr: rank 0: MPI_Recv at main ({itself}) waits for a message from rank 0, tag 0
 *
 * case freed
 * ranks: 2
 * stderr: deadlock: 1 of 2 ranks can't go on at simulated time
 * stderr: rank 0: MPI_Wait at main ({freed}) waits for a message on a communicator that all its ranks have freed, tag 3
 */
#include <mpi.h>
#include <string.h>

static void exchange(int rank, int value)
{
    int got;
    MPI_Recv(&got, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* receive */
    MPI_Send(&value, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, got;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[1], "itself") == 0) {
        if (rank == 0)
            MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* itself */
    } else if (strcmp(argv[1], "freed") == 0) {
        MPI_Comm copy;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        if (rank == 0)
            MPI_Irecv(&got, 1, MPI_INT, 1, 3, copy, &request);
        MPI_Comm_free(&copy);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* freed */
    } else if (rank < 2) {
        if (strcmp(argv[1], "finished") != 0)
            exchange(rank, rank);
    } else {
        MPI_Recv(&got, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* bystander */
    }
    MPI_Finalize();
    return 0;
}
