! What the NAS benchmarks use of MPI's Fortran interface: numbers that mpi_fortran.c knows. The MPI libraries of PyPI have none.
      integer MPI_COMM_WORLD, MPI_STATUS_SIZE, MPI_ERR_OTHER
      parameter (MPI_COMM_WORLD = -1, MPI_STATUS_SIZE = 8)
      parameter (MPI_ERR_OTHER = 15)
      integer MPI_INTEGER, MPI_LOGICAL, MPI_REAL, MPI_COMPLEX
      parameter (MPI_INTEGER = 0, MPI_LOGICAL = 1, MPI_REAL = 2)
      parameter (MPI_COMPLEX = 3)
      integer MPI_DOUBLE_PRECISION, MPI_DOUBLE_COMPLEX
      parameter (MPI_DOUBLE_PRECISION = 4, MPI_DOUBLE_COMPLEX = 5)
      integer MPI_SUM, MPI_MAX, MPI_MIN
      parameter (MPI_SUM = 0, MPI_MAX = 1, MPI_MIN = 2)
      double precision MPI_WTIME
      external MPI_WTIME
