//! Broadcast down a binomial tree (Open MPI 5.0 `bcast_sched_binomial` of libnbc).
//!
//! Differs from `segmented_binomial` in one segment: the root and rank 0 change places, instead of ranks being relative to the root.

use super::segmented::down;
use crate::collectives::common::always;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "nbc_binomial",
    doc: "Down a binomial tree in which the root and rank 0 have changed places, to all ranks below at once.",
    parameters: &[],
    precondition: always,
    build: |context, _| down(Tree::SwappedBinomial, context, 0),
};
