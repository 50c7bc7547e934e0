/* Four ranks that send in phases: a ring as "exchange", a broadcast in level 3, a message as "late" that is received when its
 * sender is back in phase 0. */
#include <mpi.h>
#include <windtunnel.h>

static char data[100000], more[20000];

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    wt_phase("exchange");
    MPI_Sendrecv_replace(data, sizeof data, MPI_CHAR, (rank + 1) % size, 0, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    MPI_Pcontrol(3);
    MPI_Pcontrol(-1); /* no phase of ours */
    MPI_Bcast(data, sizeof data / 2, MPI_CHAR, 0, MPI_COMM_WORLD);
    wt_phase("late");
    if (rank == 0)
        MPI_Isend(more, sizeof more, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
    MPI_Pcontrol(0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(more, sizeof more, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
