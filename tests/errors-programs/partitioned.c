/* Partitioned communication: partitions that are ready twice, not there or never ready, and requests of other kinds.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 *
 * case twice
 * stderr: rank 0: MPI_Pready: partition 2 was marked ready before [MPI_ERR_ARG], at main ({second})
 *
 * case beyond
 * stderr: rank 0: MPI_Pready: there is no partition of this number [MPI_ERR_ARG], at main ({beyond})
 *
 * case idle
 * stderr: rank 0: MPI_Pready_range: invalid request (handle
 * stderr: (it has not been started) [MPI_ERR_REQUEST], at main ({idle})
 *
 * case receive
 * stderr: rank 1: MPI_Pready: invalid request (handle
 * stderr: (it is not a partitioned send) [MPI_ERR_REQUEST], at main ({receive})
 *
 * case send
 * stderr: rank 0: MPI_Parrived: invalid request (handle
 * stderr: (it is not a partitioned receive) [MPI_ERR_REQUEST], at main ({send})
 *
 * case freed
 * stderr: MPI_Request_free: invalid request (handle
 * stderr: (a partitioned operation under way is not freed) [MPI_ERR_REQUEST], at main ({freed})
 *
 * case wild
 * stderr: rank 1: MPI_Precv_init: a partitioned receive has no wildcards [MPI_ERR_ARG], at main ({wild})
 *
 * case unready
 * stderr: deadlock: 2 of 2 ranks can't go on
 * stderr: rank 0: MPI_Wait at main ({wait}) waits for MPI_Pready of its own partitions 1, 3, tag 7
 * stderr: rank 1: MPI_Wait at main ({wait}) waits for partitions of rank 0, tag 7
 *
 * case missing
 * stderr: deadlock: 1 of 2 ranks can't go on
 * stderr: rank 0: MPI_Wait at main ({wait}) waits for MPI_Precv_init of rank 1, tag 7
 *
 * case unstarted
 * stderr: deadlock: 1 of 2 ranks can't go on
 * stderr: rank 0: MPI_Wait at main ({wait}) waits for rank 1 to start its partitioned receive, tag 7
 *
 * case polled
 * stderr: livelock: ranks poll for something that cannot happen; 2 of 2 ranks can't go on
 * stderr: rank 1: MPI_Parrived at main ({polled}) waits for partition 1: partitions of rank 0, tag 7
 *
 * case truncated
 * stderr: rank 1: MPI_Wait: message of 16 bytes from rank 0 truncated on receive into a buffer of 8 bytes [MPI_ERR_TRUNCATE], at main ({wait})
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, values[4] = {0}, flag = 0;
    const char *which = argv[1];
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#define CASE(name) (strcmp(which, name) == 0)
    if (rank == 0) {
        MPI_Psend_init(values, 4, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        if (CASE("idle"))
            MPI_Pready_range(0, 3, request); /* idle */
        MPI_Start(&request);
        if (CASE("send"))
            MPI_Parrived(request, 0, &flag); /* send */
        if (CASE("beyond"))
            MPI_Pready(4, request); /* beyond */
        MPI_Pready(2, request);
        MPI_Pready(0, request);
        if (CASE("twice"))
            MPI_Pready(2, request); /* second */
        if (!CASE("unready") && !CASE("polled"))
            MPI_Pready(1, request), MPI_Pready(3, request);
    } else if (CASE("missing")) {
        MPI_Finalize();
        return 0;
    } else {
        int source = CASE("wild") ? MPI_ANY_SOURCE : 0, count = CASE("truncated") ? 1 : 2;
        MPI_Precv_init(values, 2, count, MPI_INT, source, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* wild */
        if (CASE("unstarted")) {
            MPI_Finalize();
            return 0;
        }
        MPI_Start(&request);
        if (CASE("receive"))
            MPI_Pready(0, request); /* receive */
        while (CASE("polled") && !flag)
            MPI_Parrived(request, 1, &flag); /* polled */
    }
    if (CASE("freed"))
        MPI_Request_free(&request); /* freed */
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* wait */
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
