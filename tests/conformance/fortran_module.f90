! The module mpi: sizes, memory, user operations, generalised requests, persistent and collective operations on arrays of
! several ranks, error handlers, packing.
! ranks: 1 2 4
! output: sorted
module checks
   use mpi
   implicit none
   integer :: me, n, wrong = 0, freed = 0, handled = 0
contains
   subroutine equal(found, expected, where)
      integer, intent(in) :: found, expected
      character(*), intent(in) :: where
      if (found == expected) return
      wrong = wrong + 1
      print *, 'rank', me, where, ': found', found, 'expected', expected
   end subroutine

   subroutine later(invec, inoutvec, length, datatype)
      integer, intent(in) :: length, datatype
      integer, intent(in) :: invec(length)
      integer, intent(inout) :: inoutvec(length)
      ! Not commutative: the second operand wins.
      call equal(datatype, MPI_INTEGER, 'operation')
      inoutvec = 2 * invec + inoutvec
   end subroutine

   subroutine query(state, status, ierror)
      integer(MPI_ADDRESS_KIND) :: state
      integer :: status(MPI_STATUS_SIZE), ierror
      call MPI_Status_set_elements(status, MPI_INTEGER, int(state), ierror)
      call MPI_Status_set_cancelled(status, .false., ierror)
      status(MPI_SOURCE) = MPI_UNDEFINED
      status(MPI_TAG) = 99
      ierror = MPI_SUCCESS
   end subroutine

   subroutine release(state, ierror)
      integer(MPI_ADDRESS_KIND) :: state
      integer :: ierror
      freed = freed + int(state)
      ierror = MPI_SUCCESS
   end subroutine

   subroutine withdraw(state, complete, ierror)
      integer(MPI_ADDRESS_KIND) :: state
      logical :: complete
      integer :: ierror
      call equal(merge(1, 0, complete), 0, 'cancelled too late')
      freed = freed + 100 * int(state)
      ierror = MPI_SUCCESS
   end subroutine

   subroutine handle(comm, code)
      integer :: comm, code, class, ierror
      call MPI_Error_class(code, class, ierror)
      call equal(class, MPI_ERR_RANK, 'class')
      call equal(merge(1, 0, comm == MPI_COMM_NULL), 0, 'communicator')
      handled = handled + 1
   end subroutine
end module

program modules
   use checks
   use, intrinsic :: iso_c_binding
   implicit none
   integer :: ierr, total
   call MPI_Init(ierr)
   call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
   call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
   call sizes
   call memory
   call operations
   call generalised
   call arrays
   call handlers
   call packing
   call MPI_Allreduce(wrong, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
   if (total == 0 .and. me == 0) print '(a)', 'all checks passed'
   call MPI_Finalize(ierr)
contains
   subroutine sizes
      integer :: size, type
      real(8) :: grid(2, 3)
      complex(4) :: number
      character(7) :: word
      integer(2) :: short
      call MPI_Sizeof(grid, size, ierr)
      call equal(size, 8, 'grid')
      call MPI_Sizeof(number, size, ierr)
      call equal(size, 8, 'number')
      call MPI_Sizeof(word, size, ierr)
      call equal(size, 7, 'word')
      call MPI_Sizeof(short, size, ierr)
      call equal(size, 2, 'short')
      call MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, type, ierr)
      call MPI_Type_size(type, size, ierr)
      call equal(size, 8, 'matched')
      call MPI_Type_create_f90_real(12, MPI_UNDEFINED, type, ierr)
      call MPI_Type_size(type, size, ierr)
      call equal(size, 8, 'twelve digits')
   end subroutine

   subroutine memory
      type(c_ptr) :: address
      integer(MPI_ADDRESS_KIND) :: raw, base
      integer, pointer :: field(:)
      call MPI_Alloc_mem(40_MPI_ADDRESS_KIND, MPI_INFO_NULL, address, ierr)
      call c_f_pointer(address, field, [10])
      field = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      call MPI_Get_address(field, raw, ierr)
      call MPI_Get_address(field(3), base, ierr)
      call equal(int(MPI_Aint_diff(base, raw)), 8, 'difference')
      call equal(merge(0, 1, MPI_Aint_add(raw, 8_MPI_ADDRESS_KIND) == base), 0, 'sum')
      call MPI_Free_mem(field, ierr)
      call equal(ierr, MPI_SUCCESS, 'free')
   end subroutine

   subroutine operations
      integer :: op, given(3), folded(3), expected, i
      logical :: commutes
      call MPI_Op_create(later, .false., op, ierr)
      call MPI_Op_commutative(op, commutes, ierr)
      call equal(merge(1, 0, commutes), 0, 'commutes')
      given = me + 1
      call MPI_Allreduce(given, folded, 3, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
      ! later(a, b) = 2 a + b is not associative for its first operand alone; two ranks say enough.
      expected = 1
      do i = 2, min(n, 2)
         expected = 2 * expected + i
      end do
      if (n <= 2) call equal(folded(3), expected, 'folded')
      call MPI_Op_free(op, ierr)
      call equal(op, MPI_OP_NULL, 'freed operation')
   end subroutine

   subroutine generalised
      integer :: request, status(MPI_STATUS_SIZE), count
      logical :: cancelled
      call MPI_Grequest_start(query, release, withdraw, 3_MPI_ADDRESS_KIND, request, ierr)
      call MPI_Grequest_complete(request, ierr)
      call MPI_Wait(request, status, ierr)
      call equal(status(MPI_TAG), 99, 'tag')
      call MPI_Get_count(status, MPI_INTEGER, count, ierr)
      call equal(count, 3, 'count')
      call equal(freed, 3, 'freed')
      call MPI_Test_cancelled(status, cancelled, ierr)
      call equal(merge(1, 0, cancelled), 0, 'cancelled')
      call MPI_Grequest_start(query, release, withdraw, 1_MPI_ADDRESS_KIND, request, ierr)
      call MPI_Cancel(request, ierr)
      call MPI_Grequest_complete(request, ierr)
      call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
      call equal(freed, 104, 'withdrawn and freed')
   end subroutine

   subroutine arrays
      real(8) :: field(4, 5)
      real(8), allocatable :: columns(:, :)
      integer :: column, row, requests(2), i, counts(n), places(n), statuses(MPI_STATUS_SIZE, 2), inner
      integer :: whole(2) = [4, 5], part(2) = [2, 3], start(2) = [1, 1]
      allocate (columns(4, n))
      field = me
      call MPI_Type_vector(5, 1, 4, MPI_DOUBLE_PRECISION, row, ierr)
      call MPI_Type_contiguous(4, MPI_DOUBLE_PRECISION, column, ierr)
      call MPI_Type_create_subarray(2, whole, part, start, MPI_ORDER_FORTRAN, MPI_DOUBLE_PRECISION, inner, ierr)
      call MPI_Type_commit(row, ierr)
      call MPI_Type_commit(column, ierr)
      call MPI_Type_commit(inner, ierr)
      call MPI_Allgather(field(1, 2), 1, column, columns, 1, column, MPI_COMM_WORLD, ierr)
      do i = 1, n
         call equal(int(sum(columns(:, i))), 4 * (i - 1), 'column')
      end do
      call MPI_Send_init(field(2, 1), 1, row, mod(me + 1, n), 1, MPI_COMM_WORLD, requests(1), ierr)
      call MPI_Recv_init(field(3, 1), 1, row, mod(me - 1 + n, n), 1, MPI_COMM_WORLD, requests(2), ierr)
      call MPI_Startall(2, requests, ierr)
      call MPI_Waitall(2, requests, statuses, ierr)
      call equal(int(sum(field(3, :))), 5 * mod(me - 1 + n, n), 'row')
      call equal(int(sum(field(4, :))), 5 * me, 'untouched')
      call equal(statuses(MPI_SOURCE, 2), mod(me - 1 + n, n), 'source')
      call MPI_Request_free(requests(1), ierr)
      call MPI_Request_free(requests(2), ierr)
      field = 0
      if (me == 0) field = 1
      call MPI_Bcast(field, 1, inner, 0, MPI_COMM_WORLD, ierr)
      call equal(int(sum(field)), merge(20, 6, me == 0), 'inner')
      counts = 1
      places = [(2 * (i - 1), i=1, n)]
      deallocate (columns)
      allocate (columns(2, n))
      columns = -1
      call MPI_Gatherv(me + 0d0, 1, MPI_DOUBLE_PRECISION, columns, counts, places, MPI_DOUBLE_PRECISION, 0, &
                       MPI_COMM_WORLD, ierr)
      if (me == 0) call equal(int(sum(columns(1, :)) + sum(columns(2, :))), n * (n - 1) / 2 - n, 'gathered')
      call MPI_Type_free(row, ierr)
      call MPI_Type_free(column, ierr)
      call MPI_Type_free(inner, ierr)
   end subroutine

   subroutine handlers
      integer :: handler, twin, length
      character(MPI_MAX_ERROR_STRING) :: text
      call MPI_Comm_dup(MPI_COMM_WORLD, twin, ierr)
      call MPI_Comm_create_errhandler(handle, handler, ierr)
      call MPI_Comm_set_errhandler(twin, handler, ierr)
      call MPI_Send(me, 1, MPI_INTEGER, n, 0, twin, ierr)
      call equal(handled, 1, 'handled')
      call MPI_Errhandler_free(handler, ierr)
      call MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN, ierr)
      call MPI_Send(me, 1, MPI_INTEGER, n, 0, twin, ierr)
      call MPI_Error_string(ierr, text, length, ierr)
      call equal(merge(1, 0, length > 5 .and. text(length + 1:) == ' '), 1, 'text')
      call MPI_Comm_free(twin, ierr)
   end subroutine

   subroutine packing
      character(100) :: buffer
      integer :: position, whole, size
      real(8) :: number
      position = 0
      call MPI_Pack(41 + me, 1, MPI_INTEGER, buffer, 100, position, MPI_COMM_WORLD, ierr)
      call MPI_Pack(2.5d0, 1, MPI_DOUBLE_PRECISION, buffer, 100, position, MPI_COMM_WORLD, ierr)
      size = position
      position = 0
      call MPI_Unpack(buffer, size, position, whole, 1, MPI_INTEGER, MPI_COMM_WORLD, ierr)
      call MPI_Unpack(buffer, size, position, number, 1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
      call equal(whole, 41 + me, 'unpacked')
      call equal(int(4 * number), 10, 'unpacked number')
      call equal(position, size, 'position')
   end subroutine
end program
