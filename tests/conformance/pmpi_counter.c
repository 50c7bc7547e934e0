/* The interposer of pmpi_linked.c, a library of its own. No program itself. */
#include <mpi.h>

int counted_sends, counted_bytes, finalized;

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    int size;
    PMPI_Type_size(type, &size);
    counted_sends++;
    counted_bytes += count * size;
    return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Finalize(void)
{
    finalized++;
    return PMPI_Finalize();
}
