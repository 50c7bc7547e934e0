//! The blocks of an alltoallv or alltoallw.

use crate::collectives::rounds::Block;
use crate::schedule::{Context, Loc};

/// Lengths and displacements of the blocks, in bytes.
pub(super) fn blocks<'a>(context: &Context<'a>) -> &'a ops::Vectors {
    context.call.vectors.as_ref().expect("an alltoallv or alltoallw has its blocks")
}

/// The block for a rank, and the place of that from another.
pub(super) fn exchange(context: &Context<'_>, to: u32, from: u32) -> (Block, Block) {
    let (vectors, to, from) = (blocks(context), to as usize, from as usize);
    let send = (Loc::send(vectors.send_offsets[to]), vectors.send_bytes[to]);
    (send, (Loc::recv(vectors.recv_offsets[from]), vectors.recv_bytes[from]))
}
