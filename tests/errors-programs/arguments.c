/* Wrong arguments under MPI_ERRORS_ARE_FATAL: the message names rank, function, value, class and place.
 * Rank 1 makes the mistake while rank 0 waits for it.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 *
 * case rank
 * stderr: rank 1: MPI_Send: invalid rank 17 (communicator has 2 ranks) [MPI_ERR_RANK]
 * stderr: , at main ({rank})
 *
 * case negative-rank
 * stderr: rank 1: MPI_Recv: invalid rank -7 (communicator has 2 ranks) [MPI_ERR_RANK]
 * stderr: , at main ({negative-rank})
 *
 * case root
 * stderr: rank 1: MPI_Bcast: invalid root 2 (communicator has 2 ranks) [MPI_ERR_ROOT]
 * stderr: , at main ({root})
 *
 * case tag
 * stderr: rank 1: MPI_Send: invalid tag -3 [MPI_ERR_TAG]
 * stderr: , at main ({tag})
 *
 * case count
 * stderr: rank 1: MPI_Send: negative count -1 [MPI_ERR_COUNT]
 * stderr: , at main ({count})
 *
 * case buffer
 * stderr: rank 1: MPI_Send: null buffer pointer with a count above 0 [MPI_ERR_BUFFER]
 * stderr: , at main ({buffer})
 *
 * case datatype
 * stderr: rank 1: MPI_Send: invalid datatype (handle 0x3039) [MPI_ERR_TYPE]
 * stderr: , at main ({datatype})
 *
 * case null-datatype
 * stderr: rank 1: MPI_Send: null datatype [MPI_ERR_TYPE]
 * stderr: , at main ({null-datatype})
 *
 * case communicator
 * stderr: rank 1: MPI_Barrier: invalid communicator (handle 0xd431) [MPI_ERR_COMM]
 * stderr: , at main ({communicator})
 *
 * case null-communicator
 * stderr: rank 1: MPI_Barrier: null communicator [MPI_ERR_COMM]
 * stderr: , at main ({null-communicator})
 *
 * case request
 * stderr: rank 1: MPI_Wait: invalid request (handle 0x270f)
 * stderr: , at main ({request})
 *
 * case operation
 * stderr: rank 1: MPI_Allreduce: invalid operation (handle 0x1e61) [MPI_ERR_OP]
 * stderr: , at main ({operation})
 *
 * case operation-on-type
 * stderr: rank 1: MPI_Allreduce: MPI_BAND is not defined on MPI_DOUBLE [
 * stderr: , at main ({operation-on-type})
 *
 * case uncommitted
 * stderr: rank 1: MPI_Send: datatype has not been committed [MPI_ERR_TYPE]
 * stderr: , at main ({uncommitted})
 *
 * case freed-datatype
 * stderr: rank 1: MPI_Send: invalid datatype (handle 
 * stderr: , at main ({freed-datatype})
 *
 * case freed-communicator
 * stderr: rank 1: MPI_Barrier: invalid communicator (handle 
 * stderr: , at main ({freed-communicator})
 *
 * case freed-request
 * stderr: rank 1: MPI_Wait: invalid request (handle 
 * stderr: , at main ({freed-request})
 *
 * case freed-group
 * stderr: rank 1: MPI_Group_size: invalid group (handle 
 * stderr: , at main ({freed-group})
 *
 * case free-predefined
 * stderr: rank 1: MPI_Type_free: 
 * stderr: , at main ({free-predefined})
 *
 * case free-world
 * stderr: rank 1: MPI_Comm_free: 
 * stderr: , at main ({free-world})
 *
 * case in-place
 * ending: crashed
 * stderr: rank 1 crashed: SIGSEGV (it gave MPI a buffer that is not memory of the program) at address 0x1
 *
 * case same-buffer
 * stderr: rank 1: MPI_Allreduce: 
 * stderr: , at main ({same-buffer})
 *
 * case attached
 * stderr: rank 1: MPI_Bsend: 
 * stderr: , at main ({attached})
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0}, more[8] = {0};
#define is(name) (strcmp(argv[1], name) == 0)
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Recv(data, 1, MPI_INT, 1, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) {
        if (is("rank")) {
            MPI_Send(data, 1, MPI_INT, 17, 0, MPI_COMM_WORLD); /* rank */
        }
        if (is("negative-rank")) {
            MPI_Recv(data, 1, MPI_INT, -7, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* negative-rank */
        }
        if (is("root")) {
            MPI_Bcast(data, 1, MPI_INT, 2, MPI_COMM_WORLD); /* root */
        }
        if (is("tag")) {
            MPI_Send(data, 1, MPI_INT, 0, -3, MPI_COMM_WORLD); /* tag */
        }
        if (is("count")) {
            MPI_Send(data, -1, MPI_INT, 0, 0, MPI_COMM_WORLD); /* count */
        }
        if (is("buffer")) {
            MPI_Send(NULL, 4, MPI_INT, 0, 0, MPI_COMM_WORLD); /* buffer */
        }
        if (is("datatype")) {
            MPI_Send(data, 1, (MPI_Datatype)12345, 0, 0, MPI_COMM_WORLD); /* datatype */
        }
        if (is("null-datatype")) {
            MPI_Send(data, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD); /* null-datatype */
        }
        if (is("communicator")) {
            MPI_Barrier((MPI_Comm)54321); /* communicator */
        }
        if (is("null-communicator")) {
            MPI_Barrier(MPI_COMM_NULL); /* null-communicator */
        }
        if (is("request")) {
            MPI_Request wrong = (MPI_Request)9999;
            MPI_Wait(&wrong, MPI_STATUS_IGNORE); /* request */
        }
        if (is("operation")) {
            MPI_Allreduce(data, more, 1, MPI_INT, (MPI_Op)7777, MPI_COMM_WORLD); /* operation */
        }
        if (is("operation-on-type")) {
            MPI_Allreduce(data, more, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD); /* operation-on-type */
        }
        if (is("uncommitted")) {
            MPI_Datatype pair;
            MPI_Type_contiguous(2, MPI_INT, &pair);
            MPI_Send(data, 1, pair, 0, 0, MPI_COMM_WORLD); /* uncommitted */
        }
        if (is("freed-datatype")) {
            MPI_Datatype old;
            MPI_Type_contiguous(2, MPI_INT, &old);
            MPI_Datatype kept = old;
            MPI_Type_free(&old);
            MPI_Type_contiguous(2, MPI_INT, &old);
            MPI_Type_commit(&old);
            MPI_Send(data, 1, kept, 0, 0, MPI_COMM_WORLD); /* freed-datatype */
        }
        if (is("freed-communicator")) {
            MPI_Comm copy, stale;
            MPI_Comm_dup(MPI_COMM_SELF, &copy);
            stale = copy;
            MPI_Comm_free(&copy);
            MPI_Comm_dup(MPI_COMM_SELF, &copy);
            MPI_Barrier(stale); /* freed-communicator */
        }
        if (is("freed-request")) {
            MPI_Request r, stale;
            MPI_Irecv(data, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &r);
            stale = r;
            MPI_Request_free(&r);
            MPI_Wait(&stale, MPI_STATUS_IGNORE); /* freed-request */
        }
        if (is("freed-group")) {
            MPI_Group g, stale;
            int n;
            MPI_Comm_group(MPI_COMM_WORLD, &g);
            stale = g;
            MPI_Group_free(&g);
            MPI_Comm_group(MPI_COMM_WORLD, &g);
            MPI_Group_size(stale, &n); /* freed-group */
        }
        if (is("free-predefined")) {
            MPI_Datatype type = MPI_INT;
            MPI_Type_free(&type); /* free-predefined */
        }
        if (is("free-world")) {
            MPI_Comm world = MPI_COMM_WORLD;
            MPI_Comm_free(&world); /* free-world */
        }
        if (is("in-place")) {
            MPI_Send(MPI_IN_PLACE, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); /* in-place */
        }
        if (is("same-buffer")) {
            MPI_Allreduce(data, data, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* same-buffer */
        }
        if (is("attached")) {
            MPI_Bsend(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); /* attached */
        }
    }
    MPI_Finalize();
    return 0;
}
