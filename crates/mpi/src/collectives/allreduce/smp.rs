//! Allreduce on two levels (SMP-aware): a reduction to the leader of each host, an allreduce among those, a
//! broadcast on each host (MPICH 4.3, ch4 composition `Allreduce_intra_composition_alpha`). One rank per host talks
//! to the network. For operations that are not commutative the ranks of each host must be consecutive.

use crate::collectives::common::{Sequence, SingleBatch, commutes_or_consecutive, hierarchical, operand, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "smp",
    doc: "Reduction on each host, allreduce among the leaders, broadcast on each host.",
    parameters: &[],
    precondition: |context| hierarchical(context).and_then(|()| commutes_or_consecutive(context)),
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let (alone, leads) = (here.ranks_on_host == 1, here.index_on_host == 0);
    let result = Loc::recv(0);
    let mut sequence = Sequence::new(batch);
    if !alone {
        let mut reduce = sub_call(context, Level::Host, Operation::Reduce, 0);
        reduce.send = Some(operand(context));
        if leads {
            reduce.recv = Some(result);
            reduce.in_place = context.call.in_place;
        }
        sequence.sub(reduce);
    }
    if leads {
        let mut among = sub_call(context, Level::Leaders, Operation::Allreduce, 0);
        among.in_place = !alone || context.call.in_place;
        among.send = (!among.in_place).then_some(Loc::send(0));
        among.recv = Some(result);
        sequence.sub(among);
    }
    if !alone {
        let mut bcast = sub_call(context, Level::Host, Operation::Bcast, 0);
        bcast.recv = Some(result);
        sequence.sub(bcast);
    }
}
