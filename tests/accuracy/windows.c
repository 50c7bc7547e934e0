/* windows KIND BYTES ...: one-sided communication whose instants the accuracy tests know in closed form. Rank 0
 * accesses rank 1; each prints `RANK NAME PICOSECONDS`, counted from an instant at which both are ready.
 *
 *   windows put|get|accumulate|fetch BYTES   rank 0 accesses BYTES and flushes, twice
 *   windows sum BYTES COUNT                  rank 0 accumulates COUNT times and flushes once
 *   windows lock BYTES                       rank 0 takes an exclusive lock, puts and unlocks
 *   windows contend BYTES                    rank 1 locks itself for 20 us; rank 0 asks for the lock
 *   windows fence BYTES                      rank 0 puts between two fences
 *   windows pscw BYTES                       rank 1 posts and waits, rank 0 starts, puts and completes
 *   windows away BYTES                       rank 0 puts and flushes while rank 1 is outside MPI for 50 us
 *   windows pingpong BYTES ROUNDS            put, flush and a message of no bytes, to and fro
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double start = 1e-3;
static int rank;
static long bytes;
static double *mine, *window;
static MPI_Win win;

static void tell(const char *name)
{
    printf("%d %s %.0f\n", rank, name, (MPI_Wtime() - start) * 1e12);
}

static void sleep_ns(long ns)
{
    struct timespec t = {ns / 1000000000, ns % 1000000000};
    nanosleep(&t, NULL);
}

/* Both ranks are ready long before. */
static void line_up(void)
{
    sleep_ns(lround((start - MPI_Wtime()) * 1e9));
}

static void access_by(const char *kind)
{
    const int count = (int)(bytes / 8);
    if (strcmp(kind, "put") == 0)
        MPI_Put(mine, count, MPI_DOUBLE, 1, 0, count, MPI_DOUBLE, win);
    else if (strcmp(kind, "get") == 0)
        MPI_Get(mine, count, MPI_DOUBLE, 1, 0, count, MPI_DOUBLE, win);
    else if (strcmp(kind, "fetch") == 0)
        MPI_Get_accumulate(mine, count, MPI_DOUBLE, mine + count, count, MPI_DOUBLE, 1, 0, count, MPI_DOUBLE, MPI_SUM,
                           win);
    else
        MPI_Accumulate(mine, count, MPI_DOUBLE, 1, 0, count, MPI_DOUBLE, MPI_SUM, win);
}

static void passive(const char *kind, long count)
{
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    line_up();
    if (rank == 0) {
        for (long i = 0; i < count; i++)
            access_by(kind);
        tell("called");
        MPI_Win_flush(1, win);
        tell("flushed");
        access_by(kind);
        MPI_Win_flush(1, win);
        tell("again");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
}

static void lock(void)
{
    line_up();
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        tell("locked");
        access_by("put");
        MPI_Win_unlock(1, win);
        tell("unlocked");
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void contend(void)
{
    if (rank == 1)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    line_up();
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        tell("locked");
        MPI_Win_unlock(1, win);
    } else {
        sleep_ns(20000);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void fence(void)
{
    MPI_Win_fence(0, win);
    line_up();
    if (rank == 0)
        access_by("put");
    MPI_Win_fence(0, win);
    tell("fenced");
}

static void pscw(void)
{
    MPI_Group world, other;
    const int peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &other);
    line_up();
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        tell("started");
        access_by("put");
        MPI_Win_complete(win);
        tell("completed");
    } else {
        MPI_Win_post(other, 0, win);
        tell("posted");
        MPI_Win_wait(win);
        tell("waited");
    }
    MPI_Group_free(&world);
    MPI_Group_free(&other);
}

static void away(void)
{
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    line_up();
    if (rank == 0) {
        access_by("put");
        MPI_Win_flush(1, win);
        tell("flushed");
    } else {
        sleep_ns(50000);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
}

static void pingpong(long rounds)
{
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    line_up();
    for (long turn = 0; turn < 2 * rounds; turn++) {
        if (turn % 2 == rank) {
            MPI_Put(mine, (int)bytes, MPI_BYTE, 1 - rank, 0, (int)bytes, MPI_BYTE, win);
            MPI_Win_flush(1 - rank, win);
            MPI_Send(NULL, 0, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(NULL, 0, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    if (rank == 0)
        tell("end");
    MPI_Win_unlock_all(win);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *kind = argv[1];
    bytes = strtol(argv[2], NULL, 10);
    const long number = argc > 3 ? strtol(argv[3], NULL, 10) : 1;
    mine = calloc(2 * bytes + 8, 1);
    MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
    if (strcmp(kind, "lock") == 0)
        lock();
    else if (strcmp(kind, "contend") == 0)
        contend();
    else if (strcmp(kind, "fence") == 0)
        fence();
    else if (strcmp(kind, "pscw") == 0)
        pscw();
    else if (strcmp(kind, "away") == 0)
        away();
    else if (strcmp(kind, "pingpong") == 0)
        pingpong(number);
    else
        passive(kind, number);
    MPI_Win_free(&win);
    free(mine);
    MPI_Finalize();
    return 0;
}
