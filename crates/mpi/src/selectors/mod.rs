//! Selects collective algorithms by the decision lists in the files of modelled MPI libraries (`mpi-libraries/*.toml`).
//!
//! A library file has an ordered decision list of rules for each operation. A rule has conditions (over named predicates,
//! [`predicates`]) and either an algorithm with its parameters or further rules. The first rule is taken whose conditions
//! hold and whose algorithm's precondition is met. The last rule of a list has no conditions. A non-blocking operation may
//! have a list (`ibcast`); without a list, the list of the blocking operation is used.
//!
//! ```toml
//! [selection]
//! allreduce = [
//!     { when = { ranks = 1 }, use = "trivial" },
//!     { when = { hierarchical = true, commutative = true }, use = "smp" },
//!     { when = { bytes = "> 2048 B", builtin = true }, rules = [
//!         { when = { count_ge_pof2 = true }, use = "reduce_scatter_allgather" },
//!     ] },
//!     { use = "recursive_doubling" },
//! ]
//! alltoall = [{ when = { bytes = "<= 32 KiB" }, use = "scattered", throttle = 32 }, { use = "pairwise" }]
//! inter_gather = [{ when = { total_bytes = "< 2048 B" }, use = "local_gather_remote_send" }, { use = "linear" }]
//! ```
//!
//! Keys of lists for intercommunicators begin with `inter_` (`inter_iallreduce`). Fewer predicates are valid in these
//! lists, because the ranks of both groups must choose the same algorithm. If an operation has no list, its first algorithm
//! is taken.
//!
//! Rules from the tuning files of real libraries ([`crate::tuning`]) are tried before the rules of the library file.

pub(crate) mod error;
mod fixed;
mod predicate;
mod read;
mod rules;
mod selector;
#[cfg(test)]
mod tests;

pub use error::{FixError, SelectError, SelectionError};
pub use fixed::Fixed;
pub(crate) use predicate::{Comparison, Test};
pub use predicate::{Predicate, predicates};
pub(crate) use read::{operation, read_list};
pub(crate) use rules::{Cell, Rule};
pub use rules::{Choice, Parameters};
pub use selector::Selector;
