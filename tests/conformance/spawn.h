/* What the programs share that start ranks or meet others: a merged communicator is checked, failures go home. */
#ifndef SPAWN_H
#define SPAWN_H

#include "conformance.h"

/* Started ranks tell those who started them how many of their checks failed; nobody ends before. */
static inline void tell_failures(MPI_Comm inter, int is_child)
{
    int others = 0, rank, root;
    MPI_Comm_rank(inter, &rank);
    root = is_child ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Reduce(&failures, &others, 1, MPI_INT, MPI_SUM, root, inter);
    failures += others;
}

/* Messages in both directions between all ranks of both groups, and collectives over them. */
static inline void talk(MPI_Comm inter, int mark)
{
    int rank, size, remote, test, sum, all;
    MPI_Comm_test_inter(inter, &test);
    CHECK(test);
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &remote);
    MPI_Request *requests = malloc(2 * (size_t)remote * sizeof *requests);
    int *got = malloc((size_t)remote * sizeof *got), own = 100 * mark + rank;
    for (int peer = 0; peer < remote; peer++) {
        MPI_Irecv(&got[peer], 1, MPI_INT, peer, 5, inter, &requests[peer]);
        MPI_Isend(&own, 1, MPI_INT, peer, 5, inter, &requests[remote + peer]);
    }
    MPI_Waitall(2 * remote, requests, MPI_STATUSES_IGNORE);
    for (int peer = 0; peer < remote; peer++)
        EQUAL(got[peer] % 100, peer);
    /* Each group gets the sum of the other's ranks. */
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter);
    EQUAL(sum, remote * (remote - 1) / 2);
    MPI_Allgather(&own, 1, MPI_INT, got, 1, MPI_INT, inter);
    for (int peer = 0; peer < remote; peer++)
        EQUAL(got[peer] % 100, peer);
    MPI_Barrier(inter);
    free(got);
    free(requests);
    all = size + remote;
    MPI_Comm merged;
    int order;
    MPI_Intercomm_merge(inter, mark, &merged);
    MPI_Comm_size(merged, &sum);
    EQUAL(sum, all);
    MPI_Comm_rank(merged, &order);
    EQUAL(order, mark ? remote + rank : rank);
    MPI_Allreduce(&order, &sum, 1, MPI_INT, MPI_SUM, merged);
    EQUAL(sum, all * (all - 1) / 2);
    MPI_Comm_free(&merged);
}

#endif
