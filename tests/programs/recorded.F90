! What a Fortran program asks of MPI, by mpif.h, or the module mpi (USE_MPI) or mpi_f08 (USE_F08): messages whose times depend on nothing
! but the machine.
#ifdef USE_F08
#define HANDLE(kind) type(kind)
#define STATUS type(MPI_Status)
#define SOURCE_OF(status) status%MPI_SOURCE
#else
#define HANDLE(kind) integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define SOURCE_OF(status) status(MPI_SOURCE)
#endif
program recorded
#ifdef USE_F08
    use mpi_f08
#elif defined USE_MPI
    use mpi
#endif
    implicit none
#if !defined USE_F08 && !defined USE_MPI
    include 'mpif.h'
#endif
    integer, parameter :: n = 64
    integer :: rank, size, ierror, next, before, place, step, answer
    double precision :: field(n, n), sums(4), begin
    HANDLE(MPI_Comm) :: half
    HANDLE(MPI_Datatype) :: row
    HANDLE(MPI_Request) :: requests(4), again(2)
    STATUS :: status

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
    next = mod(rank + 1, size)
    before = mod(rank + size - 1, size)
    field = rank
    call MPI_Type_vector(n, 1, n, MPI_DOUBLE_PRECISION, row, ierror)
    call MPI_Type_commit(row, ierror)
    begin = MPI_Wtime()
    do step = 1, 3
        call MPI_Irecv(field(1, 1), 1, row, before, 1, MPI_COMM_WORLD, requests(1), ierror)
        call MPI_Irecv(field(1, 2), n, MPI_DOUBLE_PRECISION, next, 2, MPI_COMM_WORLD, requests(2), ierror)
        call MPI_Isend(field(2, 1), 1, row, next, 1, MPI_COMM_WORLD, requests(3), ierror)
        call MPI_Isend(field(1, 3), n, MPI_DOUBLE_PRECISION, before, 2, MPI_COMM_WORLD, requests(4), ierror)
        call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierror)
        sums = rank
        call MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
        if (sums(4) /= size * (size - 1) / 2) stop 4
    end do
    call MPI_Send_init(rank, 1, MPI_INTEGER, next, 7, MPI_COMM_WORLD, again(1), ierror)
    call MPI_Recv_init(answer, 1, MPI_INTEGER, before, 7, MPI_COMM_WORLD, again(2), ierror)
    do step = 1, 2
        call MPI_Startall(2, again, ierror)
        call MPI_Waitall(2, again, MPI_STATUSES_IGNORE, ierror)
    end do
    call MPI_Request_free(again(1), ierror)
    call MPI_Request_free(again(2), ierror)
    if (answer /= before) stop 5
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, half, ierror)
    call MPI_Comm_rank(half, place, ierror)
    call MPI_Bcast(field, n * n, MPI_DOUBLE_PRECISION, 1, half, ierror)
    if (place == 0) then
        call MPI_Recv(answer, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, half, status, ierror)
        if (SOURCE_OF(status) /= 1 .or. answer /= rank - 2) stop 6
    else
        call MPI_Ssend(rank, 1, MPI_INTEGER, 0, 9, half, ierror)
    end if
    call MPI_Barrier(half, ierror)
    call MPI_Comm_free(half, ierror)
    call MPI_Type_free(row, ierror)
    call MPI_Finalize(ierror)
end program
