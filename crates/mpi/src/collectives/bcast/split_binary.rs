//! Broadcast of the two halves of a message down the two halves of a binary tree (Open MPI 5.0
//! `bcast_intra_split_bintree`).
//!
//! The root has two subtrees. The first half of the message goes down one subtree, and the second half down the other. Then
//! each rank swaps halves with a rank of the other subtree. If the number of ranks is even, one rank has no partner: the last
//! rank, which gets the second half from the root.
//!
//! With P ranks, a message of n bytes and segments of s bytes, the halves take ⌊log2 P⌋ + n/(2·s) rounds to go down, and the
//! swap takes one round of n/2 bytes. A message whose halves are shorter than a segment goes down one chain instead.

use super::segmented::{SEGMENT, down};
use crate::collectives::common::Sequence;
use crate::collectives::limits::SPLIT_SEGMENTS;
use crate::collectives::tree::{Segments, Tree, TreeNeighbours};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next, VertexId};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Bcast,
    "split_binary",
    "Halves of the message down the halves of a binary tree, then an exchange between them.",
    |context, parameters| {
        let (call, segment) = (context.call, parameters[0]);
        let second = call.count / 2;
        if second == 0 || context.size < 2 || segment > second.saturating_mul(call.element_bytes) {
            return down(Tree::Chains(1), context, segment);
        }
        let first = call.count - second;
        // Segments are no shorter than an element, and rounded down.
        let segment = if segment == 0 { 0 } else { segment.max(call.element_bytes) };
        let half =
            |count| Half { segments: Segments::new(count, call.element_bytes, rounded_down(segment, call)), count };
        let neighbours = Tree::Binary.neighbours(context, call.root);
        Box::new(Split { neighbours, halves: [half(first), half(second)], next: 0 })
    },
)
.with(&[SEGMENT]);

fn rounded_down(segment: u64, call: &ops::CollectiveCall) -> u64 {
    segment - segment % call.element_bytes.max(1)
}

struct Half {
    segments: Segments,
    count: u64,
}

struct Split {
    neighbours: TreeNeighbours,
    halves: [Half; 2],
    next: u64,
}

impl Split {
    /// A segment of a half: its neighbours and bytes.
    fn segment(&self, half: usize, segment: u64) -> (Loc, u64) {
        let (start, count) = self.halves[half].segments.range(segment);
        (self.half(half).0.plus(start), self.halves[half].segments.bytes(count))
    }

    fn half(&self, half: usize) -> (Loc, u64) {
        let bytes = |half: usize| self.halves[half].segments.bytes(self.halves[half].count);
        (Loc::recv(if half == 0 { 0 } else { bytes(0) }), bytes(half))
    }

    /// The root sends the segments of both halves by turns.
    fn down_from_root(&self, batch: &mut Batch, end: u64) {
        let mut sequence = Sequence::new(batch);
        for segment in self.next..end {
            for (half, &child) in self.neighbours.children.iter().enumerate() {
                if segment < self.halves[half].segments.number() {
                    let (at, bytes) = self.segment(half, segment);
                    sequence.send(child, at, bytes);
                }
            }
        }
    }

    /// Other ranks have receives of two segments posted if there is a rank below them, and send one after the other.
    fn down_from(&self, parent: u32, half: usize, batch: &mut Batch, end: u64) {
        let (mut last, mut before): (Option<VertexId>, Option<VertexId>) = (None, None);
        for segment in self.next..end {
            let (at, bytes) = self.segment(half, segment);
            let received = batch.recv(parent, 0, at, bytes);
            let earlier = if self.neighbours.children.is_empty() { last } else { before };
            earlier.into_iter().for_each(|earlier| batch.after(received, earlier));
            let mut done = received;
            for (turn, &child) in self.neighbours.children.iter().enumerate() {
                let send = batch.send(child, 0, at, bytes);
                batch.after(send, done);
                if let (0, Some(last)) = (turn, last) {
                    batch.after(send, last);
                }
                done = send;
            }
            before = last.replace(done);
        }
    }

    fn exchange(&self, context: &Context<'_>, half: usize, batch: &mut Batch) {
        let (rank, size, root) = (context.rank, context.size, context.call.root);
        let last = if root == 0 { size - 1 } else { root - 1 };
        let even = size.is_multiple_of(2);
        let (other_at, other_bytes) = self.half(1);
        if even && rank == root {
            batch.send(last, 1, other_at, other_bytes);
        } else if even && rank == last {
            batch.recv(root, 1, other_at, other_bytes);
        } else if rank != root {
            let pair = if half == 0 { (rank + 1) % size } else { (rank + size - 1) % size };
            let (own, other) = (self.half(half), self.half(1 - half));
            batch.recv(pair, 1, other.0, other.1);
            batch.send(pair, 1, own.0, own.1);
        }
    }
}

impl Generator for Split {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (rank, size, root) = (context.rank, context.size, context.call.root);
        let relative = if rank >= root { rank - root } else { rank + size - root };
        // The first half of the message goes down the half of the tree with the odd ranks.
        let half = (relative as usize + 1) % 2;
        let number = match self.neighbours.parent {
            None => self.halves[0].segments.number(),
            Some(_) => self.halves[half].segments.number(),
        };
        if self.next >= number {
            self.exchange(context, half, batch);
            return Next::Last;
        }
        let end = number.min(self.next + SPLIT_SEGMENTS);
        match self.neighbours.parent {
            None => self.down_from_root(batch, end),
            Some(parent) => self.down_from(parent, half, batch, end),
        }
        self.next = end;
        Next::More
    }
}
