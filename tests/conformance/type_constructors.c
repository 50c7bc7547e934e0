/* Every constructor of derived datatypes: sizes, extents, and what packing takes from memory in which order.
 * ranks: 1 */
#include "conformance.h"
#include <stddef.h>

enum { MEMORY = 4096 };

static unsigned char memory[MEMORY], packed[MEMORY], back[MEMORY];

/* Prints a type's figures and the offsets of the bytes it takes, as ranges, and checks that unpacking undoes packing.
 * Frees the type. */
static void print(const char *label, MPI_Datatype type)
{
    MPI_Aint lower, extent, true_lower, true_extent;
    int size, position = 0, base = 1024;
    MPI_Type_commit(&type);
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &lower, &extent);
    MPI_Type_get_true_extent(type, &true_lower, &true_extent);
    printf("%s: size %d, lower %d, extent %d, true lower %d, true extent %d\n ", label, size, (int)lower, (int)extent,
        (int)true_lower, (int)true_extent);
    for (int i = 0; i < MEMORY; i++)
        memory[i] = (unsigned char)(i * 7 + i / 256 * 13);
    /* Two elements; each byte is told by a second packing of the high parts of the offsets. */
    MPI_Pack(memory + base, 2, type, packed, MEMORY, &position, MPI_COMM_WORLD);
    EQUAL(position, 2 * size);
    static unsigned char low[MEMORY], high[MEMORY], lows[MEMORY], highs[MEMORY];
    for (int i = 0; i < MEMORY; i++) {
        low[i] = (unsigned char)i;
        high[i] = (unsigned char)(i / 256);
    }
    int at = 0;
    MPI_Pack(low + base, 2, type, lows, MEMORY, &at, MPI_COMM_WORLD);
    at = 0;
    MPI_Pack(high + base, 2, type, highs, MEMORY, &at, MPI_COMM_WORLD);
    for (int i = 0; i < 2 * size;) {
        int first = highs[i] * 256 + lows[i], length = 1;
        while (i + length < 2 * size && highs[i + length] * 256 + lows[i + length] == first + length)
            length++;
        printf(" %d..%d", first - base, first - base + length);
        i += length;
    }
    printf("\n");
    memset(back, 0, sizeof back);
    at = 0;
    MPI_Unpack(packed, position, &at, back + base, 2, type, MPI_COMM_WORLD);
    int wrong = 0;
    for (int i = 0; i < 2 * size; i++) {
        int offset = highs[i] * 256 + lows[i];
        wrong += back[offset] != memory[offset];
    }
    EQUAL(wrong, 0);
    MPI_Type_free(&type);
    CHECK(type == MPI_DATATYPE_NULL);
}

static void simple(void)
{
    MPI_Datatype type, inner;
    int lengths[4] = { 2, 0, 1, 3 }, displacements[4] = { 5, 1, 0, 10 };
    MPI_Aint bytes[4] = { 40, 0, -16, 100 };
    MPI_Type_contiguous(3, MPI_SHORT, &type);
    print("contiguous", type);
    MPI_Type_contiguous(0, MPI_INT, &type);
    print("contiguous of nothing", type);
    MPI_Type_vector(3, 2, 4, MPI_INT, &type);
    print("vector", type);
    MPI_Type_vector(3, 1, -2, MPI_DOUBLE, &type);
    print("vector backwards", type);
    MPI_Type_create_hvector(3, 2, 20, MPI_CHAR, &type);
    print("hvector", type);
    MPI_Type_indexed(4, lengths, displacements, MPI_INT, &type);
    print("indexed", type);
    MPI_Type_create_hindexed(4, lengths, bytes, MPI_INT, &type);
    print("hindexed", type);
    MPI_Type_create_indexed_block(4, 2, displacements, MPI_SHORT, &type);
    print("indexed_block", type);
    MPI_Type_create_hindexed_block(4, 1, bytes, MPI_DOUBLE, &type);
    print("hindexed_block", type);
    MPI_Type_create_resized(MPI_INT, -4, 16, &type);
    print("resized", type);
    MPI_Type_vector(2, 1, 3, MPI_INT, &inner);
    MPI_Type_create_resized(inner, 0, 4, &type);
    MPI_Type_free(&inner);
    print("resized vector, interleaved", type);
    MPI_Type_dup(MPI_DOUBLE, &type);
    print("dup", type);
}

static void structures(void)
{
    struct cell { char kind; double value; int count[3]; };
    MPI_Datatype type, inner, types[3] = { MPI_CHAR, MPI_DOUBLE, MPI_INT };
    int lengths[3] = { 1, 1, 3 };
    MPI_Aint places[3] = { offsetof(struct cell, kind), offsetof(struct cell, value), offsetof(struct cell, count) };
    MPI_Type_create_struct(3, lengths, places, types, &type);
    print("struct", type);
    MPI_Type_create_struct(3, lengths, places, types, &inner);
    MPI_Type_create_resized(inner, 0, sizeof(struct cell), &type);
    MPI_Type_free(&inner);
    print("struct, resized to its own size", type);
    MPI_Aint reversed[3] = { 24, 8, 0 };
    MPI_Type_create_struct(3, lengths, reversed, types, &type);
    print("struct, not in the order of memory", type);
    MPI_Type_vector(2, 1, 2, MPI_SHORT, &inner);
    types[1] = inner;
    MPI_Type_create_struct(3, lengths, places, types, &type);
    MPI_Type_free(&inner);
    print("struct with a vector inside", type);
    MPI_Type_create_struct(0, NULL, NULL, NULL, &type);
    print("struct of nothing", type);
}

static void arrays(void)
{
    MPI_Datatype type;
    int sizes[3] = { 4, 5, 6 }, parts[3] = { 2, 3, 2 }, starts[3] = { 1, 0, 3 };
    MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_C, MPI_CHAR, &type);
    print("subarray, C", type);
    MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_CHAR, &type);
    print("subarray, Fortran", type);
    MPI_Type_create_subarray(1, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    print("subarray of one dimension", type);
    int total[2] = { 5, 7 }, grid[2] = { 2, 2 };
    int block[2] = { MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG }, cyclic[2] = { 2, 1 };
    int blocks[2] = { MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK };
    int cyclics[2] = { MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC };
    int mixed[2] = { MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE }, mixed_grid[2] = { 4, 1 };
    for (int rank = 0; rank < 4; rank++) {
        MPI_Type_create_darray(4, rank, 2, total, blocks, block, grid, MPI_ORDER_C, MPI_CHAR, &type);
        print("darray, block", type);
        MPI_Type_create_darray(4, rank, 2, total, cyclics, cyclic, grid, MPI_ORDER_FORTRAN, MPI_SHORT, &type);
        print("darray, cyclic", type);
        MPI_Type_create_darray(4, rank, 2, total, mixed, block, mixed_grid, MPI_ORDER_C, MPI_CHAR, &type);
        print("darray, cyclic and none", type);
    }
}

static void nested(void)
{
    MPI_Datatype row, column, square, all;
    MPI_Aint places[2] = { 0, 200 };
    int lengths[2] = { 1, 2 };
    MPI_Type_vector(3, 1, 4, MPI_SHORT, &column);
    MPI_Type_create_hvector(2, 1, 2, column, &row);
    MPI_Type_create_resized(row, 0, 32, &square);
    MPI_Type_create_hindexed(2, lengths, places, square, &all);
    MPI_Type_free(&column);
    MPI_Type_free(&row);
    MPI_Type_free(&square);
    print("columns of columns", all);
}

/* The forms with large counts make the same types. */
static void large(void)
{
    MPI_Datatype type;
    MPI_Count lengths[2] = { 2, 1 }, places[2] = { 24, 0 }, sizes[2] = { 4, 4 }, parts[2] = { 2, 2 }, ones[2] = { 1, 1 };
    MPI_Datatype types[2] = { MPI_INT, MPI_DOUBLE };
    int grid[2] = { 2, 1 }, blocks[2] = { MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE };
    int none[2] = { MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG };
    MPI_Type_contiguous_c(3, MPI_SHORT, &type);
    print("contiguous_c", type);
    MPI_Type_vector_c(3, 2, 4, MPI_INT, &type);
    print("vector_c", type);
    MPI_Type_create_hvector_c(3, 2, 20, MPI_CHAR, &type);
    print("hvector_c", type);
    MPI_Type_indexed_c(2, lengths, places, MPI_INT, &type);
    print("indexed_c", type);
    MPI_Type_create_hindexed_c(2, lengths, places, MPI_INT, &type);
    print("hindexed_c", type);
    MPI_Type_create_indexed_block_c(2, 2, places, MPI_SHORT, &type);
    print("indexed_block_c", type);
    MPI_Type_create_hindexed_block_c(2, 2, places, MPI_SHORT, &type);
    print("hindexed_block_c", type);
    MPI_Type_create_struct_c(2, lengths, places, types, &type);
    print("struct_c", type);
    MPI_Type_create_resized_c(MPI_DOUBLE, 0, 24, &type);
    print("resized_c", type);
    MPI_Type_create_subarray_c(2, sizes, parts, ones, MPI_ORDER_C, MPI_INT, &type);
    print("subarray_c", type);
    MPI_Type_create_darray_c(2, 1, 2, sizes, blocks, none, grid, MPI_ORDER_C, MPI_INT, &type);
    print("darray_c", type);

    MPI_Count size, lower, extent, true_lower, true_extent;
    MPI_Type_contiguous_c(3000000000, MPI_INT, &type);
    MPI_Type_size_c(type, &size);
    MPI_Type_get_extent_c(type, &lower, &extent);
    MPI_Type_get_true_extent_c(type, &true_lower, &true_extent);
    printf("three milliards of ints: size %lld, extent %lld, true extent %lld\n", (long long)size, (long long)extent,
        (long long)true_extent);
    int small = 0;
    MPI_Type_size(type, &small);
    EQUAL(small, MPI_UNDEFINED);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    simple();
    structures();
    arrays();
    nested();
    large();
    return finish();
}
