//! Ring allgatherv, in chunks (MPICH 4.3 `allgatherv_intra_ring`).
//!
//! Every block goes once round the ring. So that a long block does not hold up the ring, blocks are cut into chunks of `chunk`
//! bytes, 32 KiB by default (`MPIR_CVAR_ALLGATHERV_PIPELINE_MSG_SIZE`). MPICH rounds the chunk down to whole elements;
//! Windtunnel does not. With P ranks there are at least P − 1 rounds. Every rank sends all blocks but one, and receives all
//! blocks but its own.

use crate::collectives::allgather::own::{in_recv, own};
use crate::collectives::common::{Sequence, rank_after, rank_before};
use crate::schedule::{Algorithm, Batch, Context, Generator, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgatherv,
    "ring",
    "Every block passes once around the ring of ranks, in chunks.",
    |_, parameters| {
        let chunk = parameters[0].max(1);
        let start = Flow { block: 0, offset: 0 };
        Box::new(Ring { chunk, started: false, sent: start, received: start })
    },
)
.with(&[Parameter::with_default("chunk", ParameterKind::Whole, "32768", "", "bytes of a chunk")]);

/// How far a stream of blocks has come: blocks passed, and bytes of the current one.
#[derive(Clone, Copy)]
struct Flow {
    block: u32,
    offset: u64,
}

struct Ring {
    chunk: u64,
    started: bool,
    sent: Flow,
    received: Flow,
}

impl Ring {
    /// Bytes of the next chunk of a stream; none at its end. The stream starts with the block `lead` ranks back.
    fn next(&self, context: &Context<'_>, flow: Flow, lead: u32) -> Option<(u32, u64)> {
        if flow.block + 1 >= context.size {
            return None;
        }
        let rank = rank_before(context, (flow.block + lead) % context.size);
        Some((rank, (in_recv(context, rank).1 - flow.offset).min(self.chunk)))
    }

    fn step(context: &Context<'_>, flow: &mut Flow, (rank, bytes): (u32, u64)) {
        flow.offset += bytes;
        if flow.offset == in_recv(context, rank).1 {
            *flow = Flow { block: flow.block + 1, offset: 0 };
        }
    }
}

impl Generator for Ring {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let mut sequence = Sequence::new(batch);
        if !self.started {
            let (to, bytes) = in_recv(context, context.rank);
            sequence.copy(own(context), to, bytes);
            self.started = true;
        }
        let (left, right) = (rank_before(context, 1), rank_after(context, 1));
        let send = self.next(context, self.sent, 0);
        let recv = self.next(context, self.received, 1);
        let send_part = send
            .filter(|&(_, bytes)| bytes > 0)
            .map(|(rank, bytes)| (right, in_recv(context, rank).0.plus(self.sent.offset), bytes));
        let recv_part = recv
            .filter(|&(_, bytes)| bytes > 0)
            .map(|(rank, bytes)| (left, in_recv(context, rank).0.plus(self.received.offset), bytes));
        match (send_part, recv_part) {
            (Some(send), Some(recv)) => sequence.send_recv(send, recv),
            (Some((to, from, bytes)), None) => sequence.send(to, from, bytes),
            (None, Some((from, into, bytes))) => sequence.recv(from, into, bytes),
            (None, None) => {}
        }
        if let Some(part) = send {
            Self::step(context, &mut self.sent, part);
        }
        if let Some(part) = recv {
            Self::step(context, &mut self.received, part);
        }
        let over = |flow: Flow| flow.block + 1 >= context.size;
        if over(self.sent) && over(self.received) { Next::Last } else { Next::More }
    }
}
