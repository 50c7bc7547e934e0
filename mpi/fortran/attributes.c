/* Attributes, and keyvals whose callbacks are Fortran's.
 *
 * An attribute that Fortran sets is an integer. C gets its address, Fortran the integer; of an attribute that C sets
 * Fortran gets the pointer as an integer (MPI 5.0 §19.3.7). So what Fortran sets is kept in a cell, and the library that
 * attributes are given to only ever sees pointers: to a cell, or C's own. A copy is of the same kind as the original.
 *
 * Compiled twice, with and without WT_PROFILE: see support.h.
 */
#include "support.h"

/* The value of an attribute that is not predefined, and the attribute of a value. */
static MPI_Aint value_of(const void *attribute)
{
    return wt_f_is_cell(attribute) ? *(const MPI_Aint *)attribute : (MPI_Aint)(intptr_t)attribute;
}

static void *like(const void *original, MPI_Aint value)
{
    return wt_f_is_cell(original) ? (void *)wt_f_cell(value) : (void *)(intptr_t)value;
}

/* What Fortran sees of a predefined attribute is its value, where C sees the value's address. */
static MPI_Aint comm_value(int keyval, void *attribute)
{
    switch (keyval) {
    case MPI_TAG_UB:
    case MPI_IO:
    case MPI_HOST:
    case MPI_WTIME_IS_GLOBAL:
    case MPI_APPNUM:
    case MPI_LASTUSEDCODE:
    case MPI_UNIVERSE_SIZE:
        return *(int *)attribute;
    default:
        return value_of(attribute);
    }
}

static MPI_Aint win_value(int keyval, void *attribute)
{
    switch (keyval) {
    case MPI_WIN_SIZE:
        return *(MPI_Aint *)attribute;
    case MPI_WIN_DISP_UNIT:
    case MPI_WIN_CREATE_FLAVOR:
    case MPI_WIN_MODEL:
        return *(int *)attribute;
    case MPI_WIN_BASE:
        return (MPI_Aint)(intptr_t)attribute;
    default:
        return value_of(attribute);
    }
}

static MPI_Aint type_value(int keyval, void *attribute)
{
    (void)keyval;
    return value_of(attribute);
}

#define ATTRIBUTES(name, kind, handle, kind_value)                                                                  \
    ROUTINE(void, mpi_##name##_set_attr, (MPI_Fint * on, MPI_Fint * keyval, MPI_Aint * value, MPI_Fint * ierror))   \
    {                                                                                                               \
        SITE();                                                                                                     \
        REPORT(CALL(MPI_##kind##_set_attr)(handle##_C(*on), *keyval, wt_f_cell(*value)));                           \
    }                                                                                                               \
    ALIAS(void, mpi_##name##_set_attr_f08, mpi_##name##_set_attr,                                                   \
          (MPI_Fint * on, MPI_Fint * keyval, MPI_Aint * value, MPI_Fint * ierror))                                  \
    ROUTINE(void, mpi_##name##_get_attr,                                                                            \
            (MPI_Fint * on, MPI_Fint * keyval, MPI_Aint * value, MPI_Fint * flag, MPI_Fint * ierror))               \
    {                                                                                                               \
        SITE();                                                                                                     \
        void *attribute = NULL;                                                                                     \
        int error = CALL(MPI_##kind##_get_attr)(handle##_C(*on), *keyval, &attribute, flag);                        \
        if (error == MPI_SUCCESS && *flag)                                                                          \
            *value = kind_value(*keyval, attribute);                                                                \
        REPORT(error);                                                                                              \
    }                                                                                                               \
    ALIAS(void, mpi_##name##_get_attr_f08, mpi_##name##_get_attr,                                                   \
          (MPI_Fint * on, MPI_Fint * keyval, MPI_Aint * value, MPI_Fint * flag, MPI_Fint * ierror))
ATTRIBUTES(comm, Comm, Comm, comm_value)
ATTRIBUTES(type, Type, Type, type_value)
ATTRIBUTES(win, Win, Win, win_value)

/* MPI-1's procedures have default integers: the low half of what others set, and C reads it from the same cell. */
ROUTINE(void, mpi_attr_put, (MPI_Fint *comm, MPI_Fint *keyval, MPI_Fint *value, MPI_Fint *ierror))
{
    SITE();
    REPORT(CALL(MPI_Attr_put)(Comm_C(*comm), *keyval, wt_f_cell(*value)));
}

ROUTINE(void, mpi_attr_get, (MPI_Fint *comm, MPI_Fint *keyval, MPI_Fint *value, MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    void *attribute = NULL;
    int error = CALL(MPI_Attr_get)(Comm_C(*comm), *keyval, &attribute, flag);
    if (error == MPI_SUCCESS && *flag)
        *value = (MPI_Fint)comm_value(*keyval, attribute);
    REPORT(error);
}

/* ---- keyvals ----
 *
 * C's callbacks get, as their state, Fortran's callbacks and Fortran's state. It lives as long as the program: a keyval
 * may be freed while attributes of it are still there.
 */

typedef void Copy(MPI_Fint *, MPI_Fint *, MPI_Aint *, MPI_Aint *, MPI_Aint *, MPI_Fint *, MPI_Fint *);
typedef void Delete(MPI_Fint *, MPI_Fint *, MPI_Aint *, MPI_Aint *, MPI_Fint *);
typedef void Old_copy(MPI_Fint *, MPI_Fint *, MPI_Fint *, MPI_Fint *, MPI_Fint *, MPI_Fint *, MPI_Fint *);
typedef void Old_delete(MPI_Fint *, MPI_Fint *, MPI_Fint *, MPI_Fint *, MPI_Fint *);

typedef struct {
    void (*copy)(void);
    void (*delete)(void);
    MPI_Aint state;
} Keyval;

#define KEYVAL(name, kind, type, handle)                                                                            \
    static int copy_##name(type from, int number, void *extra, void *in, void *out, int *flag)                      \
    {                                                                                                               \
        Keyval *keyval = extra;                                                                                     \
        MPI_Fint on = handle##_F(from), key = number, copied = 0, error = MPI_SUCCESS;                              \
        MPI_Aint old = value_of(in), new = 0;                                                                       \
        ((Copy *)keyval->copy)(&on, &key, &keyval->state, &old, &new, &copied, &error);                             \
        if (error == MPI_SUCCESS && copied)                                                                         \
            *(void **)out = like(in, new);                                                                          \
        *flag = copied != 0;                                                                                        \
        return error;                                                                                               \
    }                                                                                                               \
    static int delete_##name(type of, int number, void *attribute, void *extra)                                     \
    {                                                                                                               \
        Keyval *keyval = extra;                                                                                     \
        MPI_Fint on = handle##_F(of), key = number, error = MPI_SUCCESS;                                            \
        MPI_Aint value = value_of(attribute);                                                                       \
        ((Delete *)keyval->delete)(&on, &key, &value, &keyval->state, &error);                                      \
        return error;                                                                                               \
    }                                                                                                               \
    ROUTINE(void, mpi_##name##_create_keyval,                                                                       \
            (void (*copy)(void), void (*delete)(void), MPI_Fint *number, MPI_Aint *state, MPI_Fint *ierror))        \
    {                                                                                                               \
        SITE();                                                                                                     \
        Keyval *keyval = ARRAY(Keyval, 1);                                                                          \
        *keyval = (Keyval){copy, delete, *state};                                                                   \
        REPORT(CALL(MPI_##kind##_create_keyval)(copy_##name, delete_##name, number, keyval));                       \
    }                                                                                                               \
    ALIAS(void, mpi_##name##_create_keyval_f08, mpi_##name##_create_keyval,                                         \
          (void (*copy)(void), void (*delete)(void), MPI_Fint *number, MPI_Aint *state, MPI_Fint *ierror))
KEYVAL(comm, Comm, MPI_Comm, Comm)
KEYVAL(type, Type, MPI_Datatype, Type)
KEYVAL(win, Win, MPI_Win, Win)

/* MPI-1's have integers of the default kind throughout. */
static int copy_old(MPI_Comm from, int number, void *extra, void *in, void *out, int *flag)
{
    Keyval *keyval = extra;
    MPI_Fint on = Comm_F(from), key = number, copied = 0, error = MPI_SUCCESS;
    MPI_Fint state = (MPI_Fint)keyval->state, old = (MPI_Fint)value_of(in), new = 0;
    ((Old_copy *)keyval->copy)(&on, &key, &state, &old, &new, &copied, &error);
    if (error == MPI_SUCCESS && copied)
        *(void **)out = like(in, new);
    *flag = copied != 0;
    return error;
}

static int delete_old(MPI_Comm of, int number, void *attribute, void *extra)
{
    Keyval *keyval = extra;
    MPI_Fint on = Comm_F(of), key = number, error = MPI_SUCCESS;
    MPI_Fint state = (MPI_Fint)keyval->state, value = (MPI_Fint)value_of(attribute);
    ((Old_delete *)keyval->delete)(&on, &key, &value, &state, &error);
    return error;
}

ROUTINE(void, mpi_keyval_create,
        (void (*copy)(void), void (*delete)(void), MPI_Fint *number, MPI_Fint *state, MPI_Fint *ierror))
{
    SITE();
    Keyval *keyval = ARRAY(Keyval, 1);
    *keyval = (Keyval){copy, delete, *state};
    REPORT(CALL(MPI_Keyval_create)(copy_old, delete_old, number, keyval));
}

/* ---- predefined callbacks ---- */

#if !defined WT_PROFILE || defined WT_LIBRARY
#define NULL_FUNCTIONS(prefix, integer)                                                                             \
    void mpi_##prefix##null_copy_fn_(MPI_Fint *from, MPI_Fint *keyval, integer *state, integer *in, integer *out,   \
                                     MPI_Fint *flag, MPI_Fint *ierror)                                              \
    {                                                                                                               \
        (void)from, (void)keyval, (void)state, (void)in, (void)out;                                                 \
        *flag = 0;                                                                                                  \
        *ierror = MPI_SUCCESS;                                                                                      \
    }                                                                                                               \
    void mpi_##prefix##dup_fn_(MPI_Fint *from, MPI_Fint *keyval, integer *state, integer *in, integer *out,         \
                               MPI_Fint *flag, MPI_Fint *ierror)                                                    \
    {                                                                                                               \
        (void)from, (void)keyval, (void)state;                                                                      \
        *out = *in;                                                                                                 \
        *flag = 1;                                                                                                  \
        *ierror = MPI_SUCCESS;                                                                                      \
    }                                                                                                               \
    void mpi_##prefix##null_delete_fn_(MPI_Fint *of, MPI_Fint *keyval, integer *value, integer *state,              \
                                       MPI_Fint *ierror)                                                            \
    {                                                                                                               \
        (void)of, (void)keyval, (void)value, (void)state;                                                           \
        *ierror = MPI_SUCCESS;                                                                                      \
    }
NULL_FUNCTIONS(, MPI_Fint)
NULL_FUNCTIONS(comm_, MPI_Aint)
NULL_FUNCTIONS(type_, MPI_Aint)
NULL_FUNCTIONS(win_, MPI_Aint)

void mpi_conversion_fn_null_(void)
{
}
#endif
