/* defects KIND: programs with one defect each, whose culprit and cost are known. Times pass by sleeping, which the tunnel
 * simulates exactly.
 *
 *   late-sender    rank 1 sends 3 ms after rank 0 has begun to receive
 *   late-receiver  rank 1 receives a large message 2 ms after rank 0 has begun to send it
 *   collective     rank 2 comes to a barrier 5 ms after the others
 *   root           the root of a broadcast comes 4 ms after the others, and another rank 1 ms after them
 *   contention     ranks 0 and 1, on one host, send a large message each to ranks 2 and 3, on the other
 *   progress       rank 0 starts to send a large message and is busy for 6 ms before it waits
 *   chain          each rank works for 1 ms after it has heard from the one before
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGE = 8000000 };

static int rank, size;
static char *buffer;

static void busy_ms(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static void late_sender(void)
{
    if (rank == 1) {
        busy_ms(3);
        MPI_Send(buffer, 8, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Recv(buffer, 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void late_receiver(void)
{
    if (rank == 0) {
        MPI_Send(buffer, LARGE, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        busy_ms(2);
        MPI_Recv(buffer, LARGE, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void collective(void)
{
    if (rank == 2)
        busy_ms(5);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void root(void)
{
    busy_ms(rank == 0 ? 4 : rank == 3 ? 1 : 0);
    MPI_Bcast(buffer, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void contention(void)
{
    if (rank < size / 2)
        MPI_Send(buffer, LARGE, MPI_BYTE, rank + size / 2, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, LARGE, MPI_BYTE, rank - size / 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void progress(void)
{
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(buffer, LARGE, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
        busy_ms(6);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(buffer, LARGE, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void chain(void)
{
    if (rank > 0)
        MPI_Recv(buffer, 8, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    busy_ms(1);
    if (rank < size - 1)
        MPI_Send(buffer, 8, MPI_BYTE, rank + 1, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } kinds[] = {
        {"late-sender", late_sender}, {"late-receiver", late_receiver}, {"collective", collective}, {"root", root},
        {"contention", contention},   {"progress", progress},           {"chain", chain},
    };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    buffer = calloc(LARGE, 1);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (argc > 1 && strcmp(argv[1], kinds[i].name) == 0)
            kinds[i].run();
    free(buffer);
    MPI_Finalize();
    return 0;
}
