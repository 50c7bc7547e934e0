/* Types of Fortran by precision and range; index and value types.
 * ranks: 1
 * needs: MPI_Type_create_f90_real MPI_Type_create_f90_integer MPI_Type_create_f90_complex MPI_Type_get_value_index */
#include "conformance.h"

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Datatype type = MPI_DATATYPE_NULL, again = MPI_DATATYPE_NULL;
    int size = 0;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (MPI_Type_create_f90_real(12, 100, &type) == MPI_SUCCESS && type != MPI_DATATYPE_NULL) {
        MPI_Type_size(type, &size);
        EQUAL(size, 8);
        MPI_Type_create_f90_real(12, 100, &again);
        CHECK(type == again); /* the same arguments, the same handle */
    }
    if (MPI_Type_create_f90_complex(5, MPI_UNDEFINED, &type) == MPI_SUCCESS && type != MPI_DATATYPE_NULL) {
        MPI_Type_size(type, &size);
        EQUAL(size, 8);
    }
    if (MPI_Type_create_f90_integer(9, &type) == MPI_SUCCESS && type != MPI_DATATYPE_NULL) {
        MPI_Type_size(type, &size);
        EQUAL(size, 4);
    }
    MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &type);
    CHECK(type == MPI_DOUBLE_INT);
    MPI_Type_get_value_index(MPI_INT, MPI_INT, &type);
    CHECK(type == MPI_2INT);
    return finish();
}
