/* Ranks that are started, or should be.
 * ranks: 2
 * case missing
 * stderr: rank 0 could not start processes: there is no program `./no-such-program`
 * stderr: MPI_Comm_spawn: error in spawning processes
 * stderr: [MPI_ERR_SPAWN], at main ({missing})
 * status: 1
 * ending: failed
 * program_status: 1
 * case crowded
 * stderr: 700 ranks are to be started, but the machine has 574 free cores left
 * stderr: [MPI_ERR_SPAWN], at main ({crowded})
 * status: 1
 * ending: failed
 * program_status: 1
 * case silent
 * stderr: rank 3 returned 0 from main without MPI_Init: others wait for it: 2 of 4 ranks can't go on
 * stderr: rank 0: MPI_Comm_spawn at main ({silent}) waits for the 2 ranks it has started, from rank 2 on, to be in MPI_Init
 * stderr: ranks 2 to 3 are 0 to 1 of world 1
 * status: 1
 * ending: failed
 * program_status: 1
 * case port
 * stderr: rank 0 was not accepted at port windtunnel:0.0
 * stderr: invalid port name [MPI_ERR_PORT], at main ({port})
 * status: 1
 * ending: failed
 * program_status: 1
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    MPI_Comm inter;
    if (argc > 1 && !strcmp(argv[1], "started"))
        return 0; /* without MPI_Init */
    const char *what = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    if (!strcmp(what, "missing"))
        MPI_Comm_spawn("./no-such-program", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, NULL); /* missing */
    if (!strcmp(what, "crowded"))
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 700, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, NULL); /* crowded */
    if (!strcmp(what, "silent")) {
        char *arguments[] = {"started", NULL};
        MPI_Comm_spawn(argv[0], arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, NULL); /* silent */
    }
    if (!strcmp(what, "port")) {
        char port[MPI_MAX_PORT_NAME] = "";
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (rank == 0) {
            MPI_Open_port(MPI_INFO_NULL, port);
            MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter); /* port */
        }
    }
    MPI_Finalize();
    return 0;
}
