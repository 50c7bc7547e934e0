/* What is left behind at the end: warnings, and the run counts as finished.
 *
 * ranks: 2
 * status: 0
 * ending: finished
 *
 * case message
 * stderr: warning: rank 1 has ended without receiving a message of 4 bytes from rank 0, tag 8
 *
 * case request
 * stderr: warning: rank 1 has ended with 1 request neither completed nor freed
 *
 * case requests
 * stderr: warning: rank 1 has ended with 3 requests neither completed nor freed
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, value[3] = {0};
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[1], "message") == 0) {
        if (rank == 0)
            MPI_Send(value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD);
    } else if (rank == 1) {
        for (int i = 0; i < (strcmp(argv[1], "request") == 0 ? 1 : 3); i++)
            MPI_Irecv(&value[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &request);
    }
    MPI_Finalize();
    return 0;
}
