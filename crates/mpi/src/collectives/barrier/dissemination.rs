//! Dissemination barrier (D. Hensgen, R. Finkel, U. Manber, "Two algorithms for barrier synchronization", 1988),
//! with any radix k; MPICH 4's `k_dissemination`, k = 2 by default; Open MPI 5.0's
//! `barrier_intra_bruck`, k = 2.
//!
//! In round i = 0, 1, … every rank signals to the ranks j·k^i after it (j = 1 … k−1), and receives from the ranks at the same
//! distances before it, cyclically. Where the distances wrap around, a rank may get two signals from the same rank, as in
//! MPICH. With P ranks (k is at most P) there are ⌈log_k P⌉ rounds. In each, a rank sends k−1 empty messages, fewer if one
//! would go to the rank itself.

use crate::collectives::raw::{ENVELOPE, Raw};
use crate::schedule::{Algorithm, Batch, Loc, Next, Steps};
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Barrier,
    "dissemination",
    "Every rank exchanges signals with ranks at growing distances.",
    |_, parameters| {
        let radix = u32::try_from(parameters[0]).unwrap_or(u32::MAX).max(2);
        Box::new(Steps { state: [radix, 1], resume })
    },
)
.with(&[Parameter::with_default(
    "k",
    ParameterKind::Between(2, u64::MAX),
    "2",
    "",
    "the radix: k-1 messages a round",
)]);

/// PIOsimHD's `BarrierMPICH2`: the dissemination of messages of 20 bytes.
pub(super) const PIOSIM: Algorithm = Algorithm::new(
    Operation::Barrier,
    "piosim",
    "The dissemination, of messages without the library's protocol.",
    |context, _| Raw::boxed(ENVELOPE, (ALGORITHM.build)(context, &[2])),
);

fn resume([radix, distance]: &mut [u32; 2], (rank, size): (u32, u32), batch: &mut Batch) -> Next {
    if *distance >= size {
        return Next::Last;
    }
    let steps = |j: u32| (u64::from(j) * u64::from(*distance) % u64::from(size)) as u32;
    let peers = (1..size.min(*radix)).map(steps).filter(|&steps| steps > 0);
    let after = |steps: u32| ((u64::from(rank) + u64::from(steps)) % u64::from(size)) as u32;
    for steps in peers.clone() {
        batch.recv(after(size - steps), 0, Loc::scratch(0), 0);
    }
    for steps in peers {
        batch.send(after(steps), 0, Loc::scratch(0), 0);
    }
    *distance = distance.saturating_mul(size.min(*radix));
    if *distance < size { Next::More } else { Next::Last }
}
