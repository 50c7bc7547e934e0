/* Messages longer than the receive buffer, with errors returned: class, status, and life goes on.
 * ranks: 2 3 */
#include "conformance.h"

int main(int argc, char **argv)
{
    enum { LONG = 60000, SIZES = 3 };
    static const int sizes[SIZES] = { 10, 2000, LONG };
    static int words[LONG], room[LONG];
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int s = 0; s < SIZES; s++) {
        int count = sizes[s];
        if (world_rank == 1) {
            for (int k = 0; k < 4; k++)
                MPI_Send(words, count, MPI_INT, 0, k, MPI_COMM_WORLD);
            MPI_Send(words, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
        }
        if (world_rank != 0)
            continue;
        MPI_Status status, statuses[2];
        MPI_Request requests[2];
        for (int i = 0; i < LONG; i++)
            room[i] = 99;
        GIVES(MPI_Recv(room, count / 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &status), MPI_ERR_TRUNCATE);
        EQUAL(status.MPI_SOURCE, 1);
        EQUAL(status.MPI_TAG, 0);
        EQUAL(room[count / 2], 99); /* nothing is written beyond the buffer */
        MPI_Irecv(room, count - 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
        GIVES(MPI_Wait(&requests[0], &status), MPI_ERR_TRUNCATE);
        CHECK(requests[0] == MPI_REQUEST_NULL);
        MPI_Irecv(room, count - 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(room, count, MPI_INT, 1, 3, MPI_COMM_WORLD, &requests[1]);
        GIVES(MPI_Waitall(2, requests, statuses), MPI_ERR_IN_STATUS);
        GIVES(statuses[0].MPI_ERROR, MPI_ERR_TRUNCATE);
        /* The other one may be left pending. */
        CHECK(statuses[1].MPI_ERROR == MPI_SUCCESS || statuses[1].MPI_ERROR == MPI_ERR_PENDING);
        CHECK((requests[1] == MPI_REQUEST_NULL) == (statuses[1].MPI_ERROR == MPI_SUCCESS));
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        GIVES(MPI_Recv(room, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, &status), MPI_SUCCESS);
    }
    return finish();
}
