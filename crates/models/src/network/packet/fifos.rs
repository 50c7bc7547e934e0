//! The injection stage of NICs that have one ([`platform::Fifos`]): memory queues, an engine, network FIFOs.
//!
//! A message that enters goes to the end of one memory queue, which hands out the packets of one message after the other.
//! When the engine is idle it goes round the memory queues, from the one after that which it served last, to the first whose
//! next packet may be taken: it is there (a paced message's not before its time), and a network FIFO of the queue's mask has a
//! place. Of these it takes the one with the fewest packets, of equals the lowest. The packet is in the FIFO
//!
//! ```text
//! per_packet + bytes/bandwidth, and for the first of a message + per_message
//! ```
//!
//! later. The first packet of a FIFO is routed as soon as there is nothing before it, and has left when its last byte is on
//! its link; then its place is free and the next one is routed. So a FIFO sends one packet at a time, at the rate of the links.
//!
//! At one instant what enters comes first, then FIFOs, then the engine, so that it sees all that has happened.

use super::link_rate::LinkRate;
use super::messages::Message;
use super::network_state::NetworkState;
use super::partition::{DRAINED, ENGINE, Partition};
use super::ports::NONE;
use crate::Machine;
use crate::network::scale::Scale;
use platform::QueueChoice;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// What the stages of all NICs have in common.
#[derive(Debug)]
pub(super) struct Fifos {
    plan: platform::Fifos,
    /// Of the engine; None if it is no limit.
    wire: Option<LinkRate>,
}

/// The stages of NICs by their numbers, made with the first message of each.
pub(super) type Stages = FxHashMap<u32, Stage>;

/// The stage of one NIC.
#[derive(Debug)]
pub(super) struct Stage {
    /// Messages of each memory queue.
    memory: Vec<VecDeque<u32>>,
    /// The memory queue that the engine looks at first.
    first: usize,
    /// The memory queue of the next message, if they are taken in turn.
    turn: usize,
    network: Vec<Fifo>,
    /// What the engine is working on: a packet and its FIFO.
    service: Option<(u32, u8)>,
    /// When the engine looks at the queues next, if that is known; [`u64::MAX`] if not.
    looks_at: u64,
}

#[derive(Debug, Default)]
struct Fifo {
    /// Packets in it, the one that is being sent first.
    packets: VecDeque<u32>,
    /// Packets in it and one that is on its way into it.
    taken: u32,
}

impl Fifos {
    /// None if the machine's NICs have no such stage.
    pub(super) fn new(machine: &dyn Machine, scale: Scale) -> Option<Self> {
        let plan = machine.fifos()?.clone();
        let wire = plan.bandwidth.map(|rate| LinkRate::new(scale.steps(rate), scale.shift()));
        Some(Self { plan, wire })
    }

    fn stage(&self) -> Stage {
        Stage {
            memory: vec![VecDeque::new(); self.plan.masks.len()],
            first: 0,
            turn: 0,
            network: (0..self.plan.network).map(|_| Fifo::default()).collect(),
            service: None,
            looks_at: u64::MAX,
        }
    }

    /// A message that enters waits in its memory queue.
    fn enqueue(&self, nic: &mut Stage, index: u32, message: &Message) {
        let queues = self.plan.masks.len();
        let queue = match self.plan.choice {
            QueueChoice::Destination => message.destination.host.index() % queues,
            QueueChoice::InTurn => {
                nic.turn = (nic.turn + 1) % queues;
                (nic.turn + queues - 1) % queues
            }
        };
        nic.memory[queue].push_back(index);
    }

    /// The memory queue that the engine serves now and the FIFO that its packet goes to; else when one may have to be
    /// served by itself, [`u64::MAX`] if never.
    fn pick(&self, nic: &Stage, now: u64, messages: &[Message]) -> Result<(usize, u8), u64> {
        let queues = nic.memory.len();
        let mut later = u64::MAX;
        for queue in (0..queues).map(|step| (nic.first + step) % queues) {
            let Some(message) = nic.memory[queue].front().map(|index| &messages[*index as usize]) else { continue };
            let open = (0..self.plan.network).filter(|fifo| self.plan.masks[queue] >> fifo & 1 == 1);
            let open = open.filter(|fifo| nic.network[usize::from(*fifo)].taken < self.plan.depth);
            let Some(fifo) = open.min_by_key(|fifo| (nic.network[usize::from(*fifo)].taken, *fifo)) else { continue };
            let clock = message.sender.clock.get();
            if !message.paced || clock <= now {
                return Ok((queue, fifo));
            }
            later = later.min(clock);
        }
        Err(later)
    }

    /// The time of the engine for a packet.
    fn cost(&self, bytes: u32, first: bool) -> u64 {
        let moving = self.wire.as_ref().map_or(0, |wire| wire.transmission_time(bytes));
        let message = if first { self.plan.per_message.ps() } else { 0 };
        moving.saturating_add(message).saturating_add(self.plan.per_packet.ps())
    }
}

/// The plan of the stages; to be called only where there are some.
fn plan(network: &NetworkState) -> &Fifos {
    network.fifos.as_ref().expect("the machine's NICs have FIFOs")
}

impl Partition {
    /// A message enters the stage of its NIC.
    pub(super) fn enter_fifos(&mut self, index: u32, network: &NetworkState) {
        let message = &network.messages[index as usize];
        let nic = self.stages.entry(message.nic).or_insert_with(|| plan(network).stage());
        plan(network).enqueue(nic, index, message);
        self.wake_engine(message.nic, self.now);
    }

    fn stage(&mut self, number: u32) -> &mut Stage {
        self.stages.get_mut(&number).expect("a message has entered it")
    }

    /// The engine of a NIC looks at its queues at an instant, unless it is at work or does so anyway.
    fn wake_engine(&mut self, number: u32, at: u64) {
        let nic = self.stage(number);
        if nic.service.is_none() && at < nic.looks_at {
            nic.looks_at = at;
            self.push(at, ENGINE, number, 0, number);
        }
    }

    /// The packet that a FIFO was sending has left.
    pub(super) fn drained(&mut self, number: u32, fifo: u8, network: &NetworkState) {
        let own = &mut self.stage(number).network[usize::from(fifo)];
        own.packets.pop_front();
        own.taken -= 1;
        if let Some(next) = own.packets.front().copied() {
            self.enter_network(next, network);
        }
        self.wake_engine(number, self.now);
    }

    /// The engine of a NIC has done what it was doing, if anything, and takes the next packet.
    pub(super) fn engine(&mut self, number: u32, network: &NetworkState) {
        let now = self.now;
        let nic = self.stage(number);
        if nic.looks_at != now {
            // It has looked before that, and found something to do.
            return;
        }
        nic.looks_at = u64::MAX;
        if let Some((packet, fifo)) = nic.service.take() {
            let own = &mut nic.network[usize::from(fifo)];
            own.packets.push_back(packet);
            if own.packets.len() == 1 {
                self.enter_network(packet, network);
            }
        }
        match plan(network).pick(self.stage(number), now, &network.messages) {
            Err(u64::MAX) => {}
            Err(later) => self.wake_engine(number, later),
            Ok((queue, fifo)) => self.serve_queue(number, queue, fifo, network),
        }
    }

    /// The engine takes the next packet of a memory queue.
    fn serve_queue(&mut self, number: u32, queue: usize, fifo: u8, network: &NetworkState) {
        let index = *self.stage(number).memory[queue].front().expect("the engine has seen it");
        let packet = self.make_packet(index, network);
        let own = &mut self.packets[packet as usize];
        own.parameters = u16::from(fifo);
        let sender = &network.messages[index as usize].sender;
        let (first, empty) = (sender.made.get() == 1, sender.left.get() == 0);
        let until = self.now.saturating_add(plan(network).cost(own.header.bytes, first));
        let nic = self.stage(number);
        if empty {
            nic.memory[queue].pop_front();
        }
        nic.first = (queue + 1) % nic.memory.len();
        nic.network[usize::from(fifo)].taken += 1;
        nic.service = Some((packet, fifo));
        nic.looks_at = until;
        self.push(until, ENGINE, number, 0, number);
    }

    /// The first packet of a FIFO goes on its way. Its last byte is there now, or later if its message is paced.
    fn enter_network(&mut self, packet: u32, network: &NetworkState) {
        let own = &mut self.packets[packet as usize];
        own.tail = own.tail.max(self.now);
        let source = network.messages[own.message as usize].source;
        self.first_step(packet, network.machine.nic_link(source, false), network);
    }

    /// A packet of a NIC with FIFOs leaves its source: its last byte does so at `end`.
    pub(super) fn leaves_fifo(&mut self, nic: u32, packet: u32, end: u64) {
        let own = &self.packets[packet as usize];
        debug_assert_eq!(own.came, NONE, "it is at its source");
        self.push(end, DRAINED, nic, u64::from(own.parameters), nic);
    }
}
