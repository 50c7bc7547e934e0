//! Messages under way, and the NICs that cut them into packets.

use super::Options;
use super::engine::{Event, Fabric, INJECT};
use super::fifos::Fifos;
use super::wire::Wire;
use crate::Machine;
use crate::network::injection::Injection;
use crate::network::scale::{self, Scale};
use kernel::Transfer;
use platform::Path;
use std::collections::VecDeque;
use units::{LinkId, Rate, Time};

/// A message under way.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) token: u64,
    /// Its place among all starts.
    pub(super) sequence: u64,
    pub(super) source: units::Endpoint,
    pub(super) destination: units::Endpoint,
    /// Payload that is not in packets yet, and how many of those there are.
    pub(super) left: u64,
    pub(super) made: u32,
    /// Packets that have not begun to arrive at their end.
    pub(super) coming: u32,
    /// When the last byte of those that have begun to is there.
    pub(super) last: u64,
    /// When its next bytes can leave, if it is paced.
    pub(super) clock: u64,
    pub(super) pace: Option<Wire>,
    pub(super) latency_factor: f64,
    /// What is added at the end: the latency inside a host.
    pub(super) extra: Time,
    pub(super) nic: u32,
    /// Whether its packets keep their order.
    pub(super) ordered: bool,
    /// What it is counted as.
    pub(super) phase: u32,
    /// The links to pass inside a host; empty between hosts.
    pub(super) inside: Vec<LinkId>,
}

impl Message {
    /// Whether it stays inside a host.
    pub(super) fn is_inside(&self) -> bool {
        self.source.host == self.destination.host
    }
}

/// A NIC at work.
#[derive(Debug, Default)]
struct Nic {
    active: u32,
    waiting: VecDeque<u32>,
}

/// All messages under way, and the NICs.
#[derive(Debug)]
pub(super) struct Messages {
    pub(super) list: Vec<Message>,
    /// The injection stages of the NICs, if they have such.
    pub(super) fifos: Option<Fifos>,
    free: Vec<u32>,
    nics: Vec<Nic>,
    per_host: u32,
    queues: u32,
    ordered: u64,
    injection: Injection,
    scale: Scale,
    path: Path,
    started: u64,
}

impl Messages {
    pub(super) fn new(machine: &dyn Machine, options: Options) -> Self {
        let scale = crate::network::scale_of(machine, crate::network::EQUAL_BITS);
        Self {
            list: Vec::new(),
            fifos: Fifos::new(machine, scale),
            free: Vec::new(),
            nics: Vec::new(),
            per_host: u32::from(machine.nics()),
            queues: options.queues,
            ordered: options.ordered,
            injection: Injection::new(machine),
            scale,
            path: Path::default(),
            started: 0,
        }
    }

    /// Starts a message: its first packet is made when the NIC may inject it.
    pub(super) fn start(&mut self, now: Time, transfer: &Transfer, fabric: &mut Fabric) {
        let inside = transfer.source.host == transfer.destination.host;
        let (pace, extra) = self.pace(transfer, inside, &*fabric.machine);
        let enters = self.injection.enter(now, transfer.source, transfer.destination);
        let (wait, latency_factor) = if inside { (Time::ZERO, 1.0) } else { self.ahead(transfer, &*fabric.machine) };
        let enters = enters.saturating_add(wait);
        let sequence = self.started;
        self.started += 1;
        let nic = transfer.source.host.0 * self.per_host + u32::from(transfer.source.nic);
        let mut message = Message {
            token: transfer.token,
            sequence,
            source: transfer.source,
            destination: transfer.destination,
            left: transfer.bytes,
            made: 0,
            coming: 0,
            last: 0,
            clock: enters.ps(),
            pace,
            latency_factor,
            extra,
            nic,
            ordered: transfer.bytes <= self.ordered,
            phase: transfer.phase,
            inside: Vec::new(),
        };
        let index = match self.free.pop() {
            Some(index) => {
                // The record's vector is used again.
                message.inside = std::mem::take(&mut self.list[index as usize].inside);
                self.list[index as usize] = message;
                index
            }
            None => {
                self.list.push(message);
                self.list.len() as u32 - 1
            }
        };
        let own = &mut self.list[index as usize].inside;
        own.clear();
        if inside {
            own.extend_from_slice(&self.path.links);
        }
        fabric.events.push(enters, INJECT, nic, sequence, Event::Enter(index));
    }

    /// What of a message's latency is over before it enters the network, and the latency factor of its packets: a factor
    /// above 1 stands for messages that go to and fro before it, which hold no buffers of its own.
    fn ahead(&mut self, transfer: &Transfer, machine: &dyn Machine) -> (Time, f64) {
        if transfer.latency_factor <= 1.0 {
            return (Time::ZERO, transfer.latency_factor);
        }
        machine.path(transfer.source, transfer.destination, &mut self.path);
        let latency = self.path.latency;
        (scale::latency(latency, transfer.latency_factor).saturating_sub(latency), 1.0)
    }

    /// What paces a message, and what is added at its end. `path` is that of the transfer afterwards if it stays inside
    /// its host.
    fn pace(&mut self, transfer: &Transfer, inside: bool, machine: &dyn Machine) -> (Option<Wire>, Time) {
        if !inside && transfer.bandwidth_factor >= 1.0 {
            return (None, Time::ZERO);
        }
        let path = &mut self.path;
        machine.path(transfer.source, transfer.destination, path);
        let narrowest = path.links.iter().map(|link| machine.link(*link).bandwidth).min();
        let rate = narrowest.map_or(path.bound, |rate| rate.min(path.bound));
        let steps = Scale::times(self.scale.steps(rate), transfer.bandwidth_factor.min(1.0));
        let paced = path.bound < Rate(u64::MAX) || transfer.bandwidth_factor < 1.0;
        let pace = paced.then(|| Wire::new(steps, self.scale.shift()));
        let latency = if inside { scale::latency(self.path.latency, transfer.latency_factor) } else { Time::ZERO };
        (pace, latency)
    }

    /// Whether a message goes through the FIFOs of its NIC.
    #[inline]
    pub(super) fn is_staged(&self, index: u32) -> bool {
        self.fifos.is_some() && !self.list[index as usize].is_inside()
    }

    /// Whether a message that is to enter may be worked on at once; else it waits.
    pub(super) fn enter(&mut self, index: u32) -> bool {
        let message = &self.list[index as usize];
        if message.is_inside() {
            return true;
        }
        let nic = message.nic as usize;
        if nic >= self.nics.len() {
            self.nics.resize_with(nic + 1, Nic::default);
        }
        let nic = &mut self.nics[nic];
        if nic.active < self.queues {
            nic.active += 1;
            return true;
        }
        nic.waiting.push_back(index);
        false
    }

    /// The last packet of a message has left: the next message that its NIC works on.
    pub(super) fn leave(&mut self, index: u32) -> Option<u32> {
        let message = &self.list[index as usize];
        if message.is_inside() {
            return None;
        }
        let nic = &mut self.nics[message.nic as usize];
        let next = nic.waiting.pop_front();
        if next.is_none() {
            nic.active -= 1;
        }
        next
    }

    /// A message has arrived; its record is used again.
    pub(super) fn finish(&mut self, index: u32) {
        self.free.push(index);
    }
}
