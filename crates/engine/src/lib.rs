//! Windtunnel's room `engine`; see ARCHITECTURE.md.
