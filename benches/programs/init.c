/* init [hold | barrier]: starts, touches 16 KB of its own globals on every rank, and ends. With `hold` every rank sleeps
 * for a moment before it ends, so that all of them are alive at the same time. With `barrier` they wait for each other
 * instead and touch nothing: what a rank costs that only waits. */
#include <mpi.h>
#include <string.h>
#include <unistd.h>

/* Initialised and zero data, so that both halves of a rank's image are copied on write. */
static int initialised[2048] = {1, 2, 3};
static int zeroed[2048];

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && strcmp(argv[1], "barrier") == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Finalize();
        return 0;
    }
    for (int i = 0; i < 2048; i++) {
        initialised[i] += rank;
        zeroed[i] = rank;
    }
    /* Any mixing of ranks would show. */
    int wrong = initialised[0] != rank + 1 || initialised[2047] != rank || zeroed[2047] != rank;
    if (wrong)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (argc > 1)
        usleep(1);
    MPI_Finalize();
    return 0;
}
