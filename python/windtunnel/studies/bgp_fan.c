/* Messages from one node to several at once, for studies/bgp-injection: rank 0 sends to all others.
 *
 *     bgp_fan MESSAGES SIZE
 *
 * To each MESSAGES messages of SIZE bytes, all posted at once; rank 0 prints the seconds until all have answered. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 3) {
        if (rank == 0)
            fprintf(stderr, "usage: bgp_fan MESSAGES SIZE\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int messages = atoi(argv[1]), size = atoi(argv[2]), count = 0;
    char *bytes = calloc((size_t)size + 1, 1);
    MPI_Request *requests = calloc((size_t)messages * (size_t)ranks, sizeof *requests);
    double start = MPI_Wtime();
    for (int message = 0; message < messages; message++) {
        if (rank > 0)
            MPI_Irecv(bytes, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[count++]);
        for (int to = 1; rank == 0 && to < ranks; to++)
            MPI_Isend(bytes, size, MPI_BYTE, to, 0, MPI_COMM_WORLD, &requests[count++]);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.12f\n", MPI_Wtime() - start);
    free(requests);
    free(bytes);
    MPI_Finalize();
    return 0;
}
