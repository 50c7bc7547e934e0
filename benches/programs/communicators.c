/* communicators COUNT: COUNT times, a communicator is copied, split in two, gets a window, and all are freed. */
#include "common.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const long count = argument(argc, argv, 1, 1);
    double cell = 0, start = MPI_Wtime();
    for (long i = 0; i < count; i++) {
        MPI_Comm copy, half;
        MPI_Win window;
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        MPI_Comm_split(copy, rank % 2, rank, &half);
        MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, half, &window);
        MPI_Win_free(&window);
        MPI_Comm_free(&half);
        MPI_Comm_free(&copy);
    }
    report("communicators", count, MPI_Wtime() - start);
    MPI_Finalize();
    return 0;
}
