/* All ranks write one file together and read a neighbour's part of it: MPI-IO.
 *
 *     windtunnel run -n 8 -p ethernet-cluster --observe io examples/file.c
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define ELEMENTS (1 << 18)

int main(int argc, char **argv)
{
    int rank, size;
    char name[] = "windtunnel-example.dat";
    double *block = malloc(ELEMENTS * sizeof *block), start, written;
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < ELEMENTS; i++)
        block[i] = rank;

    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
    start = MPI_Wtime();
    MPI_File_write_at_all(file, (MPI_Offset)rank * ELEMENTS, block, ELEMENTS, MPI_DOUBLE, MPI_STATUS_IGNORE);
    written = MPI_Wtime();
    MPI_File_read_at_all(file, (MPI_Offset)((rank + 1) % size) * ELEMENTS, block, ELEMENTS, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%.1f MB written at %.1f MB/s; the neighbour wrote %g\n", size * ELEMENTS * sizeof *block / 1e6,
               size * ELEMENTS * sizeof *block / 1e6 / (written - start), block[0]);
    MPI_File_close(&file);
    MPI_Finalize();
    free(block);
    return 0;
}
