//! Messages in flight.

use crate::Machine;
use crate::network::injection::Injection;
use crate::network::packet::options::Options;
use crate::network::packet::switching::link_rate::{LinkRate, NO_CARRY};
use crate::network::scale::{self, Scale};
use kernel::{Connection, Transfer};
use platform::Path;
use std::sync::atomic::{AtomicU64, Ordering::AcqRel, Ordering::Relaxed};
use units::{LinkId, Rate, Time};

/// A number that a single partition reads and writes while partitions work, in memory that they share.
#[derive(Debug, Default)]
pub(in crate::network::packet) struct PartitionCell(AtomicU64);

impl PartitionCell {
    pub(in crate::network::packet) fn new(value: u64) -> Self {
        Self(AtomicU64::new(value))
    }

    #[inline]
    pub(in crate::network::packet) fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline]
    pub(in crate::network::packet) fn set(&self, value: u64) {
        self.0.store(value, Relaxed);
    }
}

/// A message under way. What its source needs for every packet is a cache line that no other partition writes to; what an
/// arrival needs is the next one.
#[derive(Debug)]
#[repr(C, align(64))]
pub(in crate::network::packet) struct Message {
    pub(in crate::network::packet) sender: Sender,
    /// Its number among all starts.
    pub(in crate::network::packet) sequence: u64,
    pub(in crate::network::packet) source: units::Endpoint,
    pub(in crate::network::packet) destination: units::Endpoint,
    pub(in crate::network::packet) nic: u32,
    /// Its packets are delivered in order.
    pub(in crate::network::packet) ordered: bool,
    /// It is short: those of a NIC leave one after another.
    pub(in crate::network::packet) passes_send_queue: bool,
    /// It has a `pace`.
    pub(in crate::network::packet) paced: bool,
    /// It has a `latency_factor` other than 1.
    pub(in crate::network::packet) scaled_latency: bool,
    pub(in crate::network::packet) receiver: Receiver,
    /// Added to its arrival: the latency inside a host.
    pub(in crate::network::packet) extra: Time,
    pub(in crate::network::packet) token: u64,
    /// Multiplies the latency of each link; at most 1.
    pub(in crate::network::packet) latency_factor: f64,
    /// The links of its path inside a host; empty between hosts.
    pub(in crate::network::packet) intra_host_links: Vec<LinkId>,
    pub(in crate::network::packet) pace: Option<LinkRate>,
    /// Messages of a connection keep their order.
    pub(in crate::network::packet) connection: Option<Connection>,
    /// The user's phase it is counted for.
    pub(in crate::network::packet) phase: u32,
}

/// The state of a message at its source.
#[derive(Debug, Default)]
pub(in crate::network::packet) struct Sender {
    /// Payload bytes that are not in packets yet, and packets created.
    pub(in crate::network::packet) unsent_bytes: PartitionCell,
    pub(in crate::network::packet) packets_created: PartitionCell,
    /// If it is paced: when its next bytes can leave, and what [`LinkRate::back_to_back`] carries over.
    pub(in crate::network::packet) next_send_at: PartitionCell,
    pub(in crate::network::packet) pacing_remainder: PartitionCell,
}

/// The arrival of a message, as far as it is certain. Written by the partitions where its last hops start.
#[derive(Debug, Default)]
pub(in crate::network::packet) struct Receiver {
    /// Packets whose arrival is not certain yet.
    undelivered_packets: AtomicU64,
    /// The latest arrival of the others.
    latest_arrival: AtomicU64,
}

impl Receiver {
    pub(in crate::network::packet) fn new(packets: u64) -> Self {
        Self { undelivered_packets: AtomicU64::new(packets), latest_arrival: AtomicU64::new(0) }
    }

    /// A packet arrives at an instant: when the message has arrived, if it was the last packet.
    #[inline]
    pub(in crate::network::packet) fn arrives(&self, at: u64) -> Option<u64> {
        self.latest_arrival.fetch_max(at, Relaxed);
        // Whoever counts down to zero sees what all others wrote before.
        (self.undelivered_packets.fetch_sub(1, AcqRel) == 1).then(|| self.latest_arrival.load(Relaxed))
    }
}

impl Message {
    /// It stays inside a host.
    #[inline]
    pub(in crate::network::packet) fn is_intra_host(&self) -> bool {
        self.source.host == self.destination.host
    }

    /// It has a packet that has not been created.
    #[inline]
    pub(in crate::network::packet) fn has_next(&self) -> bool {
        self.sender.unsent_bytes.get() > 0 || self.sender.packets_created.get() == 0
    }
}

/// Starts messages, and recycles their records.
#[derive(Debug)]
pub(in crate::network::packet) struct MessageAllocator {
    free: Vec<u32>,
    per_host: u32,
    ordered: u64,
    send_queue: Option<u64>,
    injection: Injection,
    scale: Scale,
    path: Path,
    started: u64,
    packet: u64,
}

impl MessageAllocator {
    pub(in crate::network::packet) fn new(machine: &dyn Machine, options: Options) -> Self {
        let scale = scale::scale_of(machine, scale::EQUAL_BITS);
        Self {
            free: Vec::new(),
            per_host: u32::from(machine.nics()),
            ordered: options.ordered_max,
            send_queue: options.send_queue,
            injection: Injection::new(machine),
            scale,
            path: Path::default(),
            started: 0,
            packet: options.mtu.into(),
        }
    }

    /// Registers a message; returns its index and the earliest time of its first packet.
    pub(in crate::network::packet) fn start(
        &mut self,
        now: Time,
        transfer: &Transfer,
        machine: &dyn Machine,
        messages: &mut Vec<Message>,
    ) -> (u32, Time) {
        let inside = transfer.source.host == transfer.destination.host;
        let (pace, extra) = self.pace(transfer, inside, machine);
        let enters = self.injection.enter(now, transfer.source, transfer.destination);
        let (wait, latency_factor) = if inside { (Time::ZERO, 1.0) } else { self.control_latency(transfer, machine) };
        let enters = enters.saturating_add(wait);
        let sequence = self.started;
        self.started += 1;
        let mut message = Message {
            token: transfer.token,
            sequence,
            source: transfer.source,
            destination: transfer.destination,
            scaled_latency: latency_factor != 1.0,
            latency_factor,
            extra,
            nic: transfer.source.host.0 * self.per_host + u32::from(transfer.source.nic),
            paced: pace.is_some(),
            pace,
            phase: transfer.phase,
            ordered: transfer.bytes <= self.ordered,
            passes_send_queue: !inside && self.send_queue.is_some_and(|longest| transfer.bytes <= longest),
            connection: transfer.connection,
            intra_host_links: Vec::new(),
            sender: Sender {
                unsent_bytes: PartitionCell::new(transfer.bytes),
                packets_created: PartitionCell::default(),
                next_send_at: PartitionCell::new(enters.ps()),
                pacing_remainder: PartitionCell::new(NO_CARRY),
            },
            receiver: Receiver::new(transfer.bytes.div_ceil(self.packet).max(1)),
        };
        let index = match self.free.pop() {
            Some(index) => {
                // The vector of the record is reused.
                message.intra_host_links = std::mem::take(&mut messages[index as usize].intra_host_links);
                messages[index as usize] = message;
                index
            }
            None => {
                messages.push(message);
                messages.len() as u32 - 1
            }
        };
        let links = &mut messages[index as usize].intra_host_links;
        links.clear();
        if inside {
            links.extend_from_slice(&self.path.links);
        }
        (index, enters)
    }

    /// The latency that a message pays before it enters the network, and the latency factor of its packets. A factor above 1
    /// stands for control messages before it, which occupy no buffers.
    fn control_latency(&mut self, transfer: &Transfer, machine: &dyn Machine) -> (Time, f64) {
        if transfer.latency_factor <= 1.0 {
            return (Time::ZERO, transfer.latency_factor);
        }
        machine.path(transfer.source, transfer.destination, &mut self.path);
        let latency = self.path.latency;
        (scale::latency(latency, transfer.latency_factor).saturating_sub(latency), 1.0)
    }

    /// The rate that paces a message, and the latency added to its arrival. Sets `path` to that of the transfer if it stays
    /// inside a host.
    fn pace(&mut self, transfer: &Transfer, inside: bool, machine: &dyn Machine) -> (Option<LinkRate>, Time) {
        if !inside && transfer.bandwidth_factor >= 1.0 {
            return (None, Time::ZERO);
        }
        let path = &mut self.path;
        machine.path(transfer.source, transfer.destination, path);
        let narrowest = path.links.iter().map(|link| machine.link(*link).bandwidth).min();
        let rate = narrowest.map_or(path.bound, |rate| rate.min(path.bound));
        let steps = Scale::times(self.scale.steps(rate), transfer.bandwidth_factor.min(1.0));
        let paced = path.bound < Rate(u64::MAX) || transfer.bandwidth_factor < 1.0;
        let pace = paced.then(|| LinkRate::new(steps, self.scale.shift()));
        let latency = if inside { scale::latency(self.path.latency, transfer.latency_factor) } else { Time::ZERO };
        (pace, latency)
    }

    /// A message has arrived; its record can be reused.
    pub(in crate::network::packet) fn finish(&mut self, index: u32) {
        self.free.push(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    /// Source and destination of a message may be in partitions of different threads.
    #[test]
    fn a_source_writes_a_line_and_an_arrival_the_next() {
        assert_eq!((offset_of!(Message, scaled_latency) / 64, offset_of!(Message, receiver)), (0, 64));
        assert!(offset_of!(Message, token) < 128 && size_of::<Message>() <= 192, "{}", size_of::<Message>());
    }
}
