/* Collectives between two groups in their six ways: every operation that is defined on intercommunicators, with roots in
 * both groups, short and long blocks, none at all, blocks that differ from rank to rank, types with holes, an operation
 * that does not commute, and what is refused.
 * ranks: 2 3 4 5 7 8 */
#include "coll.h"
#include "inter.h"

enum { LONG = 700, COUNTS = 3 };

static const int counts[COUNTS] = { 1, LONG, 0 };
static int cut, mine, rank, size, remote;
static MPI_Comm inter;

static int value(int from, int to, int i)
{
    return from * 1000003 + to * 1009 + i;
}

/* Ranks of the world. */
static int there(int other)
{
    return world_rank_of(cut, !mine, other, 0);
}

static int here(int own)
{
    return world_rank_of(cut, mine, own, 0);
}

/* A root as each rank names it. */
static int root_of(int group, int root)
{
    if (group != mine)
        return root;
    return rank == root ? MPI_ROOT : MPI_PROC_NULL;
}

static int *fresh(int count)
{
    int *data = malloc(sizeof(int) * (count + 1));
    for (int i = 0; i <= count; i++)
        data[i] = -1;
    return data;
}

/* Blocks of `n`, block b being what `from` has for `to`; -1 stands for the block's rank. */
static void fill(int *data, int n, int blocks, int from, const int *to)
{
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < n; i++)
            data[b * n + i] = value(from, to ? to[b] : 0, i);
}

static void untouched(const char *what, const int *data, int n)
{
    for (int i = 0; i < n; i++)
        if (data[i] != -1) {
            failed(__FILE__, __LINE__, "%s: written where nothing was to come", what);
            return;
        }
}

/* Block b of `n` is what the rank `from[b]` has for `to`. */
static void blocks_are(const char *what, const int *data, int n, int blocks, const int *from, int to)
{
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < n; i++)
            if (data[b * n + i] != value(from[b], to, i)) {
                failed(__FILE__, __LINE__, "%s: block %d, element %d is %d", what, b, i, data[b * n + i]);
                return;
            }
}

static void rooted(int way, int n, int group, int root)
{
    int named = root_of(group, root), at = world_rank_of(cut, group, root, 0), others[MOST_RANKS];
    int is_root = named == MPI_ROOT, part = group != mine;
    for (int r = 0; r < remote; r++)
        others[r] = there(r);
    int *one = fresh(n), *all = fresh(n * remote);

    if (way < NONBLOCKING || root == 0) { /* others are in coll_inter_more.c */
        if (is_root)
            fill(one, n, 1, at, NULL);
        bcast(way, one, n, MPI_INT, named, inter);
        if (part)
            blocks_are("bcast", one, n, 1, &at, 0);
        else if (!is_root)
            untouched("bcast", one, n);
    }

    fill(one, n, 1, world_rank, &at);
    gather(way, one, n, MPI_INT, all, n, MPI_INT, named, inter);
    if (is_root)
        blocks_are("gather", all, n, remote, others, at);
    else
        untouched("gather", all, n * remote);

    if (is_root)
        fill(all, n, remote, at, others);
    free(one);
    one = fresh(n);
    scatter(way, all, n, MPI_INT, one, n, MPI_INT, named, inter);
    if (part)
        blocks_are("scatter", one, n, 1, &at, world_rank);
    else
        untouched("scatter", one, n);
    free(one);
    free(all);
}

/* How much one rank has for another: some nothing at all. */
static int amount(int from, int to)
{
    return (3 * from + 5 * to) % 7;
}

/* Where the blocks for a group's ranks lie: the last first, a hole before each. Gives the elements needed. */
static int place(const int *n, int ranks, int *at)
{
    int next = 0;
    for (int r = ranks - 1; r >= 0; r--) {
        next += 2;
        at[r] = next;
        next += n[r];
    }
    return next;
}

static void scattered(const char *what, const int *data, const int *n, const int *at, int total, int to)
{
    int written = 0;
    for (int r = 0; r < remote; r++)
        for (int i = 0; i < n[r]; i++, written++)
            if (data[at[r] + i] != value(there(r), to, i)) {
                failed(__FILE__, __LINE__, "%s: block %d, element %d is %d", what, r, i, data[at[r] + i]);
                return;
            }
    for (int i = 0; i < total; i++)
        written += data[i] == -1;
    EQUAL(written, total);
}

static void rooted_vectors(int way, int group, int root)
{
    int named = root_of(group, root), at = world_rank_of(cut, group, root, 0);
    int n[MOST_RANKS] = { 0 }, places[MOST_RANKS] = { 0 };
    int is_root = named == MPI_ROOT, own = amount(world_rank, at);
    for (int r = 0; r < remote; r++)
        n[r] = amount(there(r), at);
    int total = place(n, remote, places), *one = fresh(own), *all = fresh(total);
    fill(one, own, 1, world_rank, &at);
    gatherv(way, one, own, MPI_INT, all, n, places, MPI_INT, named, inter);
    if (is_root)
        scattered("gatherv", all, n, places, total, at);
    else
        untouched("gatherv", all, total);

    own = amount(at, world_rank);
    free(one);
    one = fresh(own);
    for (int r = 0; r < remote; r++)
        n[r] = amount(at, there(r));
    free(all);
    total = place(n, remote, places), all = fresh(total);
    for (int r = 0; r < remote; r++)
        for (int i = 0; i < n[r]; i++)
            all[places[r] + i] = value(at, there(r), i);
    scatterv(way, all, n, places, MPI_INT, one, own, MPI_INT, named, inter);
    if (group != mine)
        blocks_are("scatterv", one, own, 1, &at, world_rank);
    else
        untouched("scatterv", one, own);
    free(one);
    free(all);
}

/* Both groups send to each other, different amounts. */
static void everyone(int way, int n)
{
    int others[MOST_RANKS], sent = mine ? n : 2 * n, come = mine ? 2 * n : n;
    for (int r = 0; r < remote; r++)
        others[r] = there(r);
    int *one = fresh(sent), *all = fresh(come * remote), *out = fresh(sent * remote);
    barrier(way, inter);
    fill(one, sent, 1, world_rank, NULL);
    allgather(way, one, sent, MPI_INT, all, come, MPI_INT, inter);
    blocks_are("allgather", all, come, remote, others, 0);
    fill(out, sent, remote, world_rank, others);
    alltoall(way, out, sent, MPI_INT, all, come, MPI_INT, inter);
    blocks_are("alltoall", all, come, remote, others, world_rank);
    free(one);
    free(all);
    free(out);
}

static void everyone_vectors(int way)
{
    int sn[MOST_RANKS] = { 0 }, sat[MOST_RANKS] = { 0 }, rn[MOST_RANKS] = { 0 }, rat[MOST_RANKS] = { 0 };
    int sbytes[MOST_RANKS], rbytes[MOST_RANKS], own = amount(world_rank, 0), zero = 0;
    MPI_Datatype types[MOST_RANKS];
    for (int r = 0; r < remote; r++)
        rn[r] = amount(there(r), 0);
    int total = place(rn, remote, rat), *one = fresh(own), *all = fresh(total);
    fill(one, own, 1, world_rank, &zero);
    allgatherv(way, one, own, MPI_INT, all, rn, rat, MPI_INT, inter);
    scattered("allgatherv", all, rn, rat, total, 0);
    free(one);
    free(all);

    for (int r = 0; r < MOST_RANKS; r++)
        types[r] = MPI_INT;
    for (int r = 0; r < remote; r++) {
        sn[r] = amount(world_rank, there(r));
        rn[r] = amount(there(r), world_rank);
    }
    int *out = fresh(place(sn, remote, sat));
    total = place(rn, remote, rat), all = fresh(total);
    for (int r = 0; r < remote; r++) {
        sbytes[r] = sat[r] * (int)sizeof(int);
        rbytes[r] = rat[r] * (int)sizeof(int);
        for (int i = 0; i < sn[r]; i++)
            out[sat[r] + i] = value(world_rank, there(r), i);
    }
    alltoallv(way, out, sn, sat, MPI_INT, all, rn, rat, MPI_INT, inter);
    scattered("alltoallv", all, rn, rat, total, world_rank);
    free(all);
    all = fresh(total);
    alltoallw(way, out, sn, sbytes, types, all, rn, rbytes, types, inter);
    scattered("alltoallw", all, rn, rat, total, world_rank);
    free(all);
    free(out);
}

enum { PRIME = 65521 };

/* x -> a x + b, one after the other: it does not commute. */
static void compose(void *in, void *inout, int *n, MPI_Datatype *type)
{
    int *left = in, *right = inout;
    (void)type;
    for (int i = 0; i < 2 * *n; i += 2) {
        right[i + 1] = (int)(((long long)left[i] * right[i + 1] + left[i + 1]) % PRIME);
        right[i] = (int)((long long)left[i] * right[i] % PRIME);
    }
}

static void operand(int *pairs, int n, int from)
{
    for (int i = 0; i < n; i++) {
        pairs[2 * i] = (from * 7 + i + 3) % PRIME;
        pairs[2 * i + 1] = (from * 13 + 5 * i + 1) % PRIME;
    }
}

/* The other group's operands, `n` pairs from `first` on, by the operation. */
static void expected(int *pairs, int n, int first, int sum)
{
    int *next = fresh(2 * (first + n)), *all = fresh(2 * (first + n));
    int count = first + n;
    operand(all, count, there(0));
    for (int r = 1; r < remote; r++) {
        operand(next, count, there(r));
        if (sum)
            for (int i = 0; i < 2 * count; i++)
                all[i] += next[i];
        else {
            compose(all, next, &count, NULL);
            memcpy(all, next, sizeof(int) * 2 * count);
        }
    }
    memcpy(pairs, all + 2 * first, sizeof(int) * 2 * n);
    free(next);
    free(all);
}

static void same_pairs(const char *what, const int *found, const int *wanted, int n)
{
    for (int i = 0; i < 2 * n; i++)
        if (found[i] != wanted[i]) {
            failed(__FILE__, __LINE__, "%s: element %d is %d, not %d", what, i, found[i], wanted[i]);
            return;
        }
}

static void reductions(int way, int n, int sum)
{
    MPI_Datatype pair;
    MPI_Op op = MPI_SUM;
    int per = sum ? 2 * n : n;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    if (!sum)
        MPI_Op_create(compose, 0, &op);
    MPI_Datatype type = sum ? MPI_INT : pair;
    int *in = fresh(2 * n), *out = fresh(2 * n), *wanted = fresh(2 * n);
    operand(in, n, world_rank);
    expected(wanted, n, 0, sum);
    for (int group = 0; group < 2; group++) {
        int last = size_of_group(cut, group) - 1;
        for (int root = 0; root <= last; root += last > 0 ? last : 1) {
            reduce(way, in, out, per, type, op, root_of(group, root), inter);
            if (root_of(group, root) == MPI_ROOT)
                same_pairs("reduce", out, wanted, n);
            else
                untouched("reduce", out, 2 * n);
            for (int i = 0; i < 2 * n; i++)
                out[i] = -1;
        }
    }
    allreduce(way, in, out, per, type, op, inter);
    same_pairs("allreduce", out, wanted, n);
    free(in);
    free(out);
    free(wanted);

    /* As many elements in all on both sides. */
    int all = size * remote * n, block = remote * n, n_of[MOST_RANKS] = { 0 }, first = 0;
    in = fresh(2 * all), out = fresh(2 * all), wanted = fresh(2 * all);
    operand(in, all, world_rank);
    reduce_scatter_block(way, in, out, sum ? 2 * block : block, type, op, inter);
    expected(wanted, block, rank * block, sum);
    same_pairs("reduce_scatter_block", out, wanted, block);
    for (int r = 0; r < size; r++) /* the last has what the others leave */
        n_of[r] = r < size - 1 ? block / 2 : all - (size - 1) * (block / 2);
    for (int r = 0; r < rank; r++)
        first += n_of[r];
    expected(wanted, n_of[rank], first, sum);
    int elements[MOST_RANKS] = { 0 };
    for (int r = 0; r < size; r++)
        elements[r] = sum ? 2 * n_of[r] : n_of[r];
    reduce_scatter(way, in, out, elements, type, op, inter);
    same_pairs("reduce_scatter", out, wanted, n_of[rank]);
    free(in);
    free(out);
    free(wanted);
    MPI_Type_free(&pair);
    if (!sum)
        MPI_Op_free(&op);
}

/* Columns of matrices: pieces with holes between them go and come. */
static void holes(int way)
{
    enum { ROWS = 5, COLUMNS = 3 };
    int matrix[ROWS][COLUMNS], *packed = fresh(ROWS * remote);
    MPI_Datatype column, wide;
    MPI_Type_vector(ROWS, 1, COLUMNS, MPI_INT, &column);
    MPI_Type_create_resized(column, 0, sizeof matrix, &wide);
    MPI_Type_commit(&column);
    MPI_Type_commit(&wide);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            matrix[r][c] = value(world_rank, c, r);
    allgather(way, &matrix[0][1], 1, column, packed, ROWS, MPI_INT, inter);
    for (int other = 0; other < remote; other++)
        for (int r = 0; r < ROWS; r++)
            EQUAL(packed[other * ROWS + r], value(there(other), 1, r));
    int (*matrices)[ROWS][COLUMNS] = calloc(remote, sizeof matrix);
    alltoall(way, packed, ROWS, MPI_INT, matrices, 1, wide, inter);
    for (int other = 0; other < remote; other++)
        for (int r = 0; r < ROWS; r++) {
            EQUAL(matrices[other][r][0], value(here(rank), 1, r));
            EQUAL(matrices[other][r][1], 0);
        }
    int named = root_of(1, 0);
    bcast(way, &matrix[0][0], 1, column, named, inter);
    for (int r = 0; r < ROWS; r++)
        EQUAL(matrix[r][0], value(mine == 0 ? there(0) : world_rank, 0, r));
    free(matrices);
    free(packed);
    MPI_Type_free(&column);
    MPI_Type_free(&wide);
}

static void refused(void)
{
    int one = 1, all[MOST_RANKS];
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    GIVES(MPI_Scan(&one, all, 1, MPI_INT, MPI_SUM, inter), MPI_ERR_COMM);
    GIVES(MPI_Exscan(&one, all, 1, MPI_INT, MPI_SUM, inter), MPI_ERR_COMM);
    GIVES(MPI_Bcast(&one, 1, MPI_INT, remote, inter), MPI_ERR_ROOT);
    GIVES(MPI_Gather(&one, 1, MPI_INT, all, 1, MPI_INT, -9, inter), MPI_ERR_ROOT);
    MPI_Barrier(inter);
}

static void run(int way)
{
    for (int c = 0; c < COUNTS; c++) {
        for (int group = 0; group < 2; group++) {
            int last = size_of_group(cut, group) - 1;
            for (int root = 0; root <= last; root += last > 0 ? last : 1)
                rooted(way, counts[c], group, root);
        }
        everyone(way, counts[c]);
    }
    for (int group = 0; group < 2; group++)
        rooted_vectors(way, group, size_of_group(cut, group) - 1);
    everyone_vectors(way);
    for (int sum = 0; sum < 2; sum++) {
        reductions(way, 2, sum);
        reductions(way, 300, sum);
    }
    holes(way);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (cut = 0; cut < CUTS; cut++) {
        MPI_Comm first = joined(cut, 0);
        mine = group_in(cut, world_rank);
        MPI_Comm_dup(first, &inter);
        MPI_Comm_rank(inter, &rank);
        MPI_Comm_size(inter, &size);
        MPI_Comm_remote_size(inter, &remote);
        for (int way = 0; way < WAYS; way++)
            run(way);
        refused();
        say("cut %d: %d and %d ranks", cut, size_of_group(cut, 0), size_of_group(cut, 1));
        MPI_Comm_free(&inter);
        MPI_Comm_free(&first);
    }
    return finish();
}
