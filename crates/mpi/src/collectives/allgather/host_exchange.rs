//! The first phase of STAR-MPI's two-level allgathers: a rank copies its own block, then exchanges blocks with all other ranks
//! of its host, one round for each of them. In round i, the rank sends its block to the rank i after it on the host
//! (cyclically), and receives the block of the rank i before it.

use super::own::{copy_own, own};
use crate::collectives::common::{Sequence, bytes};
use crate::schedule::{Batch, Context, Loc};

/// Appends a round: 0 is the copy. Returns whether there are more.
pub(super) fn round(context: &Context<'_>, round: u32, batch: &mut Batch) -> bool {
    let here = context.locality;
    let (index, ranks, block) = (here.index_on_host, here.ranks_on_host, bytes(context));
    if round == 0 {
        copy_own(context, batch);
    } else {
        let to = here.leader + (index + round) % ranks;
        let from = here.leader + (index + ranks - round) % ranks;
        let into = Loc::recv(block * u64::from(from));
        Sequence::new(batch).send_recv((to, own(context), block), (from, into, block));
    }
    round + 1 < ranks
}

/// The place of the blocks of all ranks of the host that is so many places before this one, and their bytes.
pub(super) fn of_host(context: &Context<'_>, before: u32) -> (Loc, u64) {
    let here = context.locality;
    let bytes = bytes(context) * u64::from(here.ranks_on_host);
    let host = (here.host + here.hosts - before) % here.hosts;
    (Loc::recv(bytes * u64::from(host)), bytes)
}
