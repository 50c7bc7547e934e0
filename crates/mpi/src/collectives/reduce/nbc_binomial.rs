//! Reduction up a binomial tree (Open MPI 5.0 `red_sched_binomial` of libnbc).
//!
//! Differs from `binomial` for a root other than rank 0: both change places, instead of ranks being relative to the root. Commutative
//! operations only; for others the two are the same.

use super::binomial::up;
use crate::collectives::common::{InOrderBinomialTree, SingleBatch, commutes};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Reduce,
    name: "nbc_binomial",
    doc: "Up a binomial tree in which the root and rank 0 have changed places.",
    parameters: &[],
    precondition: commutes,
    build: |_, _| {
        SingleBatch::boxed(|context, _, batch| {
            let root = context.call.root;
            up(context, InOrderBinomialTree::swapped(context, root), root, batch);
        })
    },
};
