/* Errors of files: their classes, and who hears of them.
   ranks: 1-3 */
#include "file.h"

static int heard, heard_class;
static MPI_File heard_of;

static void listen(MPI_File *file, int *code, ...)
{
    heard++;
    heard_of = *file;
    MPI_Error_class(*code, &heard_class);
}

static void classes(void)
{
    int value = 0;
    MPI_File file;
    MPI_Status status;
    GIVES(MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_INFO_NULL, &file), MPI_ERR_AMODE);
    GIVES(MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &file), MPI_ERR_AMODE);
    GIVES(MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL, &file),
          MPI_ERR_AMODE);
    GIVES(MPI_File_open(MPI_COMM_WORLD, "/no such folder/file", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file),
          MPI_ERR_NO_SUCH_FILE);

    file = open_file(MPI_MODE_WRONLY | MPI_MODE_CREATE);
    GIVES(MPI_File_read_at(file, 0, &value, 1, MPI_INT, &status), MPI_ERR_ACCESS);
    GIVES(MPI_File_write_at(file, -1, &value, 1, MPI_INT, &status), MPI_ERR_ARG);
    GIVES(MPI_File_write_at(file, 0, &value, -1, MPI_INT, &status), MPI_ERR_COUNT);
    GIVES(MPI_File_write_at(file, 0, &value, 1, MPI_DATATYPE_NULL, &status), MPI_ERR_TYPE);
    GIVES(MPI_File_seek(file, -1, MPI_SEEK_SET), MPI_ERR_ARG);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    GIVES(MPI_File_write_at(file, 0, &value, 3, MPI_CHAR, &status), MPI_ERR_IO);
    GIVES(MPI_File_write_all_end(file, &value, &status), MPI_ERR_IO);
    MPI_File_close(&file);

    file = open_file(MPI_MODE_RDONLY);
    GIVES(MPI_File_write_at(file, 0, &value, 1, MPI_INT, &status), MPI_ERR_READ_ONLY);
    MPI_File_close(&file);

    file = open_file(MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
    GIVES(MPI_File_write_at(file, 0, &value, 1, MPI_INT, &status), MPI_ERR_UNSUPPORTED_OPERATION);
    GIVES(MPI_File_seek(file, 0, MPI_SEEK_SET), MPI_ERR_UNSUPPORTED_OPERATION);
    EQUAL(MPI_File_write_shared(file, &value, 1, MPI_INT, &status), MPI_SUCCESS);
    MPI_File_close(&file);
}

static void handlers(void)
{
    MPI_Errhandler own, found;
    MPI_File file, other;
    int value = 0;
    MPI_Status status;
    MPI_File_get_errhandler(MPI_FILE_NULL, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&found);
    MPI_File_create_errhandler(listen, &own);
    file = open_file(MPI_MODE_RDONLY);
    MPI_File_get_errhandler(file, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&found);
    MPI_File_set_errhandler(file, own);
    MPI_File_get_errhandler(file, &found);
    CHECK(found == own);
    MPI_Errhandler_free(&found);
    /* MPICH returns success once the handler has been called. */
    MPI_File_write_at(file, 0, &value, 1, MPI_INT, &status);
    EQUAL(heard, 1);
    EQUAL(heard_class, MPI_ERR_READ_ONLY);
    CHECK(heard_of == file);
    MPI_File_call_errhandler(file, MPI_ERR_IO);
    EQUAL(heard, 2);
    EQUAL(heard_class, MPI_ERR_IO);

    MPI_File_set_errhandler(MPI_FILE_NULL, own);
    MPI_File_open(MPI_COMM_WORLD, "/no such folder/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &other);
    EQUAL(heard_class, MPI_ERR_NO_SUCH_FILE);
    EQUAL(heard, 3);
    CHECK(heard_of == MPI_FILE_NULL);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&own);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    new_file_name();
    classes();
    handlers();
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 0)
        MPI_File_delete(file_name, MPI_INFO_NULL);
    say("errors of files are returned");
    return finish();
}
