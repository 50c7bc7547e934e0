/* posts BATCH ROUNDS: two ranks exchange BATCH messages at a time, all posted before the one wait. */
#include "common.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int batch = argument(argc, argv, 1, 64), other = size - 1 - rank;
    const long rounds = argument(argc, argv, 2, 10);
    char *message = buffer(batch);
    MPI_Request *requests = (MPI_Request *)buffer(batch * sizeof *requests);
    double start = MPI_Wtime();
    for (long round = 0; round < rounds; round++) {
        for (int i = 0; i < batch; i++) {
            if (rank == 0) MPI_Isend(message + i, 1, MPI_BYTE, other, i, MPI_COMM_WORLD, requests + i);
            else MPI_Irecv(message + i, 1, MPI_BYTE, other, i, MPI_COMM_WORLD, requests + i);
        }
        MPI_Waitall(batch, requests, MPI_STATUSES_IGNORE);
    }
    report("posts", batch, MPI_Wtime() - start);
    free(requests);
    free(message);
    MPI_Finalize();
    return 0;
}
