//! Writes collective calls as lines of a time-independent trace.

use super::{BYTE, Rank};
use crate::limits::BYTES_MAX;
use crate::record::{Loss, Shared};
use crate::traces::ti::datatype::Datatype;
use ops::{CollectiveCall, CommId, Operation, PROC_NULL, Reducer, Vectors};
use std::fmt::Write;

/// The first tag of messages that stand for collective operations among neighbours: programs hardly use it.
const NEIGHBOUR_TAG: i32 = 1 << 30;

impl Rank {
    /// Writes a collective call on the world as one line.
    pub(super) fn collective(
        &mut self,
        comm: CommId,
        call: &CollectiveCall,
        (blocking, persistent): (bool, bool),
        shared: &mut Shared,
    ) {
        if call.operation.among_neighbours() {
            self.neighbourhood(comm, call, shared);
            return;
        }
        if !Self::is_world(comm, shared) {
            shared.lose(Loss::SubCollective, self.rank);
            return;
        }
        let ranks = shared.world.as_ref().map_or(0, |world| world.size());
        if call.send.bytes.max(call.recv.bytes) > BYTES_MAX {
            shared.lose(Loss::TooLarge, self.rank);
            return;
        }
        if persistent {
            shared.lose(Loss::PersistentCollective, self.rank);
        } else if !blocking {
            shared.lose(Loss::NonBlockingCollective, self.rank);
        }
        if call.in_place {
            shared.lose(Loss::InPlace, self.rank);
        }
        if call.reducer.is_some_and(|reducer| !reducer.commutative()) {
            shared.lose(Loss::UserReduction, self.rank);
        }
        if matches!(call.operation, Operation::ReduceScatterBlock | Operation::Alltoallw) {
            shared.lose(Loss::OtherOperation, self.rank);
        }
        let text = self.text(call, ranks, shared);
        self.line(format_args!("{text}"), shared);
    }

    /// Writes a collective call among neighbours as the messages that it is made of.
    fn neighbourhood(&mut self, comm: CommId, call: &CollectiveCall, shared: &mut Shared) {
        shared.lose(Loss::Neighbourhood, self.rank);
        let Some(vectors) = call.vectors.as_deref() else { return };
        let Some(neighbours) = vectors.neighbours.as_deref() else { return };
        let me = self.rank as i32;
        let mut keys = Vec::new();
        let sides = [
            ("isend", &neighbours.destinations, &vectors.send_bytes),
            ("irecv", &neighbours.sources, &vectors.recv_bytes),
        ];
        for (name, edges, bytes) in sides {
            for (edge, &bytes) in edges.iter().zip(bytes).filter(|(edge, _)| edge.rank != PROC_NULL) {
                if bytes > BYTES_MAX {
                    shared.lose(Loss::TooLarge, self.rank);
                    return;
                }
                let Some(peer) = self.world_rank(comm, edge.rank, shared) else { continue };
                let tag = NEIGHBOUR_TAG + edge.tag as i32;
                self.line(format_args!("{name} {peer} {tag} {bytes} {BYTE}"), shared);
                keys.push(if name == "isend" { (me, peer, tag) } else { (peer, me, tag) });
            }
        }
        for (source, destination, tag) in keys {
            self.line(format_args!("wait {source} {destination} {tag}"), shared);
        }
    }

    /// The line without its rank.
    fn text(&self, call: &CollectiveCall, ranks: u32, shared: &mut Shared) -> String {
        let root = call.root;
        match call.operation {
            Operation::Barrier => "barrier".into(),
            Operation::Bcast => {
                let (count, kind) = elements(call);
                format!("bcast {count} {root} {kind}")
            }
            Operation::Gather => rooted("gather", call, root == self.rank),
            Operation::Scatter => rooted("scatter", call, true),
            Operation::Allgather => unrooted("allgather", call),
            Operation::Alltoall => unrooted("alltoall", call),
            Operation::Reduce => {
                let (count, kind) = self.reduced(call, shared);
                format!("reduce {count} 0 {root} {kind}")
            }
            Operation::Allreduce | Operation::Scan | Operation::Exscan => {
                let (count, kind) = self.reduced(call, shared);
                format!("{} {count} 0 {kind}", call.operation.name())
            }
            Operation::ReduceScatterBlock => {
                let (count, kind) = self.reduced(call, shared);
                format!("reducescatter {}0 {kind}", list(std::iter::repeat_n(count, ranks as usize)))
            }
            Operation::ReduceScatter => {
                let (_, kind) = self.reduced(call, shared);
                let size = Datatype::of_number(kind.into()).map_or(1, |datatype| u64::from(datatype.bytes).max(1));
                let blocks = call.vectors.iter().flat_map(|vectors| &vectors.recv_bytes).map(|bytes| bytes / size);
                format!("reducescatter {}0 {kind}", list(blocks))
            }
            Operation::Gatherv | Operation::Scatterv | Operation::Allgatherv => vector(call, ranks, self.rank),
            Operation::Alltoallv | Operation::Alltoallw => vector(call, ranks, self.rank),
            Operation::NeighborAllgather
            | Operation::NeighborAllgatherv
            | Operation::NeighborAlltoall
            | Operation::NeighborAlltoallv
            | Operation::NeighborAlltoallw => unreachable!("operations among neighbours are written as messages"),
        }
    }

    /// Count and type of a reduction's elements.
    fn reduced(&self, call: &CollectiveCall, shared: &mut Shared) -> (u64, i32) {
        let basic = match call.reducer {
            Some(Reducer::Builtin { basic, .. }) => Datatype::of_basic(basic),
            _ => None,
        };
        match basic.filter(|datatype| u64::from(datatype.bytes) == call.element_bytes) {
            Some(datatype) => (call.count, datatype.number),
            None => {
                let (count, kind) = elements(call);
                if kind == BYTE && call.element_bytes != 1 {
                    shared.lose(Loss::ElementType, self.rank);
                }
                (count, kind)
            }
        }
    }
}

/// A type of the size of a call's elements, or bytes where there is none; with the factor on counts.
fn unit(call: &CollectiveCall) -> (i32, u64) {
    match call.element_bytes {
        2 => (3, 1),
        4 => (1, 1),
        8 => (0, 1),
        16 => (14, 1),
        32 => (27, 1),
        other => (BYTE, other),
    }
}

/// Count and type of the elements that a call counts.
fn elements(call: &CollectiveCall) -> (u64, i32) {
    let (kind, factor) = unit(call);
    (call.count.saturating_mul(factor), kind)
}

/// `gather` or `scatter`; all ranks write both counts.
fn rooted(name: &str, call: &CollectiveCall, receives: bool) -> String {
    let (count, kind) = elements(call);
    let received = if receives { count } else { 0 };
    format!("{name} {count} {received} {} {kind} {kind}", call.root)
}

fn unrooted(name: &str, call: &CollectiveCall) -> String {
    let (count, kind) = elements(call);
    format!("{name} {count} {count} {kind} {kind}")
}

/// Numbers, each followed by a space.
fn list(numbers: impl IntoIterator<Item = u64>) -> String {
    numbers.into_iter().fold(String::new(), |mut text, number| {
        // Writing to a string does not fail.
        let _ = write!(text, "{number} ");
        text
    })
}

/// The vector operations, all in bytes. Counts that a rank has no use for are zero.
fn vector(call: &CollectiveCall, ranks: u32, rank: u32) -> String {
    let none = Vectors::default();
    let vectors = call.vectors.as_deref().unwrap_or(&none);
    let counts = |bytes: &[u64]| list((0..ranks as usize).map(|rank| bytes.get(rank).copied().unwrap_or(0)));
    let block = |bytes: &[u64]| bytes.get(rank as usize).copied().unwrap_or(0);
    let (mut sent, received) = (counts(&vectors.send_bytes), counts(&vectors.recv_bytes));
    let (mut send, mut recv, root) = (call.send.bytes, call.recv.bytes, call.root);
    if call.in_place {
        // In place: the significant buffer describes the rank's own block, or all blocks.
        match call.operation {
            Operation::Scatterv => recv = block(&vectors.send_bytes),
            Operation::Gatherv | Operation::Allgatherv => send = block(&vectors.recv_bytes),
            _ => (send, sent) = (recv, received.clone()),
        }
    }
    match call.operation {
        Operation::Gatherv => format!("gatherv {send} {received}{root} {BYTE} {BYTE}"),
        Operation::Scatterv => format!("scatterv {sent}{recv} {root} {BYTE} {BYTE}"),
        Operation::Allgatherv => format!("allgatherv {send} {received}{BYTE} {BYTE}"),
        _ => format!("alltoallv {send} {sent}{recv} {received}{BYTE} {BYTE}"),
    }
}
