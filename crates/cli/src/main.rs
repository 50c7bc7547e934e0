//! The `windtunnel` command.
fn main() {}
