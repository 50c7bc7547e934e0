//! Reduction up chains of ranks (Open MPI 5.0 `reduce_intra_chain`).
//!
//! With c chains and segments of s bytes: ⌈(P−1)/c⌉ + n/s rounds; n·c bytes reach the root, n every other rank.
//! Commutative operations only.

use super::segmented::up;
use crate::collectives::bcast::segmented::SEGMENT;
use crate::collectives::common::commutes;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Reduce,
    name: "chain",
    doc: "Up several chains of ranks, in segments.",
    parameters: &[
        SEGMENT,
        Parameter::with_default("chains", ParameterKind::Between(1, 32), "4", "", "chains of ranks"),
    ],
    precondition: commutes,
    build: |context, parameters| up(Tree::Chains(parameters[1]), context, parameters[0]),
};
