//! Simulates the engine (DMA) that moves packets through a NIC's injection FIFOs ([`crate::network::packet::nic::fifos`]).

use crate::network::packet::nic::fifos::{EngineStep, FifoConfig, InjectionFifos};
use crate::network::packet::simulator::events::ENGINE;
use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::packets::PackedInput;

/// The FIFOs' parameters, on machines that have FIFOs.
fn config(shared: &SharedState) -> &FifoConfig {
    shared.config.fifos.as_ref().expect("the machine's NICs have FIFOs")
}

impl Partition {
    /// A message enters a memory FIFO of its NIC.
    pub(crate) fn enter_fifos(&mut self, index: u32, shared: &SharedState) {
        let message = shared.message(index);
        let fifos = self.injection_fifos.entry(message.nic).or_insert_with(|| config(shared).new_fifos());
        config(shared).enqueue(fifos, index, message);
        self.schedule_engine(message.nic, self.events.now);
    }

    fn fifos(&mut self, nic: u32) -> &mut InjectionFifos {
        self.injection_fifos.get_mut(&nic).expect("a message has entered it")
    }

    fn schedule_engine(&mut self, nic: u32, at: u64) {
        if self.fifos(nic).schedule(at) {
            self.events.push(at, ENGINE, nic, 0, nic);
        }
    }

    /// A FIFO has sent its packet.
    pub(crate) fn fifo_drained(&mut self, nic: u32, fifo: u8, shared: &SharedState) {
        if let Some(next) = self.fifos(nic).drain(fifo) {
            self.leave_fifo(next, shared);
        }
        self.schedule_engine(nic, self.events.now);
    }

    /// The engine of a NIC has moved its packet, if any, and takes the next one.
    pub(crate) fn run_engine(&mut self, nic: u32, shared: &SharedState) {
        let now = self.events.now;
        if !self.fifos(nic).starts(now) {
            // It ran earlier and is busy since.
            return;
        }
        if let Some(first) = self.fifos(nic).finish() {
            self.leave_fifo(first, shared);
        }
        match config(shared).pick(self.fifos(nic), now, &shared.messages) {
            EngineStep::Idle => {}
            EngineStep::WaitUntil(later) => self.schedule_engine(nic, later),
            EngineStep::Serve { queue, fifo } => self.move_packet(nic, queue, fifo, shared),
        }
    }

    /// The engine takes the next packet of a memory FIFO.
    fn move_packet(&mut self, nic: u32, queue: usize, fifo: u8, shared: &SharedState) {
        let index = self.fifos(nic).head(queue);
        let packet = self.create_packet(index, shared);
        let fetched = &mut self.packets[packet];
        fetched.input = PackedInput::source(fifo);
        let sender = &shared.message(index).sender;
        let (first, last) = (sender.packets_created.get() == 1, sender.unsent_bytes.get() == 0);
        let until = self.events.now.saturating_add(config(shared).cost(fetched.route.wire_bytes, first));
        self.fifos(nic).begin(queue, last, (packet, fifo), until);
        self.events.push(until, ENGINE, nic, 0, nic);
    }

    /// The first packet of a FIFO is sent. Its last byte is there now, or later if its message is paced.
    fn leave_fifo(&mut self, packet: u32, shared: &SharedState) {
        let head = &mut self.packets[packet];
        head.tail = head.tail.max(self.events.now);
        let source = shared.message(head.message).source;
        self.leave_source_over(packet, shared.config.machine.injection_link(source), shared);
    }
}
