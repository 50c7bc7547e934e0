/* The ping of studies/bgp-injection: rank 0 sends to rank 1, message after message, while all other ranks, if there are any,
 * exchange blocks with each other again and again.
 *
 *     bgp_ping BLOCK MESSAGES SIZE...
 *
 * For each size in bytes MESSAGES messages, then an empty answer: rank 0 prints `SIZE SECONDS`. BLOCK is what the others exchange
 * with each other, in bytes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PING = 1, ANSWER = 2, BEGUN = 3, STOP = 4 };

static void ping(int rank, int messages, int count, char **sizes)
{
    for (int at = 0; at < count; at++) {
        int size = atoi(sizes[at]);
        char *bytes = calloc((size_t)size + 1, 1);
        double start = MPI_Wtime();
        for (int message = 0; message < messages; message++) {
            if (rank == 0)
                MPI_Send(bytes, size, MPI_BYTE, 1, PING, MPI_COMM_WORLD);
            else
                MPI_Recv(bytes, size, MPI_BYTE, 0, PING, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        if (rank == 0) {
            MPI_Recv(NULL, 0, MPI_BYTE, 1, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            printf("%d %.12f\n", size, MPI_Wtime() - start);
        } else {
            MPI_Send(NULL, 0, MPI_BYTE, 0, ANSWER, MPI_COMM_WORLD);
        }
        free(bytes);
    }
}

/* All-to-all among the others until rank 0 has done. */
static void background(MPI_Comm others, int block)
{
    int rank, ranks, stop = 0;
    MPI_Comm_rank(others, &rank);
    MPI_Comm_size(others, &ranks);
    char *out = calloc((size_t)ranks, (size_t)block), *in = calloc((size_t)ranks, (size_t)block);
    if (rank == 0)
        MPI_Send(NULL, 0, MPI_BYTE, 0, BEGUN, MPI_COMM_WORLD);
    while (!stop) {
        MPI_Alltoall(out, block, MPI_BYTE, in, block, MPI_BYTE, others);
        if (rank == 0)
            MPI_Iprobe(0, STOP, MPI_COMM_WORLD, &stop, MPI_STATUS_IGNORE);
        MPI_Bcast(&stop, 1, MPI_INT, 0, others);
    }
    if (rank == 0)
        MPI_Recv(NULL, 0, MPI_BYTE, 0, STOP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 4 || ranks < 2 || ranks == 3) {
        if (rank == 0)
            fprintf(stderr, "usage: bgp_ping BLOCK MESSAGES SIZE... on 2 ranks, or on 4 and more\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Comm parts;
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, rank, &parts);
    if (rank >= 2) {
        background(parts, atoi(argv[1]));
    } else {
        if (rank == 0 && ranks > 2)
            MPI_Recv(NULL, 0, MPI_BYTE, 2, BEGUN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        /* The receiver may begin earlier: it waits for the first message. */
        ping(rank, atoi(argv[2]), argc - 3, argv + 3);
        if (rank == 0 && ranks > 2)
            MPI_Send(NULL, 0, MPI_BYTE, 2, STOP, MPI_COMM_WORLD);
    }
    MPI_Comm_free(&parts);
    MPI_Finalize();
    return 0;
}
