//! Prefix reduction on two levels (SMP-aware; MPICH 4.3 `scan_intra_smp`). The ranks of each host must be consecutive; the
//! first rank of a host is its leader, and only leaders send messages over the network.
//!
//! First, the ranks of each host do a scan, and the last rank of the host sends its result, the reduction over the host, to the
//! leader. Second, the leaders do a scan of these reductions. Third, each leader sends its result to the leader of the next
//! host. That leader broadcasts the result on its host, where every rank adds it to its own prefix.

use crate::collectives::common::{Sequence, SingleBatch, bytes, hierarchical, operand, require, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Scan,
    "smp",
    "Scan on each host, scan among the leaders, whose result is applied on the next host.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(|context| {
    let consecutive = context.locality.consecutive;
    hierarchical(context).and_then(|()| require(consecutive, "ranks are not consecutive on each host"))
});

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let bytes = bytes(context);
    let (alone, leads) = (here.ranks_on_host == 1, here.leads());
    let result = Loc::recv(0);
    // What the hosts before this one come to; and what this host, and all up to it, come to.
    let (earlier, own_host, up_to_here) = (Loc::scratch(0), Loc::scratch(bytes), Loc::scratch(2 * bytes));
    batch.scratch(if leads { 3 * bytes } else { bytes });
    let mut sequence = Sequence::new(batch);
    if alone {
        sequence.copy(operand(context), result, bytes);
    } else {
        let mut scan = sub_call(context, Level::Host, Operation::Scan, 0);
        scan.in_place = context.call.in_place;
        scan.send = (!scan.in_place).then_some(Loc::send(0));
        scan.recv = Some(result);
        sequence.sub(scan);
    }
    if !leads && here.index_on_host + 1 == here.ranks_on_host {
        sequence.send(here.leader, result, bytes);
    }
    if leads {
        if !alone {
            sequence.recv(context.rank + here.ranks_on_host - 1, own_host, bytes);
        }
        let mut scan = sub_call(context, Level::Leaders, Operation::Scan, 0);
        scan.send = Some(if alone { result } else { own_host });
        scan.recv = Some(up_to_here);
        sequence.sub(scan);
        if here.host + 1 < here.hosts {
            sequence.send(context.rank + here.ranks_on_host, up_to_here, bytes);
        }
        if here.host > 0 {
            sequence.recv(here.previous_leader, earlier, bytes);
        }
    }
    if here.host > 0 {
        if !alone {
            let mut bcast = sub_call(context, Level::Host, Operation::Bcast, 0);
            bcast.recv = Some(earlier);
            sequence.sub(bcast);
        }
        sequence.reduce(earlier, result, context.call.count);
    }
}
