/* An exception that nobody catches.
 *
 * ranks: 2
 * status: 1
 * ending: crashed
 *
 * case uncaught
 * stderr: terminate called after throwing an instance of 'std::runtime_error'
 * stderr: what():  wrong
 * stderr: rank 1 crashed: SIGABRT (aborted)
 * stderr: called by fail ({throw})
 * stderr: called by main ({call})
 *
 * case handler
 * stderr: rank 1 crashed: SIGABRT (aborted)
 * stderr: called by handler ({handler})
 * stderr: called by main ({send})
 *
 * case caught
 * status: 0
 * ending: finished
 */
#include <cstring>
#include <mpi.h>
#include <stdexcept>

static void fail()
{
    throw std::runtime_error("wrong"); /* throw */
}

static void handler(MPI_Comm *, int *, ...)
{
    throw std::runtime_error("handled"); /* handler */
}

int main(int argc, char **argv)
{
    int rank, got = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1 && std::strcmp(argv[1], "uncaught") == 0)
        fail(); /* call */
    if (rank == 1) {
        MPI_Errhandler own;
        MPI_Comm_create_errhandler(handler, &own);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
        MPI_Errhandler_free(&own);
        if (std::strcmp(argv[1], "handler") == 0)
            MPI_Send(&got, 1, MPI_INT, 5, 0, MPI_COMM_WORLD); /* send */
        try {
            MPI_Send(&got, 1, MPI_INT, 5, 0, MPI_COMM_WORLD);
            return 1;
        } catch (const std::runtime_error &error) {
            if (std::strcmp(error.what(), "handled") != 0)
                return 2;
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
