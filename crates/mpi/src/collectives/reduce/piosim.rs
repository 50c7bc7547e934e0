//! Reduction by PIOsimHD's `ReduceScatterGatherMPICH2`: [reduce-scatter and gather](super::reduce_scatter_gather). In the
//! recursive halving each message has an envelope of 20 bytes in addition to the data; messages of the gather have no envelope.
//! Reducing an operand takes one CPU cycle per byte.
//!
//! If the number of ranks is not a power of two, PIOsimHD drops data; Windtunnel follows MPICH's algorithm instead.

use super::reduce_scatter_gather::ReduceScatterGather;
use crate::collectives::common::commutes;
use crate::collectives::raw::{ENVELOPE, Raw, charge_reductions};
use crate::schedule::{Algorithm, Batch, Context, Generator, Next, Transport};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "piosim",
    "Reduce-scatter by recursive halving, gather up a binomial tree, of messages without the library's protocol.",
    |context, _| Raw::boxed(ENVELOPE, Box::new(HalvingGather(ReduceScatterGather::new(context)))),
)
.requires(commutes);

struct HalvingGather(ReduceScatterGather);

impl Generator for HalvingGather {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if !self.0.reduces() {
            batch.transport = Transport::Raw(0);
        }
        let next = self.0.resume(context, batch);
        charge_reductions(context, batch);
        next
    }
}
