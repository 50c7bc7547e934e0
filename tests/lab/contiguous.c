/* What ROMIO asks of MPICH's inside when it is built on its own: whether a datatype has no holes, by what the standard tells of it. */
#include <mpi.h>

void MPIR_Datatype_iscontig(MPI_Datatype type, int *flag)
{
    MPI_Count size, bound, extent, true_bound, true_extent;
    MPI_Type_size_c(type, &size);
    MPI_Type_get_extent_c(type, &bound, &extent);
    MPI_Type_get_true_extent_c(type, &true_bound, &true_extent);
    *flag = size == extent && size == true_extent && bound == true_bound;
}
