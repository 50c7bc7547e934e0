/* Ranks that start ranks of their own program: a world of their own, arguments, messages and collectives with those who
 * started them, merging, and starting again.
 * ranks: 1-4 */
#include "spawn.h"

static int global = 3;

/* What a started rank finds. */
static void child(MPI_Comm parent, int argc, char **argv)
{
    int *number, flag, remote;
    EQUAL(argc, 4);
    SAME(argv[1], "child");
    SAME(argv[2], "second");
    SAME(argv[3], "-third=3");
    EQUAL(global, 3);
    MPI_Comm_remote_size(parent, &remote);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &flag);
    CHECK(flag && *number == 0);
    /* Its world is not that of its parents. */
    int sum = 0;
    MPI_Allreduce(&world_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EQUAL(sum, world_size * (world_size - 1) / 2);
    MPI_Group own, others;
    int none = 0, place;
    MPI_Comm_group(MPI_COMM_WORLD, &own);
    MPI_Comm_remote_group(parent, &others);
    MPI_Group_translate_ranks(others, 1, &none, own, &place);
    EQUAL(place, MPI_UNDEFINED);
    MPI_Group_free(&own);
    MPI_Group_free(&others);
    talk(parent, 1);
    tell_failures(parent, 1);
    MPI_Comm_disconnect(&parent);
    CHECK(parent == MPI_COMM_NULL);
    MPI_Comm_get_parent(&parent);
    CHECK(parent == MPI_COMM_NULL);
    MPI_Finalize();
    exit(0);
}

static void spawn(char *program, MPI_Comm comm, int root, int count)
{
    char *arguments[] = {"child", "second", "-third=3", NULL};
    int codes[4] = {7, 7, 7, 7}, remote;
    MPI_Comm inter;
    MPI_Comm_spawn(program, arguments, count, MPI_INFO_NULL, root, comm, &inter, codes);
    for (int i = 0; i < 4; i++)
        EQUAL(codes[i], i < count ? MPI_SUCCESS : 7);
    MPI_Comm_remote_size(inter, &remote);
    EQUAL(remote, count);
    talk(inter, 0);
    tell_failures(inter, 0);
    MPI_Comm_disconnect(&inter);
    CHECK(inter == MPI_COMM_NULL);
}

int main(int argc, char **argv)
{
    MPI_Comm parent, half;
    start(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL)
        child(parent, argc, argv);
    global = 100 + world_rank;
    spawn(argv[0], MPI_COMM_WORLD, world_size - 1, 2);
    say("the world has started 2");
    spawn(argv[0], MPI_COMM_WORLD, 0, 3);
    say("and 3");
    MPI_Comm_split(MPI_COMM_WORLD, world_rank % 2, 0, &half);
    spawn(argv[0], half, 0, 1);
    MPI_Comm_free(&half);
    if (world_rank == 0)
        spawn(argv[0], MPI_COMM_SELF, 0, 2);
    EQUAL(global, 100 + world_rank);
    say("and each half 1, and one rank 2");
    return finish();
}
