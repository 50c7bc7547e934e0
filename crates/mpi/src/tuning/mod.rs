//! Tuning files of real MPI libraries (Open MPI's rule files, MPICH's JSON, `I_MPI_ADJUST_*` …): files that tell a library
//! which collective algorithm to use.
//!
//! `--mpi-library openmpi-5.0+rules.conf` is a library whose decision lists are preceded by those of a tuning file; and
//! `windtunnel tune collectives` writes such a file. A library file (see [`crate::library`]) says in `[tuning]` which format
//! its library reads, and maps each algorithm's name in that format to a decision list of Windtunnel's algorithms:
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
//! `segment` and `fan_out` name the parameter that takes the tuning file's segment size or fan-out; numbers listed in `fixed`
//! are not modelled and have to be 0. Each format is a file of this module and an entry of [`FORMATS`].
//!
//! MCA parameters of Open MPI (module `openmpi_mca`) fix the algorithm of an operation for all calls, and name such files.
//!
//! A library may read a second file for its hierarchical component (Open MPI: HAN), which carries out an operation by one part
//! on each host and one among hosts: `[tuning.hosts]` has that file's format and algorithm names. For a name without rules
//! there, the library's next rules decide.

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
