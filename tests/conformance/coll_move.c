/* The collectives that only move data, with equal blocks: broadcast, gather, scatter, allgather, alltoall and barrier in
 * every way, from and to every root, in place, with sizes from nothing to beyond a rendezvous, with derived types.
 * ranks: 1-5 7 8 13 16 17 */
#include "coll.h"

static int me, size;

/* Element i of what one rank has for another. */
static int value(int from, int to, int i)
{
    return from * 1000003 + to * 1009 + i;
}

/* Elements of a whole buffer and room behind it, all -1. */
static int *fresh(int count)
{
    int *data = malloc(sizeof(int) * (count + 1));
    for (int i = 0; i <= count; i++)
        data[i] = -1;
    return data;
}

static int *filled(int blocks, int n)
{
    int *data = fresh(blocks * n);
    for (int block = 0; block < blocks; block++)
        for (int i = 0; i < n; i++)
            data[block * n + i] = value(me, block, i);
    return data;
}

/* The block holds what `from` has for `to`. */
static void check_block(const char *what, const int *block, int n, int from, int to)
{
    for (int i = 0; i < n; i++)
        if (block[i] != value(from, to, i)) {
            failed(__FILE__, __LINE__, "%s: element %d from %d for %d is %d", what, i, from, to, block[i]);
            return;
        }
}

static void untouched(const char *what, const int *data, int count)
{
    for (int i = 0; i < count; i++)
        if (data[i] != -1) {
            failed(__FILE__, __LINE__, "%s: element %d was written", what, i);
            return;
        }
}

static void rooted(int way, int n, int root)
{
    int *one = me == root ? filled(1, n) : fresh(n);
    bcast(way, one, n, MPI_INT, root, MPI_COMM_WORLD);
    check_block("bcast", one, n, root, 0);
    untouched("bcast", one + n, 1);
    free(one);

    int *mine = filled(1, n), *all = fresh(size * n);
    gather(way, mine, n, MPI_INT, me == root ? all : NULL, n, MPI_INT, root, MPI_COMM_WORLD);
    for (int from = 0; me == root && from < size; from++)
        check_block("gather", all + from * n, n, from, 0);
    untouched("gather", all + size * n, 1);
    if (me != root)
        untouched("gather", all, size * n);
    free(all);
    all = fresh(size * n);
    memcpy(all + me * n, mine, sizeof(int) * n);
    gather(way, me == root ? MPI_IN_PLACE : mine, n, MPI_INT, all, n, MPI_INT, root, MPI_COMM_WORLD);
    for (int from = 0; me == root && from < size; from++)
        check_block("gather in place", all + from * n, n, from, 0);
    free(all);
    free(mine);

    int *parts = filled(size, n), *part = fresh(n);
    scatter(way, me == root ? parts : NULL, n, MPI_INT, part, n, MPI_INT, root, MPI_COMM_WORLD);
    check_block("scatter", part, n, root, me);
    untouched("scatter", part + n, 1);
    free(part);
    part = fresh(n);
    scatter(way, parts, n, MPI_INT, me == root ? MPI_IN_PLACE : part, n, MPI_INT, root, MPI_COMM_WORLD);
    if (me == root)
        untouched("scatter in place", part, n);
    else
        check_block("scatter in place", part, n, root, me);
    for (int to = 0; to < size; to++)
        check_block("scatter source", parts + to * n, n, me, to);
    free(part);
    free(parts);
}

static void unrooted(int way, int n)
{
    int *mine = filled(1, n), *all = fresh(size * n);
    allgather(way, mine, n, MPI_INT, all, n, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        check_block("allgather", all + from * n, n, from, 0);
    untouched("allgather", all + size * n, 1);
    free(all);
    all = fresh(size * n);
    memcpy(all + me * n, mine, sizeof(int) * n);
    allgather(way, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, n, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        check_block("allgather in place", all + from * n, n, from, 0);
    free(all);
    free(mine);

    int *out = filled(size, n), *in = fresh(size * n);
    alltoall(way, out, n, MPI_INT, in, n, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        check_block("alltoall", in + from * n, n, from, me);
    untouched("alltoall", in + size * n, 1);
    alltoall(way, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, n, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        check_block("alltoall in place", out + from * n, n, from, me);
    free(in);
    free(out);
}

/* Types of other shapes at the two ends: columns of a matrix leave, contiguous integers come, and the other way round. */
static void derived(int way, int root)
{
    enum { ROWS = 6 };
    MPI_Datatype bare, column, spread;
    MPI_Type_vector(ROWS, 1, size, MPI_INT, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(int), &column);
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spread);
    MPI_Type_commit(&column);
    MPI_Type_commit(&spread);
    int *matrix = fresh(ROWS * size), *flat = fresh(2 * ROWS * size);
    for (int to = 0; to < size; to++)
        for (int i = 0; i < ROWS; i++)
            matrix[i * size + to] = value(me, to, i);

    scatter(way, matrix, 1, column, flat, ROWS, MPI_INT, root, MPI_COMM_WORLD);
    check_block("scatter of columns", flat, ROWS, root, me);
    alltoall(way, matrix, 1, column, flat, ROWS, MPI_INT, MPI_COMM_WORLD);
    for (int from = 0; from < size; from++)
        check_block("alltoall of columns", flat + from * ROWS, ROWS, from, me);
    alltoall(way, flat, ROWS, MPI_INT, matrix, 1, column, MPI_COMM_WORLD);
    for (int to = 0; to < size; to++)
        for (int i = 0; i < ROWS; i++)
            EQUAL(matrix[i * size + to], value(me, to, i));

    for (int i = 0; i < 2 * ROWS * size; i++)
        flat[i] = -1;
    gather(way, matrix, 1, column, flat, ROWS, spread, root, MPI_COMM_WORLD);
    for (int k = 0; me == root && k < ROWS * size; k++) {
        EQUAL(flat[2 * k], value(k / ROWS, 0, k % ROWS));
        EQUAL(flat[2 * k + 1], -1);
    }
    allgather(way, matrix, 1, column, flat, ROWS, spread, MPI_COMM_WORLD);
    for (int k = 0; k < ROWS * size; k++) {
        EQUAL(flat[2 * k], value(k / ROWS, 0, k % ROWS));
        EQUAL(flat[2 * k + 1], -1);
    }

    /* The root's column arrives in every second element: same signature, other shape. */
    int *target = fresh(2 * ROWS);
    if (me == root)
        bcast(way, matrix + size - 1, 1, column, root, MPI_COMM_WORLD);
    else
        bcast(way, target, ROWS, spread, root, MPI_COMM_WORLD);
    for (int i = 0; me != root && i < ROWS; i++) {
        EQUAL(target[2 * i], value(root, size - 1, i));
        EQUAL(target[2 * i + 1], -1);
    }
    free(target);
    free(matrix);
    free(flat);
    MPI_Type_free(&bare);
    MPI_Type_free(&column);
    MPI_Type_free(&spread);
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 0, 1, 5, 700, 20000 };
    start(&argc, &argv);
    me = world_rank;
    size = size_of(MPI_COMM_WORLD);
    int turn = 0;
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        for (int root = 0; root < size; root++, turn++)
            for (int way = 0; way < WAYS; way++)
                if (size <= 4 || (turn + way) % WAYS == 0) /* many ranks: the ways take turns */
                    rooted(way, n, root);
        for (int way = 0; way < WAYS; way++)
            unrooted(way, n);
    }
    for (int way = 0; way < WAYS; way++) {
        barrier(way, MPI_COMM_WORLD);
        derived(way, way % size);
    }
    say("sizes %d, ways %d", (int)(sizeof sizes / sizeof *sizes), WAYS);
    return finish();
}
