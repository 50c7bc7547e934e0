//! Allreduce by levels of the machine: a reduction to the first rank of each host, an allreduce among those, a
//! broadcast on each host (MPICH 4.3, ch4 composition `Allreduce_intra_composition_alpha`). One rank per host talks
//! to the network. For operations that do not commute the ranks of each host must be consecutive.

use crate::collectives::common::{Once, Sequence, commutative, needs_levels, operand, part};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "smp",
    doc: "Reduction on each host, allreduce among the hosts' first ranks, broadcast on each host.",
    parameters: &[],
    refuses: |context| {
        let reason = "the reduction does not commute and ranks are not consecutive on each host";
        needs_levels(context).or_else(|| (!commutative(context) && !context.locality.consecutive).then_some(reason))
    },
    build: |_, _| Once::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let (alone, leads) = (here.node_size == 1, here.node_rank == 0);
    let result = Loc::recv(0);
    let mut sequence = Sequence::new(batch);
    if !alone {
        let mut reduce = part(context, Level::Node, Operation::Reduce, 0);
        reduce.send = Some(operand(context));
        if leads {
            reduce.recv = Some(result);
            reduce.in_place = context.call.in_place;
        }
        sequence.sub(reduce);
    }
    if leads {
        let mut among = part(context, Level::Leaders, Operation::Allreduce, 0);
        among.in_place = !alone || context.call.in_place;
        among.send = (!among.in_place).then_some(Loc::send(0));
        among.recv = Some(result);
        sequence.sub(among);
    }
    if !alone {
        let mut bcast = part(context, Level::Node, Operation::Bcast, 0);
        bcast.recv = Some(result);
        sequence.sub(bcast);
    }
}
