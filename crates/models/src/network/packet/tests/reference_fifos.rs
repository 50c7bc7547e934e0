//! Injection FIFOs for the reference implementation of the packet model, against which tests check the model. This version is
//! simple and slow: it examines all queues at every event.

use super::reference::{ENGINE, Event, Reference, ReferenceMessage};
use crate::network::packet::switching::link_rate::LinkRate;
use platform::QueueChoice;
use std::collections::VecDeque;

/// The injection FIFOs of a NIC.
#[derive(Default)]
pub(super) struct ReferenceFifos {
    /// Messages of each memory FIFO, packets of each FIFO.
    memory: Vec<VecDeque<usize>>,
    network: Vec<VecDeque<usize>>,
    /// Messages that have entered; the memory FIFO that was served last.
    entered: usize,
    last: Option<usize>,
    /// The packet that the engine is moving.
    in_service: Option<usize>,
}

impl Reference {
    pub(super) fn enter_stage(&mut self, at: usize) {
        let plan = self.machine.fifos().unwrap().clone();
        let message = &self.messages[at];
        let (nic, destination) = (message.nic, message.transfer.destination.host.index());
        let stage = self.injection_fifos.entry(nic).or_default();
        stage.memory.resize(plan.masks.len(), VecDeque::new());
        stage.network.resize(usize::from(plan.network), VecDeque::new());
        let number = match plan.choice {
            QueueChoice::Destination => destination,
            QueueChoice::InTurn => stage.entered,
        };
        stage.entered += 1;
        stage.memory[number % plan.masks.len()].push_back(at);
        self.push(self.now, ENGINE, nic, 1, Event::RunEngine(nic));
    }

    /// The first packet of a FIFO has left.
    pub(super) fn drained(&mut self, nic: u32, fifo: u8) {
        let network_fifo = &mut self.injection_fifos.get_mut(&nic).unwrap().network[usize::from(fifo)];
        network_fifo.pop_front();
        if let Some(next) = network_fifo.front().copied() {
            self.packets[next].tail = self.packets[next].tail.max(self.now);
            self.leave_source(next);
        }
        self.push(self.now, ENGINE, nic, 1, Event::RunEngine(nic));
    }

    /// The engine has moved a packet and continues at once.
    pub(super) fn engine_done(&mut self, nic: u32) {
        let stage = self.injection_fifos.get_mut(&nic).unwrap();
        let packet = stage.in_service.take().unwrap();
        let fifo = usize::from(self.packets[packet].fifo.unwrap());
        stage.network[fifo].push_back(packet);
        if stage.network[fifo].len() == 1 {
            self.packets[packet].tail = self.packets[packet].tail.max(self.now);
            self.leave_source(packet);
        }
        self.run_engine(nic);
    }

    /// The engine, if it is idle, takes the next packet.
    pub(super) fn run_engine(&mut self, nic: u32) {
        let plan = self.machine.fifos().unwrap().clone();
        let stage = &self.injection_fifos[&nic];
        if stage.in_service.is_some() {
            return;
        }
        let queues = plan.masks.len();
        let first = stage.last.map_or(0, |last| last + 1);
        for queue in (first..first + queues).map(|queue| queue % queues) {
            let Some(at) = self.injection_fifos[&nic].memory[queue].front().copied() else { continue };
            let ReferenceMessage { pace, next_send_at: clock, .. } = &self.messages[at];
            if pace.is_some() && *clock > self.now {
                self.schedule_engine(*clock, nic);
            } else if let Some(fifo) = self.place(nic, queue) {
                return self.move_packet(nic, queue, fifo);
            }
        }
    }

    /// Schedules the engine at a time, once.
    fn schedule_engine(&mut self, at: u64, nic: u32) {
        if !self.is_due((at, ENGINE, nic, 1)) {
            self.push(at, ENGINE, nic, 1, Event::RunEngine(nic));
        }
    }

    /// The FIFO with the fewest packets of those that a queue's mask names, if it has space.
    fn place(&self, nic: u32, queue: usize) -> Option<u8> {
        let plan = self.machine.fifos().unwrap();
        let allowed: Vec<u8> = (0..plan.network).filter(|fifo| plan.masks[queue] & (1 << fifo) != 0).collect();
        let fullness = |fifo: &u8| self.injection_fifos[&nic].network[usize::from(*fifo)].len();
        let least = allowed.iter().map(fullness).min()?;
        if least >= plan.depth as usize {
            return None;
        }
        allowed.into_iter().find(|fifo| fullness(fifo) == least)
    }

    fn move_packet(&mut self, nic: u32, queue: usize, fifo: u8) {
        let plan = self.machine.fifos().unwrap().clone();
        let at = self.injection_fifos[&nic].memory[queue][0];
        let packet = self.create_packet(at);
        self.packets[packet].fifo = Some(fifo);
        let bytes = self.packets[packet].route.wire_bytes;
        let rate = plan
            .bandwidth
            .map(|rate| LinkRate::new(self.scale.steps(rate), self.scale.shift()).transmission_time(bytes));
        let mut time = rate.unwrap_or(0) + plan.per_packet.ps();
        if self.messages[at].packets_created == 1 {
            time += plan.per_message.ps();
        }
        let done = self.messages[at].unsent_bytes == 0;
        let stage = self.injection_fifos.get_mut(&nic).unwrap();
        stage.last = Some(queue);
        stage.in_service = Some(packet);
        if done {
            stage.memory[queue].pop_front();
        }
        self.push(self.now + time, ENGINE, nic, 0, Event::EngineDone(nic));
    }
}
