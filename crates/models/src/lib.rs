//! Windtunnel's room `models`; see ARCHITECTURE.md.
