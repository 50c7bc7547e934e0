/* The order of matching: messages of one sender do not overtake, receives match in the order of their posts, wildcards
 * included, tags pick, communicators keep apart.
 * ranks: 2 3 4 7 */
#include "conformance.h"

/* Posted receives, specific and wild, mixed. The sender's messages all fit several of them. */
static void posted(void)
{
    enum { N = 8 };
    static const int tags[N] = { 1, MPI_ANY_TAG, 2, MPI_ANY_TAG, 1, 2, MPI_ANY_TAG, 1 };
    static const int sent[N] = { 2, 1, 1, 2, 2, 1, 1, 1 };
    int values[N];
    MPI_Request requests[N];
    MPI_Status statuses[N];
    if (world_rank == 0) {
        for (int i = 0; i < N; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, i % 3 ? 1 : MPI_ANY_SOURCE, tags[i], MPI_COMM_WORLD, &requests[i]);
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Waitall(N, requests, statuses);
        for (int i = 0; i < N; i++)
            printf("posted receive %d: message %d with tag %d\n", i, values[i], statuses[i].MPI_TAG);
    } else if (world_rank == 1) {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < N; i++)
            MPI_Send(&i, 1, MPI_INT, 0, sent[i], MPI_COMM_WORLD);
    }
}

/* Unexpected messages, eager and long ones alternating, taken by tag or as they came. */
static void unexpected(void)
{
    enum { N = 6, LONG = 50000 };
    static const int wanted[N] = { 2, MPI_ANY_TAG, MPI_ANY_TAG, 4, MPI_ANY_TAG, MPI_ANY_TAG };
    static int buffers[N][LONG];
    MPI_Request requests[N];
    if (world_rank == 1) {
        for (int i = 0; i < N; i++) {
            buffers[i][0] = i;
            MPI_Isend(buffers[i], i % 2 ? LONG : 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
        }
        MPI_Send(NULL, 0, MPI_INT, 0, 100, MPI_COMM_WORLD);
        MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
    } else if (world_rank == 0) {
        MPI_Recv(NULL, 0, MPI_INT, 1, 100, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < N; i++) {
            MPI_Status status;
            int count;
            MPI_Recv(buffers[0], LONG, MPI_INT, MPI_ANY_SOURCE, wanted[i], MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT, &count);
            printf("unexpected receive %d: message %d with tag %d, %d words\n", i, buffers[0][0], status.MPI_TAG, count);
        }
    }
}

/* The same ranks and tags in two communicators. */
static void apart(void)
{
    MPI_Comm other;
    int value = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (world_rank == 1) {
        int first = 1, second = 2;
        MPI_Send(&first, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
        MPI_Send(&second, 1, MPI_INT, 0, 7, other);
    } else if (world_rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, other, MPI_STATUS_IGNORE);
        EQUAL(value, 2);
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        EQUAL(value, 1);
    }
    MPI_Comm_free(&other);
}

/* From each sender in order, whatever the mix: ANY_SOURCE sees each sender's sequence rising. */
static void everyone_to_one(void)
{
    enum { EACH = 40 };
    static int block[20000];
    if (world_rank > 0) {
        for (int i = 0; i < EACH; i++) {
            block[0] = i;
            MPI_Send(block, i % 5 == 4 ? 20000 : 1 + i, MPI_INT, 0, i % 3, MPI_COMM_WORLD);
        }
        return;
    }
    int *seen = calloc(world_size * 3, sizeof *seen), total = 0;
    for (int i = 0; i < world_size * 3; i++)
        seen[i] = -1;
    for (int k = 0; k < EACH * (world_size - 1); k++) {
        MPI_Status status;
        MPI_Recv(block, 20000, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        int *last = &seen[3 * status.MPI_SOURCE + status.MPI_TAG];
        CHECK(block[0] > *last && block[0] % 3 == status.MPI_TAG);
        *last = block[0];
        total += block[0];
    }
    EQUAL(total, (world_size - 1) * EACH * (EACH - 1) / 2);
    free(seen);
}

/* The largest tag there may be. */
static void tags(void)
{
    int *bound = NULL, flag = 0, value = world_rank;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &flag);
    CHECK(flag && *bound >= 32767);
    int next = (world_rank + 1) % world_size, before = (world_rank + world_size - 1) % world_size;
    MPI_Sendrecv_replace(&value, 1, MPI_INT, next, *bound, before, *bound, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EQUAL(value, before);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    posted();
    MPI_Barrier(MPI_COMM_WORLD);
    unexpected();
    apart();
    MPI_Barrier(MPI_COMM_WORLD);
    everyone_to_one();
    MPI_Barrier(MPI_COMM_WORLD); /* nothing of the next part may match the wildcards of this one */
    tags();
    return finish();
}
