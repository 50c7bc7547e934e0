//! Copies a rank's own block to its place in the receive buffer, as all allgather algorithms do first.

use crate::collectives::common::bytes;
use crate::schedule::{Batch, Context, Loc};

/// The own contribution.
pub(super) fn own(context: &Context<'_>) -> Loc {
    if context.call.in_place { Loc::recv(bytes(context) * u64::from(context.rank)) } else { Loc::send(0) }
}

/// Copies the own contribution to its place, unless it is there.
pub(super) fn copy_own(context: &Context<'_>, batch: &mut Batch) {
    let (from, to) = (own(context), Loc::recv(bytes(context) * u64::from(context.rank)));
    if from != to && bytes(context) > 0 {
        batch.copy(from, to, bytes(context));
    }
}
