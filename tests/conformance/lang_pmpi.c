/* A program that puts itself before MPI: its own MPI_Send, MPI_Recv and MPI_Allreduce count and call PMPI.
 * ranks: 2 3 */
#include "conformance.h"

static int sends, receives, reductions;

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    sends++;
    return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    receives++;
    return PMPI_Recv(buffer, count, type, from, tag, comm, status);
}

int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    reductions++;
    return PMPI_Allreduce(in, out, count, type, op, comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int value = world_rank, sum = 0, last = world_size - 1;
    for (int k = 0; k < 5; k++) {
        if (world_rank == 0)
            MPI_Send(&value, 1, MPI_INT, last, k, MPI_COMM_WORLD);
        else if (world_rank == last)
            MPI_Recv(&value, 1, MPI_INT, 0, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EQUAL(sum, world_size * last / 2);
    /* What the library does inside a collective does not come by here. */
    EQUAL(sends, world_rank == 0 ? 5 : 0);
    EQUAL(receives, world_rank == last ? 5 : 0);
    EQUAL(reductions, 1);
    PMPI_Barrier(MPI_COMM_WORLD);
    show("sends", sends);
    return finish();
}
