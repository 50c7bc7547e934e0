/* Each rank computes 3 ms in phase "solve" and 1 ms after it, all of it stated, between barriers. */
#include <mpi.h>
#include <stdio.h>
#include <windtunnel.h>

static void solve(void)
{
    wt_phase("solve");
    wt_compute(2e-3);
    wt_compute(1e-3);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void rest(void)
{
    wt_phase("rest");
    wt_compute(1e-3);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    solve();
    double middle = MPI_Wtime();
    rest();
    if (rank == 0)
        printf("%.0f %.0f us\n", (middle - start) * 1e6, (MPI_Wtime() - middle) * 1e6);
    MPI_Finalize();
    return 0;
}
