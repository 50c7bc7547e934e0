//! Broadcast along a chain of segments that do not wait for each other (SMPI 3.32 `NTSL` and `NTSL_Isend`): P − 2 + n/s rounds with segments of
//! s bytes, if a rank's link is all that they share. Unlike `pipeline` any number of segments is under way at a rank.

use super::relay::{Relay, SEGMENT, chain};
use crate::collectives::common::always;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "pipeline_at_once",
    doc: "To rank 0, then in segments along a chain of all ranks, all segments at once.",
    parameters: &[SEGMENT],
    precondition: always,
    build: |context, parameters| Relay::of_ranks(context, chain, parameters[0]),
};
