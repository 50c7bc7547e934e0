//! Helpers that several collective algorithms share: message sizes, neighbouring ranks, binomial trees, sequences of blocking
//! sends and receives, and preconditions.

use crate::schedule::{Batch, Context, Generator, Level, Loc, Next, Precondition, SubCall, VertexId};
use ops::Operation;
use smallvec::SmallVec;
use std::sync::Arc;

/// Bytes of the call's message, or of one of its blocks.
#[inline]
pub(crate) fn bytes(context: &Context<'_>) -> u64 {
    context.call.count * context.call.element_bytes
}

/// Where the rank's operand of a reduction lies.
#[inline]
pub(crate) fn operand(context: &Context<'_>) -> Loc {
    if context.call.in_place { Loc::recv(0) } else { Loc::send(0) }
}

/// Whether the reduction is commutative.
#[inline]
pub(crate) fn commutative(context: &Context<'_>) -> bool {
    context.call.reducer.is_none_or(ops::Reducer::commutative)
}

/// The rank `steps` after this one, modulo the number of ranks.
#[inline]
pub(crate) fn rank_after(context: &Context<'_>, steps: u32) -> u32 {
    let rank = context.rank + steps;
    if rank >= context.size { rank - context.size } else { rank }
}

/// The rank `steps` before this one, modulo the number of ranks.
#[inline]
pub(crate) fn rank_before(context: &Context<'_>, steps: u32) -> u32 {
    if context.rank >= steps { context.rank - steps } else { context.rank + context.size - steps }
}

/// The largest power of two that is at most `n`.
#[inline]
pub(crate) fn floor_power_of_two(n: u32) -> u32 {
    1 << n.ilog2()
}

/// MPICH's binomial tree over relative ranks: (rank − root) mod P. The parent of v is v with its lowest set bit cleared; the
/// subtree of v is the contiguous range of that bit's length that starts at v. (Open MPI's `bmtree`, which clears the highest
/// bit, is [`Tree::Binomial`](super::tree::Tree::Binomial).)
#[derive(Clone, Copy)]
pub(crate) struct InOrderBinomialTree {
    root: u32,
    size: u32,
    // Whether the root and rank 0 change places, instead of ranks being relative to the root.
    swapped: bool,
    /// This rank relative to the root.
    pub(crate) relative: u32,
    // The length of its subtree's range, before it is cut at the number of ranks.
    span: u32,
}

impl InOrderBinomialTree {
    /// The tree over all ranks, seen from this rank.
    pub(crate) fn new(context: &Context<'_>, root: u32) -> Self {
        let size = context.size;
        let relative = if context.rank >= root { context.rank - root } else { context.rank + size - root };
        Self::of((root, size, false), relative)
    }

    /// The tree in which the root and rank 0 change places, instead of ranks being relative to the root.
    pub(crate) fn swapped(context: &Context<'_>, root: u32) -> Self {
        Self::of((root, context.size, true), super::tree::swapped(root, context.rank))
    }

    fn of((root, size, swapped): (u32, u32, bool), relative: u32) -> Self {
        let span = if relative == 0 { size.next_power_of_two() } else { relative & relative.wrapping_neg() };
        Self { root, size, swapped, relative, span }
    }

    /// The rank of a relative rank.
    pub(crate) fn rank(&self, relative: u32) -> u32 {
        if self.swapped {
            return super::tree::swapped(self.root, relative);
        }
        let rank = relative + self.root;
        if rank >= self.size { rank - self.size } else { rank }
    }

    /// The parent's rank; none at the root.
    pub(crate) fn parent(&self) -> Option<u32> {
        (self.relative != 0).then(|| self.rank(self.relative - self.span))
    }

    /// The children's relative ranks, the largest subtree first, each with the number of ranks in its subtree.
    pub(crate) fn children(self) -> impl DoubleEndedIterator<Item = (u32, u32)> {
        let bits = self.span.trailing_zeros();
        let places = (0..bits).rev().map(move |bit| (self.relative + (1 << bit), 1u32 << bit));
        let there = places.filter(move |&(relative, _)| relative < self.size);
        there.map(move |(relative, span)| (relative, span.min(self.size - relative)))
    }

    /// The number of ranks in this rank's subtree.
    pub(crate) fn range(&self) -> u32 {
        self.span.min(self.size - self.relative)
    }
}

/// Appends vertices in program order: each waits for the previous one, as with blocking calls.
pub(crate) struct Sequence<'b> {
    /// The batch that is filled.
    pub(crate) batch: &'b mut Batch,
    last: SmallVec<[VertexId; 2]>,
}

impl<'b> Sequence<'b> {
    /// An empty sequence.
    pub(crate) fn new(batch: &'b mut Batch) -> Self {
        Self { batch, last: SmallVec::new() }
    }

    /// Makes a vertex that was just appended the next in the sequence.
    pub(crate) fn then(&mut self, vertex: VertexId) {
        for &earlier in &self.last {
            self.batch.after(vertex, earlier);
        }
        self.last.clear();
        self.last.push(vertex);
    }

    /// Has the last vertex wait for another one, too, that was appended before it.
    pub(crate) fn also_after(&mut self, earlier: VertexId) {
        self.last.iter().for_each(|&last| self.batch.after(last, earlier));
    }

    pub(crate) fn send(&mut self, to: u32, from: Loc, bytes: u64) {
        let vertex = self.batch.send(to, 0, from, bytes);
        self.then(vertex);
    }

    pub(crate) fn recv(&mut self, from: u32, into: Loc, bytes: u64) {
        let vertex = self.batch.recv(from, 0, into, bytes);
        self.then(vertex);
    }

    /// Tells `to` by so many bytes that this rank is ready to receive; with none, nothing.
    pub(crate) fn say_ready(&mut self, to: u32, ready: Option<u64>) {
        if let Some(bytes) = ready {
            self.send(to, Loc::NOWHERE, bytes);
        }
    }

    /// Waits for what [`Self::say_ready`] of `from` sends.
    pub(crate) fn hear_ready(&mut self, from: u32, ready: Option<u64>) {
        if let Some(bytes) = ready {
            self.recv(from, Loc::NOWHERE, bytes);
        }
    }

    /// A send and a receive that start together, as `MPI_Sendrecv` does.
    pub(crate) fn send_recv(
        &mut self,
        (to, from, send_bytes): (u32, Loc, u64),
        (source, into, recv_bytes): (u32, Loc, u64),
    ) {
        let recv = self.batch.recv(source, 0, into, recv_bytes);
        let send = self.batch.send(to, 0, from, send_bytes);
        for &earlier in &self.last {
            self.batch.after(recv, earlier);
            self.batch.after(send, earlier);
        }
        self.last.clear();
        self.last.extend([recv, send]);
    }

    /// A copy, unless source and target coincide or there are no bytes.
    pub(crate) fn copy(&mut self, from: Loc, to: Loc, bytes: u64) {
        if bytes > 0 && from != to {
            let vertex = self.batch.copy(from, to, bytes);
            self.then(vertex);
        }
    }

    /// Copies of blocks one by one, each as from, to and bytes, with the work of those that move.
    pub(crate) fn copy_blocks(&mut self, copies: impl Iterator<Item = (Loc, Loc, u64)> + Clone) {
        let moves = copies.filter(|(from, to, bytes)| *bytes > 0 && from != to);
        self.pack(0, moves.clone().count() as u64, 1);
        for (from, to, bytes) in moves {
            self.copy(from, to, bytes);
        }
    }

    /// A strided copy, unless there are no bytes.
    pub(crate) fn copy_strided(&mut self, from: (Loc, i64), to: (Loc, i64), bytes: u64, blocks: u64) {
        if bytes * blocks > 0 {
            let vertex = self.batch.copy_strided(from, to, bytes, blocks);
            self.then(vertex);
        }
    }

    /// The work of blocks of `bytes` bytes each, unless there are none: see [`Vertex::Pack`](crate::schedule::Vertex::Pack).
    pub(crate) fn pack(&mut self, datatypes: u32, blocks: u64, bytes: u64) {
        if blocks * bytes > 0 {
            let vertex = self.batch.pack(datatypes, blocks);
            self.then(vertex);
        }
    }

    /// A reduction, unless there are no elements.
    pub(crate) fn reduce(&mut self, input: Loc, inout: Loc, count: u64) {
        if count > 0 {
            let vertex = self.batch.reduce(input, inout, count);
            self.then(vertex);
        }
    }

    pub(crate) fn sub(&mut self, call: impl Into<Arc<SubCall>>) {
        let vertex = self.batch.sub(call);
        self.then(vertex);
    }
}

/// A collective call on a level, with the count and type of the enclosing call and no buffers yet.
pub(crate) fn sub_call(context: &Context<'_>, level: Level, operation: Operation, root: u32) -> SubCall {
    SubCall {
        level,
        operation,
        root,
        send: None,
        recv: None,
        count: context.call.count,
        element_bytes: context.call.element_bytes,
        in_place: false,
        vectors: None,
        own_bytes: 0,
        algorithm: None,
        nonblocking: false,
        channel: 0,
    }
}

/// An algorithm whose whole schedule is one batch.
pub(crate) struct SingleBatch {
    /// Appends it.
    pub(crate) emit: fn(&Context<'_>, u64, &mut Batch),
    /// The algorithm's parameter, if it has one.
    pub(crate) parameter: u64,
}

impl SingleBatch {
    /// The generator of an algorithm without parameters.
    pub(crate) fn boxed(emit: fn(&Context<'_>, u64, &mut Batch)) -> Box<dyn Generator> {
        Box::new(Self { emit, parameter: 0 })
    }
}

impl Generator for SingleBatch {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        (self.emit)(context, self.parameter, batch);
        Next::Last
    }
}

/// Fails with `reason` unless `met`.
pub(crate) fn require(met: bool, reason: &'static str) -> Precondition {
    if met { Ok(()) } else { Err(reason) }
}

/// A power of two of ranks.
pub(crate) fn power_of_two(context: &Context<'_>) -> Precondition {
    require(context.size.is_power_of_two(), "the number of ranks is not a power of two")
}

/// An even number of ranks.
pub(crate) fn even_ranks(context: &Context<'_>) -> Precondition {
    require(context.size.is_multiple_of(2), "the number of ranks is odd")
}

/// A commutative reduction.
pub(crate) fn commutes(context: &Context<'_>) -> Precondition {
    require(commutative(context), "the reduction is not commutative")
}

/// Several hosts, at least one with several ranks.
pub(crate) fn hierarchical(context: &Context<'_>) -> Precondition {
    let here = context.locality;
    require(here.hosts > 1 && here.ranks_per_host_max > 1, "all ranks are on one host, or one is on each")
}

/// As [`hierarchical`], and ranks are consecutive and equally many on each host.
pub(crate) fn equal_hosts(context: &Context<'_>) -> Precondition {
    let here = &context.locality;
    hierarchical(context)?;
    require(here.balanced && here.consecutive, "the ranks of each host are not consecutive and equally many")
}

/// A commutative reduction, or consecutive ranks on each host.
pub(crate) fn commutes_or_consecutive(context: &Context<'_>) -> Precondition {
    let met = commutative(context) || context.locality.consecutive;
    require(met, "the reduction is not commutative and ranks are not consecutive on each host")
}

/// Separate send and receive buffers.
pub(crate) fn two_buffers(context: &Context<'_>) -> Precondition {
    require(!context.call.in_place, "it does not work in place")
}

/// `MPI_IN_PLACE`.
pub(crate) fn in_place(context: &Context<'_>) -> Precondition {
    require(context.call.in_place, "it works in place only")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collectives::tests::context;

    #[test]
    fn trees_hold_every_rank_once() {
        for size in 1..40 {
            for root in 0..size {
                let mut above = vec![None; size as usize];
                for rank in 0..size {
                    let tree = context(rank, size, |context| InOrderBinomialTree::new(context, root));
                    let ranges: u32 = tree.children().map(|(_, ranks)| ranks).sum();
                    assert_eq!(ranges + 1, tree.range());
                    for (relative, _) in tree.children() {
                        let child = tree.rank(relative);
                        assert_eq!(above[child as usize].replace(rank), None);
                        assert_eq!(
                            context(child, size, |context| InOrderBinomialTree::new(context, root)).parent(),
                            Some(rank)
                        );
                    }
                }
                assert_eq!(above.iter().filter(|parent| parent.is_none()).count(), 1);
                assert_eq!(above[root as usize], None);
            }
        }
    }
}
