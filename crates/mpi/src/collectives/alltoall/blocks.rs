//! Where the blocks of an alltoall, alltoallv or alltoallw are in the send and receive buffers. Buffers are packed, so the
//! datatypes of an alltoallw make no difference here.

use crate::collectives::common::bytes;
use crate::collectives::rounds::Block;
use crate::schedule::{Context, Loc};

/// The block for a rank.
pub(super) fn sent(context: &Context<'_>, to: u32) -> Block {
    match &context.call.vectors {
        None => (Loc::send(bytes(context) * u64::from(to)), bytes(context)),
        Some(vectors) => (Loc::send(vectors.send_offsets[to as usize]), vectors.send_bytes[to as usize]),
    }
}

/// The place of a rank's block.
pub(super) fn received(context: &Context<'_>, from: u32) -> Block {
    match &context.call.vectors {
        None => (Loc::recv(bytes(context) * u64::from(from)), bytes(context)),
        Some(vectors) => (Loc::recv(vectors.recv_offsets[from as usize]), vectors.recv_bytes[from as usize]),
    }
}

/// The block for a rank, and the place of that from another.
pub(super) fn exchange(context: &Context<'_>, to: u32, from: u32) -> (Block, Block) {
    (sent(context, to), received(context, from))
}
