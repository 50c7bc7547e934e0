//! PIOsimHD's `BarrierMPICH2`: the [`dissemination`] of messages of 20 bytes.

use super::dissemination;
use crate::collectives::common::always;
use crate::collectives::raw::{ENVELOPE, Raw};
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Barrier,
    name: "piosim",
    doc: "The dissemination, of messages without the library's protocol.",
    parameters: &[],
    precondition: always,
    build: |context, _| Raw::boxed(ENVELOPE, (dissemination::ALGORITHM.build)(context, &[2])),
};
