/* ring BYTES ROUNDS: every rank sends to the next and receives from the one before, all at the same time. */
#include "common.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const long bytes = argument(argc, argv, 1, 1), rounds = argument(argc, argv, 2, 10);
    char *to = buffer(bytes), *from = buffer(bytes);
    memset(to, rank, bytes);
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    double start = MPI_Wtime();
    for (long round = 0; round < rounds; round++) {
        MPI_Request requests[2];
        MPI_Irecv(from, bytes, MPI_BYTE, before, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(to, bytes, MPI_BYTE, next, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    double seconds = MPI_Wtime() - start;
    if (rounds > 0 && bytes > 0 && from[bytes - 1] != (char)before) {
        fprintf(stderr, "ring: rank %d has not got the bytes of rank %d\n", rank, before);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    report("ring", bytes, seconds);
    free(to);
    free(from);
    MPI_Finalize();
    return 0;
}
