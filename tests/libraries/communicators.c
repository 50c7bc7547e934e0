/* Many calls that make communicators, one a line of a file: communicators CALLS LOG.
 *
 * A line: MEMBERS OPERATION RANKS. The call is made by the first MEMBERS ranks, on a communicator of the first RANKS. Built with a file
 * that knows what a library does inside of a call, each rank writes a line about each to LOG.RANK. */
#include "calls.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static MPI_Comm make(const char *name, int members, MPI_Comm comm)
{
    int ranks, rank, list[MOST], places[1] = {0}, around[1] = {1};
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Request request;
    MPI_Group all, some;
    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_group(comm, &all);
#define IS(what) (strcmp(name, what) == 0)
    if (IS("dup"))
        MPI_Comm_dup(comm, &made);
    else if (IS("idup")) {
        MPI_Comm_idup(comm, &made, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (IS("split"))
        MPI_Comm_split(comm, rank % 2, -rank, &made);
    else if (IS("split_some"))
        MPI_Comm_split(comm, rank == 0 ? MPI_UNDEFINED : 0, 0, &made);
    else if (IS("split_type"))
        MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made);
    else if (IS("create")) {
        for (int i = 0; 2 * i < ranks; i++)
            list[i] = 2 * i;
        MPI_Group_incl(all, (ranks + 1) / 2, list, &some);
        MPI_Comm_create(comm, some, &made);
        MPI_Group_free(&some);
    } else if (IS("create_group")) {
        for (int i = 0; i < members; i++)
            list[i] = members - 1 - i;
        MPI_Group_incl(all, members, list, &some);
        MPI_Comm_create_group(comm, some, 3, &made);
        MPI_Group_free(&some);
    } else if (IS("cart")) {
        places[0] = ranks;
        MPI_Cart_create(comm, 1, places, around, 0, &made);
    } else
        abort();
    MPI_Group_free(&all);
    return made;
}

int main(int argc, char **argv)
{
    MPI_Comm first[MOST + 1];
    char name[32], path[4096];
    int world, rank, members, ranks, mine[2] = {0}, all[2 * MOST];
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 3 || world > MOST)
        abort();
    for (int size = 2; size <= world; size++) {
        MPI_Comm_split(MPI_COMM_WORLD, rank < size, rank, &first[size]);
        /* What only the first collectives of a communicator do. */
        for (int i = 0; i < 2 && rank < size; i++) {
            MPI_Allgather(mine, 2, MPI_INT, all, 2, MPI_INT, first[size]);
            MPI_Allreduce(mine, all, 2, MPI_INT, MPI_SUM, first[size]);
        }
    }
    learn(rank, world);
    FILE *calls = fopen(argv[1], "r"), *log = NULL;
    snprintf(path, sizeof path, "%s.%d", argv[2], rank);
    if (notes(rank))
        log = fopen(path, "w");
    if (!calls)
        abort();
    while (fscanf(calls, "%d %31s %d", &members, name, &ranks) == 3) {
        if (rank >= members)
            continue;
        begin(name, 0);
        MPI_Comm made = make(name, members, first[ranks]);
        const char *seen = end();
        if (log)
            fprintf(log, "%s\n", seen);
        if (made != MPI_COMM_NULL)
            MPI_Comm_free(&made);
    }
    if (log && fclose(log) != 0)
        abort();
    MPI_Finalize();
    return 0;
}
