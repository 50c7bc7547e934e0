/* What is not simulated says so by name and place.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 *
 * case file
 * stderr: MPI_File_open is not simulated yet, at main ({file})
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_File file;
    MPI_Init(&argc, &argv);
    if (strcmp(argv[1], "file") == 0)
        MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file); /* file */
    MPI_Finalize();
    return 0;
}
