/* Marks of phases that cannot be.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 *
 * case none
 * stderr: rank 1: wt_phase was called without a name
 * stderr: , at main ({none})
 *
 * case empty
 * stderr: rank 1: wt_phase: a name of 0 bytes; expected 1 to 255
 * stderr: , at main ({empty})
 *
 * case long
 * stderr: rank 1: wt_phase: a name of 256 bytes; expected 1 to 255
 * stderr: , at main ({long})
 */
#include <mpi.h>
#include <string.h>
#include <windtunnel.h>

int main(int argc, char **argv)
{
    int rank;
    char name[257];
    const char *how = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(name, 'x', 256);
    name[256] = '\0';
    if (rank == 1 && !strcmp(how, "none"))
        wt_phase((const char *)NULL); /* none */
    if (rank == 1 && !strcmp(how, "empty"))
        wt_phase(""); /* empty */
    if (rank == 1 && !strcmp(how, "long"))
        wt_phase(name); /* long */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
