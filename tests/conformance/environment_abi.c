/* Handles as integers and back, what the ABI says of itself and of Fortran.
 * ranks: 1 2
 * faces: abi it prints the numbers of handles
 * needs: MPI_Abi_get_info MPI_Abi_get_fortran_info MPI_Abi_get_fortran_booleans MPI_Session_toint MPI_File_toint MPI_Win_toint MPI_Message_toint MPI_Abi_set_fortran_booleans MPI_Abi_set_fortran_info */
#include "conformance.h"

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Request request;
    MPI_Group group;
    MPI_Info info;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Comm_group(comm, &group);
    MPI_Info_create(&info);
    int value = 0;
    MPI_Recv_init(&value, 1, MPI_INT, 0, 0, comm, &request);
    CHECK(MPI_Comm_fromint(MPI_Comm_toint(comm)) == comm);
    CHECK(MPI_Type_fromint(MPI_Type_toint(type)) == type);
    CHECK(MPI_Group_fromint(MPI_Group_toint(group)) == group);
    CHECK(MPI_Info_fromint(MPI_Info_toint(info)) == info);
    CHECK(MPI_Request_fromint(MPI_Request_toint(request)) == request);
    /* Predefined handles are their numbers in the standard's table. */
    say("%d %d %d %d %d", MPI_Comm_toint(MPI_COMM_WORLD), MPI_Comm_toint(MPI_COMM_SELF), MPI_Comm_toint(MPI_COMM_NULL),
        MPI_Type_toint(MPI_INT), MPI_Type_toint(MPI_DOUBLE));
    say("%d %d %d %d %d", MPI_Op_toint(MPI_SUM), MPI_Group_toint(MPI_GROUP_EMPTY), MPI_Request_toint(MPI_REQUEST_NULL),
        MPI_Errhandler_toint(MPI_ERRORS_RETURN), MPI_Info_toint(MPI_INFO_ENV));
    say("%d %d %d %d", MPI_Message_toint(MPI_MESSAGE_NO_PROC), MPI_File_toint(MPI_FILE_NULL), MPI_Win_toint(MPI_WIN_NULL),
        MPI_Session_toint(MPI_SESSION_NULL));
    CHECK(MPI_Op_fromint(MPI_Op_toint(MPI_MAXLOC)) == MPI_MAXLOC);
    CHECK(MPI_Errhandler_fromint(MPI_Errhandler_toint(MPI_ERRORS_ABORT)) == MPI_ERRORS_ABORT);
    CHECK(MPI_Message_fromint(MPI_Message_toint(MPI_MESSAGE_NULL)) == MPI_MESSAGE_NULL);
    CHECK(MPI_File_fromint(MPI_File_toint(MPI_FILE_NULL)) == MPI_FILE_NULL);
    CHECK(MPI_Win_fromint(MPI_Win_toint(MPI_WIN_NULL)) == MPI_WIN_NULL);
    CHECK(MPI_Session_fromint(MPI_Session_toint(MPI_SESSION_NULL)) == MPI_SESSION_NULL);
    MPI_Info_free(&info);
    MPI_Abi_get_info(&info);
    MPI_Info_free(&info);
    MPI_Abi_get_fortran_info(&info);
    if (info != MPI_INFO_NULL)
        MPI_Info_free(&info);
    MPI_Request_free(&request);
    MPI_Group_free(&group);
    MPI_Type_free(&type);
    MPI_Comm_free(&comm);
    return finish();
}
