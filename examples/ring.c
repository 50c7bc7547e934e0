/* A token goes round the ring of all ranks; everyone adds its number.
 *
 *     windtunnel run -n 64 -p torus-3d examples/ring.c 10        (10 rounds)
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    int before = (rank + ranks - 1) % ranks, after = (rank + 1) % ranks;
    long token = 0;
    for (int round = 0; ranks > 1 && round < rounds; round++) {
        if (rank == 0) {
            MPI_Send(&token, 1, MPI_LONG, after, round, MPI_COMM_WORLD);
            MPI_Recv(&token, 1, MPI_LONG, before, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&token, 1, MPI_LONG, before, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            token += rank;
            MPI_Send(&token, 1, MPI_LONG, after, round, MPI_COMM_WORLD);
        }
    }

    long right = (long)rounds * ranks * (ranks - 1) / 2;
    if (rank == 0) {
        printf("ring: %d ranks, %d rounds, token %ld\n", ranks, rounds, token);
        if (token != right) {
            fprintf(stderr, "ring: the token should be %ld\n", right);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    MPI_Finalize();
    return 0;
}
