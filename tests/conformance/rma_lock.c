/* Passive targets: locks of one and of all, flushes, request-based accesses.
 * ranks: 1-5 9 */
#include "conformance.h"

/* A counter under an exclusive lock, read and written apart. */
static void counter(void)
{
    int *window, count;
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, world_rank, 0, win);
    *window = 0;
    MPI_Win_unlock(world_rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 10; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&count, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush_local(0, win);
        count++;
        MPI_Put(&count, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&count, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    EQUAL(count, 10 * world_size);
    MPI_Win_free(&win);
}

/* Locks of all ranks one by one, and of nobody. */
static void nested(void)
{
    int *window, mine = world_rank;
    MPI_Win win;
    MPI_Win_allocate((MPI_Aint)world_size * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &window, &win);
    for (int to = 0; to < world_size; to++)
        MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    for (int to = 0; to < world_size; to++)
        MPI_Put(&mine, 1, MPI_INT, to, world_rank, 1, MPI_INT, win);
    for (int to = world_size - 1; to >= 0; to--)
        MPI_Win_unlock(to, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, world_rank, MPI_MODE_NOCHECK, win);
    for (int from = 0; from < world_size; from++)
        EQUAL(window[from], from);
    MPI_Win_unlock(world_rank, win);
    MPI_Win_free(&win);
}

/* Put, flush, and be told: a ping-pong of a long block. */
static void ping_pong(int count)
{
    int *window, *mine = malloc(count * sizeof *mine + 1), token = 0;
    MPI_Win win;
    MPI_Win_allocate(count * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    MPI_Win_lock_all(0, win);
    const int peer = world_rank ^ 1;
    if (peer < world_size) {
        for (int round = 0; round < 4; round++) {
            if (round % 2 == world_rank % 2) {
                for (int i = 0; i < count; i++)
                    mine[i] = 1000 * world_rank + 10 * round + i;
                MPI_Put(mine, count, MPI_INT, peer, 0, count, MPI_INT, win);
                if (round < 2)
                    MPI_Win_flush(peer, win);
                else
                    MPI_Win_flush_all(win);
                MPI_Send(&token, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
            } else {
                MPI_Recv(&token, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                MPI_Win_sync(win);
                for (int i = 0; i < count; i++)
                    EQUAL(window[i], 1000 * peer + 10 * round + i);
            }
        }
    }
    MPI_Win_flush_local_all(win);
    MPI_Win_unlock_all(win);
    free(mine);
    MPI_Win_free(&win);
}

static void requests(void)
{
    enum { COUNT = 300 };
    double *window, mine[COUNT], got[COUNT], old[COUNT], sum[COUNT];
    MPI_Request request[4];
    MPI_Win win;
    const int to = (world_rank + 1) % world_size;
    MPI_Win_allocate(2 * COUNT * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    for (int i = 0; i < COUNT; i++) {
        mine[i] = world_rank + i;
        window[i] = window[COUNT + i] = -1;
        sum[i] = old[i] = got[i] = -9;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Rput(mine, COUNT, MPI_DOUBLE, to, 0, COUNT, MPI_DOUBLE, win, &request[0]);
    MPI_Raccumulate(mine, COUNT, MPI_DOUBLE, to, COUNT, COUNT, MPI_DOUBLE, MPI_SUM, win, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    CHECK(request[0] == MPI_REQUEST_NULL && request[1] == MPI_REQUEST_NULL);
    MPI_Win_flush(to, win);
    MPI_Rget(got, COUNT, MPI_DOUBLE, to, 0, COUNT, MPI_DOUBLE, win, &request[0]);
    MPI_Rget_accumulate(mine, COUNT, MPI_DOUBLE, old, COUNT, MPI_DOUBLE, to, COUNT, COUNT, MPI_DOUBLE, MPI_SUM, win,
                        &request[1]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    for (int i = 0; i < COUNT; i++)
        CHECK(got[i] == world_rank + i && old[i] == world_rank + i - 1);
    MPI_Rput_c(mine, COUNT, MPI_DOUBLE, to, 0, COUNT, MPI_DOUBLE, win, &request[0]);
    MPI_Raccumulate_c(mine, COUNT, MPI_DOUBLE, to, COUNT, COUNT, MPI_DOUBLE, MPI_SUM, win, &request[1]);
    MPI_Rput_c(mine, COUNT, MPI_DOUBLE, MPI_PROC_NULL, 0, COUNT, MPI_DOUBLE, win, &request[2]);
    MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
    MPI_Win_flush_all(win);
    MPI_Rget_c(got, COUNT, MPI_DOUBLE, to, COUNT, COUNT, MPI_DOUBLE, win, &request[0]);
    MPI_Rget_accumulate_c(NULL, 0, MPI_DOUBLE, sum, COUNT, MPI_DOUBLE, to, COUNT, COUNT, MPI_DOUBLE, MPI_NO_OP, win,
                          &request[1]);
    int done = 0;
    while (!done)
        MPI_Testall(2, request, &done, MPI_STATUSES_IGNORE);
    for (int i = 0; i < COUNT; i++)
        CHECK(got[i] == sum[i] && sum[i] == 3.0 * (world_rank + i) - 1);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    counter();
    nested();
    ping_pong(1);
    ping_pong(70000);
    requests();
    say("locked and flushed");
    return finish();
}
