//! Allgatherv by [recursive doubling](super::super::doubling) for any number of ranks (SMPI 3.32 `mpich_rdb`, after MPICH).
//!
//! Up to (log2 P)² / 2 rounds where P is no power of two, at most all bytes a rank; at a power of two it is `recursive_doubling`.

use super::recursive_doubling::Doubling;
use crate::collectives::common::always;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allgatherv,
    name: "recursive_doubling_any",
    doc: "Exchange of all blocks held so far, at doubling distances, for any number of ranks.",
    parameters: &[],
    precondition: always,
    build: |context, _| Doubling::boxed(context),
};
