//! Allgather on two levels (Open MPI 5.0 `allgather_intra` of HAN). Each host first gathers the blocks of its ranks at its
//! leader (the lowest rank of the host). The leaders of all hosts then exchange the hosts' blocks by an allgather. Finally each
//! leader broadcasts all blocks on its host. Where the ranks of a host are not consecutive, the leaders reorder the blocks
//! before that broadcast.

use super::own::own;
use crate::collectives::common::{Sequence, SingleBatch, bytes, sub_call};
use crate::collectives::han::{balanced, host_bytes, reorder};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc, SubCall};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "han",
    "Gather on each host, allgather among the leaders, broadcast on each host.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(balanced);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let leads = here.leads();
    let mut sequence = Sequence::new(batch);
    let mut gather = sub_call(context, Level::Host, Operation::Gather, 0);
    gather.send = Some(own(context));
    if leads {
        lead(context, &mut sequence, gather);
    } else {
        sequence.sub(gather);
    }
    let mut bcast = sub_call(context, Level::Host, Operation::Bcast, 0);
    bcast.recv = Some(Loc::recv(0));
    bcast.count *= u64::from(context.size);
    sequence.sub(bcast);
}

/// The gather, and what leaders do among themselves.
fn lead(context: &Context<'_>, sequence: &mut Sequence<'_>, mut gather: SubCall) {
    let here = context.locality;
    let (of_host, ordered) = (Loc::scratch(0), Loc::scratch(host_bytes(context)));
    sequence.batch.scratch(host_bytes(context) * if here.consecutive { 1 } else { 1 + u64::from(here.hosts) });
    gather.recv = Some(of_host);
    if context.call.in_place {
        sequence.copy(own(context), of_host, bytes(context));
        gather.in_place = true;
    }
    sequence.sub(gather);
    let mut across = sub_call(context, Level::Peers, Operation::Allgather, 0);
    across.count *= u64::from(here.ranks_on_host);
    across.send = Some(of_host);
    across.recv = Some(if here.consecutive { Loc::recv(0) } else { ordered });
    sequence.sub(across);
    if !here.consecutive {
        reorder(context, sequence, context.by_host, (Loc::recv(0), ordered), true);
    }
}
