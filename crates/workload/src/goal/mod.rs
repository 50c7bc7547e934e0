//! GOAL programs (Hoefler, Siebert, Lumsdaine: "Group Operation Assembly Language", 2009): per rank a graph of sends,
//! receives and computations.
//!
//! `read` streams their text into a [`Program`], which takes 4 bytes for the peer of each operation. All else is stored
//! once for ranks that are alike but for the peers: 20 bytes an operation, and 4 a dependency. There are two ways to run
//! a program. [`loggopsim::execute`] simulates it by LogGOPSim's own rules and gives the same times as LogGOPSim.
//! `traces::goal` turns it into MPI calls, which run on any platform and network.

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
