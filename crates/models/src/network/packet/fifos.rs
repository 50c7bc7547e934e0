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

use super::engine::{DRAINED, ENGINE, Event, Fabric};
use super::messages::{Message, Messages};
use super::ports::NONE;
use super::wire::Wire;
use crate::Machine;
use crate::network::scale::Scale;
use platform::QueueChoice;
use std::collections::VecDeque;
use units::Time;

/// The stages of all NICs.
#[derive(Debug)]
pub(super) struct Fifos {
    plan: platform::Fifos,
    /// Of the engine; None if it is no limit.
    wire: Option<Wire>,
    /// By number; None before the first message.
    nics: Vec<Option<Box<Nic>>>,
}

/// The stage of one NIC.
#[derive(Debug)]
struct Nic {
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
        let wire = plan.bandwidth.map(|rate| Wire::new(scale.steps(rate), scale.shift()));
        Some(Self { plan, wire, nics: Vec::new() })
    }

    fn nic(&mut self, number: u32) -> &mut Nic {
        let index = number as usize;
        if index >= self.nics.len() {
            self.nics.resize_with(index + 1, || None);
        }
        let plan = &self.plan;
        self.nics[index].get_or_insert_with(|| {
            Box::new(Nic {
                memory: vec![VecDeque::new(); plan.masks.len()],
                first: 0,
                turn: 0,
                network: (0..plan.network).map(|_| Fifo::default()).collect(),
                service: None,
                looks_at: u64::MAX,
            })
        })
    }

    /// A message that enters waits in its memory queue.
    fn enqueue(&mut self, index: u32, message: &Message) {
        let queues = self.plan.masks.len();
        let choice = self.plan.choice;
        let nic = self.nic(message.nic);
        let queue = match choice {
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
    fn pick(&self, number: u32, now: u64, messages: &[Message]) -> Result<(usize, u8), u64> {
        let nic = self.nics[number as usize].as_ref().expect("its engine looks at it");
        let queues = nic.memory.len();
        let mut later = u64::MAX;
        for queue in (0..queues).map(|step| (nic.first + step) % queues) {
            let Some(message) = nic.memory[queue].front().map(|index| &messages[*index as usize]) else { continue };
            let open = (0..self.plan.network).filter(|fifo| self.plan.masks[queue] >> fifo & 1 == 1);
            let open = open.filter(|fifo| nic.network[usize::from(*fifo)].taken < self.plan.depth);
            let Some(fifo) = open.min_by_key(|fifo| (nic.network[usize::from(*fifo)].taken, *fifo)) else { continue };
            if message.pace.is_none() || message.clock <= now {
                return Ok((queue, fifo));
            }
            later = later.min(message.clock);
        }
        Err(later)
    }

    /// The time of the engine for a packet.
    fn cost(&self, bytes: u32, first: bool) -> u64 {
        let moving = self.wire.as_ref().map_or(0, |wire| wire.alone(bytes));
        let message = if first { self.plan.per_message.ps() } else { 0 };
        moving.saturating_add(message).saturating_add(self.plan.per_packet.ps())
    }
}

/// The stages of the NICs; to be called only where there are some.
fn stages(messages: &mut Messages) -> &mut Fifos {
    messages.fifos.as_mut().expect("the machine's NICs have FIFOs")
}

impl Fabric {
    /// A message enters the stage of its NIC.
    pub(super) fn enter_fifos(&mut self, index: u32, messages: &mut Messages) {
        let Messages { list, fifos, .. } = messages;
        let message = &list[index as usize];
        fifos.as_mut().expect("the machine's NICs have FIFOs").enqueue(index, message);
        let nic = message.nic;
        self.wake_engine(nic, self.now, messages);
    }

    /// The engine of a NIC looks at its queues at an instant, unless it is at work or does so anyway.
    fn wake_engine(&mut self, number: u32, at: u64, messages: &mut Messages) {
        let nic = stages(messages).nic(number);
        if nic.service.is_none() && at < nic.looks_at {
            nic.looks_at = at;
            self.events.push(Time::from_ps(at), ENGINE, number, 0, Event::Engine(number));
        }
    }

    /// The packet that a FIFO was sending has left.
    pub(super) fn drained(&mut self, number: u32, fifo: u8, messages: &mut Messages) {
        let own = &mut stages(messages).nic(number).network[usize::from(fifo)];
        own.packets.pop_front();
        own.taken -= 1;
        if let Some(next) = own.packets.front().copied() {
            self.enter_network(next, messages);
        }
        self.wake_engine(number, self.now, messages);
    }

    /// The engine of a NIC has done what it was doing, if anything, and takes the next packet.
    pub(super) fn engine(&mut self, number: u32, messages: &mut Messages) {
        let nic = stages(messages).nic(number);
        if nic.looks_at != self.now {
            // It has looked before that, and found something to do.
            return;
        }
        nic.looks_at = u64::MAX;
        if let Some((packet, fifo)) = nic.service.take() {
            let own = &mut nic.network[usize::from(fifo)];
            own.packets.push_back(packet);
            if own.packets.len() == 1 {
                self.enter_network(packet, messages);
            }
        }
        let Messages { list, fifos, .. } = &mut *messages;
        match fifos.as_ref().expect("the machine's NICs have FIFOs").pick(number, self.now, list) {
            Err(u64::MAX) => {}
            Err(later) => self.wake_engine(number, later, messages),
            Ok((queue, fifo)) => self.serve_queue(number, queue, fifo, messages),
        }
    }

    /// The engine takes the next packet of a memory queue.
    fn serve_queue(&mut self, number: u32, queue: usize, fifo: u8, messages: &mut Messages) {
        let nic = stages(messages).nic(number);
        let index = *nic.memory[queue].front().expect("the engine has seen it");
        let packet = self.make(index, messages);
        self.packets[packet as usize].order = u32::from(fifo);
        let message = &messages.list[index as usize];
        let (first, empty) = (message.made == 1, message.left == 0);
        let stages = stages(messages);
        let until = self.now.saturating_add(stages.cost(self.packets[packet as usize].header.bytes, first));
        let nic = stages.nic(number);
        if empty {
            nic.memory[queue].pop_front();
        }
        nic.first = (queue + 1) % nic.memory.len();
        nic.network[usize::from(fifo)].taken += 1;
        nic.service = Some((packet, fifo));
        nic.looks_at = until;
        self.events.push(Time::from_ps(until), ENGINE, number, 0, Event::Engine(number));
    }

    /// The first packet of a FIFO goes on its way. Its last byte is there now, or later if its message is paced.
    fn enter_network(&mut self, packet: u32, messages: &mut Messages) {
        let own = &mut self.packets[packet as usize];
        own.tail = own.tail.max(self.now);
        let source = messages.list[own.message as usize].source;
        self.first_step(packet, self.machine.nic_link(source, false), messages);
    }

    /// A packet of a NIC with FIFOs leaves its source: its last byte does so at `end`.
    pub(super) fn leaves_fifo(&mut self, nic: u32, packet: u32, end: u64) {
        let own = &self.packets[packet as usize];
        debug_assert_eq!(own.came, NONE, "it is at its source");
        let fifo = own.order as u8;
        self.events.push(Time::from_ps(end), DRAINED, nic, u64::from(fifo), Event::Drained(nic, fifo));
    }
}
