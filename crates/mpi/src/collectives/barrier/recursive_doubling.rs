//! Barrier by recursive doubling (Open MPI 5.0 `barrier_intra_recursivedoubling`, whose last sends are synchronous;
//! here they are standard sends).
//!
//! Let 2^k be the largest power of two that is at most P, the number of ranks. Each rank from 2^k on signals to the rank 2^k
//! before it, and waits for the answer of that rank at the end. In between, the first 2^k ranks exchange signals with the ranks
//! at distance 1, 2, 4, …. There are k rounds, and two more if P is not a power of two.

use crate::collectives::common::{Sequence, SingleBatch, floor_power_of_two};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Barrier, "recursive_doubling", "Exchange of signals at doubling distances.", |_, _| {
        SingleBatch::boxed(emit)
    });

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let (rank, size, nothing) = (context.rank, context.size, Loc::scratch(0));
    let within = floor_power_of_two(size);
    let mut sequence = Sequence::new(batch);
    if rank >= within {
        sequence.send_recv((rank - within, nothing, 0), (rank - within, nothing, 0));
        return;
    }
    let above = Some(rank + within).filter(|&above| above < size);
    if let Some(above) = above {
        sequence.recv(above, nothing, 0);
    }
    for bit in 0..within.ilog2() {
        let peer = rank ^ (1 << bit);
        sequence.send_recv((peer, nothing, 0), (peer, nothing, 0));
    }
    if let Some(above) = above {
        sequence.send(above, nothing, 0);
    }
}
