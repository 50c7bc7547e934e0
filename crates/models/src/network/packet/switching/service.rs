//! Ports are served: by their queues, or by arbitration.

use crate::network::packet::parallel::partition::Partition;
use crate::network::packet::parallel::shared_state::SharedState;

impl Partition {
    /// A packet can be sent as soon as its port takes it.
    pub(in crate::network::packet) fn enqueue(&mut self, index: u32, shared: &SharedState) {
        match self.arbiters.is_empty() {
            true => self.depart_or_wait(index, shared),
            false => self.wait_for_arbitration(index, shared),
        }
        self.serve_ports_with_new_credit(shared);
    }

    /// A port that was to wake up does.
    pub(in crate::network::packet) fn wake(&mut self, port: u32, shared: &SharedState) {
        let waits = self.ports.waits(port);
        if waits.wake_at != self.events.now {
            return;
        }
        waits.wake_at = u64::MAX;
        match self.arbiters.is_empty() {
            true => self.serve_queues(port, shared),
            false => self.arbitrate(port, shared),
        }
        self.serve_ports_with_new_credit(shared);
    }

    /// Serves the ports that a credit is on its way to.
    pub(in crate::network::packet) fn serve_ports_with_new_credit(&mut self, shared: &SharedState) {
        while let Some(port) = self.ports_with_new_credit.pop() {
            match self.arbiters.is_empty() {
                true => self.serve_queues(port, shared),
                false => self.schedule_arbitration(port, shared),
            }
        }
    }
}
