/* Ranks that wait for any of several others form a knot only if none of those can go on.
 *
 * ranks: 4
 * status: 1
 * ending: failed
 *
 * case source
 * stderr: deadlock: 4 of 4 ranks can't go on at simulated time
 * stderr: rank 0: MPI_Recv at main ({any}) waits for a message from any rank, any tag
 * stderr: rank 1: MPI_Recv at main ({any}) waits for a message from any rank, any tag
 * stderr: rank 2: MPI_Recv at main ({any}) waits for a message from any rank, any tag
 * stderr: rank 3: MPI_Recv at main ({any}) waits for a message from any rank, any tag
 * stderr: the knot: ranks 0, 1, 2, 3 wait only for each other
 *
 * case waitany
 * stderr: rank 0: MPI_Waitany at main ({waitany}) waits for a message from rank 1, tag 0 or a message from rank 2, tag 0
 * stderr: rank 1: MPI_Recv at main ({one}) waits for a message from rank 0, tag 0
 * stderr: rank 2: MPI_Recv at main ({one}) waits for a message from rank 0, tag 0
 * stderr: rank 3: MPI_Recv at main ({one}) waits for a message from rank 0, tag 0
 * stderr: the knot: ranks 0, 1, 2 wait only for each other
 *
 * case waitall
 * stderr: rank 0: MPI_Waitall at main ({waitall}) waits for a message from rank 1, tag 0 and a message from rank 2, tag 0
 *
 * case probe
 * stderr: rank 0: MPI_Probe at main ({probe}) waits for a message from any rank, tag 7
 * stderr: the knot: ranks 0, 1, 2, 3 wait only for each other
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, got[2], index;
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[1], "source") == 0) {
        MPI_Recv(got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* any */
    } else if (strcmp(argv[1], "probe") == 0) {
        MPI_Probe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* probe */
    } else if (rank == 0) {
        for (int peer = 1; peer < 3; peer++)
            MPI_Irecv(&got[peer - 1], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[peer - 1]);
        if (strcmp(argv[1], "waitany") == 0)
            MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE); /* waitany */
        else
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); /* waitall */
    } else {
        MPI_Recv(got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* one */
    }
    MPI_Finalize();
    return 0;
}
