/* The collectives with a count for each rank: gatherv, scatterv, allgatherv, alltoallv, alltoallw and reduce_scatter with
 * holes, blocks out of order, ranks without data, in place, and types that differ from rank to rank.
 * ranks: 1-5 7 8 13 16 17 */
#include "coll.h"

enum { HOLE = 3, MOST = 12 };

static int me, size;

static int value(int from, int to, int i)
{
    return from * 1000003 + to * 1009 + i;
}

/* How much one rank has for another: some nothing at all. */
static int amount(int from, int to)
{
    return (3 * from + 5 * to + from * to) % MOST;
}

/* Where the blocks lie: the last rank's first, a hole before each. Gives the elements needed. */
static int place(const int *counts, int *at)
{
    int next = 0;
    for (int rank = size - 1; rank >= 0; rank--) {
        next += HOLE;
        at[rank] = next;
        next += counts[rank];
    }
    return next + HOLE;
}

static int *fresh(int count)
{
    int *data = malloc(sizeof(int) * (count + 1));
    for (int i = 0; i <= count; i++)
        data[i] = -1;
    return data;
}

static void fill(int *block, int n, int from, int to)
{
    for (int i = 0; i < n; i++)
        block[i] = value(from, to, i);
}

/* Each block holds what its rank has, and nothing else was written. `to` is -1 where sources send to all. */
static void check(const char *what, const int *data, int total, const int *counts, const int *at, int from, int to)
{
    int written = 0;
    for (int rank = 0; rank < size; rank++)
        for (int i = 0; i < counts[rank]; i++, written++) {
            int expected = from < 0 ? value(rank, to, i) : value(from, rank, i);
            if (data[at[rank] + i] != expected) {
                failed(__FILE__, __LINE__, "%s: block %d, element %d is %d", what, rank, i, data[at[rank] + i]);
                return;
            }
        }
    for (int i = 0; i < total; i++)
        written += data[i] == -1;
    if (written != total)
        failed(__FILE__, __LINE__, "%s: %d elements of holes were written", what, total - written);
}

static void rooted(int way, int root)
{
    int counts[MOST_RANKS], at[MOST_RANKS];
    for (int rank = 0; rank < size; rank++)
        counts[rank] = amount(rank, root);
    int total = place(counts, at), n = counts[me];
    int *mine = fresh(n), *all = fresh(total);
    fill(mine, n, me, root);
    gatherv(way, mine, n, MPI_INT, all, counts, at, MPI_INT, root, MPI_COMM_WORLD);
    if (me == root)
        check("gatherv", all, total, counts, at, -1, root);
    free(all);
    all = fresh(total);
    fill(all + at[me], n, me, root);
    gatherv(way, me == root ? MPI_IN_PLACE : mine, n, MPI_INT, all, counts, at, MPI_INT, root, MPI_COMM_WORLD);
    if (me == root)
        check("gatherv in place", all, total, counts, at, -1, root);
    free(mine);
    free(all);

    for (int rank = 0; rank < size; rank++)
        counts[rank] = amount(root, rank);
    total = place(counts, at);
    n = counts[me];
    mine = fresh(n);
    all = fresh(total);
    for (int rank = 0; rank < size; rank++)
        fill(all + at[rank], counts[rank], root, rank);
    scatterv(way, all, counts, at, MPI_INT, mine, n, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        EQUAL(mine[i], value(root, me, i));
    EQUAL(mine[n], -1);
    memset(mine, 0xff, sizeof(int) * n);
    scatterv(way, all, counts, at, MPI_INT, me == root ? MPI_IN_PLACE : mine, n, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        EQUAL(mine[i], me == root ? -1 : value(root, me, i));
    check("scatterv source", all, total, counts, at, root, 0);
    free(mine);
    free(all);
}

static void gathered_by_all(int way)
{
    int counts[MOST_RANKS], at[MOST_RANKS];
    for (int rank = 0; rank < size; rank++)
        counts[rank] = amount(rank, way);
    int total = place(counts, at), n = counts[me];
    int *mine = fresh(n), *all = fresh(total);
    fill(mine, n, me, way);
    allgatherv(way, mine, n, MPI_INT, all, counts, at, MPI_INT, MPI_COMM_WORLD);
    check("allgatherv", all, total, counts, at, -1, way);
    for (int i = 0; i < total; i++)
        all[i] = -1;
    fill(all + at[me], n, me, way);
    allgatherv(way, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, at, MPI_INT, MPI_COMM_WORLD);
    check("allgatherv in place", all, total, counts, at, -1, way);
    free(mine);
    free(all);
}

static void exchanged(int way)
{
    int sent[MOST_RANKS] = { 0 }, from[MOST_RANKS], received[MOST_RANKS] = { 0 }, into[MOST_RANKS];
    for (int rank = 0; rank < size; rank++) {
        sent[rank] = amount(me, rank);
        received[rank] = amount(rank, me);
    }
    int out_total = place(sent, from), in_total = place(received, into);
    int *out = fresh(out_total), *in = fresh(in_total);
    for (int rank = 0; rank < size; rank++)
        fill(out + from[rank], sent[rank], me, rank);
    alltoallv(way, out, sent, from, MPI_INT, in, received, into, MPI_INT, MPI_COMM_WORLD);
    check("alltoallv", in, in_total, received, into, -1, me);

    /* In place both directions have the same counts. */
    for (int rank = 0; rank < size; rank++)
        received[rank] = (me + rank) % MOST;
    in_total = place(received, into);
    int *both = fresh(in_total);
    for (int rank = 0; rank < size; rank++)
        fill(both + into[rank], received[rank], me, rank);
    alltoallv(way, MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, both, received, into, MPI_INT, MPI_COMM_WORLD);
    check("alltoallv in place", both, in_total, received, into, -1, me);
    free(out);
    free(in);
    free(both);
}

/* To even ranks go every second integer of a block, to odd ones doubles; the receivers take bytes of the same types. */
static void exchanged_in_types(int way)
{
    enum { EACH = 4, BLOCK = 2 * EACH * (int)sizeof(double) };
    MPI_Datatype pairs, sent_types[MOST_RANKS], received_types[MOST_RANKS];
    int sent[MOST_RANKS], from[MOST_RANKS], received[MOST_RANKS], into[MOST_RANKS];
    MPI_Type_vector(EACH, 1, 2, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);
    char *out = malloc(size * BLOCK), *in = malloc(size * BLOCK);
    memset(in, 0x7f, size * BLOCK);
    for (int rank = 0; rank < size; rank++) {
        int empty = amount(me, rank) == 0, comes_empty = amount(rank, me) == 0;
        from[rank] = rank * BLOCK;
        into[rank] = (size - 1 - rank) * BLOCK;
        sent_types[rank] = rank % 2 ? MPI_DOUBLE : pairs;
        sent[rank] = empty ? 0 : rank % 2 ? EACH : 1;
        received_types[rank] = me % 2 ? MPI_DOUBLE : MPI_INT;
        received[rank] = comes_empty ? 0 : EACH;
        for (int i = 0; i < EACH; i++)
            if (rank % 2)
                ((double *)(out + from[rank]))[i] = value(me, rank, i) + 0.5;
            else
                ((int *)(out + from[rank]))[2 * i] = value(me, rank, i);
    }
    alltoallw(way, out, sent, from, sent_types, in, received, into, received_types, MPI_COMM_WORLD);
    for (int rank = 0; rank < size; rank++) {
        const char *block = in + into[rank];
        for (int i = 0; i < received[rank]; i++)
            if (me % 2)
                CHECK(((double *)block)[i] == value(rank, me, i) + 0.5);
            else
                EQUAL(((int *)block)[i], value(rank, me, i));
        int used = received[rank] * (me % 2 ? (int)sizeof(double) : (int)sizeof(int));
        for (int i = used; i < BLOCK; i++)
            EQUAL(block[i], 0x7f);
    }

    /* In place: every second integer of each block is exchanged. */
    for (int rank = 0; rank < size; rank++) {
        received[rank] = 1;
        received_types[rank] = pairs;
        for (int i = 0; i < 2 * EACH; i++)
            ((int *)(in + into[rank]))[i] = value(me, rank, i);
    }
    alltoallw(way, MPI_IN_PLACE, NULL, NULL, NULL, in, received, into, received_types, MPI_COMM_WORLD);
    for (int rank = 0; rank < size; rank++)
        for (int i = 0; i < 2 * EACH; i++) {
            int last = i == 2 * EACH - 1; /* behind the vector's last element */
            EQUAL(((int *)(in + into[rank]))[i], i % 2 || last ? value(me, rank, i) : value(rank, me, i));
        }
    free(out);
    free(in);
    MPI_Type_free(&pairs);
}

/* Datatypes of addresses, from MPI_BOTTOM: every block is somewhere else, the own one on the stack. */
static void exchanged_from_bottom(int way)
{
    MPI_Datatype sent_types[MOST_RANKS], received_types[MOST_RANKS];
    int ones[MOST_RANKS], zeros[MOST_RANKS] = { 0 }, *out[MOST_RANKS], *in[MOST_RANKS], own[2][MOST];
    for (int rank = 0; rank < size; rank++) {
        int leaving = amount(me, rank), coming = amount(rank, me);
        MPI_Aint address;
        ones[rank] = 1;
        out[rank] = rank == me ? own[0] : malloc(MOST * sizeof(int));
        in[rank] = rank == me ? own[1] : malloc(MOST * sizeof(int));
        for (int i = 0; i < MOST; i++)
            in[rank][i] = -1;
        fill(out[rank], leaving, me, rank);
        MPI_Get_address(out[rank], &address);
        MPI_Type_create_hindexed(1, &leaving, &address, MPI_INT, &sent_types[rank]);
        MPI_Get_address(in[rank], &address);
        MPI_Type_create_hindexed(1, &coming, &address, MPI_INT, &received_types[rank]);
        MPI_Type_commit(&sent_types[rank]);
        MPI_Type_commit(&received_types[rank]);
    }
    alltoallw(way, MPI_BOTTOM, ones, zeros, sent_types, MPI_BOTTOM, ones, zeros, received_types, MPI_COMM_WORLD);
    for (int rank = 0; rank < size; rank++) {
        for (int i = 0; i < MOST; i++)
            EQUAL(in[rank][i], i < amount(rank, me) ? value(rank, me, i) : -1);
        if (rank != me) {
            free(out[rank]);
            free(in[rank]);
        }
        MPI_Type_free(&sent_types[rank]);
        MPI_Type_free(&received_types[rank]);
    }
}

static void reduced_and_scattered(int way)
{
    int counts[MOST_RANKS], total = 0, before = 0;
    for (int rank = 0; rank < size; rank++) {
        counts[rank] = amount(rank, way);
        before += rank < me ? counts[rank] : 0;
        total += counts[rank];
    }
    int *all = fresh(total), *part = fresh(total);
    for (int i = 0; i < total; i++)
        all[i] = (me + 1) * (i + 1);
    int ranks = size * (size + 1) / 2;
    reduce_scatter(way, all, part, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < counts[me]; i++)
        EQUAL(part[i], ranks * (before + i + 1));
    EQUAL(part[counts[me]], -1);
    reduce_scatter(way, MPI_IN_PLACE, all, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < counts[me]; i++)
        EQUAL(all[i], ranks * (before + i + 1));
    free(all);
    free(part);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    me = world_rank;
    size = size_of(MPI_COMM_WORLD);
    for (int way = 0; way < WAYS; way++) {
        for (int root = 0; root < size; root++)
            if (size <= 5 || (root + way) % WAYS == 0) /* many ranks: the ways take turns */
                rooted(way, root);
        gathered_by_all(way);
        exchanged(way);
        exchanged_in_types(way);
        exchanged_from_bottom(way);
        reduced_and_scattered(way);
    }
    return finish();
}
