/* BigDFT's memory in short: orbitals in two layouts, between which an all-to-all goes, grids, and a sum over all ranks. Arguments: MiB of a rank, and how
   often the layout changes. */
#include <mpi.h>
#include <stdlib.h>

static char *written(size_t bytes)
{
    char *block = malloc(bytes);
    for (size_t at = 0; at < bytes; at += 4096)
        block[at] = 1;
    return block;
}

int main(int argc, char **argv)
{
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    size_t all = (size_t)atoi(argv[1]) << 20, orbitals = all / 5 * 2, grid = all / 20;
    char *by_orbital = written(orbitals), *by_point = written(orbitals), *grids[4];
    for (int i = 0; i < 4; i++)
        grids[i] = written(grid);
    int *counts = malloc(ranks * sizeof *counts), *places = malloc(ranks * sizeof *places);
    for (int i = 0; i < ranks; i++) {
        counts[i] = orbitals / ranks;
        places[i] = i * counts[i];
    }
    for (int change = 0; change < atoi(argv[2]); change++) {
        MPI_Alltoallv(by_orbital, counts, places, MPI_BYTE, by_point, counts, places, MPI_BYTE, MPI_COMM_WORLD);
        MPI_Alltoallv(by_point, counts, places, MPI_BYTE, by_orbital, counts, places, MPI_BYTE, MPI_COMM_WORLD);
    }
    /* Of the overlaps of 256 orbitals. */
    double *overlaps = calloc(256 * 256, sizeof *overlaps);
    MPI_Allreduce(MPI_IN_PLACE, overlaps, 256 * 256, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
