/* Neighbourhood collectives on grids: edges with nobody behind, dimensions of 1 and 2 in which both neighbours are the same
 * rank, grids smaller than the communicator, operations that overlap; wrong arguments.
 * ranks: 1-4 6 8 12 17 */
#include "neighbors.h"

static void grid(int ndims, int *dims, int period_mask)
{
    int periods[4];
    MPI_Comm comm;
    for (int i = 0; i < ndims; i++)
        periods[i] = period_mask >> i & 1;
    MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, 0, &comm);
    if (comm == MPI_COMM_NULL)
        return;
    struct neighbors n = grid_neighbors(comm);
    exchange_all(&n);
    MPI_Comm_free(&comm);
}

/* Several operations at once, ended in another order. */
static void overlapping(void)
{
    int dims[1] = {world_size}, periods[1] = {1};
    MPI_Comm comm, copy;
    MPI_Request requests[4];
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &comm);
    MPI_Comm_dup(comm, &copy);
    struct neighbors n = grid_neighbors(comm);
    long out[4][2], in[4][2];
    for (int i = 0; i < 4; i++) {
        out[i][0] = element(n.own, 0, i);
        out[i][1] = element(n.own, 1, i);
        MPI_Ineighbor_alltoall(out[i], 1, MPI_LONG, in[i], 1, MPI_LONG, i % 2 ? copy : comm, &requests[i]);
    }
    for (int i = 3; i >= 0; i--) {
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        EQUAL(in[i][0], element(n.sources[0], 1, i));
        EQUAL(in[i][1], element(n.sources[1], 0, i));
    }
    MPI_Comm_free(&comm);
    MPI_Comm_free(&copy);
}

static void wrong(void)
{
    int dims[1] = {world_size}, periods[1] = {1};
    long out[2] = {0}, in[2] = {0};
    MPI_Comm comm;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    GIVES(MPI_Neighbor_allgather(out, 1, MPI_LONG, in, 1, MPI_LONG, MPI_COMM_NULL), MPI_ERR_COMM);
    GIVES(MPI_Neighbor_allgather(out, -1, MPI_LONG, in, 1, MPI_LONG, comm), MPI_ERR_COUNT);
    GIVES(MPI_Neighbor_alltoall(out, 1, MPI_DATATYPE_NULL, in, 1, MPI_LONG, comm), MPI_ERR_TYPE);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int ndims = 1; ndims <= 3; ndims++) {
        int dims[4] = {0};
        MPI_Dims_create(world_size, ndims, dims);
        grid(ndims, dims, 0);
        grid(ndims, dims, 7);
        grid(ndims, dims, 5);
        say("%d dimensions", ndims);
    }
    int flat[2] = {1, world_size}, fewer[1] = {world_size > 1 ? world_size - 1 : 1};
    grid(2, flat, 3);
    grid(1, fewer, 1);
    grid(1, fewer, 0);
    overlapping();
    wrong();
    return finish();
}
