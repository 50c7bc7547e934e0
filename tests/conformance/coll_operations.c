/* All predefined operations on all types they are defined for (MPI 5.0 section 6.9.2), by reduce, allreduce, scan,
 * reduce_scatter_block and reduce_local, against the same operation done one by one.
 * ranks: 1-17 */
#include "conformance.h"
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

enum { N = 23, MOST_BYTES = 32 }; /* elements per call; the largest type */

static int trials;
static char value_bytes[64 * N * MOST_BYTES], result[64 * N * MOST_BYTES], expected[64 * N * MOST_BYTES];

typedef void (*fill_function)(void *, int rank, int count);
typedef void (*apply_function)(const void *in, void *inout, int count); /* inout = in op inout */

/* Reduces over ranks 0 to last of what `fill` gives, from the left. */
static void reference(fill_function fill, apply_function apply, int last, int count, size_t size)
{
    static char right[sizeof expected];
    memset(expected, 0, sizeof expected); /* padding inside elements, too */
    memset(right, 0, sizeof right);
    fill(expected, 0, count);
    for (int r = 1; r <= last; r++) {
        fill(right, r, count);
        apply(expected, right, count);
        memcpy(expected, right, count * size);
    }
}

static void compare(const char *op, MPI_Datatype type, const char *form, size_t size)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Type_get_name(type, name, &length);
    if (memcmp(result, expected, N * size))
        failed(__FILE__, __LINE__, "%s of %s by %s is wrong", op, name, form);
}

static void try_all(const char *label, MPI_Datatype type, MPI_Op op, size_t size, fill_function fill, apply_function apply)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int root = trials++ % world_size, all = N * world_size;
    memset(value_bytes, 0, sizeof value_bytes);
    fill(value_bytes, world_rank, N);

    memset(result, 0, sizeof result);
    MPI_Reduce(value_bytes, result, N, type, op, root, comm);
    if (world_rank == root) {
        reference(fill, apply, world_size - 1, N, size);
        compare(label, type, "reduce", size);
    }
    memset(result, 0, sizeof result);
    MPI_Allreduce(value_bytes, result, N, type, op, comm);
    reference(fill, apply, world_size - 1, N, size);
    compare(label, type, "allreduce", size);

    memset(result, 0, sizeof result);
    MPI_Scan(value_bytes, result, N, type, op, comm);
    reference(fill, apply, world_rank, N, size);
    compare(label, type, "scan", size);

    memset(result, 0, sizeof result);
    fill(value_bytes, world_rank, all);
    MPI_Reduce_scatter_block(value_bytes, result, N, type, op, comm);
    reference(fill, apply, world_size - 1, all, size);
    memmove(expected, expected + world_rank * N * size, N * size);
    compare(label, type, "reduce_scatter_block", size);

    memset(result, 0, sizeof result);
    fill(result, 1, N);
    fill(value_bytes, 0, N);
    if (trials % 2)
        MPI_Reduce_local(value_bytes, result, N, type, op);
    else
        MPI_Reduce_local_c(value_bytes, result, N, type, op);
    reference(fill, apply, 1, N, size);
    compare(label, type, "reduce_local", size);
}

/* Values stay small, so that floating-point sums and products are exact in any order. */
static int small(int rank, int i)
{
    return (rank * 5 + i * 3) % 7 - (i % 2 ? 3 : 0);
}

#define FILL(name, type, value)                                                                                           \
    static void fill_##name(void *to, int rank, int count)                                                                \
    {                                                                                                                     \
        type *words = to;                                                                                                 \
        for (int i = 0; i < count; i++)                                                                                   \
            words[i] = (type)(value);                                                                                     \
    }
#define APPLY(operation, name, type, expression)                                                                          \
    static void operation##_##name(const void *in, void *inout, int count)                                                \
    {                                                                                                                     \
        const type *x = in;                                                                                               \
        type *y = inout;                                                                                                  \
        for (int i = 0; i < count; i++)                                                                                   \
            y[i] = (type)(expression);                                                                                    \
    }

/* Products take 1, 2 or -1, few enough to stay exact. */
#define FACTOR ((rank + i) % 5 == 0 ? 2 : (rank + i) % 7 == 0 ? -1 : 1)

#define ARITHMETIC(name, type)                                                                                            \
    FILL(name, type, small(rank, i))                                                                                      \
    FILL(name##_factor, type, FACTOR)                                                                                     \
    APPLY(max, name, type, x[i] > y[i] ? x[i] : y[i])                                                                     \
    APPLY(min, name, type, x[i] < y[i] ? x[i] : y[i])                                                                     \
    APPLY(sum, name, type, x[i] + y[i])                                                                                   \
    APPLY(prod, name, type, x[i] * y[i])
#define LOGICAL(name, type)                                                                                               \
    FILL(name##_logical, type, (rank * 3 + i) % 4 != 0)                                                                   \
    APPLY(land, name, type, x[i] && y[i])                                                                                 \
    APPLY(lor, name, type, x[i] || y[i])                                                                                  \
    APPLY(lxor, name, type, !x[i] != !y[i])
#define BITS(name, type)                                                                                                  \
    FILL(name##_bits, type, (rank + 1) * 0x1234567 + i * 0x9876543)                                                       \
    APPLY(band, name, type, x[i] & y[i])                                                                                  \
    APPLY(bor, name, type, x[i] | y[i])                                                                                   \
    APPLY(bxor, name, type, x[i] ^ y[i])
#define INTEGER(name, type) ARITHMETIC(name, type) LOGICAL(name, type) BITS(name, type)
/* No power of 2 + i has a part that is zero, whose sign would depend on the order. */
#define COMPLEX(name, type)                                                                                               \
    FILL(name, type, small(rank, i) + I * small(i, rank))                                                                 \
    FILL(name##_factor, type, (rank + i) % 3 ? 1 : 2 + I)                                                                     \
    APPLY(sum, name, type, x[i] + y[i])                                                                                   \
    APPLY(prod, name, type, x[i] * y[i])

INTEGER(schar, signed char)
INTEGER(uchar, unsigned char)
INTEGER(short, short)
INTEGER(ushort, unsigned short)
INTEGER(int, int)
INTEGER(unsigned, unsigned)
INTEGER(long, long)
INTEGER(ulong, unsigned long)
INTEGER(llong, long long)
INTEGER(ullong, unsigned long long)
ARITHMETIC(float, float)
ARITHMETIC(double, double)
LOGICAL(bool, bool)
COMPLEX(cfloat, float complex)
COMPLEX(cdouble, double complex)

/* Pairs: value and place. Equal values take the lower place. */
#define PAIR(name, type)                                                                                                  \
    struct pair_##name { type value; int place; };                                                                       \
    static void fill_pair_##name(void *to, int rank, int count)                                                           \
    {                                                                                                                     \
        struct pair_##name *pairs = to;                                                                                   \
        for (int i = 0; i < count; i++) {                                                                                 \
            pairs[i].value = (type)((rank * 7 + i) % 5);                                                                  \
            pairs[i].place = (rank * 3 + i) % 11;                                                                         \
        }                                                                                                                 \
    }                                                                                                                     \
    static void pick_##name(const void *in, void *inout, int count, int sign)                                             \
    {                                                                                                                     \
        const struct pair_##name *x = in;                                                                                 \
        struct pair_##name *y = inout;                                                                                    \
        for (int i = 0; i < count; i++) {                                                                                 \
            int better = x[i].value == y[i].value ? x[i].place < y[i].place                                               \
                                                  : (x[i].value > y[i].value) == (sign > 0);                              \
            if (better) {                                                                                                 \
                y[i].value = x[i].value;                                                                                  \
                y[i].place = x[i].place;                                                                                  \
            }                                                                                                             \
        }                                                                                                                 \
    }                                                                                                                     \
    static void maxloc_##name(const void *in, void *inout, int count) { pick_##name(in, inout, count, 1); }               \
    static void minloc_##name(const void *in, void *inout, int count) { pick_##name(in, inout, count, -1); }

PAIR(int, int)
PAIR(short, short)
PAIR(long, long)
PAIR(float, float)
PAIR(double, double)

#define DO(op, operation, mpi_type, fill, name, type)                                                                     \
    try_all(#op, mpi_type, op, sizeof(type), fill, operation##_##name)
#define DO_ARITHMETIC(mpi_type, name, type)                                                                               \
    DO(MPI_MAX, max, mpi_type, fill_##name, name, type);                                                                  \
    DO(MPI_MIN, min, mpi_type, fill_##name, name, type);                                                                  \
    DO(MPI_SUM, sum, mpi_type, fill_##name, name, type);                                                                  \
    DO(MPI_PROD, prod, mpi_type, fill_##name##_factor, name, type)
#define DO_LOGICAL(mpi_type, name, type)                                                                                  \
    DO(MPI_LAND, land, mpi_type, fill_##name##_logical, name, type);                                                      \
    DO(MPI_LOR, lor, mpi_type, fill_##name##_logical, name, type);                                                        \
    DO(MPI_LXOR, lxor, mpi_type, fill_##name##_logical, name, type)
#define DO_BITS(mpi_type, name, type)                                                                                     \
    DO(MPI_BAND, band, mpi_type, fill_##name##_bits, name, type);                                                         \
    DO(MPI_BOR, bor, mpi_type, fill_##name##_bits, name, type);                                                           \
    DO(MPI_BXOR, bxor, mpi_type, fill_##name##_bits, name, type)
#define DO_INTEGER(mpi_type, name, type)                                                                                  \
    DO_ARITHMETIC(mpi_type, name, type);                                                                                  \
    DO_LOGICAL(mpi_type, name, type);                                                                                     \
    DO_BITS(mpi_type, name, type)
#define DO_COMPLEX(mpi_type, name, type)                                                                                  \
    DO(MPI_SUM, sum, mpi_type, fill_##name, name, type);                                                                  \
    DO(MPI_PROD, prod, mpi_type, fill_##name##_factor, name, type)
#define DO_PAIR(mpi_type, name)                                                                                           \
    DO(MPI_MAXLOC, maxloc, mpi_type, fill_pair_##name, name, struct pair_##name);                                         \
    DO(MPI_MINLOC, minloc, mpi_type, fill_pair_##name, name, struct pair_##name)

static void integers(void)
{
    DO_INTEGER(MPI_SIGNED_CHAR, schar, signed char);
    DO_INTEGER(MPI_UNSIGNED_CHAR, uchar, unsigned char);
    DO_INTEGER(MPI_SHORT, short, short);
    DO_INTEGER(MPI_UNSIGNED_SHORT, ushort, unsigned short);
    DO_INTEGER(MPI_INT, int, int);
    DO_INTEGER(MPI_UNSIGNED, unsigned, unsigned);
    DO_INTEGER(MPI_LONG, long, long);
    DO_INTEGER(MPI_UNSIGNED_LONG, ulong, unsigned long);
    DO_INTEGER(MPI_LONG_LONG, llong, long long);
    DO_INTEGER(MPI_UNSIGNED_LONG_LONG, ullong, unsigned long long);
    DO_INTEGER(MPI_INT8_T, schar, int8_t);
    DO_INTEGER(MPI_UINT8_T, uchar, uint8_t);
    DO_INTEGER(MPI_INT16_T, short, int16_t);
    DO_INTEGER(MPI_UINT16_T, ushort, uint16_t);
    DO_INTEGER(MPI_INT32_T, int, int32_t);
    DO_INTEGER(MPI_UINT32_T, unsigned, uint32_t);
    DO_INTEGER(MPI_INT64_T, long, int64_t);
    DO_INTEGER(MPI_UINT64_T, ulong, uint64_t);
    DO_INTEGER(MPI_AINT, long, MPI_Aint);
    DO_INTEGER(MPI_OFFSET, long, MPI_Offset);
    DO_INTEGER(MPI_COUNT, long, MPI_Count);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    integers();
    DO_ARITHMETIC(MPI_FLOAT, float, float);
    DO_ARITHMETIC(MPI_DOUBLE, double, double);
    DO_LOGICAL(MPI_C_BOOL, bool, bool);
    DO_LOGICAL(MPI_CXX_BOOL, bool, bool);
    DO_BITS(MPI_BYTE, uchar, unsigned char);
    DO_COMPLEX(MPI_C_FLOAT_COMPLEX, cfloat, float complex);
    DO_COMPLEX(MPI_C_DOUBLE_COMPLEX, cdouble, double complex);
    DO_COMPLEX(MPI_CXX_FLOAT_COMPLEX, cfloat, float complex);
    DO_COMPLEX(MPI_CXX_DOUBLE_COMPLEX, cdouble, double complex);
    DO_PAIR(MPI_2INT, int);
    DO_PAIR(MPI_SHORT_INT, short);
    DO_PAIR(MPI_LONG_INT, long);
    DO_PAIR(MPI_FLOAT_INT, float);
    DO_PAIR(MPI_DOUBLE_INT, double);
    say("%d types and operations", trials);
    return finish();
}
