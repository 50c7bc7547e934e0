! The wave equation on a ring, split into pieces: each rank sends its border points to both neighbours and, now and then,
! all add up how fast their points move.
!
!     windtunnel run -n 16 -p torus-3d examples/waves.f90
program waves
   use mpi_f08
   implicit none
   integer, parameter :: points = 2000, steps = 200
   real(8), parameter :: courant = 0.5d0
   real(8) :: before(0:points + 1), now(0:points + 1), after(0:points + 1), energy
   real(8) :: x, pi
   integer :: rank, ranks, left, right, step, i
   type(MPI_Request) :: requests(4)

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks)
   left = modulo(rank - 1, ranks)
   right = modulo(rank + 1, ranks)

   pi = acos(-1d0)
   do i = 0, points + 1
      x = 2 * pi * (rank * points + i) / (ranks * points)
      now(i) = sin(x) + 0.5d0 * cos(3 * x)
   end do
   before = now

   do step = 1, steps
      call MPI_Irecv(now(0), 1, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, requests(1))
      call MPI_Irecv(now(points + 1), 1, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, requests(2))
      call MPI_Isend(now(points), 1, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, requests(3))
      call MPI_Isend(now(1), 1, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, requests(4))
      call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE)
      after(1:points) = 2 * now(1:points) - before(1:points) &
                        + courant**2 * (now(0:points - 1) - 2 * now(1:points) + now(2:points + 1))
      if (modulo(step, 20) == 1) then
         energy = sum((after(1:points) - now(1:points))**2)
         call MPI_Allreduce(MPI_IN_PLACE, energy, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
         if (rank == 0) print '(a,i4,a,es12.5)', 'waves: step', step, ', sum of squared speeds ', energy
      end if
      before = now
      now = after
   end do
   call MPI_Finalize()
end program
