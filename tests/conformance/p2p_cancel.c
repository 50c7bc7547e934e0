/* Cancelling receives that match nothing, and not those that have matched; statuses set by hand.
 * ranks: 1 2 3 */
#include "conformance.h"

static void receives(void)
{
    MPI_Request requests[3];
    MPI_Status status;
    int value = 0, cancelled = 0, flag = 0;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 20, MPI_COMM_WORLD, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], &status);
    MPI_Test_cancelled(&status, &cancelled);
    EQUAL(cancelled, 1);
    CHECK(requests[0] == MPI_REQUEST_NULL);

    MPI_Irecv(&value, 1, MPI_INT, world_rank, 21, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&value, 1, MPI_INT, world_rank, 21, MPI_COMM_WORLD, &requests[1]);
    MPI_Cancel(&requests[0]);
    do
        MPI_Test(&requests[0], &flag, &status);
    while (!flag);
    MPI_Test_cancelled(&status, &cancelled);
    EQUAL(cancelled, 1);
    int sent = 5;
    MPI_Send(&sent, 1, MPI_INT, world_rank, 21, MPI_COMM_WORLD); /* goes to the second receive */
    MPI_Wait(&requests[1], &status);
    MPI_Test_cancelled(&status, &cancelled);
    EQUAL(cancelled, 0);
    EQUAL(value, 5);

    /* Matched before: too late. */
    MPI_Isend(&sent, 1, MPI_INT, world_rank, 22, MPI_COMM_WORLD, &requests[2]);
    MPI_Probe(world_rank, 22, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    value = 0;
    MPI_Irecv(&value, 1, MPI_INT, world_rank, 22, MPI_COMM_WORLD, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], &status);
    MPI_Test_cancelled(&status, &cancelled);
    EQUAL(cancelled, 0);
    EQUAL(value, 5);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
}

/* A persistent receive lives on after its start was cancelled. */
static void persistent(void)
{
    MPI_Request request;
    MPI_Status status;
    int value = 0, cancelled = 0, sent = 9;
    MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 30, MPI_COMM_SELF, &request);
    MPI_Start(&request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    EQUAL(cancelled, 1);
    CHECK(request != MPI_REQUEST_NULL);
    MPI_Start(&request);
    MPI_Send(&sent, 1, MPI_INT, 0, 30, MPI_COMM_SELF);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    EQUAL(cancelled, 0);
    EQUAL(value, 9);
    MPI_Request_free(&request);
}

static void by_hand(void)
{
    MPI_Status status;
    int cancelled = 0, count = -1, value = 0;
    MPI_Count large = -1;
    memset(&status, 0, sizeof status);
    MPI_Status_set_cancelled(&status, 1);
    MPI_Test_cancelled(&status, &cancelled);
    EQUAL(cancelled, 1);
    MPI_Status_set_cancelled(&status, 0);
    MPI_Test_cancelled(&status, &cancelled);
    EQUAL(cancelled, 0);
    MPI_Status_set_elements(&status, MPI_INT, 12);
    MPI_Get_count(&status, MPI_INT, &count);
    EQUAL(count, 12);
    MPI_Get_elements(&status, MPI_INT, &count);
    EQUAL(count, 12);
    MPI_Status_set_elements_c(&status, MPI_SHORT, 5000000000);
    MPI_Get_elements_c(&status, MPI_SHORT, &large);
    EQUAL(large, 5000000000);
    MPI_Get_count(&status, MPI_SHORT, &count);
    EQUAL(count, MPI_UNDEFINED);
    MPI_Status_set_elements_x(&status, MPI_CHAR, 6000000000);
    MPI_Get_elements_x(&status, MPI_CHAR, &large);
    EQUAL(large, 6000000000);
    MPI_Get_count_c(&status, MPI_CHAR, &large);
    EQUAL(large, 6000000000);
    MPI_Status_set_source(&status, 3);
    MPI_Status_set_tag(&status, 44);
    MPI_Status_set_error(&status, MPI_ERR_TAG);
    EQUAL(status.MPI_SOURCE, 3);
    MPI_Status_get_source(&status, &value);
    EQUAL(value, 3);
    MPI_Status_get_tag(&status, &value);
    EQUAL(value, 44);
    MPI_Status_get_error(&status, &value);
    EQUAL(value, MPI_ERR_TAG);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    receives();
    persistent();
    by_hand();
    return finish();
}
