/* Envelope and contents of every kind of type, decoded and built again.
 * ranks: 1
 * faces: abi it prints the numbers of combiners */
#include "conformance.h"

enum { MOST = 32 };

/* Prints how a type was made. Frees it. */
static void print(const char *label, MPI_Datatype type)
{
    int integers[MOST], ni, na, nt, combiner;
    MPI_Aint addresses[MOST];
    MPI_Datatype types[MOST];
    MPI_Type_get_envelope(type, &ni, &na, &nt, &combiner);
    MPI_Type_get_contents(type, MOST, MOST, MOST, integers, addresses, types);
    printf("%s: combiner %d, integers", label, combiner);
    for (int i = 0; i < ni; i++)
        printf(" %d", integers[i]);
    printf(", addresses");
    for (int i = 0; i < na; i++)
        printf(" %ld", (long)addresses[i]);
    printf(", types");
    for (int i = 0; i < nt; i++) {
        int a, b, c, kind, size;
        MPI_Type_get_envelope(types[i], &a, &b, &c, &kind);
        MPI_Type_size(types[i], &size);
        printf(" %s of %d", kind == MPI_COMBINER_NAMED ? "named" : "derived", size);
        if (kind != MPI_COMBINER_NAMED)
            MPI_Type_free(&types[i]);
    }
    printf("\n");
    MPI_Type_free(&type);
}

static void print_large(const char *label, MPI_Datatype type)
{
    MPI_Count ni, na, nc, nt, counts[MOST];
    int integers[MOST], combiner;
    MPI_Aint addresses[MOST];
    MPI_Datatype types[MOST];
    MPI_Type_get_envelope_c(type, &ni, &na, &nc, &nt, &combiner);
    MPI_Type_get_contents_c(type, MOST, MOST, MOST, MOST, integers, addresses, counts, types);
    printf("%s: combiner %d, %d integers, %d addresses, counts", label, combiner, (int)ni, (int)na);
    for (int i = 0; i < nc; i++)
        printf(" %lld", (long long)counts[i]);
    printf(", %d types\n", (int)nt);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Datatype type, inner;
    int lengths[2] = { 3, 1 }, places[2] = { 4, 0 }, sizes[2] = { 6, 7 }, parts[2] = { 2, 3 }, starts[2] = { 1, 2 };
    MPI_Aint bytes[2] = { 16, 0 };
    MPI_Datatype types[2] = { MPI_INT, MPI_DOUBLE };
    MPI_Type_dup(MPI_INT, &type);
    print("dup", type);
    MPI_Type_contiguous(5, MPI_INT, &type);
    print("contiguous", type);
    MPI_Type_vector(2, 3, 4, MPI_CHAR, &type);
    print("vector", type);
    MPI_Type_create_hvector(2, 3, 40, MPI_CHAR, &type);
    print("hvector", type);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
    print("indexed", type);
    MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &type);
    print("hindexed", type);
    MPI_Type_create_indexed_block(2, 9, places, MPI_INT, &type);
    print("indexed_block", type);
    MPI_Type_create_hindexed_block(2, 9, bytes, MPI_INT, &type);
    print("hindexed_block", type);
    MPI_Type_create_struct(2, lengths, bytes, types, &type);
    print("struct", type);
    MPI_Type_create_resized(MPI_INT, -8, 64, &type);
    print("resized", type);
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_INT, &type);
    print("subarray", type);
    int blocks[2] = { MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC }, arguments[2] = { MPI_DISTRIBUTE_DFLT_DARG, 2 };
    int grid[2] = { 2, 1 };
    MPI_Type_create_darray(2, 1, 2, sizes, blocks, arguments, grid, MPI_ORDER_C, MPI_INT, &type);
    print("darray", type);
    MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &inner);
    MPI_Type_contiguous(4, inner, &type);
    MPI_Type_free(&inner);
    print("contiguous of vectors", type);

    MPI_Count large[2] = { 3000000000, 1 };
    MPI_Type_vector_c(2, 3, 4000000000, MPI_CHAR, &type);
    print_large("vector_c", type);
    MPI_Type_create_hindexed_c(2, large, large, MPI_CHAR, &type);
    print_large("hindexed_c", type);
    MPI_Type_contiguous_c(7, MPI_INT, &type);
    print_large("contiguous_c", type);
    return finish();
}
