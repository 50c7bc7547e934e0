/* Several non-blocking collectives under way at once, on one communicator and several, mixed with messages and completed
 * in another order than started; persistent ones started many times; collectives of parts of the world.
 * ranks: 1-4 7 8 16 17 */
#include "conformance.h"

enum { N = 2000, ROUNDS = 5 };

static void many_at_once(void)
{
    static int bcast[N], reduced[N], mine[N], gathered[64], scanned[N];
    int last = world_size - 1, got = -1, number = world_rank * 11;
    MPI_Request requests[8];
    for (int i = 0; i < N; i++) {
        bcast[i] = world_rank == last ? i : -1;
        mine[i] = world_rank + i;
    }
    MPI_Ibcast(bcast, N, MPI_INT, last, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(mine, reduced, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Irecv(&got, 1, MPI_INT, (world_rank + last) % world_size, 5, MPI_COMM_WORLD, &requests[2]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[3]);
    MPI_Isend(&number, 1, MPI_INT, (world_rank + 1) % world_size, 5, MPI_COMM_WORLD, &requests[4]);
    MPI_Iallgather(&number, 1, MPI_INT, gathered, 1, MPI_INT, MPI_COMM_WORLD, &requests[5]);
    MPI_Iscan(mine, scanned, N, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[6]);
    MPI_Ibarrier(MPI_COMM_SELF, &requests[7]);
    if (world_rank % 2) /* backwards on every other rank */
        for (int k = 7; k >= 0; k--)
            MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
    else
        for (int done = 0; done < 8;) {
            int n, indices[8];
            MPI_Testsome(8, requests, &n, indices, MPI_STATUSES_IGNORE);
            done += n == MPI_UNDEFINED ? 8 : n;
        }
    int wrong = 0, base = world_size * last / 2;
    for (int i = 0; i < N; i++)
        wrong += bcast[i] != i || reduced[i] != base + world_size * i || scanned[i] != world_rank + i;
    for (int r = 0; r < world_size; r++)
        wrong += gathered[r] != 11 * r;
    EQUAL(wrong, 0);
    EQUAL(got, 11 * ((world_rank + last) % world_size));
}

/* The same collective on overlapping communicators, in an order that blocking ones could not have. */
static void overlapping(void)
{
    MPI_Comm pairs[2];
    MPI_Request requests[2];
    int mine = world_rank + 1, sums[2] = { 0, 0 };
    /* (0 1)(2 3)… and (1 2)(3 4)…: a chain through all ranks. */
    MPI_Comm_split(MPI_COMM_WORLD, world_rank / 2, world_rank, &pairs[0]);
    MPI_Comm_split(MPI_COMM_WORLD, (world_rank + 1) / 2, world_rank, &pairs[1]);
    for (int k = 0; k < 2; k++)
        MPI_Iallreduce(&mine, &sums[k], 1, MPI_INT, MPI_SUM, pairs[k], &requests[k]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    int first = world_rank / 2 * 2, other = (world_rank + 1) / 2 * 2 - 1;
    EQUAL(sums[0], first + 1 + (first + 1 < world_size ? first + 2 : 0));
    EQUAL(sums[1], (other >= 0 ? other + 1 : 0) + (other + 1 < world_size ? other + 2 : 0));
    MPI_Comm_free(&pairs[0]);
    MPI_Comm_free(&pairs[1]);
}

static void persistent_rounds(void)
{
    static int in[N], out[N], parts[64 * 4], got[64 * 4];
    MPI_Request requests[3];
    MPI_Allreduce_init(in, out, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Alltoall_init(parts, 4, MPI_INT, got, 4, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[2]);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < N; i++)
            in[i] = world_rank * round + i;
        for (int i = 0; i < 4 * world_size; i++)
            parts[i] = world_rank * 1000 + i + round;
        MPI_Startall(3, requests);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        int wrong = 0;
        for (int i = 0; i < N; i++)
            wrong += out[i] != round * world_size * (world_size - 1) / 2 + i * world_size;
        for (int r = 0; r < world_size; r++)
            for (int i = 0; i < 4; i++)
                wrong += got[4 * r + i] != r * 1000 + 4 * world_rank + i + round;
        EQUAL(wrong, 0);
    }
    for (int k = 0; k < 3; k++)
        MPI_Request_free(&requests[k]);
}

static void parts(void)
{
    MPI_Comm part;
    int rank, size, sum = 0, root_value;
    MPI_Comm_split(MPI_COMM_WORLD, world_rank % 3, -world_rank, &part);
    MPI_Comm_rank(part, &rank);
    MPI_Comm_size(part, &size);
    for (int round = 0; round < ROUNDS; round++) {
        int root = round % size;
        root_value = rank == root ? world_rank : -1;
        MPI_Bcast(&root_value, 1, MPI_INT, root, part);
        sum += root_value;
        MPI_Allreduce(MPI_IN_PLACE, &root_value, 1, MPI_INT, MPI_MAX, part);
        MPI_Barrier(part);
    }
    show("sums of roots", sum);
    MPI_Comm_free(&part);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    many_at_once();
    overlapping();
    persistent_rounds();
    parts();
    return finish();
}
