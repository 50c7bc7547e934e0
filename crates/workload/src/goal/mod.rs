//! GOAL programs (Hoefler, Siebert, Lumsdaine: "Group Operation Assembly Language", 2009): per rank a graph of sends,
//! receives and computations.
//!
//! `read` streams their text into a [`Program`]: 4 bytes an operation, and 20 more bytes, and 4 a dependency, for operations
//! that are not equal to those of an earlier rank. There are two ways to run a program: [`loggopsim::execute`] simulates it by
//! LogGOPSim's own rules and gives the same times as LogGOPSim, and `traces::goal` makes MPI calls of it, and so runs it on any
//! platform and network.

pub mod loggopsim;
pub(crate) mod operation;
mod program;
mod read;
#[cfg(test)]
mod tests;
mod text;
mod visitor;

pub use operation::{ANY, MAX_OPERATIONS, Operation, OperationKind};
pub use program::Program;
pub use read::{place_of, read};
pub use text::{keywords, looks_like_goal};
