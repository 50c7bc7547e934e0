//! All-to-all of blocks of any length in place (MPICH 4.3 `alltoallv_intra_pairwise_sendrecv_replace`): as for
//! alltoall in place. P − 1 rounds, through memory for the longest block.

use super::blocks::blocks;
use crate::collectives::alltoall::SendrecvReplace;
use crate::collectives::common::in_place;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = algorithm(Operation::Alltoallv);

/// The algorithm for an operation whose blocks are in [`ops::Vectors`].
pub(crate) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm {
        operation,
        name: "pairwise_sendrecv_replace",
        doc: "In place: one swap after the other, in rank order.",
        parameters: &[],
        precondition: in_place,
        build: |context, _| {
            let longest = blocks(context).recv_bytes.iter().copied().max().unwrap_or(0);
            SendrecvReplace::boxed(longest, |context, rank| {
                let vectors = blocks(context);
                (vectors.recv_offsets[rank as usize], vectors.recv_bytes[rank as usize])
            })
        },
    }
}
