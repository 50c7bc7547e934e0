//! Recursive halving and doubling over 2^k ranks, the core of Rabenseifner's algorithms: a reduce-scatter by recursive halving
//! of the message, and its reverse, an allgather by recursive doubling.
//!
//! Each rank has a window, a range of the message, which at first is the whole message. The reduce-scatter has k steps, with
//! partners at distance 1, 2, 4, …. In each step, a rank sends one half of its window to its partner. For the other half, it
//! receives the partner's contribution and reduces it into its own; this half is its new window. In the end each rank's window
//! is one reduced piece. The allgather makes the steps in the opposite order, and joins the windows again.

use crate::collectives::block_bounds::BlockBounds;
use crate::collectives::common::Sequence;
use crate::schedule::{Batch, Context, Loc};

/// One rank's window of the message, in pieces.
pub(crate) struct Halving {
    pieces: u32,
    number: u32,
    distance: u32,
    first: u32,
    width: u32,
}

impl Halving {
    pub(crate) fn new(_: &Context<'_>, pieces: u32, number: u32) -> Self {
        Self { pieces, number, distance: 1, first: 0, width: pieces }
    }

    /// Takes over from number 0, after the halving.
    pub(crate) fn become_first(&mut self) {
        *self = Self { pieces: self.pieces, number: 0, distance: self.pieces, first: 0, width: 1 };
    }

    fn elements(&self, context: &Context<'_>, first: u32, width: u32) -> (u64, u64) {
        let blocks = BlockBounds::even(context.call.count, self.pieces);
        (blocks.start(first), blocks.count(first, width))
    }

    fn bytes(&self, context: &Context<'_>, first: u32, width: u32) -> (u64, u64) {
        let (start, count) = self.elements(context, first, width);
        (start * context.call.element_bytes, count * context.call.element_bytes)
    }

    /// Where the window starts in the message, and its bytes.
    pub(crate) fn window_bytes(&self, context: &Context<'_>) -> (u64, u64) {
        self.bytes(context, self.first, self.width)
    }

    fn partner_first(&self) -> u32 {
        self.first ^ self.width
    }

    /// The same of the window that the partner on the way back has.
    pub(crate) fn partner_bytes(&self, context: &Context<'_>) -> (u64, u64) {
        self.bytes(context, self.partner_first(), self.width)
    }

    /// Appends a step of the halving; false if there is none left. `at` holds the whole message, `spare` as much.
    pub(crate) fn step(
        &mut self,
        context: &Context<'_>,
        batch: &mut Batch,
        at: Loc,
        spare: Loc,
        rank: impl Fn(u32) -> u32,
    ) -> bool {
        if self.distance >= self.pieces {
            return false;
        }
        let half = self.width / 2;
        let (kept, given) = if self.number & self.distance == 0 {
            (self.first, self.first + half)
        } else {
            (self.first + half, self.first)
        };
        let peer = rank(self.number ^ self.distance);
        let (given_start, given_bytes) = self.bytes(context, given, half);
        let (kept_start, kept_bytes) = self.bytes(context, kept, half);
        let mut sequence = Sequence::new(batch);
        sequence.send_recv((peer, at.plus(given_start), given_bytes), (peer, spare.plus(kept_start), kept_bytes));
        let count = self.elements(context, kept, half).1;
        sequence.reduce(spare.plus(kept_start), at.plus(kept_start), count);
        self.first = kept;
        self.width = half;
        self.distance *= 2;
        true
    }

    /// The distance of the next step of the way back; none if the window is the whole message.
    pub(crate) fn distance_back(&self) -> Option<u32> {
        (self.distance > 1).then_some(self.distance / 2)
    }

    /// Joins the window with that of the partner on the way back.
    pub(crate) fn join(&mut self) {
        self.first = self.first.min(self.partner_first());
        self.width *= 2;
        self.distance /= 2;
    }

    /// Appends a step of the allgather on the way back; false if there is none left.
    pub(crate) fn step_back(
        &mut self,
        context: &Context<'_>,
        batch: &mut Batch,
        at: Loc,
        rank: impl Fn(u32) -> u32,
    ) -> bool {
        let Some(distance) = self.distance_back() else { return false };
        let peer = rank(self.number ^ distance);
        let (start, bytes) = self.window_bytes(context);
        let (peer_start, peer_bytes) = self.partner_bytes(context);
        batch.recv(peer, 0, at.plus(peer_start), peer_bytes);
        batch.send(peer, 0, at.plus(start), bytes);
        self.join();
        true
    }
}
