/* Strings, lengths and the variables whose addresses mean something: once, for both compilations of the procedures. */
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Compilers align common blocks so; the variables of modules are the same ones. */
#ifndef WT_LIBRARY
#define SENTINEL(type, name, count) type name[count] __attribute__((aligned(32)));
#include "sentinels.h"
#endif

extern void wt_phase(const char *name) __attribute__((weak));
extern void wt_compute(double seconds) __attribute__((weak));
extern void wt_begin_block(const char *name, int count, const long long *parameters) __attribute__((weak));
extern void wt_block_end(void) __attribute__((weak));
extern int wt_begin_sample(const char *name, int least, int most, double interval, int own) __attribute__((weak));

/* A mark's name as a C string: in the caller's room if it fits. Marks are frequent, and what they take counts as computation of the
 * program, for which memory from the heap of a rank, whose bookkeeping is in no cache, is slow. */
enum { NAME_ROOM = 64 };

static char *name_of_mark(char room[NAME_ROOM], const char *name, size_t length)
{
    while (length > 0 && name[length - 1] == ' ')
        length--;
    while (length > 0 && *name == ' ')
        name++, length--;
    if (length >= NAME_ROOM)
        return wt_f_trimmed(name, length);
    memcpy(room, name, length);
    room[length] = 0;
    return room;
}

static void release_name(char room[NAME_ROOM], char *text)
{
    if (text != room)
        free(text);
}

/* Fortran's wt_phase: see include/windtunnel.h. */
void wt_phase_(const char *name, size_t length);
void wt_phase_(const char *name, size_t length)
{
    if (!wt_phase)
        return;
    char room[NAME_ROOM];
    char *text = name_of_mark(room, name, length);
    SITE();
    wt_phase(text);
    release_name(room, text);
}

/* Fortran's wt_compute: see include/windtunnel.h. */
void wt_compute_(const double *seconds);
void wt_compute_(const double *seconds)
{
    if (!wt_compute)
        return;
    SITE();
    wt_compute(*seconds);
}

/* Fortran's wt_block: see include/windtunnel.h. It takes its parameters as an array of 64-bit integers, and their number. */
void wt_block_(const char *name, const int *count, const long long *parameters, size_t length);
void wt_block_(const char *name, const int *count, const long long *parameters, size_t length)
{
    if (!wt_begin_block)
        return;
    char room[NAME_ROOM];
    char *text = name_of_mark(room, name, length);
    SITE();
    wt_begin_block(text, *count, parameters);
    release_name(room, text);
}

/* Fortran's wt_block_end: see include/windtunnel.h. */
void wt_block_end_(void);
void wt_block_end_(void)
{
    if (!wt_block_end)
        return;
    SITE();
    wt_block_end();
}

static int sample(const char *name, const int *least, const double *interval, int own, size_t length)
{
    char room[NAME_ROOM];
    char *text = name_of_mark(room, name, length);
    int runs = wt_begin_sample(text, *least, 0, *interval, own);
    release_name(room, text);
    return runs;
}

/* Fortran's logical functions wt_sample and wt_sample_local: see include/windtunnel.h. */
int wt_sample_(const char *name, const int *least, const double *interval, size_t length);
int wt_sample_(const char *name, const int *least, const double *interval, size_t length)
{
    if (!wt_begin_sample)
        return 1;
    SITE();
    return sample(name, least, interval, 0, length);
}

int wt_sample_local_(const char *name, const int *least, const double *interval, size_t length);
int wt_sample_local_(const char *name, const int *least, const double *interval, size_t length)
{
    if (!wt_begin_sample)
        return 1;
    SITE();
    return sample(name, least, interval, 1, length);
}

void *wt_f_room(size_t size, size_t count)
{
    void *room = calloc(count, size);
    if (!room) {
        fprintf(stderr, "windtunnel: no memory for %zu elements of %zu bytes in a call from Fortran\n", count, size);
        abort();
    }
    return room;
}

static char *copy(const char *text, size_t begin, size_t end)
{
    char *string = ARRAY(char, end - begin + 1);
    memcpy(string, text + begin, end - begin);
    return string;
}

char *wt_f_string(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return copy(text, 0, length);
}

char *wt_f_trimmed(const char *text, size_t length)
{
    size_t begin = 0;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    while (begin < length && text[begin] == ' ')
        begin++;
    return copy(text, begin, length);
}

void wt_f_pad(char *text, size_t length, const char *from)
{
    size_t size = strlen(from);
    if (size > length)
        size = length;
    memcpy(text, from, size);
    memset(text + size, ' ', length - size);
}

int wt_f_peers(MPI_Comm comm)
{
    int inter = 0, size = 0;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter)
        PMPI_Comm_remote_size(comm, &size);
    else
        PMPI_Comm_size(comm, &size);
    return size;
}

/* Both counts for a topology of any kind; none where there is no topology, which the call itself then reports. */
int wt_f_neighbors(MPI_Comm comm, int out)
{
    int kind = MPI_UNDEFINED, in_degree = 0, out_degree = 0, weighted = 0, rank = 0;
    PMPI_Topo_test(comm, &kind);
    if (kind == MPI_CART) {
        PMPI_Cartdim_get(comm, &in_degree);
        in_degree *= 2;
        out_degree = in_degree;
    } else if (kind == MPI_GRAPH) {
        PMPI_Comm_rank(comm, &rank);
        PMPI_Graph_neighbors_count(comm, rank, &in_degree);
        out_degree = in_degree;
    } else if (kind == MPI_DIST_GRAPH) {
        PMPI_Dist_graph_neighbors_count(comm, &in_degree, &out_degree, &weighted);
    }
    return out ? out_degree : in_degree;
}

/* ---- attributes ----
 *
 * Cells lie in blocks, so that a pointer tells whether it is a cell. They live as long as the program: C may have their
 * addresses, and copies of an attribute may share one.
 */

enum { CELLS = 256 };
static MPI_Aint **blocks;
static size_t used; /* cells of all blocks */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

MPI_Aint *wt_f_cell(MPI_Aint value)
{
    pthread_mutex_lock(&lock);
    size_t block = used / CELLS;
    if (used % CELLS == 0) {
        MPI_Aint **more = ARRAY(MPI_Aint *, block + 1);
        if (block)
            memcpy(more, blocks, block * sizeof *more);
        free(blocks);
        blocks = more;
        blocks[block] = ARRAY(MPI_Aint, CELLS);
    }
    MPI_Aint *cell = &blocks[block][used++ % CELLS];
    *cell = value;
    pthread_mutex_unlock(&lock);
    return cell;
}

int wt_f_is_cell(const void *pointer)
{
    uintptr_t address = (uintptr_t)pointer;
    int found = 0;
    pthread_mutex_lock(&lock);
    for (size_t begin = 0; begin < used && !found; begin += CELLS) {
        size_t cells = used - begin < CELLS ? used - begin : CELLS;
        uintptr_t first = (uintptr_t)blocks[begin / CELLS];
        found = address >= first && address < first + cells * sizeof(MPI_Aint);
    }
    pthread_mutex_unlock(&lock);
    return found;
}
