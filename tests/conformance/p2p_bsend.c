/* Buffered sends: buffers of the process, of communicators and of the library's own, flushing, running out of room.
 * ranks: 2 4 */
#include "conformance.h"

enum { N = 500 };

static int out[N], in[N];

static void receive(int peer, int tag, MPI_Comm comm, int seed)
{
    MPI_Recv(in, N, MPI_INT, peer, tag, comm, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++)
        if (in[i] != seed + i) {
            EQUAL(in[i], seed + i);
            break;
        }
}

static void fill(int seed)
{
    for (int i = 0; i < N; i++)
        out[i] = seed + i;
}

/* Both send before either receives. */
static void process_buffer(int peer)
{
    int size, bytes;
    MPI_Pack_size(N, MPI_INT, MPI_COMM_WORLD, &bytes);
    int room = 3 * (bytes + MPI_BSEND_OVERHEAD);
    char *memory = malloc(room);
    void *back;
    MPI_Buffer_attach(memory, room);
    for (int k = 0; k < 3; k++) {
        fill(1000 * world_rank + k);
        MPI_Bsend(out, N, MPI_INT, peer, k, MPI_COMM_WORLD);
    }
    fill(-1);
    for (int k = 2; k >= 0; k--)
        receive(peer, k, MPI_COMM_WORLD, 1000 * peer + k);
    MPI_Buffer_flush();
    MPI_Buffer_detach(&back, &size);
    CHECK(back == memory);
    EQUAL(size, room);
    MPI_Count large = 0;
    MPI_Buffer_attach_c(memory, room);
    fill(5);
    MPI_Bsend(out, N, MPI_INT, peer, 3, MPI_COMM_WORLD);
    receive(peer, 3, MPI_COMM_WORLD, 5);
    MPI_Request request;
    MPI_Buffer_iflush(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Buffer_detach_c(&back, &large);
    CHECK(back == memory);
    EQUAL(large, room);
    free(memory);
}

/* Detaching waits until the messages have left. */
static void detach_waits(int peer)
{
    int size, room = N * (int)sizeof(int) + MPI_BSEND_OVERHEAD;
    char *memory = malloc(room);
    void *back;
    MPI_Request request;
    MPI_Irecv(in, N, MPI_INT, peer, 8, MPI_COMM_WORLD, &request);
    for (int k = 0; k < 3; k++) {
        fill(k);
        MPI_Buffer_attach(memory, room);
        MPI_Bsend(out, N, MPI_INT, peer, 8, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        EQUAL(in[N - 1], k + N - 1);
        if (k < 2)
            MPI_Irecv(in, N, MPI_INT, peer, 8, MPI_COMM_WORLD, &request);
        MPI_Buffer_detach(&back, &size);
        memset(memory, 0, room);
    }
    free(memory);
}

/* A communicator's buffer serves its messages only. */
static void communicator_buffer(int peer)
{
    MPI_Comm comm;
    MPI_Request request;
    int size, room = 2 * (N * (int)sizeof(int) + MPI_BSEND_OVERHEAD);
    MPI_Count large;
    void *back, *memory = malloc(room);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_attach_buffer(comm, memory, room);
    fill(world_rank);
    MPI_Bsend(out, N, MPI_INT, peer, 1, comm);
    receive(peer, 1, comm, peer);
    MPI_Comm_flush_buffer(comm);
    MPI_Comm_detach_buffer(comm, &back, &size);
    CHECK(back == memory);
    EQUAL(size, room);
    MPI_Comm_attach_buffer_c(comm, memory, room);
    fill(7 + world_rank);
    MPI_Ibsend(out, N, MPI_INT, peer, 2, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    fill(0);
    receive(peer, 2, comm, 7 + peer);
    MPI_Comm_iflush_buffer(comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_detach_buffer_c(comm, &back, &large);
    EQUAL(large, room);
    MPI_Comm_free(&comm);
    free(memory);
}

static void automatic(int peer)
{
    int size = -1;
    void *back = NULL;
    MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0);
    for (int k = 0; k < 10; k++) {
        fill(k);
        MPI_Bsend(out, N, MPI_INT, peer, k, MPI_COMM_WORLD);
    }
    for (int k = 0; k < 10; k++)
        receive(peer, k, MPI_COMM_WORLD, k);
    MPI_Buffer_detach(&back, &size);
    CHECK(back == MPI_BUFFER_AUTOMATIC);
    EQUAL(size, 0);
}

static void no_room(int peer)
{
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN); /* serves calls without a communicator */
    GIVES(MPI_Bsend(out, N, MPI_INT, peer, 1, MPI_COMM_WORLD), MPI_ERR_BUFFER);
    int size;
    void *back, *memory = malloc(N + MPI_BSEND_OVERHEAD);
    MPI_Buffer_attach(memory, N + MPI_BSEND_OVERHEAD);
    GIVES(MPI_Bsend(out, N, MPI_INT, peer, 1, MPI_COMM_WORLD), MPI_ERR_BUFFER);
    CHECK(MPI_Buffer_attach(memory, N) != MPI_SUCCESS); /* there is one already; the class is the library's choice */
    MPI_Buffer_detach(&back, &size);
    free(memory);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int peer = world_rank ^ 1;
    process_buffer(peer);
    detach_waits(peer);
    communicator_buffer(peer);
    automatic(peer);
    no_room(peer);
    return finish();
}
