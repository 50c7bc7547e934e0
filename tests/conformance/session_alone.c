/* Sessions without MPI_Init: process sets, groups of them, communicators and windows of groups, several sessions at a
 * time and one after the other.
 * ranks: 1 2 3 4 7 16 */
#include "conformance.h"

/* The verdict of ranks that have no world. */
static int verdict(MPI_Comm comm)
{
    int all = 0;
    MPI_Reduce(&failures, &all, 1, MPI_INT, MPI_SUM, 0, comm);
    if (all)
        say("%d checks failed", all);
    else
        say("all checks passed");
    return failures ? 1 : 0;
}

static MPI_Session opened(const char *level)
{
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Info wanted, given;
    char value[64] = "";
    int flag = 0, length = sizeof value;
    MPI_Info_create(&wanted);
    MPI_Info_set(wanted, "thread_level", level);
    EQUAL(MPI_Session_init(wanted, MPI_ERRORS_RETURN, &session), MPI_SUCCESS);
    CHECK(session != MPI_SESSION_NULL);
    MPI_Info_free(&wanted);
    EQUAL(MPI_Session_get_info(session, &given), MPI_SUCCESS);
    MPI_Info_get_string(given, "thread_level", &length, value, &flag);
    CHECK(flag && strncmp(value, "MPI_THREAD_", 11) == 0);
    MPI_Info_free(&given);
    return session;
}

/* The number of a set of processes, or -1. */
static int number_of(MPI_Session session, const char *wanted)
{
    int sets = 0, found = -1;
    EQUAL(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets), MPI_SUCCESS);
    CHECK(sets >= 2);
    for (int set = 0; set < sets; set++) {
        char name[MPI_MAX_PSET_NAME_LEN] = "", cut[5] = "";
        int needed = 0, length = sizeof name, few = sizeof cut;
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, set, &needed, NULL);
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, set, &length, name);
        EQUAL(needed, strlen(name) + 1);
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, set, &few, cut);
        EQUAL(strncmp(cut, name, 4), 0);
        EQUAL(cut[4], 0);
        if (strcmp(name, wanted) == 0)
            found = set;
    }
    return found;
}

static int size_of(MPI_Session session, const char *set)
{
    MPI_Info info;
    char value[32] = "";
    int flag = 0, length = sizeof value;
    EQUAL(MPI_Session_get_pset_info(session, set, &info), MPI_SUCCESS);
    MPI_Info_get_string(info, "mpi_size", &length, value, &flag);
    CHECK(flag);
    MPI_Info_free(&info);
    return atoi(value);
}

static MPI_Comm comm_of(MPI_Session session, const char *set, const char *tag)
{
    MPI_Group group;
    MPI_Comm comm = MPI_COMM_NULL;
    EQUAL(MPI_Group_from_session_pset(session, set, &group), MPI_SUCCESS);
    EQUAL(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm), MPI_SUCCESS);
    MPI_Group_free(&group);
    return comm;
}

/* A sum, a ring and a window: the same on every rank of a communicator. */
static long works(MPI_Comm comm)
{
    int rank, size, got = -1, result;
    long mine, sum = 0, cell = -1;
    MPI_Win win;
    MPI_Group group, all;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    mine = rank + 1;
    MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, comm);
    EQUAL(sum, (long)size * (size + 1) / 2);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 5, &got, 1, MPI_INT, (rank + size - 1) % size, 5, comm,
                 MPI_STATUS_IGNORE);
    EQUAL(got, (rank + size - 1) % size);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, comm, &win);
    MPI_Win_get_group(win, &group);
    MPI_Comm_group(comm, &all);
    MPI_Group_compare(group, all, &result);
    EQUAL(result, MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    MPI_Win_fence(0, win);
    MPI_Put(&mine, 1, MPI_LONG, (rank + 1) % size, 0, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
    EQUAL(cell, (rank + size - 1) % size + 1);
    MPI_Win_free(&win);
    return sum;
}

/* The even ranks make a communicator without the others, and so do the odd ones. */
static void halves(MPI_Session session, int rank, int size)
{
    MPI_Group world, half;
    MPI_Comm comm;
    int range[1][3] = {{rank % 2, size - 1, 2}}, own, members;
    MPI_Group_from_session_pset(session, "mpi://WORLD", &world);
    MPI_Group_range_incl(world, 1, range, &half);
    MPI_Comm_create_from_group(half, "half", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &members);
    EQUAL(own, rank / 2);
    EQUAL(members, (size + 1 - rank % 2) / 2);
    works(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&half);
    MPI_Group_free(&world);
    comm = MPI_COMM_WORLD;
    EQUAL(MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "none", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm), MPI_SUCCESS);
    CHECK(comm == MPI_COMM_NULL);
}

/* What is derived from a communicator of a session is as usable. */
static void derived(MPI_Comm comm)
{
    int rank, size, dims[1], periods[1] = {1}, before, next;
    MPI_Comm copy, part, ring;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Comm_dup(comm, &copy);
    works(copy);
    MPI_Comm_split(copy, rank / 2, -rank, &part);
    works(part);
    dims[0] = size;
    MPI_Cart_create(copy, 1, dims, periods, 0, &ring);
    MPI_Cart_shift(ring, 0, 1, &before, &next);
    EQUAL(next, (rank + 1) % size);
    MPI_Comm_free(&ring);
    MPI_Comm_free(&part);
    MPI_Comm_free(&copy);
}

int main(void)
{
    int flag = -1, status;
    MPI_Initialized(&flag);
    EQUAL(flag, 0);
    MPI_Session first = opened("MPI_THREAD_SINGLE"), second;
    MPI_Initialized(&flag);
    EQUAL(flag, 0);
    CHECK(number_of(first, "mpi://WORLD") >= 0);
    CHECK(number_of(first, "mpi://SELF") >= 0);
    EQUAL(number_of(first, "mpi://nowhere"), -1);
    EQUAL(size_of(first, "mpi://SELF"), 1);
    world_size = size_of(first, "mpi://WORLD");
    MPI_Comm world = comm_of(first, "mpi://WORLD", "org.example.first");
    MPI_Comm_rank(world, &world_rank);
    say("%d ranks, the sum is %ld", world_size, works(world));
    derived(world);
    halves(first, world_rank, world_size);

    second = opened("MPI_THREAD_FUNNELED");
    CHECK(second != first);
    MPI_Comm own = comm_of(second, "mpi://SELF", "own"), again = comm_of(second, "mpi://WORLD", "org.example.second");
    int members = -1;
    MPI_Comm_size(own, &members);
    EQUAL(members, 1);
    works(own);
    /* Messages of two communicators of two sessions keep apart. */
    int one = 1, two = 2, got[2] = {0, 0}, next = (world_rank + 1) % world_size;
    MPI_Request requests[4];
    MPI_Irecv(&got[1], 1, MPI_INT, MPI_ANY_SOURCE, 9, again, &requests[0]);
    MPI_Irecv(&got[0], 1, MPI_INT, MPI_ANY_SOURCE, 9, world, &requests[1]);
    MPI_Isend(&one, 1, MPI_INT, next, 9, world, &requests[2]);
    MPI_Isend(&two, 1, MPI_INT, next, 9, again, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    EQUAL(got[0], 1);
    EQUAL(got[1], 2);
    MPI_Comm_free(&again);
    MPI_Comm_free(&own);
    MPI_Session_finalize(&second);
    CHECK(second == MPI_SESSION_NULL);
    works(world);
    MPI_Comm_free(&world);
    MPI_Session_finalize(&first);
    CHECK(first == MPI_SESSION_NULL);

    /* The last one was closed, and there is another. */
    MPI_Finalized(&flag);
    EQUAL(flag, 0);
    first = opened("MPI_THREAD_SERIALIZED");
    world = comm_of(first, "mpi://WORLD", "org.example.first");
    works(world);
    status = verdict(world);
    MPI_Comm_free(&world);
    MPI_Session_finalize(&first);
    return status;
}
