//! Motifs: communication patterns with parameters, generated on the fly.
//!
//! A motif makes exactly the requests to the engine (posts) that a program with the same calls would, so that both take the
//! same simulated time. A motif needs no trace file and no stacks: a rank takes a few bytes of memory, so a million ranks are
//! not a problem.

mod allreduce;
mod alltoall;
mod cg;
mod collective;
mod fft2d;
mod graph;
mod grid;
mod halo3d;
mod ior;
mod iterated;
mod list;
mod lu;
mod motif;
mod neighbours;
mod parameter;
mod ping;
mod random;
mod sweep3d;
#[cfg(test)]
mod testing;

pub use list::{MOTIFS, build};
pub use motif::{Build, Motif};
pub use parameter::{MotifError, Values};
