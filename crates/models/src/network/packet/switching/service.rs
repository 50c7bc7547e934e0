//! Decides which module serves a port of the packet model when a packet is ready, a wake-up is due or a credit returns:
//! `arbitration` if the ports have arbiters, else `fcfs` (first come, first served).

use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::credits::UNKNOWN;

impl Partition {
    /// A packet is ready: it departs or waits at its port.
    pub(crate) fn enqueue(&mut self, index: u32, shared: &SharedState) {
        match self.arbiters.is_empty() {
            true => self.depart_or_wait(index, shared),
            false => self.wait_for_arbitration(index, shared),
        }
        self.serve_ports_with_new_credit(shared);
    }

    /// Wakes a port up, unless its wake-up has been moved.
    pub(crate) fn wake(&mut self, port: u32, shared: &SharedState) {
        let waits = self.ports.waits(port);
        if waits.wake_at != self.events.now {
            return;
        }
        waits.wake_at = UNKNOWN;
        match self.arbiters.is_empty() {
            true => self.serve_queues(port, shared),
            false => self.arbitrate(port, shared),
        }
        self.serve_ports_with_new_credit(shared);
    }

    /// Serves the ports with waiting packets for which a credit is in flight: see [`Partition::ports_with_new_credit`].
    pub(crate) fn serve_ports_with_new_credit(&mut self, shared: &SharedState) {
        while let Some(port) = self.ports_with_new_credit.pop() {
            match self.arbiters.is_empty() {
                true => self.serve_queues(port, shared),
                false => self.schedule_arbitration(port, shared),
            }
        }
    }
}
