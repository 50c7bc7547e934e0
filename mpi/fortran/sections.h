/* Buffers that come with a descriptor: array sections in mpi_f08 (MPI 5.0 §19.1.2, TS 29113).
 *
 * A section that is contiguous is its address. Else it is, in this order,
 *
 * - one element of a datatype made for it, where the call has one count and one predefined datatype for the buffer: it
 *   lives as long as MPI needs it, so non-blocking calls work however they are completed;
 * - a contiguous copy. It goes back into the section when the call ends, or when a procedure of Fortran finds the
 *   request complete; only bytes that MPI has changed, for other calls may be writing to other elements meanwhile;
 * - not supported, where MPI keeps the address and there is no request.
 */
#ifndef WT_FORTRAN_SECTIONS_H
#define WT_FORTRAN_SECTIONS_H

#include <mpi.h>
#include <stddef.h>

enum { WT_F_DIMENSIONS = 15 };

/* What a descriptor says. An array of an assumed size has no elements in its last dimension. */
typedef struct {
    char *base;                         /* the first element */
    size_t element;                     /* bytes of an element */
    ptrdiff_t rank;                     /* dimensions */
    ptrdiff_t extent[WT_F_DIMENSIONS];  /* elements in each */
    ptrdiff_t stride[WT_F_DIMENSIONS];  /* bytes from one to the next */
} wt_f_section;
/* Reads descriptors: C's, for procedures that are BIND(C), and those that the compiler has for its own. In descriptor.c,
 * which is compiled for the Fortran compiler. */
wt_f_section wt_f_read_c(const void *descriptor);
wt_f_section wt_f_read_own(const void *descriptor);

/* How many elements a section has. */
MPI_Count wt_f_elements(const wt_f_section *section);

/* A contiguous copy of a section. */
typedef struct wt_f_copy {
    wt_f_section section;
    size_t size;
    char *now, *before; /* what MPI works on, and, if it may write, how that was; NULL else */
    int persistent, active;
    MPI_Fint request;
    struct wt_f_copy *next;
} wt_f_copy;
wt_f_copy *wt_f_copy_of(const wt_f_section *section, int written);

/* When MPI is done with a buffer: as the call ends, as its request completes (which may be started again), or at some
 * other time. */
typedef enum { WT_F_AT_ONCE, WT_F_WITH_REQUEST, WT_F_WITH_PERSISTENT_REQUEST, WT_F_LATER } wt_f_until;

/* A buffer as MPI gets it. */
typedef struct {
    void *address;
    MPI_Count count;
    MPI_Datatype datatype;
    int made;               /* the datatype is for this call */
    int error;              /* what the program did wrong, MPI_SUCCESS else */
    wt_f_copy *copy;        /* or NULL */
} wt_f_view;

/* For buffers of which MPI wants the beginning alone. */
wt_f_view wt_f_first(const wt_f_section *section);
/* For buffers that have to be contiguous in calls of `function`. */
wt_f_view wt_f_whole(const wt_f_section *section, const char *function);
/* For buffers with one count and one datatype. `written`: whether MPI writes to it. */
wt_f_view wt_f_typed(const wt_f_section *section, MPI_Count count, MPI_Datatype datatype, int written, wt_f_until until,
                     const char *function);
/* For all others. */
wt_f_view wt_f_copied(const wt_f_section *section, int written);

/* After the call, which ended with `error`; `request` is the one that it began, as Fortran's integer. */
void wt_f_end(wt_f_view *view, int error);
void wt_f_end_later(wt_f_view *view, int error, MPI_Fint request, wt_f_until until);

/* Copies that belong to requests: none in most programs. */
extern wt_f_copy *wt_f_copies;
/* Before persistent requests are started. */
void wt_f_start(int count, const MPI_Fint *requests);
/* After requests may have been completed: `requests` as they were, `now` what MPI has made of them. */
void wt_f_settle(int count, const MPI_Fint *requests, const MPI_Request *now);
/* After a request was freed. */
void wt_f_forget(MPI_Fint request);

#endif
