/* One collective operation, by name, on doubles: collective OPERATION ELEMENTS ROOT. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Datatype type = MPI_DOUBLE;
    MPI_Init(&argc, &argv);
    int ranks;
    MPI_Comm_size(world, &ranks);
    const char *name = argv[1];
    int n = atoi(argv[2]), root = atoi(argv[3]);
    double *from = calloc((size_t)n * ranks + 1, sizeof *from), *to = calloc((size_t)n * ranks + 1, sizeof *to);
    int *counts = calloc(ranks, sizeof *counts);
    for (int i = 0; i < ranks; i++)
        counts[i] = n;
#define IS(what) (strcmp(name, what) == 0)
    if (IS("barrier"))
        MPI_Barrier(world);
    else if (IS("bcast"))
        MPI_Bcast(from, n, type, root, world);
    else if (IS("gather"))
        MPI_Gather(from, n, type, to, n, type, root, world);
    else if (IS("scatter"))
        MPI_Scatter(from, n, type, to, n, type, root, world);
    else if (IS("allgather"))
        MPI_Allgather(from, n, type, to, n, type, world);
    else if (IS("alltoall"))
        MPI_Alltoall(from, n, type, to, n, type, world);
    else if (IS("reduce"))
        MPI_Reduce(from, to, n, type, MPI_SUM, root, world);
    else if (IS("allreduce"))
        MPI_Allreduce(from, to, n, type, MPI_SUM, world);
    else if (IS("reduce_scatter"))
        MPI_Reduce_scatter(from, to, counts, type, MPI_SUM, world);
    else if (IS("reduce_scatter_block"))
        MPI_Reduce_scatter_block(from, to, n, type, MPI_SUM, world);
    else if (IS("scan"))
        MPI_Scan(from, to, n, type, MPI_SUM, world);
    else if (IS("exscan"))
        MPI_Exscan(from, to, n, type, MPI_SUM, world);
    else
        return 2;
    MPI_Finalize();
    return 0;
}
