/* MPI called before MPI_Init, after MPI_Finalize, and initialised twice.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 *
 * case before
 * stderr: rank 0: MPI_Comm_rank was called before MPI_Init, at main ({before})
 *
 * case after
 * stderr: : MPI_Barrier was called after MPI_Finalize, at main ({after})
 *
 * case twice
 * stderr: : MPI_Init was called a second time, at main ({twice})
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank;
    if (strcmp(argv[1], "before") == 0)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* before */
    MPI_Init(&argc, &argv);
    if (strcmp(argv[1], "twice") == 0)
        MPI_Init(&argc, &argv); /* twice */
    MPI_Finalize();
    if (strcmp(argv[1], "after") == 0)
        MPI_Barrier(MPI_COMM_WORLD); /* after */
    return 0;
}
