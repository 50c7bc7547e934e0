/* Persistent collective operations match in the order of their initialisations, whatever the order of their starts.
 * ranks: 2-5 */
#include "conformance.h"

enum { OPERATIONS = 4, ROUNDS = 5, WORDS = 700 };

static int sum_of[WORDS], sum[WORDS], told[WORDS], own[2], all[2 * 16], other_of[WORDS], other[WORDS];

static void make(MPI_Comm comm, MPI_Info info, MPI_Request *requests)
{
    MPI_Allreduce_init(sum_of, sum, WORDS, MPI_INT, MPI_SUM, comm, info, &requests[0]);
    MPI_Bcast_init(told, WORDS, MPI_INT, world_size - 1, comm, info, &requests[1]);
    MPI_Allgather_init(own, 2, MPI_INT, all, 2, MPI_INT, comm, info, &requests[2]);
    /* The same in shape as the first: only its number tells them apart. */
    MPI_Allreduce_init(other_of, other, WORDS, MPI_INT, MPI_SUM, comm, info, &requests[3]);
}

static void fill(int round)
{
    for (int i = 0; i < WORDS; i++) {
        sum_of[i] = world_rank * 1000 + i + round;
        other_of[i] = -(world_rank * 7 + i * round);
        told[i] = world_rank == world_size - 1 ? i * 3 + round : -1;
        sum[i] = other[i] = 0;
    }
    own[0] = world_rank * 10 + round;
    own[1] = round;
    memset(all, 0, sizeof all);
}

static void check(int round)
{
    int n = world_size, ranks = n * (n - 1) / 2;
    for (int i = 0; i < WORDS; i++) {
        EQUAL(sum[i], ranks * 1000 + n * (i + round));
        EQUAL(other[i], -(ranks * 7 + n * i * round));
        EQUAL(told[i], i * 3 + round);
    }
    for (int rank = 0; rank < n; rank++)
        CHECK(all[2 * rank] == rank * 10 + round && all[2 * rank + 1] == round);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Request requests[OPERATIONS];
    make(comm, MPI_INFO_NULL, requests);
    for (int round = 0; round < ROUNDS; round++) {
        fill(round);
        /* Each rank begins with another one, and every other one goes backwards. */
        for (int k = 0; k < OPERATIONS; k++) {
            int step = world_rank % 2 ? OPERATIONS - k : k;
            MPI_Start(&requests[(world_rank + round + step) % OPERATIONS]);
        }
        /* An ordinary collective in between is matched by itself. */
        int one = 1, ranks = 0;
        MPI_Allreduce(&one, &ranks, 1, MPI_INT, MPI_SUM, comm);
        EQUAL(ranks, world_size);
        MPI_Waitall(OPERATIONS, requests, MPI_STATUSES_IGNORE);
        check(round);
    }
    for (int k = 0; k < OPERATIONS; k++)
        MPI_Request_free(&requests[k]);

    /* Ranks that promise to start in one order do so. */
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_strict_persistent_collective_ordering", "true");
    MPI_Comm_set_info(comm, info);
    MPI_Info_free(&info);
    make(comm, MPI_INFO_NULL, requests);
    fill(ROUNDS);
    MPI_Startall(OPERATIONS, requests);
    MPI_Waitall(OPERATIONS, requests, MPI_STATUSES_IGNORE);
    check(ROUNDS);
    for (int k = 0; k < OPERATIONS; k++)
        MPI_Request_free(&requests[k]);
    MPI_Comm_free(&comm);
    say("%d rounds", ROUNDS);
    return finish();
}
