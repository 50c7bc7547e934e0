//! Windtunnel's room `workload`; see ARCHITECTURE.md.
