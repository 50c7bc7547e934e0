/* Random views and accesses of all ranks, against the bytes that they mean.
   ranks: 1-4 7 */
#include "file.h"

enum { ROUNDS = 60, MOST = 4096 };

static unsigned state;

static unsigned pick(unsigned below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

/* A view of rank r of n, the same function on every rank: blocks of `length` units, of which each rank has one in turn. */
static MPI_Datatype make_view(int rank, int ranks, int units, int length)
{
    MPI_Datatype blocks, tile;
    MPI_Aint unit = sizeof(short);
    MPI_Type_create_hindexed_block(1, length, (MPI_Aint[]){rank * length * unit}, MPI_SHORT, &blocks);
    MPI_Type_create_resized(blocks, 0, (ranks * length + units) * unit, &tile);
    MPI_Type_commit(&tile);
    MPI_Type_free(&blocks);
    return tile;
}

int main(int argc, char **argv)
{
    static short model[MOST], found[MOST], mine[MOST];
    start(&argc, &argv);
    new_file_name();
    MPI_File file = open_file(MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE);
    MPI_File_set_size(file, sizeof model);
    state = 12345;
    for (int round = 0; round < ROUNDS; round++) {
        int gap = (int)pick(3), length = 1 + (int)pick(5), displacement = (int)pick(20), at = (int)pick(15);
        int count = (int)pick(60), how = (int)pick(6), seed = (int)pick(10000);
        int extent = world_size * length + gap;
        MPI_Datatype tile = make_view(world_rank, world_size, gap, length);
        MPI_File_set_view(file, displacement * (MPI_Offset)sizeof(short), MPI_SHORT, tile, "native", MPI_INFO_NULL);
        MPI_Type_free(&tile);
        /* What all ranks write together. */
        for (int rank = 0; rank < world_size; rank++)
            for (int i = 0; i < count; i++) {
                int in_view = at + i, place = displacement + in_view / length * extent + rank * length + in_view % length;
                if (place < MOST)
                    model[place] = (short)(seed + 31 * rank + i);
            }
        int fits = 0;
        while (fits < count && displacement + (at + fits) / length * extent + world_rank * length + (at + fits) % length < MOST)
            fits++;
        for (int i = 0; i < fits; i++)
            mine[i] = (short)(seed + 31 * world_rank + i);
        MPI_Request request;
        MPI_Status status;
        if (how == 0) {
            MPI_File_write_at(file, at, mine, fits, MPI_SHORT, &status);
        } else if (how == 1) {
            MPI_File_write_at_all(file, at, mine, fits, MPI_SHORT, &status);
        } else if (how == 2) {
            MPI_File_iwrite_at(file, at, mine, fits, MPI_SHORT, &request);
            MPI_Wait(&request, &status);
        } else if (how == 3) {
            MPI_File_seek(file, at, MPI_SEEK_SET);
            MPI_File_write_all(file, mine, fits, MPI_SHORT, &status);
        } else if (how == 4) {
            MPI_File_write_at_all_begin(file, at, mine, fits, MPI_SHORT);
            MPI_File_write_at_all_end(file, mine, &status);
        } else {
            MPI_File_seek(file, at, MPI_SEEK_SET);
            MPI_File_iwrite(file, mine, fits, MPI_SHORT, &request);
            MPI_Wait(&request, &status);
        }
        MPI_File_sync(file);
        MPI_Barrier(MPI_COMM_WORLD);
        memset(mine, 0, sizeof mine);
        MPI_File_read_at_all(file, at, mine, fits, MPI_SHORT, &status);
        int moved;
        MPI_Get_count(&status, MPI_SHORT, &moved);
        EQUAL(moved, fits);
        for (int i = 0; i < fits; i++)
            EQUAL(mine[i], (short)(seed + 31 * world_rank + i));
        MPI_Barrier(MPI_COMM_WORLD);
    }
    long bytes = contents(found, sizeof found);
    if (world_rank == 0) {
        long long sum = 0;
        EQUAL(bytes, (long)sizeof model);
        CHECK(memcmp(found, model, sizeof model) == 0);
        for (int i = 0; i < MOST; i++)
            sum += found[i];
        say("sum of what is in the file: %lld", sum);
    }
    MPI_File_close(&file);
    return finish();
}
