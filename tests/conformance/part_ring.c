/* Partitioned communication: rings with different numbers of partitions on both sides, in all orders of readiness, over
 * several rounds; derived datatypes; what completes when; matching by the order of initialisations.
 * ranks: 1 2 3 4 7 */
#include "conformance.h"

#define ELEMENTS 720

static int next, before;

/* What a rank sends in a round. */
static int value(int rank, int round, int at)
{
    return rank * 100000 + round * 10000 + at;
}

/* The partitions of a number in an order: from the first, from the last, or by steps. */
static int nth(int order, int at, int partitions)
{
    int step = 7 % partitions ? 7 : 11;
    return order == 0 ? at : order == 1 ? partitions - 1 - at : at * step % partitions;
}

static void ring(int sent, int received, int order)
{
    static int out[ELEMENTS], in[ELEMENTS];
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int flag, count;
    MPI_Psend_init(out, sent, ELEMENTS / sent, MPI_INT, next, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, received, ELEMENTS / received, MPI_INT, before, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
    EQUAL(flag, 1); /* inactive */
    for (int round = 0; round < 3; round++) {
        memset(in, 0xff, sizeof in);
        MPI_Startall(2, requests);
        for (int at = 0; at < sent; at++) {
            int partition = nth(order, at, sent), each = ELEMENTS / sent;
            for (int element = partition * each; element < (partition + 1) * each; element++)
                out[element] = value(world_rank, round, element);
            MPI_Pready(partition, requests[0]);
        }
        if (round == 1) {
            for (int partition = 0; partition < received; partition++) {
                int each = ELEMENTS / received;
                for (flag = 0; !flag;)
                    MPI_Parrived(requests[1], partition, &flag);
                for (int element = partition * each; element < (partition + 1) * each; element++)
                    EQUAL(in[element], value(before, round, element));
            }
        }
        MPI_Waitall(2, requests, statuses);
        for (int element = 0; element < ELEMENTS; element++)
            EQUAL(in[element], value(before, round, element));
        EQUAL(statuses[1].MPI_SOURCE, before);
        EQUAL(statuses[1].MPI_TAG, 5);
        MPI_Get_count(&statuses[1], MPI_INT, &count);
        EQUAL(count, ELEMENTS);
        MPI_Parrived(requests[1], received - 1, &flag);
        EQUAL(flag, 1);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
}

/* Every other element of a matrix, into plain memory and back. */
static void columns(void)
{
    static int out[2 * ELEMENTS], in[2 * ELEMENTS];
    MPI_Datatype sparse;
    MPI_Request requests[2];
    int partitions[6] = {5, 0, 3, 1, 4, 2}, flag;
    MPI_Type_vector(ELEMENTS / 6, 1, 2, MPI_INT, &sparse);
    MPI_Type_create_resized(sparse, 0, ELEMENTS / 3 * (MPI_Aint)sizeof(int), &sparse);
    MPI_Type_commit(&sparse);
    for (int way = 0; way < 2; way++) {
        for (int at = 0; at < 2 * ELEMENTS; at++)
            out[at] = in[at] = -1;
        if (way == 0) {
            MPI_Psend_init(out, 6, 1, sparse, next, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
            MPI_Precv_init(in, 4, ELEMENTS / 4, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
        } else {
            MPI_Psend_init(out, 3, ELEMENTS / 3, MPI_INT, next, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
            MPI_Precv_init(in, 6, 1, sparse, before, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
        }
        MPI_Startall(2, requests);
        for (int at = 0; at < ELEMENTS; at++)
            out[way == 0 ? 2 * at : at] = value(world_rank, way, at);
        if (way == 0)
            MPI_Pready_list(6, partitions, requests[0]);
        else
            MPI_Pready_range(0, 2, requests[0]);
        for (flag = 0; way == 1 && !flag;)
            MPI_Parrived(requests[1], 4, &flag);
        for (int at = 4 * (ELEMENTS / 6); way == 1 && at < 5 * (ELEMENTS / 6); at++)
            EQUAL(in[2 * at], value(before, way, at));
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        for (int at = 0; at < ELEMENTS; at++)
            EQUAL(in[way == 0 ? at : 2 * at], value(before, way, at));
        for (int at = 0; way == 1 && at < ELEMENTS; at++)
            EQUAL(in[2 * at + 1], -1);
        MPI_Request_free(&requests[0]);
        MPI_Request_free(&requests[1]);
    }
    MPI_Type_free(&sparse);
}

/* The first send with a tag belongs to the first receive with it, whatever is started first; plain messages with the tag
 * are other things. */
static void order(void)
{
    int out[2][4], in[2][4], plain = -1;
    MPI_Request sends[2], receives[2], other;
    for (int which = 0; which < 2; which++) {
        MPI_Psend_init(out[which], 2, 2, MPI_INT, next, 9, MPI_COMM_WORLD, MPI_INFO_NULL, &sends[which]);
        MPI_Precv_init(in[which], 4, 1, MPI_INT, before, 9, MPI_COMM_WORLD, MPI_INFO_NULL, &receives[which]);
        for (int at = 0; at < 4; at++)
            out[which][at] = value(world_rank, which, at);
    }
    MPI_Start(&receives[1]);
    MPI_Irecv(&plain, 1, MPI_INT, before, 9, MPI_COMM_WORLD, &other);
    MPI_Start(&sends[1]);
    MPI_Pready_range(0, 1, sends[1]);
    MPI_Send(&world_rank, 1, MPI_INT, next, 9, MPI_COMM_WORLD);
    MPI_Wait(&other, MPI_STATUS_IGNORE);
    EQUAL(plain, before);
    MPI_Start(&sends[0]);
    MPI_Start(&receives[0]);
    MPI_Pready(1, sends[0]);
    MPI_Pready(0, sends[0]);
    MPI_Waitall(2, receives, MPI_STATUSES_IGNORE);
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    for (int which = 0; which < 2; which++) {
        for (int at = 0; at < 4; at++)
            EQUAL(in[which][at], value(before, which, at));
        MPI_Request_free(&sends[which]);
        MPI_Request_free(&receives[which]);
    }
}

/* A receive that starts its rounds before the sender, and operations that are never started. */
static void others(void)
{
    int out[2] = {world_rank, world_rank + 1}, in[2] = {-1, -1}, flag = 0;
    MPI_Request requests[2];
    MPI_Psend_init(out, 2, 1, MPI_INT, next, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, 1, 2, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < 2; round++) {
        MPI_Start(&requests[1]);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Start(&requests[0]);
        MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
        MPI_Pready(0, requests[0]);
        MPI_Pready(1, requests[0]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        EQUAL(in[0], before);
        EQUAL(in[1], before + 1);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Psend_init(out, 2, 1, MPI_INT, next, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, 1, 2, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

int main(int argc, char **argv)
{
    static const int numbers[][2] = {{1, 1}, {4, 4}, {1, 8}, {8, 1}, {6, 4}, {12, 18}, {72, 9}, {720, 240}};
    start(&argc, &argv);
    next = (world_rank + 1) % world_size;
    before = (world_rank + world_size - 1) % world_size;
    for (unsigned which = 0; which < sizeof numbers / sizeof *numbers; which++)
        ring(numbers[which][0], numbers[which][1], (int)which % 3);
    columns();
    order();
    others();
    return finish();
}
