//! The bytes that wait for a port or are being sent over it, for routings that read them.

use crate::network::packet::switching::credits::{CreditList, CreditPool};

/// The load of a port, for routings that read it.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::network::packet) struct PortOccupancy {
    /// Bytes of packets that are assigned to it and have not departed.
    pub(in crate::network::packet) assigned_bytes: u64,
    /// Bytes that are committed to leave, each until its end.
    pub(in crate::network::packet) sending: CreditList,
}

impl PortOccupancy {
    /// Bytes of the packets that wait for it or are being sent.
    pub(in crate::network::packet) fn queued(&self, pool: &CreditPool, now: u64) -> u64 {
        let sending = pool.iter(self.sending).filter(|record| record.time > now);
        self.assigned_bytes + sending.map(|record| u64::from(record.bytes)).sum::<u64>()
    }
}
