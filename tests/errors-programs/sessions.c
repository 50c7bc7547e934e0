/* Sessions: calls outside of one, what is left over, ranks that do not agree.
 *
 * ranks: 2
 *
 * case before
 * status: 1
 * ending: failed
 * stderr: rank 0: MPI_Comm_free was called before MPI_Init, at main ({free})
 *
 * case closed
 * status: 1
 * ending: failed
 * stderr: MPI_Comm_free was called after MPI_Session_finalize, at main ({free})
 *
 * case world
 * status: 1
 * ending: failed
 * stderr: rank 0: MPI_Barrier: MPI_COMM_WORLD is there from MPI_Init to MPI_Finalize only [MPI_ERR_COMM], at main ({world})
 *
 * case null
 * status: 1
 * ending: failed
 * stderr: rank 0: MPI_Session_finalize: null session [MPI_ERR_SESSION], at main ({null})
 *
 * case set
 * status: 1
 * ending: failed
 * stderr: rank 0: MPI_Session_get_pset_info: there is no process set of this name [MPI_ERR_ARG], at main ({set})
 *
 * case tag
 * status: 1
 * ending: failed
 * stderr: deadlock: 2 of 2 ranks can't go on
 * stderr: rank 0: MPI_Comm_create_from_group at main ({make}) waits for the creation of a communicator of a group of 2, tag "a"
 * stderr: rank 1: MPI_Comm_create_from_group at main ({make}) waits for the creation of a communicator of a group of 2, tag "b"
 *
 * case alive
 * status: 0
 * ending: finished
 * stderr: warning: rank 0: 1 communicator of a session was neither freed nor completed before MPI_Session_finalize
 *
 * case open
 * status: 0
 * ending: finished
 * stderr: warning: rank 0 has ended without MPI_Session_finalize
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int (*is)(const char *, const char *) = strcmp;
    int rank;
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Info info;
    MPI_Group group;
    MPI_Comm comm = MPI_COMM_NULL;
    (void)argc;
    if (is(argv[1], "before") != 0)
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    if (is(argv[1], "closed") == 0)
        MPI_Session_finalize(&session);
    if (is(argv[1], "before") == 0 || is(argv[1], "closed") == 0)
        MPI_Comm_free(&comm); /* free */
    if (is(argv[1], "world") == 0)
        MPI_Barrier(MPI_COMM_WORLD); /* world */
    if (is(argv[1], "null") == 0) {
        MPI_Session other = MPI_SESSION_NULL;
        MPI_Session_finalize(&other); /* null */
    }
    if (is(argv[1], "set") == 0)
        MPI_Session_get_pset_info(session, "mpi://NOWHERE", &info); /* set */
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Group_rank(group, &rank);
    const char *tag = is(argv[1], "tag") == 0 && rank == 1 ? "b" : "a";
    MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm); /* make */
    MPI_Group_free(&group);
    if (is(argv[1], "alive") != 0)
        MPI_Comm_free(&comm);
    if (is(argv[1], "open") != 0)
        MPI_Session_finalize(&session);
    return 0;
}
