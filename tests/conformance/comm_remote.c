/* An intracommunicator has no remote group and nothing to merge.
 * ranks: 1 2
 * mpich: 5.0.2 fails an assertion of its own */
#include "conformance.h"

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int size = -1, inter = -1;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm merged = MPI_COMM_NULL;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    GIVES(MPI_Comm_remote_size(MPI_COMM_WORLD, &size), MPI_ERR_COMM);
    GIVES(MPI_Comm_remote_group(MPI_COMM_WORLD, &group), MPI_ERR_COMM);
    GIVES(MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &merged), MPI_ERR_COMM);
    MPI_Comm_test_inter(MPI_COMM_WORLD, &inter);
    EQUAL(inter, 0);
    return finish();
}
