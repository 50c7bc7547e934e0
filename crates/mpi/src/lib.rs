//! Windtunnel's room `mpi`; see ARCHITECTURE.md.
