//! Reduction on two levels (SMP-aware; MPICH 4.3, ch4 composition `Reduce_intra_composition_alpha`): every host reduces to
//! its leader (the lowest rank of the host), the leaders reduce to rank 0, and rank 0 sends the result to the root. This
//! last message makes the steps before it the same for every root. For operations that are not commutative, the ranks of
//! each host must be consecutive.

use crate::collectives::common::{
    Sequence, SingleBatch, bytes, commutes_or_consecutive, hierarchical, operand, sub_call,
};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "smp_via_first",
    "On each host, among the leaders to rank 0, then to the root.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(|context| hierarchical(context).and_then(|()| commutes_or_consecutive(context)));

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let (alone, leads) = (here.ranks_on_host == 1, here.leads());
    let root = context.call.root;
    let is_root = context.rank == root;
    let bytes = bytes(context);
    batch.scratch(if leads && !is_root { 2 * bytes } else { 0 });
    let own_place = |second: bool| match (is_root, second) {
        (true, _) => Loc::recv(0),
        (false, false) => Loc::scratch(0),
        (false, true) => Loc::scratch(bytes),
    };
    let mut sequence = Sequence::new(batch);
    let mut at = operand(context);
    let reduce = |level, at: Loc, into: Option<Loc>| {
        let mut call = sub_call(context, level, Operation::Reduce, 0);
        call.send = Some(at);
        call.recv = into;
        call.in_place = into == Some(at);
        call
    };
    if !alone {
        let into = leads.then(|| own_place(false));
        sequence.sub(reduce(Level::Host, at, into));
        at = into.unwrap_or(at);
    }
    if leads {
        // A root that leads another host than the first keeps its part apart from the result to come.
        let into = (context.rank == 0).then(|| own_place(true));
        sequence.sub(reduce(Level::Leaders, at, into));
        at = into.unwrap_or(at);
    }
    if root != 0 {
        if context.rank == 0 {
            sequence.send(root, at, bytes);
        } else if is_root {
            sequence.recv(0, Loc::recv(0), bytes);
        }
    } else if is_root {
        sequence.copy(at, Loc::recv(0), bytes);
    }
}
