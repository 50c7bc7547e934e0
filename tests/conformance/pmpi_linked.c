/* A tool linked in as a shared library, before MPI: it sees the program's calls, each rank's apart.
 * ranks: 1-4 7
 * library: pmpi_counter.c */
#include "conformance.h"

extern int counted_sends, counted_bytes, finalized;

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int data[100] = { 0 };
    if (world_rank == 0)
        for (int rank = 1; rank < world_size; rank++)
            for (int i = 0; i < rank; i++)
                MPI_Recv(data, 100, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < world_rank; i++)
        MPI_Send(data, i + 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    EQUAL(counted_sends, world_rank);
    EQUAL(counted_bytes, 4 * world_rank * (world_rank + 1) / 2);
    show("sends seen by the tool", counted_sends);
    int status = finish();
    return finalized == 1 ? status : 1;
}
