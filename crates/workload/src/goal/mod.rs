//! GOAL programs (Hoefler, Siebert, Lumsdaine: "Group Operation Assembly Language", 2009): per rank a graph of sends,
//! receives and computations.
//!
//! `read` reads their text as a stream into a [`Program`], 4 bytes an operation and 20 more, and 4 a dependency, where a
//! rank says what no other one does. Two things run one: [`loggopsim::execute`], the exact model of LogGOPSim, and `traces::goal`, which posts it to the MPI layer
//! and so runs it on any platform and network.

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
