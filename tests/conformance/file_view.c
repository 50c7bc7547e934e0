/* Views: which bytes of a file a rank sees, in which order and in which representation.
   ranks: 1-5 */
#include "file.h"

#define N 24

/* Rank r has every world_size-th int. */
static void interleaved(MPI_File file)
{
    MPI_Datatype filetype, etype_found, filetype_found;
    MPI_Status status;
    MPI_Offset displacement, offset, position;
    char name[MPI_MAX_DATAREP_STRING];
    int mine[N], got[N], all[N * 5], count;
    MPI_Type_vector(N / 4, 1, world_size, MPI_INT, &filetype);
    MPI_Type_commit(&filetype);
    MPI_Datatype tile;
    MPI_Type_create_resized(filetype, 0, N / 4 * world_size * (MPI_Aint)sizeof(int), &tile);
    MPI_Type_commit(&tile);
    EQUAL(MPI_File_set_view(file, 8 + 4 * world_rank, MPI_INT, tile, "native", MPI_INFO_NULL), MPI_SUCCESS);
    for (int i = 0; i < N; i++)
        mine[i] = 100 * world_rank + i;
    MPI_File_write_all(file, mine, N, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    EQUAL(count, N);
    MPI_File_get_position(file, &position);
    EQUAL(position, N);
    MPI_File_get_byte_offset(file, 5, &offset);
    EQUAL(offset, 8 + 4 * world_rank + 5 * 4 * world_size);
    memset(got, -1, sizeof got);
    MPI_File_read_at(file, 3, got, N - 3, MPI_INT, &status);
    for (int i = 0; i < N - 3; i++)
        EQUAL(got[i], 100 * world_rank + i + 3);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek(file, 0, MPI_SEEK_END);
    MPI_File_get_position(file, &position);
    EQUAL(position, N);
    MPI_File_get_view(file, &displacement, &etype_found, &filetype_found, name);
    EQUAL(displacement, 8 + 4 * world_rank);
    CHECK(etype_found == MPI_INT);
    MPI_Aint lower, extent;
    MPI_Type_get_extent(filetype_found, &lower, &extent);
    EQUAL(extent, N / 4 * world_size * (MPI_Aint)sizeof(int));
    SAME(name, "native");
    MPI_Type_free(&filetype_found);

    MPI_File_set_view(file, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_read_at_all(file, 0, all, N * world_size, MPI_INT, &status);
    for (int i = 0; i < N * world_size; i++)
        EQUAL(all[i], 100 * (i % world_size) + i / world_size);
    MPI_Type_free(&tile);
    MPI_Type_free(&filetype);
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_set_size(file, 0);
}

/* A two-dimensional array in pieces: subarray. */
static void subarray(MPI_File file)
{
    enum { ROWS = 6, COLUMNS = 4 };
    MPI_Datatype block;
    int sizes[2] = {ROWS, COLUMNS * world_size}, parts[2] = {ROWS, COLUMNS}, starts[2] = {0, COLUMNS * world_rank};
    int mine[ROWS][COLUMNS], *all = calloc(ROWS * COLUMNS * world_size, sizeof *all);
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &block);
    MPI_Type_commit(&block);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            mine[r][c] = r * COLUMNS * world_size + COLUMNS * world_rank + c;
    MPI_File_set_view(file, 0, MPI_INT, block, "native", MPI_INFO_NULL);
    MPI_File_write_all(file, mine, ROWS * COLUMNS, MPI_INT, MPI_STATUS_IGNORE);
    long length = contents(all, ROWS * COLUMNS * world_size * sizeof *all);
    if (world_rank == 0) {
        EQUAL(length, ROWS * COLUMNS * world_size * (long)sizeof *all);
        for (int i = 0; i < ROWS * COLUMNS * world_size; i++)
            EQUAL(all[i], i);
    }
    memset(mine, -1, sizeof mine);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read_all(file, mine, ROWS * COLUMNS, MPI_INT, MPI_STATUS_IGNORE);
    EQUAL(mine[2][1], 2 * COLUMNS * world_size + COLUMNS * world_rank + 1);
    MPI_Type_free(&block);
    free(all);
}

/* Big endian in the file, whatever the machine. */
static void external32(MPI_File file)
{
    unsigned char bytes[64];
    int value = 0x01020304 + world_rank, got = 0, count;
    double number = 1.5, read = 0;
    MPI_Status status;
    MPI_Aint extent;
    MPI_Count large;
    char name[MPI_MAX_DATAREP_STRING];
    MPI_Offset displacement;
    MPI_Datatype etype, filetype;
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_get_view(file, &displacement, &etype, &filetype, name);
    SAME(name, "external32");
    MPI_File_get_type_extent(file, MPI_INT, &extent);
    EQUAL(extent, 4);
    MPI_File_get_type_extent_c(file, MPI_DOUBLE, &large);
    EQUAL(large, 8);
    MPI_File_write_at(file, world_rank, &value, 1, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    EQUAL(count, 1);
    MPI_File_sync(file);
    long length = contents(bytes, sizeof bytes);
    if (world_rank == 0) {
        CHECK(length >= 4 * world_size);
        for (int rank = 0; rank < world_size; rank++)
            EQUAL(bytes[4 * rank] << 24 | bytes[4 * rank + 1] << 16 | bytes[4 * rank + 2] << 8 | bytes[4 * rank + 3],
                  0x01020304 + rank);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at_all(file, (world_rank + 1) % world_size, &got, 1, MPI_INT, &status);
    EQUAL(got, 0x01020304 + (world_rank + 1) % world_size);
    MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, "external32", MPI_INFO_NULL);
    MPI_File_write_at_all(file, world_rank, &number, 1, MPI_DOUBLE, &status);
    MPI_File_read_at_all(file, world_rank, &read, 1, MPI_DOUBLE, &status);
    CHECK(read == number);
    length = contents(bytes, sizeof bytes);
    if (world_rank == 0) {
        EQUAL(bytes[0], 0x3f);
        EQUAL(bytes[1], 0xf8);
        EQUAL(bytes[7], 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static int extent_of(MPI_Datatype datatype, MPI_Aint *extent, void *state)
{
    MPI_Aint lower;
    (void)state;
    return MPI_Type_get_extent(datatype, &lower, extent);
}

static void representations(MPI_File file)
{
    EQUAL(MPI_Register_datarep("mine", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_of, NULL), MPI_SUCCESS);
    GIVES(MPI_Register_datarep("mine", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_of, NULL),
          MPI_ERR_DUP_DATAREP);
    EQUAL(MPI_Register_datarep_c("mine too", MPI_CONVERSION_FN_NULL_C, MPI_CONVERSION_FN_NULL_C, extent_of, NULL),
          MPI_SUCCESS);
    GIVES(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "nobody's", MPI_INFO_NULL), MPI_ERR_UNSUPPORTED_DATAREP);
    EQUAL(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "internal", MPI_INFO_NULL), MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    new_file_name();
    MPI_File file = open_file(MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE);
    interleaved(file);
    subarray(file);
    external32(file);
    representations(file);
    MPI_File_close(&file);
    say("ranks see what their views show");
    return finish();
}
