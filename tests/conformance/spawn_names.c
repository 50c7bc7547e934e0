/* Names for ports: published, found, taken back; and what is said of those that are not there.
 * ranks: 1-3
 * environment: MPIR_CVAR_CH4_NETMOD=ofi */
#include "conformance.h"

int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME] = "", service[] = "windtunnel-conformance";
    int last;
    start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    last = world_rank == world_size - 1;
    if (world_rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        EQUAL(MPI_Publish_name(service, MPI_INFO_NULL, port), MPI_SUCCESS);
    }
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    EQUAL(MPI_Lookup_name(service, MPI_INFO_NULL, found), MPI_SUCCESS);
    SAME(found, port);
    say("found");
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 0)
        EQUAL(MPI_Unpublish_name(service, MPI_INFO_NULL, port), MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    if (last) {
        GIVES(MPI_Lookup_name(service, MPI_INFO_NULL, found), MPI_ERR_NAME);
        GIVES(MPI_Unpublish_name(service, MPI_INFO_NULL, port), MPI_ERR_SERVICE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 0)
        MPI_Close_port(port);
    say("and not found any more");
    return finish();
}
