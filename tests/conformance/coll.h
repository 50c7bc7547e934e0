/* Every collective operation in its six ways: blocking, non-blocking and persistent, each with int and with MPI_Count
 * arguments. A program loops over the ways and checks the same results after each. */
#ifndef COLL_H
#define COLL_H

#include "conformance.h"

enum { BLOCKING, BLOCKING_C, NONBLOCKING, NONBLOCKING_C, PERSISTENT, PERSISTENT_C, WAYS, MOST_RANKS = 64 };

/* Ends what a way began: waits, and starts and frees a persistent request. */
static inline void complete(int way, MPI_Request *request)
{
    if (way < NONBLOCKING)
        return;
    if (way >= PERSISTENT)
        MPI_Start(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    if (way >= PERSISTENT) {
        CHECK(*request != MPI_REQUEST_NULL);
        MPI_Request_free(request);
    }
    CHECK(*request == MPI_REQUEST_NULL);
}

/* Counts and displacements of a communicator's ranks in the types of the `_c` functions; of an intercommunicator arrays
 * are as long as its larger group. */
struct layout {
    MPI_Count counts[MOST_RANKS];
    MPI_Aint displacements[MOST_RANKS];
};

static inline struct layout layout_of(const int *counts, const int *displacements, MPI_Comm comm)
{
    struct layout layout;
    int size, inter, remote = 0;
    MPI_Comm_size(comm, &size);
    MPI_Comm_test_inter(comm, &inter);
    if (inter)
        MPI_Comm_remote_size(comm, &remote);
    for (int i = 0; i < size || i < remote; i++) {
        layout.counts[i] = counts ? counts[i] : 0;
        layout.displacements[i] = displacements ? displacements[i] : 0;
    }
    return layout;
}

/* The size of a communicator; one that the arrays here are large enough for. */
static inline int size_of(MPI_Comm comm)
{
    int size;
    MPI_Comm_size(comm, &size);
    if (size > MOST_RANKS)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return size;
}

static inline int rank_in(MPI_Comm comm)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    return rank;
}

static inline void barrier(int way, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING:
    case BLOCKING_C: MPI_Barrier(comm); break;
    case NONBLOCKING:
    case NONBLOCKING_C: MPI_Ibarrier(comm, &r); break;
    default: MPI_Barrier_init(comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void bcast(int way, void *buf, int n, MPI_Datatype t, int root, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Bcast(buf, n, t, root, comm); break;
    case BLOCKING_C: MPI_Bcast_c(buf, n, t, root, comm); break;
    case NONBLOCKING: MPI_Ibcast(buf, n, t, root, comm, &r); break;
    case NONBLOCKING_C: MPI_Ibcast_c(buf, n, t, root, comm, &r); break;
    case PERSISTENT: MPI_Bcast_init(buf, n, t, root, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Bcast_init_c(buf, n, t, root, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void gather(int way, const void *s, int sn, MPI_Datatype st, void *d, int dn, MPI_Datatype dt,
    int root, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Gather(s, sn, st, d, dn, dt, root, comm); break;
    case BLOCKING_C: MPI_Gather_c(s, sn, st, d, dn, dt, root, comm); break;
    case NONBLOCKING: MPI_Igather(s, sn, st, d, dn, dt, root, comm, &r); break;
    case NONBLOCKING_C: MPI_Igather_c(s, sn, st, d, dn, dt, root, comm, &r); break;
    case PERSISTENT: MPI_Gather_init(s, sn, st, d, dn, dt, root, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Gather_init_c(s, sn, st, d, dn, dt, root, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void scatter(int way, const void *s, int sn, MPI_Datatype st, void *d, int dn, MPI_Datatype dt,
    int root, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Scatter(s, sn, st, d, dn, dt, root, comm); break;
    case BLOCKING_C: MPI_Scatter_c(s, sn, st, d, dn, dt, root, comm); break;
    case NONBLOCKING: MPI_Iscatter(s, sn, st, d, dn, dt, root, comm, &r); break;
    case NONBLOCKING_C: MPI_Iscatter_c(s, sn, st, d, dn, dt, root, comm, &r); break;
    case PERSISTENT: MPI_Scatter_init(s, sn, st, d, dn, dt, root, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Scatter_init_c(s, sn, st, d, dn, dt, root, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void allgather(int way, const void *s, int sn, MPI_Datatype st, void *d, int dn, MPI_Datatype dt,
    MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Allgather(s, sn, st, d, dn, dt, comm); break;
    case BLOCKING_C: MPI_Allgather_c(s, sn, st, d, dn, dt, comm); break;
    case NONBLOCKING: MPI_Iallgather(s, sn, st, d, dn, dt, comm, &r); break;
    case NONBLOCKING_C: MPI_Iallgather_c(s, sn, st, d, dn, dt, comm, &r); break;
    case PERSISTENT: MPI_Allgather_init(s, sn, st, d, dn, dt, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Allgather_init_c(s, sn, st, d, dn, dt, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void alltoall(int way, const void *s, int sn, MPI_Datatype st, void *d, int dn, MPI_Datatype dt,
    MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Alltoall(s, sn, st, d, dn, dt, comm); break;
    case BLOCKING_C: MPI_Alltoall_c(s, sn, st, d, dn, dt, comm); break;
    case NONBLOCKING: MPI_Ialltoall(s, sn, st, d, dn, dt, comm, &r); break;
    case NONBLOCKING_C: MPI_Ialltoall_c(s, sn, st, d, dn, dt, comm, &r); break;
    case PERSISTENT: MPI_Alltoall_init(s, sn, st, d, dn, dt, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Alltoall_init_c(s, sn, st, d, dn, dt, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void gatherv(int way, const void *s, int sn, MPI_Datatype st, void *d, const int *n, const int *at,
    MPI_Datatype dt, int root, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    struct layout l = layout_of(n, at, comm);
    switch (way) {
    case BLOCKING: MPI_Gatherv(s, sn, st, d, n, at, dt, root, comm); break;
    case BLOCKING_C: MPI_Gatherv_c(s, sn, st, d, l.counts, l.displacements, dt, root, comm); break;
    case NONBLOCKING: MPI_Igatherv(s, sn, st, d, n, at, dt, root, comm, &r); break;
    case NONBLOCKING_C: MPI_Igatherv_c(s, sn, st, d, l.counts, l.displacements, dt, root, comm, &r); break;
    case PERSISTENT: MPI_Gatherv_init(s, sn, st, d, n, at, dt, root, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Gatherv_init_c(s, sn, st, d, l.counts, l.displacements, dt, root, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void scatterv(int way, const void *s, const int *n, const int *at, MPI_Datatype st, void *d, int dn,
    MPI_Datatype dt, int root, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    struct layout l = layout_of(n, at, comm);
    switch (way) {
    case BLOCKING: MPI_Scatterv(s, n, at, st, d, dn, dt, root, comm); break;
    case BLOCKING_C: MPI_Scatterv_c(s, l.counts, l.displacements, st, d, dn, dt, root, comm); break;
    case NONBLOCKING: MPI_Iscatterv(s, n, at, st, d, dn, dt, root, comm, &r); break;
    case NONBLOCKING_C: MPI_Iscatterv_c(s, l.counts, l.displacements, st, d, dn, dt, root, comm, &r); break;
    case PERSISTENT: MPI_Scatterv_init(s, n, at, st, d, dn, dt, root, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Scatterv_init_c(s, l.counts, l.displacements, st, d, dn, dt, root, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void allgatherv(int way, const void *s, int sn, MPI_Datatype st, void *d, const int *n, const int *at,
    MPI_Datatype dt, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    struct layout l = layout_of(n, at, comm);
    switch (way) {
    case BLOCKING: MPI_Allgatherv(s, sn, st, d, n, at, dt, comm); break;
    case BLOCKING_C: MPI_Allgatherv_c(s, sn, st, d, l.counts, l.displacements, dt, comm); break;
    case NONBLOCKING: MPI_Iallgatherv(s, sn, st, d, n, at, dt, comm, &r); break;
    case NONBLOCKING_C: MPI_Iallgatherv_c(s, sn, st, d, l.counts, l.displacements, dt, comm, &r); break;
    case PERSISTENT: MPI_Allgatherv_init(s, sn, st, d, n, at, dt, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Allgatherv_init_c(s, sn, st, d, l.counts, l.displacements, dt, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void alltoallv(int way, const void *s, const int *sn, const int *sat, MPI_Datatype st, void *d,
    const int *dn, const int *dat, MPI_Datatype dt, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    struct layout a = layout_of(sn, sat, comm), b = layout_of(dn, dat, comm);
    const MPI_Count *an = a.counts, *bn = b.counts;
    const MPI_Aint *aat = a.displacements, *bat = b.displacements;
    switch (way) {
    case BLOCKING: MPI_Alltoallv(s, sn, sat, st, d, dn, dat, dt, comm); break;
    case BLOCKING_C: MPI_Alltoallv_c(s, an, aat, st, d, bn, bat, dt, comm); break;
    case NONBLOCKING: MPI_Ialltoallv(s, sn, sat, st, d, dn, dat, dt, comm, &r); break;
    case NONBLOCKING_C: MPI_Ialltoallv_c(s, an, aat, st, d, bn, bat, dt, comm, &r); break;
    case PERSISTENT: MPI_Alltoallv_init(s, sn, sat, st, d, dn, dat, dt, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Alltoallv_init_c(s, an, aat, st, d, bn, bat, dt, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void alltoallw(int way, const void *s, const int *sn, const int *sat, const MPI_Datatype *st, void *d,
    const int *dn, const int *dat, const MPI_Datatype *dt, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    struct layout a = layout_of(sn, sat, comm), b = layout_of(dn, dat, comm);
    const MPI_Count *an = a.counts, *bn = b.counts;
    const MPI_Aint *aat = a.displacements, *bat = b.displacements;
    switch (way) {
    case BLOCKING: MPI_Alltoallw(s, sn, sat, st, d, dn, dat, dt, comm); break;
    case BLOCKING_C: MPI_Alltoallw_c(s, an, aat, st, d, bn, bat, dt, comm); break;
    case NONBLOCKING: MPI_Ialltoallw(s, sn, sat, st, d, dn, dat, dt, comm, &r); break;
    case NONBLOCKING_C: MPI_Ialltoallw_c(s, an, aat, st, d, bn, bat, dt, comm, &r); break;
    case PERSISTENT: MPI_Alltoallw_init(s, sn, sat, st, d, dn, dat, dt, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Alltoallw_init_c(s, an, aat, st, d, bn, bat, dt, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void reduce(int way, const void *s, void *d, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Reduce(s, d, n, t, op, root, comm); break;
    case BLOCKING_C: MPI_Reduce_c(s, d, n, t, op, root, comm); break;
    case NONBLOCKING: MPI_Ireduce(s, d, n, t, op, root, comm, &r); break;
    case NONBLOCKING_C: MPI_Ireduce_c(s, d, n, t, op, root, comm, &r); break;
    case PERSISTENT: MPI_Reduce_init(s, d, n, t, op, root, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Reduce_init_c(s, d, n, t, op, root, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void allreduce(int way, const void *s, void *d, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Allreduce(s, d, n, t, op, comm); break;
    case BLOCKING_C: MPI_Allreduce_c(s, d, n, t, op, comm); break;
    case NONBLOCKING: MPI_Iallreduce(s, d, n, t, op, comm, &r); break;
    case NONBLOCKING_C: MPI_Iallreduce_c(s, d, n, t, op, comm, &r); break;
    case PERSISTENT: MPI_Allreduce_init(s, d, n, t, op, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Allreduce_init_c(s, d, n, t, op, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void scan(int way, const void *s, void *d, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Scan(s, d, n, t, op, comm); break;
    case BLOCKING_C: MPI_Scan_c(s, d, n, t, op, comm); break;
    case NONBLOCKING: MPI_Iscan(s, d, n, t, op, comm, &r); break;
    case NONBLOCKING_C: MPI_Iscan_c(s, d, n, t, op, comm, &r); break;
    case PERSISTENT: MPI_Scan_init(s, d, n, t, op, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Scan_init_c(s, d, n, t, op, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void exscan(int way, const void *s, void *d, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Exscan(s, d, n, t, op, comm); break;
    case BLOCKING_C: MPI_Exscan_c(s, d, n, t, op, comm); break;
    case NONBLOCKING: MPI_Iexscan(s, d, n, t, op, comm, &r); break;
    case NONBLOCKING_C: MPI_Iexscan_c(s, d, n, t, op, comm, &r); break;
    case PERSISTENT: MPI_Exscan_init(s, d, n, t, op, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Exscan_init_c(s, d, n, t, op, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void reduce_scatter(int way, const void *s, void *d, const int *n, MPI_Datatype t, MPI_Op op,
    MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    struct layout l = layout_of(n, NULL, comm);
    switch (way) {
    case BLOCKING: MPI_Reduce_scatter(s, d, n, t, op, comm); break;
    case BLOCKING_C: MPI_Reduce_scatter_c(s, d, l.counts, t, op, comm); break;
    case NONBLOCKING: MPI_Ireduce_scatter(s, d, n, t, op, comm, &r); break;
    case NONBLOCKING_C: MPI_Ireduce_scatter_c(s, d, l.counts, t, op, comm, &r); break;
    case PERSISTENT: MPI_Reduce_scatter_init(s, d, n, t, op, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Reduce_scatter_init_c(s, d, l.counts, t, op, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

static inline void reduce_scatter_block(int way, const void *s, void *d, int n, MPI_Datatype t, MPI_Op op,
    MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Reduce_scatter_block(s, d, n, t, op, comm); break;
    case BLOCKING_C: MPI_Reduce_scatter_block_c(s, d, n, t, op, comm); break;
    case NONBLOCKING: MPI_Ireduce_scatter_block(s, d, n, t, op, comm, &r); break;
    case NONBLOCKING_C: MPI_Ireduce_scatter_block_c(s, d, n, t, op, comm, &r); break;
    case PERSISTENT: MPI_Reduce_scatter_block_init(s, d, n, t, op, comm, MPI_INFO_NULL, &r); break;
    default: MPI_Reduce_scatter_block_init_c(s, d, n, t, op, comm, MPI_INFO_NULL, &r);
    }
    complete(way, &r);
}

#endif
