/* Many collective calls, one a line of a file: calls FILE LOG.
 *
 * A line: RANKS OPERATION TYPE COUNT OP ROOT IN_PLACE. The call is made by the first so many ranks. Built with a file that knows
 * what a library does inside of a call, each rank writes a line about each to LOG.RANK. */
#include "calls.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static MPI_Op last;

/* Keeps the right operand: not commutative. */
static void right(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)count, (void)type;
}

static MPI_Datatype type_of(const char *name)
{
    static MPI_Datatype triple = MPI_DATATYPE_NULL;
    if (triple == MPI_DATATYPE_NULL) {
        MPI_Type_contiguous(3, MPI_BYTE, &triple);
        MPI_Type_commit(&triple);
    }
    if (strcmp(name, "double") == 0)
        return MPI_DOUBLE;
    if (strcmp(name, "int") == 0)
        return MPI_INT;
    if (strcmp(name, "signed_char") == 0)
        return MPI_SIGNED_CHAR;
    return strcmp(name, "triple") == 0 ? triple : MPI_BYTE;
}

static void call(const char *name, int n, MPI_Datatype type, MPI_Op op, int root, int in_place, MPI_Comm comm, char *out, char *in)
{
    int ranks, rank, counts[MOST], places[MOST];
    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < ranks; i++)
        counts[i] = n, places[i] = i * n;
    void *send = in_place ? MPI_IN_PLACE : out, *at_root = in_place && rank == root ? MPI_IN_PLACE : out;
#define IS(what) (strcmp(name, what) == 0)
    if (IS("barrier"))
        MPI_Barrier(comm);
    else if (IS("bcast"))
        MPI_Bcast(in, n, type, root, comm);
    else if (IS("gather"))
        MPI_Gather(at_root, n, type, in, n, type, root, comm);
    else if (IS("gatherv"))
        MPI_Gatherv(at_root, n, type, in, counts, places, type, root, comm);
    else if (IS("scatter"))
        MPI_Scatter(out, n, type, in_place && rank == root ? MPI_IN_PLACE : in, n, type, root, comm);
    else if (IS("scatterv"))
        MPI_Scatterv(out, counts, places, type, in_place && rank == root ? MPI_IN_PLACE : in, n, type, root, comm);
    else if (IS("allgather"))
        MPI_Allgather(send, n, type, in, n, type, comm);
    else if (IS("allgatherv"))
        MPI_Allgatherv(send, n, type, in, counts, places, type, comm);
    else if (IS("alltoall"))
        MPI_Alltoall(send, n, type, in, n, type, comm);
    else if (IS("alltoallv"))
        MPI_Alltoallv(send, counts, places, type, in, counts, places, type, comm);
    else if (IS("reduce"))
        MPI_Reduce(at_root, in, n, type, op, root, comm);
    else if (IS("allreduce"))
        MPI_Allreduce(send, in, n, type, op, comm);
    else if (IS("reduce_scatter"))
        MPI_Reduce_scatter(send, in, counts, type, op, comm);
    else if (IS("reduce_scatter_block"))
        MPI_Reduce_scatter_block(send, in, n, type, op, comm);
    else if (IS("scan"))
        MPI_Scan(send, in, n, type, op, comm);
    else if (IS("exscan"))
        MPI_Exscan(send, in, n, type, op, comm);
    else
        abort();
}

int main(int argc, char **argv)
{
    MPI_Comm first[MOST + 1];
    char name[32], type[32], op[32], path[4096];
    int world, rank, ranks, count, root, in_place;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 3 || world > MOST)
        abort();
    MPI_Op_create(right, 0, &last);
    for (int size = 2; size <= world; size++)
        MPI_Comm_split(MPI_COMM_WORLD, rank < size, rank, &first[size]);
    learn(rank, world);
    FILE *calls = fopen(argv[1], "r"), *log = NULL;
    snprintf(path, sizeof path, "%s.%d", argv[2], rank);
    if (notes(rank))
        log = fopen(path, "w");
    if (!calls)
        abort();
    while (fscanf(calls, "%d %31s %31s %d %31s %d %d", &ranks, name, type, &count, op, &root, &in_place) == 7) {
        if (rank >= ranks)
            continue;
        int size;
        MPI_Type_size(type_of(type), &size);
        /* Untouched pages take no memory, and touched ones only during a call. */
        size_t room = (size_t)1 << 33;
        char *out = malloc(room), *in = malloc(room);
        if (!out || !in)
            abort();
        begin(name, (double)count * size * ranks);
        call(name, count, type_of(type), strcmp(op, "sum") == 0 ? MPI_SUM : last, root, in_place, first[ranks], out, in);
        free(out), free(in);
        if (log)
            fprintf(log, "%s\n", end());
    }
    if (log && fclose(log) != 0)
        abort();
    MPI_Finalize();
    return 0;
}
