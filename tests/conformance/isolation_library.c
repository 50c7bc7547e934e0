/* A shared library of the program's with globals, a constructor and calls of MPI: each rank has its own.
 * ranks: 1-4 7
 * library: isolation_library_parts.c */
#include "conformance.h"

extern int library_counter, *library_pointer;
extern __thread int library_local;
int library_ring(int value, MPI_Comm comm);
int library_calls(void);
int library_table(int at);

int main(int argc, char **argv)
{
    start(&argc, &argv);
    enum { ROUNDS = 6 };
    CHECK(library_pointer == &library_counter);
    EQUAL(library_table(4095), 42);
    for (int round = 1; round <= ROUNDS; round++) {
        int got = library_ring(world_rank * 100 + round, MPI_COMM_WORLD);
        EQUAL(got, (world_rank + world_size - 1) % world_size * 100 + round);
        EQUAL(library_calls(), round);
        EQUAL(library_counter, 1000 + round * world_rank);
        EQUAL(library_local, 7 + round * world_rank);
        EQUAL(library_table(round), (round == 1 ? 2 : round == 2 ? 3 : 0) + world_rank);
        library_counter += 0;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    library_counter = -world_rank;
    MPI_Barrier(MPI_COMM_WORLD);
    EQUAL(library_counter, -world_rank);
    EQUAL(*library_pointer, -world_rank);
    return finish();
}
