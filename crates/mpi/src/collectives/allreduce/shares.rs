//! Cuts a message into equal shares, one for each rank, and pads the last ones (for STAR-MPI's allreduces, as in SMPI 3.32).

use crate::collectives::common::{Sequence, bytes, operand, sub_call};
use crate::schedule::{Context, Level, Loc, SubCall};
use ops::Operation;

#[derive(Clone, Copy)]
pub(super) struct Shares {
    /// Elements of a share.
    each: u64,
}

impl Shares {
    pub(super) fn new(context: &Context<'_>) -> Self {
        Self { each: context.call.count.div_ceil(context.size.into()) }
    }

    /// Bytes of so many shares.
    pub(super) fn bytes(self, context: &Context<'_>, shares: u32) -> u64 {
        self.each * u64::from(shares) * context.call.element_bytes
    }

    /// Of so many shares from one on, the elements that are no padding.
    pub(super) fn elements(self, context: &Context<'_>, first: u32, shares: u32) -> u64 {
        let start = self.each * u64::from(first);
        context.call.count.saturating_sub(start).min(self.each * u64::from(shares))
    }

    /// An operation on shares.
    pub(super) fn call(self, context: &Context<'_>, operation: Operation, from: Loc, into: Loc) -> SubCall {
        let mut call = sub_call(context, Level::All, operation, 0);
        (call.send, call.recv, call.count) = (Some(from), Some(into), self.each);
        call
    }
}

/// The operand to the start of scratch memory.
pub(super) fn take(context: &Context<'_>, sequence: &mut Sequence<'_>) {
    sequence.copy(operand(context), Loc::scratch(0), bytes(context));
}

/// The result from there.
pub(super) fn give(context: &Context<'_>, sequence: &mut Sequence<'_>) {
    sequence.copy(Loc::scratch(0), Loc::recv(0), bytes(context));
}
