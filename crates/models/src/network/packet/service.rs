//! Ports are served: by their queues, or by arbitration.

use super::network_state::NetworkState;
use super::partition::Partition;

impl Partition {
    /// A packet can be sent as soon as its port takes it.
    pub(super) fn enqueue(&mut self, index: u32, network: &NetworkState) {
        match self.arbiters.is_empty() {
            true => self.send_or_wait(index, network),
            false => self.wait_in_line(index, network),
        }
        self.serve_touched(network);
    }

    /// A port that was to wake up does.
    pub(super) fn wake(&mut self, port: u32, network: &NetworkState) {
        let waits = self.ports.waits(port);
        if waits.wake_at != self.events.now {
            return;
        }
        waits.wake_at = u64::MAX;
        match self.arbiters.is_empty() {
            true => self.serve_queues(port, network),
            false => self.arbitrate(port, network),
        }
        self.serve_touched(network);
    }

    /// Serves the ports that a credit is on its way to.
    pub(super) fn serve_touched(&mut self, network: &NetworkState) {
        while let Some(port) = self.touched.pop() {
            match self.arbiters.is_empty() {
                true => self.serve_queues(port, network),
                false => self.schedule_arbitration(port, network),
            }
        }
    }
}
