//! Reduction by levels of the machine to rank 0, which sends the result to the root: on every host to its first
//! rank, among those to the first, then to the root (MPICH 4.3, ch4 composition `Reduce_intra_composition_alpha`).
//! Every host does the same whoever is the root, at the price of one message. For operations that do not commute the
//! ranks of each host must be consecutive.

use crate::collectives::common::{Once, Sequence, bytes, commutative, needs_levels, operand, part};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Reduce,
    name: "smp_via_first",
    doc: "On each host, among the hosts' first ranks to rank 0, then to the root.",
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
        let mut call = part(context, level, Operation::Reduce, 0);
        call.send = Some(at);
        call.recv = into;
        call.in_place = into == Some(at);
        call
    };
    if !alone {
        let into = leads.then(|| own_place(false));
        sequence.sub(reduce(Level::Node, at, into));
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
