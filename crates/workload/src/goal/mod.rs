//! GOAL programs (Hoefler, Siebert, Lumsdaine: "Group Operation Assembly Language", 2009): per rank a graph of sends,
//! receives and computations.
//!
//! `read` streams the text of a program into a [`Program`]. Its memory: 4 bytes per operation and rank for the operation's
//! peer; everything else is stored once for all ranks whose operations differ only in their peers, with 20 bytes per operation
//! and 4 bytes per dependency.
//!
//! There are two ways to run a program. [`loggopsim::execute`] simulates the program by LogGOPSim's own rules and gives the
//! same times as LogGOPSim. `traces::goal` turns the program into MPI calls, which run on any platform and network.

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
