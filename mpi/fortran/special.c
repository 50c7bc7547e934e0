/* The procedures whose arguments do not simply correspond to those of C: callbacks with a state, arrays of strings,
 * buffers handed back, statuses, and the beginning. Those of attributes are in attributes.c.
 *
 * Compiled twice, with and without WT_PROFILE: see support.h.
 */
#include "support.h"

#include <string.h>

/* ---- beginning ---- */

ROUTINE(void, mpi_init, (MPI_Fint *ierror))
{
    SITE();
    REPORT(CALL(MPI_Init)(NULL, NULL));
}
ALIAS(void, mpi_init_f08, mpi_init, (MPI_Fint *ierror))

ROUTINE(void, mpi_init_thread, (MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror))
{
    SITE();
    REPORT(CALL(MPI_Init_thread)(NULL, NULL, *required, provided));
}
ALIAS(void, mpi_init_thread_f08, mpi_init_thread, (MPI_Fint *required, MPI_Fint *provided, MPI_Fint *ierror))

ROUTINE(void, mpi_info_create_env, (MPI_Fint *info, MPI_Fint *ierror))
{
    SITE();
    MPI_Info made = MPI_INFO_NULL;
    int error = CALL(MPI_Info_create_env)(0, NULL, &made);
    if (error == MPI_SUCCESS)
        *info = Info_F(made);
    REPORT(error);
}
ALIAS(void, mpi_info_create_env_f08, mpi_info_create_env, (MPI_Fint *info, MPI_Fint *ierror))

ROUTINE(void, mpi_pcontrol, (MPI_Fint *level))
{
    SITE();
    CALL(MPI_Pcontrol)(*level);
}
ALIAS(void, mpi_pcontrol_f08, mpi_pcontrol, (MPI_Fint *level))

/* A call that the compiler cannot see into is all there is to it (MPI 5.0 §19.1.8). */
ROUTINE(void, mpi_f_sync_reg, (void *buffer))
{
    (void)buffer;
}
ALIAS(void, mpi_f_sync_reg_f08, mpi_f_sync_reg, (void *buffer))
ALIAS(void, mpi_f_sync_reg_f08ts, mpi_f_sync_reg, (void *buffer))

/* ---- statuses: the same eight integers in both ---- */

ROUTINE(void, mpi_status_f2f08, (const MPI_Fint *from, MPI_Status *to, MPI_Fint *ierror))
{
    memcpy(to, from, sizeof *to);
    REPORT(MPI_SUCCESS);
}
ALIAS(void, mpi_status_f2f08_f08, mpi_status_f2f08, (const MPI_Fint *from, MPI_Status *to, MPI_Fint *ierror))

ROUTINE(void, mpi_status_f082f, (const MPI_Status *from, MPI_Fint *to, MPI_Fint *ierror))
{
    memcpy(to, from, sizeof *from);
    REPORT(MPI_SUCCESS);
}
ALIAS(void, mpi_status_f082f_f08, mpi_status_f082f, (const MPI_Status *from, MPI_Fint *to, MPI_Fint *ierror))

/* ---- buffers handed back: only mpi_f08 can receive an address (MPI 5.0 §3.6) ---- */

ROUTINE(void, mpi_buffer_detach, (void *buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    void *address;
    (void)buffer;
    SITE();
    REPORT(CALL(MPI_Buffer_detach)(&address, size));
}
ROUTINE(void, mpi_buffer_detach_f08, (void **buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    REPORT(CALL(MPI_Buffer_detach)(buffer, size));
}

ROUTINE(void, mpi_comm_detach_buffer, (MPI_Fint *comm, void *buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    void *address;
    (void)buffer;
    SITE();
    REPORT(CALL(MPI_Comm_detach_buffer)(Comm_C(*comm), &address, size));
}
ROUTINE(void, mpi_comm_detach_buffer_f08, (MPI_Fint *comm, void **buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    REPORT(CALL(MPI_Comm_detach_buffer)(Comm_C(*comm), buffer, size));
}

ROUTINE(void, mpi_session_detach_buffer, (MPI_Fint *session, void *buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    void *address;
    (void)buffer;
    SITE();
    REPORT(CALL(MPI_Session_detach_buffer)(Session_C(*session), &address, size));
}
ROUTINE(void, mpi_session_detach_buffer_f08, (MPI_Fint *session, void **buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    REPORT(CALL(MPI_Session_detach_buffer)(Session_C(*session), buffer, size));
}

/* ---- callbacks with a state: C's get, as theirs, Fortran's callbacks and Fortran's state ---- */

/* The state of a generalised request is the program's variable itself, as in other libraries: its callbacks may change
 * it. The variable has to be there until the request is freed. */
typedef struct {
    void (*query)(MPI_Aint *, MPI_Status *, MPI_Fint *);
    void (*free)(MPI_Aint *, MPI_Fint *);
    void (*cancel)(MPI_Aint *, MPI_Fint *, MPI_Fint *);
    MPI_Aint *state;
} Request;

static int query_request(void *extra, MPI_Status *status)
{
    Request *request = extra;
    MPI_Fint error = MPI_SUCCESS;
    request->query(request->state, status, &error);
    return error;
}

static int free_request(void *extra)
{
    Request *request = extra;
    MPI_Fint error = MPI_SUCCESS;
    request->free(request->state, &error);
    free(request);
    return error;
}

static int cancel_request(void *extra, int complete)
{
    Request *request = extra;
    MPI_Fint error = MPI_SUCCESS, is_complete = complete;
    request->cancel(request->state, &is_complete, &error);
    return error;
}

ROUTINE(void, mpi_grequest_start,
        (void (*query)(MPI_Aint *, MPI_Status *, MPI_Fint *), void (*free)(MPI_Aint *, MPI_Fint *),
         void (*cancel)(MPI_Aint *, MPI_Fint *, MPI_Fint *), MPI_Aint *state, MPI_Fint *number, MPI_Fint *ierror))
{
    SITE();
    Request *request = ARRAY(Request, 1);
    *request = (Request){query, free, cancel, state};
    MPI_Request handle = MPI_REQUEST_NULL;
    int error = CALL(MPI_Grequest_start)(query_request, free_request, cancel_request, request, &handle);
    if (error == MPI_SUCCESS)
        *number = Request_F(handle);
    REPORT(error);
}
ALIAS(void, mpi_grequest_start_f08, mpi_grequest_start,
      (void (*query)(MPI_Aint *, MPI_Status *, MPI_Fint *), void (*free)(MPI_Aint *, MPI_Fint *),
       void (*cancel)(MPI_Aint *, MPI_Fint *, MPI_Fint *), MPI_Aint *state, MPI_Fint *number, MPI_Fint *ierror))

typedef void Extent(MPI_Fint *, MPI_Aint *, MPI_Aint *, MPI_Fint *);
typedef void Conversion(void *, MPI_Fint *, MPI_Fint *, void *, MPI_Offset *, MPI_Aint *, MPI_Fint *);
typedef void Conversion_c(void *, MPI_Fint *, MPI_Count *, void *, MPI_Offset *, MPI_Aint *, MPI_Fint *);

/* The predefined callback that converts nothing; only its address is ever used. */
void mpi_conversion_fn_null_(void);

typedef struct {
    void (*read)(void);
    void (*write)(void);
    Extent *extent;
    MPI_Aint state;
} Representation;

static int extent_of(MPI_Datatype datatype, MPI_Aint *extent, void *extra)
{
    Representation *of = extra;
    MPI_Fint number = Type_F(datatype), error = MPI_SUCCESS;
    of->extent(&number, extent, &of->state, &error);
    return error;
}

#define CONVERSION(name, function, type, count_type)                                                                \
    static int name(void *user, MPI_Datatype datatype, count_type count, void *file, MPI_Offset position, void *extra) \
    {                                                                                                               \
        Representation *of = extra;                                                                                 \
        MPI_Fint number = Type_F(datatype), error = MPI_SUCCESS;                                                    \
        ((type *)of->function)(user, &number, &count, file, &position, &of->state, &error);                         \
        return error;                                                                                               \
    }
CONVERSION(read_small, read, Conversion, int)
CONVERSION(write_small, write, Conversion, int)
CONVERSION(read_large, read, Conversion_c, MPI_Count)
CONVERSION(write_large, write, Conversion_c, MPI_Count)

#define CONVERTS(function) ((function) != mpi_conversion_fn_null_)
#define REGISTER(name, function, suffix, null)                                                                      \
    ROUTINE(void, name,                                                                                             \
            (char *datarep, void (*read)(void), void (*write)(void), Extent *extent, MPI_Aint *state,               \
             MPI_Fint *ierror, size_t length))                                                                      \
    {                                                                                                               \
        SITE();                                                                                                     \
        Representation *of = ARRAY(Representation, 1);                                                              \
        *of = (Representation){read, write, extent, *state};                                                        \
        char *text = wt_f_string(datarep, length);                                                                  \
        REPORT(CALL(function)(text, CONVERTS(read) ? read_##suffix : null, CONVERTS(write) ? write_##suffix : null, \
                              extent_of, of));                                                                      \
        free(text);                                                                                                 \
    }                                                                                                               \
    ALIAS(void, name##_f08, name,                                                                                   \
          (char *datarep, void (*read)(void), void (*write)(void), Extent *extent, MPI_Aint *state,                 \
           MPI_Fint *ierror, size_t length))
REGISTER(mpi_register_datarep, MPI_Register_datarep, small, MPI_CONVERSION_FN_NULL)
REGISTER(mpi_register_datarep_c, MPI_Register_datarep_c, large, MPI_CONVERSION_FN_NULL_C)

/* ---- dynamic processes: arrays of strings end with a blank one ---- */

/* Blanks around a string are not part of it (MPI 5.0, MPI_Comm_spawn). `stride` lies between the strings of one list: they are columns of an array for several commands. */
static char **strings(const char *from, size_t length, size_t stride)
{
    size_t count = 0;
    for (;; count++) {
        char *one = wt_f_trimmed(from + count * stride * length, length);
        int blank = !*one;
        free(one);
        if (blank)
            break;
    }
    char **list = ARRAY(char *, count + 1);
    for (size_t i = 0; i < count; i++)
        list[i] = wt_f_trimmed(from + i * stride * length, length);
    return list;
}

static void free_strings(char **list)
{
    for (char **one = list; one && *one; one++)
        free(*one);
    free(list);
}

static int *codes(MPI_Fint *errcodes)
{
    return IS(errcodes, errcodes_ignore) ? MPI_ERRCODES_IGNORE : errcodes;
}

ROUTINE(void, mpi_comm_spawn,
        (char *command, char *argv, MPI_Fint *maxprocs, MPI_Fint *info, MPI_Fint *root, MPI_Fint *comm,
         MPI_Fint *intercomm, MPI_Fint *errcodes, MPI_Fint *ierror, size_t command_length, size_t argv_length))
{
    SITE();
    char *text = wt_f_string(command, command_length);
    char **arguments = IS(argv, argv_null) ? MPI_ARGV_NULL : strings(argv, argv_length, 1);
    MPI_Comm made = MPI_COMM_NULL;
    int error = CALL(MPI_Comm_spawn)(text, arguments, *maxprocs, Info_C(*info), *root, Comm_C(*comm), &made,
                                     codes(errcodes));
    if (error == MPI_SUCCESS)
        *intercomm = Comm_F(made);
    free_strings(arguments);
    free(text);
    REPORT(error);
}
ALIAS(void, mpi_comm_spawn_f08, mpi_comm_spawn,
      (char *command, char *argv, MPI_Fint *maxprocs, MPI_Fint *info, MPI_Fint *root, MPI_Fint *comm,
       MPI_Fint *intercomm, MPI_Fint *errcodes, MPI_Fint *ierror, size_t command_length, size_t argv_length))

ROUTINE(void, mpi_comm_spawn_multiple,
        (MPI_Fint *count, char *commands, char *argvs, MPI_Fint *maxprocs, MPI_Fint *infos, MPI_Fint *root,
         MPI_Fint *comm, MPI_Fint *intercomm, MPI_Fint *errcodes, MPI_Fint *ierror, size_t commands_length,
         size_t argvs_length))
{
    SITE();
    int n = *count > 0 ? *count : 0;
    char **texts = ARRAY(char *, n + 1);
    char ***arguments = IS(argvs, argvs_null) ? MPI_ARGVS_NULL : ARRAY(char **, n);
    MPI_Info *c_infos = ARRAY(MPI_Info, n);
    for (int i = 0; i < n; i++) {
        texts[i] = wt_f_string(commands + (size_t)i * commands_length, commands_length);
        c_infos[i] = Info_C(infos[i]);
        if (arguments)
            arguments[i] = strings(argvs + (size_t)i * argvs_length, argvs_length, (size_t)n);
    }
    MPI_Comm made = MPI_COMM_NULL;
    int error = CALL(MPI_Comm_spawn_multiple)(n, texts, arguments, maxprocs, c_infos, *root, Comm_C(*comm), &made,
                                              codes(errcodes));
    if (error == MPI_SUCCESS)
        *intercomm = Comm_F(made);
    for (int i = 0; arguments && i < n; i++)
        free_strings(arguments[i]);
    free(arguments);
    free_strings(texts);
    free(c_infos);
    REPORT(error);
}
ALIAS(void, mpi_comm_spawn_multiple_f08, mpi_comm_spawn_multiple,
      (MPI_Fint *count, char *commands, char *argvs, MPI_Fint *maxprocs, MPI_Fint *infos, MPI_Fint *root,
       MPI_Fint *comm, MPI_Fint *intercomm, MPI_Fint *errcodes, MPI_Fint *ierror, size_t commands_length,
       size_t argvs_length))
