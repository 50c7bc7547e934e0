/* Short blocking sends in a row: each message is what its buffer held when it was sent, whatever came between.
 * ranks: 2 3 4 */
#include "conformance.h"

enum { FLOOD = 500, ROUNDS = 40 };

static const int SIZES[] = { 0, 1, 8, 255, 256, 257, 600 };
enum { SIZE_COUNT = sizeof SIZES / sizeof SIZES[0] };

static void fill(unsigned char *bytes, int count, int seed)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (unsigned char)(seed * 31 + i);
}

static void check(const unsigned char *bytes, int count, int seed)
{
    for (int i = 0; i < count; i++)
        EQUAL(bytes[i], (unsigned char)(seed * 31 + i));
}

/* Rank 0 sends to all others from one buffer; they receive late. */
static void flood(void)
{
    unsigned char buffer[600];
    if (world_rank == 0) {
        for (int i = 0; i < FLOOD; i++)
            for (int to = 1; to < world_size; to++) {
                int size = SIZES[i % SIZE_COUNT];
                fill(buffer, size, i + to);
                if (i % 3 == 2)
                    MPI_Send_c(buffer, size, MPI_BYTE, to, i, MPI_COMM_WORLD);
                else
                    MPI_Send(buffer, size, MPI_BYTE, to, i, MPI_COMM_WORLD);
                memset(buffer, 0xee, sizeof buffer);
            }
        return;
    }
    for (int i = 0; i < FLOOD; i++) {
        int count;
        MPI_Status status;
        MPI_Recv(buffer, sizeof buffer, MPI_BYTE, 0, i, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        EQUAL(count, SIZES[i % SIZE_COUNT]);
        check(buffer, count, i + world_rank);
    }
}

/* A token round the ring with a sum in it; the clock never goes back. */
static void token(void)
{
    int next = (world_rank + 1) % world_size, last = (world_rank + world_size - 1) % world_size, token = 0;
    double before = MPI_Wtime();
    for (int round = 0; round < ROUNDS; round++) {
        if (world_rank == 0) {
            token += round;
            MPI_Send(&token, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
            token = -1;
        }
        MPI_Recv(&token, 1, MPI_INT, last, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (world_rank != 0) {
            token++;
            MPI_Send(&token, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
            token = -1;
        }
        double now = MPI_Wtime();
        CHECK(now >= before);
        before = now;
    }
    if (world_rank == 0)
        EQUAL(token, ROUNDS * (ROUNDS - 1) / 2 + ROUNDS * (world_size - 1));
}

/* x, y -> 2x + y: associative it is not, but two ranks' operands come in order. */
static void twice_and(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += 2 * ((int *)in)[i];
}

/* Sends between the start of other things and their end: a reduction of the program's own, requests that were freed,
 * communicators that are made. */
static void between(void)
{
    int right = (world_rank + 1) % world_size, left = (world_rank + world_size - 1) % world_size;
    MPI_Op op;
    MPI_Comm pair, copy;
    MPI_Op_create(twice_and, 0, &op);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank / 2, world_rank, &pair);
    int mine = world_rank + 1, sum = 0, freed[2] = { world_rank, -world_rank }, got, rank, size;
    MPI_Comm_rank(pair, &rank);
    MPI_Comm_size(pair, &size);
    for (int round = 0; round < 3; round++) {
        MPI_Request reduction, request;
        MPI_Iallreduce(&mine, &sum, 1, MPI_INT, op, pair, &reduction);
        for (int i = 0; i < 2; i++) {
            MPI_Isend(&freed[i], 1, MPI_INT, right, 20 + i, MPI_COMM_WORLD, &request);
            MPI_Request_free(&request);
        }
        for (int i = 0; i < 40; i++) {
            int value = 100 * world_rank + i;
            MPI_Send(&value, 1, MPI_INT, right, 9, MPI_COMM_WORLD);
        }
        MPI_Comm_dup(pair, &copy);
        for (int i = 0; i < 40; i++) {
            MPI_Recv(&got, 1, MPI_INT, left, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            EQUAL(got, 100 * left + i);
        }
        for (int i = 0; i < 2; i++) {
            MPI_Recv(&got, 1, MPI_INT, left, 20 + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            EQUAL(got, i ? -left : left);
        }
        MPI_Wait(&reduction, MPI_STATUS_IGNORE);
        int first = world_rank / 2 * 2 + 1;
        EQUAL(sum, size == 2 ? 2 * first + first + 1 : first);
        int value = rank, other = -1;
        if (size == 2) {
            MPI_Send(&value, 1, MPI_INT, 1 - rank, 3, copy);
            MPI_Recv(&other, 1, MPI_INT, 1 - rank, 3, copy, MPI_STATUS_IGNORE);
            EQUAL(other, 1 - rank);
        }
        MPI_Comm_free(&copy);
    }
    MPI_Op_free(&op);
    MPI_Comm_free(&pair);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    flood();
    token();
    between();
    /* The last calls before the end. */
    if (world_rank == 0)
        for (int to = 1; to < world_size; to++)
            MPI_Send(&to, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    else {
        int got;
        MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        EQUAL(got, world_rank);
    }
    return finish();
}
