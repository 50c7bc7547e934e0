! Partitioned communication in Fortran: mpi_f08 and the module mpi.
! ranks: 1 2 3
module partitions_f08
   use mpi_f08
   implicit none
contains
   integer function f08_part(me, n) result(wrong)
      integer, intent(in) :: me, n
      integer, asynchronous :: out(12), in(12)
      integer :: part, next, before
      integer(MPI_COUNT_KIND) :: each
      type(MPI_Request) :: requests(2)
      logical :: flag
      wrong = 0
      next = mod(me + 1, n)
      before = mod(me + n - 1, n)
      each = 4
      call MPI_Psend_init(out, 6, each / 2, MPI_INTEGER, next, 4, MPI_COMM_WORLD, MPI_INFO_NULL, requests(1))
      call MPI_Precv_init(in, 3, each, MPI_INTEGER, before, 4, MPI_COMM_WORLD, MPI_INFO_NULL, requests(2))
      call MPI_Startall(2, requests)
      out = [(100 * me + part, part=1, 12)]
      call MPI_Pready(5, requests(1))
      call MPI_Pready_range(0, 2, requests(1))
      call MPI_Pready_list(2, [4, 3], requests(1))
      flag = .false.
      do while (.not. flag)
         call MPI_Parrived(requests(2), 2, flag)
      end do
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      if (any(in /= [(100 * before + part, part=1, 12)])) wrong = wrong + 1
      call MPI_Request_free(requests(1))
      call MPI_Request_free(requests(2))
   end function
end module

program partitions
   use mpi
   use partitions_f08, only: f08_part
   implicit none
   integer, asynchronous :: out(4), in(4)
   integer :: me, n, next, before, wrong, total, ierror, requests(2), at
   integer(MPI_COUNT_KIND), parameter :: each = 2
   logical :: flag
   call MPI_Init(ierror)
   call MPI_Comm_rank(MPI_COMM_WORLD, me, ierror)
   call MPI_Comm_size(MPI_COMM_WORLD, n, ierror)
   next = mod(me + 1, n)
   before = mod(me + n - 1, n)
   wrong = f08_part(me, n)
   call MPI_Psend_init(out, 2, each, MPI_INTEGER, next, 1, MPI_COMM_WORLD, MPI_INFO_NULL, requests(1), ierror)
   call MPI_Precv_init(in, 4, each / 2, MPI_INTEGER, before, 1, MPI_COMM_WORLD, MPI_INFO_NULL, requests(2), ierror)
   call MPI_Start(requests(2), ierror)
   call MPI_Start(requests(1), ierror)
   out = [(10 * me + at, at=1, 4)]
   call MPI_Pready(0, requests(1), ierror)
   call MPI_Pready_list(1, [1], requests(1), ierror)
   call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierror)
   call MPI_Wait(requests(2), MPI_STATUS_IGNORE, ierror)
   call MPI_Parrived(requests(2), 0, flag, ierror)
   if (.not. flag) wrong = wrong + 1
   if (any(in /= [(10 * before + at, at=1, 4)])) wrong = wrong + 1
   call MPI_Request_free(requests(1), ierror)
   call MPI_Request_free(requests(2), ierror)
   call MPI_Allreduce(wrong, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
   if (me == 0 .and. total == 0) print '(a)', 'all checks passed'
   call MPI_Finalize(ierror)
end program
