/* leaks WHAT COUNT: makes and frees objects of a kind in four stretches of COUNT, and prints for each by how many bytes
 * the memory in use has grown: of all ranks and of the engine, which are one process. */
#include <malloc.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, next, before;
static double one = 1, other;

static void use(MPI_Comm comm)
{
    MPI_Allreduce(&one, &other, 1, MPI_DOUBLE, MPI_SUM, comm);
}

static void use_and_free(MPI_Comm comm)
{
    use(comm);
    MPI_Comm_free(&comm);
}

static MPI_Comm copy(void)
{
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    return comm;
}

static void duplicates(void)
{
    MPI_Comm comm = copy();
    MPI_Request request;
    MPI_Comm_disconnect(&comm);
    MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    use_and_free(comm);
}

static void splits(void)
{
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm);
    use_and_free(comm);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
    use_and_free(comm);
}

static void intercommunicators(void)
{
    MPI_Comm half, inter, whole;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 3, &inter);
    MPI_Comm_free(&half);
    MPI_Intercomm_merge(inter, rank % 2, &whole);
    MPI_Barrier(inter);
    MPI_Comm_free(&inter);
    use_and_free(whole);
}

static void of_groups(void)
{
    MPI_Group all, others, both;
    MPI_Comm comm;
    const int first = 0;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, &first, &others);
    MPI_Group_union(all, others, &both);
    MPI_Comm_create(MPI_COMM_WORLD, others, &comm);
    if (rank > 0) {
        use_and_free(comm);
        MPI_Comm_create_group(MPI_COMM_WORLD, others, 7, &comm);
        use_and_free(comm);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&others);
    MPI_Group_free(&both);
}

static void topologies(void)
{
    MPI_Comm grid, row, graph;
    int dimensions[2] = {0, 0}, periods[2] = {1, 1}, keep[2] = {1, 0}, got;
    MPI_Dims_create(size, 2, dimensions);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions, periods, 1, &grid);
    MPI_Cart_sub(grid, keep, &row);
    use_and_free(row);
    MPI_Comm_free(&grid);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                   0, &graph);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, &got, 1, MPI_INT, graph);
    MPI_Comm_free(&graph);
}

/* Freed while operations of theirs are on their way, or may be started again. */
static void freed_early(void)
{
    MPI_Request requests[3];
    MPI_Comm comm = copy();
    double in, sum;
    MPI_Irecv(&in, 1, MPI_DOUBLE, before, 0, comm, requests);
    MPI_Isend(&one, 1, MPI_DOUBLE, next, 0, comm, requests + 1);
    MPI_Ibarrier(comm, requests + 2);
    MPI_Comm_free(&comm);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    comm = copy();
    MPI_Send_init(&one, 1, MPI_DOUBLE, next, 0, comm, requests);
    MPI_Recv_init(&in, 1, MPI_DOUBLE, before, 0, comm, requests + 1);
    MPI_Allreduce_init(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, requests + 2);
    MPI_Comm_free(&comm);
    for (int round = 0; round < 2; round++) {
        in = sum = 0;
        MPI_Startall(3, requests);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        if (in != 1 || sum != size)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; i < 3; i++)
        MPI_Request_free(requests + i);
}

static void windows(void)
{
    MPI_Win window;
    MPI_Comm host;
    double cell = 0, *cells;
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&one, 1, MPI_DOUBLE, next, 0, 1, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Accumulate(&one, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, window);
    MPI_Win_unlock(0, window);
    MPI_Win_free(&window);
    MPI_Win_allocate(4096, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &window);
    MPI_Win_free(&window);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_attach(window, &cell, sizeof cell);
    MPI_Win_detach(window, &cell);
    MPI_Win_free(&window);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Win_allocate_shared(4096, 8, MPI_INFO_NULL, host, &cells, &window);
    cells[0] = 1;
    MPI_Win_free(&window);
    MPI_Comm_free(&host);
}

static void files(void)
{
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "leaks.dat", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, rank * 8, &one, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

static void infos(void)
{
    MPI_Info info, second;
    MPI_Comm comm;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    MPI_Info_dup(info, &second);
    MPI_Info_free(&info);
    MPI_Info_free(&second);
    MPI_Comm_get_info(comm, &info);
    MPI_Info_free(&info);
    MPI_Comm_free(&comm);
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((double *)inout)[i] += ((double *)in)[i];
}

static void operations(void)
{
    MPI_Op op;
    MPI_Request request;
    MPI_Op_create(add, 1, &op);
    MPI_Iallreduce(&one, &other, 1, MPI_DOUBLE, op, MPI_COMM_WORLD, &request);
    MPI_Op_free(&op);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void datatypes(void)
{
    MPI_Datatype column, twin, mixed, inner;
    double out[16] = {0}, in[16];
    int lengths[2] = {1, 2}, count;
    MPI_Aint places[2] = {0, 64}, address;
    MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Type_dup(column, &twin);
    MPI_Datatype parts[2] = {MPI_INT, column};
    MPI_Type_create_struct(2, lengths, places, parts, &mixed);
    MPI_Type_commit(&mixed);
    MPI_Type_get_contents(twin, 0, 0, 1, &count, &address, &inner);
    MPI_Sendrecv(out, 1, column, next, 0, in, 1, twin, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&inner);
    MPI_Type_free(&column);
    MPI_Type_free(&twin);
    MPI_Type_free(&mixed);
}

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
}

static void handlers_and_keys(void)
{
    MPI_Comm comm = copy();
    MPI_Errhandler handler, got;
    int key, class;
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Comm_get_errhandler(comm, &got);
    MPI_Errhandler_free(&handler);
    MPI_Errhandler_free(&got);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(comm, key, &key);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_set_name(comm, "a name");
    MPI_Comm_free(&comm);
    MPI_Add_error_class(&class);
    MPI_Remove_error_class(class);
}

static void requests(void)
{
    MPI_Request all[4];
    MPI_Message message;
    double in, never;
    char *attached = malloc(1000);
    int bytes;
    MPI_Irecv(&in, 1, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, all);
    MPI_Isend(&one, 1, MPI_DOUBLE, next, 0, MPI_COMM_WORLD, all + 1);
    MPI_Ibarrier(MPI_COMM_WORLD, all + 2);
    MPI_Irecv(&never, 1, MPI_DOUBLE, before, 9, MPI_COMM_WORLD, all + 3);
    MPI_Cancel(all + 3);
    MPI_Waitall(4, all, MPI_STATUSES_IGNORE);
    MPI_Isend(&one, 1, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, all);
    MPI_Request_free(all);
    MPI_Mprobe(before, 1, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&in, 1, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
    MPI_Buffer_attach(attached, 1000);
    MPI_Bsend(&one, 1, MPI_DOUBLE, next, 2, MPI_COMM_WORLD);
    MPI_Recv(&in, 1, MPI_DOUBLE, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&attached, &bytes);
    free(attached);
}

static void partitions(void)
{
    MPI_Request both[2];
    double out[2] = {0}, in[2];
    MPI_Psend_init(out, 2, 1, MPI_DOUBLE, next, 0, MPI_COMM_WORLD, MPI_INFO_NULL, both);
    MPI_Precv_init(in, 2, 1, MPI_DOUBLE, before, 0, MPI_COMM_WORLD, MPI_INFO_NULL, both + 1);
    MPI_Startall(2, both);
    MPI_Pready_range(0, 1, both[0]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    MPI_Request_free(both);
    MPI_Request_free(both + 1);
}

static void sessions(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "tag", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    use_and_free(comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
}

/* What many programs do around each step. */
static void steps(void)
{
    MPI_Comm comm = copy(), half;
    MPI_Win window;
    double cell;
    MPI_Comm_split(comm, rank % 2, rank, &half);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, half, &window);
    MPI_Win_free(&window);
    MPI_Comm_free(&half);
    MPI_Comm_free(&comm);
}

static const struct {
    const char *name;
    void (*make)(void);
} KINDS[] = {
    {"duplicates", duplicates}, {"splits", splits}, {"intercommunicators", intercommunicators},
    {"of-groups", of_groups}, {"topologies", topologies}, {"freed-early", freed_early}, {"windows", windows},
    {"files", files}, {"infos", infos}, {"operations", operations}, {"datatypes", datatypes},
    {"handlers-and-keys", handlers_and_keys}, {"requests", requests}, {"partitions", partitions},
    {"sessions", sessions}, {"steps", steps},
};

static long resident(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        MPI_Abort(MPI_COMM_WORLD, 2);
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    before = (rank + size - 1) % size;
    for (size_t kind = 0; argc > 2 && kind < sizeof KINDS / sizeof *KINDS; kind++) {
        if (strcmp(argv[1], KINDS[kind].name) != 0 && strcmp(argv[1], "all") != 0)
            continue;
        for (int stretch = 0; stretch < 4; stretch++) {
            MPI_Barrier(MPI_COMM_WORLD);
            const long allocated = mallinfo2().uordblks, pages = resident();
            MPI_Barrier(MPI_COMM_WORLD);
            for (int i = atoi(argv[2]); i > 0; i--)
                KINDS[kind].make();
            MPI_Barrier(MPI_COMM_WORLD);
            if (rank == 0)
                printf("%s %ld %ld\n", KINDS[kind].name, (long)mallinfo2().uordblks - allocated, resident() - pages);
        }
    }
    MPI_Finalize();
    return 0;
}
