/* What is refused outside its epoch, beyond the window and with wrong assertions: the classes that the standard names.
 * ranks: 2 3
 * mpich: does not detect most of these */
#include "conformance.h"

static int window[10], mine[10];

static void epochs(MPI_Win win)
{
    GIVES(MPI_Put(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Get(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Win_unlock(0, win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Win_complete(win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Win_wait(win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Win_flush(0, win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Win_flush_all(win), MPI_ERR_RMA_SYNC);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    GIVES(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Put(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    MPI_Win_unlock(0, win);
    MPI_Win_lock_all(0, win);
    GIVES(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Win_unlock(0, win), MPI_ERR_RMA_SYNC);
    MPI_Win_unlock_all(win);
}

/* Post, start, complete and wait where they do not belong. */
static void exposures(MPI_Win win, MPI_Group world)
{
    int flag;
    GIVES(MPI_Win_test(win, &flag), MPI_ERR_RMA_SYNC);
    MPI_Win_post(world, 0, win);
    GIVES(MPI_Win_post(world, 0, win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    MPI_Win_start(world, 0, win);
    GIVES(MPI_Win_start(world, 0, win), MPI_ERR_RMA_SYNC);
    GIVES(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    MPI_Request request;
    GIVES(MPI_Rput(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request), MPI_ERR_RMA_SYNC);
    MPI_Win none = win;
    GIVES(MPI_Win_free(&none), MPI_ERR_RMA_SYNC);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
}

static void places(MPI_Win win)
{
    MPI_Win_lock_all(0, win);
    GIVES(MPI_Put(mine, 1, MPI_INT, 1, 10, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    GIVES(MPI_Get(mine, 3, MPI_INT, 1, 8, 3, MPI_INT, win), MPI_ERR_RMA_RANGE);
    GIVES(MPI_Put(mine, 2, MPI_INT, 1, 0, 1, MPI_INT, win), MPI_ERR_TYPE);
    GIVES(MPI_Accumulate(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win), MPI_ERR_OP);
    MPI_Win_unlock_all(win);
    GIVES(MPI_Win_fence(MPI_MODE_NOCHECK, win), MPI_ERR_ASSERT);
    GIVES(MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOPUT, win), MPI_ERR_ASSERT);
    GIVES(MPI_Win_lock(77, 0, 0, win), MPI_ERR_LOCKTYPE);
    MPI_Aint bytes;
    int unit, *base;
    GIVES(MPI_Win_shared_query(win, world_size, &bytes, &unit, &base), MPI_ERR_RANK);
}

/* What only the target knows is told by the call that completes the access. */
static void dynamic(void)
{
    MPI_Win win;
    MPI_Aint place;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    GIVES(MPI_Win_detach(win, window), MPI_ERR_BASE);
    MPI_Win_attach(win, window, sizeof window);
    GIVES(MPI_Win_attach(win, window + 1, 4), MPI_ERR_RMA_ATTACH);
    MPI_Get_address(window, &place);
    MPI_Bcast(&place, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    if (world_rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(mine, 10, MPI_INT, 1, place, 10, MPI_INT, win);
        EQUAL(MPI_Win_flush(1, win), MPI_SUCCESS);
        MPI_Put(mine, 10, MPI_INT, 1, place + 4, 10, MPI_INT, win);
        GIVES(MPI_Win_flush(1, win), MPI_ERR_RMA_RANGE);
        EQUAL(MPI_Win_unlock(1, win), MPI_SUCCESS);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, window);
    MPI_Aint bytes;
    int unit, *base;
    GIVES(MPI_Win_shared_query(win, 0, &bytes, &unit, &base), MPI_ERR_RMA_FLAVOR);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    MPI_Win win;
    MPI_Group world;
    start(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Win_create(window, sizeof window, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    epochs(win);
    exposures(win, world);
    places(win);
    MPI_Win_free(&win);
    dynamic();
    MPI_Group_free(&world);
    return finish();
}
