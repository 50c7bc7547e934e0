/* What is not simulated says so by name and place.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 *
 * case spawn
 * stderr: MPI_Comm_spawn is not simulated yet, at main ({spawn})
 *
 * case file
 * stderr: MPI_File_open is not simulated yet, at main ({file})
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Comm children;
    MPI_File file;
    MPI_Init(&argc, &argv);
    if (strcmp(argv[1], "spawn") == 0)
        MPI_Comm_spawn("./child", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE); /* spawn */
    if (strcmp(argv[1], "file") == 0)
        MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &file); /* file */
    MPI_Finalize();
    return 0;
}
