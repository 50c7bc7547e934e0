//! Broadcast down chains of ranks (Open MPI 5.0 `bcast_intra_chain`).
//!
//! With c chains and segments of s bytes: ⌈(P−1)/c⌉ + n/s rounds; n·c bytes leave the root, n every other rank.

use super::segmented::{SEGMENT, down};
use crate::collectives::common::always;
use crate::collectives::tree::Tree;
use crate::schedule::Algorithm;
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "chain",
    doc: "Down several chains of ranks, in segments.",
    parameters: &[
        SEGMENT,
        Parameter::with_default("chains", ParameterKind::Between(1, 32), "4", "", "chains of ranks"),
    ],
    precondition: always,
    build: |context, parameters| down(Tree::Chains(parameters[1]), context, parameters[0]),
};
