/* Groups that meet at a port, by its name or by one that is published; and what is said of wrong ones.
 * ranks: 2-5
 * environment: MPIR_CVAR_CH4_NETMOD=ofi */
#include "spawn.h"

/* The lower ranks accept, the others connect; `twice` at the same port. */
static void meet(MPI_Comm half, int serve, const char *port)
{
    for (int round = 0; round < 2; round++) {
        MPI_Comm inter;
        if (serve)
            MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &inter);
        else
            MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &inter);
        talk(inter, !serve);
        MPI_Comm_disconnect(&inter);
        CHECK(inter == MPI_COMM_NULL);
    }
}

int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME], other[MPI_MAX_PORT_NAME];
    int serve, rank;
    MPI_Comm half;
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    serve = world_rank < world_size / 2;
    MPI_Comm_split(MPI_COMM_WORLD, serve, 0, &half);
    MPI_Comm_rank(half, &rank);
    /* The name is sent. */
    if (world_rank == 0)
        MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    meet(half, serve, port);
    say("met at a port");
    /* Only the root needs to know it. */
    if (rank != 0)
        memset(port, 0, sizeof port);
    meet(half, serve, port);
    if (world_rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, other);
        CHECK(strcmp(port, other));
        MPI_Close_port(other);
    }
    /* Single ranks. */
    if (rank == 0)
        meet(MPI_COMM_SELF, serve, port);
    if (world_rank == 0)
        MPI_Close_port(port);
    say("and the two roots alone");
    MPI_Comm_free(&half);
    return finish();
}
