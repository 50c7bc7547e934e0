//! Windtunnel's room `kernel`; see ARCHITECTURE.md.
