/* What a Fortran library tells MPI of its booleans and types before MPI_Init, and reads back.
 * ranks: 1
 * mpich: 5.0.2 wants MPI_Init first */
#include "conformance.h"

int main(int argc, char **argv)
{
    int yes = 1, no = 0, got_yes = -1, got_no = -1, is_set = -1, length = 8, flag = 0;
    char size[8] = "";
    MPI_Info info = MPI_INFO_NULL;
    EQUAL(MPI_Abi_set_fortran_booleans((int)sizeof yes, &yes, &no), MPI_SUCCESS);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_logical_size", "4");
    MPI_Info_set(info, "mpi_integer_size", "4");
    MPI_Info_set(info, "mpi_real_size", "4");
    MPI_Info_set(info, "mpi_double_precision_size", "8");
    MPI_Abi_set_fortran_info(info);
    MPI_Info_free(&info);
    start(&argc, &argv);
    MPI_Abi_get_fortran_booleans((int)sizeof yes, &got_yes, &got_no, &is_set);
    EQUAL(is_set, 1);
    EQUAL(got_yes, 1);
    EQUAL(got_no, 0);
    MPI_Abi_get_fortran_info(&info);
    CHECK(info != MPI_INFO_NULL);
    if (info != MPI_INFO_NULL) {
        MPI_Info_get_string(info, "mpi_integer_size", &length, size, &flag);
        EQUAL(flag, 1);
        SAME(size, "4");
        MPI_Info_free(&info);
    }
    return finish();
}
