//! Reduction up a binary tree in rank order (Open MPI 5.0 `reduce_intra_in_order_binary`).
//!
//! The tree's root is the last rank, which sends the result on to the root. About log2 P + n/s rounds with segments of s
//! bytes; at most 2·n bytes reach a rank; any operation.

use super::segmented::up;
use crate::collectives::bcast::segmented::SEGMENT;
use crate::collectives::common::always;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Reduce,
    name: "in_order_binary",
    doc: "Up a binary tree that keeps the order of ranks, in segments, then on to the root.",
    parameters: &[SEGMENT],
    precondition: always,
    build: |context, parameters| up(Tree::InOrderBinary, context, parameters[0]),
};
