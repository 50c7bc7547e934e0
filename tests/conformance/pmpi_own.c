/* A program that defines MPI functions itself, over their PMPI names: all its calls pass through them, those of each rank
 * are counted apart, and the library's own work inside collectives calls none of them.
 * ranks: 1-4 7 */
#include "conformance.h"

static int sends, receives, barriers, inits;

int MPI_Init(int *argc, char ***argv)
{
    inits++;
    return PMPI_Init(argc, argv);
}

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

int MPI_Barrier(MPI_Comm comm)
{
    barriers++;
    return PMPI_Barrier(comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    EQUAL(inits, 1);
    int (*by_address)(MPI_Comm) = MPI_Barrier;
    by_address(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    PMPI_Barrier(MPI_COMM_WORLD);
    EQUAL(barriers, 2);
    int value = world_rank, sum = -1;
    if (world_rank > 0)
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    for (int rank = 1; world_rank == 0 && rank < world_size; rank++) {
        MPI_Recv(&value, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        EQUAL(value, rank);
    }
    value = 1;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EQUAL(sum, world_size);
    EQUAL(sends, world_rank > 0);
    EQUAL(receives, world_rank ? 0 : world_size - 1);
    return finish();
}
