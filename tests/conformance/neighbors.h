/* Neighbourhood collectives in all their forms, by a number. Counts and displacements are given as int (MPI_Aint for w)
 * and widened for the large-count forms. A persistent operation is started twice. */
#ifndef NEIGHBORS_H
#define NEIGHBORS_H

#include "conformance.h"

enum { BLOCKING, BLOCKING_C, NONBLOCKING, NONBLOCKING_C, PERSISTENT, PERSISTENT_C, WAYS };

#define MAX_NEIGHBORS 64

/* Ends what has been started; a persistent operation runs once more. */
static inline void neighbors_end(int way, MPI_Request *request)
{
    if (way == BLOCKING || way == BLOCKING_C)
        return;
    if (way == PERSISTENT || way == PERSISTENT_C) {
        for (int time = 0; time < 2; time++) {
            MPI_Start(request);
            MPI_Wait(request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(request);
        return;
    }
    MPI_Wait(request, MPI_STATUS_IGNORE);
    CHECK(*request == MPI_REQUEST_NULL);
}

static inline void neighbor_allgather(int way, const void *s, int sn, MPI_Datatype st, void *d, int dn, MPI_Datatype dt,
                                      MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Neighbor_allgather(s, sn, st, d, dn, dt, comm); break;
    case BLOCKING_C: MPI_Neighbor_allgather_c(s, sn, st, d, dn, dt, comm); break;
    case NONBLOCKING: MPI_Ineighbor_allgather(s, sn, st, d, dn, dt, comm, &r); break;
    case NONBLOCKING_C: MPI_Ineighbor_allgather_c(s, sn, st, d, dn, dt, comm, &r); break;
    case PERSISTENT: MPI_Neighbor_allgather_init(s, sn, st, d, dn, dt, comm, MPI_INFO_NULL, &r); break;
    case PERSISTENT_C: MPI_Neighbor_allgather_init_c(s, sn, st, d, dn, dt, comm, MPI_INFO_NULL, &r); break;
    }
    neighbors_end(way, &r);
}

static inline void neighbor_alltoall(int way, const void *s, int sn, MPI_Datatype st, void *d, int dn, MPI_Datatype dt,
                                     MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    switch (way) {
    case BLOCKING: MPI_Neighbor_alltoall(s, sn, st, d, dn, dt, comm); break;
    case BLOCKING_C: MPI_Neighbor_alltoall_c(s, sn, st, d, dn, dt, comm); break;
    case NONBLOCKING: MPI_Ineighbor_alltoall(s, sn, st, d, dn, dt, comm, &r); break;
    case NONBLOCKING_C: MPI_Ineighbor_alltoall_c(s, sn, st, d, dn, dt, comm, &r); break;
    case PERSISTENT: MPI_Neighbor_alltoall_init(s, sn, st, d, dn, dt, comm, MPI_INFO_NULL, &r); break;
    case PERSISTENT_C: MPI_Neighbor_alltoall_init_c(s, sn, st, d, dn, dt, comm, MPI_INFO_NULL, &r); break;
    }
    neighbors_end(way, &r);
}

/* The arrays of the large-count forms. */
struct wide {
    MPI_Count counts[MAX_NEIGHBORS];
    MPI_Aint displs[MAX_NEIGHBORS];
};

static inline void widen(struct wide *wide, const int *counts, const int *displs, int n)
{
    for (int i = 0; i < n; i++) {
        wide->counts[i] = counts[i];
        wide->displs[i] = displs ? displs[i] : 0;
    }
}

static inline void neighbor_allgatherv(int way, const void *s, int sn, MPI_Datatype st, void *d, const int *dn,
                                       const int *dat, int degree, MPI_Datatype dt, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    struct wide w;
    widen(&w, dn, dat, degree);
    switch (way) {
    case BLOCKING: MPI_Neighbor_allgatherv(s, sn, st, d, dn, dat, dt, comm); break;
    case BLOCKING_C: MPI_Neighbor_allgatherv_c(s, sn, st, d, w.counts, w.displs, dt, comm); break;
    case NONBLOCKING: MPI_Ineighbor_allgatherv(s, sn, st, d, dn, dat, dt, comm, &r); break;
    case NONBLOCKING_C: MPI_Ineighbor_allgatherv_c(s, sn, st, d, w.counts, w.displs, dt, comm, &r); break;
    case PERSISTENT: MPI_Neighbor_allgatherv_init(s, sn, st, d, dn, dat, dt, comm, MPI_INFO_NULL, &r); break;
    case PERSISTENT_C:
        MPI_Neighbor_allgatherv_init_c(s, sn, st, d, w.counts, w.displs, dt, comm, MPI_INFO_NULL, &r);
        break;
    }
    neighbors_end(way, &r);
}

static inline void neighbor_alltoallv(int way, const void *s, const int *sn, const int *sat, int out, MPI_Datatype st,
                                      void *d, const int *dn, const int *dat, int in, MPI_Datatype dt, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    struct wide a, b;
    widen(&a, sn, sat, out);
    widen(&b, dn, dat, in);
    switch (way) {
    case BLOCKING: MPI_Neighbor_alltoallv(s, sn, sat, st, d, dn, dat, dt, comm); break;
    case BLOCKING_C: MPI_Neighbor_alltoallv_c(s, a.counts, a.displs, st, d, b.counts, b.displs, dt, comm); break;
    case NONBLOCKING: MPI_Ineighbor_alltoallv(s, sn, sat, st, d, dn, dat, dt, comm, &r); break;
    case NONBLOCKING_C:
        MPI_Ineighbor_alltoallv_c(s, a.counts, a.displs, st, d, b.counts, b.displs, dt, comm, &r);
        break;
    case PERSISTENT: MPI_Neighbor_alltoallv_init(s, sn, sat, st, d, dn, dat, dt, comm, MPI_INFO_NULL, &r); break;
    case PERSISTENT_C:
        MPI_Neighbor_alltoallv_init_c(s, a.counts, a.displs, st, d, b.counts, b.displs, dt, comm, MPI_INFO_NULL, &r);
        break;
    }
    neighbors_end(way, &r);
}

static inline void neighbor_alltoallw(int way, const void *s, const int *sn, const MPI_Aint *sat, int out,
                                      const MPI_Datatype *st, void *d, const int *dn, const MPI_Aint *dat, int in,
                                      const MPI_Datatype *dt, MPI_Comm comm)
{
    MPI_Request r = MPI_REQUEST_NULL;
    struct wide a, b;
    widen(&a, sn, NULL, out);
    widen(&b, dn, NULL, in);
    switch (way) {
    case BLOCKING: MPI_Neighbor_alltoallw(s, sn, sat, st, d, dn, dat, dt, comm); break;
    case BLOCKING_C: MPI_Neighbor_alltoallw_c(s, a.counts, sat, st, d, b.counts, dat, dt, comm); break;
    case NONBLOCKING: MPI_Ineighbor_alltoallw(s, sn, sat, st, d, dn, dat, dt, comm, &r); break;
    case NONBLOCKING_C: MPI_Ineighbor_alltoallw_c(s, a.counts, sat, st, d, b.counts, dat, dt, comm, &r); break;
    case PERSISTENT: MPI_Neighbor_alltoallw_init(s, sn, sat, st, d, dn, dat, dt, comm, MPI_INFO_NULL, &r); break;
    case PERSISTENT_C:
        MPI_Neighbor_alltoallw_init_c(s, a.counts, sat, st, d, b.counts, dat, dt, comm, MPI_INFO_NULL, &r);
        break;
    }
    neighbors_end(way, &r);
}

/* A rank's neighbours in a topology. Of slot i of `in`: the sender's slot of `out` that it gets its block from. */
struct neighbors {
    MPI_Comm comm;
    int own, in, out;
    int sources[MAX_NEIGHBORS], destinations[MAX_NEIGHBORS], slots[MAX_NEIGHBORS];
};

static inline struct neighbors grid_neighbors(MPI_Comm comm)
{
    struct neighbors n = {.comm = comm};
    int ndims;
    MPI_Comm_rank(comm, &n.own);
    MPI_Cartdim_get(comm, &ndims);
    for (int i = 0; i < ndims; i++) {
        MPI_Cart_shift(comm, i, 1, &n.sources[2 * i], &n.sources[2 * i + 1]);
        for (int side = 0; side < 2; side++) {
            n.destinations[2 * i + side] = n.sources[2 * i + side];
            n.slots[2 * i + side] = 2 * i + 1 - side;
        }
    }
    n.in = n.out = 2 * ndims;
    return n;
}

/* What rank `from` sends through its slot `slot`: element `i` of the block. */
static inline long element(int from, int slot, int i)
{
    return 10000L * from + 100 * slot + i;
}

#define ELEMENTS 5
#define NOTHING (-1L)

/* All operations with blocks of `count` elements, among neighbours whose slots are known. */
static inline void exchange(const struct neighbors *n, int way, int count)
{
    static long out[MAX_NEIGHBORS * ELEMENTS], in[2 * MAX_NEIGHBORS * ELEMENTS];
    int out_counts[MAX_NEIGHBORS], out_displs[MAX_NEIGHBORS], in_counts[MAX_NEIGHBORS], in_displs[MAX_NEIGHBORS];
    MPI_Aint out_bytes[MAX_NEIGHBORS], in_bytes[MAX_NEIGHBORS];
    MPI_Datatype out_types[MAX_NEIGHBORS], in_types[MAX_NEIGHBORS], every_other;
    const int size = MAX_NEIGHBORS * ELEMENTS;

    for (int i = 0; i < 2 * size; i++)
        in[i] = NOTHING;
    for (int i = 0; i < count; i++)
        out[i] = element(n->own, 0, i);
    neighbor_allgather(way, out, count, MPI_LONG, in, count, MPI_LONG, n->comm);
    for (int slot = 0; slot < n->in; slot++)
        for (int i = 0; i < count; i++)
            EQUAL(in[slot * count + i], n->sources[slot] < 0 ? NOTHING : element(n->sources[slot], 0, i));

    /* Blocks backwards, with a gap, every other element. */
    MPI_Type_vector(1, 1, 2, MPI_LONG, &every_other);
    MPI_Type_create_resized(every_other, 0, 2 * sizeof(long), &in_types[0]);
    MPI_Type_free(&every_other);
    every_other = in_types[0];
    MPI_Type_commit(&every_other);
    for (int i = 0; i < 2 * size; i++)
        in[i] = NOTHING;
    for (int slot = 0; slot < n->in; slot++) {
        in_counts[slot] = count;
        in_displs[slot] = (n->in - 1 - slot) * ELEMENTS;
    }
    neighbor_allgatherv(way, out, count, MPI_LONG, in, in_counts, in_displs, n->in, every_other, n->comm);
    for (int slot = 0; slot < n->in; slot++)
        for (int i = 0; i < ELEMENTS; i++) {
            const long *found = &in[2 * (in_displs[slot] + i)];
            EQUAL(found[0], i >= count || n->sources[slot] < 0 ? NOTHING : element(n->sources[slot], 0, i));
            EQUAL(found[1], NOTHING);
        }

    for (int i = 0; i < 2 * size; i++)
        in[i] = NOTHING;
    for (int slot = 0; slot < n->out; slot++)
        for (int i = 0; i < count; i++)
            out[slot * count + i] = element(n->own, slot, i);
    neighbor_alltoall(way, out, count, MPI_LONG, in, count, MPI_LONG, n->comm);
    for (int slot = 0; slot < n->in; slot++)
        for (int i = 0; i < count; i++)
            EQUAL(in[slot * count + i],
                  n->sources[slot] < 0 ? NOTHING : element(n->sources[slot], n->slots[slot], i));

    /* Blocks of as many elements as the sender's slot says, and back in their places by type. */
    for (int i = 0; i < 2 * size; i++)
        in[i] = NOTHING;
    for (int slot = 0; slot < n->out; slot++) {
        out_counts[slot] = (slot + n->own) % (count + 1);
        out_displs[slot] = (n->out - 1 - slot) * ELEMENTS;
        out_bytes[slot] = out_displs[slot] * (MPI_Aint)sizeof(long);
        out_types[slot] = MPI_LONG;
        for (int i = 0; i < ELEMENTS; i++)
            out[out_displs[slot] + i] = element(n->own, slot, i);
    }
    for (int slot = 0; slot < n->in; slot++) {
        in_counts[slot] = (n->slots[slot] + (n->sources[slot] < 0 ? 0 : n->sources[slot])) % (count + 1);
        in_bytes[slot] = in_displs[slot] * (MPI_Aint)(2 * sizeof(long));
        in_types[slot] = slot % 2 ? every_other : MPI_LONG;
    }
    neighbor_alltoallv(way, out, out_counts, out_displs, n->out, MPI_LONG, in, in_counts, in_displs, n->in, every_other,
                       n->comm);
    for (int slot = 0; slot < n->in; slot++)
        for (int i = 0; i < ELEMENTS; i++) {
            int there = n->sources[slot] >= 0 && i < in_counts[slot];
            EQUAL(in[2 * (in_displs[slot] + i)],
                  there ? element(n->sources[slot], n->slots[slot], i) : NOTHING);
        }
    for (int i = 0; i < 2 * size; i++)
        in[i] = NOTHING;
    neighbor_alltoallw(way, out, out_counts, out_bytes, n->out, out_types, in, in_counts, in_bytes, n->in, in_types,
                       n->comm);
    for (int slot = 0; slot < n->in; slot++)
        for (int i = 0; i < ELEMENTS; i++) {
            int there = n->sources[slot] >= 0 && i < in_counts[slot], step = slot % 2 ? 2 : 1;
            EQUAL(in[2 * in_displs[slot] + step * i],
                  there ? element(n->sources[slot], n->slots[slot], i) : NOTHING);
        }
    MPI_Type_free(&every_other);
}

/* All forms of all operations. */
static inline void exchange_all(const struct neighbors *n)
{
    for (int way = 0; way < WAYS; way++) {
        exchange(n, way, 1);
        exchange(n, way, ELEMENTS);
    }
    exchange(n, BLOCKING, 0);
}

#endif
