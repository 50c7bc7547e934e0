/* The shared file pointer, and split collective accesses.
   ranks: 1-5 */
#include "file.h"

/* Every rank has appended its records: each is there once, wherever. */
static void check_records(MPI_File file, int each)
{
    int all = each * world_size, *values = malloc(all * sizeof *values), *seen = calloc(all, sizeof *seen);
    MPI_Status status;
    int count;
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(file, 0, values, all, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    EQUAL(count, all);
    for (int i = 0; i < all; i++) {
        CHECK(values[i] >= 0 && values[i] < all);
        if (values[i] >= 0 && values[i] < all)
            seen[values[i]]++;
    }
    for (int i = 0; i < all; i++)
        EQUAL(seen[i], 1);
    free(values);
    free(seen);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void shared(MPI_File file)
{
    enum { EACH = 8 };
    MPI_Request request;
    MPI_Offset position;
    int value, got, base = world_rank * EACH;
    for (int i = 0; i < EACH; i += 4) {
        value = base + i;
        MPI_File_write_shared(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
        value = base + i + 1;
        MPI_File_write_shared_c(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
        value = base + i + 2;
        MPI_File_iwrite_shared(file, &value, 1, MPI_INT, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = base + i + 3;
        MPI_File_iwrite_shared_c(file, &value, 1, MPI_INT, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    check_records(file, EACH);
    MPI_File_get_position_shared(file, &position);
    EQUAL(position, EACH * world_size);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    long long sum = 0, total;
    for (int i = 0; i < EACH; i += 4) {
        MPI_File_read_shared(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
        sum += got;
        MPI_File_read_shared_c(file, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
        sum += got;
        MPI_File_iread_shared(file, &got, 1, MPI_INT, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum += got;
        MPI_File_iread_shared_c(file, &got, 1, MPI_INT, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum += got;
    }
    MPI_Allreduce(&sum, &total, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    EQUAL(total, (long long)EACH * world_size * (EACH * world_size - 1) / 2);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(file, -3, MPI_SEEK_CUR);
    MPI_File_get_position_shared(file, &position);
    EQUAL(position, EACH * world_size - 3);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(file, -1, MPI_SEEK_END);
    MPI_File_get_position_shared(file, &position);
    EQUAL(position, EACH * world_size - 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
}

/* Rank after rank, each with another number of elements. */
static void ordered(MPI_File file)
{
    int mine[16], got[16], before = world_rank * (world_rank + 1) / 2, count = world_rank + 1;
    int all = world_size * (world_size + 1) / 2;
    MPI_Offset position;
    MPI_Status status;
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < count; i++)
            mine[i] = round * 1000 + before + i;
        if (round == 0) {
            MPI_File_write_ordered(file, mine, count, MPI_INT, &status);
        } else if (round == 1) {
            MPI_File_write_ordered_c(file, mine, count, MPI_INT, &status);
        } else if (round == 2) {
            MPI_File_write_ordered_begin(file, mine, count, MPI_INT);
            MPI_File_write_ordered_end(file, mine, &status);
        } else {
            MPI_File_write_ordered_begin_c(file, mine, count, MPI_INT);
            MPI_File_write_ordered_end(file, mine, &status);
        }
        int moved;
        MPI_Get_count(&status, MPI_INT, &moved);
        EQUAL(moved, count);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(file, &position);
    EQUAL(position, 4 * all);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    for (int round = 0; round < 4; round++) {
        memset(got, -1, sizeof got);
        if (round == 0) {
            MPI_File_read_ordered(file, got, count, MPI_INT, &status);
        } else if (round == 1) {
            MPI_File_read_ordered_c(file, got, count, MPI_INT, &status);
        } else if (round == 2) {
            MPI_File_read_ordered_begin(file, got, count, MPI_INT);
            MPI_File_read_ordered_end(file, got, &status);
        } else {
            MPI_File_read_ordered_begin_c(file, got, count, MPI_INT);
            MPI_File_read_ordered_end(file, got, &status);
        }
        for (int i = 0; i < count; i++)
            EQUAL(got[i], round * 1000 + before + i);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void split(MPI_File file)
{
    enum { N = 50 };
    int mine[N], got[N];
    MPI_Status status;
    MPI_Offset at = (MPI_Offset)world_rank * N, position;
    int moved;
    for (int large = 0; large < 2; large++) {
        for (int i = 0; i < N; i++)
            mine[i] = large * 7 + world_rank * N + i;
        memset(got, -1, sizeof got);
        if (large)
            MPI_File_write_at_all_begin_c(file, at, mine, N, MPI_INT);
        else
            MPI_File_write_at_all_begin(file, at, mine, N, MPI_INT);
        MPI_File_write_at_all_end(file, mine, &status);
        MPI_Get_count(&status, MPI_INT, &moved);
        EQUAL(moved, N);
        if (large)
            MPI_File_read_at_all_begin_c(file, at, got, N, MPI_INT);
        else
            MPI_File_read_at_all_begin(file, at, got, N, MPI_INT);
        MPI_File_read_at_all_end(file, got, &status);
        CHECK(memcmp(got, mine, sizeof got) == 0);

        for (int i = 0; i < N; i++)
            mine[i] += 3;
        memset(got, -1, sizeof got);
        MPI_File_seek(file, at, MPI_SEEK_SET);
        if (large)
            MPI_File_write_all_begin_c(file, mine, N, MPI_INT);
        else
            MPI_File_write_all_begin(file, mine, N, MPI_INT);
        MPI_File_write_all_end(file, mine, &status);
        MPI_File_get_position(file, &position);
        EQUAL(position, at + N);
        MPI_File_seek(file, at, MPI_SEEK_SET);
        if (large)
            MPI_File_read_all_begin_c(file, got, N, MPI_INT);
        else
            MPI_File_read_all_begin(file, got, N, MPI_INT);
        MPI_File_read_all_end(file, got, &status);
        CHECK(memcmp(got, mine, sizeof got) == 0);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    new_file_name();
    MPI_File file = open_file(MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    shared(file);
    MPI_File_set_size(file, 0);
    ordered(file);
    split(file);
    MPI_File_close(&file);
    say("the pointer is one for all");
    return finish();
}
