//! Reads SimGrid's time-independent traces (`smpirun -trace-ti`).
//!
//! A line is `RANK ACTION ARGUMENT…`; the actions are those of SimGrid's `smpi_replay.cpp` (version 4.2), listed with their
//! arguments in [`actions`]. Lines without a field and lines that begin with `#` are skipped. These rules of SimGrid may
//! surprise:
//!
//! - A last line without its newline is not executed, as a trace that was cut short ends in such a line. A warning says so,
//!   unless the line is a `finalize`, which has no effect anyway.
//! - Lines of other ranks in a rank's own file are ignored, with a warning.
//! - `wait` and `test` name a request by sender, receiver and tag; of several requests with the same name the first posted is
//!   meant. A `wait` for a request that does not exist does nothing. A `test` puts its request back behind those of the same
//!   name.
//! - `waitall` waits for all requests. At the end of a trace, all requests that are left are waited for.
//! - A receive with a negative count probes for the message and takes its size.
//! - Counts are elements of the type that the line ends with. Without a type they are elements of `MPI_DOUBLE` if the `init`
//!   had an argument, otherwise of `MPI_BYTE`. In SimGrid the last `init` of any rank decides this for all ranks; here each
//!   rank's own `init` does, and a warning reports ranks that differ.
//! - The numbers SimGrid writes for `MPI_ANY_SOURCE` (-555), `MPI_ANY_TAG` (-444) and `MPI_PROC_NULL` (-666) are
//!   understood.
//! - A file that `windtunnel record` has written begins with a comment which announces that a closing comment is its last line.
//!   If the closing comment is missing, there is a warning.
//! - In a few kinds of lines SimGrid leaves out a receive count of 0; the number of fields tells.
//!
//! Computation before a call is the call's block; `compute` lines in a row are one block.

pub(crate) mod action;
mod collective;
pub(crate) mod datatype;
mod fields;
#[cfg(test)]
mod fuzz;
mod notices;
mod open;
mod requests;
mod source;
#[cfg(test)]
mod tests;

pub use action::actions;
pub(crate) use notices::{COMPLETE, RECORDING};
pub(super) use open::FORMAT;
