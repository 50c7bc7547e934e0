//! Windtunnel's room `ops`; see ARCHITECTURE.md.
