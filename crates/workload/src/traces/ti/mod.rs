//! Reads SimGrid's time-independent traces (`smpirun -trace-ti`).
//!
//! A line is `RANK ACTION ARGUMENT…`; the actions are those of SimGrid's `smpi_replay.cpp` (version 4.2), listed with their
//! arguments in [`actions`]. Lines without a field and lines that begin with `#` are skipped. These rules of SimGrid may
//! surprise:
//!
//! - A last line without its newline is not executed (a trace cut short ends in one). A warning says so, unless it is a
//!   `finalize`, which has no effect anyway.
//! - Lines of other ranks in a rank's own file are ignored, with a warning.
//! - `wait` and `test` name a request by sender, receiver and tag; of several with the same name the first posted is
//!   meant. A `wait` for a request that is not there does nothing. A `test` puts its request back behind those of the
//!   same name.
//! - `waitall` waits for all requests, and at the end of a trace those left are waited for.
//! - A receive with a negative count probes for the message and takes its size.
//! - Counts are elements of the type that the line ends with, or else of `MPI_BYTE`, or of `MPI_DOUBLE` after an
//!   `init` with an argument. In SimGrid the last `init` of any rank sets that for all; here each rank's own does,
//!   and ranks that differ are reported.
//! - The numbers SimGrid writes for `MPI_ANY_SOURCE` (-555), `MPI_ANY_TAG` (-444) and `MPI_PROC_NULL` (-666) are
//!   understood.
//! - Files that `windtunnel record` has written begin with a comment that promises another one as their last line; if
//!   that is missing, there is a warning.
//! - In a few lines of SimGrid's writer a receive count of 0 is left out; the number of fields tells.
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
