//! The load of a port, for routings that read it.

use super::credits::{CreditList, CreditPool};

/// The load of a port, for routings that read it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    /// Bytes of packets that have chosen it and have not been sent.
    pub(super) chosen: u64,
    /// Bytes that are committed to leave, each until its end.
    pub(super) sending: CreditList,
}

impl Load {
    /// Bytes of the packets that wait for it or are being sent.
    pub(super) fn queued(&self, pool: &CreditPool, now: u64) -> u64 {
        let sending = pool.iter(self.sending).filter(|own| own.at > now);
        self.chosen + sending.map(|own| u64::from(own.bytes)).sum::<u64>()
    }
}
