//! Common parts of algorithms that proceed in rounds. In each round a rank sends to one rank and receives from one rank. This
//! module determines these partners, and adds barriers between rounds.
//!
//! The barriers are those of A. Faraj, X. Yuan, "Automatic generation and tuning of MPI collective communication routines", ICS
//! 2005 (STAR-MPI, whose algorithms are also in SMPI). Without barriers ranks drift apart, so that several ranks send to the
//! same rank at a time.

use super::common::{Sequence, rank_after, rank_before, sub_call};
use crate::schedule::{Batch, Context, Generator, Level, Loc, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

/// What comes between the rounds.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Between {
    Nothing,
    /// One barrier, before the first round.
    OneBarrier,
    /// A barrier before every round.
    Barriers,
    /// A byte to the rank that is received from next, and one from the rank that is sent to next.
    Signals,
}

/// Where a block lies, and its bytes.
pub(super) type Block = (Loc, u64);

/// The block for one rank, and the place of that from another.
pub(super) type Exchange = fn(&Context<'_>, u32, u32) -> (Block, Block);

/// Who the partners are.
pub(super) const XOR: Parameter = Parameter::with_default(
    "xor",
    ParameterKind::Between(0, 1),
    "1",
    "",
    "1: partners are rank XOR round at powers of two of ranks; 0: always the ranks as far after and before",
);

/// As [`XOR`], where ranks as far after and before are the rule.
pub(super) const SHIFTED: Parameter = Parameter::with_default(
    "xor",
    ParameterKind::Between(0, 1),
    "0",
    "",
    "1: partners are rank XOR round at powers of two of ranks; 0: always the ranks as far after and before",
);

/// Whether ranks that start all their messages at once begin with different peers.
pub(super) const ROTATE: Parameter = Parameter::with_default(
    "rotate",
    ParameterKind::Between(0, 1),
    "1",
    "",
    "1: each rank begins with its neighbour, so that no rank is hit by all at once; 0: all begin with rank 0 (SMPI)",
);

/// To whom a rank that starts all its messages at once sends in a step, and from whom it receives; in one step, to and from itself.
pub(super) fn peers(context: &Context<'_>, rotate: bool, step: u32) -> (u32, u32) {
    if rotate { (rank_before(context, step), rank_after(context, step)) } else { (step, step) }
}

/// P − 1 rounds after a copy of the rank's own block.
pub(super) struct Rounds {
    round: u32,
    xor: bool,
    between: Between,
    exchange: Exchange,
}

impl Rounds {
    /// The generator; the parameter is [`XOR`].
    pub(super) fn boxed(parameters: &[u64], between: Between, exchange: Exchange) -> Box<dyn Generator> {
        Box::new(Self { round: 0, xor: parameters[0] != 0, between, exchange })
    }

    /// To whom a rank sends in a round, and from whom it receives.
    fn partners(&self, context: &Context<'_>, round: u32) -> (u32, u32) {
        if self.xor && context.size.is_power_of_two() {
            (context.rank ^ round, context.rank ^ round)
        } else {
            (rank_after(context, round), rank_before(context, round))
        }
    }

    fn exchange(&self, context: &Context<'_>, sequence: &mut Sequence<'_>) {
        let (to, from) = self.partners(context, self.round);
        let (send, recv) = (self.exchange)(context, to, from);
        if self.round == 0 {
            sequence.copy(send.0, recv.0, send.1);
        } else {
            sequence.send_recv((to, send.0, send.1), (from, recv.0, recv.1));
        }
    }

    fn signal(&self, context: &Context<'_>, sequence: &mut Sequence<'_>) {
        let (to, from) = self.partners(context, self.round + 1);
        sequence.batch.scratch(2);
        sequence.send_recv((from, Loc::scratch(0), 1), (to, Loc::scratch(1), 1));
    }
}

/// A barrier of all ranks.
fn barrier(context: &Context<'_>, sequence: &mut Sequence<'_>) {
    let mut call = sub_call(context, Level::All, Operation::Barrier, 0);
    call.count = 0;
    sequence.sub(call);
}

impl Generator for Rounds {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let mut sequence = Sequence::new(batch);
        let first = self.round == 0;
        if self.between == Between::Barriers || first && self.between == Between::OneBarrier {
            barrier(context, &mut sequence);
        }
        self.exchange(context, &mut sequence);
        let more = self.round + 1 < context.size;
        if self.between == Between::Signals && more && !first {
            self.signal(context, &mut sequence);
        }
        self.round += 1;
        if more { Next::More } else { Next::Last }
    }
}
