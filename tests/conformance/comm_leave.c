/* Leaving communicators: free and disconnect with messages on their way, and what a process without a parent is told.
 * ranks: 1-4 */
#include "conformance.h"

static void disconnect(void)
{
    int before = (world_rank + world_size - 1) % world_size, got = -1;
    MPI_Comm comm;
    MPI_Request requests[2];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(&got, 1, MPI_INT, before, 1, comm, &requests[0]);
    MPI_Isend(&world_rank, 1, MPI_INT, (world_rank + 1) % world_size, 1, comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    EQUAL(got, before);
    MPI_Comm_disconnect(&comm);
    CHECK(comm == MPI_COMM_NULL);
}

/* A freed communicator goes only when its messages have arrived. */
static void free_early(void)
{
    int before = (world_rank + world_size - 1) % world_size, got = -1;
    MPI_Comm comm;
    MPI_Request requests[2];
    MPI_Comm_split(MPI_COMM_WORLD, 0, world_rank, &comm);
    MPI_Irecv(&got, 1, MPI_INT, before, 2, comm, &requests[0]);
    MPI_Isend(&world_rank, 1, MPI_INT, (world_rank + 1) % world_size, 2, comm, &requests[1]);
    MPI_Comm_free(&comm);
    CHECK(comm == MPI_COMM_NULL);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    EQUAL(got, before);
}

/* Many communicators one after the other: their contexts do not mix. */
static void many(void)
{
    for (int round = 0; round < 24; round++) {
        MPI_Comm comm;
        int rank, size, sum = 0;
        MPI_Comm_split(MPI_COMM_WORLD, world_rank % (1 + round % 3), -world_rank, &comm);
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
        EQUAL(sum, size * (size - 1) / 2);
        MPI_Comm_free(&comm);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    disconnect();
    free_early();
    many();
    MPI_Comm parent = MPI_COMM_WORLD;
    MPI_Comm_get_parent(&parent);
    CHECK(parent == MPI_COMM_NULL);
    GIVES(MPI_Comm_free(&parent), MPI_ERR_COMM);
    MPI_Info hardware;
    int keys = -1;
    EQUAL(MPI_Get_hw_resource_info(&hardware), MPI_SUCCESS);
    EQUAL(MPI_Info_get_nkeys(hardware, &keys), MPI_SUCCESS);
    CHECK(keys >= 0);
    MPI_Info_free(&hardware);
    return finish();
}
