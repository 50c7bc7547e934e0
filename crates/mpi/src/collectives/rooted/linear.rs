//! Gather and scatter by messages directly between the root and each other rank, P − 1 messages with P ranks. The messages
//! go one after the other (Open MPI 5.0 `gather_intra_basic_linear`, `scatter_intra_basic_linear`; MPICH 4.3
//! `gather_inter_linear`, `scatter_inter_linear`) or all at once (`scatter_intra_linear_nb`; SMPI 3.32 `igather`).
//!
//! No message is sent for an empty block in gatherv and scatterv (MPICH 4.3 `gatherv_allcomm_linear`,
//! `scatterv_allcomm_linear`) and on intercommunicators. In gatherv on 32 or more ranks, MPICH uses synchronous sends;
//! Windtunnel always uses standard sends.

use super::direction::Direction;
use crate::collectives::common::bytes;
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Next};
use config::{Parameter, ParameterKind};
use ops::{Operation, ROOT_PROC_NULL, ROOT_SELF};

const fn concurrent(default: &'static str) -> Parameter {
    let doc = "1: the root's messages start together; 0: one after the other";
    Parameter::with_default("concurrent", ParameterKind::Between(0, 1), default, "", doc)
}

const fn algorithm(operation: Operation, doc: &'static str) -> Algorithm {
    Algorithm::new(operation, "linear", doc, |context, parameters| {
        let vectors = is_vector(context.call.operation);
        let skips_empty = vectors || context.remote.is_some();
        Box::new(Linear { next: 0, concurrent: parameters.first().map_or(vectors, |&given| given != 0), skips_empty })
    })
}

const GATHERED: &str = "Every rank sends to the root directly.";
const SCATTERED: &str = "The root sends to every rank directly.";

pub(in crate::collectives) const GATHER: Algorithm = algorithm(Operation::Gather, GATHERED).with(&[concurrent("0")]);
pub(in crate::collectives) const SCATTER: Algorithm =
    algorithm(Operation::Scatter, SCATTERED).with(&[concurrent("0")]);
pub(in crate::collectives) const GATHERV: Algorithm =
    algorithm(Operation::Gatherv, GATHERED).with(&[concurrent("1")]);
pub(in crate::collectives) const SCATTERV: Algorithm =
    algorithm(Operation::Scatterv, SCATTERED).with(&[concurrent("1")]);

/// Between two groups: one after the other, or in the v-forms all at once.
pub(in crate::collectives) const fn between_groups(operation: Operation) -> Algorithm {
    algorithm(operation, "Every rank of the remote group exchanges its block with the root directly.")
}

fn is_vector(operation: Operation) -> bool {
    matches!(operation, Operation::Gatherv | Operation::Scatterv)
}

struct Linear {
    /// The first rank whose turn at the root has not come.
    next: u32,
    concurrent: bool,
    skips_empty: bool,
}

impl Generator for Linear {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (call, direction) = (context.call, Direction::of(context.call.operation));
        let is_root = if context.remote.is_some() { call.root == ROOT_SELF } else { call.root == context.rank };
        let moves = |bytes: u64| bytes > 0 || !self.skips_empty;
        if !is_root {
            let own = match direction {
                _ if !self.skips_empty => bytes(context),
                Direction::ToRoot => call.send.bytes,
                Direction::FromRoot => call.recv.bytes,
            };
            if call.root != ROOT_PROC_NULL && moves(own) {
                direction.message(batch, call.root, true, direction.own(), own);
            }
            return Next::Last;
        }
        let ranks = context.remote.map_or(context.size, |group| group.size);
        let end = ranks.min(self.next + MESSAGES);
        let mut last = None;
        for rank in self.next..end {
            let (bytes, offset) = block(context, direction, rank);
            let place = direction.all().plus(offset);
            if context.remote.is_none() && rank == context.rank {
                if !call.in_place && bytes > 0 {
                    let (from, to) = if direction == Direction::ToRoot {
                        (direction.own(), place)
                    } else {
                        (place, direction.own())
                    };
                    batch.copy(from, to, bytes);
                }
            } else if moves(bytes) {
                let message = direction.message(batch, rank, false, place, bytes);
                if let (false, Some(earlier)) = (self.concurrent, last.replace(message)) {
                    batch.after(message, earlier);
                }
            }
        }
        self.next = end;
        if end < ranks { Next::More } else { Next::Last }
    }
}

/// The length and place of the root's block for a rank.
fn block(context: &Context<'_>, direction: Direction, rank: u32) -> (u64, u64) {
    let Some(vectors) = context.call.vectors.as_ref().filter(|_| is_vector(context.call.operation)) else {
        return (bytes(context), bytes(context) * u64::from(rank));
    };
    let at = rank as usize;
    match direction {
        Direction::ToRoot => (vectors.recv_bytes[at], vectors.recv_offsets[at]),
        Direction::FromRoot => (vectors.send_bytes[at], vectors.send_offsets[at]),
    }
}
