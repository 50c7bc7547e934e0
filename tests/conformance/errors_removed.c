/* Error classes, codes and strings taken back.
 * ranks: 1
 * needs: MPI_Remove_error_class MPI_Remove_error_code MPI_Remove_error_string */
#include "conformance.h"

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int class, code, length;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "for a while");
    MPI_Error_string(code, text, &length);
    SAME(text, "for a while");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(MPI_Remove_error_code(code) != MPI_SUCCESS); /* its string is left */
    EQUAL(MPI_Remove_error_string(code), MPI_SUCCESS);
    MPI_Error_string(code, text, &length);
    EQUAL(length, 0);
    CHECK(MPI_Remove_error_class(class) != MPI_SUCCESS); /* its code is left */
    EQUAL(MPI_Remove_error_code(code), MPI_SUCCESS);
    EQUAL(MPI_Remove_error_class(class), MPI_SUCCESS);
    return finish();
}
