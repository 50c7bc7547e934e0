//! Allgather as a gather to rank 0 and then a broadcast of all blocks from rank 0 (Open MPI 5.0
//! `allgather_intra_basic_linear`). The gather and the broadcast each use the algorithm that is selected for them. With P ranks
//! and blocks of n bytes, n·(P−1) bytes reach rank 0.

use crate::collectives::common::{Sequence, SingleBatch, bytes, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Allgather, "linear", "A gather to rank 0, then a broadcast.", |_, _| {
        SingleBatch::boxed(emit)
    });

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let mut sequence = Sequence::new(batch);
    let mut gather = sub_call(context, Level::All, Operation::Gather, 0);
    let own = Loc::recv(bytes(context) * u64::from(context.rank));
    gather.send = Some(if context.call.in_place { own } else { Loc::send(0) });
    if context.rank == 0 {
        gather.recv = Some(Loc::recv(0));
        gather.in_place = context.call.in_place;
    }
    sequence.sub(gather);
    let mut bcast = sub_call(context, Level::All, Operation::Bcast, 0);
    bcast.recv = Some(Loc::recv(0));
    bcast.count *= u64::from(context.size);
    sequence.sub(bcast);
}
