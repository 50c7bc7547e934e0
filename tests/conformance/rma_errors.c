/* Arguments that are refused, with their error classes, by MPICH as well.
 * ranks: 2 3 */
#include "conformance.h"

static int window[10], mine[10];

static void arguments(MPI_Win win)
{
    MPI_Win_fence(0, win);
    GIVES(MPI_Put(mine, -1, MPI_INT, 1, 0, 1, MPI_INT, win), MPI_ERR_COUNT);
    GIVES(MPI_Put(mine, 1, MPI_DATATYPE_NULL, 1, 0, 1, MPI_INT, win), MPI_ERR_TYPE);
    GIVES(MPI_Put(mine, 1, MPI_INT, world_size, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    GIVES(MPI_Put(mine, 1, MPI_INT, 1, -1, 1, MPI_INT, win), MPI_ERR_DISP);
    GIVES(MPI_Accumulate(mine, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_OP_NULL, win), MPI_ERR_OP);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

int main(int argc, char **argv)
{
    MPI_Win win, none = MPI_WIN_NULL;
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    GIVES(MPI_Win_fence(0, MPI_WIN_NULL), MPI_ERR_WIN);
    GIVES(MPI_Win_free(&none), MPI_ERR_WIN);
    GIVES(MPI_Win_create(window, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_SIZE);
    GIVES(MPI_Win_create(window, 4, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_DISP);
    MPI_Win_create(window, sizeof window, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    arguments(win);
    MPI_Win_free(&win);
    return finish();
}
