/* Many collectives at once: several outstanding on one communicator and completed in other orders, on overlapping and
 * split communicators, beside messages; persistent ones started again with new data, and with MPI_Startall.
 * ranks: 1-5 7 8 13 16 17 */
#include "coll.h"

enum { DEPTH = 24, N = 300 };

static int me, size;

static int value(int rank, int round, int i)
{
    return rank * 1009 + round * 17 + i;
}

static int sum_of(int ranks, int round, int i)
{
    return 1009 * (ranks * (ranks - 1) / 2) + ranks * (round * 17 + i);
}

/* Outstanding ones of four kinds; completed all together, backwards, or as they come. */
static void outstanding(int order)
{
    static int in[DEPTH][N], out[DEPTH][N];
    int *all = malloc(sizeof(int) * DEPTH * size);
    MPI_Request requests[DEPTH];
    for (int k = 0; k < DEPTH; k++) {
        for (int i = 0; i < N; i++) {
            in[k][i] = value(me, k, i);
            out[k][i] = -1;
        }
        switch (k % 4) {
        case 0: MPI_Iallreduce(in[k], out[k], N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[k]); break;
        case 1: MPI_Ibcast(in[k], N, MPI_INT, k % size, MPI_COMM_WORLD, &requests[k]); break;
        case 2: MPI_Iallgather(in[k], 1, MPI_INT, all + k * size, 1, MPI_INT, MPI_COMM_WORLD, &requests[k]); break;
        default: MPI_Ireduce(in[k], out[k], N, MPI_INT, MPI_MAX, k % size, MPI_COMM_WORLD, &requests[k]);
        }
    }
    if (order == 0)
        MPI_Waitall(DEPTH, requests, MPI_STATUSES_IGNORE);
    for (int k = DEPTH - 1; order == 1 && k >= 0; k--)
        MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
    for (int k = 0; order == 2 && k < DEPTH; k++) {
        int which;
        MPI_Waitany(DEPTH, requests, &which, MPI_STATUS_IGNORE);
        CHECK(which >= 0 && which < DEPTH);
    }
    for (int done = 0; order == 3 && !done;)
        MPI_Testall(DEPTH, requests, &done, MPI_STATUSES_IGNORE);
    for (int k = 0; k < DEPTH; k++) {
        CHECK(requests[k] == MPI_REQUEST_NULL);
        for (int i = 0; i < N; i++)
            if (k % 4 == 0)
                EQUAL(out[k][i], sum_of(size, k, i));
            else if (k % 4 == 1)
                EQUAL(in[k][i], value(k % size, k, i));
            else if (k % 4 == 3 && me == k % size)
                EQUAL(out[k][i], value(size - 1, k, i));
        for (int rank = 0; k % 4 == 2 && rank < size; rank++)
            EQUAL(all[k * size + rank], value(rank, k, 0));
    }
    free(all);
}

/* Rows and columns of a grid, backwards order of ranks, and a duplicate, all at once. */
static void communicators(int way)
{
    MPI_Comm row, column, backwards, twin;
    int width = size > 3 ? 3 : size;
    MPI_Comm_split(MPI_COMM_WORLD, me / width, me, &row);
    MPI_Comm_split(MPI_COMM_WORLD, me % width, me, &column);
    MPI_Comm_split(MPI_COMM_WORLD, me % 2 ? MPI_UNDEFINED : 0, -me, &backwards);
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    int first = me / width * width, in_row = size - first < width ? size - first : width;
    EQUAL(size_of(row), in_row);
    int got[4] = { -1, -1, -1, -1 }, mine = me + 1;
    MPI_Request requests[4];
    MPI_Iallreduce(&mine, &got[0], 1, MPI_INT, MPI_SUM, row, &requests[0]);
    MPI_Iscan(&mine, &got[1], 1, MPI_INT, MPI_SUM, column, &requests[1]);
    MPI_Iallreduce(&mine, &got[2], 1, MPI_INT, MPI_MAX, twin, &requests[2]);
    MPI_Iallreduce(&mine, &got[3], 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    EQUAL(got[0], in_row * first + in_row * (in_row + 1) / 2);
    int expected = 0;
    for (int rank = me % width; rank <= me; rank += width)
        expected += rank + 1;
    EQUAL(got[1], expected);
    EQUAL(got[2], size);
    EQUAL(got[3], 1);

    int order[MOST_RANKS], evens = (size + 1) / 2;
    if (me % 2 == 0) {
        allgather(way, &me, 1, MPI_INT, order, 1, MPI_INT, backwards);
        for (int i = 0; i < evens; i++)
            EQUAL(order[i], 2 * (evens - 1 - i));
        for (int root = 0; root < evens; root++) {
            int word = rank_in(backwards) == root ? me : -1;
            bcast(way, &word, 1, MPI_INT, root, backwards);
            EQUAL(word, 2 * (evens - 1 - root));
        }
        MPI_Comm_free(&backwards);
    } else {
        CHECK(backwards == MPI_COMM_NULL);
    }
    barrier(way, row);
    int alone = me, again = -1;
    allreduce(way, &alone, &again, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    EQUAL(again, me);
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Comm_free(&twin);
}

/* Messages with wildcards never match what a collective sends. */
static void beside_messages(void)
{
    int right = (me + 1) % size, left = (me + size - 1) % size;
    int sent = me, got = -1, mine = 1, sum = -1, word = me == 0 ? 77 : -1;
    MPI_Request requests[4];
    MPI_Status status;
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
    MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Isend(&sent, 1, MPI_INT, right, 5, MPI_COMM_WORLD, &requests[3]);
    MPI_Wait(&requests[0], &status);
    MPI_Waitall(3, requests + 1, MPI_STATUSES_IGNORE);
    EQUAL(got, left);
    EQUAL(status.MPI_SOURCE, left);
    EQUAL(status.MPI_TAG, 5);
    EQUAL(sum, size);
    EQUAL(word, 77);
}

static void started_again(void)
{
    enum { ROUNDS = 5, KINDS = 4 };
    static int in[KINDS][N], out[KINDS][N];
    int *blocks = malloc(sizeof(int) * size * N);
    MPI_Request requests[KINDS];
    MPI_Allreduce_init(in[0], out[0], N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Bcast_init(in[1], N, MPI_INT, size - 1, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Allgather_init(in[2], N, MPI_INT, blocks, N, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]);
    MPI_Scan_init(in[3], out[3], N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[3]);
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < KINDS; k++)
            for (int i = 0; i < N; i++)
                in[k][i] = value(me, round, i);
        if (round % 2) {
            MPI_Startall(KINDS, requests);
        } else {
            for (int k = 0; k < KINDS; k++)
                MPI_Start(&requests[k]);
        }
        MPI_Waitall(KINDS, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < N; i++) {
            EQUAL(out[0][i], sum_of(size, round, i));
            EQUAL(in[1][i], value(size - 1, round, i));
            EQUAL(out[3][i], sum_of(me + 1, round, i));
        }
        for (int k = 0; k < size * N; k++)
            EQUAL(blocks[k], value(k / N, round, k % N));
    }
    for (int k = 0; k < KINDS; k++)
        MPI_Request_free(&requests[k]);
    free(blocks);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    me = world_rank;
    size = size_of(MPI_COMM_WORLD);
    for (int order = 0; order < 4; order++)
        outstanding(order);
    for (int way = 0; way < WAYS; way++)
        communicators(way);
    for (int time = 0; time < 10; time++)
        beside_messages();
    started_again();
    return finish();
}
