//! Broadcast on two levels, in segments along chains on both (SMPI 3.32 `SMP_linear`): a chain of the leaders, each of which begins one on its
//! host. Hosts + ranks on a host + segments rounds, in each of which a leader sends two segments.

use super::relay::{Relay, SEGMENT, chain};
use crate::collectives::common::equal_hosts;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "smp_pipeline",
    doc: "To rank 0, then in segments along a chain of the leaders and along one on each host.",
    parameters: &[SEGMENT],
    precondition: equal_hosts,
    build: |context, parameters| Relay::of_hosts(context, chain, parameters[0]),
};
