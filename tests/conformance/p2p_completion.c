/* All calls that wait for requests or test them, with null, inactive and mixed requests.
 * ranks: 2 3 4 */
#include "conformance.h"

enum { MANY = 12 };

static int values[MANY];
static MPI_Request requests[MANY];
static MPI_Status statuses[MANY];

/* Rank 0 posts MANY receives from rank 1, which sends them in an order of its own. */
static void post(int tag)
{
    for (int i = 0; i < MANY; i++) {
        statuses[i].MPI_ERROR = MPI_ERR_OTHER; /* an empty status overwrites it */
        values[i] = -1;
        requests[i] = MPI_REQUEST_NULL;
        if (world_rank == 0 && i % 4 != 3) /* every fourth stays null */
            MPI_Irecv(&values[i], 1, MPI_INT, 1, tag + i, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; world_rank == 1 && k < MANY; k++) {
        int i = 5 * k % MANY, value = tag + 10 * i;
        if (i % 4 != 3)
            MPI_Send(&value, 1, MPI_INT, 0, tag + i, MPI_COMM_WORLD);
    }
}

static void check_values(int tag)
{
    for (int i = 0; world_rank == 0 && i < MANY; i++) {
        EQUAL(values[i], i % 4 == 3 ? -1 : tag + 10 * i);
        CHECK(requests[i] == MPI_REQUEST_NULL);
    }
}

static void check_empty(const MPI_Status *status)
{
    int count = -1, cancelled = -1;
    EQUAL(status->MPI_SOURCE, MPI_ANY_SOURCE);
    EQUAL(status->MPI_TAG, MPI_ANY_TAG);
    EQUAL(status->MPI_ERROR, MPI_SUCCESS);
    MPI_Get_count(status, MPI_INT, &count);
    EQUAL(count, 0);
    MPI_Test_cancelled(status, &cancelled);
    EQUAL(cancelled, 0);
}

static void wait_family(void)
{
    int index, outcount, indices[MANY], left = MANY - MANY / 4;
    post(100);
    for (int i = 0; world_rank == 0 && i < MANY; i++) {
        MPI_Wait(&requests[i], &statuses[0]);
        if (i % 4 == 3)
            check_empty(&statuses[0]);
        else
            EQUAL(statuses[0].MPI_TAG, 100 + i);
    }
    check_values(100);

    post(200);
    MPI_Waitall(MANY, requests, statuses);
    for (int i = 0; i < MANY; i++)
        if (world_rank == 0 && i % 4 != 3)
            EQUAL(statuses[i].MPI_TAG, 200 + i);
        else
            check_empty(&statuses[i]);
    check_values(200);

    post(300);
    for (int k = 0; world_rank == 0 && k < left; k++) {
        MPI_Waitany(MANY, requests, &index, &statuses[0]);
        EQUAL(statuses[0].MPI_TAG, 300 + index);
        EQUAL(values[index], 300 + 10 * index);
    }
    MPI_Waitany(MANY, requests, &index, &statuses[0]);
    EQUAL(index, MPI_UNDEFINED);
    check_empty(&statuses[0]);
    check_values(300);

    post(400);
    for (int done = 0; world_rank == 0 && done < left; done += outcount) {
        MPI_Waitsome(MANY, requests, &outcount, indices, statuses);
        CHECK(outcount >= 1);
        for (int k = 0; k < outcount; k++)
            EQUAL(statuses[k].MPI_TAG, 400 + indices[k]);
    }
    MPI_Waitsome(MANY, requests, &outcount, indices, statuses);
    EQUAL(outcount, MPI_UNDEFINED);
    check_values(400);
}

static void test_family(void)
{
    int flag, index, outcount, indices[MANY], left = MANY - MANY / 4;
    post(500);
    for (int i = 0; world_rank == 0 && i < MANY; i++) {
        do
            MPI_Test(&requests[i], &flag, &statuses[0]);
        while (!flag);
        if (i % 4 == 3)
            check_empty(&statuses[0]);
    }
    check_values(500);

    post(600);
    do
        MPI_Testall(MANY, requests, &flag, statuses);
    while (!flag);
    for (int i = 0; world_rank == 0 && i < MANY; i++)
        if (i % 4 != 3)
            EQUAL(statuses[i].MPI_TAG, 600 + i);
    check_values(600);

    post(700);
    for (int done = 0; world_rank == 0 && done < left; done += flag) {
        MPI_Testany(MANY, requests, &index, &flag, &statuses[0]);
        if (flag)
            EQUAL(statuses[0].MPI_TAG, 700 + index);
        else
            EQUAL(index, MPI_UNDEFINED);
    }
    MPI_Testany(MANY, requests, &index, &flag, &statuses[0]);
    EQUAL(flag, 1);
    EQUAL(index, MPI_UNDEFINED);
    check_values(700);

    post(800);
    for (int done = 0; world_rank == 0 && done < left; done += outcount)
        MPI_Testsome(MANY, requests, &outcount, indices, MPI_STATUSES_IGNORE);
    MPI_Testsome(MANY, requests, &outcount, indices, statuses);
    EQUAL(outcount, MPI_UNDEFINED);
    check_values(800);
}

/* MPI_Request_get_status and its families leave the request alone. */
static void get_status(void)
{
    int flag = 0, index, outcount = 0, indices[MANY];
    post(900);
    for (int i = 0; world_rank == 0 && i < MANY; i++) {
        do
            MPI_Request_get_status(requests[i], &flag, &statuses[0]);
        while (!flag);
        CHECK((requests[i] == MPI_REQUEST_NULL) == (i % 4 == 3));
        if (i % 4 != 3)
            EQUAL(statuses[0].MPI_TAG, 900 + i);
    }
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    check_values(900);

    post(1000);
    if (world_rank == 0) {
        do
            MPI_Request_get_status_any(MANY, requests, &index, &flag, &statuses[0]);
        while (!flag);
        EQUAL(statuses[0].MPI_TAG, 1000 + index);
        do
            MPI_Request_get_status_some(MANY, requests, &outcount, indices, statuses);
        while (outcount == 0);
        CHECK(requests[indices[0]] != MPI_REQUEST_NULL);
        do
            MPI_Request_get_status_all(MANY, requests, &flag, statuses);
        while (!flag);
        EQUAL(statuses[0].MPI_TAG, 1000);
        CHECK(requests[0] != MPI_REQUEST_NULL);
    }
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
    check_values(1000);
}

static void nothing_at_all(void)
{
    int flag = 0, index = 0, outcount = 0;
    MPI_Waitall(0, NULL, NULL);
    MPI_Waitany(0, NULL, &index, &statuses[0]);
    EQUAL(index, MPI_UNDEFINED);
    MPI_Testall(0, NULL, &flag, NULL);
    EQUAL(flag, 1);
    flag = 0;
    MPI_Testany(0, NULL, &index, &flag, &statuses[0]);
    EQUAL(flag, 1);
    MPI_Waitsome(0, NULL, &outcount, NULL, NULL);
    EQUAL(outcount, MPI_UNDEFINED);
}

/* A receive nobody has sent to yet is not complete; Testall then completes nothing. */
static void not_yet(void)
{
    int flag = 1, value[2] = { -1, -1 }, go = 1;
    if (world_rank == 0) {
        MPI_Irecv(&value[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&value[1], 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Recv(NULL, 0, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
        EQUAL(flag, 0);
        MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
        EQUAL(flag, 0);
        CHECK(requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL);
        MPI_Send(&go, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        EQUAL(value[0], 41);
        EQUAL(value[1], 42);
    } else if (world_rank == 1) {
        int first = 41, second = 42;
        MPI_Send(&first, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(NULL, 0, MPI_INT, 0, 3, MPI_COMM_WORLD);
        MPI_Recv(&go, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&second, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    wait_family();
    test_family();
    get_status();
    nothing_at_all();
    not_yet();
    return finish();
}
