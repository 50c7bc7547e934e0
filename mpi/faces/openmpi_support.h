/* What the generated face libmpi.so.40 needs besides tables: Open MPI's types, and conversions that are not a table.
 *
 * The entry points of libwindtunnel.so speak the standard ABI. Here are the differences of Open MPI's (mpi.h, 4.1.4):
 *
 * - a handle is a pointer that programs never follow. MPI_COMM_WORLD and the like are addresses of variables of the
 *   library (ompi_mpi_comm_world), of which an executable may have its own copies: by copy relocations, at other
 *   addresses in every rank where ranks are images. So the variable's first bytes say which handle it is, and a handle
 *   that is given out is the address that the calling rank knows (wt_object). A handle made at run time is the core's
 *   number with the kind of object before it, in an address that no memory has: nothing has to be kept or freed;
 * - MPI_Status has 24 bytes: source, tag and error, then a cancelled flag and the length;
 * - functions of the program get handles and statuses of this form. The core calls a trampoline of ours, which asks it
 *   for the program's function (wt_callback), so that nothing is kept here.
 *
 * Included by mpi/generated/face_openmpi.c only, after its tables' prototypes.
 */
#include "core.h"

struct status {
    int source, tag, error, cancelled;
    size_t bytes;
};

/* ---- handles ---- */

/* The kinds of objects. */
enum {
    A_COMM = 1, A_GROUP, A_TYPE, A_ERRHANDLER, A_OP, A_INFO, A_WIN, A_REQUEST, A_MESSAGE, A_SESSION, A_FILE,
};

/* A variable of the library: what it is and which, and as many bytes as Open MPI's has, since executables copy it. */
struct identity {
    uint64_t mark;
    core number;
};
#define MARK 0x77696e6474756e00u
#define OBJECT(name, bytes, kind, value)                                                                              \
    EXPORT struct {                                                                                                   \
        struct identity identity;                                                                                     \
        char rest[bytes - sizeof(struct identity)];                                                                   \
    } name = {.identity = {MARK | kind, value}};

/* The first byte of a handle made at run time: no address of a process begins so. */
#define MADE 0x4du

static inline handle made(core number, unsigned kind)
{
    return (handle)((uintptr_t)MADE << 56 | (uintptr_t)kind << 48 | (number & 0xffffffffu));
}

static inline core handle_in(const void *value, unsigned kind)
{
    uintptr_t bits = (uintptr_t)value;
    if (bits >> 56 == MADE) return (bits >> 48 & 0xff) == kind ? bits & 0xffffffffu : INVALID;
    /* Null, a small number or no address at all: not a handle. */
    if (bits < 4096 || bits >> 56) return INVALID;
    const struct identity *identity = value;
    return identity->mark == (MARK | kind) ? identity->number : INVALID;
}

/* Handles as integers of Fortran. */
#define NUMBERED(type, name)                                                                                          \
    EXPORT int P##type##_c2f(handle);                                                                                 \
    int P##type##_c2f(handle value) { return name##_number(name##_in(value)); }                                       \
    EXPORT int type##_c2f(handle) ALIAS(P##type##_c2f);                                                               \
    EXPORT handle P##type##_f2c(int);                                                                                 \
    handle P##type##_f2c(int value) { return name##_numbered(value); }                                                \
    EXPORT handle type##_f2c(int) ALIAS(P##type##_f2c);

/* ---- buffers ---- */

/* MPI_BOTTOM and MPI_IN_PLACE are the standard ABI's, and there is no MPI_BUFFER_AUTOMATIC. */
static inline void *buffer_in(const void *buffer) { return (void *)buffer; }

/* ---- statuses ---- */

static inline struct core_status status_in(const struct status *from)
{
    struct core_status to = {0};
    to.source = rank_in(from->source);
    to.tag = tag_in(from->tag);
    to.error = error_in(from->error);
    to.bytes_low = (int)(from->bytes & 0xffffffffu);
    to.bytes_high = (int)(from->bytes >> 32);
    to.cancelled = from->cancelled != 0;
    return to;
}

static inline void status_out(const struct core_status *from, struct status *to)
{
    to->source = rank_out(from->source);
    to->tag = tag_out(from->tag);
    to->cancelled = from->cancelled != 0;
    to->bytes = (size_t)(unsigned)from->bytes_high << 32 | (unsigned)from->bytes_low;
}

static inline int ignored(const struct status *status) { return status == NULL; }

/* ---- weights ---- */

static inline int *weights_in(const int *weights)
{
    switch ((uintptr_t)weights) {
    case 2: return (int *)10; /* MPI_UNWEIGHTED */
    case 3: return (int *)11; /* MPI_WEIGHTS_EMPTY */
    default: return (int *)weights;
    }
}

/* ---- predefined callbacks: functions here, which programs also may call ---- */

#define COPIES(name) EXPORT int OMPI_C_##name(handle, int, void *, void *, void *, int *);                            \
    int OMPI_C_##name(handle object, int keyval, void *extra_state, void *value_in, void *value_out, int *flag)       \
    {                                                                                                                 \
        (void)object, (void)keyval, (void)extra_state;                                                                \
        *(void **)value_out = value_in;                                                                               \
        *flag = 1;                                                                                                    \
        return 0;                                                                                                     \
    }
#define COPIES_NOT(name) EXPORT int OMPI_C_##name(handle, int, void *, void *, void *, int *);                        \
    int OMPI_C_##name(handle object, int keyval, void *extra_state, void *value_in, void *value_out, int *flag)       \
    {                                                                                                                 \
        (void)object, (void)keyval, (void)extra_state, (void)value_in, (void)value_out;                               \
        *flag = 0;                                                                                                    \
        return 0;                                                                                                     \
    }
#define DELETES_NOT(name) EXPORT int OMPI_C_##name(handle, int, void *, void *);                                      \
    int OMPI_C_##name(handle object, int keyval, void *value, void *extra_state)                                      \
    {                                                                                                                 \
        (void)object, (void)keyval, (void)value, (void)extra_state;                                                   \
        return 0;                                                                                                     \
    }
COPIES(MPI_DUP_FN)
COPIES(MPI_COMM_DUP_FN)
COPIES(MPI_TYPE_DUP_FN)
COPIES(MPI_WIN_DUP_FN)
COPIES_NOT(MPI_NULL_COPY_FN)
COPIES_NOT(MPI_COMM_NULL_COPY_FN)
COPIES_NOT(MPI_TYPE_NULL_COPY_FN)
COPIES_NOT(MPI_WIN_NULL_COPY_FN)
DELETES_NOT(MPI_NULL_DELETE_FN)
DELETES_NOT(MPI_COMM_NULL_DELETE_FN)
DELETES_NOT(MPI_TYPE_NULL_DELETE_FN)
DELETES_NOT(MPI_WIN_NULL_DELETE_FN)

static inline void *copy_function_in(void *function) { return function; }

#include "shared.h"
