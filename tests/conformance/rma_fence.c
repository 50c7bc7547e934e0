/* Puts and gets between fences: all pairs of ranks, sizes from nothing to long, derived datatypes on both sides,
 * displacement units of the target's own, assertions.
 * ranks: 1-5 8 */
#include "conformance.h"

enum { LONGEST = 30000 };

static int value(int from, int to, int i)
{
    return 1000003 * from + 1009 * to + i;
}

/* Every rank puts a block into every rank's window, and gets one of every rank's. */
static void all_to_all(int count)
{
    int *window, *mine = malloc((size_t)world_size * count * sizeof *mine + 1);
    MPI_Win win;
    MPI_Win_allocate((MPI_Aint)world_size * count * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &window, &win);
    for (int to = 0; to < world_size; to++)
        for (int i = 0; i < count; i++)
            mine[to * count + i] = value(world_rank, to, i);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int step = 0; step < world_size; step++) {
        const int to = (world_rank + step) % world_size;
        const MPI_Aint place = (MPI_Aint)world_rank * count;
        if (step % 2)
            MPI_Put(mine + to * count, count, MPI_INT, to, place, count, MPI_INT, win);
        else
            MPI_Put_c(mine + to * count, count, MPI_INT, to, place, count, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    for (int from = 0; from < world_size; from++)
        for (int i = 0; i < count; i++)
            EQUAL(window[from * count + i], value(from, world_rank, i));
    memset(mine, 0, (size_t)world_size * count * sizeof *mine);
    /* What rank r put into rank f. */
    const int r = (world_rank + 1) % world_size;
    for (int from = 0; from < world_size; from++) {
        const MPI_Aint place = (MPI_Aint)r * count;
        if (from % 2)
            MPI_Get(mine + from * count, count, MPI_INT, from, place, count, MPI_INT, win);
        else
            MPI_Get_c(mine + from * count, count, MPI_INT, from, place, count, MPI_INT, win);
    }
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win);
    for (int from = 0; from < world_size; from++)
        for (int i = 0; i < count; i++)
            EQUAL(mine[from * count + i], value(r, from, i));
    free(mine);
    MPI_Win_free(&win);
}

/* A transposition: a row here becomes a column at the target, a column there a row here. */
static void transpose(void)
{
    enum { N = 17 };
    double window[N][N], mine[N][N];
    MPI_Datatype column, wide;
    MPI_Win win;
    const int to = (world_rank + 1) % world_size;
    const int from = (world_rank + world_size - 1) % world_size;
    MPI_Type_vector(N, 1, N, MPI_DOUBLE, &wide);
    MPI_Type_create_resized(wide, 0, sizeof(double), &column);
    MPI_Type_commit(&column);
    MPI_Type_free(&wide);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            mine[i][j] = value(world_rank, i, j);
            window[i][j] = -1;
        }
    MPI_Win_create(window, sizeof window, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(mine, N * N, MPI_DOUBLE, to, 0, N, column, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            EQUAL(window[i][j], value(from, j, i));
    MPI_Get(mine, N, column, to, 0, N * N, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            EQUAL(mine[i][j], value(world_rank, i, j));
    MPI_Type_free(&column);
    MPI_Win_free(&win);
}

/* Irregular blocks with gaps: what lies between them stays. */
static void blocks(void)
{
    enum { SPAN = 64 };
    char window[SPAN], mine[SPAN];
    int lengths[4] = {3, 1, 7, 2}, places[4] = {40, 2, 10, 30}, other[4] = {0, 20, 25, 60};
    MPI_Datatype there, here;
    MPI_Win win;
    const int to = (world_rank + 1) % world_size;
    memset(window, '.', SPAN);
    for (int i = 0; i < SPAN; i++)
        mine[i] = (char)('0' + i);
    MPI_Type_indexed(4, lengths, places, MPI_CHAR, &there);
    MPI_Type_indexed(4, lengths, other, MPI_CHAR, &here);
    MPI_Type_commit(&there);
    MPI_Type_commit(&here);
    MPI_Win_create(window, SPAN, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, here, to, 0, 1, there, win);
    MPI_Win_fence(0, win);
    char expected[SPAN];
    memset(expected, '.', SPAN);
    for (int block = 0; block < 4; block++)
        for (int i = 0; i < lengths[block]; i++)
            expected[places[block] + i] = (char)('0' + other[block] + i);
    CHECK(memcmp(window, expected, SPAN) == 0);
    say("%.64s", window);
    MPI_Type_free(&there);
    MPI_Type_free(&here);
    MPI_Win_free(&win);
}

/* Each rank has a unit of its own, and nobody is a target too. */
static void units(void)
{
    long long window[16];
    MPI_Win win;
    const int unit = 8 << (world_rank % 2), to = (world_rank + 1) % world_size;
    long long mine = 7 + world_rank;
    for (int i = 0; i < 16; i++)
        window[i] = -1;
    MPI_Win_create(window, sizeof window, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&mine, 1, MPI_LONG_LONG, to, 3, 1, MPI_LONG_LONG, win);
    MPI_Put(&mine, 1, MPI_LONG_LONG, MPI_PROC_NULL, 3, 1, MPI_LONG_LONG, win);
    MPI_Put(NULL, 0, MPI_LONG_LONG, to, 15, 0, MPI_LONG_LONG, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 16; i++)
        EQUAL(window[i], i == 3 * unit / 8 ? 7 + (world_rank + world_size - 1) % world_size : -1);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    static const int counts[] = {0, 1, 100, 1021};
    start(&argc, &argv);
    for (int i = 0; i < 4; i++)
        all_to_all(counts[i]);
    if (world_size <= 3)
        all_to_all(LONGEST);
    transpose();
    blocks();
    units();
    return finish();
}
