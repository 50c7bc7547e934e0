/* collective OPERATION BYTES [AGAIN]: one collective operation, the first thing that the ranks do. BYTES are those of the
 * message (bcast, reduce, allreduce; a multiple of 8) or of one rank's block (the others; in vector operations all are
 * equal). With AGAIN = 1 a scatter of bytes and the operation come before, which set up what a library keeps with a
 * communicator (SMPI: those of hosts and leaders); the one that is measured begins on all ranks when a second has passed. */
#include "common.h"
#include <time.h>

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

/* What is asked for. */
struct operation {
    const char *name;
    long bytes, count;
    int *counts, *places;
    char *mine, *all;
};

static void call(const struct operation *of)
{
    if (same(of->name, "barrier"))
        MPI_Barrier(MPI_COMM_WORLD);
    else if (same(of->name, "bcast"))
        MPI_Bcast(of->mine, of->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    else if (same(of->name, "reduce"))
        MPI_Reduce(of->mine, of->all, of->count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    else if (same(of->name, "allreduce"))
        MPI_Allreduce(of->mine, of->all, of->count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (same(of->name, "allgather"))
        MPI_Allgather(of->mine, of->bytes, MPI_BYTE, of->all, of->bytes, MPI_BYTE, MPI_COMM_WORLD);
    else if (same(of->name, "allgatherv"))
        MPI_Allgatherv(of->mine, (int)of->bytes, MPI_BYTE, of->all, of->counts, of->places, MPI_BYTE, MPI_COMM_WORLD);
    else if (same(of->name, "alltoallv"))
        MPI_Alltoallv(of->mine, of->counts, of->places, MPI_BYTE, of->all, of->counts, of->places, MPI_BYTE, MPI_COMM_WORLD);
    else if (same(of->name, "reduce_scatter"))
        MPI_Reduce_scatter(of->mine, of->all, of->counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    else if (same(of->name, "alltoall"))
        MPI_Alltoall(of->mine, of->bytes, MPI_BYTE, of->all, of->bytes, MPI_BYTE, MPI_COMM_WORLD);
    else if (same(of->name, "gather"))
        MPI_Gather(of->mine, of->bytes, MPI_BYTE, of->all, of->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    else if (same(of->name, "scatter"))
        MPI_Scatter(of->mine, of->bytes, MPI_BYTE, of->all, of->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    else {
        fprintf(stderr, "collective: no operation `%s`\n", of->name);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

/* Sleeps until so many seconds of simulated time have passed since the start. */
static void wait_until(double seconds)
{
    double left = seconds - MPI_Wtime();
    if (left <= 0) {
        fprintf(stderr, "collective: the first call takes longer than %g s\n", seconds);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    struct timespec nap = {(time_t)left, (long)(1e9 * (left - (double)(time_t)left))};
    nanosleep(&nap, NULL);
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
    struct operation asked = {name, bytes, count, counts, places, mine, all};
    if (argument(argc, argv, 3, 0)) {
        char *bytes_of_all = buffer((size_t)size), byte = 0;
        memset(bytes_of_all, 0, (size_t)size);
        MPI_Scatter(bytes_of_all, 1, MPI_BYTE, &byte, 1, MPI_BYTE, 0, MPI_COMM_WORLD);
        free(bytes_of_all);
        call(&asked);
        wait_until(1.0);
    }
    double start = MPI_Wtime();
    call(&asked);
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
