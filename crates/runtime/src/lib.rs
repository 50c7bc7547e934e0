//! Windtunnel's room `runtime`; see ARCHITECTURE.md.
