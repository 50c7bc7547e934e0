/* What Open MPI's component pml/monitoring counts in a call: messages and bytes to each rank, those of collectives included (enable 1).
 * Where there is no such component, in the tunnel, nothing is counted. */
#include "calls.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

static MPI_T_pvar_session session;
static MPI_T_pvar_handle counts, sizes;
static size_t before[2][MOST];
static int world, counted;
static char line[1 << 12];

/* Open MPI names a communicator that is freed in a table of coll/monitoring, and ends at it if that component is left out (5.0.11). */
void mca_common_monitoring_coll_cache_name(void *comm)
{
    (void)comm;
}

static MPI_T_pvar_handle handle_of(const char *name)
{
    static MPI_Comm comm;
    MPI_T_pvar_handle handle;
    int index, length;
    comm = MPI_COMM_WORLD;
    if (MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_SIZE, &index))
        return MPI_T_PVAR_HANDLE_NULL;
    if (MPI_T_pvar_handle_alloc(session, index, &comm, &handle, &length) || length != world) {
        fprintf(stderr, "%s cannot be read\n", name);
        abort();
    }
    if (MPI_T_pvar_start(session, handle))
        abort();
    counted = 1;
    return handle;
}

void learn(int rank, int ranks)
{
    int provided;
    (void)rank;
    world = ranks;
    if (ranks > MOST || MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) || MPI_T_pvar_session_create(&session))
        abort();
    counts = handle_of("pml_monitoring_messages_count");
    sizes = handle_of("pml_monitoring_messages_size");
}

int notes(int rank)
{
    (void)rank;
    return 1;
}

static void read_both(size_t now[2][MOST])
{
    if (counted && (MPI_T_pvar_read(session, counts, now[0]) || MPI_T_pvar_read(session, sizes, now[1])))
        abort();
}

void begin(const char *operation, double bytes)
{
    (void)bytes;
    strcpy(line, operation);
    read_both(before);
}

/* A rank, the messages to it and their bytes, for each rank that got any. */
const char *end(void)
{
    size_t now[2][MOST];
    char *at = line + strlen(line);
    read_both(now);
    for (int to = 0; to < world && counted; to++)
        if (now[0][to] != before[0][to])
            at += sprintf(at, " %d:%zu:%zu", to, now[0][to] - before[0][to], now[1][to] - before[1][to]);
    return line;
}
