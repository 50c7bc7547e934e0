//! Motifs: communication patterns with parameters, generated on the fly.
//!
//! A motif posts exactly what a program of the same calls would, so that both take the same simulated time. It has
//! no trace file and no stack: a rank is a few bytes, and a million ranks are no problem.

mod alltoall;
mod halo3d;
mod parameter;
mod ping;

pub use parameter::{MotifError, Parameter, Values};

use crate::nearest;
use ops::{Buffer, CollectiveCall, Operation, RankDriver};

/// Makes the driver of a motif for so many ranks.
pub type Build = fn(ranks: u32, values: &Values) -> Result<Box<dyn RankDriver>, MotifError>;

/// A motif, as a value in [`MOTIFS`].
pub struct Motif {
    /// The name on the command line: `halo3d`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// What can be set, in the order of the documentation.
    pub parameters: &'static [Parameter],
    /// Makes the driver of so many ranks.
    pub build: Build,
}

/// All motifs.
pub const MOTIFS: &[Motif] = &[halo3d::MOTIF, alltoall::MOTIF, ping::MOTIF];

/// Makes the driver of a motif from its name and `key=value` settings.
pub fn build(name: &str, ranks: u32, settings: &[String]) -> Result<Box<dyn RankDriver>, MotifError> {
    let motif = MOTIFS.iter().find(|motif| motif.name == name).ok_or_else(|| MotifError::UnknownMotif {
        found: name.into(),
        nearest: nearest(name, MOTIFS.iter().map(|motif| motif.name)),
    })?;
    if ranks == 0 {
        return Err(MotifError::NoRanks);
    }
    let values = Values::parse(motif, settings)?;
    (motif.build)(ranks, &values)
}

/// A collective call without a root or a reduction, as [`CollectiveCall`] describes it.
fn collective(operation: Operation, count: u64, element_bytes: u64, send: Buffer, recv: Buffer) -> CollectiveCall {
    CollectiveCall {
        operation,
        root: 0,
        send,
        recv,
        count,
        element_bytes,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    }
}
