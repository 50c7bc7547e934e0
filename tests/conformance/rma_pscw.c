/* Post, start, complete and wait: rings, one to many, many to one, several windows, tests, assertions.
 * ranks: 2-5 9 */
#include "conformance.h"

static MPI_Group world_group;

static MPI_Group group_of(int count, const int *ranks)
{
    MPI_Group group;
    MPI_Group_incl(world_group, count, ranks, &group);
    return group;
}

static void ring(int rounds, int assert)
{
    int window = -1, mine;
    MPI_Win win;
    const int left = (world_rank + world_size - 1) % world_size, right = (world_rank + 1) % world_size;
    MPI_Group from = group_of(1, &left), to = group_of(1, &right);
    MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int round = 0; round < rounds; round++) {
        mine = 100 * round + world_rank;
        MPI_Win_post(from, assert, win);
        if (assert & MPI_MODE_NOCHECK)
            MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_start(to, assert & MPI_MODE_NOCHECK, win);
        MPI_Put(&mine, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        EQUAL(window, 100 * round + left);
    }
    MPI_Group_free(&from);
    MPI_Group_free(&to);
    MPI_Win_free(&win);
}

/* Rank 0 writes to and reads from all others, which look from time to time. */
static void one_to_many(void)
{
    int window[2] = {-1, 10 * world_rank}, flag = 0;
    int *mine = malloc(world_size * sizeof *mine), *got = calloc(world_size, sizeof *got);
    MPI_Win win;
    MPI_Win_create(window, sizeof window, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (world_rank == 0) {
        int zero = 0;
        MPI_Group self = group_of(1, &zero), others;
        MPI_Group_difference(world_group, self, &others);
        MPI_Win_start(others, 0, win);
        for (int to = 1; to < world_size; to++) {
            mine[to] = 5 * to;
            MPI_Put(&mine[to], 1, MPI_INT, to, 0, 1, MPI_INT, win);
            MPI_Get(&got[to], 1, MPI_INT, to, 1, 1, MPI_INT, win);
        }
        MPI_Win_complete(win);
        for (int to = 1; to < world_size; to++)
            EQUAL(got[to], 10 * to);
        MPI_Group_free(&self);
        MPI_Group_free(&others);
    } else {
        int zero = 0;
        MPI_Group first = group_of(1, &zero);
        MPI_Win_post(first, 0, win);
        while (!flag)
            MPI_Win_test(win, &flag);
        EQUAL(window[0], 5 * world_rank);
        MPI_Group_free(&first);
    }
    free(mine);
    free(got);
    MPI_Win_free(&win);
}

/* All others add to rank 0's window, which is in an access epoch of another window meanwhile. */
static void many_to_one(void)
{
    int window = 0, second = 0, mine = world_rank;
    MPI_Win win, other;
    MPI_Group everybody = world_group, empty = MPI_GROUP_EMPTY;
    MPI_Win_create(&window, sizeof window, sizeof window, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(&second, sizeof second, sizeof second, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    int zero = 0;
    MPI_Group first = group_of(1, &zero);
    MPI_Win_post(world_rank == 0 ? everybody : empty, 0, win);
    MPI_Win_post(everybody, 0, other);
    MPI_Win_start(first, 0, win);
    MPI_Win_start(everybody, 0, other);
    MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    for (int to = 0; to < world_size; to++)
        MPI_Accumulate(&mine, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_SUM, other);
    MPI_Win_complete(other);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_wait(other);
    EQUAL(second, world_size * (world_size - 1) / 2);
    EQUAL(window, world_rank == 0 ? world_size * (world_size - 1) / 2 : 0);
    MPI_Group_free(&first);
    MPI_Win_free(&win);
    MPI_Win_free(&other);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &world_group);
    ring(5, 0);
    ring(3, MPI_MODE_NOCHECK);
    one_to_many();
    many_to_one();
    MPI_Group_free(&world_group);
    say("rings and stars");
    return finish();
}
