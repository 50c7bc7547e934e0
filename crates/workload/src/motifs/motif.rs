//! A motif as a value.

use super::parameter::{MotifError, Values};
use config::Parameter;
use ops::{Buffer, CollectiveCall, Operation, RankDriver};

/// Builds the driver of a motif for a number of ranks.
pub type Build = fn(ranks: u32, values: &Values) -> Result<Box<dyn RankDriver>, MotifError>;

/// A motif, as a value in [`super::MOTIFS`].
pub struct Motif {
    /// The name on the command line: `halo3d`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// The parameters, in the order of the documentation.
    pub parameters: &'static [Parameter],
    /// Builds the driver.
    pub build: Build,
}

/// A collective call without a root or a reduction, as [`CollectiveCall`] describes it.
pub(super) fn collective(
    operation: Operation,
    count: u64,
    element_bytes: u64,
    send: Buffer,
    recv: Buffer,
) -> CollectiveCall {
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
