/* A send's buffer is the program's again once it can know that the send has ended, in whichever way, and before its message is
 * received: each message is what the buffer held when it was sent.
 * ranks: 2 4 */
#include "conformance.h"

enum { BYTES = 6000, KINDS = 9, ROUNDS = 3 };

static unsigned char expected(int from, int kind, int round, int at)
{
    return (unsigned char)(from * 101 + kind * 17 + round * 7 + at * 3);
}

static void fill(unsigned char *bytes, int kind, int round)
{
    for (int at = 0; at < BYTES; at++)
        bytes[at] = expected(world_rank, kind, round, at);
}

static int differ(const unsigned char *bytes, int from, int kind, int round)
{
    int wrong = 0;
    for (int at = 0; at < BYTES; at++)
        wrong += bytes[at] != expected(from, kind, round, at);
    return wrong;
}

/* Starts a send, learns in the way of this kind that it has ended, and overwrites the buffer. */
static void send(unsigned char *buffer, int to, int kind, int round, MPI_Request *persistent)
{
    MPI_Request request, two[2];
    MPI_Status statuses[2];
    int flag = 0, index, count;
    fill(buffer, kind, round);
    switch (kind) {
    case 0:
        MPI_Isend(buffer, BYTES, MPI_BYTE, to, kind, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    case 1:
        MPI_Isend(buffer, BYTES, MPI_BYTE, to, kind, MPI_COMM_WORLD, &request);
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        break;
    case 2:
        MPI_Isend(buffer, BYTES, MPI_BYTE, to, kind, MPI_COMM_WORLD, &request);
        while (!flag)
            MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
        memset(buffer, 0xee, BYTES);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        break;
    case 3:
        MPI_Isend(buffer, BYTES / 2, MPI_BYTE, to, kind, MPI_COMM_WORLD, &two[0]);
        MPI_Isend(buffer + BYTES / 2, BYTES / 2, MPI_BYTE, to, kind, MPI_COMM_WORLD, &two[1]);
        MPI_Waitany(2, two, &index, MPI_STATUS_IGNORE);
        memset(buffer + index * (BYTES / 2), 0xee, BYTES / 2);
        MPI_Waitsome(2, two, &count, &index, statuses);
        break;
    case 4:
        MPI_Start(persistent);
        MPI_Wait(persistent, MPI_STATUS_IGNORE);
        break;
    case 5:
        MPI_Bsend(buffer, BYTES, MPI_BYTE, to, kind, MPI_COMM_WORLD);
        break;
    case 6:
        MPI_Send(buffer, BYTES, MPI_BYTE, to, kind, MPI_COMM_WORLD);
        break;
    case 7:
        MPI_Isend(buffer, BYTES, MPI_BYTE, to, kind, MPI_COMM_WORLD, &two[0]);
        MPI_Isend(NULL, 0, MPI_BYTE, to, KINDS, MPI_COMM_WORLD, &two[1]);
        MPI_Waitall(2, two, MPI_STATUSES_IGNORE);
        break;
    case 8:
        /* The receiver has it before the buffer changes: it says so by the message that it sends. */
        MPI_Isend(buffer, BYTES, MPI_BYTE, to, kind, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        return;
    }
    memset(buffer, 0xee, BYTES);
}

static void messages(void)
{
    const int right = (world_rank + 1) % world_size, left = (world_rank + world_size - 1) % world_size;
    static unsigned char out[KINDS][BYTES], in[BYTES], attached[4 * (BYTES + MPI_BSEND_OVERHEAD)];
    MPI_Request persistent;
    MPI_Send_init(out[4], BYTES, MPI_BYTE, right, 4, MPI_COMM_WORLD, &persistent);
    MPI_Buffer_attach(attached, sizeof attached);
    for (int round = 0; round < ROUNDS; round++) {
        for (int kind = 0; kind < KINDS; kind++)
            send(out[kind], right, kind, round, &persistent);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int kind = 0; kind < KINDS; kind++) {
            const int parts = kind == 3 ? 2 : 1, bytes = BYTES / parts;
            for (int part = 0; part < parts; part++)
                MPI_Recv(in + part * bytes, bytes, MPI_BYTE, left, kind, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            EQUAL(differ(in, left, kind, round), 0);
        }
        MPI_Recv(in, 0, MPI_BYTE, left, KINDS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    void *detached;
    int size;
    MPI_Buffer_detach(&detached, &size);
    MPI_Request_free(&persistent);
}

/* Collective operations that some ranks have left before others come. */
static void operations(void)
{
    static unsigned char out[4 * BYTES], in[4 * BYTES];
    for (int round = 0; round < 2 * ROUNDS; round++) {
        MPI_Request request;
        if (world_rank == round % world_size)
            fill(out, 20, round);
        MPI_Bcast(out, BYTES, MPI_BYTE, round % world_size, MPI_COMM_WORLD);
        EQUAL(differ(out, round % world_size, 20, round), 0);
        memset(out, 0xee, sizeof out);
        for (int to = 0; to < world_size; to++)
            fill(out + to * BYTES, 21 + to, round);
        MPI_Ialltoall(out, BYTES, MPI_BYTE, in, BYTES, MPI_BYTE, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        memset(out, 0xee, sizeof out);
        for (int from = 0; from < world_size; from++)
            EQUAL(differ(in + from * BYTES, from, 21 + world_rank, round), 0);
        fill(out, 25, round);
        MPI_Gather(out, BYTES, MPI_BYTE, in, BYTES, MPI_BYTE, round % world_size, MPI_COMM_WORLD);
        memset(out, 0xee, sizeof out);
        if (world_rank == round % world_size)
            for (int from = 0; from < world_size; from++)
                EQUAL(differ(in + from * BYTES, from, 25, round), 0);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    messages();
    operations();
    return finish();
}
