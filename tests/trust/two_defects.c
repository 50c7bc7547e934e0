/* two_defects KIND: programs with two defects each, in phases that a barrier parts or in one. Times pass by sleeping, which
 * Windtunnel simulates exactly.
 *
 *   sender-link       rank 1 sends 3 ms late to rank 0; then ranks 0 and 1 send large messages to 2 and 3 over one link
 *   uneven-receiver   rank 2 computes 5 ms longer before a barrier; then rank 1 posts the receive of a large message 4 ms late
 *   lock-uneven       rank 1 holds a lock for 5 ms that rank 2 wants; then rank 3 computes 6 ms longer before a barrier
 *   chain-root        each rank computes for 2 ms once it has heard of the one before; then the root of a broadcast 7 ms longer
 *   progress-sender   rank 0 is busy for 6 ms after it has begun to send a large message; then rank 3 sends 5 ms late to rank 2
 */
#include <mpi.h>
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

static void send_late(int from, int to, long ms)
{
    if (rank == from) {
        busy_ms(ms);
        MPI_Send(buffer, 8, MPI_BYTE, to, 0, MPI_COMM_WORLD);
    } else if (rank == to) {
        MPI_Recv(buffer, 8, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void uneven(int who, long ms)
{
    if (rank == who)
        busy_ms(ms);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void share_link(void)
{
    if (rank < size / 2)
        MPI_Send(buffer, LARGE, MPI_BYTE, rank + size / 2, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, LARGE, MPI_BYTE, rank - size / 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void receive_late(long ms)
{
    if (rank == 0) {
        MPI_Send(buffer, LARGE, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        busy_ms(ms);
        MPI_Recv(buffer, LARGE, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void hold_lock(long ms)
{
    long *memory, one = 1;
    MPI_Win win;
    MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 || rank == 2) {
        if (rank == 2)
            busy_ms(1);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&one, 8, MPI_BYTE, 0, 0, 8, MPI_BYTE, win);
        MPI_Win_flush(0, win);
        if (rank == 1)
            busy_ms(ms);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

static void chain(long ms)
{
    if (rank > 0)
        MPI_Recv(buffer, 8, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    busy_ms(ms);
    MPI_Send(buffer, 8, MPI_BYTE, rank < size - 1 ? rank + 1 : MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void late_root(long ms)
{
    if (rank == 0)
        busy_ms(ms);
    MPI_Bcast(buffer, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void busy_sender(long ms)
{
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(buffer, LARGE, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
        busy_ms(ms);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(buffer, LARGE, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    buffer = calloc(LARGE, 1);
    const char *kind = argc > 1 ? argv[1] : "";
    if (strcmp(kind, "sender-link") == 0) {
        send_late(1, 0, 3);
        MPI_Barrier(MPI_COMM_WORLD);
        share_link();
    } else if (strcmp(kind, "uneven-receiver") == 0) {
        uneven(2, 5);
        receive_late(4);
    } else if (strcmp(kind, "lock-uneven") == 0) {
        hold_lock(5);
        uneven(3, 6);
    } else if (strcmp(kind, "chain-root") == 0) {
        chain(2);
        MPI_Barrier(MPI_COMM_WORLD);
        late_root(7);
    } else if (strcmp(kind, "progress-sender") == 0) {
        busy_sender(6);
        send_late(3, 2, 5);
    }
    free(buffer);
    MPI_Finalize();
    return 0;
}
