//! Broadcast down one chain of all ranks (Open MPI 5.0 `bcast_intra_pipeline`).
//!
//! P − 1 + n/s rounds with segments of s bytes; n bytes leave every rank but the last: for very long messages.

use super::segmented::{SEGMENT, down};
use crate::collectives::common::always;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "pipeline",
    doc: "Down one chain of all ranks, in segments.",
    parameters: &[SEGMENT],
    precondition: always,
    build: |context, parameters| down(Tree::Chains(1), context, parameters[0]),
};
