/* Ranks poll for what can never come.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 * stderr: livelock: ranks poll for something that cannot happen; 2 of 2 ranks can't go on at simulated time
 *
 * case test
 * stderr: rank 0: MPI_Test at main ({test}) waits for a message from rank 1, tag 0
 * stderr: rank 1: MPI_Test at main ({test}) waits for a message from rank 0, tag 0
 *
 * case iprobe
 * stderr: rank 0: MPI_Iprobe at main ({iprobe}) waits for a message from any rank, tag 9
 * stderr: rank 1: MPI_Iprobe at main ({iprobe}) waits for a message from any rank, tag 9
 *
 * case testany
 * stderr: rank 0: MPI_Testany at main ({testany}) waits for a message from rank 1, tag 0
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, got, done = 0, index;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[1], "iprobe") != 0)
        MPI_Irecv(&got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    while (!done) {
        if (strcmp(argv[1], "test") == 0)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE); /* test */
        else if (strcmp(argv[1], "testany") == 0)
            MPI_Testany(1, &request, &index, &done, MPI_STATUS_IGNORE); /* testany */
        else
            MPI_Iprobe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE); /* iprobe */
    }
    MPI_Finalize();
    return 0;
}
