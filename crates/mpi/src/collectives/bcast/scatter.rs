//! The first half of the long-message broadcasts: the root scatters the message. With P ranks, a message of n bytes is cut into
//! P pieces of ⌈n/P⌉ bytes (the last ones shorter or empty). The pieces go down a binomial tree, and each rank keeps its own
//! piece. Empty pieces are not sent.

use crate::collectives::common::{InOrderBinomialTree, Sequence, bytes};
use crate::schedule::{Batch, Context, Loc};

/// The pieces of a message, in the order of places relative to the root.
#[derive(Clone, Copy)]
pub(super) struct Pieces {
    bytes: u64,
    piece: u64,
}

impl Pieces {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let bytes = bytes(context);
        Self { bytes, piece: bytes.div_ceil(u64::from(context.size)) }
    }

    /// Pieces of whole elements: the element count is cut as [`Pieces::new`] cuts the bytes.
    pub(super) fn of_elements(context: &Context<'_>) -> Self {
        let call = context.call;
        Self { bytes: bytes(context), piece: call.count.div_ceil(u64::from(context.size)) * call.element_bytes }
    }

    /// Where some pieces from `first` on lie in the buffer, and how many bytes they have.
    pub(super) fn range(&self, first: u32, pieces: u32) -> (Loc, u64) {
        let start = u64::from(first).saturating_mul(self.piece).min(self.bytes);
        let end = u64::from(first + pieces).saturating_mul(self.piece).min(self.bytes);
        (Loc::recv(start), end - start)
    }
}

/// Appends the scatter. With `ready`, each rank first sends its parent so many bytes, which the parent receives before it sends.
pub(super) fn emit(context: &Context<'_>, pieces: Pieces, ready: Option<u64>, batch: &mut Batch) {
    let tree = InOrderBinomialTree::new(context, context.call.root);
    let mut sequence = Sequence::new(batch);
    if let Some(parent) = tree.parent() {
        let (place, bytes) = pieces.range(tree.relative, tree.range());
        if bytes > 0 {
            sequence.say_ready(parent, ready);
            sequence.recv(parent, place, bytes);
        }
    }
    for (child, width) in tree.children() {
        let (place, bytes) = pieces.range(child, width);
        if bytes > 0 {
            sequence.hear_ready(tree.rank(child), ready);
            sequence.send(tree.rank(child), place, bytes);
        }
    }
}
