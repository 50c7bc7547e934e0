//! Helpers of allgather and allgatherv algorithms: where each rank's block is in the receive buffer, and the copy of a
//! rank's own block to that position, with which most of these algorithms begin.

use crate::collectives::common::bytes;
use crate::schedule::{Batch, Context, Loc};

/// A rank's block in the receive buffer, and its bytes.
pub(in crate::collectives) fn in_recv(context: &Context<'_>, rank: u32) -> (Loc, u64) {
    match &context.call.vectors {
        Some(vectors) => (Loc::recv(vectors.recv_offsets[rank as usize]), vectors.recv_bytes[rank as usize]),
        None => (Loc::recv(bytes(context) * u64::from(rank)), bytes(context)),
    }
}

/// The own contribution.
pub(in crate::collectives) fn own(context: &Context<'_>) -> Loc {
    if context.call.in_place { in_recv(context, context.rank).0 } else { Loc::send(0) }
}

/// Copies the own contribution to its place, unless it is there.
pub(super) fn copy_own(context: &Context<'_>, batch: &mut Batch) {
    let (from, (to, bytes)) = (own(context), in_recv(context, context.rank));
    if from != to && bytes > 0 {
        batch.copy(from, to, bytes);
    }
}
