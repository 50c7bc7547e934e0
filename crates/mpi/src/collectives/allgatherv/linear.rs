//! Allgatherv as a gatherv to rank 0 and a broadcast of all blocks as one element, each by the algorithm selected for it
//! (Open MPI 5.0 `allgatherv_intra_basic_default`). All bytes reach rank 0.

use super::packing::{PackedBlocks, blocks};
use crate::collectives::allgather::own::{in_recv, own};
use crate::collectives::common::{Sequence, SingleBatch, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Allgatherv, "linear", "A gatherv to rank 0, then a broadcast.", |_, _| {
        SingleBatch::boxed(emit)
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
    let all = |sequence: &mut Sequence<'_>, packing: bool| {
        for rank in 0..context.size {
            let ((place, bytes), packed) = (in_recv(context, rank), Loc::scratch(packed.range(rank, 1).0));
            let (from, to) = if packing { (place, packed) } else { (packed, place) };
            sequence.copy(from, to, bytes);
        }
    };
    if !packed.contiguous && context.rank == 0 {
        all(&mut sequence, true);
    }
    let mut bcast = sub_call(context, Level::All, Operation::Bcast, 0);
    bcast.recv = Some(if packed.contiguous { Loc::recv(0) } else { Loc::scratch(0) });
    (bcast.count, bcast.element_bytes) = (1, packed.total());
    sequence.sub(bcast);
    if !packed.contiguous && context.rank > 0 {
        all(&mut sequence, false);
    }
}
