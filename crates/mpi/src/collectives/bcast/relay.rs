//! Broadcast in segments down a tree. All ranks post the receives of all segments at the start, so any number of segments
//! may be in flight. STAR-MPI's `NTSL`, `NTSB`, `SMP_linear` and `SMP_binary` (as in SMPI 3.32) are such broadcasts with
//! different trees.
//!
//! The tree begins at rank 0. If the root is another rank, it first sends the whole message to rank 0. In the algorithms on two
//! levels there is a tree of the leaders (the lowest rank of each host), and below each leader a tree of its host's ranks. If
//! the message is not a multiple of the segment, SMPI broadcasts the rest by the algorithm that its selector chooses; here the
//! rest is one more segment.

use crate::collectives::common::{bytes, equal_hosts};
use crate::collectives::limits::SEGMENT_VERTICES;
use crate::collectives::tree::Segments;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;
use smallvec::SmallVec;

/// Broadcast down a binary tree of segments that do not wait for each other (SMPI 3.32 `NTSB`): ⌊log2 P⌋ + 2·n/s rounds with segments of s bytes. Unlike
/// `binary` any number of segments is under way at a rank, and the tree is that of a heap.
pub(super) const BINARY_AT_ONCE: Algorithm = Algorithm::new(
    Operation::Bcast,
    "binary_at_once",
    "To rank 0, then in segments down a binary tree of all ranks, all segments at once.",
    |context, parameters| Relay::of_ranks(context, binary, parameters[0]),
)
.with(&[SEGMENT]);

/// Broadcast along a chain of segments that do not wait for each other (SMPI 3.32 `NTSL` and `NTSL_Isend`): P − 2 + n/s rounds with segments of
/// s bytes, if a rank's link is all that they share. Unlike `pipeline` any number of segments is under way at a rank.
pub(super) const PIPELINE_AT_ONCE: Algorithm = Algorithm::new(
    Operation::Bcast,
    "pipeline_at_once",
    "To rank 0, then in segments along a chain of all ranks, all segments at once.",
    |context, parameters| Relay::of_ranks(context, chain, parameters[0]),
)
.with(&[SEGMENT]);

/// Broadcast on two levels, in segments down binary trees on both (SMPI 3.32 `SMP_binary`): log2 (hosts) + log2 (ranks on a host) + segments
/// rounds, in each of which a leader sends up to four segments.
pub(super) const SMP_BINARY: Algorithm = Algorithm::new(
    Operation::Bcast,
    "smp_binary",
    "To rank 0, then in segments down a binary tree of the leaders and down one on each host.",
    |context, parameters| Relay::of_hosts(context, binary, parameters[0]),
)
.with(&[SEGMENT])
.requires(equal_hosts);

/// Broadcast on two levels, in segments along chains on both (SMPI 3.32 `SMP_linear`): a chain of the leaders, each of which begins one on its
/// host. Hosts + ranks on a host + segments rounds, in each of which a leader sends two segments.
pub(super) const SMP_PIPELINE: Algorithm = Algorithm::new(
    Operation::Bcast,
    "smp_pipeline",
    "To rank 0, then in segments along a chain of the leaders and along one on each host.",
    |context, parameters| Relay::of_hosts(context, chain, parameters[0]),
)
.with(&[SEGMENT])
.requires(equal_hosts);

/// Bytes of a segment.
pub(in crate::collectives) const SEGMENT: Parameter = Parameter::with_default(
    "segment",
    ParameterKind::Whole,
    "8192",
    "SMPI's constant",
    "bytes of a segment, in whole elements; 0: the message is one segment",
);

/// The parent of a place, and its children.
type Neighbours = (Option<u32>, SmallVec<[u32; 2]>);
/// A tree of so many places.
pub(super) type Tree = fn(u32, u32) -> Neighbours;

/// Each place hands on to the next one.
pub(super) fn chain(place: u32, size: u32) -> Neighbours {
    (place.checked_sub(1), (place + 1..size).take(1).collect())
}

/// Below place v are 2v + 1 and 2v + 2.
pub(super) fn binary(place: u32, size: u32) -> Neighbours {
    let below = [2 * u64::from(place) + 1, 2 * u64::from(place) + 2];
    let below = below.into_iter().filter(|&below| below < size.into()).map(|below| below as u32);
    (place.checked_sub(1).map(|before| before / 2), below.collect())
}

pub(super) struct Relay {
    parent: Option<u32>,
    children: SmallVec<[u32; 4]>,
    segments: Segments,
    /// Whether a rank waits for each send before it goes on.
    waits: bool,
    next: u64,
    /// Whether the message is at rank 0.
    at_first: bool,
}

impl Relay {
    /// Down a tree of all ranks. Sends start as segments come, and do not wait for each other, unless there is but one segment.
    pub(super) fn of_ranks(context: &Context<'_>, tree: Tree, segment: u64) -> Box<dyn Generator> {
        let (parent, children) = tree(context.rank, context.size);
        let segments = Segments::new(context.call.count, context.call.element_bytes, segment);
        let (waits, children) = (segments.number() == 1, children.into_iter().collect());
        Box::new(Self { parent, children, segments, waits, next: 0, at_first: context.call.root == 0 })
    }

    /// On each level down a tree of that shape. A rank sends a segment to the leaders below it, then on its host, one blocking send after
    /// the other. Ranks are consecutive, and equally many on each host.
    pub(super) fn of_hosts(context: &Context<'_>, tree: Tree, segment: u64) -> Box<dyn Generator> {
        let here = context.locality;
        let (above, below) = tree(here.index_on_host, here.ranks_on_host);
        let mut parent = above.map(|index| here.leader + index);
        let mut children = SmallVec::new();
        if here.leads() {
            let (above, below) = tree(here.host, here.hosts);
            parent = above.map(|host| host * here.ranks_on_host);
            children.extend(below.into_iter().map(|host| host * here.ranks_on_host));
        }
        children.extend(below.into_iter().map(|index| here.leader + index));
        let segments = Segments::new(context.call.count, context.call.element_bytes, segment);
        Box::new(Self { parent, children, segments, waits: true, next: 0, at_first: context.call.root == 0 })
    }

    fn place(&self, segment: u64) -> (Loc, u64) {
        let (start, count) = self.segments.range(segment);
        (Loc::recv(start), self.segments.bytes(count))
    }
}

impl Generator for Relay {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if !std::mem::replace(&mut self.at_first, true) {
            let root = context.call.root;
            if context.rank == root {
                batch.send(0, 0, Loc::recv(0), bytes(context));
            } else if context.rank == 0 {
                batch.recv(root, 0, Loc::recv(0), bytes(context));
            }
            return Next::More;
        }
        let end = self.segments.number().min(self.next + SEGMENT_VERTICES / (1 + self.children.len() as u64));
        let mut arrivals = Vec::new();
        if let Some(parent) = self.parent {
            for segment in self.next..end {
                let (into, bytes) = self.place(segment);
                arrivals.push(batch.recv(parent, 0, into, bytes));
            }
        }
        let mut last = None;
        for (index, segment) in (self.next..end).enumerate() {
            let (from, bytes) = self.place(segment);
            let mut earlier: SmallVec<[_; 2]> = arrivals.get(index).copied().into_iter().chain(last).collect();
            for &child in &self.children {
                let sent = batch.send(child, 0, from, bytes);
                earlier.iter().for_each(|&earlier| batch.after(sent, earlier));
                if self.waits {
                    earlier = SmallVec::from_elem(sent, 1);
                    last = Some(sent);
                }
            }
        }
        self.next = end;
        if end < self.segments.number() { Next::More } else { Next::Last }
    }
}
