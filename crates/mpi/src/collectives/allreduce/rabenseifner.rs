//! Allreduce by Rabenseifner's algorithm, folding by halves (R. Rabenseifner, ICCS 2004; Open MPI 5.0
//! `allreduce_intra_redscat_allgather`).
//!
//! P ranks are folded onto a power of two, 2^k ≤ P: the first 2·(P − 2^k) ranks pair up. The ranks of a pair swap halves of
//! the message, and each reduces one half. Then the odd rank sends its half to the even rank and sits out; the even rank
//! sends the result to the odd rank at the end. The other 2^k ranks do a reduce-scatter by recursive halving, which halves
//! the number of elements in every round, and an allgather. There are 2·k rounds (four more messages for paired ranks). A
//! rank sends about 2·n·(1 − 2^−k) bytes of a message of n bytes (paired ranks up to 2·n more). Commutative operations
//! only.

use crate::collectives::common::{Sequence, SingleBatch, bytes, commutes, operand};
use crate::collectives::fold::Fold;
use crate::collectives::half_fold::{bytes_of, fold, halve, steps};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "rabenseifner",
    "Rabenseifner's algorithm as Open MPI has it (redscat_allgather): ranks fold by \
     halves, reduce-scatter, allgather.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(commutes);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let bytes = bytes(context);
    let (at, spare) = (Loc::recv(0), Loc::scratch(0));
    let pairs = Fold::onto_even(context.size);
    batch.scratch(bytes);
    let mut sequence = Sequence::new(batch);
    sequence.copy(operand(context), at, bytes);
    fold(context, pairs, &mut sequence, at, spare);
    let Some(number) = pairs.number(context.rank) else { return sequence.recv(context.rank - 1, at, bytes) };
    halve(context, pairs, &mut sequence, at, spare);
    for step in steps(context.call.count, pairs.count, number).into_iter().rev() {
        let peer = pairs.rank(number ^ step.distance);
        let (from, send_bytes) = bytes_of(context, at, step.kept);
        let (into, recv_bytes) = bytes_of(context, at, step.given);
        sequence.send_recv((peer, from, send_bytes), (peer, into, recv_bytes));
    }
    if let Some(peer) = pairs.partner(context.rank) {
        sequence.send(peer, at, bytes);
    }
}
