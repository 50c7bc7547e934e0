//! What several algorithms share: sizes, places, trees, and sequences of blocking calls.

use crate::schedule::{Batch, Context, Generator, Level, Loc, Next, NodeId, SubCall};
use ops::Operation;
use smallvec::SmallVec;

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

/// Whether the call's operands may be swapped.
#[inline]
pub(crate) fn commutative(context: &Context<'_>) -> bool {
    context.call.reducer.is_none_or(ops::Reducer::commutative)
}

/// The rank so many places after `rank`, going round.
#[inline]
pub(crate) fn after(context: &Context<'_>, steps: u32) -> u32 {
    let rank = context.rank + steps;
    if rank >= context.size { rank - context.size } else { rank }
}

/// The rank so many places before `rank`, going round.
#[inline]
pub(crate) fn before(context: &Context<'_>, steps: u32) -> u32 {
    if context.rank >= steps { context.rank - steps } else { context.rank + context.size - steps }
}

/// The largest power of two that is at most `n`.
#[inline]
pub(crate) fn floor_power_of_two(n: u32) -> u32 {
    1 << n.ilog2()
}

/// A binomial tree over ranks relative to its root. A vertex v other than the root hangs below v without its lowest
/// bit; its subtree is the contiguous range of that bit's length that starts at v.
#[derive(Clone, Copy)]
pub(crate) struct Tree {
    root: u32,
    size: u32,
    /// The rank's place relative to the root.
    pub(crate) own: u32,
    /// The length of the own range, not yet cut at the number of ranks.
    pub(crate) width: u32,
}

impl Tree {
    /// The tree over all ranks, seen from this rank.
    pub(crate) fn new(context: &Context<'_>, root: u32) -> Self {
        let size = context.size;
        let own = if context.rank >= root { context.rank - root } else { context.rank + size - root };
        let width = if own == 0 { size.next_power_of_two() } else { own & own.wrapping_neg() };
        Self { root, size, own, width }
    }

    /// The rank at a place.
    pub(crate) fn rank(&self, place: u32) -> u32 {
        let rank = place + self.root;
        if rank >= self.size { rank - self.size } else { rank }
    }

    /// The rank above; the root has none.
    pub(crate) fn parent(&self) -> Option<u32> {
        (self.own != 0).then(|| self.rank(self.own - self.width))
    }

    /// The places below, the largest range first, each with the length of its range (cut at the number of ranks).
    pub(crate) fn children(self) -> impl DoubleEndedIterator<Item = (u32, u32)> {
        let bits = self.width.trailing_zeros();
        let places = (0..bits).rev().map(move |bit| (self.own + (1 << bit), 1u32 << bit));
        let there = places.filter(move |&(place, _)| place < self.size);
        there.map(move |(place, width)| (place, width.min(self.size - place)))
    }

    /// The length of the own range, cut at the number of ranks.
    pub(crate) fn range(&self) -> u32 {
        self.width.min(self.size - self.own)
    }
}

/// Appends nodes each of which waits for the one before, as blocking calls in a row do.
pub(crate) struct Sequence<'b> {
    /// The batch that is filled.
    pub(crate) batch: &'b mut Batch,
    last: SmallVec<[NodeId; 2]>,
}

impl<'b> Sequence<'b> {
    /// A row of calls that starts now.
    pub(crate) fn new(batch: &'b mut Batch) -> Self {
        Self { batch, last: SmallVec::new() }
    }

    /// Makes a node that was just appended the next in the row.
    pub(crate) fn then(&mut self, node: NodeId) {
        for &earlier in &self.last {
            self.batch.after(node, earlier);
        }
        self.last.clear();
        self.last.push(node);
    }

    pub(crate) fn send(&mut self, to: u32, from: Loc, bytes: u64) {
        let node = self.batch.send(to, 0, from, bytes);
        self.then(node);
    }

    pub(crate) fn recv(&mut self, from: u32, into: Loc, bytes: u64) {
        let node = self.batch.recv(from, 0, into, bytes);
        self.then(node);
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

    /// A copy; nothing if the places are one or there are no bytes.
    pub(crate) fn copy(&mut self, from: Loc, to: Loc, bytes: u64) {
        if bytes > 0 && from != to {
            let node = self.batch.copy(from, to, bytes);
            self.then(node);
        }
    }

    /// Copies blocks; nothing if there are none.
    pub(crate) fn copy_blocks(&mut self, from: (Loc, i64), to: (Loc, i64), bytes: u64, blocks: u64) {
        if bytes * blocks > 0 {
            let node = self.batch.copy_blocks(from, to, bytes, blocks);
            self.then(node);
        }
    }

    /// A reduction; nothing if there are no elements.
    pub(crate) fn reduce(&mut self, input: Loc, inout: Loc, count: u64) {
        if count > 0 {
            let node = self.batch.reduce(input, inout, count);
            self.then(node);
        }
    }

    pub(crate) fn sub(&mut self, call: SubCall) {
        let node = self.batch.sub(call);
        self.then(node);
    }
}

/// A part of the enclosing call on a level: as many elements of the same kind, with no buffers yet.
pub(crate) fn part(context: &Context<'_>, level: Level, operation: Operation, root: u32) -> SubCall {
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
    }
}

/// An algorithm whose whole schedule is one batch.
pub(crate) struct Once {
    /// Appends it.
    pub(crate) emit: fn(&Context<'_>, u64, &mut Batch),
    /// The algorithm's parameter, if it has one.
    pub(crate) parameter: u64,
}

impl Once {
    /// The generator of an algorithm without parameters.
    pub(crate) fn boxed(emit: fn(&Context<'_>, u64, &mut Batch)) -> Box<dyn Generator> {
        Box::new(Self { emit, parameter: 0 })
    }
}

impl Generator for Once {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        (self.emit)(context, self.parameter, batch);
        Next::Last
    }
}

/// Refuses nothing.
pub(crate) fn serves_all(_: &Context<'_>) -> Option<&'static str> {
    None
}

/// Refuses numbers of ranks that are no power of two.
pub(crate) fn needs_power_of_two(context: &Context<'_>) -> Option<&'static str> {
    (!context.size.is_power_of_two()).then_some("the number of ranks is not a power of two")
}

/// Refuses operations that do not commute.
pub(crate) fn needs_commutative(context: &Context<'_>) -> Option<&'static str> {
    (!commutative(context)).then_some("the reduction does not commute")
}

/// Refuses communicators that have no levels: all ranks on one host, or one rank on each.
pub(crate) fn needs_levels(context: &Context<'_>) -> Option<&'static str> {
    let here = context.locality;
    (here.hosts == 1 || here.ranks_per_host_max == 1).then_some("all ranks are on one host, or one is on each")
}

/// Refuses calls in place.
pub(crate) fn needs_two_buffers(context: &Context<'_>) -> Option<&'static str> {
    context.call.in_place.then_some("it does not work in place")
}

/// Refuses calls that are not in place.
pub(crate) fn needs_in_place(context: &Context<'_>) -> Option<&'static str> {
    (!context.call.in_place).then_some("it works in place only")
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
                    let tree = context(rank, size, |context| Tree::new(context, root));
                    let ranges: u32 = tree.children().map(|(_, width)| width).sum();
                    assert_eq!(ranges + 1, tree.range());
                    for (place, _) in tree.children() {
                        let child = tree.rank(place);
                        assert_eq!(above[child as usize].replace(rank), None);
                        assert_eq!(context(child, size, |context| Tree::new(context, root)).parent(), Some(rank));
                    }
                }
                assert_eq!(above.iter().filter(|parent| parent.is_none()).count(), 1);
                assert_eq!(above[root as usize], None);
            }
        }
    }
}
