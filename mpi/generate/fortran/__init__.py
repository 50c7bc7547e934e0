"""What is generated for Fortran: `mpif.h`, the modules `mpi` and `mpi_f08`, and the C behind them."""
