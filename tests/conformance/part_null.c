/* Partitioned operations with MPI_PROC_NULL, and with oneself on MPI_COMM_SELF.
 * ranks: 1 2
 * mpich: MPICH 5.0.2 crashes in MPI_Psend_init to MPI_PROC_NULL
 * faces: abi The standard's stub library alone has MPI_Psend_init_c */
#include "conformance.h"

/* The standard's header has the forms without _c only. */
int MPI_Psend_init_c(const void *, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request *);
int MPI_Precv_init_c(void *, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request *);

int main(int argc, char **argv)
{
    int out[2], in[2] = {-1, -1};
    MPI_Request requests[2];
    MPI_Status status;
    start(&argc, &argv);
    out[0] = world_rank + 5;
    out[1] = world_rank + 6;
    MPI_Psend_init(out, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, 2, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready(1, requests[0]);
    MPI_Pready(0, requests[0]);
    MPI_Wait(&requests[1], &status);
    EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    EQUAL(in[0], -1);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Precv_init_c(in, 1, 2, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, &requests[1]);
    MPI_Psend_init_c(out, 2, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, &requests[0]);
    MPI_Startall(2, requests);
    MPI_Pready_range(0, 1, requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    EQUAL(in[0], world_rank + 5);
    EQUAL(in[1], world_rank + 6);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    return finish();
}
