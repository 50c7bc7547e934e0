/* exchange BYTES HOW: every rank sends BYTES to every other one, from one buffer and into another, whose contents do
 * not matter. HOW `pairwise`: one exchange after the other, with rank XOR step (a power of two of ranks only); HOW
 * `at-once`: everything is posted, then waited for. */
#include "common.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const long bytes = argument(argc, argv, 1, 1);
    const int at_once = argc > 2 && strcmp(argv[2], "at-once") == 0;
    if (!at_once && (size & (size - 1)) != 0) {
        if (rank == 0)
            fprintf(stderr, "exchange: %d ranks are not a power of two\n", size);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    char *to = buffer(bytes), *from = buffer(bytes);
    double start = MPI_Wtime();
    if (at_once) {
        /* Every message has its own place; memory that nobody writes (payloads skipped) is never committed. */
        char *all = buffer((size_t)bytes * size);
        MPI_Request *requests = malloc(2 * size * sizeof *requests);
        int posted = 0;
        for (int step = 1; step < size; step++) {
            int source = (rank + size - step) % size;
            MPI_Irecv(all + (size_t)bytes * source, bytes, MPI_BYTE, source, 0, MPI_COMM_WORLD, &requests[posted++]);
        }
        for (int step = 1; step < size; step++)
            MPI_Isend(to, bytes, MPI_BYTE, (rank + step) % size, 0, MPI_COMM_WORLD, &requests[posted++]);
        MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
        free(requests);
        free(all);
    } else {
        for (int step = 1; step < size; step++)
            MPI_Sendrecv(to, bytes, MPI_BYTE, rank ^ step, 0, from, bytes, MPI_BYTE, rank ^ step, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    }
    report(at_once ? "at-once" : "pairwise", bytes, MPI_Wtime() - start);
    free(to);
    free(from);
    MPI_Finalize();
    return 0;
}
