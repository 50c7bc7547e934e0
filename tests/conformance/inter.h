/* What the programs with intercommunicators share: two groups of the world and what joins them. */
#ifndef INTER_H
#define INTER_H

#include "conformance.h"

/* How the world is cut in two. */
enum { HALVES, EVEN_AND_ODD, FIRST_AND_REST, REST_AND_LAST, CUTS };

static inline int group_in(int cut, int rank)
{
    switch (cut) {
    case HALVES:
        return rank >= (world_size + 1) / 2;
    case EVEN_AND_ODD:
        return rank % 2;
    case FIRST_AND_REST:
        return rank > 0;
    default:
        return rank == world_size - 1;
    }
}

/* The rank in the world of a rank of a group whose ranks are in the order of the world, or against it. */
static inline int world_rank_of(int cut, int group, int rank, int reversed)
{
    for (int other = reversed ? world_size - 1 : 0; other >= 0 && other < world_size; other += reversed ? -1 : 1)
        if (group_in(cut, other) == group && rank-- == 0)
            return other;
    return -1;
}

static inline int size_of_group(int cut, int group)
{
    int size = 0;
    for (int rank = 0; rank < world_size; rank++)
        size += group_in(cut, rank) == group;
    return size;
}

/* The own group's communicator. */
static inline MPI_Comm group_of_cut(int cut, int reversed)
{
    MPI_Comm local;
    MPI_Comm_split(MPI_COMM_WORLD, group_in(cut, world_rank), reversed ? -world_rank : world_rank, &local);
    return local;
}

/* An intercommunicator of the two groups of a cut, led by their last ranks. The world has at least two ranks. */
static inline MPI_Comm joined(int cut, int reversed)
{
    int mine = group_in(cut, world_rank), other = !mine;
    MPI_Comm local = group_of_cut(cut, reversed), inter = MPI_COMM_NULL;
    int leader = size_of_group(cut, mine) - 1, remote = size_of_group(cut, other) - 1;
    MPI_Intercomm_create(local, leader, MPI_COMM_WORLD, world_rank_of(cut, other, remote, reversed), 17 + cut, &inter);
    MPI_Comm_free(&local);
    return inter;
}

#endif
