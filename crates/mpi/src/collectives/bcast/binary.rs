//! Broadcast down a binary tree (Open MPI 5.0 `bcast_intra_bintree`).
//!
//! ⌊log2 P⌋ + n/s rounds with segments of s bytes; at most 2·n bytes leave a rank.

use super::segmented::{SEGMENT, down};
use crate::collectives::common::always;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "binary",
    doc: "Down a binary tree, in segments.",
    parameters: &[SEGMENT],
    precondition: always,
    build: |context, parameters| down(Tree::Binary, context, parameters[0]),
};
