//! PIOsimHD's `GatherMPICH2`: the [binomial tree](super::binomial); messages have nothing beside the data.

use super::binomial;
use crate::collectives::common::always;
use crate::collectives::raw::Raw;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Gather,
    name: "piosim",
    doc: "The binomial tree, of messages without the library's protocol.",
    parameters: &[],
    precondition: always,
    build: |context, _| Raw::boxed(0, (binomial::ALGORITHM.build)(context, &[])),
};
