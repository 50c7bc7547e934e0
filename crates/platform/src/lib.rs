//! Windtunnel's room `platform`; see ARCHITECTURE.md.
