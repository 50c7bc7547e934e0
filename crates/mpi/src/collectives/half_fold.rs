//! The first steps of Rabenseifner's algorithms as in Open MPI (5.0 `allreduce_intra_redscat_allgather`,
//! `reduce_intra_redscat_gather`): reduces the number of active ranks to a power of two, and then performs a reduce-scatter by
//! recursive halving.
//!
//! Let the number of ranks be 2^k + r, with r < 2^k. The first 2·r ranks pair up. The ranks of a pair swap halves of the
//! message, and each reduces one half. Then the odd rank sends its reduced half to the even rank and takes no further part. In
//! each step of the halving, a rank divides the elements that it still has into two halves, keeps one half, and sends the other
//! half to its partner. (MPICH cuts at the boundaries of equal pieces instead.) Commutative operations only.

use super::common::Sequence;
use super::fold::Fold;
use crate::schedule::{Context, Loc};
use smallvec::SmallVec;

/// A range of the message: its first element, and how many.
pub(super) type Range = (u64, u64);

/// A step of the halving: the range that stays, and the one that is given to the partner.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) distance: u32,
    pub(super) kept: Range,
    pub(super) given: Range,
}

/// The steps of a number among `numbers`.
pub(super) fn steps(count: u64, numbers: u32, number: u32) -> SmallVec<[Step; 12]> {
    let mut window = (0, count);
    let distances = (0..numbers.ilog2()).map(|bit| 1 << bit);
    distances
        .map(|distance| {
            let half = window.1 / 2;
            let (low, high) = ((window.0, half), (window.0 + half, window.1 - half));
            let (kept, given) = if number & distance == 0 { (low, high) } else { (high, low) };
            window = kept;
            Step { distance, kept, given }
        })
        .collect()
}

/// A range of the message in a buffer, and its bytes.
pub(super) fn bytes_of(context: &Context<'_>, at: Loc, range: Range) -> (Loc, u64) {
    let element = context.call.element_bytes;
    (at.plus(range.0 * element), range.1 * element)
}

/// Appends the fold of what is in `at`; `spare` has as much memory.
pub(super) fn fold(context: &Context<'_>, fold: Fold, sequence: &mut Sequence<'_>, at: Loc, spare: Loc) {
    let Some(peer) = fold.partner(context.rank) else { return };
    let count = context.call.count;
    let half = count / 2;
    let (low, high) = ((0, half), (half, count - half));
    let stays = fold.number(context.rank).is_some();
    let (kept, given) = if stays { (low, high) } else { (high, low) };
    swap(context, sequence, peer, Step { distance: 1, kept, given }, at, spare);
    let (place, bytes) = bytes_of(context, at, high);
    if stays {
        sequence.recv(peer, place, bytes);
    } else {
        sequence.send(peer, place, bytes);
    }
}

/// Appends the halving.
pub(super) fn halve(context: &Context<'_>, fold: Fold, sequence: &mut Sequence<'_>, at: Loc, spare: Loc) {
    let Some(number) = fold.number(context.rank) else { return };
    for step in steps(context.call.count, fold.count, number) {
        swap(context, sequence, fold.rank(number ^ step.distance), step, at, spare);
    }
}

fn swap(context: &Context<'_>, sequence: &mut Sequence<'_>, peer: u32, step: Step, at: Loc, spare: Loc) {
    let (from, send_bytes) = bytes_of(context, at, step.given);
    let (into, recv_bytes) = bytes_of(context, spare, step.kept);
    sequence.send_recv((peer, from, send_bytes), (peer, into, recv_bytes));
    sequence.reduce(into, bytes_of(context, at, step.kept).0, step.kept.1);
}
