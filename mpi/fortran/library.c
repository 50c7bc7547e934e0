/* What the Fortran library of another MPI library has besides procedures: see library.h. */
#include <mpi.h>

#define BLOCK(name, bytes) char name[bytes] __attribute__((weak, aligned(32)));
#include "support.h"

#include <pthread.h>
#include <stdio.h>

char wt_f_nowhere[1];

/* ---- callbacks ----
 *
 * C's callbacks get no state, so each function of the program has one of these functions for its own: 64 of a kind. A function that is
 * given again has the same one again.
 */

enum { SLOTS = 64 };
typedef void Function(void);

static size_t slot_of(Function **known, Function *function, const char *what)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    size_t slot = 0;
    pthread_mutex_lock(&lock);
    while (slot < SLOTS && known[slot] && known[slot] != function)
        slot++;
    if (slot == SLOTS) {
        fprintf(stderr, "windtunnel: the program gives MPI more than %d Fortran procedures as %s: not supported\n", SLOTS, what);
        abort();
    }
    known[slot] = function;
    pthread_mutex_unlock(&lock);
    return slot;
}

#define ROW(M, kind, h)                                                                                               \
    M(kind, h##0) M(kind, h##1) M(kind, h##2) M(kind, h##3) M(kind, h##4) M(kind, h##5) M(kind, h##6) M(kind, h##7)   \
    M(kind, h##8) M(kind, h##9) M(kind, h##a) M(kind, h##b) M(kind, h##c) M(kind, h##d) M(kind, h##e) M(kind, h##f)
#define EACH(M, kind) ROW(M, kind, 0) ROW(M, kind, 1) ROW(M, kind, 2) ROW(M, kind, 3)

#define NAME(kind, n) kind##_##n,
#define CALLBACKS(kind, type, what, one)                                                                              \
    static Function *kind##_known[SLOTS];                                                                             \
    EACH(one, kind)                                                                                                   \
    type *wt_f_##kind(type *function)                                                                                 \
    {                                                                                                                 \
        static type *const table[SLOTS] = {EACH(NAME, kind)};                                                         \
        return table[slot_of(kind##_known, (Function *)function, what)];                                              \
    }

#define OPERATION(kind, n, integer)                                                                                   \
    static void kind##_##n(void *in, void *inout, integer *count, MPI_Datatype *datatype)                             \
    {                                                                                                                 \
        MPI_Fint number = Type_F(*datatype);                                                                          \
        ((void (*)(void *, void *, integer *, MPI_Fint *))kind##_known[0x##n])(in, inout, count, &number);            \
    }
#define SMALL(kind, n) OPERATION(kind, n, int)
#define LARGE(kind, n) OPERATION(kind, n, MPI_Count)
CALLBACKS(op, MPI_User_function, "operations", SMALL)
CALLBACKS(op_c, MPI_User_function_c, "operations with large counts", LARGE)

#define ERRHANDLER(kind, n, type, name)                                                                               \
    static void kind##_##n(type *object, int *code, ...)                                                              \
    {                                                                                                                 \
        MPI_Fint number = name##_F(*object);                                                                          \
        ((void (*)(MPI_Fint *, int *))kind##_known[0x##n])(&number, code);                                            \
    }
#define OF_COMM(kind, n) ERRHANDLER(kind, n, MPI_Comm, Comm)
#define OF_FILE(kind, n) ERRHANDLER(kind, n, MPI_File, File)
#define OF_SESSION(kind, n) ERRHANDLER(kind, n, MPI_Session, Session)
#define OF_WIN(kind, n) ERRHANDLER(kind, n, MPI_Win, Win)
CALLBACKS(comm_errhandler, MPI_Comm_errhandler_function, "error handlers of communicators", OF_COMM)
CALLBACKS(file_errhandler, MPI_File_errhandler_function, "error handlers of files", OF_FILE)
CALLBACKS(session_errhandler, MPI_Session_errhandler_function, "error handlers of sessions", OF_SESSION)
CALLBACKS(win_errhandler, MPI_Win_errhandler_function, "error handlers of windows", OF_WIN)

/* ---- what the modules have: sizes of variables, comparisons of handles ---- */

#define SIZEOF(bytes)                                                                                                 \
    void wt_f_sizeof_##bytes(void *variable, MPI_Fint *size, MPI_Fint *ierror);                                       \
    void wt_f_sizeof_##bytes(void *variable, MPI_Fint *size, MPI_Fint *ierror)                                        \
    {                                                                                                                 \
        (void)variable;                                                                                               \
        *size = bytes;                                                                                                \
        REPORT(MPI_SUCCESS);                                                                                          \
    }
SIZEOF(1)
SIZEOF(2)
SIZEOF(4)
SIZEOF(8)
SIZEOF(16)
SIZEOF(32)

MPI_Fint wt_f_same(const MPI_Fint *left, const MPI_Fint *right);
MPI_Fint wt_f_same(const MPI_Fint *left, const MPI_Fint *right)
{
    return *left == *right;
}

MPI_Fint wt_f_differ(const MPI_Fint *left, const MPI_Fint *right);
MPI_Fint wt_f_differ(const MPI_Fint *left, const MPI_Fint *right)
{
    return *left != *right;
}
