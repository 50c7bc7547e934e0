//! Broadcast by PIOsimHD's `BroadcastScatterGatherall`: the [scatter and ring](super::scatter_ring_allgather). In the scatter
//! each rank first tells its parent that it is ready, by a message of 20 bytes; in the ring each message has 20 bytes beside
//! the data.

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
