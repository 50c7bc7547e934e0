//! Broadcast down a binary tree of segments that do not wait for each other (SMPI 3.32 `NTSB`): ⌊log2 P⌋ + 2·n/s rounds with segments of s bytes. Unlike
//! `binary` any number of segments is under way at a rank, and the tree is that of a heap.

use super::relay::{Relay, SEGMENT, binary};
use crate::collectives::common::always;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "binary_at_once",
    doc: "To rank 0, then in segments down a binary tree of all ranks, all segments at once.",
    parameters: &[SEGMENT],
    precondition: always,
    build: |context, parameters| Relay::of_ranks(context, binary, parameters[0]),
};
