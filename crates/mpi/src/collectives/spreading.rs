//! All-to-all communication with all messages at once (SMPI 3.32 `spreading_simple`): a rank posts receives from all other
//! ranks, then sends to all of them, P − 1 messages with P ranks. A rank begins with the next rank, as in `spreading_simple`,
//! or with rank 0, as in the `iallgather` and `iallgatherv` of SMPI's default selector.

use super::common::rank_after;
use super::limits::MESSAGES;
use super::rounds::Exchange;
use crate::schedule::{Batch, Context, Generator, Next};

pub(super) struct Spreading {
    /// The next peer, by its distance or its rank.
    next: u32,
    rotate: bool,
    exchange: Exchange,
}

impl Spreading {
    /// The generator; the parameter is [`ROTATE`](super::rounds::ROTATE).
    pub(super) fn boxed(parameters: &[u64], exchange: Exchange) -> Box<dyn Generator> {
        Box::new(Self { next: 0, rotate: parameters[0] != 0, exchange })
    }
}

impl Generator for Spreading {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let end = context.size.min(self.next.saturating_add(MESSAGES / 2));
        let rank = |step: u32| if self.rotate { rank_after(context, step) } else { step };
        let (own, others) = (context.rank, (self.next..end).map(rank).filter(|&peer| peer != context.rank));
        if self.next == 0 {
            let (from, to) = (self.exchange)(context, own, own);
            if from != to && from.1 > 0 {
                batch.copy(from.0, to.0, from.1);
            }
        }
        for peer in others.clone() {
            let (into, bytes) = (self.exchange)(context, peer, peer).1;
            batch.recv(peer, 0, into, bytes);
        }
        for peer in others {
            let (from, bytes) = (self.exchange)(context, peer, peer).0;
            batch.send(peer, 0, from, bytes);
        }
        self.next = end;
        if end < context.size { Next::More } else { Next::Last }
    }
}
