//! Reduction on two levels in one piece (Open MPI 5.0 `reduce_intra_simple` of HAN). Let i be the root's index among the ranks
//! of its host. First the ranks of each host reduce to the rank with index i on that host. Then the ranks with index i on all
//! hosts reduce to the root. Both reductions are blocking. Commutative operations only.

use crate::collectives::common::{Sequence, SingleBatch, bytes, commutes, operand, sub_call};
use crate::collectives::han::{balanced, of_root_index};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "han_simple",
    "On each host, then across hosts among the ranks of the root's index.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(|context| balanced(context).and_then(|()| commutes(context)));

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let is_root = context.rank == context.call.root;
    let of_host = if is_root { Loc::recv(0) } else { Loc::scratch(0) };
    let mut reduce = sub_call(context, Level::Host, Operation::Reduce, here.root_index_on_host);
    reduce.send = Some(operand(context));
    if !of_root_index(context) {
        batch.sub(reduce);
        return;
    }
    if !is_root {
        batch.scratch(bytes(context));
    }
    let mut sequence = Sequence::new(batch);
    (reduce.recv, reduce.in_place) = (Some(of_host), context.call.in_place);
    sequence.sub(reduce);
    let mut across = sub_call(context, Level::Peers, Operation::Reduce, here.root_peer);
    if is_root {
        (across.recv, across.in_place) = (Some(of_host), true);
    } else {
        across.send = Some(of_host);
    }
    sequence.sub(across);
}
