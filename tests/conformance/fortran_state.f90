! What a Fortran program keeps is each rank's own: saved and module variables, allocations, units and their buffers.
! ranks: 1 4
! output: sorted
module store
   implicit none
   integer, allocatable :: table(:)
   integer :: visits = 0
   character(20) :: label = 'nobody'
contains
   integer function called() result(times)
      integer, save :: kept = 0
      kept = kept + 1
      times = kept
   end function
end module

program state
   use mpi
   use store
   implicit none
   integer :: me, n, ierr, i, back, wrong, total
   character(20) :: text
   logical :: isopen
   wrong = 0
   call MPI_Init(ierr)
   call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
   call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
   allocate (table(me + 1))
   write (label, '(a,i0)') 'rank', me
   open (unit=20, status='scratch', form='formatted', action='readwrite')
   do i = 0, me
      table(i + 1) = called()
      visits = visits + 1
      write (20, *) 100 * me + i
      ! Everybody else runs in between.
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
   end do
   do i = me + 1, n - 1
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
   end do
   if (visits /= me + 1 .or. table(me + 1) /= me + 1 .or. size(table) /= me + 1) wrong = 1
   write (text, '(a,i0)') 'rank', me
   if (label /= text) wrong = 1
   rewind (20)
   do i = 0, me
      read (20, *) back
      if (back /= 100 * me + i) wrong = 1
   end do
   close (20)
   inquire (unit=20, opened=isopen)
   if (isopen) wrong = 1
   write (*, '(a,i0,a,i0)') 'rank ', me, ' of ', n
   call MPI_Allreduce(wrong, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
   if (total == 0 .and. me == 0) print '(a)', 'all checks passed'
   call MPI_Finalize(ierr)
end program
