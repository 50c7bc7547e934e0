/* Reads and writes by offsets and by the rank's own pointer: blocking, non-blocking, collective, of large counts.
   ranks: 1-5 */
#include "file.h"

#define N 100

static int block[N], got[N];

static void fill(int seed)
{
    for (int i = 0; i < N; i++)
        block[i] = seed + 1000 * world_rank + i;
    memset(got, -1, sizeof got);
}

static void check_status(MPI_Status *status, int expected)
{
    int count;
    MPI_Count large;
    MPI_Get_count(status, MPI_INT, &count);
    EQUAL(count, expected);
    MPI_Get_elements_x(status, MPI_INT, &large);
    EQUAL(large, expected);
}

/* What I wrote and what the next rank wrote is there. */
static void check_file(MPI_File file, MPI_Offset unit)
{
    MPI_Status status;
    int next = (world_rank + 1) % world_size;
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(file, next * unit, got, N, MPI_INT, &status);
    check_status(&status, N);
    for (int i = 0; i < N; i++)
        EQUAL(got[i] - block[i], 1000 * (next - world_rank));
    MPI_Barrier(MPI_COMM_WORLD);
}

static void explicit_offsets(MPI_File file)
{
    MPI_Status status;
    MPI_Request request;
    MPI_Offset unit = N * sizeof(int), at = world_rank * unit;

    fill(1);
    MPI_File_write_at(file, at, block, N, MPI_INT, &status);
    check_status(&status, N);
    check_file(file, unit);
    fill(2);
    MPI_File_write_at_c(file, at, block, N, MPI_INT, &status);
    check_file(file, unit);
    fill(3);
    MPI_File_write_at_all(file, at, block, N, MPI_INT, &status);
    check_status(&status, N);
    check_file(file, unit);
    fill(4);
    MPI_File_write_at_all_c(file, at, block, N, MPI_INT, MPI_STATUS_IGNORE);
    check_file(file, unit);
    fill(5);
    MPI_File_iwrite_at(file, at, block, N, MPI_INT, &request);
    MPI_Wait(&request, &status);
    check_status(&status, N);
    check_file(file, unit);
    fill(6);
    MPI_File_iwrite_at_c(file, at, block, N, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_file(file, unit);
    fill(7);
    MPI_File_iwrite_at_all(file, at, block, N, MPI_INT, &request);
    MPI_Wait(&request, &status);
    check_file(file, unit);
    fill(8);
    MPI_File_iwrite_at_all_c(file, at, block, N, MPI_INT, &request);
    MPI_Wait(&request, &status);
    check_file(file, unit);

#define READS(call)                                                                                                 \
    memset(got, -1, sizeof got);                                                                                    \
    call;                                                                                                           \
    for (int i = 0; i < N; i++)                                                                                     \
        EQUAL(got[i], block[i])
    READS(MPI_File_read_at_c(file, at, got, N, MPI_INT, &status));
    READS(MPI_File_read_at_all(file, at, got, N, MPI_INT, &status));
    check_status(&status, N);
    READS(MPI_File_read_at_all_c(file, at, got, N, MPI_INT, &status));
    READS(MPI_File_iread_at(file, at, got, N, MPI_INT, &request); MPI_Wait(&request, &status));
    check_status(&status, N);
    READS(MPI_File_iread_at_c(file, at, got, N, MPI_INT, &request); MPI_Wait(&request, &status));
    READS(MPI_File_iread_at_all(file, at, got, N, MPI_INT, &request); MPI_Wait(&request, &status));
    READS(MPI_File_iread_at_all_c(file, at, got, N, MPI_INT, &request); MPI_Wait(&request, &status));
}

static void own_pointer(MPI_File file)
{
    MPI_Status status;
    MPI_Request request;
    MPI_Offset unit = N * sizeof(int), at = world_rank * unit, position;

#define WRITES(seed, call)                                                                                          \
    fill(seed);                                                                                                     \
    MPI_File_seek(file, at, MPI_SEEK_SET);                                                                          \
    call;                                                                                                           \
    MPI_File_get_position(file, &position);                                                                         \
    EQUAL(position, at + unit);                                                                                     \
    check_file(file, unit)
    WRITES(11, MPI_File_write(file, block, N, MPI_INT, &status); check_status(&status, N));
    WRITES(12, MPI_File_write_c(file, block, N, MPI_INT, &status));
    WRITES(13, MPI_File_write_all(file, block, N, MPI_INT, &status); check_status(&status, N));
    WRITES(14, MPI_File_write_all_c(file, block, N, MPI_INT, &status));
    WRITES(15, MPI_File_iwrite(file, block, N, MPI_INT, &request); MPI_Wait(&request, &status));
    WRITES(16, MPI_File_iwrite_c(file, block, N, MPI_INT, &request); MPI_Wait(&request, &status));
    WRITES(17, MPI_File_iwrite_all(file, block, N, MPI_INT, &request); MPI_Wait(&request, &status));
    WRITES(18, MPI_File_iwrite_all_c(file, block, N, MPI_INT, &request); MPI_Wait(&request, &status));

#define READS_ON(call)                                                                                              \
    MPI_File_seek(file, at, MPI_SEEK_SET);                                                                          \
    READS(call);                                                                                                    \
    MPI_File_get_position(file, &position);                                                                         \
    EQUAL(position, at + unit)
    READS_ON(MPI_File_read(file, got, N, MPI_INT, &status));
    READS_ON(MPI_File_read_c(file, got, N, MPI_INT, &status));
    READS_ON(MPI_File_read_all(file, got, N, MPI_INT, &status));
    READS_ON(MPI_File_read_all_c(file, got, N, MPI_INT, &status));
    READS_ON(MPI_File_iread(file, got, N, MPI_INT, &request); MPI_Wait(&request, &status));
    READS_ON(MPI_File_iread_c(file, got, N, MPI_INT, &request); MPI_Wait(&request, &status));
    READS_ON(MPI_File_iread_all(file, got, N, MPI_INT, &request); MPI_Wait(&request, &status));
    READS_ON(MPI_File_iread_all_c(file, got, N, MPI_INT, &request); MPI_Wait(&request, &status));

    MPI_File_seek(file, -4, MPI_SEEK_CUR);
    MPI_File_get_position(file, &position);
    EQUAL(position, at + unit - 4);
    MPI_File_seek(file, -8, MPI_SEEK_END);
    MPI_File_get_position(file, &position);
    EQUAL(position, world_size * unit - 8);
}

/* At the end of a file a read brings less, and leaves the rest of the buffer alone. */
static void at_the_end(MPI_File file)
{
    MPI_Status status;
    MPI_Offset unit = N * sizeof(int), position;
    memset(got, -1, sizeof got);
    MPI_File_read_at(file, world_size * unit - 12, got, N, MPI_INT, &status);
    check_status(&status, 3);
    EQUAL(got[3], -1);
    MPI_File_read_at(file, world_size * unit + 100, got, N, MPI_INT, &status);
    check_status(&status, 0);
    MPI_File_seek(file, -20, MPI_SEEK_END);
    MPI_File_read(file, got, N, MPI_INT, &status);
    check_status(&status, 5);
    MPI_File_get_position(file, &position);
    EQUAL(position, world_size * unit);
    MPI_File_write_at(file, 0, NULL, 0, MPI_INT, &status);
    check_status(&status, 0);
}

/* Requests of files and of messages are waited for together. */
static void mixed(MPI_File file)
{
    MPI_Request requests[3];
    MPI_Status statuses[3];
    MPI_Offset unit = N * sizeof(int);
    int left = (world_rank + world_size - 1) % world_size, right = (world_rank + 1) % world_size, sent = world_rank, came = -1;
    int done = 0, index;
    fill(21);
    MPI_File_iwrite_at(file, world_rank * unit, block, N, MPI_INT, &requests[0]);
    MPI_Isend(&sent, 1, MPI_INT, right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(&came, 1, MPI_INT, left, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitall(3, requests, statuses);
    EQUAL(came, left);
    check_status(&statuses[0], N);
    check_file(file, unit);
    MPI_File_iread_at(file, world_rank * unit, got, N, MPI_INT, &requests[0]);
    MPI_Isend(&sent, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(&came, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[2]);
    for (int i = 0; i < 3; i++)
        MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
    EQUAL(got[7], block[7]);
    MPI_File_iread_at(file, world_rank * unit, got, N, MPI_INT, &requests[0]);
    while (!done)
        MPI_Test(&requests[0], &done, &statuses[0]);
    CHECK(requests[0] == MPI_REQUEST_NULL);
    check_status(&statuses[0], N);
}

/* Memory with holes in it. */
static void memory_with_holes(MPI_File file)
{
    MPI_Datatype every_other;
    MPI_Status status;
    int spread[2 * N];
    MPI_Type_vector(N, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    for (int i = 0; i < 2 * N; i++)
        spread[i] = i % 2 ? -1 : world_rank * 1000 + i;
    MPI_File_write_at_all(file, world_rank * N * (MPI_Offset)sizeof(int), spread, 1, every_other, &status);
    check_status(&status, N);
    MPI_File_read_at(file, world_rank * N * (MPI_Offset)sizeof(int), got, N, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++)
        EQUAL(got[i], world_rank * 1000 + 2 * i);
    memset(spread, -1, sizeof spread);
    MPI_File_read_at(file, world_rank * N * (MPI_Offset)sizeof(int), spread, 1, every_other, MPI_STATUS_IGNORE);
    for (int i = 0; i < 2 * N - 1; i++)
        EQUAL(spread[i], i % 2 ? -1 : world_rank * 1000 + i);
    MPI_Type_free(&every_other);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    new_file_name();
    MPI_File file = open_file(MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE);
    explicit_offsets(file);
    own_pointer(file);
    at_the_end(file);
    mixed(file);
    memory_with_holes(file);
    MPI_File_close(&file);
    say("what is written is read");
    return finish();
}
