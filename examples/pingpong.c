/* Latency and bandwidth between rank 0 and the last rank, for sizes from 1 byte to 4 MiB.
 *
 *     windtunnel run -n 2 -p two-hosts examples/pingpong.c
 *     windtunnel run -n 2 -p two-hosts examples/pingpong.c -r 100 -m 65536
 *
 * Options: -r ROUNDS (10), -m LARGEST SIZE in bytes (4194304). Times are those of the simulated machine.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The byte at place i of the message of a round. */
static char pattern(int round, int i)
{
    return (char)(31 * round + i);
}

static void check(const char *buffer, int bytes, int round)
{
    if (bytes > 0 && (buffer[0] != pattern(round, 0) || buffer[bytes - 1] != pattern(round, bytes - 1))) {
        fprintf(stderr, "pingpong: a message of %d bytes has come back with other contents\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* Seconds of a message one way. */
static double measure(char *buffer, int bytes, int rounds, int rank, int last)
{
    double start = MPI_Wtime();
    for (int round = 0; round < rounds; round++) {
        if (rank == 0) {
            memset(buffer, 0, bytes);
            if (bytes > 0) {
                buffer[0] = pattern(round, 0);
                buffer[bytes - 1] = pattern(round, bytes - 1);
            }
            MPI_Send(buffer, bytes, MPI_BYTE, last, 1, MPI_COMM_WORLD);
            MPI_Recv(buffer, bytes, MPI_BYTE, last, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            check(buffer, bytes, round);
        } else {
            MPI_Recv(buffer, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(buffer, bytes, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
        }
    }
    return (MPI_Wtime() - start) / (2.0 * rounds);
}

int main(int argc, char **argv)
{
    int rank, ranks, option, rounds = 10, largest = 4 << 20;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    while ((option = getopt(argc, argv, "r:m:")) != -1)
        if (option == 'r')
            rounds = atoi(optarg);
        else if (option == 'm')
            largest = atoi(optarg);
        else
            MPI_Abort(MPI_COMM_WORLD, 2);
    if (ranks < 2 || rounds < 1 || largest < 1 || largest > 1 << 30) {
        if (rank == 0)
            fprintf(stderr, "usage: pingpong [-r ROUNDS] [-m BYTES up to 1073741824], on two ranks at least\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }

    char *buffer = malloc(largest);
    if (rank == 0)
        printf("%10s %14s %14s\n", "bytes", "latency/us", "bandwidth/MB/s");
    for (int bytes = 1; bytes <= largest; bytes *= 2) {
        if (rank == 0 || rank == ranks - 1) {
            double seconds = measure(buffer, bytes, rounds, rank, ranks - 1);
            if (rank == 0)
                printf("%10d %14.3f %14.2f\n", bytes, seconds * 1e6, bytes / seconds / 1e6);
        }
        if (bytes > largest / 2)
            break;
    }
    free(buffer);
    MPI_Finalize();
    return 0;
}
