/* Collectives between two groups where MPICH goes wrong: non-blocking broadcasts from a rank that is not the first of its
 * group, and calls in place, which are none between groups.
 * ranks: 2 3 4 7
 * mpich: 5.0.2 broadcasts from another rank within the group, and does not notice MPI_IN_PLACE */
#include "coll.h"
#include "inter.h"

static void broadcasts(MPI_Comm inter, int cut)
{
    int mine = group_in(cut, world_rank);
    for (int way = 0; way < WAYS; way++)
        for (int group = 0; group < 2; group++)
            for (int root = 0; root < size_of_group(cut, group); root++) {
                int at = world_rank_of(cut, group, root, 0), data[3] = { -1, -1, -1 };
                int named = group != mine ? root : world_rank == at ? MPI_ROOT : MPI_PROC_NULL;
                for (int i = 0; i < 3 && world_rank == at; i++)
                    data[i] = 100 * at + i;
                bcast(way, data, 3, MPI_INT, named, inter);
                for (int i = 0; i < 3; i++)
                    EQUAL(data[i], named == MPI_PROC_NULL ? -1 : 100 * at + i);
            }
}

static void in_place(MPI_Comm inter)
{
    int one = 1, all[MOST_RANKS] = { 0 }, counts[MOST_RANKS] = { 0 };
    MPI_Datatype types[MOST_RANKS];
    for (int i = 0; i < MOST_RANKS; i++)
        types[i] = MPI_INT;
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    GIVES(MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, 0, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INT, all, counts, counts, MPI_INT, 0, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Scatter(all, 1, MPI_INT, MPI_IN_PLACE, 0, MPI_INT, 0, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Scatterv(all, counts, counts, MPI_INT, MPI_IN_PLACE, 0, MPI_INT, 0, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, all, counts, counts, MPI_INT, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Alltoallv(MPI_IN_PLACE, 0, 0, MPI_INT, all, counts, counts, MPI_INT, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Alltoallw(MPI_IN_PLACE, 0, 0, types, all, counts, counts, types, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Reduce(MPI_IN_PLACE, &one, 1, MPI_INT, MPI_SUM, 0, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Allreduce(MPI_IN_PLACE, &one, 1, MPI_INT, MPI_SUM, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Reduce_scatter(MPI_IN_PLACE, all, counts, MPI_INT, MPI_SUM, inter), MPI_ERR_BUFFER);
    GIVES(MPI_Reduce_scatter_block(MPI_IN_PLACE, all, 1, MPI_INT, MPI_SUM, inter), MPI_ERR_BUFFER);
    MPI_Barrier(inter);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int cut = 0; cut < CUTS; cut++) {
        MPI_Comm inter = joined(cut, 0);
        broadcasts(inter, cut);
        in_place(inter);
        MPI_Comm_free(&inter);
    }
    return finish();
}
