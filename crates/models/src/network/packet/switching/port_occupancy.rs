//! The occupancy of an output port (bytes queued for it), which adaptive routings read.

use crate::network::packet::switching::credits::{TimedBytesList, TimedBytesPool};

/// Bytes that wait for a port or are being sent over it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PortOccupancy {
    /// Bytes of packets that are assigned to it and have not departed.
    pub(crate) assigned_bytes: u64,
    /// Bytes whose departure is decided, each until the end of its transmission.
    pub(crate) in_transmission: TimedBytesList,
}

impl PortOccupancy {
    /// Bytes of the packets that wait for it or are being sent.
    pub(crate) fn queued(&self, pool: &TimedBytesPool, now: u64) -> u64 {
        let in_transmission = pool.iter(self.in_transmission).filter(|record| record.time > now);
        self.assigned_bytes + in_transmission.map(|record| u64::from(record.bytes)).sum::<u64>()
    }
}
