/* Sends that nothing has matched are withdrawn when they are cancelled, those that have been matched are not; what was
 * sent before and after is received in order.
 * ranks: 2 3
 * mpich: 5.0.2 does not withdraw long and synchronous sends over ofi, and waits for a receive for ever */
#include "conformance.h"

static void withdrawn(void)
{
    enum { SENDS = 6, LARGE = 1 << 18 };
    if (world_rank > 1)
        return;
    int *data = calloc(LARGE, sizeof *data), cancelled[SENDS] = {0}, attached[LARGE / 64];
    if (world_rank == 0) {
        MPI_Request requests[SENDS];
        MPI_Status status;
        MPI_Buffer_attach(attached, sizeof attached);
        MPI_Isend(data, 1, MPI_INT, 1, 40, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(data, LARGE, MPI_INT, 1, 41, MPI_COMM_WORLD, &requests[1]);
        MPI_Issend(data, 3, MPI_INT, 1, 42, MPI_COMM_WORLD, &requests[2]);
        MPI_Ibsend(data, 8, MPI_INT, 1, 43, MPI_COMM_WORLD, &requests[3]);
        MPI_Send_init(data, 2, MPI_INT, 1, 44, MPI_COMM_WORLD, &requests[4]);
        MPI_Bsend_init(data, 2, MPI_INT, 1, 45, MPI_COMM_WORLD, &requests[5]);
        MPI_Startall(2, &requests[4]);
        for (int i = 0; i < SENDS; i++) {
            MPI_Cancel(&requests[i]);
            MPI_Wait(&requests[i], &status);
            MPI_Test_cancelled(&status, &cancelled[i]);
            EQUAL(cancelled[i], 1);
        }
        MPI_Request_free(&requests[4]);
        MPI_Request_free(&requests[5]);
        MPI_Send(cancelled, SENDS, MPI_INT, 1, 49, MPI_COMM_WORLD);
        void *detached;
        int bytes = 0;
        MPI_Buffer_detach(&detached, &bytes);
        EQUAL(bytes, (int)sizeof attached);
    } else {
        int found = 1;
        MPI_Recv(cancelled, SENDS, MPI_INT, 0, 49, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < SENDS; i++) {
            MPI_Iprobe(0, 40 + i, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
            EQUAL(found, 0);
        }
    }
    free(data);
}

/* Matched before: too late. */
static void matched(void)
{
    int value = world_rank, cancelled = 1;
    MPI_Status status;
    MPI_Request request;
    if (world_rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, 50, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        EQUAL(value, 0);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (world_rank == 0) {
        MPI_Issend(&value, 1, MPI_INT, 1, 50, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &cancelled);
        EQUAL(cancelled, 0);
    }
}

/* Of three messages with one tag the middle one is withdrawn. */
static void between(void)
{
    int values[3] = {7, 8, 9}, got[2] = {0};
    MPI_Status status;
    MPI_Request requests[3];
    if (world_rank == 0) {
        for (int i = 0; i < 3; i++)
            MPI_Isend(&values[i], 1, MPI_INT, 1, 60, MPI_COMM_WORLD, &requests[i]);
        MPI_Cancel(&requests[1]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 1) {
        for (int i = 0; i < 2; i++)
            MPI_Recv(&got[i], 1, MPI_INT, 0, 60, MPI_COMM_WORLD, &status);
        EQUAL(got[0], 7);
        EQUAL(got[1], 9);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    withdrawn();
    matched();
    between();
    return finish();
}
