/* What the faces share whose ABI is not the standard one: statuses that the core writes, values of attributes, calls of
 * the program's functions, contents of datatypes. Included by their own headers, after these have said what a `handle`
 * and a `struct status` are and how they are converted.
 */

/* ---- statuses ---- */

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

/* ---- attributes ---- */

/* The values of predefined attributes that are ranks or enumerations have other numbers here. */
static inline void attribute_out(int keyval, void *value, const int *found)
{
    static const int any_source = OWN_MPI_ANY_SOURCE, nobody = OWN_MPI_PROC_NULL;
    static const int flavors[] = {
        OWN_MPI_WIN_FLAVOR_CREATE, OWN_MPI_WIN_FLAVOR_ALLOCATE, OWN_MPI_WIN_FLAVOR_DYNAMIC, OWN_MPI_WIN_FLAVOR_SHARED,
    };
    static const int models[] = {OWN_MPI_WIN_UNIFIED, OWN_MPI_WIN_SEPARATE};
    const int **place = value;
    if (!*found) return;
    switch (keyval) {
    case OWN_MPI_IO:
        if (**place == -1) *place = &any_source;
        else if (**place == -3) *place = &nobody;
        break;
    case OWN_MPI_HOST:
        if (**place == -3) *place = &nobody;
        break;
    case OWN_MPI_LASTUSEDCODE: *place = wt_attribute_place(error_out(**place)); break;
    case OWN_MPI_WIN_CREATE_FLAVOR: *place = &flavors[**place - 311]; break;
    case OWN_MPI_WIN_MODEL: *place = &models[**place - 321]; break;
    }
}

/* ---- trampolines: the core's calls of the program's functions ---- */

typedef int copy_function(handle, int, void *, void *, void *, int *);
typedef int delete_function(handle, int, void *, void *);

static void apply(void *in, void *inout, int *len, core *type)
{
    void (*user)(void *, void *, int *, handle *) = wt_callback();
    handle own = type_out(*type);
    user(in, inout, len, &own);
}

static void apply_large(void *in, void *inout, wide *len, core *type)
{
    void (*user)(void *, void *, wide *, handle *) = wt_callback();
    handle own = type_out(*type);
    user(in, inout, len, &own);
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
        handle_type own = kind##_out(*object);                                                                        \
        int given = error_out(*code);                                                                                 \
        user(&own, &given);                                                                                           \
    }
ERRHANDLER_TRAMPOLINE(comm, handle)
ERRHANDLER_TRAMPOLINE(win, handle)
ERRHANDLER_TRAMPOLINE(file, void *)
ERRHANDLER_TRAMPOLINE(session, handle)

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
 * are not integers where the datatype was made with large counts, which wt_combiner says by a negative number. */
static inline void contents_out(core datatype, int *integers)
{
    int combiner = wt_combiner(datatype), large = combiner < 0;
    switch (combiner_out(large ? -combiner : combiner)) {
    case OWN_MPI_COMBINER_SUBARRAY: {
        wide at = large ? 1 : 1 + 3 * (wide)integers[0];
        integers[at] = order_out(integers[at]);
        break;
    }
    case OWN_MPI_COMBINER_DARRAY: {
        wide dims = integers[2], first = large ? 3 : 3 + dims;
        for (wide i = 0; i < dims; i++) integers[first + i] = distribution_out(integers[first + i]);
        for (wide i = 0; i < dims; i++) integers[first + dims + i] = darg_out(integers[first + dims + i]);
        integers[first + 3 * dims] = order_out(integers[first + 3 * dims]);
        break;
    }
    }
}
