//! Windtunnel's room `runtime`; see ARCHITECTURE.md.

pub mod images;
