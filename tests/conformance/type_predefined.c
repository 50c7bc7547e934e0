/* All predefined datatypes: sizes, extents, names; types by size; types of Fortran where there are any.
 * ranks: 1 */
#include "conformance.h"

static void print(MPI_Datatype type)
{
    char name[MPI_MAX_OBJECT_NAME];
    int size, length, integers, addresses, types, combiner;
    MPI_Aint lower, extent;
    MPI_Type_get_name(type, name, &length);
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &lower, &extent);
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    EQUAL(combiner, MPI_COMBINER_NAMED);
    EQUAL(integers + addresses + types, 0);
    printf("%s: %d bytes, lower %d, extent %d\n", name, size, (int)lower, (int)extent);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Datatype all[] = { MPI_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_LONG_LONG, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR,
        MPI_UNSIGNED_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_FLOAT, MPI_DOUBLE,
        MPI_LONG_DOUBLE, MPI_WCHAR, MPI_C_BOOL, MPI_INT8_T, MPI_INT16_T, MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T,
        MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T, MPI_AINT, MPI_COUNT, MPI_OFFSET, MPI_C_COMPLEX,
        MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX, MPI_BYTE, MPI_PACKED, MPI_FLOAT_INT, MPI_DOUBLE_INT,
        MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT, MPI_LONG_DOUBLE_INT, MPI_CXX_BOOL, MPI_CXX_FLOAT_COMPLEX,
        MPI_CXX_DOUBLE_COMPLEX, MPI_CXX_LONG_DOUBLE_COMPLEX };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        print(all[i]);

    MPI_Datatype found = MPI_DATATYPE_NULL;
    int size = 0;
    for (int bytes = 1; bytes <= 8; bytes *= 2) {
        MPI_Type_match_size(MPI_TYPECLASS_INTEGER, bytes, &found);
        MPI_Type_size(found, &size);
        EQUAL(size, bytes);
    }
    for (int bytes = 4; bytes <= 8; bytes *= 2) {
        MPI_Type_match_size(MPI_TYPECLASS_REAL, bytes, &found);
        MPI_Type_size(found, &size);
        EQUAL(size, bytes);
        MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 2 * bytes, &found);
        MPI_Type_size(found, &size);
        EQUAL(size, 2 * bytes);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 3, &found) != MPI_SUCCESS);

    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Datatype type;
    MPI_Type_dup(MPI_INT, &type);
    MPI_Type_set_name(type, "an integer of ours");
    MPI_Type_get_name(type, name, &length);
    SAME(name, "an integer of ours");
    EQUAL(length, strlen(name));
    MPI_Type_free(&type);
    return finish();
}
