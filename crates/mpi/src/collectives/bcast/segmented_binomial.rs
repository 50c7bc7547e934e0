//! Broadcast down a binomial tree in segments (Open MPI 5.0 `bcast_intra_binomial`).
//!
//! Differs from `binomial`: rank v hangs on v without its highest bit, not its lowest, and a rank sends to all below it at
//! once. n·⌈log2 P⌉ bytes leave the root.

use super::segmented::{SEGMENT, down};
use crate::collectives::common::always;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "segmented_binomial",
    doc: "Down a binomial tree, to all ranks below at once, in segments.",
    parameters: &[SEGMENT],
    precondition: always,
    build: |context, parameters| down(Tree::Binomial, context, parameters[0]),
};
