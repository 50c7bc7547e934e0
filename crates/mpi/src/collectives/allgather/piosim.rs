//! PIOsimHD's `AllgatherMPICH2`: the [`ring`], with 20 bytes in each message beside the data.

use super::ring;
use crate::collectives::common::always;
use crate::collectives::raw::{ENVELOPE, Raw};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allgather,
    name: "piosim",
    doc: "The ring, of messages without the library's protocol.",
    parameters: &[],
    precondition: always,
    build: |context, _| Raw::boxed(ENVELOPE, (ring::ALGORITHM.build)(context, &[])),
};
