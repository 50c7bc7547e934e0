/* Error handlers, classes, codes and strings.
 * ranks: 1 2 */
#include "conformance.h"

static int handled, last_class;

static void count_errors(MPI_Comm *comm, int *code, ...)
{
    CHECK(*comm != MPI_COMM_NULL);
    handled++;
    MPI_Error_class(*code, &last_class);
}

/* What a receive too short for its message gives. */
static int truncated(MPI_Comm comm)
{
    int out[2] = { 1, 2 }, in = 0;
    MPI_Request request;
    MPI_Isend(out, 2, MPI_INT, world_rank, 0, comm, &request);
    int code = MPI_Recv(&in, 1, MPI_INT, world_rank, 0, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return code;
}

static void handlers(void)
{
    MPI_Errhandler handler, found;
    MPI_Comm comm, copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_get_errhandler(comm, &found);
    CHECK(found == MPI_ERRORS_ARE_FATAL);
    MPI_Comm_create_errhandler(count_errors, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Comm_get_errhandler(comm, &found);
    CHECK(found == handler);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler); /* lives on while the communicator uses it */
    CHECK(handler == MPI_ERRHANDLER_NULL);
    truncated(comm); /* what the call gives after a handler that returns is up to the library */
    EQUAL(handled, 1);
    EQUAL(last_class, MPI_ERR_TRUNCATE);
    MPI_Comm_dup(comm, &copy); /* inherits the handler */
    truncated(copy);
    EQUAL(handled, 2);
    MPI_Comm_call_errhandler(comm, MPI_ERR_TAG);
    EQUAL(handled, 3);
    EQUAL(last_class, MPI_ERR_TAG);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    GIVES(truncated(comm), MPI_ERR_TRUNCATE);
    EQUAL(MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER), MPI_SUCCESS);
    EQUAL(handled, 3);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&comm);
}

static void own_codes(void)
{
    int class, code, other, found = -1, length;
    char text[MPI_MAX_ERROR_STRING];
    int *last = NULL, flag = 0;
    MPI_Add_error_class(&class);
    CHECK(class > MPI_ERR_LASTCODE);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_code(MPI_ERR_TAG, &other);
    MPI_Add_error_string(code, "a code of our own");
    MPI_Add_error_string(class, "a class of our own");
    MPI_Error_class(code, &found);
    EQUAL(found, class);
    MPI_Error_class(other, &found);
    EQUAL(found, MPI_ERR_TAG);
    MPI_Error_string(code, text, &length);
    SAME(text, "a code of our own");
    EQUAL(length, strlen(text));
    MPI_Error_string(class, text, &length);
    SAME(text, "a class of our own");
    MPI_Error_string(other, text, &length);
    EQUAL(length, 0);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    CHECK(flag && *last >= class);
    static const int classes[] = {
        MPI_ERR_BUFFER, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_TAG, MPI_ERR_COMM, MPI_ERR_RANK, MPI_ERR_REQUEST,
        MPI_ERR_ROOT, MPI_ERR_GROUP, MPI_ERR_OP, MPI_ERR_TOPOLOGY, MPI_ERR_DIMS, MPI_ERR_ARG, MPI_ERR_UNKNOWN,
        MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_INTERN, MPI_ERR_PENDING, MPI_ERR_IN_STATUS, MPI_ERR_ACCESS,
        MPI_ERR_AMODE, MPI_ERR_ASSERT, MPI_ERR_BAD_FILE, MPI_ERR_BASE, MPI_ERR_CONVERSION, MPI_ERR_DISP,
        MPI_ERR_DUP_DATAREP, MPI_ERR_FILE_EXISTS, MPI_ERR_FILE_IN_USE, MPI_ERR_FILE, MPI_ERR_INFO_KEY,
        MPI_ERR_INFO_NOKEY, MPI_ERR_INFO_VALUE, MPI_ERR_INFO, MPI_ERR_IO, MPI_ERR_KEYVAL, MPI_ERR_LOCKTYPE,
        MPI_ERR_NAME, MPI_ERR_NO_MEM, MPI_ERR_NOT_SAME, MPI_ERR_NO_SPACE, MPI_ERR_NO_SUCH_FILE, MPI_ERR_PORT,
        MPI_ERR_QUOTA, MPI_ERR_READ_ONLY, MPI_ERR_RMA_ATTACH, MPI_ERR_RMA_CONFLICT, MPI_ERR_RMA_RANGE,
        MPI_ERR_RMA_SHARED, MPI_ERR_RMA_SYNC, MPI_ERR_SERVICE, MPI_ERR_SIZE, MPI_ERR_SPAWN,
        MPI_ERR_UNSUPPORTED_DATAREP, MPI_ERR_UNSUPPORTED_OPERATION, MPI_ERR_WIN, MPI_ERR_RMA_FLAVOR,
        MPI_ERR_PROC_ABORTED, MPI_ERR_VALUE_TOO_LARGE, MPI_ERR_SESSION, MPI_ERR_ERRHANDLER, MPI_ERR_ABI,
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        const int c = classes[i];
        MPI_Error_class(c, &found);
        EQUAL(found, c);
        MPI_Error_string(c, text, &length);
        CHECK(length > 0 && length < MPI_MAX_ERROR_STRING && (int)strlen(text) == length);
    }
    MPI_Error_class(MPI_SUCCESS, &found);
    EQUAL(found, MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    handlers();
    own_codes();
    EQUAL(MPI_Barrier(MPI_COMM_WORLD), MPI_SUCCESS);
    say("handler calls: %d", handled);
    return finish();
}
