//! Reductions, scans and reduce-scatters in which every rank sends its operand directly to the ranks that need it, all at once.
//! SMPI 3.32 uses them in its default selector and in non-blocking operations (`smpi_coll.cpp`, `smpi_nbc_impl.cpp`).
//! Commutative operations only.
//!
//! A rank starts all its messages together, in the order of its peers. When all have ended, the rank reduces the received
//! operands into its own, in rank order. With P ranks and operands of n bytes, the root of a reduction receives P − 1 messages
//! of n bytes. In a scan a rank receives from all lower ranks and sends to all higher ranks. In an allreduce or reduce-scatter
//! every rank exchanges messages with all others (in a reduce-scatter, of one block each).

use super::block_bounds::BlockBounds;
use super::common::{Sequence, commutes, operand};
use super::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;
use std::ops::Range;

/// The algorithm of a reduction.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        "direct",
        "Operands straight to the ranks that reduce them, all at once.",
        |context, _| Box::new(Direct { stage: Stage::Copies, blocks: blocks(context) }),
    )
    .requires(commutes)
}

/// How the operand is cut into blocks, each for one rank; none: all of it is for all.
fn blocks(context: &Context<'_>) -> Option<BlockBounds> {
    let scatters = matches!(context.call.operation, Operation::ReduceScatter | Operation::ReduceScatterBlock);
    scatters.then(|| BlockBounds::of_reduce_scatter(context))
}

/// What the next batch does; messages and reductions with the peers from a rank on.
#[derive(Clone, Copy)]
enum Stage {
    Copies,
    Messages(u32),
    Reductions(u32),
}

struct Direct {
    stage: Stage,
    blocks: Option<BlockBounds>,
}

/// Whether a rank reduces what a peer contributes.
fn reduces(context: &Context<'_>, rank: u32, peer: u32) -> bool {
    let call = context.call;
    rank != peer
        && match call.operation {
            Operation::Reduce => rank == call.root,
            Operation::Scan | Operation::Exscan => peer < rank,
            _ => true,
        }
}

/// The peers of a batch, each a send and a receive.
fn peers(context: &Context<'_>, from: u32) -> Range<u32> {
    from..context.size.min(from.saturating_add(MESSAGES / 2))
}

fn heard(context: &Context<'_>, from: u32) -> impl Iterator<Item = u32> {
    peers(context, from).filter(|&peer| reduces(context, context.rank, peer))
}

impl Direct {
    /// Where a rank's part of the operand starts, and its elements.
    fn part(&self, context: &Context<'_>, rank: u32) -> (u64, u64) {
        let elements = |blocks: &BlockBounds| (blocks.start(rank), blocks.count(rank, 1));
        let (start, count) = self.blocks.as_ref().map_or((0, context.call.count), elements);
        (start * context.call.element_bytes, count)
    }

    /// Bytes of what this rank reduces.
    fn own_bytes(&self, context: &Context<'_>) -> u64 {
        self.part(context, context.rank).1 * context.call.element_bytes
    }

    /// Bytes of the operand that are kept in scratch memory, as the result takes its place.
    fn kept(&self, context: &Context<'_>) -> u64 {
        let elements = self.blocks.as_ref().map_or(context.call.count, |blocks| blocks.start(context.size));
        if context.call.in_place { elements * context.call.element_bytes } else { 0 }
    }

    fn copies(&self, context: &Context<'_>, batch: &mut Batch) {
        let (call, kept) = (context.call, self.kept(context));
        batch.scratch(kept);
        let mut sequence = Sequence::new(batch);
        sequence.copy(operand(context), Loc::scratch(0), kept);
        let empty = call.operation == Operation::Exscan;
        let elsewhere = call.operation == Operation::Reduce && context.rank != call.root;
        if !empty && !elsewhere {
            let own = operand(context).plus(self.part(context, context.rank).0);
            sequence.copy(own, Loc::recv(0), self.own_bytes(context));
        }
    }

    fn messages(&self, context: &Context<'_>, from: u32, batch: &mut Batch) {
        let (own, kept) = (self.own_bytes(context), self.kept(context));
        batch.scratch(kept + own * heard(context, from).count() as u64);
        let mut into = Loc::scratch(kept);
        for peer in peers(context, from) {
            if reduces(context, peer, context.rank) {
                let (start, count) = self.part(context, peer);
                let given = if context.call.in_place { Loc::scratch(0) } else { Loc::send(0) };
                batch.send(peer, 0, given.plus(start), count * context.call.element_bytes);
            }
            if reduces(context, context.rank, peer) {
                batch.recv(peer, 0, into, own);
                into = into.plus(own);
            }
        }
    }

    fn reductions(&self, context: &Context<'_>, from: u32, batch: &mut Batch) {
        let (own, count) = (self.own_bytes(context), self.part(context, context.rank).1);
        let mut sequence = Sequence::new(batch);
        let mut arrived = Loc::scratch(self.kept(context));
        for peer in heard(context, from) {
            // An exclusive scan has no operand of its own to begin with.
            if context.call.operation == Operation::Exscan && peer == 0 {
                sequence.copy(arrived, Loc::recv(0), own);
            } else {
                sequence.reduce(arrived, Loc::recv(0), count);
            }
            arrived = arrived.plus(own);
        }
    }
}

impl Generator for Direct {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        self.stage = match self.stage {
            Stage::Copies => {
                self.copies(context, batch);
                Stage::Messages(0)
            }
            Stage::Messages(from) => {
                self.messages(context, from, batch);
                Stage::Reductions(from)
            }
            Stage::Reductions(from) => {
                self.reductions(context, from, batch);
                Stage::Messages(peers(context, from).end)
            }
        };
        if matches!(self.stage, Stage::Messages(next) if next >= context.size) { Next::Last } else { Next::More }
    }
}
