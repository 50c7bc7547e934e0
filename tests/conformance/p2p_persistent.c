/* Persistent requests of all modes, started one by one and together; inactive ones; freeing.
 * ranks: 2 4 */
#include "conformance.h"

enum { MODES = 8, WORDS = 3000, ROUNDS = 4 };

static int out[MODES][WORDS], in[MODES][WORDS];

static void make(int peer, MPI_Request *sends, MPI_Request *receives)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Send_init(out[0], WORDS, MPI_INT, peer, 0, comm, &sends[0]);
    MPI_Ssend_init(out[1], WORDS, MPI_INT, peer, 1, comm, &sends[1]);
    MPI_Bsend_init(out[2], WORDS, MPI_INT, peer, 2, comm, &sends[2]);
    MPI_Rsend_init(out[3], WORDS, MPI_INT, peer, 3, comm, &sends[3]);
    MPI_Send_init_c(out[4], WORDS, MPI_INT, peer, 4, comm, &sends[4]);
    MPI_Ssend_init_c(out[5], WORDS, MPI_INT, peer, 5, comm, &sends[5]);
    MPI_Bsend_init_c(out[6], WORDS, MPI_INT, peer, 6, comm, &sends[6]);
    MPI_Rsend_init_c(out[7], WORDS, MPI_INT, peer, 7, comm, &sends[7]);
    for (int m = 0; m < MODES; m++)
        if (m % 2)
            MPI_Recv_init_c(in[m], WORDS, MPI_INT, peer, m, comm, &receives[m]);
        else
            MPI_Recv_init(in[m], WORDS, MPI_INT, MPI_ANY_SOURCE, m, comm, &receives[m]);
}

static void inactive(MPI_Request request)
{
    MPI_Status status;
    int flag = 0, index = 0;
    MPI_Request copy = request;
    MPI_Wait(&copy, &status);
    CHECK(copy == request);
    EQUAL(status.MPI_SOURCE, MPI_ANY_SOURCE);
    MPI_Test(&copy, &flag, &status);
    EQUAL(flag, 1);
    flag = 0;
    MPI_Request_get_status(copy, &flag, &status);
    EQUAL(flag, 1);
    MPI_Waitany(1, &copy, &index, &status);
    EQUAL(index, MPI_UNDEFINED);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int peer = world_rank ^ 1, right = 0;
    MPI_Request sends[MODES], receives[MODES];
    int room = 2 * (WORDS * (int)sizeof(int) + MPI_BSEND_OVERHEAD);
    void *attached = malloc(room);
    MPI_Buffer_attach(attached, room);
    make(peer, sends, receives);
    inactive(sends[0]);
    inactive(receives[1]);
    for (int round = 0; round < ROUNDS; round++) {
        for (int m = 0; m < MODES; m++)
            for (int i = 0; i < WORDS; i++) {
                out[m][i] = world_rank * 1000000 + round * 100000 + m * 10000 + i;
                in[m][i] = -1;
            }
        if (round % 2)
            for (int m = 0; m < MODES; m++)
                MPI_Start(&receives[m]);
        else
            MPI_Startall(MODES, receives);
        MPI_Barrier(MPI_COMM_WORLD); /* ready sends find their receives */
        if (round < 2)
            MPI_Startall(MODES, sends);
        else
            for (int m = MODES - 1; m >= 0; m--)
                MPI_Start(&sends[m]);
        MPI_Waitall(MODES, sends, MPI_STATUSES_IGNORE);
        for (int k = 0; k < MODES; k++) {
            int index = -1;
            MPI_Status status;
            MPI_Waitany(MODES, receives, &index, &status);
            CHECK(receives[index] != MPI_REQUEST_NULL);
            EQUAL(status.MPI_TAG, index);
            EQUAL(status.MPI_SOURCE, peer);
        }
        for (int m = 0; m < MODES; m++)
            for (int i = 0; i < WORDS; i++)
                right += in[m][i] == peer * 1000000 + round * 100000 + m * 10000 + i;
    }
    EQUAL(right, ROUNDS * MODES * WORDS);
    for (int m = 0; m < MODES; m++) {
        MPI_Request_free(&sends[m]);
        MPI_Request_free(&receives[m]);
        CHECK(sends[m] == MPI_REQUEST_NULL && receives[m] == MPI_REQUEST_NULL);
    }
    MPI_Buffer_detach(&attached, &room);
    free(attached);

    /* A request freed while active completes all the same. */
    MPI_Request request;
    int token = world_rank, got = -1;
    MPI_Isend(&token, 1, MPI_INT, peer, 50, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
    MPI_Recv(&got, 1, MPI_INT, peer, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EQUAL(got, peer);
    show("words received", right);
    MPI_Barrier(MPI_COMM_WORLD);
    return finish();
}
