//! First-come-first-served arbitration of an output port, by the time at which packets become ready. Other policies are in
//! [`crate::network::packet::switching::arbitration`].
//!
//! # Departures that are decided ahead
//! Let `start` = max(now, end of the last transmission that is decided): no packet departs earlier. By rule 2 of
//! docs/models/packet.md a packet departs at the first instant at which the link is idle, it has credit, and no packet that was
//! ready earlier could depart. A *head* is the first packet of one of the port's queues; its *credit* is free space for it in
//! the next input buffer.
//!
//! - If the oldest head (the one that became ready first) has credit by `start`, it departs at `start`, even if that is in the
//!   future: no event between now and `start` can change that. No packet is before it in the order, since every other one
//!   became or becomes ready later. A packet behind it that gets credit earlier cannot depart earlier, as the link is busy
//!   until `start`. Its own credit cannot vanish, because only departures over this link consume credit of that buffer.
//! - Another head that has credit departs only if `start` is now: all credits of this instant are known, as they are recorded
//!   ahead of their time. If `start` is in the future, a credit may arrive by then for an older head, which would go first.
//! - Otherwise nothing can be decided yet: the port wakes up at the first credit of any head, or at `start` if that is later.

use crate::network::packet::simulator::events::WAKE;
use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::credits::UNKNOWN;
use crate::network::packet::switching::packets::{BUBBLE, NONE};
use crate::network::packet::switching::ports::Port;
use std::cmp::Reverse;

/// The heads of a port's queues.
struct QueueScan {
    /// The head that became ready first, and when it has credit.
    oldest: u32,
    oldest_credit: u64,
    /// Of the heads with credit now, the one that became ready first.
    sendable: u32,
    /// When any head has credit.
    first_credit: u64,
}

impl Partition {
    /// When a packet has credit for its hop, as far as is known: [`AVAILABLE`] if now, [`UNKNOWN`] if not known yet.
    ///
    /// [`AVAILABLE`]: crate::network::packet::switching::credits::AVAILABLE
    #[inline]
    pub(crate) fn credit_at(&mut self, index: u32, shared: &SharedState) -> u64 {
        self.ports.credit_at(&self.packets[index], self.events.now, &shared.config)
    }

    /// Sends a packet over its port if nothing waits there and it has credit; else it waits.
    pub(crate) fn depart_or_wait(&mut self, index: u32, shared: &SharedState) {
        if self.ports.has_output_buffers() {
            self.request_output(index, shared);
        }
        let packet = self.packets[index];
        let port = &self.ports[packet.out];
        if port.waiting_packets == 0 {
            let start = self.events.now.max(port.free_at);
            if self.credit_at(index, shared) <= start {
                return self.depart(index, start, shared);
            }
        }
        let channel = self.ports.channel_index(packet.out, packet.out_vc);
        let idle = !self.ports.has_queued(channel);
        let order = self.ports.start_waiting(packet.out, channel, idle, self.events.now);
        let before = self.ports.append(channel, packet.has(BUBBLE), index);
        if before != NONE {
            self.packets[before].next = index;
        }
        let waiting = &mut self.packets[index];
        (waiting.queue_order, waiting.next) = (order, NONE);
        self.serve_queues(packet.out, shared);
    }

    /// Decides all departures over a port that are known, and schedules a wake-up for the remaining packets.
    pub(crate) fn serve_queues(&mut self, port_index: u32, shared: &SharedState) {
        loop {
            let port = &self.ports[port_index];
            if port.waiting_packets == 0 {
                return;
            }
            let start = self.events.now.max(port.free_at);
            let QueueScan { oldest, oldest_credit, sendable, first_credit } = self.scan_queues(port_index, shared);
            if oldest_credit <= start {
                // Nothing can overtake it, whatever happens until then: see the head of this file.
                self.depart_head(oldest, start, shared);
            } else if sendable != NONE && start == self.events.now {
                self.depart_head(sendable, start, shared);
            } else {
                return self.schedule_wake(port_index, start.max(first_credit));
            }
        }
    }

    /// Schedules the wake-up of a port; [`UNKNOWN`] if its time is not known yet.
    pub(crate) fn schedule_wake(&mut self, port_index: u32, wake: u64) {
        let waits = self.ports.waits(port_index);
        if wake < UNKNOWN && wake < waits.wake_at {
            waits.wake_at = wake;
            let Port { id, takes_no_credit, .. } = self.ports[port_index];
            if takes_no_credit {
                // Packets that it sends at the wake-up are delivered no earlier.
                self.pending_ejections.push(Reverse(wake));
            }
            self.events.push(wake, WAKE, id.0, 0, port_index);
        }
    }

    fn scan_queues(&mut self, port_index: u32, shared: &SharedState) -> QueueScan {
        let mut scan = QueueScan { oldest: NONE, oldest_credit: UNKNOWN, sendable: NONE, first_credit: UNKNOWN };
        let (mut oldest_order, mut sendable_order) = (u32::MAX, u32::MAX);
        for channel in self.ports.channel_indices(port_index as usize) {
            for queue in self.ports.channel(channel).queues {
                if queue.head == NONE {
                    continue;
                }
                let credit = self.credit_at(queue.head, shared);
                let order = self.packets[queue.head].queue_order;
                if scan.oldest == NONE || order < oldest_order {
                    (scan.oldest, scan.oldest_credit, oldest_order) = (queue.head, credit, order);
                }
                if credit <= self.events.now && (scan.sendable == NONE || order < sendable_order) {
                    (scan.sendable, sendable_order) = (queue.head, order);
                }
                scan.first_credit = scan.first_credit.min(credit);
            }
        }
        scan
    }

    /// Removes the head of a queue and sends it.
    fn depart_head(&mut self, index: u32, start: u64, shared: &SharedState) {
        let packet = self.packets[index];
        self.count_stall(packet.out, start, shared);
        self.ports.stop_waiting(packet.out);
        let channel = self.ports.channel_index(packet.out, packet.out_vc);
        self.ports.remove_head(channel, packet.has(BUBBLE), packet.next);
        self.depart(index, start, shared);
    }
}
