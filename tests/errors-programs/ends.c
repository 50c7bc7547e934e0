/* The ways a program ends.
 *
 * ranks: 3
 *
 * case abort
 * status: 1
 * ending: aborted
 * program_status: 42
 * stderr: rank 1 called MPI_Abort with code 42
 *
 * case abort-zero
 * status: 1
 * ending: aborted
 * program_status: 0
 * stderr: rank 1 called MPI_Abort with code 0
 *
 * case exit
 * status: 1
 * ending: finished
 * program_status: 3
 * stderr: the program ended with status 3
 *
 * case return
 * status: 1
 * ending: finished
 * program_status: 3
 * stderr: the program ended with status 3
 *
 * case return-early
 * status: 0
 * ending: finished
 * program_status: 0
 * stderr: rank 1
 * stderr: MPI_Finalize
 *
 * case none
 * status: 0
 * ending: finished
 * program_status: 0
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && strcmp(argv[1], "abort") == 0)
        MPI_Abort(MPI_COMM_WORLD, 42);
    if (rank == 1 && strcmp(argv[1], "abort-zero") == 0)
        MPI_Abort(MPI_COMM_WORLD, 0);
    if (rank == 1 && strcmp(argv[1], "exit") == 0)
        exit(3);
    if (rank == 1 && strcmp(argv[1], "return-early") == 0)
        return 0;
    MPI_Finalize();
    return rank == 1 && strcmp(argv[1], "return") == 0 ? 3 : 0;
}
