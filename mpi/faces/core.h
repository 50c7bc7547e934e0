/* What libwindtunnel.so offers to a face whose ABI is not the standard one, besides the entry points.
 *
 * The core speaks the standard ABI. A face converts; it keeps nothing.
 */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "phase.h"

#define SITE __builtin_return_address(0)
#define EXPORT __attribute__((visibility("default")))

typedef int64_t wide;       /* MPI_Count, MPI_Offset, MPI_Aint */
typedef uintptr_t core;     /* a handle as the core has it */

/* No handle of any kind: what an invalid handle becomes. */
#define INVALID 0x3ff
/* No value of any enumeration. */
#define NO_VALUE INT_MIN

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
/* Error codes that the latest call that starts ranks has written. */
int wt_spawned_codes(void);
/* The combiner of a datatype, negative if it was made with large counts; 0 if there is no such datatype. */
int wt_combiner(core datatype);
/* A place of the calling rank's own that holds a number from now on: MPI_LASTUSEDCODE as this ABI has it. */
const int *wt_attribute_place(int value);
/* For a face whose handles are addresses of its own variables: their names, and the calling rank's copy of one of them,
 * which is the face's where the program has none. */
void wt_set_objects(const char *const *names, int length);
void *wt_object(int index, void *own);

/* ---- arrays ---- */

/* Short arrays lie on the stack, which belongs to a rank and is small; long ones are allocated. */
#define SCRATCH(type, name, count, room)                                                                              \
    type name##_room[room];                                                                                           \
    name##_room[0] = (type){0}; /* so that an array of none is not an uninitialised one */                                \
    type *name = (count) <= (room) ? name##_room : (type *)malloc((size_t)(count) * sizeof(type));                    \
    if (!name) abort()
#define RELEASE(name)                                                                                                 \
    if (name != name##_room) free(name)

static inline int clamped(wide count) { return count < 0 ? 0 : count > INT_MAX ? INT_MAX : (int)count; }
