/* A shared library of the program that uses MPI and has globals: each rank has its own copy.
 * ranks: 1 2 5
 * library: library_counter.c */
#include "conformance.h"
#include "library_counter.h"

static int mine = 3;

int main(int argc, char **argv)
{
    start(&argc, &argv);
    EQUAL(library_count, 50); /* set by the library's constructor */
    for (int round = 0; round < 4; round++) {
        library_add(world_rank);
        MPI_Barrier(MPI_COMM_WORLD);
        EQUAL(library_count, 50 + (round + 1) * world_rank);
        EQUAL(library_calls(), round + 1);
    }
    EQUAL(library_sum(MPI_COMM_WORLD), world_size * 50 + 4 * world_size * (world_size - 1) / 2);
    library_observe(&mine);
    mine = world_rank;
    MPI_Barrier(MPI_COMM_WORLD);
    EQUAL(library_observed(), world_rank);
    show("counts", library_count);
    return finish();
}
