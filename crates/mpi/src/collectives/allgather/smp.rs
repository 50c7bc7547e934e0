//! Allgather on two levels (SMP-aware; SMPI 3.32 `mvapich2_smp`): a gather on each host, an allgather of the hosts' blocks among
//! leaders, a broadcast of all on each host. Ranks are consecutive, and equally many on each host.

use super::own::own;
use crate::collectives::common::{Sequence, SingleBatch, bytes, hierarchical, require, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc, Precondition};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allgather,
    name: "smp",
    doc: "Gather on each host, allgather among the leaders, broadcast on each host.",
    parameters: &[],
    precondition: |context| hierarchical(context).and_then(|()| equal_hosts(context)),
    build: |_, _| SingleBatch::boxed(emit),
};

fn equal_hosts(context: &Context<'_>) -> Precondition {
    let here = &context.locality;
    let equal = u64::from(here.hosts) * u64::from(here.ranks_per_host_max) == u64::from(context.size);
    require(equal && here.consecutive, "the ranks of each host are not consecutive and equally many")
}

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let block = bytes(context);
    let of_host = Loc::recv(block * u64::from(here.leader));
    let leads = here.index_on_host == 0;
    let mut sequence = Sequence::new(batch);
    let mut gather = sub_call(context, Level::Host, Operation::Gather, 0);
    gather.send = Some(own(context));
    if leads {
        gather.recv = Some(of_host);
        gather.in_place = context.call.in_place;
    }
    sequence.sub(gather);
    if leads {
        let mut among = sub_call(context, Level::Leaders, Operation::Allgather, 0);
        among.count *= u64::from(here.ranks_on_host);
        among.recv = Some(Loc::recv(0));
        among.in_place = true;
        sequence.sub(among);
    }
    let mut bcast = sub_call(context, Level::Host, Operation::Bcast, 0);
    bcast.recv = Some(Loc::recv(0));
    bcast.count *= u64::from(context.size);
    sequence.sub(bcast);
}
