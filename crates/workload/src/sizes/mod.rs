//! Replays a trace with messages of other sizes (`--scale-bytes FILE`). Rules in the file choose messages and collective
//! operations by the MPI call that starts them, and scale their sizes.
//!
//! This is BigSim's parameter replacement for messages (G. Zheng et al., *Simulation-based performance prediction for
//! large parallel machines*, IJPP 33, 2005): it shows the effect of the messages that a program of another size would
//! send.
//!
//! # Rules
//! A message of b bytes gets b·scale bytes, rounded to whole elements if the element size is known. The scale is that of the
//! send call; receive buffers get room for the largest scale of all rules. In a collective operation the number of elements is
//! scaled, or, if its blocks have several sizes, the bytes of each block. So the sizes at senders and receivers still agree.
//! All ranks must find the same scale for a collective operation. Accesses to windows and files and partitioned messages are
//! not scaled: the run ends with an error if a rule with a scale other than 1 applies to such a call.

mod collective;
mod driver;
mod rules;
mod scale;

pub use driver::ScaledSizes;
pub use rules::{CallSelection, SizeRules, SizeRulesError, is_site};

#[cfg(test)]
mod tests;
