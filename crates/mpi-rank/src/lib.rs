//! Windtunnel's room `mpi-rank`; see ARCHITECTURE.md.
