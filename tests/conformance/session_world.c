/* Sessions beside the world: in a library that knows nothing of the program's MPI_Init, from before MPI_Init until after
 * MPI_Finalize; communicators and intercommunicators of groups of either; error handlers; buffers.
 * ranks: 1-4 7 16
 * needs: MPI_Session_attach_buffer */
#include "conformance.h"

/* What a library does of its own: in rounds 0 and 1 within the time of the world. */
static void library(int round)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int rank = -1, sum = 0, result, others;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "library", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    EQUAL(rank, world_rank);
    MPI_Group_size(group, &others);
    EQUAL(others, world_size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    EQUAL(sum, world_size * (world_size - 1) / 2);
    if (round < 2) {
        MPI_Comm_compare(comm, MPI_COMM_WORLD, &result);
        EQUAL(result, MPI_CONGRUENT);
    }
    if (round == 0)
        say("the library's sum is %d", sum);
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
}

/* A communicator of a group of the world's. */
static void of_the_world(void)
{
    MPI_Group world, reversed;
    MPI_Comm comm;
    MPI_Errhandler errhandler;
    int range[1][3] = {{world_size - 1, 0, -1}}, rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &reversed);
    MPI_Comm_create_from_group(reversed, "reversed", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Comm_rank(comm, &rank);
    EQUAL(rank, world_size - 1 - world_rank);
    MPI_Comm_get_errhandler(comm, &errhandler);
    CHECK(errhandler == MPI_ERRORS_RETURN);
    GIVES(MPI_Send(NULL, 0, MPI_INT, world_size, 0, comm), MPI_ERR_RANK);
    MPI_Comm_free(&comm);
    MPI_Group_free(&reversed);
    MPI_Group_free(&world);
}

/* An intercommunicator of the even and the odd ranks. */
static void two_groups(MPI_Session session)
{
    MPI_Group world, halves[2];
    MPI_Comm inter;
    int own = world_rank % 2, flag = 0, size = -1, remote = -1, peer = -1;
    if (world_size < 2)
        return;
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    for (int half = 0; half < 2; half++) {
        int range[1][3] = {{half, world_size - 1, 2}};
        MPI_Group_range_incl(world, 1, range, &halves[half]);
    }
    MPI_Intercomm_create_from_groups(halves[own], 0, halves[1 - own], 0, "even and odd", MPI_INFO_NULL,
                                     MPI_ERRORS_RETURN, &inter);
    MPI_Comm_test_inter(inter, &flag);
    EQUAL(flag, 1);
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &remote);
    EQUAL(size + remote, world_size);
    EQUAL(size, (world_size + 1 - own) / 2);
    if (world_rank / 2 < remote)
        MPI_Sendrecv(&world_rank, 1, MPI_INT, world_rank / 2, 1, &peer, 1, MPI_INT, world_rank / 2, 1, inter,
                     MPI_STATUS_IGNORE);
    EQUAL(peer, world_rank / 2 < remote ? (world_rank ^ 1) : -1);
    int ranks = 1, theirs = 0;
    MPI_Allreduce(&ranks, &theirs, 1, MPI_INT, MPI_SUM, inter);
    EQUAL(theirs, remote);
    MPI_Comm_free(&inter);
    MPI_Group_free(&halves[0]);
    MPI_Group_free(&halves[1]);
    MPI_Group_free(&world);
}

static int handled, handled_code;
static MPI_Session handled_session;

static void note(MPI_Session *session, int *code, ...)
{
    handled++;
    handled_session = *session;
    MPI_Error_class(*code, &handled_code);
}

static void handlers(void)
{
    MPI_Session session;
    MPI_Errhandler own, held;
    MPI_Group group = MPI_GROUP_EMPTY;
    MPI_Info info;
    int sets = 0;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Session_create_errhandler(note, &own);
    MPI_Session_init(MPI_INFO_NULL, own, &session);
    MPI_Session_get_errhandler(session, &held);
    CHECK(held == own);
    MPI_Errhandler_free(&held);
    MPI_Errhandler_free(&own);
    MPI_Session_call_errhandler(session, MPI_ERR_OTHER);
    EQUAL(handled, 1);
    EQUAL(handled_code, MPI_ERR_OTHER);
    CHECK(handled_session == session);
    CHECK(MPI_Session_get_num_psets(MPI_SESSION_NULL, MPI_INFO_NULL, &sets) != MPI_SUCCESS);
    EQUAL(handled, 1); /* no session's */
    MPI_Session_get_pset_info(session, "mpi://nowhere", &info);
    EQUAL(handled, 2);
    MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN);
    CHECK(MPI_Session_get_pset_info(session, "mpi://nowhere", &info) != MPI_SUCCESS);
    EQUAL(MPI_Session_call_errhandler(session, MPI_ERR_OTHER), MPI_SUCCESS);
    EQUAL(handled, 2);
    GIVES(MPI_Group_from_session_pset(session, "mpi://nowhere", &group), MPI_ERR_ARG);
    MPI_Session_finalize(&session);
}

/* A buffered message goes through the buffer of its communicator, else through that of its session. */
static void buffers(MPI_Session session)
{
    enum { ROOM = 1000 + MPI_BSEND_OVERHEAD };
    static char memory[2][ROOM], message[1000], got[1000];
    MPI_Group group;
    MPI_Comm comm;
    MPI_Request request;
    void *address;
    int size, next = (world_rank + 1) % world_size, before = (world_rank + world_size - 1) % world_size;
    MPI_Count large;
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "buffers", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    GIVES(MPI_Bsend(message, 1000, MPI_CHAR, next, 0, comm), MPI_ERR_BUFFER);
    MPI_Session_attach_buffer(session, memory[0], ROOM);
    memset(message, 'a' + world_rank, sizeof message);
    MPI_Bsend(message, 1000, MPI_CHAR, next, 0, comm);
    MPI_Recv(got, 1000, MPI_CHAR, before, 0, comm, MPI_STATUS_IGNORE);
    EQUAL(got[999], 'a' + before);
    MPI_Session_flush_buffer(session);
    MPI_Comm_attach_buffer(comm, memory[1], MPI_BSEND_OVERHEAD + 10);
    GIVES(MPI_Bsend(message, 1000, MPI_CHAR, next, 0, comm), MPI_ERR_BUFFER);
    MPI_Comm_detach_buffer(comm, &address, &size);
    CHECK(address == memory[1] && size == MPI_BSEND_OVERHEAD + 10);
    MPI_Session_iflush_buffer(session, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Session_detach_buffer(session, &address, &size);
    CHECK(address == memory[0] && size == ROOM);
    MPI_Session_attach_buffer_c(session, memory[1], ROOM);
    MPI_Bsend(message, 1000, MPI_CHAR, next, 1, comm);
    MPI_Recv(got, 1000, MPI_CHAR, before, 1, comm, MPI_STATUS_IGNORE);
    MPI_Session_detach_buffer_c(session, &address, &large);
    CHECK(address == memory[1] && large == ROOM);
    MPI_Session_attach_buffer(session, MPI_BUFFER_AUTOMATIC, 0);
    MPI_Bsend(message, 1000, MPI_CHAR, next, 2, comm);
    MPI_Recv(got, 1000, MPI_CHAR, before, 2, comm, MPI_STATUS_IGNORE);
    MPI_Session_detach_buffer(session, &address, &size);
    CHECK(address == MPI_BUFFER_AUTOMATIC);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    MPI_Session around;
    MPI_Group group;
    MPI_Comm comm;
    int flag = -1, status = 0, rank = -1;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &around);
    start(&argc, &argv);
    library(0);
    library(1);
    of_the_world();
    two_groups(around);
    handlers();
    buffers(around);
    MPI_Initialized(&flag);
    EQUAL(flag, 1);
    MPI_Group_from_session_pset(around, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "around", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    status = finish(); /* with MPI_Finalize */
    MPI_Finalized(&flag);
    MPI_Comm_rank(comm, &rank);
    MPI_Barrier(comm);
    if (flag != 1 || rank != world_rank)
        status = 1;
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&around);
    library(2);
    return status;
}
