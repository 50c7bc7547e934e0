//! Reduction as reduce-scatter and gather (R. Rabenseifner, "Optimization of collective reduction operations", ICCS 2004;
//! Thakur et al. 2005, §4.5; MPICH 4.3 `reduce_intra_reduce_scatter_gather`).
//!
//! If the number of ranks P is not a power of two, some ranks first hand their data to a neighbour and sit out (folding), so
//! that 2^k ≤ P ranks remain. Recursive halving leaves each remaining rank with one reduced piece of the message. A binomial
//! tree gathers the pieces at the root. If the root sits out, it takes the place of the first remaining rank before the gather.
//!
//! About 2·log2 P rounds, in which a rank moves about 2·n bytes of a message of n bytes. For comparison: in the algorithm
//! `binomial` the root moves n·log2 P bytes. For long messages. Commutative operations only.

use crate::collectives::allreduce::Halving;
use crate::collectives::common::{Sequence, bytes, commutes, operand};
use crate::collectives::fold::Fold;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "reduce_scatter_gather",
    "Rabenseifner's algorithm as MPICH has it: reduce-scatter by recursive halving, gather up a binomial tree.",
    |context, _| Box::new(ReduceScatterGather::new(context)),
)
.requires(commutes);

#[derive(Clone, Copy)]
enum Stage {
    Start,
    Halving,
    HandOver,
    Gather,
}

pub(super) struct ReduceScatterGather {
    fold: Fold,
    stage: Stage,
    halving: Halving,
    // None while the rank sits out.
    number: Option<u32>,
    at: Loc,
    spare: Loc,
}

impl ReduceScatterGather {
    pub(super) fn new(context: &Context<'_>) -> Self {
        let fold = Fold::onto_even(context.size);
        let number = fold.number(context.rank);
        let result_here = context.rank == context.call.root;
        Self {
            fold,
            stage: Stage::Start,
            halving: Halving::new(context, fold.count, number.unwrap_or(0)),
            number,
            at: if result_here { Loc::recv(0) } else { Loc::scratch(0) },
            spare: Loc::scratch(if result_here { 0 } else { bytes(context) }),
        }
    }

    /// Whether the next batch is of the reduce-scatter.
    pub(super) fn reduces(&self) -> bool {
        matches!(self.stage, Stage::Start | Stage::Halving)
    }

    fn start(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let bytes = bytes(context);
        let mut sequence = Sequence::new(batch);
        self.stage = Stage::Halving;
        if let (None, Some(partner)) = (self.number, self.fold.partner(context.rank)) {
            sequence.send(partner, operand(context), bytes);
            self.stage = Stage::HandOver;
            return if context.rank == context.call.root { Next::More } else { Next::Last };
        }
        sequence.batch.scratch(if self.spare.offset() == 0 { bytes } else { 2 * bytes });
        sequence.copy(operand(context), self.at, bytes);
        if let Some(partner) = self.fold.partner(context.rank) {
            sequence.recv(partner, self.spare, bytes);
            sequence.reduce(self.spare, self.at, context.call.count);
        }
        Next::More
    }

    /// A root that sat out becomes number 0 with its piece.
    fn hand_over(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let root = context.call.root;
        self.stage = Stage::Gather;
        if self.fold.number(root).is_some() {
            return Next::More;
        }
        let first = self.fold.rank(0);
        if context.rank == root {
            self.halving.become_first();
            let (start, bytes) = self.halving.window_bytes(context);
            batch.recv(first, 0, self.at.plus(start), bytes);
            self.number = Some(0);
        } else if context.rank == first {
            let (start, bytes) = self.halving.window_bytes(context);
            batch.send(root, 0, self.at.plus(start), bytes);
            return Next::Last;
        }
        Next::More
    }

    fn gather(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let root = context.call.root;
        let root_number = self.fold.number(root).unwrap_or(0);
        let number = self.number.expect("a rank that sat out has handed over or ended");
        let Some(distance) = self.halving.distance_back() else { return Next::Last };
        let peer_number = number ^ distance;
        let peer = if peer_number == root_number { root } else { self.fold.rank(peer_number) };
        if (number ^ root_number) & distance == 0 {
            let (start, bytes) = self.halving.partner_bytes(context);
            batch.recv(peer, 0, self.at.plus(start), bytes);
            self.halving.join();
            if self.halving.distance_back().is_some() { Next::More } else { Next::Last }
        } else {
            let (start, bytes) = self.halving.window_bytes(context);
            batch.send(peer, 0, self.at.plus(start), bytes);
            Next::Last
        }
    }
}

impl Generator for ReduceScatterGather {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        match self.stage {
            Stage::Start => self.start(context, batch),
            Stage::Halving => {
                let fold = self.fold;
                if !self.halving.step(context, batch, self.at, self.spare, |number| fold.rank(number)) {
                    self.stage = Stage::HandOver;
                }
                Next::More
            }
            Stage::HandOver => self.hand_over(context, batch),
            Stage::Gather => self.gather(context, batch),
        }
    }
}
