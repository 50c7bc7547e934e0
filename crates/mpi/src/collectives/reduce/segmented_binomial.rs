//! Reduction up a binomial tree in segments (Open MPI 5.0 `reduce_intra_binomial`).
//!
//! The tree of `binomial`, but a receive is posted ahead. n·⌈log2 P⌉ bytes reach the root. Commutative operations
//! only.

use super::segmented::up;
use crate::collectives::bcast::segmented::SEGMENT;
use crate::collectives::common::commutes;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Reduce,
    name: "segmented_binomial",
    doc: "Up a binomial tree, in segments.",
    parameters: &[SEGMENT],
    precondition: commutes,
    build: |context, parameters| up(Tree::InOrderBinomial, context, parameters[0]),
};
