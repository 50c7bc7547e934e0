! The module mpi_f08: handles as types, optional errors, statuses as types, large counts, callbacks, attributes.
! ranks: 1 2 5
! output: sorted
module callbacks
   use mpi_f08
   implicit none
   integer :: deleted = 0
contains
   subroutine largest(invec, inoutvec, length, datatype)
      use, intrinsic :: iso_c_binding
      type(c_ptr), value :: invec, inoutvec
      integer :: length
      type(MPI_Datatype) :: datatype
      real(8), pointer :: a(:), b(:)
      call c_f_pointer(invec, a, [length])
      call c_f_pointer(inoutvec, b, [length])
      if (datatype /= MPI_DOUBLE_PRECISION) b = -1
      b = max(a, b)
   end subroutine

   subroutine copies(oldtype, keyval, state, old, new, flag, ierror)
      type(MPI_Datatype) :: oldtype
      integer :: keyval, ierror
      integer(MPI_ADDRESS_KIND) :: state, old, new
      logical :: flag
      new = old * state
      flag = oldtype /= MPI_DATATYPE_NULL .and. keyval /= MPI_KEYVAL_INVALID
      ierror = MPI_SUCCESS
   end subroutine

   subroutine deletes(datatype, keyval, value, state, ierror)
      type(MPI_Datatype) :: datatype
      integer :: keyval, ierror
      integer(MPI_ADDRESS_KIND) :: value, state
      if (datatype /= MPI_DATATYPE_NULL .and. keyval /= MPI_KEYVAL_INVALID .and. state == 7) deleted = deleted + int(value)
      ierror = MPI_SUCCESS
   end subroutine
end module

program f08
   use callbacks
   use, intrinsic :: iso_c_binding
   implicit none
   integer :: me, n, wrong = 0, total
   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, me)
   call MPI_Comm_size(MPI_COMM_WORLD, n)
   call messages
   call collectives
   call attributes
   call communicators
   call strings
   call MPI_Allreduce(wrong, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
   if (total == 0 .and. me == 0) print '(a)', 'all checks passed'
   call MPI_Finalize()
contains
   subroutine check(holds, where)
      logical, intent(in) :: holds
      character(*), intent(in) :: where
      if (holds) return
      wrong = wrong + 1
      print *, 'rank', me, ': ', where
   end subroutine

   subroutine messages
      type(MPI_Request) :: requests(2)
      type(MPI_Status) :: status, statuses(2)
      type(MPI_Message) :: message
      integer, asynchronous :: from(10), to(10)
      integer :: count, old(MPI_STATUS_SIZE), ierror
      integer(MPI_COUNT_KIND) :: large
      logical :: flag
      from = me
      call MPI_Isend(from, 10_MPI_COUNT_KIND, MPI_INTEGER, mod(me + 1, n), 3, MPI_COMM_WORLD, requests(1))
      call MPI_Irecv(to, 10, MPI_INTEGER, mod(me - 1 + n, n), 3, MPI_COMM_WORLD, requests(2), ierror)
      call check(ierror == MPI_SUCCESS, 'irecv')
      call MPI_Waitall(2, requests, statuses)
      call MPI_F_sync_reg(to)
      call check(all(requests == MPI_REQUEST_NULL), 'requests are null')
      call check(statuses(2)%MPI_SOURCE == mod(me - 1 + n, n) .and. statuses(2)%MPI_TAG == 3, 'status')
      call check(all(to == mod(me - 1 + n, n)), 'contents')
      call MPI_Get_count(statuses(2), MPI_INTEGER, large)
      call check(large == 10, 'large count')
      call MPI_Status_f082f(statuses(2), old)
      call check(old(MPI_TAG) == 3, 'status as integers')
      call MPI_Status_f2f08(old, status)
      call check(status%MPI_SOURCE == statuses(2)%MPI_SOURCE, 'and back')
      call MPI_Isend(from, 4, MPI_INTEGER, me, 5, MPI_COMM_SELF_or_world(), requests(1))
      call MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, message, status)
      call MPI_Get_count(status, MPI_INTEGER, count)
      call check(count == 4 .and. status%MPI_TAG == 5, 'probed')
      call MPI_Mrecv(to, 4, MPI_INTEGER, message, MPI_STATUS_IGNORE)
      call check(message == MPI_MESSAGE_NULL, 'message is null')
      call MPI_Test(requests(1), flag, MPI_STATUS_IGNORE)
      if (.not. flag) call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
   end subroutine

   type(MPI_Comm) function MPI_COMM_SELF_or_world() result(comm)
      comm = MPI_COMM_WORLD
   end function

   subroutine collectives
      type(MPI_Op) :: op
      type(MPI_Request) :: request
      type(MPI_Datatype) :: pair, types(2)
      real(8) :: x(3), y(3)
      integer :: lengths(2) = [1, 2], table(n), i
      integer(MPI_ADDRESS_KIND) :: places(2) = [0_MPI_ADDRESS_KIND, 8_MPI_ADDRESS_KIND], lower, extent
      call MPI_Op_create(largest, .true., op)
      x = [me, 2 * me, -me]
      call MPI_Allreduce(x, y, 3, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD)
      call check(all(y == [n - 1, 2 * (n - 1), 0]), 'largest')
      call MPI_Op_free(op)
      call check(op == MPI_OP_NULL, 'operation is null')
      call MPI_Iallgather(me, 1, MPI_INTEGER, table, 1, MPI_INTEGER, MPI_COMM_WORLD, request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(table == [(i - 1, i=1, n)]), 'gathered')
      call MPI_Bcast_init(table, n, MPI_INTEGER, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request)
      if (me == 0) table = 8
      call MPI_Start(request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(table == 8), 'persistent')
      call MPI_Request_free(request)
      types = [MPI_INTEGER, MPI_DOUBLE_PRECISION]
      call MPI_Type_create_struct(2, lengths, places, types, pair)
      call MPI_Type_get_extent(pair, lower, extent)
      call check(lower == 0 .and. extent == 24, 'extent')
      call MPI_Type_free(pair)
      call check(pair == MPI_DATATYPE_NULL, 'type is null')
      call MPI_Barrier(MPI_COMM_WORLD)
   end subroutine

   subroutine attributes
      type(MPI_Datatype) :: made, twin
      integer :: keyval
      integer(MPI_ADDRESS_KIND) :: value
      logical :: flag
      call MPI_Type_create_keyval(copies, deletes, keyval, 7_MPI_ADDRESS_KIND)
      call MPI_Type_contiguous(2, MPI_INTEGER, made)
      call MPI_Type_set_attr(made, keyval, 6_MPI_ADDRESS_KIND)
      call MPI_Type_dup(made, twin)
      call MPI_Type_get_attr(twin, keyval, value, flag)
      call check(flag .and. value == 42, 'copied')
      call MPI_Type_free(twin)
      call check(deleted == 42, 'deleted')
      call MPI_Type_free(made)
      call check(deleted == 48, 'deleted both')
      call MPI_Type_free_keyval(keyval)
      call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, 0_MPI_ADDRESS_KIND)
      call MPI_Comm_free_keyval(keyval)
   end subroutine

   subroutine communicators
      type(MPI_Comm) :: half
      type(MPI_Group) :: all, mine
      integer :: size, there(1), here(1), compared
      call MPI_Comm_split(MPI_COMM_WORLD, mod(me, 2), -me, half)
      call MPI_Comm_size(half, size)
      call check(size == (n + 1 - mod(me, 2)) / 2, 'half')
      call MPI_Comm_group(MPI_COMM_WORLD, all)
      call MPI_Comm_group(half, mine)
      here = 0
      call MPI_Group_translate_ranks(mine, 1, here, all, there)
      call check(there(1) == merge(n - 1, n - 2, mod(n - 1 - me, 2) == 0), 'first of mine')
      call MPI_Group_compare(all, mine, compared)
      call check((compared == MPI_IDENT) .eqv. (n == 1), 'compared')
      call MPI_Group_free(all)
      call MPI_Group_free(mine)
      call MPI_Comm_free(half)
      call check(half == MPI_COMM_NULL, 'communicator is null')
   end subroutine

   subroutine strings
      character(MPI_MAX_PROCESSOR_NAME) :: name
      character(MPI_MAX_LIBRARY_VERSION_STRING) :: version
      character(20) :: value
      type(MPI_Info) :: info
      integer :: length, ierror
      logical :: flag
      call MPI_Get_processor_name(name, length)
      call check(length > 0 .and. len_trim(name) == length, 'name')
      call MPI_Get_library_version(version, length, ierror)
      call check(length > 0 .and. ierror == MPI_SUCCESS, 'version')
      call MPI_Info_create(info)
      call MPI_Info_set(info, 'colour', 'red')
      length = 20
      call MPI_Info_get_string(info, 'colour', length, value, flag)
      call check(flag .and. length == 3 .and. value == 'red', 'string')
      call MPI_Info_free(info)
      call check(MPI_Wtime() >= 0d0 .and. PMPI_Wtick() > 0d0, 'time')
   end subroutine
end program
