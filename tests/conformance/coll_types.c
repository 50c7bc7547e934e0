/* Every predefined operation with every datatype the standard allows it for, in allreduce, reduce, scan, exscan,
 * reduce_scatter, reduce_scatter_block and reduce_local. Expected values are computed in C's types, from small integers:
 * exact in every type and in every order. Fortran's types take part where the library has them.
 * ranks: 1-5 7 8 13 16 17 */
#include "coll.h"
#include <complex.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

enum { N = 37 };

static int me, size, reductions;

/* What a rank gives as element i to an operation: products stay below 128 for 17 ranks. */
static int given(MPI_Op op, int rank, int i)
{
    if (op == MPI_PROD)
        return (rank + i) % 5 == 0 ? 2 : 1;
    if (op == MPI_LAND)
        return (rank * 7 + i) % 11 != 0;
    if (op == MPI_LOR || op == MPI_LXOR)
        return (rank * 3 + i) % 13 == 0;
    if (op == MPI_BAND || op == MPI_BOR || op == MPI_BXOR)
        return (rank * 29 + i * 31) % 128;
    return (rank * 3 + i) % 7;
}

/* Element `at` of all ranks below `ranks`, reduced in their order. */
typedef void reducer(MPI_Op op, int ranks, int at, void *result);
typedef void loader(MPI_Op op, int rank, int at, void *element);

#define TYPE(name, type, APPLY) \
    static void load_##name(MPI_Op op, int rank, int at, void *element) \
    { \
        *(type *)element = (type)given(op, rank, at); \
    } \
    static void reduce_##name(MPI_Op op, int ranks, int at, void *result) \
    { \
        type all = (type)given(op, 0, at); \
        for (int rank = 1; rank < ranks; rank++) { \
            type x = (type)given(op, rank, at); \
            APPLY(type) \
        } \
        *(type *)result = all; \
    }

#define ARITHMETIC(type) \
    if (op == MPI_SUM) all = (type)(all + x); \
    if (op == MPI_PROD) all = (type)(all * x);
#define ORDERED(type) \
    ARITHMETIC(type) \
    if (op == MPI_MAX) all = x > all ? x : all; \
    if (op == MPI_MIN) all = x < all ? x : all;
#define LOGICAL(type) \
    if (op == MPI_LAND) all = (type)(all && x); \
    if (op == MPI_LOR) all = (type)(all || x); \
    if (op == MPI_LXOR) all = (type)(!all != !x);
#define BITS(type) \
    if (op == MPI_BAND) all = (type)(all & x); \
    if (op == MPI_BOR) all = (type)(all | x); \
    if (op == MPI_BXOR) all = (type)(all ^ x);
#define INTEGER(type) ORDERED(type) LOGICAL(type) BITS(type)

TYPE(i8, int8_t, INTEGER)
TYPE(u8, uint8_t, INTEGER)
TYPE(i16, int16_t, INTEGER)
TYPE(u16, uint16_t, INTEGER)
TYPE(i32, int32_t, INTEGER)
TYPE(u32, uint32_t, INTEGER)
TYPE(i64, int64_t, INTEGER)
TYPE(u64, uint64_t, INTEGER)
TYPE(f32, float, ORDERED)
TYPE(f64, double, ORDERED)
TYPE(f80, long double, ORDERED)
TYPE(c32, float complex, ARITHMETIC)
TYPE(c64, double complex, ARITHMETIC)
TYPE(c80, long double complex, ARITHMETIC)
TYPE(boolean, _Bool, LOGICAL)

/* Pairs of a value and an index: the index is the rank's, and of equal values the lower index wins. */
#define PAIR(name, type, index) \
    struct name { type value; index at; }; \
    static void load_##name(MPI_Op op, int rank, int at, void *element) \
    { \
        ((struct name *)element)->value = (type)given(op, rank, at); \
        ((struct name *)element)->at = (index)(100 - rank); \
    } \
    static void reduce_##name(MPI_Op op, int ranks, int at, void *result) \
    { \
        struct name all, x; \
        load_##name(op, 0, at, &all); \
        for (int rank = 1; rank < ranks; rank++) { \
            load_##name(op, rank, at, &x); \
            if (x.value == all.value ? x.at < all.at : (x.value > all.value) == (op == MPI_MAXLOC)) \
                all = x; \
        } \
        ((struct name *)result)->value = all.value; \
        ((struct name *)result)->at = all.at; \
    }
PAIR(float_int, float, int)
PAIR(double_int, double, int)
PAIR(long_int, long, int)
PAIR(int_int, int, int)
PAIR(short_int, short, int)
PAIR(long_double_int, long double, int)
PAIR(float_float, float, float)
PAIR(double_double, double, double)

enum { ORDERINGS = 1, SUMS = 2, LOGICALS = 4, BITWISE = 8, LOCATIONS = 16 };

struct kind {
    const char *name;
    MPI_Datatype type;
    size_t extent;
    int operations;
    loader *load;
    reducer *reduce;
    int fortran;
};

#define KIND(type, c, operations, how) { #type, type, sizeof(c), operations, load_##how, reduce_##how, 0 }
#define FORTRAN(type, c, operations, how) { #type, type, sizeof(c), operations, load_##how, reduce_##how, 1 }
#define ALL (ORDERINGS | SUMS | LOGICALS | BITWISE)
#define ADDRESS (ORDERINGS | SUMS | BITWISE) /* the multi-language types have no logical operations */

/* The value bytes of two elements: a long double and a pair have padding. */
static int equal(const struct kind *kind, const char *a, const char *b)
{
    if (kind->load == load_f80)
        return *(const long double *)a == *(const long double *)b;
    if (kind->load == load_c80)
        return *(const long double complex *)a == *(const long double complex *)b;
    if (kind->load == load_long_double_int) {
        const struct long_double_int *x = (const void *)a, *y = (const void *)b;
        return x->value == y->value && x->at == y->at;
    }
    if (kind->load == load_short_int)
        return !memcmp(a, b, sizeof(short)) && !memcmp(a + offsetof(struct short_int, at), b + offsetof(struct short_int, at), sizeof(int));
    if (kind->load == load_double_int || kind->load == load_long_int)
        return !memcmp(a, b, 12);
    return !memcmp(a, b, kind->extent);
}

static void check(const char *what, const struct kind *kind, MPI_Op op, const char *found, int n, int offset, int ranks)
{
    char expected[64];
    for (int i = 0; i < n; i++) {
        memset(expected, 0, sizeof expected);
        kind->reduce(op, ranks, offset + i, expected);
        if (!equal(kind, found + i * kind->extent, expected)) {
            failed(__FILE__, __LINE__, "%s of %s with operation %d: element %d is wrong", what, kind->name, MPI_Op_toint(op), i);
            return;
        }
    }
}

/* One type, one operation, all reductions. */
static void reduce_all(const struct kind *kind, MPI_Op op, int turn)
{
    int way = turn % WAYS, root = turn % size, counts[MOST_RANKS], offset = 0;
    size_t extent = kind->extent;
    char *mine = calloc(N * size, extent), *got = calloc(N * size, extent);
    for (int i = 0; i < N * size; i++)
        kind->load(op, me, i, mine + i * extent);
    allreduce(way, mine, got, N, kind->type, op, MPI_COMM_WORLD);
    check("allreduce", kind, op, got, N, 0, size);
    reduce(way, mine, got, N, kind->type, op, root, MPI_COMM_WORLD);
    if (me == root)
        check("reduce", kind, op, got, N, 0, size);
    scan(way, mine, got, N, kind->type, op, MPI_COMM_WORLD);
    check("scan", kind, op, got, N, 0, me + 1);
    exscan(way, mine, got, N, kind->type, op, MPI_COMM_WORLD);
    if (me > 0)
        check("exscan", kind, op, got, N, 0, me);
    reduce_scatter_block(way, mine, got, N, kind->type, op, MPI_COMM_WORLD);
    check("reduce_scatter_block", kind, op, got, N, me * N, size);
    for (int rank = 0; rank < size; rank++) {
        counts[rank] = (rank + turn) % N;
        offset += rank < me ? counts[rank] : 0;
    }
    reduce_scatter(way, mine, got, counts, kind->type, op, MPI_COMM_WORLD);
    check("reduce_scatter", kind, op, got, counts[me], offset, size);
    for (int i = 0; i < N; i++) {
        kind->load(op, 0, i, mine + i * extent);
        kind->load(op, 1, i, got + i * extent);
    }
    MPI_Reduce_local(mine, got, N, kind->type, op);
    check("reduce_local", kind, op, got, N, 0, 2);
    free(mine);
    free(got);
    reductions += 7;
}

static int present(const struct kind *kind)
{
    int bytes = 0;
    if (!kind->fortran)
        return 1;
    int code = MPI_Type_size(kind->type, &bytes);
    return code == MPI_SUCCESS && bytes == (int)kind->extent;
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    me = world_rank;
    size = size_of(MPI_COMM_WORLD);
    const struct kind kinds[] = {
        KIND(MPI_SIGNED_CHAR, signed char, ALL, i8), KIND(MPI_UNSIGNED_CHAR, unsigned char, ALL, u8),
        KIND(MPI_SHORT, short, ALL, i16), KIND(MPI_UNSIGNED_SHORT, unsigned short, ALL, u16),
        KIND(MPI_INT, int, ALL, i32), KIND(MPI_UNSIGNED, unsigned, ALL, u32),
        KIND(MPI_LONG, long, ALL, i64), KIND(MPI_UNSIGNED_LONG, unsigned long, ALL, u64),
        KIND(MPI_LONG_LONG, long long, ALL, i64), KIND(MPI_UNSIGNED_LONG_LONG, unsigned long long, ALL, u64),
        KIND(MPI_INT8_T, int8_t, ALL, i8), KIND(MPI_UINT8_T, uint8_t, ALL, u8),
        KIND(MPI_INT16_T, int16_t, ALL, i16), KIND(MPI_UINT16_T, uint16_t, ALL, u16),
        KIND(MPI_INT32_T, int32_t, ALL, i32), KIND(MPI_UINT32_T, uint32_t, ALL, u32),
        KIND(MPI_INT64_T, int64_t, ALL, i64), KIND(MPI_UINT64_T, uint64_t, ALL, u64),
        KIND(MPI_AINT, MPI_Aint, ADDRESS, i64), KIND(MPI_COUNT, MPI_Count, ADDRESS, i64),
        KIND(MPI_OFFSET, MPI_Offset, ADDRESS, i64),
        KIND(MPI_FLOAT, float, ORDERINGS | SUMS, f32), KIND(MPI_DOUBLE, double, ORDERINGS | SUMS, f64),
        KIND(MPI_LONG_DOUBLE, long double, ORDERINGS | SUMS, f80),
        KIND(MPI_C_FLOAT_COMPLEX, float complex, SUMS, c32), KIND(MPI_C_DOUBLE_COMPLEX, double complex, SUMS, c64),
        KIND(MPI_C_LONG_DOUBLE_COMPLEX, long double complex, SUMS, c80),
        KIND(MPI_CXX_FLOAT_COMPLEX, float complex, SUMS, c32), KIND(MPI_CXX_DOUBLE_COMPLEX, double complex, SUMS, c64),
        KIND(MPI_CXX_LONG_DOUBLE_COMPLEX, long double complex, SUMS, c80),
        KIND(MPI_C_BOOL, _Bool, LOGICALS, boolean), KIND(MPI_CXX_BOOL, _Bool, LOGICALS, boolean),
        KIND(MPI_BYTE, uint8_t, BITWISE, u8),
        KIND(MPI_FLOAT_INT, struct float_int, LOCATIONS, float_int),
        KIND(MPI_DOUBLE_INT, struct double_int, LOCATIONS, double_int),
        KIND(MPI_LONG_INT, struct long_int, LOCATIONS, long_int), KIND(MPI_2INT, struct int_int, LOCATIONS, int_int),
        KIND(MPI_SHORT_INT, struct short_int, LOCATIONS, short_int),
        KIND(MPI_LONG_DOUBLE_INT, struct long_double_int, LOCATIONS, long_double_int),
        FORTRAN(MPI_INTEGER, int32_t, ORDERINGS | SUMS | BITWISE, i32),
        FORTRAN(MPI_INTEGER1, int8_t, ORDERINGS | SUMS | BITWISE, i8),
        FORTRAN(MPI_INTEGER2, int16_t, ORDERINGS | SUMS | BITWISE, i16),
        FORTRAN(MPI_INTEGER4, int32_t, ORDERINGS | SUMS | BITWISE, i32),
        FORTRAN(MPI_INTEGER8, int64_t, ORDERINGS | SUMS | BITWISE, i64),
        FORTRAN(MPI_REAL, float, ORDERINGS | SUMS, f32), FORTRAN(MPI_REAL4, float, ORDERINGS | SUMS, f32),
        FORTRAN(MPI_REAL8, double, ORDERINGS | SUMS, f64),
        FORTRAN(MPI_DOUBLE_PRECISION, double, ORDERINGS | SUMS, f64),
        FORTRAN(MPI_COMPLEX, float complex, SUMS, c32), FORTRAN(MPI_COMPLEX8, float complex, SUMS, c32),
        FORTRAN(MPI_DOUBLE_COMPLEX, double complex, SUMS, c64), FORTRAN(MPI_COMPLEX16, double complex, SUMS, c64),
        FORTRAN(MPI_LOGICAL, int32_t, LOGICALS, i32),
        FORTRAN(MPI_2INTEGER, struct int_int, LOCATIONS, int_int),
        FORTRAN(MPI_2REAL, struct float_float, LOCATIONS, float_float),
        FORTRAN(MPI_2DOUBLE_PRECISION, struct double_double, LOCATIONS, double_double),
    };
    const struct {
        MPI_Op op;
        int group;
    } operations[] = { { MPI_MAX, ORDERINGS }, { MPI_MIN, ORDERINGS }, { MPI_SUM, SUMS }, { MPI_PROD, SUMS },
        { MPI_LAND, LOGICALS }, { MPI_LOR, LOGICALS }, { MPI_LXOR, LOGICALS }, { MPI_BAND, BITWISE },
        { MPI_BOR, BITWISE }, { MPI_BXOR, BITWISE }, { MPI_MAXLOC, LOCATIONS }, { MPI_MINLOC, LOCATIONS } };
    int turn = 0;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        int there = present(&kinds[k]);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
        for (unsigned o = 0; there && o < sizeof operations / sizeof *operations; o++)
            if (kinds[k].operations & operations[o].group)
                reduce_all(&kinds[k], operations[o].op, turn++);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    }
    CHECK(reductions > 1000);
    return finish();
}
