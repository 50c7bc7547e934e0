//! Collectives as a whole: all ranks leave at one instant, some time after the last of them has come.
//!
//! Contents move, and ranks wait for each other, by messages that take no time ([`Transport::Instant`]): those of an ordinary
//! algorithm of the operation, then a signal from every rank up a binomial tree and another one down. The top of the tree, the
//! root or rank 0, waits in between, so one rank decides how long. 2·(P − 1) signals.

use super::common::{InOrderBinomialTree, Sequence, bytes};
use super::list::find;
use crate::schedule::{Batch, Context, Delay, Generator, Loc, Next, Transport};
use config::Parameter;
use ops::Operation;
use smallvec::SmallVec;

/// The names of such algorithms.
pub static TIMED: &[&str] = &["dimemas", super::measured::NAME];

/// What the top of the tree waits for, one after the other.
pub(super) type Delays = SmallVec<[Delay; 4]>;

/// An operation that takes this time from the arrival of its last rank on.
pub(super) struct Timed {
    contents: Option<Box<dyn Generator>>,
    delays: Delays,
}

impl Timed {
    /// One rank's generator. `delays` is asked at the rank that decides, with what it sees.
    pub(super) fn boxed(context: &Context<'_>, delays: impl FnOnce() -> Delays) -> Box<dyn Generator> {
        let decides = context.rank == top(context) && context.size > 1;
        let delays = if decides { delays() } else { Delays::new() };
        Box::new(Self { contents: contents(context), delays })
    }
}

/// The rank that decides how long the operation takes.
fn top(context: &Context<'_>) -> u32 {
    if context.call.operation.has_root() { context.call.root } else { 0 }
}

/// What moves the contents: an algorithm that has no parts by others and serves any number of ranks.
fn contents(context: &Context<'_>) -> Option<Box<dyn Generator>> {
    let operation = context.call.operation;
    let names: &[&str] = match operation {
        Operation::Barrier => &[],
        Operation::Bcast => &["binomial"],
        Operation::Allgather | Operation::Allgatherv => &["ring"],
        Operation::Alltoall => &["pairwise_sendrecv_replace", "pairwise"],
        Operation::Alltoallv | Operation::Alltoallw => &["pairwise_sendrecv_replace", "pairwise_exchange"],
        Operation::Allreduce
        | Operation::ReduceScatter
        | Operation::ReduceScatterBlock
        | Operation::Scan
        | Operation::Exscan => &["recursive_doubling"],
        _ => &["linear"],
    };
    let known = names.iter().map(|name| find(operation, name).expect("the operation has this algorithm"));
    let algorithm = known.into_iter().find(|algorithm| (algorithm.precondition)(context).is_ok())?;
    let parameters: SmallVec<[u64; 2]> = algorithm.parameters.iter().map(Parameter::default_number).collect();
    Some((algorithm.build)(context, &parameters))
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
        if let Some(contents) = &mut self.contents {
            if contents.resume(context, batch) == Next::Last {
                self.contents = None;
            }
            return Next::More;
        }
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
