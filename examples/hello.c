/* Who runs where.
 *
 *     windtunnel run -n 8 -p fat-tree examples/hello.c
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, ranks, length;
    char host[MPI_MAX_PROCESSOR_NAME];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Get_processor_name(host, &length);
    printf("Hello from rank %d of %d on %s\n", rank, ranks, host);
    MPI_Finalize();
    return 0;
}
