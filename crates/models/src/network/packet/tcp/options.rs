//! The parameters of the TCP model (`transport=tcp`) as Rust types, as the model gets them when they have been read and
//! checked.

use super::window::Congestion;
use units::Time;

/// The parameters of this transport, as values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// The largest payload of a segment.
    pub(super) segment: u32,
    /// Bytes of headers of a segment.
    pub(super) header: u32,
    /// Bytes of an acknowledgement without data.
    pub(super) ack: u32,
    /// The initial window in segments.
    pub(super) window: u32,
    pub(super) congestion: Congestion,
    /// Bytes that may wait for a link.
    pub(super) queue: u64,
    /// Bytes that an idle link passes at once.
    pub(super) burst: u32,
    /// The least retransmission time-out.
    pub(super) timeout: Time,
}
