//! Texts and recordings, changed at random.
//!
//! One executable, as each further one costs seconds to compile and link.

mod fuzz;
mod fuzz_recordings;
#[path = "../../../fuzz/harness.rs"]
mod harness;
