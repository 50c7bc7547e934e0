//! Gather and scatter on two levels (Open MPI 5.0, component HAN: `gather_intra_simple`, `scatter_intra`). Each host has a
//! representative: if the root is the i-th rank of its host, the i-th rank of each host. A gather first collects the blocks of
//! each host at its representative; then the representatives gather to the root, with all blocks of a host as one block. A
//! scatter does the same in the opposite direction. If the ranks of each host are not consecutive, the root reorders the
//! blocks.

use super::direction::Direction;
use crate::collectives::common::{Sequence, SingleBatch, bytes, sub_call};
use crate::collectives::han::{balanced, host_bytes, in_up_order, of_root_index, reorder};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc, SubCall};
use ops::Operation;

pub(in crate::collectives) const GATHER: Algorithm = Algorithm::new(
    Operation::Gather,
    "han",
    "On each host to its rank of the root's index, then across hosts among those.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(balanced);

pub(in crate::collectives) const SCATTER: Algorithm = Algorithm::new(
    Operation::Scatter,
    "han",
    "Across hosts among the ranks of the root's index, then on each host.",
    |_, _| SingleBatch::boxed(emit),
)
.requires(balanced);

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let (here, call) = (context.locality, context.call);
    let (operation, direction) = (call.operation, Direction::of(call.operation));
    let (is_root, up) = (context.rank == call.root, of_root_index(context));
    let in_order = here.consecutive || !is_root;
    let (of_host, ordered) = (Loc::scratch(0), Loc::scratch(host_bytes(context)));
    if up {
        batch.scratch(host_bytes(context) * if in_order { 1 } else { 1 + u64::from(here.hosts) });
    }
    // The blocks of a level come together at its root.
    let part = |level, root, all: Option<Loc>, own: Loc| {
        let call = sub_call(context, level, operation, root);
        match direction {
            Direction::ToRoot => SubCall { send: Some(own), recv: all, ..call },
            Direction::FromRoot => SubCall { send: all, recv: Some(own), ..call },
        }
    };
    let own = match direction {
        Direction::ToRoot if is_root && call.in_place => Loc::recv(bytes(context) * u64::from(context.rank)),
        _ => direction.own(),
    };
    let mut on_host = part(Level::Host, here.root_index_on_host, up.then_some(of_host), own);
    on_host.in_place = direction == Direction::FromRoot && is_root && call.in_place;
    let mut sequence = Sequence::new(batch);
    let across = |sequence: &mut Sequence<'_>| {
        let all = if in_order { direction.all() } else { ordered };
        let mut across = part(Level::Peers, here.root_peer, is_root.then_some(all), of_host);
        across.count *= u64::from(here.ranks_on_host);
        sequence.sub(across);
    };
    let put_in_order = |sequence: &mut Sequence<'_>| {
        if !in_order {
            let ranks = in_up_order(context, here.root_index_on_host);
            let to_ranks = direction == Direction::ToRoot;
            reorder(context, sequence, &ranks, (direction.all(), ordered), to_ranks);
        }
    };
    match direction {
        Direction::ToRoot => {
            sequence.sub(on_host);
            if up {
                across(&mut sequence);
                put_in_order(&mut sequence);
            }
        }
        Direction::FromRoot => {
            if up {
                put_in_order(&mut sequence);
                across(&mut sequence);
            }
            sequence.sub(on_host);
        }
    }
}
