! The ring and the broadcast of phases.c.
program phases
   use mpi
   implicit none
   integer :: rank, ranks, ierror
   character(100000), save :: data
   external :: wt_phase
   call MPI_Init(ierror)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
   call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
   call wt_phase('exchange  ')
   call MPI_Sendrecv_replace(data, len(data), MPI_CHARACTER, mod(rank + 1, ranks), 0, mod(rank + ranks - 1, ranks), 0, &
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
   call MPI_Pcontrol(3)
   call MPI_Bcast(data, len(data)/2, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierror)
   call MPI_Finalize(ierror)
end program
