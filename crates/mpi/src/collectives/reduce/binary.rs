//! Reduction up a binary tree (Open MPI 5.0 `reduce_intra_binary`).
//!
//! ⌊log2 P⌋ + n/s rounds with segments of s bytes; at most 2·n bytes reach a rank. Commutative operations only.

use super::segmented::up;
use crate::collectives::bcast::segmented::SEGMENT;
use crate::collectives::common::commutes;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Reduce,
    name: "binary",
    doc: "Up a binary tree, in segments.",
    parameters: &[SEGMENT],
    precondition: commutes,
    build: |context, parameters| up(Tree::Binary, context, parameters[0]),
};
