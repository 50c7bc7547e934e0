/* Cartesian topologies: grids of all kinds, coordinates, shifts, parts, grids smaller than the communicator, none of
 * whose dimensions, duplicates that keep them; wrong arguments. MPICH takes sizes that are not positive and gives
 * MPI_ERR_ARG for grids that are too large, where the standard has MPI_ERR_DIMS: only that they fail is compared.
 * ranks: 1-4 6 7 12 17 */
#include "conformance.h"

#define MAX_DIMS 5

static int ipow(int base, int exponent)
{
    int value = 1;
    while (exponent-- > 0)
        value *= base;
    return value;
}

/* The rank at coordinates by the definition, or MPI_PROC_NULL. */
static int rank_at(int ndims, const int *dims, const int *periods, const int *coords)
{
    int rank = 0;
    for (int i = 0; i < ndims; i++) {
        int coord = coords[i];
        if (periods[i])
            coord = (coord % dims[i] + dims[i]) % dims[i];
        else if (coord < 0 || coord >= dims[i])
            return MPI_PROC_NULL;
        rank = rank * dims[i] + coord;
    }
    return rank;
}

/* Everything that can be asked of a grid, and a message to each side. */
static void ask(MPI_Comm comm, int ndims, const int *dims, const int *periods)
{
    int kind = -1, count = -1, size, own, found[MAX_DIMS], round[MAX_DIMS], coords[MAX_DIMS], other[MAX_DIMS];
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &size);
    EQUAL(MPI_Topo_test(comm, &kind), MPI_SUCCESS);
    EQUAL(kind, MPI_CART);
    EQUAL(MPI_Cartdim_get(comm, &count), MPI_SUCCESS);
    EQUAL(count, ndims);
    EQUAL(MPI_Cart_get(comm, MAX_DIMS, found, round, coords), MPI_SUCCESS);
    for (int i = 0; i < ndims; i++) {
        EQUAL(found[i], dims[i]);
        EQUAL(!!round[i], !!periods[i]);
    }
    for (int rank = 0; rank < size; rank++) {
        int back = -1;
        EQUAL(MPI_Cart_coords(comm, rank, MAX_DIMS, other), MPI_SUCCESS);
        EQUAL(rank_at(ndims, dims, periods, other), rank);
        EQUAL(MPI_Cart_rank(comm, other, &back), MPI_SUCCESS);
        EQUAL(back, rank);
        for (int i = 0; rank == own && i < ndims; i++)
            EQUAL(other[i], coords[i]);
    }
    for (int i = 0; i < ndims; i++) {
        for (int by = -1; by <= 4; by++) {
            int source = -9, dest = -9, there = -1, got = -1;
            memcpy(other, coords, sizeof other);
            EQUAL(MPI_Cart_shift(comm, i, by, &source, &dest), MPI_SUCCESS);
            other[i] = coords[i] + by;
            there = rank_at(ndims, dims, periods, other);
            EQUAL(dest, there);
            if (there != MPI_PROC_NULL) {
                EQUAL(MPI_Cart_rank(comm, other, &got), MPI_SUCCESS);
                EQUAL(got, there);
            }
            other[i] = coords[i] - by;
            EQUAL(source, rank_at(ndims, dims, periods, other));
            got = -1;
            MPI_Sendrecv(&own, 1, MPI_INT, dest, 7, &got, 1, MPI_INT, source, 7, comm, MPI_STATUS_IGNORE);
            EQUAL(got, source == MPI_PROC_NULL ? -1 : source);
        }
    }
}

/* The parts of a grid that keep some dimensions. */
static void parts(MPI_Comm comm, int ndims, const int *dims, const int *periods)
{
    int coords[MAX_DIMS], found[MAX_DIMS], round[MAX_DIMS], place[MAX_DIMS];
    MPI_Cart_get(comm, MAX_DIMS, found, round, coords);
    for (int mask = 0; mask < ipow(2, ndims); mask++) {
        int remain[MAX_DIMS], kept_dims[MAX_DIMS], kept_periods[MAX_DIMS], kept = 0, size = 1, color = 0, all = -1;
        MPI_Comm part;
        for (int i = 0; i < ndims; i++) {
            remain[i] = mask >> i & 1;
            if (remain[i]) {
                kept_dims[kept] = dims[i];
                kept_periods[kept++] = periods[i];
                size *= dims[i];
            } else {
                color = color * dims[i] + coords[i];
            }
        }
        EQUAL(MPI_Cart_sub(comm, remain, &part), MPI_SUCCESS);
        int part_size = -1;
        MPI_Comm_size(part, &part_size);
        EQUAL(part_size, size);
        ask(part, kept, kept_dims, kept_periods);
        MPI_Cart_get(part, MAX_DIMS, found, round, place);
        for (int i = 0, at = 0; i < ndims; i++)
            if (remain[i])
                EQUAL(place[at++], coords[i]);
        MPI_Allreduce(&color, &all, 1, MPI_INT, MPI_SUM, part);
        EQUAL(all, color * size);
        MPI_Comm_free(&part);
    }
}

static void grid(int ndims, const int *dims, int period_mask, int reorder)
{
    int periods[MAX_DIMS], nodes = 1, mapped = -1, kind = -1;
    MPI_Comm comm, copy, later;
    MPI_Request request;
    for (int i = 0; i < ndims; i++) {
        periods[i] = period_mask >> i & 1;
        nodes *= dims[i];
    }
    EQUAL(MPI_Cart_map(MPI_COMM_WORLD, ndims, dims, periods, &mapped), MPI_SUCCESS);
    EQUAL(mapped == MPI_UNDEFINED, world_rank >= nodes);
    EQUAL(MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, reorder, &comm), MPI_SUCCESS);
    EQUAL(comm == MPI_COMM_NULL, world_rank >= nodes);
    if (comm == MPI_COMM_NULL)
        return;
    int size = -1;
    MPI_Comm_size(comm, &size);
    EQUAL(size, nodes);
    ask(comm, ndims, dims, periods);
    parts(comm, ndims, dims, periods);
    MPI_Comm_dup(comm, &copy);
    ask(copy, ndims, dims, periods);
    MPI_Comm_free(&copy);
    MPI_Comm_idup(comm, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    ask(later, ndims, dims, periods);
    MPI_Comm_dup_with_info(later, MPI_INFO_NULL, &copy);
    ask(copy, ndims, dims, periods);
    MPI_Comm_split(copy, 0, 0, &comm);
    MPI_Topo_test(comm, &kind);
    EQUAL(kind, MPI_UNDEFINED);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&later);
}

/* Calls that have to fail. */
static void wrong(void)
{
    int dims[2] = {world_size, 1}, periods[2] = {0, 1}, out[2], source, dest, kind = 0;
    int large[2] = {world_size + 1, 1}, outside[2] = {world_size, 0}, round[2] = {0, -7}, rank = -1;
    MPI_Comm comm, none;
    EQUAL(MPI_Topo_test(MPI_COMM_WORLD, &kind), MPI_SUCCESS);
    EQUAL(kind, MPI_UNDEFINED);
    CHECK(MPI_Cart_create(MPI_COMM_WORLD, 2, large, periods, 0, &none) != MPI_SUCCESS);
    CHECK(MPI_Cart_create(MPI_COMM_WORLD, -1, dims, periods, 0, &none) != MPI_SUCCESS);
    GIVES(MPI_Cart_create(MPI_COMM_WORLD, 2, NULL, periods, 0, &none), MPI_ERR_ARG);
    GIVES(MPI_Cart_create(MPI_COMM_NULL, 2, dims, periods, 0, &none), MPI_ERR_COMM);
    GIVES(MPI_Cart_map(MPI_COMM_WORLD, 2, large, periods, &rank), MPI_ERR_DIMS);
    GIVES(MPI_Cartdim_get(MPI_COMM_WORLD, &rank), MPI_ERR_TOPOLOGY);
    GIVES(MPI_Cart_rank(MPI_COMM_WORLD, round, &rank), MPI_ERR_TOPOLOGY);
    GIVES(MPI_Cart_coords(MPI_COMM_WORLD, 0, 2, out), MPI_ERR_TOPOLOGY);
    GIVES(MPI_Cart_shift(MPI_COMM_WORLD, 0, 1, &source, &dest), MPI_ERR_TOPOLOGY);
    GIVES(MPI_Cart_sub(MPI_COMM_WORLD, periods, &none), MPI_ERR_TOPOLOGY);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    GIVES(MPI_Cartdim_get(comm, NULL), MPI_ERR_ARG);
    GIVES(MPI_Cart_get(comm, -1, out, out, out), MPI_ERR_ARG);
    GIVES(MPI_Cart_rank(comm, outside, &rank), MPI_ERR_ARG);
    EQUAL(MPI_Cart_rank(comm, round, &rank), MPI_SUCCESS);
    EQUAL(rank, 0);
    GIVES(MPI_Cart_rank(comm, NULL, &rank), MPI_ERR_ARG);
    GIVES(MPI_Cart_coords(comm, world_size, 2, out), MPI_ERR_RANK);
    GIVES(MPI_Cart_coords(comm, -1, 2, out), MPI_ERR_RANK);
    GIVES(MPI_Cart_coords(comm, 0, 1, out), MPI_ERR_ARG);
    GIVES(MPI_Cart_shift(comm, 2, 1, &source, &dest), MPI_ERR_ARG);
    GIVES(MPI_Cart_shift(comm, -1, 1, &source, &dest), MPI_ERR_ARG);
    GIVES(MPI_Cart_shift(comm, 0, 1, NULL, &dest), MPI_ERR_ARG);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int none[1] = {0};
    grid(0, none, 0, 0);
    for (int ndims = 1; ndims <= 4; ndims++) {
        int dims[MAX_DIMS] = {0};
        MPI_Dims_create(world_size, ndims, dims);
        for (int mask = 0; mask < ipow(2, ndims); mask += ndims < 3 ? 1 : 5)
            grid(ndims, dims, mask, mask & 1);
        say("%d dimensions", ndims);
    }
    /* Grids that leave ranks out. */
    if (world_size > 1) {
        int fewer[2] = {world_size / 2, 1}, line[1] = {world_size - 1};
        grid(2, fewer, 3, 1);
        grid(1, line, 0, 0);
    }
    /* A grid on a part of the world, in another order. */
    MPI_Comm part, comm;
    int reverse[1], periods[1] = {1}, size, own, source, dest, got = -1;
    MPI_Comm_split(MPI_COMM_WORLD, world_rank % 2, -world_rank, &part);
    MPI_Comm_size(part, &size);
    reverse[0] = size;
    MPI_Cart_create(part, 1, reverse, periods, 0, &comm);
    MPI_Comm_rank(comm, &own);
    ask(comm, 1, reverse, periods);
    MPI_Cart_shift(comm, 0, 1, &source, &dest);
    MPI_Sendrecv(&world_rank, 1, MPI_INT, dest, 1, &got, 1, MPI_INT, source, 1, comm, MPI_STATUS_IGNORE);
    show("behind", got);
    show("rank", own);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&part);
    wrong();
    return finish();
}
