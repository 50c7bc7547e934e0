/* matching HOW COUNT: rank 0 gets COUNT messages of 8 bytes from rank 1. HOW `posted`: all receives, of one envelope,
 * are posted before the first message, and waited for at once; HOW `unexpected`: all messages are there before the
 * first receive, which takes any source; the last tag comes first. */
#include "common.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int unexpected = argc > 1 && strcmp(argv[1], "unexpected") == 0;
    const int count = argument(argc, argv, 2, 1);
    double *values = (double *)buffer(count * sizeof *values);
    MPI_Request *requests = (MPI_Request *)buffer(count * sizeof *requests);
    if (rank == 0 && !unexpected)
        for (int i = 0; i < count; i++)
            MPI_Irecv(values + i, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, requests + i);
    if (!unexpected)
        MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    if (rank == 1) {
        for (int i = 0; i < count; i++) {
            values[i] = i;
            MPI_Isend(values + i, 1, MPI_DOUBLE, 0, unexpected ? i : 0, MPI_COMM_WORLD, requests + i);
        }
    }
    if (rank == 1 || !unexpected)
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    if (unexpected)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && unexpected)
        for (int i = count - 1; i >= 0; i--)
            MPI_Recv(values + i, 1, MPI_DOUBLE, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; i++)
        if (values[i] != i)
            MPI_Abort(MPI_COMM_WORLD, 1);
    report(unexpected ? "unexpected" : "posted", 8, MPI_Wtime() - start);
    free(requests);
    free(values);
    MPI_Finalize();
    return 0;
}
