//! Collective operations of which only the total time is given (by a measured table, or by Dimemas' model): all ranks leave at
//! one instant, the given time after the last rank has arrived.
//!
//! First, an ordinary algorithm of the operation (module `build`) moves the data, by messages that take no time
//! ([`Transport::Instant`]). Then signals, which take no time either, synchronise the ranks. Every rank sends a signal up a
//! binomial tree. The top of the tree (the root, or rank 0) waits for the given time; then signals down the tree release all
//! ranks. P ranks need 2·(P − 1) signals.

use super::common::{InOrderBinomialTree, Sequence, bytes};
use crate::schedule::{Batch, Context, Delay, Generator, Loc, Next, Transport};
use ops::Operation;
use smallvec::SmallVec;

/// The names of such algorithms.
pub static TIMED: &[&str] = &["dimemas", super::measured::NAME];

/// What the top of the tree waits for, one after the other.
pub(super) type Delays = SmallVec<[Delay; 4]>;

/// From the arrival of the last rank on, an operation takes this time.
pub(super) struct Timed {
    delays: Delays,
}

impl Timed {
    /// One rank's generator. `delays` is asked at the rank that decides, with what it sees.
    pub(super) fn boxed(context: &Context<'_>, delays: impl FnOnce() -> Delays) -> Box<dyn Generator> {
        let decides = context.rank == top(context) && context.size > 1;
        let delays = if decides { delays() } else { Delays::new() };
        Box::new(Self { delays })
    }
}

/// The rank that decides how long the operation takes.
fn top(context: &Context<'_>) -> u32 {
    if context.call.operation.has_root() { context.call.root } else { 0 }
}

/// Bytes that this rank sends and gets: its buffers, as the call names them; of a broadcast the message in both.
pub(super) fn volumes(context: &Context<'_>) -> (u64, u64) {
    let (call, block) = (context.call, bytes(context));
    let all = block.saturating_mul(u64::from(context.size));
    let vectors = |of: fn(&ops::Vectors) -> &[u64]| call.vectors.as_deref().map_or(&[][..], of);
    let sent = vectors(|vectors| &vectors.send_bytes);
    let got = vectors(|vectors| &vectors.recv_bytes);
    let own = |blocks: &[u64]| blocks.get(context.rank as usize).copied().unwrap_or(0);
    let sum = |blocks: &[u64]| blocks.iter().fold(0, |sum: u64, &bytes| sum.saturating_add(bytes));
    match call.operation {
        Operation::Gather | Operation::Allgather => (block, all),
        Operation::Scatter | Operation::ReduceScatterBlock => (all, block),
        Operation::Alltoall => (all, all),
        Operation::Gatherv | Operation::Allgatherv => (own(got), sum(got)),
        Operation::Scatterv => (sum(sent), own(sent)),
        // In place there are no blocks to send: those that come replace them.
        Operation::Alltoallv | Operation::Alltoallw => (if call.in_place { sum(got) } else { sum(sent) }, sum(got)),
        Operation::ReduceScatter => (block, own(got)),
        _ => (block, block),
    }
}

impl Generator for Timed {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        batch.transport = Transport::Instant;
        let tree = InOrderBinomialTree::new(context, top(context));
        let mut sequence = Sequence::new(batch);
        for (child, _) in tree.children().rev() {
            sequence.recv(tree.rank(child), Loc::NOWHERE, 0);
        }
        if let Some(parent) = tree.parent() {
            sequence.send(parent, Loc::NOWHERE, 0);
            sequence.recv(parent, Loc::NOWHERE, 0);
        }
        for &delay in &self.delays {
            let vertex = sequence.batch.delay(delay);
            sequence.then(vertex);
        }
        for (child, _) in tree.children() {
            sequence.send(tree.rank(child), Loc::NOWHERE, 0);
        }
        Next::Last
    }
}
