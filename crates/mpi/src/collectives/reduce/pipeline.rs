//! Reduction up one chain of all ranks (Open MPI 5.0 `reduce_intra_pipeline`).
//!
//! P − 1 + n/s rounds with segments of s bytes; n bytes leave every rank but the root: for very long messages.
//! Commutative operations only.

use super::segmented::up;
use crate::collectives::bcast::segmented::SEGMENT;
use crate::collectives::common::commutes;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Reduce,
    name: "pipeline",
    doc: "Up one chain of all ranks, in segments.",
    parameters: &[SEGMENT],
    precondition: commutes,
    build: |context, parameters| up(Tree::Chains(1), context, parameters[0]),
};
