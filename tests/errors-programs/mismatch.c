/* Ranks that disagree about a collective operation: both call sites are named.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 *
 * case order
 * stderr: collective mismatch (different operations): rank 0 calls MPI_Barrier at even ({barrier}), rank 1 calls MPI_Bcast at odd ({bcast})
 *
 * case root
 * stderr: collective mismatch (different roots): rank 0 calls MPI_Bcast at even ({bcast0}) with root 0, rank 1 calls MPI_Bcast at odd ({bcast1}) with root 1
 *
 * case type
 * stderr: collective mismatch (
 * stderr: rank 0 calls MPI_Allreduce at even ({type0}) with MPI_SUM of 2 elements, 4-byte integers, rank 1 calls MPI_Allreduce at odd ({type1}) with MPI_SUM of 2 elements, 4-byte floating-point numbers
 *
 * case count
 * stderr: collective mismatch (
 * stderr: rank 0 calls MPI_Allreduce at even ({count0}) with 1 element, 4-byte integers, rank 1 calls MPI_Allreduce at odd ({count1}) with 2 elements, 4-byte integers
 *
 * case sign
 * stderr: rank 0 calls MPI_Allreduce at even ({sign0}) with MPI_SUM of 2 elements, 4-byte integers (i32), rank 1 calls MPI_Allreduce at odd ({sign1}) with MPI_SUM of 2 elements, 4-byte integers (u32)
 *
 * case pairs
 * stderr: collective mismatch (different type signatures): rank 0 calls MPI_Bcast at even ({pairs0}) with 1 element of 12 B, rank 1 calls MPI_Bcast at odd ({pairs1}) with 2 elements of 6 B
 *
 * case operation
 * stderr: collective mismatch (
 * stderr: rank 0 calls MPI_Allreduce at even ({op0}) with MPI_SUM of 1 element, 4-byte integers, rank 1 calls MPI_Allreduce at odd ({op1}) with MPI_MAX of 1 element, 4-byte integers
 *
 * case inter_root
 * stderr: collective mismatch (different roots): rank 0 calls MPI_Bcast at between ({root}), rank 1 calls MPI_Bcast at between ({root})
 *
 * case inter_type
 * stderr: collective mismatch (different type signatures): rank 0 calls MPI_Allgather at between ({gather0}) with 2 elements, 4-byte integers, rank 1 calls MPI_Allgather at between ({gather1}) with 1 element, 4-byte integers
 *
 * case grid
 * stderr: collective mismatch (different topologies): rank 0 calls MPI_Cart_create at even ({grid0}), rank 1 calls MPI_Cart_create at odd ({grid1})
 *
 * case neighbours
 * stderr: collective mismatch (
 * stderr: rank 0 calls MPI_Neighbor_alltoall at even ({neighbours0}), rank 1 calls MPI_Neighbor_allgather at odd ({neighbours1})
 * case blocking
 * stderr: collective mismatch (a blocking and a non-blocking operation): rank 0 calls MPI_Barrier at even ({blocking0}), rank 1 calls MPI_Ibarrier at odd ({blocking1})
 *
 * case duplicate
 * stderr: collective mismatch (a blocking and a non-blocking operation): rank 0 calls MPI_Comm_dup at even ({duplicate0}), rank 1 calls MPI_Comm_idup at odd ({duplicate1})
 */
#include <mpi.h>
#include <string.h>

static double in[4], out[4];
static const int dims[2] = {2, 1}, periods[2] = {0, 0};
static MPI_Comm line;
static MPI_Comm copy;
static MPI_Request request = MPI_REQUEST_NULL;

static void even(const char *which)
{
    if (strcmp(which, "order") == 0)
        MPI_Barrier(MPI_COMM_WORLD); /* barrier */
    else if (strcmp(which, "root") == 0)
        MPI_Bcast(in, 1, MPI_INT, 0, MPI_COMM_WORLD); /* bcast0 */
    else if (strcmp(which, "type") == 0)
        MPI_Allreduce(in, out, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* type0 */
    else if (strcmp(which, "count") == 0)
        MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* count0 */
    else if (strcmp(which, "sign") == 0)
        MPI_Allreduce(in, out, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* sign0 */
    else if (strcmp(which, "pairs") == 0)
        MPI_Bcast(in, 1, MPI_DOUBLE_INT, 0, MPI_COMM_WORLD); /* pairs0 */
    else if (strcmp(which, "grid") == 0)
        MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line); /* grid0 */
    else if (strcmp(which, "neighbours") == 0)
        MPI_Neighbor_alltoall(in, 1, MPI_INT, out, 1, MPI_INT, line); /* neighbours0 */
    else if (strcmp(which, "blocking") == 0)
        MPI_Barrier(MPI_COMM_WORLD); /* blocking0 */
    else if (strcmp(which, "duplicate") == 0)
        MPI_Comm_dup(MPI_COMM_WORLD, &copy); /* duplicate0 */
    else
        MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* op0 */
}

static void odd(const char *which)
{
    if (strcmp(which, "order") == 0)
        MPI_Bcast(in, 1, MPI_INT, 0, MPI_COMM_WORLD); /* bcast */
    else if (strcmp(which, "root") == 0)
        MPI_Bcast(in, 1, MPI_INT, 1, MPI_COMM_WORLD); /* bcast1 */
    else if (strcmp(which, "type") == 0)
        MPI_Allreduce(in, out, 2, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); /* type1 */
    else if (strcmp(which, "count") == 0)
        MPI_Allreduce(in, out, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* count1 */
    else if (strcmp(which, "sign") == 0)
        MPI_Allreduce(in, out, 2, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD); /* sign1 */
    else if (strcmp(which, "pairs") == 0)
        MPI_Bcast(in, 2, MPI_SHORT_INT, 0, MPI_COMM_WORLD); /* pairs1 */
    else if (strcmp(which, "grid") == 0)
        MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &line); /* grid1 */
    else if (strcmp(which, "neighbours") == 0)
        MPI_Neighbor_allgather(in, 1, MPI_INT, out, 1, MPI_INT, line); /* neighbours1 */
    else if (strcmp(which, "blocking") == 0)
        MPI_Ibarrier(MPI_COMM_WORLD, &request); /* blocking1 */
    else if (strcmp(which, "duplicate") == 0)
        MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request); /* duplicate1 */
    else
        MPI_Allreduce(in, out, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD); /* op1 */
}

/* Each rank is a group of its own. */
static void between(const char *which, int rank)
{
    MPI_Comm inter;
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    if (rank == 0) /* which comes first */
        MPI_Send(in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(which, "inter_root") == 0)
        MPI_Bcast(in, 1, MPI_INT, MPI_ROOT, inter); /* root */
    else if (rank == 0)
        MPI_Allgather(in, 1, MPI_INT, out, 2, MPI_INT, inter); /* gather0 */
    else
        MPI_Allgather(in, 1, MPI_INT, out, 1, MPI_INT, inter); /* gather1 */
    MPI_Comm_free(&inter);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[1], "neighbours") == 0) {
        MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
        if (rank == 0) /* which comes first */
            MPI_Send(in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (strncmp(argv[1], "inter_", 6) == 0)
        between(argv[1], rank);
    else if (rank == 0)
        even(argv[1]);
    else
        odd(argv[1]);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
