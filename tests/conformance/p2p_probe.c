/* Probes, blocking and not, plain and matched; the message they found is the one received.
 * ranks: 2 3 5 */
#include "conformance.h"

static void plain(void)
{
    MPI_Status status;
    int flag = -1, count = -1;
    if (world_rank != 0) {
        double values[3] = { world_rank, 2 * world_rank, 3 * world_rank };
        MPI_Send(values, world_rank % 4, MPI_DOUBLE, 0, world_rank, MPI_COMM_WORLD);
        return;
    }
    MPI_Iprobe(MPI_PROC_NULL, 7, MPI_COMM_WORLD, &flag, &status);
    EQUAL(flag, 1);
    EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    MPI_Iprobe(0, 99, MPI_COMM_WORLD, &flag, &status);
    EQUAL(flag, 0);
    for (int from = world_size - 1; from > 0; from--) {
        double values[3] = { 0 };
        if (from % 2)
            MPI_Probe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        else
            do
                MPI_Iprobe(MPI_ANY_SOURCE, from, MPI_COMM_WORLD, &flag, &status);
            while (!flag);
        EQUAL(status.MPI_SOURCE, from);
        EQUAL(status.MPI_TAG, from);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        EQUAL(count, from % 4);
        MPI_Recv(values, count, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < count; i++)
            CHECK(values[i] == (i + 1.0) * from);
    }
}

/* Two messages of the same envelope: the one a matched probe took is out of reach of other receives. */
static void matched(void)
{
    enum { LONG = 100000 };
    static char first[LONG], second[LONG];
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request;
    MPI_Status status;
    int flag = 0, count = 0;
    if (world_rank == 1) {
        memset(first, 1, LONG);
        memset(second, 2, LONG);
        MPI_Send(first, 100, MPI_CHAR, 0, 5, MPI_COMM_WORLD);
        MPI_Send(second, 200, MPI_CHAR, 0, 5, MPI_COMM_WORLD);
        MPI_Send(first, LONG, MPI_CHAR, 0, 5, MPI_COMM_WORLD);
        MPI_Send(second, LONG - 1, MPI_CHAR, 0, 5, MPI_COMM_WORLD);
        return;
    }
    if (world_rank != 0)
        return;
    MPI_Mprobe(1, 5, MPI_COMM_WORLD, &message, &status);
    MPI_Get_count(&status, MPI_CHAR, &count);
    EQUAL(count, 100);
    CHECK(message != MPI_MESSAGE_NULL && message != MPI_MESSAGE_NO_PROC);
    MPI_Recv(second, LONG, MPI_CHAR, 1, 5, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &count);
    EQUAL(count, 200);
    EQUAL(second[199], 2);
    MPI_Mrecv(first, LONG, MPI_CHAR, &message, &status);
    CHECK(message == MPI_MESSAGE_NULL);
    MPI_Get_count(&status, MPI_CHAR, &count);
    EQUAL(count, 100);
    EQUAL(first[99], 1);

    do
        MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status);
    while (!flag);
    MPI_Get_count(&status, MPI_CHAR, &count);
    EQUAL(count, LONG);
    MPI_Imrecv(first, LONG, MPI_CHAR, &message, &request);
    CHECK(message == MPI_MESSAGE_NULL);
    MPI_Wait(&request, &status);
    EQUAL(status.MPI_TAG, 5);
    EQUAL(first[LONG - 1], 1);
    MPI_Mprobe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv_c(second, LONG, MPI_CHAR, &message, &request);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_CHAR, &count);
    EQUAL(count, LONG - 1);
    EQUAL(second[LONG - 2], 2);
}

static void nobody(void)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request;
    MPI_Status status;
    int flag = 0, count = -1;
    MPI_Mprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &message, &status);
    CHECK(message == MPI_MESSAGE_NO_PROC);
    EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    EQUAL(status.MPI_TAG, MPI_ANY_TAG);
    MPI_Mrecv(NULL, 0, MPI_INT, &message, &status);
    CHECK(message == MPI_MESSAGE_NULL);
    MPI_Get_count(&status, MPI_INT, &count);
    EQUAL(count, 0);
    MPI_Improbe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &message, &status);
    EQUAL(flag, 1);
    CHECK(message == MPI_MESSAGE_NO_PROC);
    MPI_Imrecv(NULL, 0, MPI_INT, &message, &request);
    MPI_Wait(&request, &status);
    EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    MPI_Mprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv_c(NULL, 0, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Improbe(world_rank, 12345, MPI_COMM_WORLD, &flag, &message, &status);
    EQUAL(flag, 0);
    MPI_Probe(MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    plain();
    MPI_Barrier(MPI_COMM_WORLD);
    matched();
    MPI_Barrier(MPI_COMM_WORLD); /* nothing later may match the wildcards */
    nobody();
    return finish();
}
