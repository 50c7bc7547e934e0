/* Two ranks that meet over a socket of their own.
 * ranks: 2-4
 * environment: MPIR_CVAR_CH4_NETMOD=ofi */
#include "spawn.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

/* A connection between the last rank and rank 0: this end of it. */
static int connected(void)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof place;
    int end = -1, listener = -1, last = world_size - 1;
    if (world_rank == 0) {
        listener = socket(AF_INET, SOCK_STREAM, 0);
        CHECK(bind(listener, (struct sockaddr *)&place, sizeof place) == 0 && listen(listener, 1) == 0);
        getsockname(listener, (struct sockaddr *)&place, &length);
        MPI_Send(&place.sin_port, sizeof place.sin_port, MPI_BYTE, last, 1, MPI_COMM_WORLD);
    } else if (world_rank == last) {
        MPI_Recv(&place.sin_port, sizeof place.sin_port, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        end = socket(AF_INET, SOCK_STREAM, 0);
        CHECK(connect(end, (struct sockaddr *)&place, sizeof place) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 0) {
        end = accept(listener, NULL, NULL);
        close(listener);
    }
    return end;
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    int end = connected();
    if (end >= 0) {
        MPI_Comm inter;
        int size, remote;
        MPI_Comm_join(end, &inter);
        MPI_Comm_size(inter, &size);
        MPI_Comm_remote_size(inter, &remote);
        EQUAL(size, 1);
        EQUAL(remote, 1);
        talk(inter, world_rank != 0);
        MPI_Comm_disconnect(&inter);
        /* The socket is the program's own again. */
        char letter = world_rank ? 'b' : 'a', got = 0;
        CHECK(write(end, &letter, 1) == 1);
        MPI_Sendrecv(NULL, 0, MPI_BYTE, world_size - 1 - world_rank, 2, NULL, 0, MPI_BYTE, world_size - 1 - world_rank, 2,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(read(end, &got, 1) == 1);
        EQUAL(got, world_rank ? 'a' : 'b');
        close(end);
    }
    say("joined");
    return finish();
}
