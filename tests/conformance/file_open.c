/* Opening, closing and deleting files, and what they say of themselves.
   ranks: 1-4 */
#include "file.h"

static void modes(void)
{
    MPI_File file;
    int amode;
    GIVES(MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_ERR_NO_SUCH_FILE);
    file = open_file(MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL);
    MPI_File_get_amode(file, &amode);
    EQUAL(amode, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL);
    MPI_File_close(&file);
    CHECK(file == MPI_FILE_NULL);
    GIVES(MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL, MPI_INFO_NULL, &file),
          MPI_ERR_FILE_EXISTS);
    file = open_file(MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_UNIQUE_OPEN);
    EQUAL(access(file_name, F_OK), 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(access(file_name, F_OK) != 0);
    GIVES(MPI_File_delete(file_name, MPI_INFO_NULL), MPI_ERR_NO_SUCH_FILE);
}

static void sizes(void)
{
    char bytes[64];
    MPI_Offset size, position;
    MPI_File file = open_file(MPI_MODE_RDWR | MPI_MODE_CREATE);
    MPI_File_get_size(file, &size);
    EQUAL(size, 0);
    MPI_File_set_size(file, 10);
    MPI_File_get_size(file, &size);
    EQUAL(size, 10);
    MPI_File_preallocate(file, 5);
    MPI_File_get_size(file, &size);
    EQUAL(size, 10);
    MPI_File_preallocate(file, 20);
    MPI_File_get_size(file, &size);
    EQUAL(size, 20);
    MPI_File_set_size(file, 3);
    MPI_File_sync(file);
    long length = contents(bytes, sizeof bytes);
    if (world_rank == 0)
        EQUAL(length, 3);
    MPI_File_close(&file);

    file = open_file(MPI_MODE_RDWR | MPI_MODE_APPEND);
    MPI_File_get_position(file, &position);
    EQUAL(position, 3);
    MPI_File_get_position_shared(file, &position);
    EQUAL(position, 3);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 0)
        EQUAL(MPI_File_delete(file_name, MPI_INFO_NULL), MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(access(file_name, F_OK) != 0);
}

static void others(void)
{
    MPI_Group group, world;
    MPI_Info info, used;
    char value[MPI_MAX_INFO_VAL];
    int result, flag, length = sizeof value;
    MPI_File file, same;
    MPI_Info_create(&info);
    MPI_Info_set(info, "cb_buffer_size", "65536");
    EQUAL(MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, info, &file),
          MPI_SUCCESS);
    MPI_File_get_group(file, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &result);
    EQUAL(result, MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);

    MPI_File_get_info(file, &used);
    MPI_Info_get_string(used, "cb_buffer_size", &length, value, &flag);
    CHECK(flag);
    SAME(value, "65536");
    MPI_Info_free(&used);
    MPI_Info_set(info, "cb_buffer_size", "131072");
    MPI_File_set_info(file, info);
    MPI_Info_free(&info);

    MPI_File_get_atomicity(file, &flag);
    CHECK(!flag);
    MPI_File_set_atomicity(file, 1);
    MPI_File_get_atomicity(file, &flag);
    CHECK(flag);
    MPI_File_set_atomicity(file, 0);

    same = MPI_File_f2c(MPI_File_c2f(file));
    CHECK(same == file);
    CHECK(MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL);
    MPI_File_close(&file);
}

/* Paths start where the rank is, and a kind of file system before the name is not part of it. */
static void names(void)
{
    char old[4096], name[64], byte = 'x';
    MPI_File file;
    CHECK(getcwd(old, sizeof old) != NULL);
    EQUAL(chdir("/tmp"), 0);
    snprintf(name, sizeof name, "ufs:%s", file_name + strlen("/tmp/"));
    EQUAL(MPI_File_open(MPI_COMM_SELF, world_rank == 0 ? name : file_name, MPI_MODE_WRONLY | MPI_MODE_CREATE,
                        MPI_INFO_NULL, &file), MPI_SUCCESS);
    EQUAL(chdir(old), 0);
    if (world_rank == 0)
        MPI_File_write_at(file, 4, &byte, 1, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    char bytes[8] = {0};
    long length = contents(bytes, sizeof bytes);
    if (world_rank == 0) {
        EQUAL(length, 5);
        EQUAL(bytes[4], 'x');
        unlink(file_name);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    new_file_name();
    modes();
    sizes();
    others();
    names();
    say("files come, say what they are, and go");
    return finish();
}
