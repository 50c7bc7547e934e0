//! The algorithm `measured`: the time of a collective operation comes from a table of measurements (module
//! `library::measured`), by number of ranks and by size. All ranks leave together, when this time has passed since the arrival
//! of the last rank.
//!
//! The size is the one that benchmarks state: the bytes of the message for a bcast, reduction or scan, and the bytes of one
//! block for other operations (the mean block if blocks differ). The simulator PEVPM draws times at random from measured
//! distributions (D. Grove, "Performance Modelling of Message-Passing Parallel Programs", thesis, University of Adelaide,
//! 2003); here the time is always the same.

use super::timed::{Delays, Timed, volumes};
use crate::schedule::{Algorithm, Context, Delay};
use ops::Operation;

/// The name in selection tables.
pub(crate) const NAME: &str = "measured";

/// The algorithm of an operation.
pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        NAME,
        "The time of the table [measured.OPERATION], from the last arrival, for all ranks alike.",
        |context, _| Timed::boxed(context, || Delays::from_iter([Delay::Measured { bytes: size(context) }])),
    )
}

fn size(context: &Context<'_>) -> u64 {
    let (sent, got) = volumes(context);
    match context.call.operation {
        Operation::Barrier
        | Operation::Bcast
        | Operation::Reduce
        | Operation::Allreduce
        | Operation::Scan
        | Operation::Exscan => sent,
        _ => sent.max(got) / u64::from(context.size),
    }
}
