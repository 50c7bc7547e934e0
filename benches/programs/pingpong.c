/* pingpong BYTES ROUNDS: rank 0 and the last rank send a message to and fro. */
#include "common.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const long bytes = argument(argc, argv, 1, 1), rounds = argument(argc, argv, 2, 10);
    char *message = buffer(bytes);
    const int other = rank == 0 ? size - 1 : 0;
    double start = MPI_Wtime();
    if (rank == 0) {
        for (long round = 0; round < rounds; round++) {
            MPI_Send(message, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
            MPI_Recv(message, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    } else if (rank == size - 1) {
        for (long round = 0; round < rounds; round++) {
            MPI_Recv(message, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(message, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
        }
    }
    report("pingpong", bytes, MPI_Wtime() - start);
    free(message);
    MPI_Finalize();
    return 0;
}
