//! Allgather where HAN finds different numbers of ranks on hosts (Open MPI 5.0 `allgather_intra` of HAN, `coll_han_topo.c`).

use crate::collectives::common::SingleBatch;
use crate::collectives::han::{find_out_and_leave, unbalanced};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allgather,
    name: "han_unbalanced",
    doc: "Leaders find that hosts hold different numbers of ranks and tell them; then as if each rank had a host of its own.",
    parameters: &[],
    precondition: unbalanced,
    build: |_, _| SingleBatch::boxed(find_out_and_leave),
};
