/* Combined send and receive in all forms, on a ring, across halves and with nobody.
 * ranks: 1 2 3 4 7 */
#include "conformance.h"

enum { WAYS = 8, N = 30000 };

static int out[N], in[N];

/* Sends `count` words to `to` and receives from `from` in the given way; the result is in `in`. */
static void shift(int way, int count, int to, int from, MPI_Status *status)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request = MPI_REQUEST_NULL;
    int tag = way;
    for (int i = 0; i < count; i++) {
        out[i] = world_rank * N + i;
        in[i] = way < 4 ? -1 : out[i];
    }
    switch (way) {
    case 0: MPI_Sendrecv(out, count, MPI_INT, to, tag, in, N, MPI_INT, from, tag, comm, status); break;
    case 1: MPI_Sendrecv_c(out, count, MPI_INT, to, tag, in, N, MPI_INT, from, tag, comm, status); break;
    case 2: MPI_Isendrecv(out, count, MPI_INT, to, tag, in, N, MPI_INT, from, tag, comm, &request); break;
    case 3: MPI_Isendrecv_c(out, count, MPI_INT, to, tag, in, N, MPI_INT, from, tag, comm, &request); break;
    case 4: MPI_Sendrecv_replace(in, count, MPI_INT, to, tag, from, tag, comm, status); break;
    case 5: MPI_Sendrecv_replace_c(in, count, MPI_INT, to, tag, from, tag, comm, status); break;
    case 6: MPI_Isendrecv_replace(in, count, MPI_INT, to, tag, from, tag, comm, &request); break;
    default: MPI_Isendrecv_replace_c(in, count, MPI_INT, to, tag, from, tag, comm, &request); break;
    }
    if (request != MPI_REQUEST_NULL)
        MPI_Wait(&request, status);
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 0, 1, 100, 5000, N };
    long sum = 0;
    start(&argc, &argv);
    for (int way = 0; way < WAYS; way++)
        for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (int step = 0; step < world_size; step++) {
                MPI_Status status;
                int count = sizes[s], from = (world_rank + world_size - step) % world_size;
                shift(way, count, (world_rank + step) % world_size, from, &status);
                int wrong = 0;
                for (int i = 0; i < count; i++)
                    wrong += in[i] != from * N + i;
                EQUAL(wrong, 0);
                if (way % 4 < 2) { /* the status of the non-blocking forms is not defined to be the receive's */
                    int found;
                    MPI_Get_count(&status, MPI_INT, &found);
                    EQUAL(found, count);
                    EQUAL(status.MPI_SOURCE, from);
                }
                sum += count > 0 ? in[count / 2] : 0;
            }

    /* At the ends of a chain there is nobody: the buffer stays as it was. */
    for (int way = 0; way < WAYS; way++) {
        MPI_Status status;
        int to = world_rank + 1 < world_size ? world_rank + 1 : MPI_PROC_NULL;
        int from = world_rank > 0 ? world_rank - 1 : MPI_PROC_NULL;
        shift(way, 10, to, from, &status);
        int expected = from == MPI_PROC_NULL ? (way < 4 ? -1 : world_rank * N + 9) : from * N + 9;
        EQUAL(in[9], expected);
        if (way % 4 < 2)
            EQUAL(status.MPI_SOURCE, from);
    }

    /* Different types and lengths in the two directions. */
    double numbers[4] = { world_rank, 1, 2, 3 };
    int from = (world_rank + 1) % world_size, to = (world_rank + world_size - 1) % world_size;
    MPI_Sendrecv(numbers, 4, MPI_DOUBLE, to, 1, in, 8 * (int)sizeof(int), MPI_BYTE, from, 1, MPI_COMM_WORLD,
        MPI_STATUS_IGNORE);
    memcpy(numbers, in, sizeof numbers);
    CHECK(numbers[0] == from && numbers[3] == 3);
    show("sums", sum);
    return finish();
}
