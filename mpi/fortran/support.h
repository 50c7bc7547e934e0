/* What Fortran's procedures need to call C's.
 *
 * Compiled twice. Without WT_PROFILE the procedures are weak, named mpi_x_, and call MPI_X, so that tools written in C
 * see calls from Fortran; with WT_PROFILE they are named pmpi_x_ and call PMPI_X.
 *
 * With WT_LIBRARY they are those of another MPI library (library.h), and mpi.h is that library's.
 *
 * Integers have four bytes, .true. is 1 and .false. 0, and lengths of strings come last, as size_t: so it is with
 * gfortran (since version 8), flang and, but for the value of .true., ifx.
 */
#ifndef WT_FORTRAN_SUPPORT_H
#define WT_FORTRAN_SUPPORT_H

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef WT_PROFILE
#define CALL(name) P##name
#define ROUTINE(type, name, parameters) type p##name##_ parameters
#define ALIAS(type, name, of, parameters) type p##name##_ parameters __attribute__((alias("p" #of "_")));
#else
#define CALL(name) name
#define ROUTINE(type, name, parameters)   \
    type name##_ parameters __attribute__((weak)); \
    type name##_ parameters
#define ALIAS(type, name, of, parameters) type name##_ parameters __attribute__((weak, alias(#of "_")));
#endif

/* Tells the tunnel which line of the program calls: else it would see one of this library. Another MPI library does not
 * have this function. */
extern void wt_call_site(const void *site) __attribute__((weak));
#define SITE()                                         \
    do {                                               \
        if (wt_call_site)                              \
            wt_call_site(__builtin_return_address(0)); \
    } while (0)

/* Gives a procedure's last argument its value; in mpi_f08 it may be absent. */
#define REPORT(error)         \
    do {                      \
        int result = error;   \
        if (ierror)           \
            *ierror = result; \
    } while (0)

/* In the tunnel a handle is its integer, if the program has the standard ABI. Asking a library for it is a call of MPI of its own. */
#ifdef WT_LIBRARY
#define IS_NUMBER 0
#else
#define IS_NUMBER wt_call_site
#endif
#define HANDLE(type, name)                                                             \
    static inline type name##_C(MPI_Fint number)                                       \
    {                                                                                  \
        return IS_NUMBER ? (type)(intptr_t)number : PMPI_##name##_fromint(number);  \
    }                                                                                  \
    static inline MPI_Fint name##_F(type handle)                                       \
    {                                                                                  \
        return IS_NUMBER ? (MPI_Fint)(intptr_t)handle : PMPI_##name##_toint(handle); \
    }                                                                                  \
    struct wt_##name##_is_a_handle
HANDLE(MPI_Comm, Comm);
HANDLE(MPI_Datatype, Type);
HANDLE(MPI_Errhandler, Errhandler);
HANDLE(MPI_File, File);
HANDLE(MPI_Group, Group);
HANDLE(MPI_Info, Info);
HANDLE(MPI_Message, Message);
HANDLE(MPI_Op, Op);
HANDLE(MPI_Request, Request);
HANDLE(MPI_Session, Session);
HANDLE(MPI_Win, Win);

/* Variables of Fortran whose addresses mean something. */
#ifdef WT_LIBRARY
#include "library.h"
#else
#define SENTINEL(type, name, count) extern type name[count];
#include "sentinels.h"
#undef SENTINEL
#define IS(address, name) ((const void *)(address) == wt_mpi_##name##_)
#endif

static inline void *wt_f_buffer(void *buffer)
{
    if (IS(buffer, bottom))
        return MPI_BOTTOM;
    if (IS(buffer, in_place))
        return MPI_IN_PLACE;
    return IS(buffer, buffer_automatic) ? MPI_BUFFER_AUTOMATIC : buffer;
}
#define BUFFER(buffer) wt_f_buffer(buffer)
#define IN_PLACE(buffer) IS(buffer, in_place)

static inline int *wt_f_weights(MPI_Fint *weights)
{
    if (IS(weights, unweighted))
        return MPI_UNWEIGHTED;
    return IS(weights, weights_empty) ? MPI_WEIGHTS_EMPTY : weights;
}
#define WEIGHTS(weights) wt_f_weights(weights)

static inline MPI_Status *wt_f_status(MPI_Status *status)
{
    return IS(status, status_ignore) || IS(status, statuses_ignore) ? MPI_STATUS_IGNORE : status;
}
#define STATUS(status) wt_f_status(status)

/* Room for `count` elements, never none. Ends the run if there is no memory. */
#define ARRAY(type, count) ((type *)wt_f_room(sizeof(type), (size_t)((count) > 0 ? (count) : 1)))
void *wt_f_room(size_t size, size_t count);

/* Copies of Fortran's strings without the blanks behind (and before) them; to be freed. */
char *wt_f_string(const char *text, size_t length);
char *wt_f_trimmed(const char *text, size_t length);
/* Fills a string of Fortran from one of C. */
void wt_f_pad(char *text, size_t length, const char *from);

/* A place for an attribute that Fortran sets, and whether a pointer is one. */
MPI_Aint *wt_f_cell(MPI_Aint value);
int wt_f_is_cell(const void *pointer);

/* With how many a rank exchanges data in a collective call on a communicator, and on a topology. */
int wt_f_peers(MPI_Comm comm);
int wt_f_neighbors(MPI_Comm comm, int out);

#endif
