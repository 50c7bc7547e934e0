/* What the generated face libmpi.so.12 needs besides tables: MPICH's types, and conversions that are no table.
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
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SITE __builtin_return_address(0)
#define EXPORT __attribute__((visibility("default")))

typedef int64_t wide;       /* MPI_Count, MPI_Offset, MPI_Aint */
typedef uintptr_t core;     /* a handle as the core has it */

/* No handle of any kind: what an invalid handle becomes. */
#define INVALID 0x3ff
/* No value of any enumeration. */
#define NO_VALUE INT_MIN

struct status {
    int count_low, count_high_and_cancelled, source, tag, error;
};

struct core_status {
    int source, tag, error, bytes_low, bytes_high, cancelled, reserved[2];
};

__attribute__((noreturn)) void wt_not_simulated(const char *function, const void *site);
/* The program's function that a trampoline was called for. */
void *wt_callback(void);
void wt_set_trampolines(void *const *table, int length);
/* Entries of the arrays of datatypes of MPI_Alltoallw (sent or received), or of its neighbourhood form. */
int wt_peers(core comm);
int wt_neighbours(core comm, int outgoing);
/* The combiner of a datatype, negative if it was made with large counts; 0 if there is no such datatype. */
int wt_combiner(core datatype);
/* A place of the calling rank's own that holds a number from now on: MPI_LASTUSEDCODE as this ABI has it. */
const int *wt_attribute_place(int value);

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

/* A status that the core may write: it always clears the reserved fields when it does, and sets the error apart. */
static inline struct core_status blank_status(void)
{
    return (struct core_status){.error = NO_VALUE, .reserved = {1, 1}};
}

static inline void written_status(const struct core_status *from, struct status *to)
{
    if (from->reserved[1] == 0) status_out(from, to);
    if (from->error != NO_VALUE) to->error = error_out(from->error);
}

#define STATUS_IGNORE ((struct status *)1)
static inline int ignored(const struct status *status) { return status == NULL || status == STATUS_IGNORE; }

/* ---- arrays ---- */

/* Short arrays lie on the stack, which belongs to a rank and is small; long ones are allocated. */
#define SCRATCH(type, name, count, room)                                                                              \
    type name##_room[room];                                                                                           \
    type *name = (count) <= (room) ? name##_room : (type *)malloc((size_t)(count) * sizeof(type));                    \
    if (!name) abort()
#define RELEASE(name)                                                                                                 \
    if (name != name##_room) free(name)

static inline int clamped(wide count) { return count < 0 ? 0 : count > INT_MAX ? INT_MAX : (int)count; }

/* ---- attributes ---- */

/* The values of predefined attributes that are ranks or enumerations have other numbers here. */
static inline void attribute_out(int keyval, void *value, const int *found)
{
    static const int any_source = -2, nobody = -1;
    static const int flavors[] = {1, 2, 3, 4}, models[] = {2, 1};
    const int **place = value;
    if (!*found) return;
    switch (keyval) {
    case MPICH_IO:
        if (**place == -1) *place = &any_source;
        else if (**place == -3) *place = &nobody;
        break;
    case MPICH_HOST:
        if (**place == -3) *place = &nobody;
        break;
    case MPICH_LASTUSEDCODE: *place = wt_attribute_place(error_out(**place)); break;
    case MPICH_WIN_CREATE_FLAVOR: *place = &flavors[**place - 311]; break;
    case MPICH_WIN_MODEL: *place = &models[**place - 321]; break;
    }
}

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

/* ---- trampolines: the core's calls of the program's functions ---- */

typedef int copy_function(int, int, void *, void *, void *, int *);
typedef int delete_function(int, int, void *, void *);

static void apply(void *in, void *inout, int *len, core *type)
{
    void (*user)(void *, void *, int *, int *) = wt_callback();
    int handle = type_out(*type);
    user(in, inout, len, &handle);
}

static void apply_large(void *in, void *inout, wide *len, core *type)
{
    void (*user)(void *, void *, wide *, int *) = wt_callback();
    int handle = type_out(*type);
    user(in, inout, len, &handle);
}

#define ATTRIBUTE_TRAMPOLINES(kind)                                                                                   \
    static int kind##_copy(core object, int keyval, void *extra, void *in, void *out, int *flag)                      \
    {                                                                                                                 \
        copy_function *user = wt_callback();                                                                          \
        return error_in(user(kind##_out(object), keyval_out(keyval), extra, in, out, flag));                          \
    }                                                                                                                 \
    static int kind##_delete(core object, int keyval, void *value, void *extra)                                       \
    {                                                                                                                 \
        delete_function *user = wt_callback();                                                                        \
        return error_in(user(kind##_out(object), keyval_out(keyval), value, extra));                                  \
    }
ATTRIBUTE_TRAMPOLINES(comm)
ATTRIBUTE_TRAMPOLINES(type)
ATTRIBUTE_TRAMPOLINES(win)

#define ERRHANDLER_TRAMPOLINE(kind, handle_type)                                                                      \
    static void kind##_errhandler(core *object, int *code, ...)                                                       \
    {                                                                                                                 \
        void (*user)(handle_type *, int *, ...) = wt_callback();                                                      \
        handle_type handle = kind##_out(*object);                                                                     \
        int given = error_out(*code);                                                                                 \
        user(&handle, &given);                                                                                        \
    }
ERRHANDLER_TRAMPOLINE(comm, int)
ERRHANDLER_TRAMPOLINE(win, int)
ERRHANDLER_TRAMPOLINE(file, void *)
ERRHANDLER_TRAMPOLINE(session, int)

static int query_request(void *extra, struct core_status *status)
{
    int (*user)(void *, struct status *) = wt_callback();
    struct status given = {.error = error_out(status->error)};
    status_out(status, &given);
    int code = user(extra, &given);
    *status = status_in(&given);
    return error_in(code);
}

static int free_request(void *extra)
{
    int (*user)(void *) = wt_callback();
    return error_in(user(extra));
}

static int cancel_request(void *extra, int complete)
{
    int (*user)(void *, int) = wt_callback();
    return error_in(user(extra, complete));
}

/* In the order of `Callback` in crates/runtime/src/callbacks.rs. */
static void *const trampolines[] = {
    apply,         apply_large,    comm_copy,       comm_delete,        type_copy,     type_delete,  win_copy,
    win_delete,    comm_errhandler, win_errhandler, file_errhandler,    session_errhandler, query_request,
    free_request,  cancel_request,
};

__attribute__((constructor)) static void connect(void)
{
    wt_set_trampolines(trampolines, sizeof trampolines / sizeof *trampolines);
}

/* ---- contents of datatypes ---- */

/* The integers of subarrays and distributed arrays hold enumerations (MPI 5.0 section 5.1.13); the sizes between them
 * are no integers where the datatype was made with large counts, which wt_combiner says by a negative number. */
static inline void contents_out(core datatype, int *integers)
{
    int combiner = wt_combiner(datatype), large = combiner < 0;
    switch (combiner_out(large ? -combiner : combiner)) {
    case MPICH_COMBINER_SUBARRAY: {
        wide at = large ? 1 : 1 + 3 * (wide)integers[0];
        integers[at] = order_out(integers[at]);
        break;
    }
    case MPICH_COMBINER_DARRAY: {
        wide dims = integers[2], first = large ? 3 : 3 + dims;
        for (wide i = 0; i < dims; i++) integers[first + i] = distribution_out(integers[first + i]);
        for (wide i = 0; i < dims; i++) integers[first + dims + i] = darg_out(integers[first + dims + i]);
        integers[first + 3 * dims] = order_out(integers[first + 3 * dims]);
        break;
    }
    }
}
