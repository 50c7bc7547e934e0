//! [`scattered`](super::scattered) with a message to oneself among the others (SMPI 3.32 `mvapich2_scatter_dest`): ⌈P/throttle⌉ rounds, n·P bytes a rank.

use super::scattered::{Scattered, THROTTLE};
use crate::collectives::common::two_buffers;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoall,
    name: "scattered_self",
    doc: "As `scattered`; the own block is a message like the others.",
    parameters: &[THROTTLE],
    precondition: two_buffers,
    build: |_, parameters| Scattered::boxed(parameters[0], true),
};
