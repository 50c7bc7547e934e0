//! Tuning files of real MPI libraries (Open MPI's rule files, MPICH's JSON, `I_MPI_ADJUST_*` …): files that tell a library
//! which collective algorithm to use.
//!
//! `--mpi-library openmpi-5.0+rules.conf` selects an MPI library together with a tuning file. The decision lists of the tuning
//! file are tried first, then those of the library. `windtunnel tune collectives` writes a tuning file. The table `[tuning]` of
//! a library file (see [`crate::library`]) names the format of the library's tuning files. It maps each algorithm's name in
//! that format to a decision list of Windtunnel's algorithms:
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
//! `segment` and `fan_out` name the algorithm's parameter that takes the segment size or the fan-out from the tuning file. A
//! third key, `fixed`, lists parameters of the algorithm that are not modelled; in the tuning file their values have to be 0.
//! Each format is a file of this module and an entry of [`FORMATS`].
//!
//! MCA parameters of Open MPI (module `openmpi_mca`) name tuning files, or fix the algorithm of an operation for all calls.
//!
//! A library may read a second tuning file for its hierarchical component (Open MPI: HAN), which carries out an operation by
//! one part on each host and one part among hosts. `[tuning.hosts]` has the format and the algorithm names of this second file.
//! For a name without rules in `[tuning.hosts]`, the library's next rules decide.

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
