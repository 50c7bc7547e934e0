/* Two ranks send to each other before they receive: above the rendezvous threshold neither send can end.
 *
 * ranks: 2
 *
 * case large
 * status: 1
 * ending: failed
 * stderr: deadlock: 2 of 2 ranks can't go on at simulated time
 * stderr: rank 0: MPI_Send at main ({send}) waits for its send of 4194304 bytes to rank 1, tag 3, to be received (rendezvous)
 * stderr: rank 1: MPI_Send at main ({send}) waits for its send of 4194304 bytes to rank 0, tag 3, to be received (rendezvous)
 * stderr: the knot: ranks 0, 1 wait only for each other
 *
 * case small
 * status: 0
 * ending: finished
 *
 * case synchronous
 * status: 1
 * ending: failed
 * stderr: rank 0: MPI_Ssend at main ({ssend}) waits for its send of 4 bytes to rank 1, tag 3, to be received
 * stderr: the knot: ranks 0, 1 wait only for each other
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, bytes;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bytes = strcmp(argv[1], "large") == 0 ? 4 << 20 : 4;
    char *out = calloc(bytes, 1), *in = calloc(bytes, 1);
    if (strcmp(argv[1], "synchronous") == 0)
        MPI_Ssend(out, bytes, MPI_BYTE, 1 - rank, 3, MPI_COMM_WORLD); /* ssend */
    else
        MPI_Send(out, bytes, MPI_BYTE, 1 - rank, 3, MPI_COMM_WORLD); /* send */
    MPI_Recv(in, bytes, MPI_BYTE, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
