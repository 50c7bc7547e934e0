//! The message rate of NICs: messages of one NIC enter the network at least 1/`message_rate` apart, in the order of starts.
//!
//! A message that starts at t enters the network at t' = max(t, free); then free = t' + 1/rate. Messages inside a host do not use
//! the NIC. Cost: O(1) per message, 8 bytes per NIC; nothing where the rate is unlimited.

use crate::Machine;
use units::{Endpoint, Time};

/// When each NIC is free again.
#[derive(Debug)]
pub(crate) struct Injection {
    gap: Time,
    nics: usize,
    free: Vec<Time>,
}

impl Injection {
    pub(crate) fn new(machine: &dyn Machine) -> Self {
        Self { gap: machine.message_gap(), nics: usize::from(machine.nics()), free: Vec::new() }
    }

    /// When a message that starts now enters the network.
    #[inline]
    pub(crate) fn enter(&mut self, now: Time, source: Endpoint, destination: Endpoint) -> Time {
        let unlimited = self.gap == Time::ZERO || source.host == destination.host;
        if unlimited { now } else { self.wait(now, source) }
    }

    fn wait(&mut self, now: Time, source: Endpoint) -> Time {
        let nic = source.host.index() * self.nics + usize::from(source.nic);
        if nic >= self.free.len() {
            self.free.resize(nic + 1, Time::ZERO);
        }
        let enters = now.max(self.free[nic]);
        self.free[nic] = enters.saturating_add(self.gap);
        enters
    }
}
