//! Broadcast as in PIOsimHD's `BroadcastScatterGatherall`: a [scatter, then an allgather around a
//! ring](super::scatter_ring_allgather). It differs from `scatter_ring_allgather` in three things. Messages bypass the MPI
//! library's protocol. In the scatter each rank first tells its parent by a message of 20 bytes that it is ready. In the ring
//! each message is 20 bytes longer than its data.

use super::scatter_ring_allgather::Ring;
use crate::collectives::raw::{ENVELOPE, Raw};
use crate::schedule::{Algorithm, Batch, Context, Generator, Next, Transport};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Bcast,
    "piosim",
    "Scatter down a binomial tree, whose ranks say when they are ready, then allgather around a ring, of messages \
          without the library's protocol.",
    |_, _| {
        Raw::boxed(ENVELOPE, Box::new(ScatterRing(Ring { round: 0, elements: false, ready: Some(ENVELOPE.into()) })))
    },
);

struct ScatterRing(Ring);

impl Generator for ScatterRing {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if self.0.round == 0 {
            batch.transport = Transport::Raw(0);
        }
        self.0.resume(context, batch)
    }
}
