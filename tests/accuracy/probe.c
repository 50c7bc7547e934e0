/* probe KIND ...: what the accuracy tests run. Every rank that takes part prints `RANK NAME PICOSECONDS` for the instants
 * that the tests know in closed form. Simulated times below an hour are exact to a picosecond as doubles of seconds.
 *
 *   probe pingpong BYTES ROUNDS A B     ranks A and B send to and fro
 *   probe once BYTES SEND RECV [isend]  rank 0 sends to the last one; they begin SEND and RECV ns after the start
 *   probe overlap BYTES SEND BUSY RECV  rank 0 begins to send to the last one after SEND ns, and is busy for BUSY ns before it
 *                                       waits; the last one begins to receive at once and waits after RECV ns
 *   probe burst BYTES COUNT             rank 0 sends COUNT messages to the last rank at once
 *   probe fan BYTES                     rank 0 sends one message to every other rank at once
 *   probe pairs BYTES                   rank i of the lower half sends to rank i of the upper half
 *   probe swap BYTES LATE               two ranks send to one another; rank 1 begins LATE ns later
 *   probe swap_told BYTES LATE          likewise; rank 1 has waited for a message of rank 0 meanwhile
 *   probe exchange BYTES                every rank sends to every other one, all at once
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, size;
static char **words;

static long number(int index)
{
    return strtol(words[index], NULL, 10);
}

static char *buffer(long bytes)
{
    char *memory = calloc(bytes > 0 ? bytes : 1, 1);
    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return memory;
}

static void tell(const char *name)
{
    printf("%d %s %.0f\n", rank, name, MPI_Wtime() * 1e12);
}

static void wait_ns(long ns)
{
    struct timespec t = {ns / 1000000000, ns % 1000000000};
    nanosleep(&t, NULL);
}

static void pingpong(long bytes, long rounds, int a, int b)
{
    char *message = buffer(bytes);
    if (rank != a && rank != b)
        return;
    for (long round = 0; round < rounds; round++) {
        for (int turn = 0; turn < 2; turn++) {
            if ((rank == a) == (turn == 0))
                MPI_Send(message, bytes, MPI_BYTE, rank == a ? b : a, 0, MPI_COMM_WORLD);
            else
                MPI_Recv(message, bytes, MPI_BYTE, rank == a ? b : a, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    tell("end");
}

static void once(long bytes, long send, long recv, int nonblocking)
{
    char *message = buffer(bytes);
    if (rank == 0) {
        MPI_Request request;
        wait_ns(send);
        if (nonblocking) {
            MPI_Isend(message, bytes, MPI_BYTE, size - 1, 0, MPI_COMM_WORLD, &request);
            tell("posted");
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Send(message, bytes, MPI_BYTE, size - 1, 0, MPI_COMM_WORLD);
        }
        tell("sent");
    } else if (rank == size - 1) {
        wait_ns(recv);
        MPI_Recv(message, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        tell("received");
    }
}

static void overlap(long bytes, long send, long busy, long recv)
{
    char *message = buffer(bytes);
    MPI_Request request;
    if (rank == 0) {
        wait_ns(send);
        MPI_Isend(message, bytes, MPI_BYTE, size - 1, 0, MPI_COMM_WORLD, &request);
        wait_ns(busy);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        tell("sent");
    } else if (rank == size - 1) {
        MPI_Irecv(message, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
        wait_ns(recv);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        tell("received");
    }
}

static void burst(long bytes, long count)
{
    char *message = buffer(bytes);
    MPI_Request *requests = malloc(count * sizeof *requests);
    if (rank == 0) {
        for (long i = 0; i < count; i++)
            MPI_Isend(message, bytes, MPI_BYTE, size - 1, 0, MPI_COMM_WORLD, &requests[i]);
        MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    } else if (rank == size - 1) {
        for (long i = 0; i < count; i++) {
            MPI_Recv(message, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            tell("received");
        }
    }
}

static void exchange(long bytes, int first, int last)
{
    char *all = buffer(bytes * size), *mine = buffer(bytes);
    MPI_Request *requests = malloc(2 * size * sizeof *requests);
    int posted = 0;
    for (int from = first; from <= last; from++)
        if (from != rank)
            MPI_Irecv(all + bytes * from, bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, &requests[posted++]);
    for (int step = 1; step < size && rank >= first && rank <= last; step++)
        MPI_Isend(mine, bytes, MPI_BYTE, (rank + step) % size, 0, MPI_COMM_WORLD, &requests[posted++]);
    MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
    tell("end");
}

static void pairs(long bytes)
{
    char *message = buffer(bytes);
    if (rank < size / 2)
        MPI_Send(message, bytes, MPI_BYTE, rank + size / 2, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(message, bytes, MPI_BYTE, rank - size / 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell("end");
}

static void swap(long bytes, long late)
{
    char *mine = buffer(bytes), *other = buffer(bytes);
    const int peer = 1 - rank;
    if (rank == 1)
        wait_ns(late);
    MPI_Sendrecv(mine, bytes, MPI_BYTE, peer, 0, other, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    tell("end");
}

/* Likewise, but the late rank has waited inside MPI while the request of the other one came. */
static void swap_told(long bytes, long late)
{
    char *mine = buffer(bytes), *other = buffer(bytes), word = 0;
    const int peer = 1 - rank;
    MPI_Request requests[2];
    if (rank == 1) {
        MPI_Recv(&word, 1, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        tell("told");
        wait_ns(late);
    }
    MPI_Irecv(other, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(mine, bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &requests[1]);
    if (rank == 0)
        MPI_Send(&word, 1, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    tell("end");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    words = argv;
    const char *kind = argv[1];
    const long bytes = number(2);
    if (strcmp(kind, "pingpong") == 0)
        pingpong(bytes, number(3), (int)number(4), (int)number(5));
    else if (strcmp(kind, "once") == 0)
        once(bytes, number(3), number(4), argc > 5);
    else if (strcmp(kind, "overlap") == 0)
        overlap(bytes, number(3), number(4), number(5));
    else if (strcmp(kind, "burst") == 0)
        burst(bytes, number(3));
    else if (strcmp(kind, "fan") == 0)
        exchange(bytes, 0, 0);
    else if (strcmp(kind, "pairs") == 0)
        pairs(bytes);
    else if (strcmp(kind, "swap") == 0)
        swap(bytes, number(3));
    else if (strcmp(kind, "swap_told") == 0)
        swap_told(bytes, number(3));
    else if (strcmp(kind, "exchange") == 0)
        exchange(bytes, 0, size - 1);
    else
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Finalize();
    return 0;
}
