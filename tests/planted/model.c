/* A model that steps: work, exchange with a partner, a sum, and now and then a checkpoint.
 *
 *     model STEPS PARTNER BYTES SUM CHECKPOINT [SLOW]
 *
 * PARTNER is the distance between partners, BYTES what they exchange, SUM the doubles that are summed, CHECKPOINT the bytes that a
 * rank writes every fourth step; rank SLOW works for 1.4 ms a step, the others for 1 ms.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <windtunnel.h>

static void work(int rank, int slow)
{
    wt_compute(rank == slow ? 1.4e-3 : 1e-3);
}

static void exchange(int rank, int ranks, int distance, char *out, char *in, int bytes)
{
    MPI_Request requests[4];
    int up = (rank + distance) % ranks, down = (rank + ranks - distance) % ranks;
    MPI_Irecv(in, bytes, MPI_CHAR, down, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in + bytes, bytes, MPI_CHAR, up, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(out, bytes, MPI_CHAR, up, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(out, bytes, MPI_CHAR, down, 1, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void checkpoint(MPI_File file, int rank, int ranks, int step, char *data, int bytes)
{
    MPI_Offset place = ((MPI_Offset)step / 4 * ranks + rank) * bytes;
    MPI_File_write_at_all(file, place, data, bytes, MPI_CHAR, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fprintf(stderr, "usage: model STEPS PARTNER BYTES SUM CHECKPOINT [SLOW]\n");
        return 2;
    }
    int steps = atoi(argv[1]), distance = atoi(argv[2]), bytes = atoi(argv[3]), sum = atoi(argv[4]), size = atoi(argv[5]);
    int slow = argc > 6 ? atoi(argv[6]) : -1;
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    char *out = calloc(1, bytes), *in = calloc(2, bytes), *data = calloc(1, size + 1);
    double *values = calloc(sum + 1, sizeof *values), *sums = calloc(sum + 1, sizeof *sums);
    MPI_File file = MPI_FILE_NULL;
    if (size > 0)
        MPI_File_open(MPI_COMM_WORLD, "checkpoint.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    for (int step = 0; step < steps; step++) {
        work(rank, slow);
        exchange(rank, ranks, distance, out, in, bytes);
        MPI_Allreduce(values, sums, sum, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (size > 0 && step % 4 == 3)
            checkpoint(file, rank, ranks, step, data, size);
    }
    if (size > 0)
        MPI_File_close(&file);
    free(out), free(in), free(data), free(values), free(sums);
    MPI_Finalize();
    return 0;
}
