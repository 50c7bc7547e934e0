//! Windtunnel's room `observe`; see ARCHITECTURE.md.
