/* What the generated face libmpi.so.12 needs besides tables: MPICH's types, and conversions that are not a table.
 *
 * The entry points of libwindtunnel.so speak the standard ABI. Here are the differences of MPICH's (its mpi.h, 5.0.2):
 *
 * - handles are 32-bit integers: bits 26-29 say the kind of object, bits 30-31 whether it is predefined. A handle made
 *   at run time is the core's number with the kind in front, as MPICH's own "direct" handles are; files are pointers;
 * - MPI_Status has 20 bytes: length and a cancelled bit first, then source, tag and error;
 * - functions of the program get handles and statuses of this form. The core calls a trampoline of ours, which asks it
 *   for the program's function (wt_callback), so that nothing is kept here.
 *
 * Included by mpi/generated/face_mpich.c only, after its tables' prototypes.
 */
#include "core.h"

typedef int handle;

struct status {
    int count_low, count_high_and_cancelled, source, tag, error;
};

/* ---- handles ---- */

#define DIRECT 0x80000000u
#define INDEX 0x03ffffffu

static inline int is_direct(unsigned handle, unsigned kind)
{
    return (handle & ~INDEX) == (DIRECT | kind << 26) && (handle & INDEX) >= 0x400;
}

static inline int direct(core handle, unsigned kind)
{
    return (int)(DIRECT | kind << 26 | ((unsigned)handle & INDEX));
}

static inline core file_in(void *file) { return file ? (core)file : 0x118; }
static inline void *file_out(core file) { return file == 0x118 ? NULL : (void *)file; }

/* ---- buffers ---- */

static inline void *buffer_in(const void *buffer)
{
    switch ((intptr_t)buffer) {
    case -1: return (void *)1; /* MPI_IN_PLACE */
    case -2: return (void *)2; /* MPI_BUFFER_AUTOMATIC */
    default: return (void *)buffer;
    }
}

/* ---- statuses ---- */

static inline struct core_status status_in(const struct status *from)
{
    struct core_status to = {0};
    to.source = rank_in(from->source);
    to.tag = tag_in(from->tag);
    to.error = error_in(from->error);
    to.bytes_low = from->count_low;
    to.bytes_high = (unsigned)from->count_high_and_cancelled >> 1;
    to.cancelled = from->count_high_and_cancelled & 1;
    return to;
}

static inline void status_out(const struct core_status *from, struct status *to)
{
    to->source = rank_out(from->source);
    to->tag = tag_out(from->tag);
    to->count_low = from->bytes_low;
    to->count_high_and_cancelled = (int)((unsigned)from->bytes_high << 1 | (from->cancelled != 0));
}

#define STATUS_IGNORE ((struct status *)1)
static inline int ignored(const struct status *status) { return status == NULL || status == STATUS_IGNORE; }

/* ---- weights ---- */

static int no_weights_place, empty_weights_place;
EXPORT int *const MPI_UNWEIGHTED = &no_weights_place;
EXPORT int *const MPI_WEIGHTS_EMPTY = &empty_weights_place;

static inline int *weights_in(const int *weights)
{
    if (weights == MPI_UNWEIGHTED) return (int *)10;
    if (weights == MPI_WEIGHTS_EMPTY) return (int *)11;
    return (int *)weights;
}

/* ---- what Fortran and tools refer to ---- */

EXPORT int *MPI_F_STATUS_IGNORE = NULL;
EXPORT int *MPI_F_STATUSES_IGNORE = NULL;
EXPORT struct status MPIR_F08_MPI_STATUS_IGNORE_OBJ;
EXPORT struct status MPIR_F08_MPI_STATUSES_IGNORE_OBJ[1];
EXPORT struct status *MPI_F08_STATUS_IGNORE = &MPIR_F08_MPI_STATUS_IGNORE_OBJ;
EXPORT struct status *MPI_F08_STATUSES_IGNORE = MPIR_F08_MPI_STATUSES_IGNORE_OBJ;
static int all_handles_place;
EXPORT void *const MPI_T_PVAR_ALL_HANDLES = &all_handles_place;

/* MPI_COMM_DUP_FN and its like: known by its address. */
EXPORT int MPIR_Dup_fn(int object, int keyval, void *extra_state, void *value_in, void *value_out, int *flag);
int MPIR_Dup_fn(int object, int keyval, void *extra_state, void *value_in, void *value_out, int *flag)
{
    (void)object, (void)keyval, (void)extra_state;
    *(void **)value_out = value_in;
    *flag = 1;
    return 0;
}

static inline void *copy_function_in(void *function)
{
    return function == (void *)MPIR_Dup_fn ? (void *)1 : function;
}

#include "shared.h"
