! What a Fortran program of another MPI library may do that its handles, constants, statuses and variables are for.
! With USE_F08 by the module mpi_f08 of that library, else by mpif.h.
#ifdef USE_F08
#define HANDLE(kind) type(kind)
#define NUMBER(handle) handle%MPI_VAL
#define STATUS type(MPI_Status)
#define SOURCE_OF(status) status%MPI_SOURCE
#define TAG_OF(status) status%MPI_TAG
#else
#define HANDLE(kind) integer
#define NUMBER(handle) handle
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define SOURCE_OF(status) status(MPI_SOURCE)
#define TAG_OF(status) status(MPI_TAG)
#endif
module callbacks
#ifdef USE_F08
    use mpi_f08
    implicit none
#else
    implicit none
    include 'mpif.h'
#endif
    integer :: handled = 0
contains
    ! A product of 2 x 2 matrices, which does not commute; the datatype has to be the one of the call.
    subroutine multiply(in, inout, length, datatype)
#ifdef USE_F08
        use iso_c_binding
        type(c_ptr), value :: in, inout
        integer(8), pointer :: a(:, :, :), b(:, :, :)
#else
        integer(8) :: in(2, 2, *), inout(2, 2, *)
#endif
        integer :: length, i, bytes, ierror
        HANDLE(MPI_Datatype) :: datatype
        call MPI_Type_size(datatype, bytes, ierror)
        if (bytes /= 32) stop 7
#ifdef USE_F08
        call c_f_pointer(in, a, [2, 2, length])
        call c_f_pointer(inout, b, [2, 2, length])
        do i = 1, length
            b(:, :, i) = matmul(a(:, :, i), b(:, :, i))
        end do
#else
        do i = 1, length
            inout(:, :, i) = matmul(in(:, :, i), inout(:, :, i))
        end do
#endif
    end subroutine

    subroutine handle_error(comm, code)
        HANDLE(MPI_Comm) :: comm
        integer :: code, class, size, ierror
        call MPI_Error_class(code, class, ierror)
        call MPI_Comm_size(comm, size, ierror)
        if (class == MPI_ERR_RANK) handled = handled + size
    end subroutine

    subroutine copy_attribute(comm, keyval, state, in, out, flag, ierror)
        HANDLE(MPI_Comm) :: comm
        integer :: keyval, ierror, size
        integer(MPI_ADDRESS_KIND) :: state, in, out
        logical :: flag
        call MPI_Comm_size(comm, size, ierror)
        out = in + state + size
        flag = .true.
        ierror = MPI_SUCCESS
    end subroutine
end module

program packaged
    use callbacks
    implicit none
    integer :: rank, size, ierror, i, count, keyval, length, place, many(2), indices(2), next, before
    integer :: numbers(4), gathered(2, 4)
    integer(8) :: matrix(2, 2), product(2, 2)
    integer(MPI_ADDRESS_KIND) :: value, state, bounds(2), lower, extent
    logical :: flag
    character(MPI_MAX_OBJECT_NAME) :: name
    HANDLE(MPI_Comm) :: comm, half
    HANDLE(MPI_Datatype) :: pair, matrices, found(1)
    HANDLE(MPI_Op) :: op
    HANDLE(MPI_Errhandler) :: handler
    HANDLE(MPI_Request) :: requests(2)
    HANDLE(MPI_Group) :: group
    HANDLE(MPI_Info) :: info
    STATUS :: status

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
    next = mod(rank + 1, size)
    before = mod(rank + size - 1, size)

    ! Statuses and requests.
    call MPI_Irecv(many(1), 1, MPI_INTEGER, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Isend(rank, 1, MPI_INTEGER, next, 5, MPI_COMM_WORLD, requests(2), ierror)
    call MPI_Wait(requests(1), status, ierror)
    call MPI_Get_count(status, MPI_INTEGER, count, ierror)
    print '(a,i2,a,5i3)', 'rank', rank, ': message', many(1), SOURCE_OF(status), TAG_OF(status), count, before
    call MPI_Waitsome(2, requests, count, indices, MPI_STATUSES_IGNORE, ierror)
    print '(a,i2,a,2i3,2l2)', 'rank', rank, ': some', count, indices(1), requests(1) == MPI_REQUEST_NULL, requests(2) == MPI_REQUEST_NULL
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 1, many(1), 1, MPI_INTEGER, before, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call MPI_Probe(MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierror)
    print '(a,i2,a,3l2)', 'rank', rank, ': nobody', SOURCE_OF(status) == MPI_PROC_NULL, TAG_OF(status) == MPI_ANY_TAG, many(1) == before

    ! Variables whose addresses mean something.
    numbers = rank
    call MPI_Allreduce(MPI_IN_PLACE, numbers, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    gathered = -1
    gathered(:, rank + 1) = rank
    call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, gathered, 2, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    print '(a,i2,a,i3,8i2)', 'rank', rank, ': in place', numbers(4), gathered
    call MPI_Get_address(numbers(1), bounds(1), ierror)
    call MPI_Get_address(numbers(3), bounds(2), ierror)
    call MPI_Type_create_struct(2, [1, 1], bounds, [MPI_INTEGER, MPI_INTEGER], pair, ierror)
    call MPI_Type_commit(pair, ierror)
    if (rank == 0) numbers = [11, 12, 13, 14]
    call MPI_Bcast(MPI_BOTTOM, 1, pair, 0, MPI_COMM_WORLD, ierror)
    call MPI_Type_get_extent(pair, lower, extent, ierror)
    print '(a,i2,a,4i3,2l2)', 'rank', rank, ': bottom', numbers, lower == bounds(1), extent == 12
    call MPI_Type_free(pair, ierror)
    print '(a,i2,a,l2)', 'rank', rank, ': freed', pair == MPI_DATATYPE_NULL

    ! Callbacks, with handles.
    call MPI_Type_contiguous(4, MPI_INTEGER8, matrices, ierror)
    call MPI_Type_commit(matrices, ierror)
    call MPI_Op_create(multiply, .false., op, ierror)
    matrix = reshape([1, rank, 0, 1], [2, 2])
    if (mod(rank, 2) == 1) matrix = transpose(matrix)
    call MPI_Allreduce(matrix, product, 1, matrices, op, MPI_COMM_WORLD, ierror)
    print '(a,i2,a,4i4)', 'rank', rank, ': product', product
    call MPI_Op_free(op, ierror)
    call MPI_Comm_create_errhandler(handle_error, handler, ierror)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler, ierror)
    call MPI_Send(rank, 1, MPI_INTEGER, size, 0, MPI_COMM_WORLD, ierror)
    print '(a,i2,a,i3,l2)', 'rank', rank, ': handled', handled, ierror == MPI_SUCCESS
    state = 100
    call MPI_Comm_create_keyval(copy_attribute, MPI_COMM_NULL_DELETE_FN, keyval, state, ierror)
    value = 7
    call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, value, ierror)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
    call MPI_Comm_get_attr(comm, keyval, value, flag, ierror)
    print '(a,i2,a,i4,l2)', 'rank', rank, ': attribute', value, flag

    ! Communicators, groups, names, infos.
    call MPI_Comm_split(comm, mod(rank, 2), -rank, half, ierror)
    call MPI_Comm_rank(half, place, ierror)
    call MPI_Comm_compare(comm, MPI_COMM_WORLD, count, ierror)
    call MPI_Comm_group(half, group, ierror)
    call MPI_Group_size(group, length, ierror)
    print '(a,i2,a,2i3,3l2)', 'rank', rank, ': half', place, length, count == MPI_CONGRUENT, comm /= MPI_COMM_NULL, group == MPI_GROUP_NULL
    call MPI_Comm_set_name(half, 'half of them', ierror)
    call MPI_Comm_get_name(half, name, length, ierror)
    call MPI_Info_create(info, ierror)
    call MPI_Info_set(info, 'key', 'some value', ierror)
    call MPI_Info_get(info, 'key', 10, name(13:), flag, ierror)
    print '(a,i2,3a,i3,l2)', 'rank', rank, ': text [', name(:20), ']', length, flag
    call MPI_Info_free(info, ierror)
    call MPI_Type_create_vector_of_two(found(1))
    call MPI_Type_size(found(1), length, ierror)
    print '(a,i2,a,i3,2l2)', 'rank', rank, ': vector', length, MPI_Wtime() >= 0, MPI_Wtick() > 0
    call MPI_Comm_free(half, ierror)
    call MPI_Finalize(ierror)
contains
    subroutine MPI_Type_create_vector_of_two(made)
        HANDLE(MPI_Datatype) :: made
        call MPI_Type_vector(2, 1, 3, MPI_DOUBLE_PRECISION, made, ierror)
        call MPI_Type_commit(made, ierror)
    end subroutine
end program
