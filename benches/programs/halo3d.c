/* halo3d NX NY NZ BYTES ITERATIONS [CHECK]: NX x NY x NZ ranks on a periodic grid, rank = x + NX (y + NY z), exchange
 * faces of BYTES with their six neighbours. All faces of one dimension are posted at once, one dimension after the
 * other, as codes do that need the corners too. With CHECK 0 (the default is 1) the contents are not looked at. */
#include "common.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int extent[3] = {
        (int)argument(argc, argv, 1, 1), (int)argument(argc, argv, 2, 1), (int)argument(argc, argv, 3, 1)};
    const long bytes = argument(argc, argv, 4, 1024), iterations = argument(argc, argv, 5, 10);
    const int check = argument(argc, argv, 6, 1) != 0;
    if (extent[0] * extent[1] * extent[2] != size) {
        if (rank == 0)
            fprintf(stderr, "halo3d: %d x %d x %d is not %d ranks\n", extent[0], extent[1], extent[2], size);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int neighbour[3][2];
    for (int d = 0, stride = 1; d < 3; stride *= extent[d], d++) {
        const int here = rank / stride % extent[d];
        neighbour[d][0] = rank + ((here + extent[d] - 1) % extent[d] - here) * stride;
        neighbour[d][1] = rank + ((here + 1) % extent[d] - here) * stride;
    }
    char *face = buffer(bytes), *from[2] = {buffer(bytes), buffer(bytes)};
    memset(face, rank, bytes);
    double start = MPI_Wtime();
    for (long iteration = 0; iteration < iterations; iteration++) {
        for (int d = 0; d < 3; d++) {
            MPI_Request requests[4];
            for (int side = 0; side < 2; side++)
                MPI_Irecv(from[side], bytes, MPI_BYTE, neighbour[d][side], side, MPI_COMM_WORLD, &requests[side]);
            for (int side = 0; side < 2; side++)
                MPI_Isend(face, bytes, MPI_BYTE, neighbour[d][side], 1 - side, MPI_COMM_WORLD, &requests[2 + side]);
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
            for (int side = 0; side < 2 && check && bytes > 0; side++) {
                if (from[side][bytes - 1] != (char)neighbour[d][side]) {
                    fprintf(stderr, "halo3d: rank %d: face %d,%d is not that of its neighbour\n", rank, d, side);
                    MPI_Abort(MPI_COMM_WORLD, 1);
                }
            }
        }
    }
    report("halo3d", bytes, MPI_Wtime() - start);
    free(face);
    free(from[0]);
    free(from[1]);
    MPI_Finalize();
    return 0;
}
