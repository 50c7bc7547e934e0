//! Messages pass the injection stage of their NIC ([`super::fifos`]).

use super::events::ENGINE;
use super::fifos::{FifoPlan, Stage};
use super::network_state::NetworkState;
use super::packets::PackedInput;
use super::partition::Partition;

/// The plan of the stages; only for machines that have some.
fn plan(network: &NetworkState) -> &FifoPlan {
    network.fixed.fifos.as_ref().expect("the machine's NICs have FIFOs")
}

impl Partition {
    /// A message enters a memory queue of its NIC.
    pub(super) fn enter_fifos(&mut self, index: u32, network: &NetworkState) {
        let message = network.message(index);
        let stage = self.stages.entry(message.nic).or_insert_with(|| plan(network).stage());
        plan(network).enqueue(stage, index, message);
        self.schedule_engine(message.nic, self.events.now);
    }

    fn stage(&mut self, nic: u32) -> &mut Stage {
        self.stages.get_mut(&nic).expect("a message has entered it")
    }

    fn schedule_engine(&mut self, nic: u32, at: u64) {
        if self.stage(nic).schedule(at) {
            self.events.push(at, ENGINE, nic, 0, nic);
        }
    }

    /// A FIFO has sent its packet.
    pub(super) fn fifo_drained(&mut self, nic: u32, fifo: u8, network: &NetworkState) {
        if let Some(next) = self.stage(nic).drain(fifo) {
            self.leave_fifo(next, network);
        }
        self.schedule_engine(nic, self.events.now);
    }

    /// The engine of a NIC has moved its packet, if any, and takes the next one.
    pub(super) fn run_engine(&mut self, nic: u32, network: &NetworkState) {
        let now = self.events.now;
        if !self.stage(nic).starts(now) {
            // It has run earlier, and found something to do.
            return;
        }
        if let Some(first) = self.stage(nic).finish() {
            self.leave_fifo(first, network);
        }
        match plan(network).pick(self.stage(nic), now, &network.messages) {
            Err(u64::MAX) => {}
            Err(later) => self.schedule_engine(nic, later),
            Ok((queue, fifo)) => self.move_packet(nic, queue, fifo, network),
        }
    }

    /// The engine takes the next packet of a memory queue.
    fn move_packet(&mut self, nic: u32, queue: usize, fifo: u8, network: &NetworkState) {
        let index = self.stage(nic).head(queue);
        let packet = self.create_packet(index, network);
        let own = &mut self.packets[packet];
        own.input = PackedInput::source(fifo);
        let sender = &network.message(index).sender;
        let (first, last) = (sender.made.get() == 1, sender.left.get() == 0);
        let until = self.events.now.saturating_add(plan(network).cost(own.header.bytes, first));
        self.stage(nic).begin(queue, last, (packet, fifo), until);
        self.events.push(until, ENGINE, nic, 0, nic);
    }

    /// The first packet of a FIFO is sent. Its last byte is there now, or later if its message is paced.
    fn leave_fifo(&mut self, packet: u32, network: &NetworkState) {
        let own = &mut self.packets[packet];
        own.tail = own.tail.max(self.events.now);
        let source = network.message(own.message).source;
        self.first_hop(packet, network.fixed.machine.nic_link(source, false), network);
    }
}
