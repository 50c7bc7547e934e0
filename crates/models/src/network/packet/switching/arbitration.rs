//! Arbitration policies other than first come first served: they decide which packet an output port sends next, at the time
//! when its link becomes free.
//!
//! When a link becomes free, the policy chooses among the packets at the heads of the input queues. It considers only packets
//! for which the port has credit. With output buffers the policy also chooses which packet enters a buffer next: each input
//! queue offers its first packet that is not in the buffer yet.
//!
//! A packet leaves at once if no other packet waits, the link is free and the port has credit. Otherwise the port wakes up when
//! the link is free, and whenever credits return for waiting packets. Wake-ups are ordered like all events, so the decisions do
//! not depend on how the network is divided into partitions.

use crate::network::packet::options::Arbitration;
use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::arbiter::{InputKey, InputQueue};
use crate::network::packet::switching::credits::UNKNOWN;
use crate::network::packet::switching::packets::{BUBBLE, IN_OUTPUT_BUFFER, NONE};

/// The least is chosen.
type Priority = (u64, u64, u64);

impl Partition {
    /// A packet waits in its input queue, and is sent at once if it can be.
    pub(crate) fn wait_for_arbitration(&mut self, index: u32, shared: &SharedState) {
        let packet = self.packets[index];
        let input = self.input_link(&packet).map_or(u32::MAX, |link| link.0);
        let key = InputKey { input, vc: packet.out_vc, bubble: packet.has(BUBBLE) };
        let channel = self.ports.channel_index(packet.out, packet.out_vc);
        let idle = !self.is_waited_for(channel);
        let order = self.ports.start_waiting(packet.out, channel, idle, self.events.now);
        let waiting = &mut self.packets[index];
        (waiting.queue_order, waiting.next) = (order, NONE);
        let outside = if self.ports.has_output_buffers() { index } else { NONE };
        let arbiter = &mut self.arbiters[packet.out as usize];
        let before = arbiter.append(key, index, outside, packet.route.wire_bytes.into());
        if before != NONE {
            self.packets[before].next = index;
        }
        self.arbitrate(packet.out, shared);
    }

    /// Sends over a port what its link is free for.
    pub(crate) fn arbitrate(&mut self, port_index: u32, shared: &SharedState) {
        loop {
            if self.ports[port_index].waiting_packets == 0 {
                return;
            }
            self.fill_output_buffers(port_index, shared);
            let free_at = self.ports[port_index].free_at;
            if free_at > self.events.now {
                return self.schedule_wake(port_index, free_at);
            }
            let (first_credit, chosen) = self.scan_input_queues(port_index, shared);
            match chosen {
                Some(queue) => self.depart_from(port_index, queue, shared),
                None => return self.schedule_wake(port_index, first_credit),
            }
        }
    }

    /// A credit is on its way to a port: it wakes up when the credit is there.
    pub(crate) fn schedule_arbitration(&mut self, port_index: u32, shared: &SharedState) {
        if self.ports[port_index].waiting_packets > 0 {
            let (first_credit, _) = self.scan_input_queues(port_index, shared);
            let free_at = self.ports[port_index].free_at;
            self.schedule_wake(port_index, first_credit.max(free_at).max(self.events.now));
        }
    }

    /// When any head has credit, as far as is known, and the input queue to be served now.
    fn scan_input_queues(&mut self, port_index: u32, shared: &SharedState) -> (u64, Option<usize>) {
        let (mut first_credit, mut best) = (UNKNOWN, None);
        for queue in 0..self.arbiters[port_index as usize].queues().len() {
            let head = self.arbiters[port_index as usize].queues()[queue].head;
            if self.ports.has_output_buffers() && !self.packets[head].has(IN_OUTPUT_BUFFER) {
                continue;
            }
            let credit = self.credit_at(head, shared);
            first_credit = first_credit.min(credit);
            if credit <= self.events.now {
                let arbiter = &self.arbiters[port_index as usize];
                let priority = self.priority(&arbiter.queues()[queue], head, queue, arbiter.served(), shared);
                best = best.into_iter().chain([(priority, queue)]).min();
            }
        }
        (first_credit, best.map(|(_, queue)| queue))
    }

    /// The priority of a packet of the input queue number `queue_index`, `last` being the one chosen before.
    fn priority(
        &self,
        queue: &InputQueue,
        index: u32,
        queue_index: usize,
        last: Option<InputKey>,
        shared: &SharedState,
    ) -> Priority {
        let packet = &self.packets[index];
        match shared.config.options.arbitration {
            Arbitration::Fcfs => unreachable!("ports without arbiters are served by `fcfs`"),
            Arbitration::RoundRobin => (u64::from(last.is_some_and(|last| queue.key <= last)), queue_index as u64, 0),
            Arbitration::Age => {
                let created_at = self.packets.created_at(index).expect("recorded for arbitration by age");
                (created_at, shared.message(packet.message).sequence, u64::from(packet.sequence))
            }
            Arbitration::LongestQueue => (u64::MAX - queue.bytes, u64::from(packet.queue_order), 0),
        }
    }

    /// Sends the head of an input queue.
    fn depart_from(&mut self, port_index: u32, queue: usize, shared: &SharedState) {
        self.count_stall(port_index, self.events.now, shared);
        let arbiter = &mut self.arbiters[port_index as usize];
        let index = arbiter.queues()[queue].head;
        let packet = &self.packets[index];
        arbiter.serve(queue, packet.next, packet.route.wire_bytes.into());
        self.ports.stop_waiting(port_index);
        self.depart(index, self.events.now, shared);
    }

    /// Grants space in a port's output buffers, as far as there is some.
    fn fill_output_buffers(&mut self, port_index: u32, shared: &SharedState) {
        if !self.ports.has_output_buffers() {
            return;
        }
        let first = 2 * self.ports.channel_index(port_index, 0);
        for queue in 0..2 * usize::from(shared.config.vcs) {
            while let Some(chosen) = self.next_for_output(port_index, queue, shared) {
                let index = self.arbiters[port_index as usize].queues()[chosen].outside;
                let packet = &self.packets[index];
                let (bytes, next) = (shared.config.footprint(packet.out_vc, packet.route.wire_bytes), packet.next);
                if !self.ports.try_take_output(first + queue, bytes, self.events.now) {
                    break;
                }
                self.arbiters[port_index as usize].grant(chosen, queue, next);
                self.enter_output_buffer(index, self.events.now, shared);
            }
        }
    }

    /// The input queue whose first packet outside enters an output buffer next.
    fn next_for_output(&self, port_index: u32, queue: usize, shared: &SharedState) -> Option<usize> {
        let arbiter = &self.arbiters[port_index as usize];
        let last = arbiter.granted(queue);
        let priority = |(queue_index, queue): &(usize, &InputQueue)| {
            self.priority(queue, queue.outside, *queue_index, last, shared)
        };
        arbiter.outside(queue).min_by_key(priority).map(|(queue_index, _)| queue_index)
    }
}
