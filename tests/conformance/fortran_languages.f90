! Attributes that one language sets and the other reads, copies and deletes (MPI 5.0 §19.3.7), statuses in both, and the
! state of generalised requests and keyvals.
! ranks: 1 2
! output: sorted
! library: fortran_languages_parts.c
module state
   use mpi
   implicit none
   integer, parameter :: wide = MPI_ADDRESS_KIND
   integer :: me, wrong = 0
   integer(wide) :: last_deleted = 0
   integer(wide), save :: calls = 0
contains
   subroutine check(holds, where)
      logical, intent(in) :: holds
      character(*), intent(in) :: where
      if (holds) return
      wrong = wrong + 1
      print *, 'rank', me, ': ', where
   end subroutine

   subroutine copies(comm, keyval, extra, old, new, flag, ierror)
      integer :: comm, keyval, ierror
      integer(wide) :: extra, old, new
      logical :: flag
      new = old + extra
      flag = .true.
      ierror = MPI_SUCCESS
   end subroutine

   subroutine deletes(comm, keyval, value, extra, ierror)
      integer :: comm, keyval, ierror
      integer(wide) :: value, extra
      last_deleted = value
      ierror = MPI_SUCCESS
   end subroutine

   subroutine query(extra, status, ierror)
      integer(wide) :: extra
      integer :: status(MPI_STATUS_SIZE), ierror
      extra = extra + 1
      call MPI_Status_set_elements(status, MPI_BYTE, 0, ierror)
      call MPI_Status_set_cancelled(status, .false., ierror)
   end subroutine

   subroutine release(extra, ierror)
      integer(wide) :: extra
      integer :: ierror
      extra = extra + 10
      ierror = MPI_SUCCESS
   end subroutine

   subroutine withdraw(extra, complete, ierror)
      integer(wide) :: extra
      logical :: complete
      integer :: ierror
      extra = extra + 100
      ierror = MPI_SUCCESS
   end subroutine
end module

program languages
   use state
   implicit none
   interface
      integer function c_keyval() bind(C)
      end function
      subroutine c_set(comm, keyval, value) bind(C)
         import
         integer, value :: comm, keyval
         integer(wide), value :: value
      end subroutine
      ! What C gets: the pointer itself, and the integer behind it, of both kinds.
      integer(wide) function c_pointer(comm, keyval) bind(C)
         import
         integer, value :: comm, keyval
      end function
      integer(wide) function c_behind(comm, keyval, wanted) bind(C)
         import
         integer, value :: comm, keyval, wanted
      end function
      integer(wide) function c_type_behind(datatype, keyval) bind(C)
         import
         integer, value :: datatype, keyval
      end function
      integer(wide) function c_window_behind(window, keyval) bind(C)
         import
         integer, value :: window, keyval
      end function
      integer function c_statuses(status) bind(C)
         import
         integer :: status(*)
      end function
   end interface
   integer :: ierr, total
   call MPI_Init(ierr)
   call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
   call from_fortran
   call from_c
   call old_procedures
   call other_objects
   call states
   call statuses
   call MPI_Allreduce(wrong, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
   if (total == 0 .and. me == 0) print '(a)', 'all checks passed'
   call MPI_Finalize(ierr)
contains
   ! Keyvals of both languages; values that need all of their bits, and negative ones.
   subroutine from_fortran
      integer :: keyval, twin, round
      integer(wide) :: value, found
      logical :: flag
      do round = 1, 2
         value = 123456789012345_wide
         if (round == 2) value = -5
         call MPI_Comm_create_keyval(copies, deletes, keyval, 4_wide, ierr)
         call MPI_Comm_set_attr(MPI_COMM_SELF, keyval, value, ierr)
         call check(c_behind(MPI_COMM_SELF, keyval, 8) == value, 'C reads what Fortran set')
         call MPI_Comm_get_attr(MPI_COMM_SELF, keyval, found, flag, ierr)
         call check(flag .and. found == value, 'Fortran reads what Fortran set')
         call MPI_Comm_dup(MPI_COMM_SELF, twin, ierr)
         call MPI_Comm_get_attr(twin, keyval, found, flag, ierr)
         call check(flag .and. found == value + 4, 'copied by Fortran')
         call check(c_behind(twin, keyval, 8) == value + 4, 'C reads the copy')
         call check(c_behind(MPI_COMM_SELF, keyval, 8) == value, 'the original is as it was')
         call MPI_Comm_free(twin, ierr)
         call check(last_deleted == value + 4, 'the copy was deleted')
         call MPI_Comm_delete_attr(MPI_COMM_SELF, keyval, ierr)
         call check(last_deleted == value, 'deleted')
         call MPI_Comm_free_keyval(keyval, ierr)

         keyval = c_keyval()
         call MPI_Comm_set_attr(MPI_COMM_SELF, keyval, value, ierr)
         call check(c_behind(MPI_COMM_SELF, keyval, 8) == value, 'with a keyval of C')
         call MPI_Comm_dup(MPI_COMM_SELF, twin, ierr)
         call MPI_Comm_get_attr(twin, keyval, found, flag, ierr)
         call check(flag .and. found == value .and. c_behind(twin, keyval, 8) == value, 'copied by C')
         call MPI_Comm_free(twin, ierr)
         call MPI_Comm_delete_attr(MPI_COMM_SELF, keyval, ierr)
         call MPI_Comm_free_keyval(keyval, ierr)
      end do
   end subroutine

   ! To Fortran a pointer is an integer.
   subroutine from_c
      integer :: keyval, twin
      integer(wide) :: value, found
      logical :: flag
      value = 4096000
      call MPI_Comm_create_keyval(copies, deletes, keyval, 16_wide, ierr)
      call c_set(MPI_COMM_SELF, keyval, value)
      call MPI_Comm_get_attr(MPI_COMM_SELF, keyval, found, flag, ierr)
      call check(flag .and. found == value .and. c_pointer(MPI_COMM_SELF, keyval) == value, 'Fortran reads what C set')
      call MPI_Comm_dup(MPI_COMM_SELF, twin, ierr)
      call check(c_pointer(twin, keyval) == value + 16, 'a copy of a pointer is a pointer')
      call MPI_Comm_free(twin, ierr)
      call check(last_deleted == value + 16, 'the copy of a pointer was deleted')
      call MPI_Comm_set_attr(MPI_COMM_SELF, keyval, 11_wide, ierr)
      call check(last_deleted == value .and. c_behind(MPI_COMM_SELF, keyval, 8) == 11, 'replaced by Fortran')
      call MPI_Comm_delete_attr(MPI_COMM_SELF, keyval, ierr)
      call MPI_Comm_free_keyval(keyval, ierr)
   end subroutine

   ! MPI-1's procedures have default integers; others see them with their sign, they see the low half of others.
   subroutine old_procedures
      external :: MPI_ATTR_PUT, MPI_ATTR_GET, MPI_KEYVAL_CREATE, MPI_KEYVAL_FREE, MPI_ATTR_DELETE
      integer :: keyval, small
      integer(wide) :: found
      logical :: flag
      call MPI_Comm_create_keyval(copies, deletes, keyval, 1_wide, ierr)
      call MPI_ATTR_PUT(MPI_COMM_SELF, keyval, -7, ierr)
      call check(c_behind(MPI_COMM_SELF, keyval, 4) == -7, 'C reads a default integer')
      call MPI_Comm_get_attr(MPI_COMM_SELF, keyval, found, flag, ierr)
      call check(flag .and. found == -7, 'a default integer with its sign')
      call MPI_ATTR_GET(MPI_COMM_SELF, keyval, small, flag, ierr)
      call check(flag .and. small == -7, 'old and old')
      call MPI_Comm_set_attr(MPI_COMM_SELF, keyval, 2_wide**32 + 5, ierr)
      call MPI_ATTR_GET(MPI_COMM_SELF, keyval, small, flag, ierr)
      call check(flag .and. small == 5, 'the low half')
      call c_set(MPI_COMM_SELF, keyval, 2_wide**32 + 6)
      call MPI_ATTR_GET(MPI_COMM_SELF, keyval, small, flag, ierr)
      call check(flag .and. small == 6, 'the low half of a pointer')
      call MPI_ATTR_DELETE(MPI_COMM_SELF, keyval, ierr)
      call MPI_KEYVAL_FREE(keyval, ierr)
      call MPI_ATTR_GET(MPI_COMM_WORLD, MPI_TAG_UB, small, flag, ierr)
      call check(flag .and. small >= 32767, 'predefined')
   end subroutine

   subroutine other_objects
      integer :: keyval, datatype, twin, window
      integer(wide) :: found
      logical :: flag
      call MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, keyval, 0_wide, ierr)
      call MPI_Type_contiguous(2, MPI_INTEGER, datatype, ierr)
      call MPI_Type_set_attr(datatype, keyval, 21_wide, ierr)
      call MPI_Type_dup(datatype, twin, ierr)
      call MPI_Type_set_attr(datatype, keyval, 22_wide, ierr)
      call check(c_type_behind(twin, keyval) == 21 .and. c_type_behind(datatype, keyval) == 22, 'datatypes')
      call MPI_Type_get_attr(twin, keyval, found, flag, ierr)
      call check(flag .and. found == 21, 'datatypes in Fortran')
      call MPI_Type_free(twin, ierr)
      call MPI_Type_free(datatype, ierr)
      call MPI_Type_free_keyval(keyval, ierr)
      call MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, keyval, 0_wide, ierr)
      call MPI_Win_create(MPI_BOTTOM, 0_wide, 1, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierr)
      call MPI_Win_set_attr(window, keyval, -31_wide, ierr)
      call check(c_window_behind(window, keyval) == -31, 'windows')
      call MPI_Win_get_attr(window, MPI_WIN_DISP_UNIT, found, flag, ierr)
      call check(flag .and. found == 1, 'predefined of windows')
      call MPI_Win_free(window, ierr)
      call MPI_Win_free_keyval(keyval, ierr)
   end subroutine

   ! A generalised request has the program's variable, a keyval its value.
   subroutine states
      integer :: request, keyval, status(MPI_STATUS_SIZE), twin
      integer(wide) :: extra, found
      logical :: flag
      calls = 5
      call MPI_Grequest_start(query, release, withdraw, calls, request, ierr)
      call MPI_Cancel(request, ierr)
      call MPI_Grequest_complete(request, ierr)
      call MPI_Wait(request, status, ierr)
      call check(calls == 116, 'callbacks change the state')
      extra = 3
      call MPI_Comm_create_keyval(copies, deletes, keyval, extra, ierr)
      extra = 0
      call MPI_Comm_set_attr(MPI_COMM_SELF, keyval, 1_wide, ierr)
      call MPI_Comm_dup(MPI_COMM_SELF, twin, ierr)
      call MPI_Comm_get_attr(twin, keyval, found, flag, ierr)
      call check(flag .and. found == 4, 'the state when the keyval was created')
      call MPI_Comm_free(twin, ierr)
      call MPI_Comm_delete_attr(MPI_COMM_SELF, keyval, ierr)
      call MPI_Comm_free_keyval(keyval, ierr)
   end subroutine

   subroutine statuses
      integer :: status(MPI_STATUS_SIZE), word
      type(MPI_Status) :: other
      call MPI_Sendrecv(me, 1, MPI_INTEGER, me, 12, word, 1, MPI_INTEGER, me, 12, MPI_COMM_WORLD, status, ierr)
      call check(c_statuses(status) == 0, 'C reads a status of Fortran')
      call MPI_Status_f2f08(status, other, ierr)
      call check(other%MPI_TAG == 12 .and. other%MPI_SOURCE == me, 'a status as a type')
      status = -1
      call PMPI_Status_f082f(other, status, ierr)
      call check(status(MPI_TAG) == 12 .and. c_statuses(status) == 0, 'and back')
   end subroutine
end program
