//! The blocks of an alltoallv or alltoallw.

use crate::schedule::Context;

/// Lengths and displacements of the blocks, in bytes.
pub(super) fn blocks<'a>(context: &Context<'a>) -> &'a ops::Vectors {
    context.call.vectors.as_ref().expect("an alltoallv or alltoallw has its blocks")
}
