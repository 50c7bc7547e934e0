//! Texts and recordings, changed at random; messages, collectives and parallel I/O against figures of PIOsimHD; runs
//! on several threads.
//!
//! One executable, as each further one costs seconds to compile and link.

mod fuzz;
mod fuzz_recordings;
#[path = "../../../fuzz/harness.rs"]
mod harness;
mod message_cpu;
mod piosim_io;
mod piosim_mpi;
mod threads;
