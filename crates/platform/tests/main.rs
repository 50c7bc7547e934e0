//! Platform files and shipped machines.
//!
//! One executable, as each further one costs seconds to compile and link.

mod common;
mod errors;
mod fuzz;
#[path = "../../../fuzz/harness.rs"]
mod harness;
mod machine;
mod shipped;
