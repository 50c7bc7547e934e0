//! Tuning files: which algorithm a real library is told to use, in the form that it reads.
//!
//! `--mpi-library openmpi-5.0+rules.conf` is a library whose decision lists are preceded by those of a tuning file; and
//! `windtunnel tune collectives` writes such a file. A library file says in `[tuning]` which format its library reads, and what
//! each of the names there does, as a decision list of our algorithms:
//!
//! ```toml
//! [tuning]
//! format = "openmpi-rules"
//! bcast = [
//!     { name = "3", rules = [{ use = "pipeline" }], segment = "segment" },
//!     { name = "8", rules = [{ when = { count_ge_ranks = true }, use = "scatter_allgather" }, { use = "linear" }] },
//! ]
//! ```
//!
//! `segment` and `fan_out` name the parameter that the file's number for it sets; numbers in `fixed` are not modelled and have
//! to be 0. A format is a file here and an entry of [`FORMATS`].
//!
//! Open MPI's parameters (module `openmpi_mca`) say which algorithm all calls have, and name such files.
//!
//! A library may read a second file on how operations are divided between hosts and the ranks across them: `[tuning.hosts]` has its
//! format, and the names in it. A name there without rules leaves calls to the library's further rules.

mod algorithms;
mod decisions;
pub(crate) mod error;
mod format;
mod intel_adjust;
mod list;
mod mpich_json;
mod openmpi_han;
mod openmpi_mca;
mod openmpi_rules;
#[cfg(test)]
mod tests;

pub use algorithms::Tuning;
pub use decisions::{Decisions, ForRanks, FromSize, Pick};
pub use error::TuningError;
pub(crate) use format::Told;
pub use format::{Format, Written};
pub use list::FORMATS;
