//! Broadcast as scatter and allgather by recursive doubling for any number of ranks (Open MPI 5.0
//! `bcast_intra_scatter_allgather`).
//!
//! Differs from `scatter_recursive_doubling_allgather`: pieces are whole elements. Where a group of ranks has no counterpart for
//! some of its ranks, those that had one hand on what it sent, halving the distance each time. Up to (log2 P)² / 2 rounds,
//! about 2·n·(P−1)/P bytes for most ranks.

use super::scatter::Pieces;
use super::scatter_recursive_doubling_allgather::Doubling;
use crate::collectives::common::always;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "scatter_allgather",
    doc: "Scatter down a binomial tree, then allgather by recursive doubling, for any number of ranks.",
    parameters: &[],
    precondition: always,
    build: |_, _| Box::new(Doubling { pieces: Pieces::of_elements, mask: 0 }),
};
