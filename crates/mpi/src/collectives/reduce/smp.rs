//! Reduction on two levels (SMP-aware; MPICH 4.3, ch4 composition `Reduce_intra_composition_beta`): every host except the
//! root's host reduces to its leader (the lowest rank of the host). The leaders reduce to the leader of the root's host,
//! and the root's host reduces to the root. Commutative operations only.

use crate::collectives::common::{Sequence, SingleBatch, bytes, commutes, hierarchical, operand, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "smp",
    "On each host but the root's, among the leaders, then on the root's host.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(|context| hierarchical(context).and_then(|()| commutes(context)));

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let (alone, leads) = (here.ranks_on_host == 1, here.leads());
    let at_home = here.host == here.root_host;
    let is_root = context.rank == context.call.root;
    batch.scratch(if leads { bytes(context) } else { 0 });
    let mut sequence = Sequence::new(batch);
    let mut at = operand(context);
    if !at_home && !alone {
        let mut reduce = sub_call(context, Level::Host, Operation::Reduce, 0);
        reduce.send = Some(at);
        if leads {
            reduce.recv = Some(Loc::scratch(0));
            at = Loc::scratch(0);
        }
        sequence.sub(reduce);
    }
    if leads {
        let mut among = sub_call(context, Level::Leaders, Operation::Reduce, here.root_host);
        among.send = Some(at);
        if at_home {
            at = if is_root { Loc::recv(0) } else { Loc::scratch(0) };
            among.recv = Some(at);
            among.in_place = is_root && context.call.in_place;
        }
        sequence.sub(among);
    }
    if at_home && !alone {
        let mut reduce = sub_call(context, Level::Host, Operation::Reduce, here.root_index_on_host);
        reduce.send = Some(at);
        if is_root {
            reduce.recv = Some(Loc::recv(0));
            reduce.in_place = at == Loc::recv(0);
        }
        sequence.sub(reduce);
    }
}
