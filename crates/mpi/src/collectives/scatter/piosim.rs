//! PIOsimHD's `ScatterMPICH2`: the [binomial tree](super::binomial), with 20 bytes in each message beside the data. Each rank first
//! tells its parent that it is ready, by such a message without data; the parent serves one child after the other.

use super::binomial;
use crate::collectives::common::{SingleBatch, always};
use crate::collectives::raw::{ENVELOPE, Raw};
use crate::schedule::{Algorithm, Batch, Context};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Scatter,
    name: "piosim",
    doc: "The binomial tree, whose ranks say when they are ready, of messages without the library's protocol.",
    parameters: &[],
    precondition: always,
    build: |_, _| Raw::boxed(ENVELOPE, SingleBatch::boxed(emit)),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    binomial::emit(context, false, Some(0), batch);
}
