/* collective OPERATION BYTES: one collective operation, the first thing that the ranks do. BYTES are those of the
 * message (bcast, reduce, allreduce; a multiple of 8) or of one rank's block (the others; in vector operations all are
 * equal). */
#include "common.h"

static int same(const char *name, const char *wanted)
{
    return strcmp(name, wanted) == 0;
}

/* What rank `of` contributes at `index`; sums of it over many ranks stay exact. */
static double value(int of, long index)
{
    return (double)(of + index % 7);
}

static void fail(const char *name, int rank)
{
    fprintf(stderr, "collective: %s: rank %d has wrong contents\n", name, rank);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Sums from the index `first` on. */
static void check_sum(const char *name, const double *got, long first, long count, int rank, int size)
{
    for (long i = 0; i < count; i++) {
        double sum = 0;
        for (int of = 0; of < size; of++)
            sum += value(of, first + i);
        if (got[i] != sum)
            fail(name, rank);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *name = argc > 1 ? argv[1] : "barrier";
    const long bytes = argument(argc, argv, 2, 0), count = bytes / (long)sizeof(double);
    char *mine = buffer((size_t)bytes * size), *all = buffer((size_t)bytes * size);
    for (long i = 0; i < count; i++)
        ((double *)mine)[i] = value(rank, i);
    for (long i = 0; same(name, "alltoall") || same(name, "alltoallv") || same(name, "scatter") ? i < bytes * size : 0; i++)
        mine[i] = (char)(rank + i / bytes);
    int *counts = calloc(2 * (size_t)size, sizeof(int)), *places = counts + size;
    for (int i = 0; i < size; i++) {
        counts[i] = (int)(same(name, "reduce_scatter") ? count : bytes);
        places[i] = (int)(i * bytes);
    }
    for (long i = 0; same(name, "reduce_scatter") && i < count * size; i++)
        ((double *)mine)[i] = value(rank, i);
    MPI_Comm world = MPI_COMM_WORLD;
    double start = MPI_Wtime();
    if (same(name, "barrier"))
        MPI_Barrier(world);
    else if (same(name, "bcast"))
        MPI_Bcast(mine, bytes, MPI_BYTE, 0, world);
    else if (same(name, "reduce"))
        MPI_Reduce(mine, all, count, MPI_DOUBLE, MPI_SUM, 0, world);
    else if (same(name, "allreduce"))
        MPI_Allreduce(mine, all, count, MPI_DOUBLE, MPI_SUM, world);
    else if (same(name, "allgather"))
        MPI_Allgather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, world);
    else if (same(name, "allgatherv"))
        MPI_Allgatherv(mine, (int)bytes, MPI_BYTE, all, counts, places, MPI_BYTE, world);
    else if (same(name, "alltoallv"))
        MPI_Alltoallv(mine, counts, places, MPI_BYTE, all, counts, places, MPI_BYTE, world);
    else if (same(name, "reduce_scatter"))
        MPI_Reduce_scatter(mine, all, counts, MPI_DOUBLE, MPI_SUM, world);
    else if (same(name, "alltoall"))
        MPI_Alltoall(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, world);
    else if (same(name, "gather"))
        MPI_Gather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, world);
    else if (same(name, "scatter"))
        MPI_Scatter(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, world);
    else {
        fprintf(stderr, "collective: no operation `%s`\n", name);
        MPI_Abort(world, 2);
    }
    double seconds = MPI_Wtime() - start;
    if (same(name, "allreduce") || (same(name, "reduce") && rank == 0))
        check_sum(name, (double *)all, 0, count, rank, size);
    if (same(name, "reduce_scatter"))
        check_sum(name, (double *)all, rank * count, count, rank, size);
    if (same(name, "bcast"))
        for (long i = 0; i < count; i++)
            if (((double *)mine)[i] != value(0, i))
                fail(name, rank);
    if (same(name, "allgather") || same(name, "allgatherv") || (same(name, "gather") && rank == 0))
        for (int of = 0; of < size; of++)
            for (long i = 0; i < count; i++)
                if (((double *)all)[of * count + i] != value(of, i))
                    fail(name, rank);
    if (same(name, "alltoall") || same(name, "alltoallv"))
        for (long i = 0; i < bytes * size; i++)
            if (all[i] != (char)(i / bytes + rank))
                fail(name, rank);
    if (same(name, "scatter"))
        for (long i = 0; i < bytes; i++)
            if (all[i] != (char)rank)
                fail(name, rank);
    report(name, bytes, seconds);
    free(mine);
    free(all);
    free(counts);
    MPI_Finalize();
    return 0;
}
