/* Operations of the user: commutative or not, on derived types, with large counts, in every kind of reduction. The order
 * of a non-commutative one is that of the ranks.
 * ranks: 1-17 */
#include "conformance.h"

enum { PRIME = 10007, N = 40 };

/* 2x2 matrices modulo a prime: multiplication does not commute. */
struct matrix { int a, b, c, d; };

static int invocations;

static struct matrix product(struct matrix x, struct matrix y)
{
    struct matrix z = { (x.a * y.a + x.b * y.c) % PRIME, (x.a * y.b + x.b * y.d) % PRIME,
        (x.c * y.a + x.d * y.c) % PRIME, (x.c * y.b + x.d * y.d) % PRIME };
    return z;
}

static void multiply(void *in, void *inout, int *count, MPI_Datatype *type)
{
    struct matrix *x = in, *y = inout;
    int size;
    MPI_Type_size(*type, &size); /* calls of MPI that need nobody else are allowed here */
    CHECK(size == (int)sizeof(struct matrix));
    for (int i = 0; i < *count; i++)
        y[i] = product(x[i], y[i]);
    invocations++;
}

static void multiply_large(void *in, void *inout, MPI_Count *count, MPI_Datatype *type)
{
    int small = (int)*count;
    multiply(in, inout, &small, type);
}

/* Commutative: the greatest common divisor. */
static void divisor(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int *x = in, *y = inout;
    (void)type;
    for (int i = 0; i < *count; i++) {
        int a = x[i], b = y[i];
        while (b) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        y[i] = a;
    }
}

static struct matrix element(int rank, int i)
{
    struct matrix m = { rank + 2, i + 1, (rank * 3 + i) % 11, 5 };
    return m;
}

/* The product over ranks first to last. */
static struct matrix over(int first, int last, int i)
{
    struct matrix m = element(first, i);
    for (int r = first + 1; r <= last; r++)
        m = product(m, element(r, i));
    return m;
}

static void check(const char *label, const struct matrix *found, int last, int first_place, int count)
{
    for (int i = 0; i < count; i++) {
        struct matrix m = over(0, last, first_place + i);
        if (memcmp(&m, &found[i], sizeof m)) {
            failed(__FILE__, __LINE__, "%s is wrong at %d", label, i);
            return;
        }
    }
}

static void matrices(MPI_Op op, MPI_Datatype type, int count)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int all = count * world_size, last = world_size - 1;
    struct matrix *in = malloc((all + 1) * sizeof *in), *out = malloc((all + 1) * sizeof *out);
    MPI_Request request;
    for (int i = 0; i < all; i++)
        in[i] = element(world_rank, i);
    for (int root = 0; root < world_size; root += 3) {
        MPI_Reduce(in, out, count, type, op, root, comm);
        if (world_rank == root)
            check("reduce", out, last, 0, count);
        MPI_Ireduce(in, out, count, type, op, root, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (world_rank == root)
            check("ireduce", out, last, 0, count);
    }
    MPI_Allreduce(in, out, count, type, op, comm);
    check("allreduce", out, last, 0, count);
    memcpy(out, in, count * sizeof *in);
    MPI_Iallreduce(MPI_IN_PLACE, out, count, type, op, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check("iallreduce in place", out, last, 0, count);
    MPI_Scan(in, out, count, type, op, comm);
    check("scan", out, world_rank, 0, count);
    MPI_Exscan(in, out, count, type, op, comm);
    if (world_rank > 0)
        check("exscan", out, world_rank - 1, 0, count);
    MPI_Iscan(in, out, count, type, op, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check("iscan", out, world_rank, 0, count);
    MPI_Reduce_scatter_block(in, out, count, type, op, comm);
    check("reduce_scatter_block", out, last, world_rank * count, count);
    int *counts = malloc(world_size * sizeof *counts), first = 0;
    for (int r = 0; r < world_size; r++)
        counts[r] = r % 2 ? count : count / 2;
    for (int r = 0; r < world_rank; r++)
        first += counts[r];
    MPI_Reduce_scatter(in, out, counts, type, op, comm);
    check("reduce_scatter", out, last, first, counts[world_rank]);
    MPI_Ireduce_scatter(in, out, counts, type, op, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check("ireduce_scatter", out, last, first, counts[world_rank]);
    MPI_Allreduce_init(in, out, count, type, op, comm, MPI_INFO_NULL, &request);
    for (int round = 0; round < 2; round++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    check("allreduce_init", out, last, 0, count);
    memcpy(out, in, count * sizeof *in);
    MPI_Reduce_local(in, out, count, type, op);
    free(counts);
    free(in);
    free(out);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Op op, op_large, gcd;
    MPI_Datatype type;
    int commutes = -1;
    MPI_Type_contiguous(4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(multiply, 0, &op);
    MPI_Op_create_c(multiply_large, 0, &op_large);
    MPI_Op_create(divisor, 1, &gcd);
    MPI_Op_commutative(op, &commutes);
    EQUAL(commutes, 0);
    MPI_Op_commutative(gcd, &commutes);
    EQUAL(commutes, 1);
    MPI_Op_commutative(MPI_SUM, &commutes);
    EQUAL(commutes, 1);
    matrices(op, type, 1);
    matrices(op, type, N);
    matrices(op, type, 100 * N);
    matrices(op_large, type, N);
    CHECK(world_size == 1 || invocations > 0);

    int values[3] = { 12 * (world_rank + 1), 30 * (2 * world_rank + 3), 7 }, found[3];
    MPI_Allreduce(values, found, 3, MPI_INT, gcd, MPI_COMM_WORLD);
    CHECK(found[0] == 12 && found[2] == 7);
    say("greatest common divisors: %d %d %d", found[0], found[1], found[2]);
    MPI_Request request;
    MPI_Iallreduce(values, found, 3, MPI_INT, gcd, MPI_COMM_WORLD, &request);
    MPI_Op_free(&gcd); /* lives until the operation is done */
    CHECK(gcd == MPI_OP_NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(found[0] == 12);
    MPI_Op_free(&op);
    MPI_Op_free(&op_large);
    MPI_Type_free(&type);
    return finish();
}
