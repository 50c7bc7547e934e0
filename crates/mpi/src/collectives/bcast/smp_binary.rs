//! Broadcast on two levels, in segments down binary trees on both (SMPI 3.32 `SMP_binary`): log2 (hosts) + log2 (ranks on a host) + segments
//! rounds, in each of which a leader sends up to four segments.

use super::relay::{Relay, SEGMENT, binary};
use crate::collectives::common::equal_hosts;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "smp_binary",
    doc: "To rank 0, then in segments down a binary tree of the leaders and down one on each host.",
    parameters: &[SEGMENT],
    precondition: equal_hosts,
    build: |context, parameters| Relay::of_hosts(context, binary, parameters[0]),
};
