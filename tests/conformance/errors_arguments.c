/* What each wrong argument gives, with errors returned.
 * ranks: 1 2
 * mpich: 5.0.2 checks some of these arguments, and dies of a null datatype in a collective */
#include "conformance.h"

/* The classes of wrong arguments; on MPI_COMM_SELF and MPI_COMM_WORLD errors return. */
static void wrong_arguments(void)
{
    MPI_Comm comm = MPI_COMM_WORLD, made;
    MPI_Datatype type;
    MPI_Request request;
    MPI_Group group, other;
    MPI_Op operation = MPI_OP_NULL;
    int value = 0, flag, size, ranks[2] = { 0, 0 };
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    GIVES(MPI_Comm_size(MPI_COMM_NULL, &size), MPI_ERR_COMM);
    GIVES(MPI_Send(&value, 1, MPI_INT, -7, 0, comm), MPI_ERR_RANK);
    GIVES(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, comm), MPI_ERR_TYPE);
    GIVES(MPI_Recv(&value, -1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
    GIVES(MPI_Recv(&value, 1, MPI_INT, world_size + 3, 0, comm, MPI_STATUS_IGNORE), MPI_ERR_RANK);
    GIVES(MPI_Recv(&value, 1, MPI_INT, 0, -9, comm, MPI_STATUS_IGNORE), MPI_ERR_TAG);
    GIVES(MPI_Irecv(&value, 1, MPI_INT, 0, -9, comm, &request), MPI_ERR_TAG);
    GIVES(MPI_Bcast(&value, 1, MPI_INT, world_size, comm), MPI_ERR_ROOT);
    GIVES(MPI_Bcast(&value, 1, MPI_INT, -1, comm), MPI_ERR_ROOT);
    GIVES(MPI_Reduce(&value, &size, 1, MPI_INT, MPI_OP_NULL, 0, comm), MPI_ERR_OP);
    GIVES(MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, comm), MPI_ERR_TYPE);
    GIVES(MPI_Allreduce(&value, &size, -2, MPI_INT, MPI_SUM, comm), MPI_ERR_COUNT);
    GIVES(MPI_Op_free(&operation), MPI_ERR_OP);
    GIVES(MPI_Type_contiguous(-1, MPI_INT, &type), MPI_ERR_COUNT);
    GIVES(MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE);
    MPI_Type_contiguous(2, MPI_INT, &type);
    GIVES(MPI_Send(&value, 1, type, MPI_PROC_NULL, 0, comm), MPI_ERR_TYPE); /* not committed */
    MPI_Type_free(&type);
    GIVES(MPI_Type_free(&type), MPI_ERR_TYPE);
    type = MPI_INT;
    CHECK(MPI_Type_free(&type) != MPI_SUCCESS);
    made = MPI_COMM_WORLD;
    CHECK(MPI_Comm_free(&made) != MPI_SUCCESS);
    request = MPI_REQUEST_NULL;
    GIVES(MPI_Start(&request), MPI_ERR_REQUEST);
    GIVES(MPI_Request_free(&request), MPI_ERR_REQUEST);
    GIVES(MPI_Cancel(&request), MPI_ERR_REQUEST);
    GIVES(MPI_Comm_get_attr(comm, MPI_KEYVAL_INVALID, &value, &flag), MPI_ERR_KEYVAL);
    MPI_Comm_group(comm, &group);
    ranks[1] = world_size;
    GIVES(MPI_Group_incl(group, 2, ranks, &other), MPI_ERR_RANK);
    GIVES(MPI_Group_size(MPI_GROUP_NULL, &size), MPI_ERR_GROUP);
    MPI_Group_free(&group);
    GIVES(MPI_Comm_split(comm, -5, 0, &made), MPI_ERR_ARG);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    wrong_arguments();
    EQUAL(MPI_Barrier(MPI_COMM_WORLD), MPI_SUCCESS);
    return finish();
}
