//! SimGrid platforms, read and compared with what SimGrid makes of them.
//!
//! One executable, as each further one costs seconds to compile and link.

mod errors;
mod fuzz;
#[path = "../../../fuzz/harness.rs"]
mod harness;
mod random;
mod routes;
mod shapes;
