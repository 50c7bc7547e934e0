/* Reductions in every way, to every root, in place, of sizes from nothing to beyond a rendezvous; operations of the
 * program, of which some do not commute (products of matrices), and reductions in a process.
 * ranks: 1-5 7 8 13 16 17 */
#include "coll.h"

static int me, size;

/* A 2x2 matrix of integers modulo a prime: its product is exact, associative and does not commute. */
struct matrix {
    unsigned long long a, b, c, d;
};

enum { PRIME = 65521 };

static struct matrix product(struct matrix x, struct matrix y)
{
    struct matrix z = { (x.a * y.a + x.b * y.c) % PRIME, (x.a * y.b + x.b * y.d) % PRIME,
        (x.c * y.a + x.d * y.c) % PRIME, (x.c * y.b + x.d * y.d) % PRIME };
    return z;
}

static struct matrix matrix_of(int rank, int i)
{
    struct matrix m = { (rank * 7 + i) % 20 + 1, rank % 3 + 1, i % 5 + 1, (rank + i * 3) % 11 + 2 };
    return m;
}

static long long calls;

/* The standard's order: the left operand is `in`. */
static void multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
    struct matrix *x = in, *y = inout;
    MPI_Aint lower, extent;
    MPI_Type_get_extent(*type, &lower, &extent);
    EQUAL(extent, sizeof(struct matrix));
    for (int i = 0; i < *count; i++)
        y[i] = product(x[i], y[i]);
    calls++;
}

static void multiply_c(void *in, void *inout, MPI_Count *count, MPI_Datatype *type)
{
    int n = (int)*count;
    multiply(in, inout, &n, type);
}

/* Commutes: the larger of the absolute values, with the larger sign. */
static void farthest(void *in, void *inout, int *count, MPI_Datatype *type)
{
    CHECK(*type == MPI_INT);
    int *x = in, *y = inout;
    for (int i = 0; i < *count; i++)
        if (abs(x[i]) > abs(y[i]) || (abs(x[i]) == abs(y[i]) && x[i] > y[i]))
            y[i] = x[i];
}

static int far(int rank, int i)
{
    return ((rank * 37 + i * 11) % 101) * (rank % 2 ? -1 : 1);
}

static int part(int rank, int i)
{
    return (rank + 1) * 3 + i % 1000;
}

/* The sum of all parts up to a rank, that one not included. */
static int before(int rank, int i)
{
    return 3 * rank * (rank + 1) / 2 + rank * (i % 1000);
}

static int *fresh(int count)
{
    int *data = malloc(sizeof(int) * (count + 1));
    for (int i = 0; i <= count; i++)
        data[i] = -1;
    return data;
}

static void check_sum(const char *what, int way, const int *data, int n, int ranks)
{
    for (int i = 0; i < n; i++)
        if (data[i] != before(ranks, i)) {
            failed(__FILE__, __LINE__, "%s, way %d: element %d of %d is %d, not %d", what, way, i, n, data[i], before(ranks, i));
            return;
        }
    EQUAL(data[n], -1);
}

static void load(int *data, int n)
{
    for (int i = 0; i < n; i++)
        data[i] = part(me, i);
}

static void rooted(int way, int n, int root)
{
    int *mine = fresh(n), *sum = fresh(n);
    load(mine, n);
    reduce(way, mine, me == root ? sum : NULL, n, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    if (me == root)
        check_sum("reduce", way, sum, n, size);
    for (int i = 0; i < n; i++)
        EQUAL(mine[i], part(me, i));
    load(sum, n);
    reduce(way, me == root ? MPI_IN_PLACE : mine, me == root ? sum : NULL, n, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    if (me == root)
        check_sum("reduce in place", way, sum, n, size);
    free(mine);
    free(sum);
}

static void unrooted(int way, int n)
{
    int *mine = fresh(n), *sum = fresh(n);
    load(mine, n);
    allreduce(way, mine, sum, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check_sum("allreduce", way, sum, n, size);
    load(sum, n);
    allreduce(way, MPI_IN_PLACE, sum, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check_sum("allreduce in place", way, sum, n, size);

    scan(way, mine, sum, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check_sum("scan", way, sum, n, me + 1);
    load(sum, n);
    scan(way, MPI_IN_PLACE, sum, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check_sum("scan in place", way, sum, n, me + 1);

    exscan(way, mine, sum, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (me > 0) /* rank 0's result is undefined */
        check_sum("exscan", way, sum, n, me);
    load(sum, n);
    exscan(way, MPI_IN_PLACE, sum, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (me > 0)
        check_sum("exscan in place", way, sum, n, me);
    free(mine);
    free(sum);

    int *blocks = fresh(n * size), *one = fresh(n);
    for (int k = 0; k < n * size; k++)
        blocks[k] = part(me, k);
    reduce_scatter_block(way, blocks, one, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        EQUAL(one[i], before(size, me * n + i));
    EQUAL(one[n], -1);
    reduce_scatter_block(way, MPI_IN_PLACE, blocks, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        EQUAL(blocks[i], before(size, me * n + i));
    free(blocks);
    free(one);
}

static void check_matrices(const char *what, int way, const struct matrix *found, int n, int offset, int ranks)
{
    for (int i = 0; i < n; i++) {
        struct matrix all = matrix_of(0, offset + i);
        for (int rank = 1; rank < ranks; rank++)
            all = product(all, matrix_of(rank, offset + i));
        if (memcmp(&all, &found[i], sizeof all)) {
            failed(__FILE__, __LINE__, "%s, way %d: matrix %d of %d is not the product in the order of ranks", what, way, i, n);
            return;
        }
    }
}

static void ordered(int way, int n, int root, MPI_Datatype type, MPI_Op op)
{
    struct matrix *mine = malloc(sizeof *mine * n * size), *all = malloc(sizeof *all * n * size);
    int counts[MOST_RANKS], offset = 0, total = 0;
    for (int i = 0; i < n * size; i++)
        mine[i] = matrix_of(me, i);
    reduce(way, mine, all, n, type, op, root, MPI_COMM_WORLD);
    if (me == root)
        check_matrices("reduce", way, all, n, 0, size);
    memcpy(all, mine, sizeof *all * n);
    reduce(way, me == root ? MPI_IN_PLACE : all, all, n, type, op, root, MPI_COMM_WORLD);
    if (me == root)
        check_matrices("reduce in place", way, all, n, 0, size);
    allreduce(way, mine, all, n, type, op, MPI_COMM_WORLD);
    check_matrices("allreduce", way, all, n, 0, size);
    scan(way, mine, all, n, type, op, MPI_COMM_WORLD);
    check_matrices("scan", way, all, n, 0, me + 1);
    exscan(way, mine, all, n, type, op, MPI_COMM_WORLD);
    if (me > 0)
        check_matrices("exscan", way, all, n, 0, me);
    reduce_scatter_block(way, mine, all, n, type, op, MPI_COMM_WORLD);
    check_matrices("reduce_scatter_block", way, all, n, me * n, size);
    for (int rank = 0; rank < size; rank++) {
        counts[rank] = rank % 3 == 1 ? 0 : n - rank % 2;
        offset += rank < me ? counts[rank] : 0;
        total += counts[rank];
    }
    CHECK(total <= n * size);
    reduce_scatter(way, mine, all, counts, type, op, MPI_COMM_WORLD);
    check_matrices("reduce_scatter", way, all, counts[me], offset, size);
    free(mine);
    free(all);
}

static void commuting(int way, int n, MPI_Op op)
{
    int *mine = fresh(n), *all = fresh(n);
    for (int i = 0; i < n; i++)
        mine[i] = far(me, i);
    allreduce(way, mine, all, n, MPI_INT, op, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++) {
        int expected = far(0, i), one = 1;
        for (int rank = 1; rank < size; rank++) {
            int other = far(rank, i);
            MPI_Datatype type = MPI_INT;
            farthest(&other, &expected, &one, &type);
        }
        EQUAL(all[i], expected);
    }
    free(mine);
    free(all);
}

static void local(MPI_Datatype type, MPI_Op op)
{
    enum { N = 10 };
    int x[N], y[N];
    struct matrix m[N], r[N];
    for (int large = 0; large < 2; large++) {
        for (int i = 0; i < N; i++) {
            x[i] = i * i - 20;
            y[i] = 5 - i;
            m[i] = matrix_of(0, i);
            r[i] = matrix_of(1, i);
        }
        if (large) {
            MPI_Reduce_local_c(x, y, N, MPI_INT, MPI_MAX);
            MPI_Reduce_local_c(m, r, N, type, op);
        } else {
            MPI_Reduce_local(x, y, N, MPI_INT, MPI_MAX);
            MPI_Reduce_local(m, r, N, type, op);
        }
        for (int i = 0; i < N; i++)
            EQUAL(y[i], i * i - 20 > 5 - i ? i * i - 20 : 5 - i);
        check_matrices("reduce_local", large, r, N, 0, 2);
    }
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 0, 1, 3, 17, 900, 20000 };
    start(&argc, &argv);
    me = world_rank;
    size = size_of(MPI_COMM_WORLD);
    MPI_Datatype type;
    MPI_Op ops[2], far_op;
    int commutes = -1, turn = 0;
    MPI_Type_contiguous(4, MPI_UNSIGNED_LONG_LONG, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(multiply, 0, &ops[0]);
    MPI_Op_create_c(multiply_c, 0, &ops[1]);
    MPI_Op_create(farthest, 1, &far_op);
    MPI_Op_commutative(ops[0], &commutes);
    EQUAL(commutes, 0);
    MPI_Op_commutative(ops[1], &commutes);
    EQUAL(commutes, 0);
    MPI_Op_commutative(far_op, &commutes);
    EQUAL(commutes, 1);
    MPI_Op_commutative(MPI_SUM, &commutes);
    EQUAL(commutes, 1);

    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (int root = 0; root < size; root++, turn++)
            for (int way = 0; way < WAYS; way++)
                if (size <= 4 || (turn + way) % WAYS == 0) /* many ranks: the ways take turns */
                    rooted(way, sizes[s], root);
        for (int way = 0; way < WAYS; way++) {
            unrooted(way, sizes[s]);
            commuting(way, sizes[s] < 1000 ? sizes[s] : 1000, far_op);
        }
    }
    for (int n = 1; n <= 2500; n *= 50)
        for (int way = 0; way < WAYS; way++)
            ordered(way, n, (way + n) % size, type, ops[way % 2]);
    local(type, ops[0]);
    local(type, ops[1]);
    CHECK(calls > 0);
    MPI_Op_free(&far_op);
    MPI_Op_free(&ops[0]);
    MPI_Op_free(&ops[1]);
    CHECK(far_op == MPI_OP_NULL && ops[0] == MPI_OP_NULL && ops[1] == MPI_OP_NULL);
    MPI_Type_free(&type);
    return finish();
}
