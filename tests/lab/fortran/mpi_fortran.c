/* mpi_fortran.c: Fortran's MPI calls of the NAS benchmarks over the C interface. Compiled with each library's mpicc, since the
 * wheels of PyPI have no Fortran. Handles that a program names are numbers of mpif.h here; those that calls return are the library's
 * own. Statuses are not filled in: no benchmark reads one.
 */
#include <mpi.h>

static MPI_Datatype type(const int *number)
{
    const MPI_Datatype known[] = {MPI_INT, MPI_INT, MPI_FLOAT, MPI_C_FLOAT_COMPLEX, MPI_DOUBLE, MPI_C_DOUBLE_COMPLEX};
    return known[*number];
}

static MPI_Op operation(const int *number)
{
    const MPI_Op known[] = {MPI_SUM, MPI_MAX, MPI_MIN};
    return known[*number];
}

static MPI_Comm comm(const int *handle)
{
    return *handle == -1 ? MPI_COMM_WORLD : MPI_Comm_f2c(*handle);
}

void mpi_init_(int *e) { *e = MPI_Init(0, 0); }

void mpi_finalize_(int *e) { *e = MPI_Finalize(); }

void mpi_abort_(const int *c, const int *status, int *e) { *e = MPI_Abort(comm(c), *status); }

double mpi_wtime_(void) { return MPI_Wtime(); }

void mpi_comm_size_(const int *c, int *n, int *e) { *e = MPI_Comm_size(comm(c), n); }

void mpi_comm_rank_(const int *c, int *r, int *e) { *e = MPI_Comm_rank(comm(c), r); }

void mpi_comm_split_(const int *c, const int *color, const int *key, int *found, int *e)
{
    MPI_Comm made;
    *e = MPI_Comm_split(comm(c), *color, *key, &made);
    *found = MPI_Comm_c2f(made);
}

void mpi_barrier_(const int *c, int *e) { *e = MPI_Barrier(comm(c)); }

void mpi_bcast_(void *b, const int *n, const int *t, const int *root, const int *c, int *e)
{
    *e = MPI_Bcast(b, *n, type(t), *root, comm(c));
}

void mpi_reduce_(const void *b, void *r, const int *n, const int *t, const int *o, const int *root, const int *c, int *e)
{
    *e = MPI_Reduce(b, r, *n, type(t), operation(o), *root, comm(c));
}

void mpi_allreduce_(const void *b, void *r, const int *n, const int *t, const int *o, const int *c, int *e)
{
    *e = MPI_Allreduce(b, r, *n, type(t), operation(o), comm(c));
}

void mpi_alltoall_(const void *b, const int *n, const int *t, void *r, const int *m, const int *u, const int *c, int *e)
{
    *e = MPI_Alltoall(b, *n, type(t), r, *m, type(u), comm(c));
}

void mpi_send_(const void *b, const int *n, const int *t, const int *to, const int *tag, const int *c, int *e)
{
    *e = MPI_Send(b, *n, type(t), *to, *tag, comm(c));
}

/* MPI_ANY_SOURCE and MPI_ANY_TAG do not occur: every benchmark names its neighbours. */
void mpi_recv_(void *b, const int *n, const int *t, const int *from, const int *tag, const int *c, int *status, int *e)
{
    (void)status;
    *e = MPI_Recv(b, *n, type(t), *from, *tag, comm(c), MPI_STATUS_IGNORE);
}

void mpi_irecv_(void *b, const int *n, const int *t, const int *from, const int *tag, const int *c, int *request, int *e)
{
    MPI_Request made;
    *e = MPI_Irecv(b, *n, type(t), *from, *tag, comm(c), &made);
    *request = MPI_Request_c2f(made);
}

void mpi_wait_(int *request, int *status, int *e)
{
    MPI_Request made = MPI_Request_f2c(*request);
    (void)status;
    *e = MPI_Wait(&made, MPI_STATUS_IGNORE);
    *request = MPI_Request_c2f(made);
}
