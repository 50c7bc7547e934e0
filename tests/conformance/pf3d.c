/* The communication of pF3D, a laser-plasma code: each rank exchanges planes of a grid with its row and with its column by
 * MPI_Alltoall on communicators of their own (the two-dimensional FFT), with its neighbours along the beam by messages, and now
 * and then all ranks agree on a step.
 *
 *     pf3d COLUMNS STEPS BYTES
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks, columns = argc > 1 ? atoi(argv[1]) : 2, steps = argc > 2 ? atoi(argv[2]) : 3;
    int bytes = argc > 3 ? atoi(argv[3]) : 4096;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm plane, row, column;
    /* Planes of columns * 2 ranks along the beam. */
    int in_plane = columns * 2, planes = ranks / in_plane;
    MPI_Comm_split(MPI_COMM_WORLD, rank / in_plane, rank, &plane);
    int own;
    MPI_Comm_rank(plane, &own);
    MPI_Comm_split(plane, own / columns, own, &row);
    MPI_Comm_split(plane, own % columns, own, &column);
    int in_row, in_column;
    MPI_Comm_size(row, &in_row);
    MPI_Comm_size(column, &in_column);
    int widest = in_row > in_column ? in_row : in_column;
    char *out = calloc((size_t)widest, (size_t)bytes), *in = calloc((size_t)widest, (size_t)bytes);
    int ahead = rank / in_plane + 1 < planes ? rank + in_plane : MPI_PROC_NULL;
    int behind = rank >= in_plane ? rank - in_plane : MPI_PROC_NULL;
    double step = 1;
    for (int number = 0; number < steps; number++) {
        MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, row);
        MPI_Alltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, column);
        MPI_Request request;
        MPI_Irecv(in, bytes, MPI_BYTE, behind, 7, MPI_COMM_WORLD, &request);
        MPI_Send(out, bytes, MPI_BYTE, ahead, 7, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, column);
        MPI_Alltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, row);
        if (number % 2 == 1) {
            double least;
            MPI_Allreduce(&step, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
            step = least;
        }
    }
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
    MPI_Comm_free(&plane);
    if (rank == 0) printf("pf3d: %d steps on %d ranks\n", steps, ranks);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
