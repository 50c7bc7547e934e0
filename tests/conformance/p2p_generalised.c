/* Generalised requests: completed by the program, waited for together with others, their callbacks called once.
 * ranks: 1 2 */
#include "conformance.h"

struct job { int queries, frees, cancels, completed_at_cancel; };

static int query(void *state, MPI_Status *status)
{
    struct job *job = state;
    job->queries++;
    MPI_Status_set_elements(status, MPI_INT, 5);
    MPI_Status_set_cancelled(status, job->cancels > 0);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = 17;
    return MPI_SUCCESS;
}

static int release(void *state)
{
    ((struct job *)state)->frees++;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    struct job *job = state;
    job->cancels++;
    job->completed_at_cancel = complete;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    struct job job = { 0, 0, 0, -1 };
    MPI_Request request, both[2];
    MPI_Status status, statuses[2];
    int flag = -1, count = -1, value = 0, peer = (world_rank + 1) % world_size, cancelled;
    MPI_Grequest_start(query, release, cancel, &job, &request);
    MPI_Test(&request, &flag, &status);
    EQUAL(flag, 0);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, &status);
    CHECK(request == MPI_REQUEST_NULL);
    EQUAL(status.MPI_TAG, 17);
    MPI_Get_count(&status, MPI_INT, &count);
    EQUAL(count, 5);
    EQUAL(job.queries, 1);
    EQUAL(job.frees, 1);

    /* Beside a message. */
    MPI_Grequest_start(query, release, cancel, &job, &both[0]);
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &both[1]);
    MPI_Send(&world_rank, 1, MPI_INT, peer, 3, MPI_COMM_WORLD);
    MPI_Grequest_complete(both[0]);
    MPI_Waitall(2, both, statuses);
    EQUAL(statuses[0].MPI_TAG, 17);
    EQUAL(value, (world_rank + world_size - 1) % world_size);
    EQUAL(job.frees, 2);

    MPI_Grequest_start(query, release, cancel, &job, &request);
    MPI_Cancel(&request);
    EQUAL(job.cancels, 1);
    EQUAL(job.completed_at_cancel, 0);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    EQUAL(cancelled, 1);
    EQUAL(job.frees, 3);

    /* Freed before it is complete: the state is released when it is. */
    MPI_Grequest_start(query, release, cancel, &job, &request);
    MPI_Request copy = request;
    MPI_Request_free(&request);
    EQUAL(job.frees, 3);
    MPI_Grequest_complete(copy);
    EQUAL(job.frees, 4);
    return finish();
}
