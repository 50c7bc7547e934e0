/* Handles and statuses as Fortran has them, and back.
 * ranks: 1 2 */
#include "conformance.h"

int main(int argc, char **argv)
{
    MPI_Comm twin;
    MPI_Group group;
    MPI_Info info;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Datatype pair;
    MPI_Op op;
    MPI_Status status, back;
    MPI_F08_status typed;
    MPI_Fint numbers[8];
    int value = 0, count = 0, rank = 0;
    start(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    CHECK(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
    CHECK(MPI_Type_f2c(MPI_Type_c2f(MPI_DOUBLE)) == MPI_DOUBLE);
    CHECK(MPI_Op_f2c(PMPI_Op_c2f(MPI_SUM)) == MPI_SUM);
    CHECK(MPI_Errhandler_f2c(MPI_Errhandler_c2f(MPI_ERRORS_RETURN)) == MPI_ERRORS_RETURN);
    CHECK(MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL);
    CHECK(MPI_Win_f2c(MPI_Win_c2f(MPI_WIN_NULL)) == MPI_WIN_NULL);
    CHECK(MPI_Session_f2c(MPI_Session_c2f(MPI_SESSION_NULL)) == MPI_SESSION_NULL);
    CHECK(MPI_Message_f2c(MPI_Message_c2f(MPI_MESSAGE_NO_PROC)) == MPI_MESSAGE_NO_PROC);
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_group(twin, &group);
    MPI_Info_create(&info);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    CHECK(PMPI_Comm_f2c(MPI_Comm_c2f(twin)) == twin);
    CHECK(MPI_Group_f2c(MPI_Group_c2f(group)) == group);
    CHECK(MPI_Info_f2c(MPI_Info_c2f(info)) == info);
    CHECK(MPI_Type_f2c(MPI_Type_c2f(pair)) == pair);
    op = MPI_Op_f2c(MPI_Op_c2f(MPI_MAX));
    MPI_Reduce_local(&count, &value, 1, MPI_INT, op);

    MPI_Irecv(&value, 1, MPI_INT, rank, 5, twin, &request);
    CHECK(MPI_Request_f2c(MPI_Request_c2f(request)) == request);
    count = 77;
    MPI_Send(&count, 1, MPI_INT, rank, 5, MPI_Comm_f2c(MPI_Comm_c2f(twin)));
    MPI_Wait(&request, &status);
    EQUAL(value, 77);
    MPI_Status_c2f(&status, numbers);
    EQUAL(numbers[0], rank);
    EQUAL(numbers[1], 5);
    PMPI_Status_f2c(numbers, &back);
    MPI_Get_count(&back, MPI_INT, &count);
    EQUAL(count, 1);
    MPI_Status_c2f08(&status, &typed);
    EQUAL(typed.MPI_TAG, 5);
    MPI_Status_f082f(&typed, numbers);
    MPI_Status_f2f08(numbers, &typed);
    MPI_Status_f082c(&typed, &back);
    EQUAL(back.MPI_SOURCE, rank);
    CHECK(numbers != MPI_F_STATUS_IGNORE && numbers != MPI_F_STATUSES_IGNORE);
    CHECK(&typed != MPI_F08_STATUS_IGNORE && &typed != MPI_F08_STATUSES_IGNORE);

    MPI_Type_free(&pair);
    MPI_Info_free(&info);
    MPI_Group_free(&group);
    MPI_Comm_free(&twin);
    return finish();
}
