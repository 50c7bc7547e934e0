//! Messages under way.

use super::Options;
use super::link_rate::{LinkRate, NO_CARRY};
use crate::Machine;
use crate::network::injection::Injection;
use crate::network::scale::{self, Scale};
use kernel::Transfer;
use platform::Path;
use std::sync::atomic::{AtomicU64, Ordering::AcqRel, Ordering::Relaxed};
use units::{LinkId, Rate, Time};

/// A number that one partition alone reads and writes while partitions work, in a place that they share.
#[derive(Debug, Default)]
pub(super) struct PartitionCell(AtomicU64);

impl PartitionCell {
    pub(super) fn new(value: u64) -> Self {
        Self(AtomicU64::new(value))
    }

    #[inline]
    pub(super) fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline]
    pub(super) fn set(&self, value: u64) {
        self.0.store(value, Relaxed);
    }
}

/// A message under way. What its source needs for every packet is a line of its own, so that no other partition writes there; what
/// an arrival needs is the next one.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct Message {
    pub(super) sender: Sender,
    /// Its place among all starts.
    pub(super) sequence: u64,
    pub(super) source: units::Endpoint,
    pub(super) destination: units::Endpoint,
    pub(super) nic: u32,
    /// Whether its packets keep their order.
    pub(super) ordered: bool,
    /// Whether there is a `pace`.
    pub(super) paced: bool,
    /// Whether there is a `latency_factor` but 1.
    pub(super) scaled_latency: bool,
    pub(super) receiver: Receiver,
    /// What is added at the end: the latency inside a host.
    pub(super) extra: Time,
    pub(super) token: u64,
    /// Of each link's latency, at most 1.
    pub(super) latency_factor: f64,
    /// The links to pass inside a host; empty between hosts.
    pub(super) inside: Vec<LinkId>,
    pub(super) pace: Option<LinkRate>,
    /// What it is counted as.
    pub(super) phase: u32,
}

/// What the partition of a message's source knows of it.
#[derive(Debug, Default)]
pub(super) struct Sender {
    /// Payload that is not in packets yet, and how many of those there are.
    pub(super) left: PartitionCell,
    pub(super) made: PartitionCell,
    /// When its next bytes can leave, if it is paced, and what [`LinkRate::after`] carries over.
    pub(super) clock: PartitionCell,
    pub(super) carry: PartitionCell,
}

/// What is known of a message's arrival: by the partitions at whose ports its last hops begin, which may be several.
#[derive(Debug, Default)]
pub(super) struct Receiver {
    /// Packets whose arrival is not certain.
    coming: AtomicU64,
    /// When the last byte of the others is there.
    last: AtomicU64,
}

impl Receiver {
    pub(super) fn new(packets: u64) -> Self {
        Self { coming: AtomicU64::new(packets), last: AtomicU64::new(0) }
    }

    /// The arrival of a packet at an instant is certain. When the message will have arrived, if it was the last one.
    #[inline]
    pub(super) fn arrives(&self, at: u64) -> Option<u64> {
        self.last.fetch_max(at, Relaxed);
        // Who is the last one to count down sees what all others have written before they did.
        (self.coming.fetch_sub(1, AcqRel) == 1).then(|| self.last.load(Relaxed))
    }
}

impl Message {
    /// Whether it stays inside a host.
    #[inline]
    pub(super) fn is_inside(&self) -> bool {
        self.source.host == self.destination.host
    }
}

/// How messages are begun.
#[derive(Debug)]
pub(super) struct MessageTable {
    free: Vec<u32>,
    per_host: u32,
    ordered: u64,
    injection: Injection,
    scale: Scale,
    path: Path,
    started: u64,
    packet: u64,
}

impl MessageTable {
    pub(super) fn new(machine: &dyn Machine, options: Options) -> Self {
        let scale = crate::network::scale::scale_of(machine, crate::network::scale::EQUAL_BITS);
        Self {
            free: Vec::new(),
            per_host: u32::from(machine.nics()),
            ordered: options.ordered,
            injection: Injection::new(machine),
            scale,
            path: Path::default(),
            started: 0,
            packet: options.packet.into(),
        }
    }

    /// CreditPool a message, and says its number and when its first packet may be made.
    pub(super) fn start(
        &mut self,
        now: Time,
        transfer: &Transfer,
        machine: &dyn Machine,
        messages: &mut Vec<Message>,
    ) -> (u32, Time) {
        let inside = transfer.source.host == transfer.destination.host;
        let (pace, extra) = self.pace(transfer, inside, machine);
        let enters = self.injection.enter(now, transfer.source, transfer.destination);
        let (wait, latency_factor) = if inside { (Time::ZERO, 1.0) } else { self.ahead(transfer, machine) };
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
            inside: Vec::new(),
            sender: Sender {
                left: PartitionCell::new(transfer.bytes),
                made: PartitionCell::default(),
                clock: PartitionCell::new(enters.ps()),
                carry: PartitionCell::new(NO_CARRY),
            },
            receiver: Receiver::new(transfer.bytes.div_ceil(self.packet).max(1)),
        };
        let index = match self.free.pop() {
            Some(index) => {
                // The record's vector is used again.
                message.inside = std::mem::take(&mut messages[index as usize].inside);
                messages[index as usize] = message;
                index
            }
            None => {
                messages.push(message);
                messages.len() as u32 - 1
            }
        };
        let own = &mut messages[index as usize].inside;
        own.clear();
        if inside {
            own.extend_from_slice(&self.path.links);
        }
        (index, enters)
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

    /// A message has arrived; its record is used again.
    pub(super) fn finish(&mut self, index: u32) {
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
