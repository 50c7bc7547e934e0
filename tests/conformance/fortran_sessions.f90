! Sessions in Fortran, without MPI_Init: mpi_f08's types, and the handles of the module mpi.
! ranks: 1 2 5
module sessions_f08
   use mpi_f08
   implicit none
   integer :: handled = 0
contains
   subroutine note(session, code)
      type(MPI_Session) :: session
      integer :: code
      if (session /= MPI_SESSION_NULL .and. code /= MPI_SUCCESS) handled = handled + 1
   end subroutine

   ! The communicator of a set of processes.
   subroutine comm_of(session, set, tag, comm)
      type(MPI_Session), intent(in) :: session
      character(*), intent(in) :: set, tag
      type(MPI_Comm), intent(out) :: comm
      type(MPI_Group) :: group
      call MPI_Group_from_session_pset(session, set, group)
      call MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, comm)
      call MPI_Group_free(group)
   end subroutine

   integer function f08_part() result(wrong)
      type(MPI_Session) :: session
      type(MPI_Comm) :: comm
      type(MPI_Errhandler) :: own
      type(MPI_Info) :: info
      integer :: sets, set, length, me, n, total, known, ierror
      character(MPI_MAX_PSET_NAME_LEN) :: name
      character(32) :: text
      logical :: flag
      wrong = 0
      call MPI_Initialized(flag)
      if (flag) wrong = wrong + 1
      call MPI_Session_create_errhandler(note, own)
      call MPI_Session_init(MPI_INFO_NULL, own, session)
      call MPI_Errhandler_free(own)
      if (session == MPI_SESSION_NULL) wrong = wrong + 1
      call MPI_Session_get_num_psets(session, MPI_INFO_NULL, sets)
      known = 0
      do set = 0, sets - 1
         length = len(name)
         call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, set, length, name)
         if (name == 'mpi://WORLD' .or. name == 'mpi://SELF') known = known + 1
      end do
      if (known /= 2) wrong = wrong + 1
      call MPI_Session_get_pset_info(session, 'mpi://SELF', info)
      length = len(text)
      call MPI_Info_get_string(info, 'mpi_size', length, text, flag)
      if (.not. flag .or. text /= '1') wrong = wrong + 1
      call MPI_Info_free(info)
      call MPI_Session_get_info(session, info)
      call MPI_Info_free(info)
      call MPI_Session_get_pset_info(session, 'mpi://NOWHERE', info, ierror)
      if (handled /= 1) wrong = wrong + 1
      call MPI_Session_call_errhandler(session, MPI_ERR_OTHER)
      if (handled /= 2) wrong = wrong + 1
      call comm_of(session, 'mpi://WORLD', 'f08', comm)
      call MPI_Comm_rank(comm, me)
      call MPI_Comm_size(comm, n)
      call MPI_Allreduce(me, total, 1, MPI_INTEGER, MPI_SUM, comm)
      if (total /= n * (n - 1) / 2) wrong = wrong + 1
      call MPI_Comm_free(comm)
      call MPI_Session_finalize(session)
      if (session /= MPI_SESSION_NULL) wrong = wrong + 1
   end function
end module

program sessions
   use mpi
   use sessions_f08, only: f08_part
   implicit none
   integer :: session, group, comm, me, n, total, wrong, ierror
   wrong = f08_part()
   call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, session, ierror)
   call MPI_Group_from_session_pset(session, 'mpi://WORLD', group, ierror)
   call MPI_Comm_create_from_group(group, 'module mpi', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, comm, ierror)
   call MPI_Group_free(group, ierror)
   call MPI_Comm_rank(comm, me, ierror)
   call MPI_Comm_size(comm, n, ierror)
   call MPI_Reduce(wrong, total, 1, MPI_INTEGER, MPI_SUM, 0, comm, ierror)
   if (me == 0 .and. total == 0) print '(a,i0)', 'all checks passed, ranks: ', n
   if (me == 0 .and. total /= 0) print '(i0,a)', total, ' checks failed'
   call MPI_Comm_free(comm, ierror)
   call MPI_Session_finalize(session, ierror)
   if (session /= MPI_SESSION_NULL) stop 1
end program
