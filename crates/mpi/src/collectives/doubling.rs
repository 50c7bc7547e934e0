//! Recursive doubling for any number of ranks (Open MPI 5.0 `bcast_intra_scatter_allgather`, after MPICH's allgather).
//!
//! In round i neighbouring groups of 2^i ranks exchange all data that they have: each rank exchanges with the rank 2^i away in
//! the other group. The last group may be incomplete. Then some ranks of the group before it have no partner; they get the last
//! group's data from ranks of their own group that have a partner.

use super::common::Sequence;
use crate::schedule::Loc;

/// A round of rank `own` of `size`: an exchange with the rank `mask` away, then what ranks without one need. `range` is where
/// the parts of so many ranks from one on lie, `rank` the rank in the communicator.
pub(super) fn round(
    sequence: &mut Sequence<'_>,
    (own, size, mask): (u32, u32, u32),
    range: impl Fn(u32, u32) -> (Loc, u64),
    rank: impl Fn(u32) -> u32,
) {
    let group = own & !(mask - 1);
    let (peer, other) = (own ^ mask, group ^ mask);
    if peer < size {
        let ((from, send_bytes), (into, recv_bytes)) = (range(group, mask), range(other, mask));
        sequence.send_recv((rank(peer), from, send_bytes), (rank(peer), into, recv_bytes));
    }
    // The other group is the last one and not whole: only the first of this one have heard from it.
    if other < size && other + mask > size {
        let heard = size - other;
        let (at, bytes) = range(other, mask);
        let mut distance = mask / 2;
        while distance > 0 {
            let (partner, half) = (own ^ distance, own & !(2 * distance - 1));
            let (low, high) = (own.min(partner), own.max(partner));
            if low < half + heard && high >= half + heard {
                if own == low {
                    sequence.send(rank(partner), at, bytes);
                } else {
                    sequence.recv(rank(partner), at, bytes);
                }
            }
            distance /= 2;
        }
    }
}
