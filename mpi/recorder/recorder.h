/* The parts of a recorder that are not generated: the start and the end, the real library's functions, waits and tests. Included by the generated files below mpi/generated/recorder behind the prototypes.
 *
 * Each recorded call is made twice: by the real library, and by the rank half, which gets the results of the real call
 * (wt_record_done and the like) as its answers. Handles of the program's are the real library's; the rank half's are found
 * by them. Threads other than the one that has started MPI are counted and not recorded.
 */

enum { COMM, GROUP, TYPE, OP, REQUEST, MESSAGE, WIN, FILE_ };
/* At least MPI_MAX_DATAREP_STRING of all libraries. */
enum { MAX_DATAREP = 256 };

/* ---- crates/runtime/src/recorder ---- */

void wt_note_call_site(const void *site);
int wt_neighbours(uintptr_t comm, int outgoing);
/* Begins the recording of a rank: 0 if it can't be made, and a message has said why. */
int wt_record_begin(int rank, int ranks, const char *folder, const char *library);
/* Where the rank half goes on if it can't. */
jmp_buf *wt_record_escape(void);
/* A call begins, with the block before it. */
void wt_record_enter(void);
/* The real library has made the call. */
void wt_record_call_made(void);
/* A call ends: its posts are written, and the next block begins. */
void wt_record_leave(void);
/* A call that posts nothing but itself. */
void wt_record_note(const char *function, const void *site);
void wt_record_lost(const char *function);
/* A call that the rank half refuses, with its error code. */
void wt_record_unfollowed(const char *function, int code);
/* The results of the real call. */
void wt_record_found(int found);
void wt_record_received(int source, int tag, int cancelled);
void wt_record_done(uintptr_t request, int source, int tag, int cancelled);
void wt_record_comm(int ranks, const int *actors, int others, const int *other_actors);
/* Every rank's part of the window that is made: base, bytes, unit of displacements. */
enum flavor { OF_PROGRAM, DYNAMIC, SHARED };
void wt_record_window(const int64_t *parts, int ranks, enum flavor flavor);
/* Bytes that an access of a file has moved, and those of the file. */
void wt_record_moved(uint64_t bytes);
void wt_record_size(uint64_t bytes);
/* The rank half is asked for what the program has not called, until this is called with 0. */
void wt_record_aside(int begins);
/* The call is one of this function, whichever the rank half is asked for. */
void wt_record_as(const char *function);
/* Whether this poll has found nothing, as the same poll just before; then it is not recorded. */
int wt_record_folds(const char *function, const void *site, uintptr_t what);
/* Handles: the rank half's (as the face has them) by the real library's. */
uintptr_t wt_record_find(int kind, uintptr_t real);
void wt_record_made(int kind, uintptr_t real, uintptr_t face);
void wt_record_gone(int kind, uintptr_t real);
uintptr_t wt_record_request(uintptr_t real, const void *place);
void wt_record_request_made(uintptr_t real, const void *place, uintptr_t face);
void wt_record_request_gone(uintptr_t real, uintptr_t face);
/* From here on faults are returned. */
void wt_record_started(void);
/* Closes the part of this rank. */
void wt_record_end(int aborted);
/* Whether anything is not recorded, and a message that says what. */
int wt_record_losses(void);
void wt_record_report(void);

/* ---- the real library ---- */

static void *real_function(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    /* A library that an interpreter has loaded for itself is in no scope that others search. */
    static const char *const names[] = {LIBRARIES};
    for (size_t i = 0; !found && i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_LAZY | RTLD_NOLOAD);
        if (library) found = dlsym(library, name);
    }
    if (!found) {
        fprintf(stderr, "windtunnel: recording: the program's MPI library has no %s\n", name);
        abort();
    }
    return found;
}

/* PMPI_X of the real library. */
#define REAL(name)                                                                                                    \
    ({                                                                                                                \
        static void *found_;                                                                                          \
        if (!found_) found_ = real_function("P" #name);                                                               \
        (__typeof__(&name))found_;                                                                                    \
    })

/* ---- calls ---- */

static int recording;
static int further_threads;
/* Whether this thread is the one whose calls are recorded, and whether it is in a call: libraries call themselves. */
static __thread int recorded_thread, inside;

/* Where the program has made the call. */
static const void *site;
#define HERE __builtin_return_address(0)
#define SITE site

static inline int enters(const void *from)
{
    const void *fortran = fortran_site;
    fortran_site = NULL;
    if (!recording || inside) return 0;
    if (!recorded_thread) {
        further_threads = 1;
        return 0;
    }
    inside = 1;
    site = fortran ? fortran : from;
    wt_record_enter();
    return 1;
}

static inline void leaves(void)
{
    wt_record_leave();
    inside = 0;
}
#define wt_record_leave() leaves()

/* An exception (of an error handler, or of an attribute's function) passes through a call that this function has entered. */
static void abandons(const char **entered)
{
    if (!*entered || !inside) return;
    char text[128];
    snprintf(text, sizeof text, "%s that an exception has left", *entered);
    wt_record_lost(text);
    wt_record_leave();
}

/* Enters the call; what follows is done if it is not recorded. */
#define NOT_RECORDED                                                                                                  \
    __attribute__((cleanup(abandons))) const char *entered_ = enters(HERE) ? __func__ : NULL;                         \
    if (!entered_)

/* Has the rank half make the call, which is at this place in the program. */
#define FOLLOW(name, call)                                                                                            \
    do {                                                                                                              \
        wt_record_call_made();                                                                                        \
        wt_note_call_site(SITE);                                                                                      \
        int code_ = _setjmp(*wt_record_escape()) ? -1 : (call);                                                       \
        if (code_ != 0) wt_record_unfollowed(name, code_);                                                            \
    } while (0)

/* A probe that finds nothing, as the same one before it. */
#define FOLDS_POLL(name, what)                                                                                        \
    if (wt_record_folds(name, SITE, what)) {                                                                          \
        wt_record_leave();                                                                                            \
        return code;                                                                                                  \
    }

#define FOUND(kind, value) wt_record_find(kind, KEY(value))

static int cancelled(STATUS *status)
{
    int flag = 0;
    REAL(MPI_Test_cancelled)(status, &flag);
    return flag;
}

static void received(STATUS *status) { wt_record_received(SOURCE_OF(status), TAG_OF(status), 0); }

static int peers(COMM_T comm)
{
    int inter = 0, size = 0;
    REAL(MPI_Comm_test_inter)(comm, &inter);
    if (inter) REAL(MPI_Comm_remote_size)(comm, &size);
    else REAL(MPI_Comm_size)(comm, &size);
    return size;
}

static int neighbours(COMM_T comm, int outgoing) { return wt_neighbours(CORE(FOUND(COMM, comm)), outgoing); }

/* ---- communicators ---- */

/* The members of a group as ranks of the world; a size below 0 if some have been started. */
static int *actors_of(GROUP_T group, int *size)
{
    GROUP_T world;
    REAL(MPI_Comm_group)(REAL_COMM_WORLD, &world);
    REAL(MPI_Group_size)(group, size);
    int *ranks = malloc(2 * ((size_t)*size + 1) * sizeof *ranks), *actors = ranks + *size + 1;
    if (!ranks) abort();
    for (int i = 0; i < *size; i++) ranks[i] = i;
    REAL(MPI_Group_translate_ranks)(group, *size, ranks, world, actors);
    for (int i = 0; i < *size; i++)
        if (actors[i] == UNDEFINED) *size = -1;
    if (*size > 0) memmove(ranks, actors, (size_t)*size * sizeof *ranks);
    REAL(MPI_Group_free)(&world);
    return ranks;
}

/* Tells the rank half who is in the communicator that has been made. */
static void becomes_known(COMM_T comm)
{
    if (comm == REAL_COMM_NULL) {
        wt_record_comm(-1, NULL, 0, NULL);
        return;
    }
    GROUP_T group;
    int inter = 0, size = 0, others = 0;
    REAL(MPI_Comm_test_inter)(comm, &inter);
    REAL(MPI_Comm_group)(comm, &group);
    int *actors = actors_of(group, &size), *other_actors = NULL;
    REAL(MPI_Group_free)(&group);
    if (inter) {
        REAL(MPI_Comm_remote_group)(comm, &group);
        other_actors = actors_of(group, &others);
        REAL(MPI_Group_free)(&group);
    }
    if (size < 0 || others < 0) wt_record_lost("communicators with ranks that were started");
    else wt_record_comm(size, actors, others, other_actors);
    free(actors);
    free(other_actors);
}

/* The rank half learns a rank's edges from the messages of others, and here it gets none, so the recorder gives it the edges. */
int MPI_Dist_graph_create(COMM_T comm_old, int n, const int sources[], const int degrees[], const int destinations[],
                          const int *weights, INFO_T info, int reorder, COMM_T *comm_dist_graph)
{
    NOT_RECORDED
        return REAL(MPI_Dist_graph_create)(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph);
    COMM_T parent = (COMM_T)FOUND(COMM, comm_old), made = (COMM_T)0;
    int code = REAL(MPI_Dist_graph_create)(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph);
    int in = 0, out = 0, weighted;
    if (code == 0) code = REAL(MPI_Dist_graph_neighbors_count)(*comm_dist_graph, &in, &out, &weighted);
    int *edges = calloc(2 * ((size_t)in + (size_t)out + 1), sizeof *edges), *to = edges + in, *unused = to + out;
    if (!edges) abort();
    if (code == 0)
        code = REAL(MPI_Dist_graph_neighbors)(*comm_dist_graph, in, edges, unused, out, to, unused + in);
    if (code != 0) {
        wt_record_lost("MPI_Dist_graph_create that failed");
    } else {
        becomes_known(*comm_dist_graph);
        wt_record_as("MPI_Dist_graph_create");
        FOLLOW("MPI_Dist_graph_create", face_MPI_Dist_graph_create_adjacent(parent, in, edges, FACE_UNWEIGHTED, out, to,
                                                                           FACE_UNWEIGHTED, FACE_INFO_NULL, 0, &made));
        if (made) wt_record_made(COMM, KEY(*comm_dist_graph), KEY(made));
    }
    free(edges);
    wt_record_leave();
    return code;
}

/* ---- windows ---- */

/* Tells the rank half which memory the ranks of a communicator have given to a window. */
static void memory_of(COMM_T comm, void *base, int64_t bytes, int64_t unit, enum flavor flavor)
{
    int ranks = 0;
    enum { INTS = 3 * sizeof(int64_t) / sizeof(int) };
    int64_t own[3] = {(int64_t)(intptr_t)base, bytes, unit};
    REAL(MPI_Comm_size)(comm, &ranks);
    int64_t *all = malloc(((size_t)ranks + 1) * sizeof own);
    if (!all) abort();
    REAL(MPI_Allgather)(own, INTS, REAL_INT, all, INTS, REAL_INT, comm);
    becomes_known(comm);
    wt_record_window(all, ranks, flavor);
    free(all);
}

/* The rank half would allocate memory of its own: it makes a window of that of the real library. */
#define OF_MEMORY(base, size, unit) OF_PROGRAM, face_MPI_Win_create_c(base, size, unit, FACE_INFO_NULL, comm_, &made)
/* The posts by which ranks learn of one another's memory are its own. */
#define OF_SHARED(size, unit) SHARED, face_MPI_Win_allocate_shared_c(size, unit, FACE_INFO_NULL, comm_, &nowhere, &made)
#define MAKES_WINDOW(name, real, base, size, unit, ...) MAKES_WINDOW_BY(name, real, base, size, unit, __VA_ARGS__)
#define MAKES_WINDOW_BY(name, real, base, size, unit, flavor, face)                                                                  \
    do {                                                                                                              \
        COMM_T comm_ = (COMM_T)FOUND(COMM, comm);                                                                     \
        WIN_T made = (WIN_T)0;                                                                                        \
        void *nowhere = NULL;                                                                                         \
        (void)nowhere;                                                                                                \
        int code = real;                                                                                              \
        if (code != 0) {                                                                                              \
            wt_record_lost(name " that failed");                                                                      \
        } else {                                                                                                      \
            wt_record_call_made();                                                                                    \
            memory_of(comm, base, size, unit, flavor);                                                                \
            wt_record_as(name);                                                                                       \
            FOLLOW(name, face);                                                                                       \
            if (made) wt_record_made(WIN, KEY(*win), KEY(made));                                                      \
        }                                                                                                             \
        wt_record_leave();                                                                                            \
        return code;                                                                                                  \
    } while (0)

#define WINDOW_FUNCTIONS(suffix, unit_t)                                                                              \
    int MPI_Win_create##suffix(void *base, AINT_T size, unit_t disp_unit, INFO_T info, COMM_T comm, WIN_T *win)       \
    {                                                                                                                 \
        NOT_RECORDED return REAL(MPI_Win_create##suffix)(base, size, disp_unit, info, comm, win);                     \
        MAKES_WINDOW("MPI_Win_create" #suffix, REAL(MPI_Win_create##suffix)(base, size, disp_unit, info, comm, win),  \
                     base, size, disp_unit, OF_MEMORY(base, size, disp_unit));                                        \
    }                                                                                                                 \
    int MPI_Win_allocate##suffix(AINT_T size, unit_t disp_unit, INFO_T info, COMM_T comm, void *baseptr, WIN_T *win)  \
    {                                                                                                                 \
        NOT_RECORDED return REAL(MPI_Win_allocate##suffix)(size, disp_unit, info, comm, baseptr, win);                \
        MAKES_WINDOW("MPI_Win_allocate" #suffix,                                                                      \
                     REAL(MPI_Win_allocate##suffix)(size, disp_unit, info, comm, baseptr, win), *(void **)baseptr,    \
                     size, disp_unit, OF_MEMORY(*(void **)baseptr, size, disp_unit));                                 \
    }                                                                                                                 \
    int MPI_Win_allocate_shared##suffix(AINT_T size, unit_t disp_unit, INFO_T info, COMM_T comm, void *baseptr,       \
                                        WIN_T *win)                                                                   \
    {                                                                                                                 \
        NOT_RECORDED return REAL(MPI_Win_allocate_shared##suffix)(size, disp_unit, info, comm, baseptr, win);         \
        MAKES_WINDOW("MPI_Win_allocate_shared" #suffix,                                                               \
                     REAL(MPI_Win_allocate_shared##suffix)(size, disp_unit, info, comm, baseptr, win),                \
                     *(void **)baseptr, size, disp_unit, OF_SHARED(size, disp_unit));                                 \
    }
WINDOW_FUNCTIONS(, int)
WINDOW_FUNCTIONS(_c, AINT_T)

int MPI_Win_create_dynamic(INFO_T info, COMM_T comm, WIN_T *win)
{
    NOT_RECORDED return REAL(MPI_Win_create_dynamic)(info, comm, win);
    COMM_T comm_ = (COMM_T)FOUND(COMM, comm);
    WIN_T made = (WIN_T)0;
    int code = REAL(MPI_Win_create_dynamic)(info, comm, win);
    if (code != 0) {
        wt_record_lost("MPI_Win_create_dynamic that failed");
    } else {
        wt_record_call_made();
        memory_of(comm, NULL, 0, 1, DYNAMIC);
        FOLLOW("MPI_Win_create_dynamic", face_MPI_Win_create_dynamic(FACE_INFO_NULL, comm_, &made));
        if (made) wt_record_made(WIN, KEY(*win), KEY(made));
    }
    wt_record_leave();
    return code;
}

int MPI_Win_test(WIN_T win, int *flag)
{
    NOT_RECORDED return REAL(MPI_Win_test)(win, flag);
    WIN_T win_ = (WIN_T)FOUND(WIN, win);
    int code = REAL(MPI_Win_test)(win, flag), ends = 0;
    if (code != 0) {
        wt_record_lost("MPI_Win_test that failed");
    } else {
        wt_record_found(*flag);
        if (!*flag) FOLDS_POLL("MPI_Win_test", KEY(win));
        FOLLOW("MPI_Win_test", face_MPI_Win_test(win_, &ends));
    }
    wt_record_leave();
    return code;
}

/* ---- files ---- */

static uint64_t bytes_of(FILE_T file)
{
    wide bytes = 0;
    REAL(MPI_File_get_size)(file, (void *)&bytes);
    return (uint64_t)bytes;
}

static void moved(STATUS *status)
{
    wide bytes = 0;
    REAL(MPI_Get_elements_x)(status, REAL_BYTE, (void *)&bytes);
    if (bytes > 0) wt_record_moved((uint64_t)bytes);
}

/* The hints of the program as the rank half's, which says which of them it knows. */
static INFO_T hints_of(INFO_T info)
{
    if (info == REAL_INFO_NULL) return FACE_INFO_NULL;
    INFO_T made = FACE_INFO_NULL;
    char key[1024], value[8192];
    int count = 0, there;
    wt_record_aside(1);
    wt_note_call_site(SITE);
    face_MPI_Info_create(&made);
    REAL(MPI_Info_get_nkeys)(info, &count);
    for (int i = 0; i < count; i++) {
        REAL(MPI_Info_get_nthkey)(info, i, key);
        REAL(MPI_Info_get)(info, key, sizeof value - 1, value, &there);
        wt_note_call_site(SITE);
        if (there) face_MPI_Info_set(made, key, value);
    }
    wt_record_aside(0);
    return made;
}

static void hints_gone(INFO_T hints)
{
    if (hints == FACE_INFO_NULL) return;
    wt_record_aside(1);
    wt_note_call_site(SITE);
    face_MPI_Info_free(&hints);
    wt_record_aside(0);
}

/* ---- the start and the end ---- */

static int initialised;

static void begin(void)
{
    int rank = 0, ranks = 0;
    COMM_T parent;
    REAL(MPI_Comm_rank)(REAL_COMM_WORLD, &rank);
    REAL(MPI_Comm_size)(REAL_COMM_WORLD, &ranks);
    initialised = 1;
    /* The trace has the parts of those that have started them. */
    REAL(MPI_Comm_get_parent)(&parent);
    if (parent != REAL_COMM_NULL) {
        if (rank == 0) fprintf(stderr, "windtunnel: recording: %d ranks that the program has started are not recorded\n", ranks);
        return;
    }
#if defined WT_RECORDER_OPENMPI
    static void *found[1];
#define PAIR(name)                                                                                                    \
    found[0] = dlsym(RTLD_DEFAULT, #name);                                                                            \
    if (found[0])                                                                                                     \
        for (int kind = COMM; kind <= FILE_; kind++) wt_record_made(kind, KEY(found[0]), KEY(name));
#else
#define PAIR(name)
#endif
    char library[8192 + 1] = "";
    int length;
    REAL(MPI_Get_library_version)(library, &length);
    recording = wt_record_begin(rank, ranks, getenv("WT_TRACE"), library);
#if defined WT_RECORDER_OPENMPI
    if (recording) {
        OBJECTS(PAIR)
    }
#endif
    recorded_thread = 1;
    /* Times of calls count from here on. */
    REAL(MPI_Barrier)(REAL_COMM_WORLD);
}

int MPI_Init(int *argc, char ***argv)
{
    const void *from = fortran_site ? fortran_site : HERE;
    int code = REAL(MPI_Init)(argc, argv);
    if (code == 0) begin();
    if (recording && enters(from)) {
        FOLLOW("MPI_Init", face_MPI_Init(NULL, NULL));
        wt_record_started();
        wt_record_leave();
    }
    return code;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int code = REAL(MPI_Init_thread)(argc, argv, required, provided);
    if (code == 0) begin();
    if (recording) {
        int single;
        inside = 1;
        wt_record_enter();
        FOLLOW("MPI_Init_thread", face_MPI_Init_thread(NULL, NULL, 0, &single));
        wt_record_started();
        wt_record_leave();
    }
    return code;
}

int MPI_Session_init(INFO_T info, ERRHANDLER_T errhandler, SESSION_T *session)
{
    int mine = enters(HERE), code = REAL(MPI_Session_init)(info, errhandler, session), rank = -1;
    static int said;
    GROUP_T world;
    if (mine) {
        wt_record_lost("MPI_Session_init");
        wt_record_note("MPI_Session_init", SITE);
        wt_record_leave();
    } else if (code == 0 && !inside && !initialised && !said++ &&
               REAL(MPI_Group_from_session_pset)(*session, "mpi://WORLD", &world) == 0) {
        REAL(MPI_Group_rank)(world, &rank);
        REAL(MPI_Group_free)(&world);
        if (rank == 0) fprintf(stderr, "windtunnel: recording: what sessions do without MPI_Init is not recorded\n");
    }
    return code;
}

/* The first rank that has lost something says what. */
static void report(void)
{
    int rank = 0, first;
    if (further_threads) wt_record_lost("calls of further threads");
    REAL(MPI_Comm_rank)(REAL_COMM_WORLD, &rank);
    int own = wt_record_losses() ? rank : INT_MAX;
    REAL(MPI_Allreduce)(&own, &first, 1, REAL_INT, REAL_MIN, REAL_COMM_WORLD);
    if (first == rank) wt_record_report();
}

int MPI_Finalize(void)
{
    if (enters(HERE)) {
        FOLLOW("MPI_Finalize", face_MPI_Finalize());
        report();
        recording = 0;
        wt_record_leave();
        wt_record_end(0);
    }
    return REAL(MPI_Finalize)();
}

int MPI_Abort(COMM_T comm, int errorcode)
{
    if (enters(HERE)) {
        COMM_T comm_ = (COMM_T)FOUND(COMM, comm);
        wt_note_call_site(SITE);
        if (!_setjmp(*wt_record_escape())) face_MPI_Abort(comm_, errorcode);
        recording = 0;
        wt_record_end(1);
    }
    return REAL(MPI_Abort)(comm, errorcode);
}

int MPI_Pcontrol(const int level, ...)
{
    int code = REAL(MPI_Pcontrol)(level);
    NOT_RECORDED return code;
    FOLLOW("MPI_Pcontrol", face_MPI_Pcontrol(level));
    wt_record_leave();
    return code;
}

double MPI_Wtime(void)
{
    NOT_RECORDED return REAL(MPI_Wtime)();
    double now = REAL(MPI_Wtime)();
    FOLLOW("MPI_Wtime", face_MPI_Wtime() < 0);
    wt_record_leave();
    return now;
}

/* ---- requests ---- */

/* The requests of an array as the rank half has them. */
static REQUEST_T *requests_of(int count, REQUEST_T *requests, REQUEST_T **before)
{
    REQUEST_T *found = malloc(3 * ((size_t)count + 1) * sizeof *found);
    if (!found) abort();
    *before = found + count + 1;
    for (int i = 0; i < count; i++) {
        (*before)[i] = requests[i];
        found[i] = requests[i] == REAL_REQUEST_NULL ? FACE_REQUEST_NULL
                                                    : (REQUEST_T)wt_record_request(KEY(requests[i]), &requests[i]);
    }
    return found;
}

static void done(REQUEST_T request, STATUS *status)
{
    if (request != FACE_REQUEST_NULL) wt_record_done(CORE(request), SOURCE_OF(status), TAG_OF(status), cancelled(status));
}

/* A request that the program no longer has. */
static void forget(REQUEST_T before, REQUEST_T now, REQUEST_T face)
{
    if (before != REAL_REQUEST_NULL && now == REAL_REQUEST_NULL) wt_record_request_gone(KEY(before), KEY(face));
}

static STATUS *statuses_of(int count, STATUS *statuses, STATUS **own)
{
    *own = NULL;
    if (!IGNORED(statuses)) return statuses;
    *own = calloc((size_t)count + 1, sizeof **own);
    if (!*own) abort();
    return *own;
}

/* Shared by all waits and tests of arrays: `found` is the number of the places `indices` (all, if null) have ended. */
enum which { ALL, ANY, SOME };
static REQUEST_T *ended(int count, REQUEST_T *faces, int found, const int *indices, STATUS *statuses, REQUEST_T *those)
{
    int all = found < 0;
    for (int k = 0; k < (all ? count : found); k++) {
        int i = indices ? indices[k] : k;
        done(faces[i], &statuses[k]);
    }
    wt_record_found(all ? 1 : found ? 2 : 0);
    if (all || !found) return faces;
    /* In the order of the array. */
    int at = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < found; k++)
            if (indices[k] == i) those[at++] = faces[i];
    return those;
}

static void forget_all(int count, REQUEST_T *before, REQUEST_T *now, REQUEST_T *faces)
{
    for (int i = 0; i < count; i++) forget(before[i], now[i], faces[i]);
}

#define FAILED(name)                                                                                                  \
    do {                                                                                                              \
        wt_record_lost(name " that failed");                                                                          \
        wt_record_leave();                                                                                            \
        return code;                                                                                                  \
    } while (0)

/* Begins a call on an array of requests. */
#define BEGIN_ARRAY(count)                                                                                            \
    REQUEST_T *before, *faces = requests_of(count, array_of_requests, &before), *those = before + (count) + 1;        \
    REQUEST_T *kept = malloc(((size_t)(count) + 1) * sizeof *kept);                                                   \
    if (!kept) abort();                                                                                               \
    memcpy(kept, faces, (size_t)(count) * sizeof *kept)
#define END_ARRAY(count)                                                                                              \
    do {                                                                                                              \
        forget_all(count, before, array_of_requests, kept);                                                           \
        free(faces), free(kept), free(own);                                                                           \
        wt_record_leave();                                                                                            \
        return code;                                                                                                  \
    } while (0)
#define FAILED_ARRAY(count, name)                                                                                     \
    do {                                                                                                              \
        wt_record_lost(name " that failed");                                                                          \
        END_ARRAY(count);                                                                                             \
    } while (0)
/* A poll that finds nothing, as the same one before it. */
#define FOLDS(count, name)                                                                                            \
    if (wt_record_folds(name, SITE, KEY(faces[0]) ^ (uintptr_t)(count) << 32)) END_ARRAY(count)

int MPI_Wait(REQUEST_T *request, STATUS *status)
{
    NOT_RECORDED return REAL(MPI_Wait)(request, status);
    REQUEST_T *array_of_requests = request;
    STATUS *own, *statuses = statuses_of(1, status, &own);
    BEGIN_ARRAY(1);
    int code = REAL(MPI_Wait)(request, statuses);
    if (code != 0) FAILED_ARRAY(1, "MPI_Wait");
    ended(1, faces, -1, NULL, statuses, those);
    FOLLOW("MPI_Wait", face_MPI_Wait(faces, FACE_STATUS_IGNORE));
    END_ARRAY(1);
}

int MPI_Waitall(int count, REQUEST_T array_of_requests[], STATUS *array_of_statuses)
{
    NOT_RECORDED return REAL(MPI_Waitall)(count, array_of_requests, array_of_statuses);
    STATUS *own, *statuses = statuses_of(count, array_of_statuses, &own);
    BEGIN_ARRAY(count);
    int code = REAL(MPI_Waitall)(count, array_of_requests, statuses);
    if (code != 0) FAILED_ARRAY(count, "MPI_Waitall");
    ended(count, faces, -1, NULL, statuses, those);
    FOLLOW("MPI_Waitall", face_MPI_Waitall(count, faces, FACE_STATUS_IGNORE));
    END_ARRAY(count);
}

int MPI_Waitany(int count, REQUEST_T array_of_requests[], int *index, STATUS *status)
{
    NOT_RECORDED return REAL(MPI_Waitany)(count, array_of_requests, index, status);
    STATUS *own, *statuses = statuses_of(1, status, &own);
    BEGIN_ARRAY(count);
    int code = REAL(MPI_Waitany)(count, array_of_requests, index, statuses), none = *index == UNDEFINED, place;
    if (code != 0) FAILED_ARRAY(count, "MPI_Waitany");
    REQUEST_T *found = ended(count, faces, none ? 0 : 1, index, statuses, those);
    FOLLOW("MPI_Waitany", face_MPI_Waitany(none ? count : 1, found, &place, FACE_STATUS_IGNORE));
    END_ARRAY(count);
}

int MPI_Waitsome(int incount, REQUEST_T array_of_requests[], int *outcount, int array_of_indices[], STATUS *array_of_statuses)
{
    NOT_RECORDED return REAL(MPI_Waitsome)(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    STATUS *own, *statuses = statuses_of(incount, array_of_statuses, &own);
    BEGIN_ARRAY(incount);
    int code = REAL(MPI_Waitsome)(incount, array_of_requests, outcount, array_of_indices, statuses);
    if (code != 0) FAILED_ARRAY(incount, "MPI_Waitsome");
    int some = *outcount == UNDEFINED ? 0 : *outcount, places, *indices = calloc((size_t)incount + 1, sizeof *indices);
    if (!indices) abort();
    REQUEST_T *found = ended(incount, faces, some, array_of_indices, statuses, those);
    FOLLOW("MPI_Waitsome", face_MPI_Waitsome(some ? some : incount, found, &places, indices, FACE_STATUS_IGNORE));
    free(indices);
    END_ARRAY(incount);
}

int MPI_Test(REQUEST_T *request, int *flag, STATUS *status)
{
    NOT_RECORDED return REAL(MPI_Test)(request, flag, status);
    REQUEST_T *array_of_requests = request;
    STATUS *own, *statuses = statuses_of(1, status, &own);
    BEGIN_ARRAY(1);
    int code = REAL(MPI_Test)(request, flag, statuses), place;
    if (code != 0) FAILED_ARRAY(1, "MPI_Test");
    if (!*flag) FOLDS(1, "MPI_Test");
    ended(1, faces, *flag ? -1 : 0, NULL, statuses, those);
    FOLLOW("MPI_Test", face_MPI_Test(faces, &place, FACE_STATUS_IGNORE));
    END_ARRAY(1);
}

int MPI_Testall(int count, REQUEST_T array_of_requests[], int *flag, STATUS *array_of_statuses)
{
    NOT_RECORDED return REAL(MPI_Testall)(count, array_of_requests, flag, array_of_statuses);
    STATUS *own, *statuses = statuses_of(count, array_of_statuses, &own);
    BEGIN_ARRAY(count);
    int code = REAL(MPI_Testall)(count, array_of_requests, flag, statuses), place;
    if (code != 0) FAILED_ARRAY(count, "MPI_Testall");
    if (!*flag) FOLDS(count, "MPI_Testall");
    ended(count, faces, *flag ? -1 : 0, NULL, statuses, those);
    FOLLOW("MPI_Testall", face_MPI_Testall(count, faces, &place, FACE_STATUS_IGNORE));
    END_ARRAY(count);
}

int MPI_Testany(int count, REQUEST_T array_of_requests[], int *index, int *flag, STATUS *status)
{
    NOT_RECORDED return REAL(MPI_Testany)(count, array_of_requests, index, flag, status);
    STATUS *own, *statuses = statuses_of(1, status, &own);
    BEGIN_ARRAY(count);
    int code = REAL(MPI_Testany)(count, array_of_requests, index, flag, statuses), place, ends;
    if (code != 0) FAILED_ARRAY(count, "MPI_Testany");
    if (!*flag) FOLDS(count, "MPI_Testany");
    int one = *flag && *index != UNDEFINED;
    REQUEST_T *found = ended(count, faces, one, index, statuses, those);
    FOLLOW("MPI_Testany", face_MPI_Testany(one ? 1 : count, found, &place, &ends, FACE_STATUS_IGNORE));
    END_ARRAY(count);
}

int MPI_Testsome(int incount, REQUEST_T array_of_requests[], int *outcount, int array_of_indices[], STATUS *array_of_statuses)
{
    NOT_RECORDED return REAL(MPI_Testsome)(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
    STATUS *own, *statuses = statuses_of(incount, array_of_statuses, &own);
    BEGIN_ARRAY(incount);
    int code = REAL(MPI_Testsome)(incount, array_of_requests, outcount, array_of_indices, statuses);
    if (code != 0) FAILED_ARRAY(incount, "MPI_Testsome");
    if (!*outcount) FOLDS(incount, "MPI_Testsome");
    int some = *outcount == UNDEFINED ? 0 : *outcount, places, *indices = calloc((size_t)incount + 1, sizeof *indices);
    if (!indices) abort();
    REQUEST_T *found = ended(incount, faces, some, array_of_indices, statuses, those);
    FOLLOW("MPI_Testsome", face_MPI_Testsome(some ? some : incount, found, &places, indices, FACE_STATUS_IGNORE));
    free(indices);
    END_ARRAY(incount);
}

int MPI_Request_get_status(REQUEST_T request, int *flag, STATUS *status)
{
    NOT_RECORDED return REAL(MPI_Request_get_status)(request, flag, status);
    REQUEST_T place_[1] = {request}, *array_of_requests = place_;
    STATUS *own, *statuses = statuses_of(1, status, &own);
    BEGIN_ARRAY(1);
    int code = REAL(MPI_Request_get_status)(request, flag, statuses), ends;
    if (code != 0) FAILED_ARRAY(1, "MPI_Request_get_status");
    if (!*flag) FOLDS(1, "MPI_Request_get_status");
    ended(1, faces, *flag ? -1 : 0, NULL, statuses, those);
    FOLLOW("MPI_Request_get_status", face_MPI_Request_get_status(faces[0], &ends, FACE_STATUS_IGNORE));
    END_ARRAY(1);
}

int MPI_Request_free(REQUEST_T *request)
{
    NOT_RECORDED return REAL(MPI_Request_free)(request);
    REQUEST_T *array_of_requests = request;
    STATUS *own = NULL;
    BEGIN_ARRAY(1);
    (void)those;
    int code = REAL(MPI_Request_free)(request);
    if (code != 0) FAILED_ARRAY(1, "MPI_Request_free");
    FOLLOW("MPI_Request_free", face_MPI_Request_free(faces));
    END_ARRAY(1);
}

int MPI_Cancel(REQUEST_T *request)
{
    NOT_RECORDED return REAL(MPI_Cancel)(request);
    REQUEST_T *array_of_requests = request;
    STATUS *own = NULL;
    BEGIN_ARRAY(1);
    (void)those;
    int code = REAL(MPI_Cancel)(request);
    if (code != 0) FAILED_ARRAY(1, "MPI_Cancel");
    FOLLOW("MPI_Cancel", face_MPI_Cancel(faces));
    END_ARRAY(1);
}

int MPI_Start(REQUEST_T *request)
{
    NOT_RECORDED return REAL(MPI_Start)(request);
    REQUEST_T *array_of_requests = request;
    STATUS *own = NULL;
    BEGIN_ARRAY(1);
    (void)those;
    int code = REAL(MPI_Start)(request);
    if (code != 0) FAILED_ARRAY(1, "MPI_Start");
    FOLLOW("MPI_Start", face_MPI_Start(faces));
    END_ARRAY(1);
}

int MPI_Startall(int count, REQUEST_T array_of_requests[])
{
    NOT_RECORDED return REAL(MPI_Startall)(count, array_of_requests);
    STATUS *own = NULL;
    BEGIN_ARRAY(count);
    (void)those;
    int code = REAL(MPI_Startall)(count, array_of_requests);
    if (code != 0) FAILED_ARRAY(count, "MPI_Startall");
    FOLLOW("MPI_Startall", face_MPI_Startall(count, faces));
    END_ARRAY(count);
}
