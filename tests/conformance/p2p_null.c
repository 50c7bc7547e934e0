/* Messages to and from nobody, empty messages, messages to oneself.
 * ranks: 1 2 */
#include "conformance.h"

static void check_nobody(const MPI_Status *status)
{
    int count = -1;
    EQUAL(status->MPI_SOURCE, MPI_PROC_NULL);
    EQUAL(status->MPI_TAG, MPI_ANY_TAG);
    MPI_Get_count(status, MPI_INT, &count);
    EQUAL(count, 0);
}

static void nobody(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status, statuses[3];
    MPI_Request requests[3];
    int value = 77;
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm);
    MPI_Ssend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm);
    MPI_Rsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm);
    MPI_Bsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 5, comm, &status);
    check_nobody(&status);
    MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, comm, &requests[1]);
    MPI_Issend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &requests[2]);
    MPI_Waitall(3, requests, statuses);
    check_nobody(&statuses[1]);
    MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &requests[0]);
    MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &requests[1]);
    for (int round = 0; round < 2; round++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, statuses);
        /* MPICH has an empty status here, the standard one from MPI_PROC_NULL. */
        int count = -1;
        MPI_Get_count(&statuses[1], MPI_INT, &count);
        EQUAL(count, 0);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    EQUAL(value, 77);
}

static void self(void)
{
    enum { LONG = 100000 };
    static int out[LONG], in[LONG];
    MPI_Request requests[4];
    MPI_Status statuses[4];
    int count;
    for (int i = 0; i < LONG; i++)
        out[i] = i;
    MPI_Irecv(in, LONG, MPI_INT, 0, 1, MPI_COMM_SELF, &requests[0]);
    MPI_Send(out, LONG, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Wait(&requests[0], &statuses[0]);
    CHECK(!memcmp(in, out, sizeof in));

    MPI_Isend(out + 1, LONG - 20, MPI_INT, world_rank, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(out + 2, 10, MPI_INT, world_rank, 3, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(in, LONG, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &requests[2]);
    MPI_Irecv(in + 10, LONG - 10, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &requests[3]);
    MPI_Wait(&requests[2], &statuses[2]);
    MPI_Get_count(&statuses[2], MPI_INT, &count);
    EQUAL(count, 10);
    EQUAL(in[9], 11);
    MPI_Cancel(&requests[3]);
    MPI_Wait(&requests[3], &statuses[3]);
    int cancelled;
    MPI_Test_cancelled(&statuses[3], &cancelled);
    if (!cancelled)
        EQUAL(in[10], 1);
    else
        MPI_Recv(in, LONG, MPI_INT, world_rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void empty(void)
{
    int peer = (world_rank + 1) % world_size, before = (world_rank + world_size - 1) % world_size, count = -1;
    MPI_Status status;
    MPI_Request request;
    MPI_Isend(NULL, 0, MPI_DOUBLE, peer, 9, MPI_COMM_WORLD, &request);
    MPI_Recv(NULL, 0, MPI_DOUBLE, before, 9, MPI_COMM_WORLD, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    EQUAL(count, 0);
    EQUAL(status.MPI_SOURCE, before);
    EQUAL(status.MPI_TAG, 9);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    nobody();
    self();
    empty();
    return finish();
}
