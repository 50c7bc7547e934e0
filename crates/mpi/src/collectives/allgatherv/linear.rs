//! Allgatherv in two steps: a gatherv to rank 0, then a broadcast of all blocks as one element of a derived datatype (Open
//! MPI 5.0 `allgatherv_intra_basic_default`). Each step uses the algorithm selected for its operation. Rank 0 receives all
//! blocks.
//!
//! In a second algorithm, `binomial`, the first step is a gather up a binomial tree. This is possible because all ranks
//! know the lengths of all blocks. Judging by its times, Cray MPICH seems to use this algorithm for short messages.

use super::packing::{PackedBlocks, blocks};
use crate::collectives::allgather::own::{in_recv, own};
use crate::collectives::common::{Sequence, SingleBatch, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Allgatherv, "linear", "A gatherv to rank 0, then a broadcast.", |_, _| {
        SingleBatch::boxed(emit)
    });

pub(super) const BINOMIAL: Algorithm =
    Algorithm::new(Operation::Allgatherv, "binomial", "Up a binomial tree to rank 0, then a broadcast.", |_, _| {
        SingleBatch::boxed(emit_binomial)
    });

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let packed = PackedBlocks::new(context, 0);
    if !packed.contiguous {
        batch.scratch(packed.total());
    }
    let mut sequence = Sequence::new(batch);
    let mut gatherv = sub_call(context, Level::All, Operation::Gatherv, 0);
    gatherv.send = Some(own(context));
    gatherv.own_bytes = in_recv(context, context.rank).1;
    if context.rank == 0 {
        gatherv.recv = Some(Loc::recv(0));
        gatherv.in_place = context.call.in_place;
        gatherv.vectors = Some(Box::new(blocks(context).clone()));
    }
    sequence.sub(gatherv);
    if !packed.contiguous && context.rank == 0 {
        move_all(context, &packed, &mut sequence, true);
    }
    broadcast(context, &packed, &mut sequence);
    if !packed.contiguous && context.rank > 0 {
        move_all(context, &packed, &mut sequence, false);
    }
}

fn emit_binomial(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let packed = PackedBlocks::new(context, 0);
    if !packed.contiguous {
        batch.scratch(packed.total());
    }
    let at = |place| if packed.contiguous { Loc::recv(place) } else { Loc::scratch(place) };
    let (rank, size) = (context.rank, context.size);
    let mut sequence = Sequence::new(batch);
    let (place, bytes) = packed.range(rank, 1);
    sequence.copy(own(context), at(place), bytes);
    // The blocks of a subtree, which are those of the ranks after its root, are one message.
    let mut bit = 1;
    while bit < size && rank & bit == 0 {
        let child = rank + bit;
        if child < size {
            let (place, bytes) = packed.range(child, bit.min(size - child));
            let vertex = sequence.batch.recv(child, 0, at(place), bytes);
            sequence.then(vertex);
        }
        bit *= 2;
    }
    if rank > 0 {
        let (place, bytes) = packed.range(rank, bit.min(size - rank));
        let vertex = sequence.batch.send(rank - bit, 0, at(place), bytes);
        sequence.then(vertex);
    }
    broadcast(context, &packed, &mut sequence);
    if !packed.contiguous {
        move_all(context, &packed, &mut sequence, false);
    }
}

/// Copies all blocks from the receive buffer to where they lie one after the other, or back.
fn move_all(context: &Context<'_>, packed: &PackedBlocks, sequence: &mut Sequence<'_>, packing: bool) {
    sequence.copy_blocks((0..context.size).map(|rank| {
        let ((place, bytes), packed) = (in_recv(context, rank), Loc::scratch(packed.range(rank, 1).0));
        let (from, to) = if packing { (place, packed) } else { (packed, place) };
        (from, to, bytes)
    }));
}

fn broadcast(context: &Context<'_>, packed: &PackedBlocks, sequence: &mut Sequence<'_>) {
    let mut bcast = sub_call(context, Level::All, Operation::Bcast, 0);
    bcast.recv = Some(if packed.contiguous { Loc::recv(0) } else { Loc::scratch(0) });
    (bcast.count, bcast.element_bytes) = (1, packed.total());
    sequence.sub(bcast);
}
