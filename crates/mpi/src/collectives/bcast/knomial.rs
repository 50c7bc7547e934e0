//! Broadcast down a k-nomial tree (Open MPI 5.0 `bcast_intra_knomial`): a binomial tree of radix k.
//!
//! ⌈log_k P⌉ rounds, in each of which a rank sends to at most k − 1 others; n·(k−1)·⌈log_k P⌉ bytes leave the root.

use super::segmented::{RADIX, SEGMENT, down};
use crate::collectives::common::always;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "knomial",
    doc: "Down a k-nomial tree, to all ranks below at once, in segments.",
    parameters: &[SEGMENT, RADIX],
    precondition: always,
    build: |context, parameters| down(Tree::Knomial(parameters[1]), context, parameters[0]),
};
