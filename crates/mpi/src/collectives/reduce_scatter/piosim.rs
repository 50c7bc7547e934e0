//! Reduce-scatter by PIOsimHD's `ReduceScatterPowerOfTwo`, that is, [recursive halving](super::recursive_halving). Each message
//! has an envelope of 20 bytes besides the data, and a reduction takes one cycle per byte. In spite of the algorithm's name,
//! PIOsimHD uses it for any number of ranks.

use super::recursive_halving;
use crate::collectives::common::commutes;
use crate::collectives::raw::{ENVELOPE, Raw, charge_reductions};
use crate::schedule::{Algorithm, Batch, Context, Generator, Next};
use ops::Operation;

/// The algorithm for blocks of any length, or of equal length.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        "piosim",
        "Recursive halving, of messages without the library's protocol.",
        |context, _| {
            let halving = (recursive_halving::algorithm(Operation::ReduceScatter).build)(context, &[]);
            Raw::boxed(ENVELOPE, Box::new(Charged(halving)))
        },
    )
    .requires(commutes)
}

struct Charged(Box<dyn Generator>);

impl Generator for Charged {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let next = self.0.resume(context, batch);
        charge_reductions(context, batch);
        next
    }
}
