//! Messages in flight in the packet model. For each message, counts the packets that have been created and those that have been
//! delivered.

use crate::Machine;
use crate::network::injection::Injection;
use crate::network::packet::options::Options;
use crate::network::packet::switching::link_rate::{LinkRate, NO_CARRY};
use crate::network::scale::{self, Scale};
use kernel::{Connection, Transfer};
use platform::Path;
use std::num::NonZeroU32;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use units::{LinkId, Rate, Time};

/// A number that a single partition reads and writes while partitions work, in memory that they share.
#[derive(Debug, Default)]
pub(crate) struct PartitionCell(AtomicU64);

impl PartitionCell {
    pub(crate) fn new(value: u64) -> Self {
        Self(AtomicU64::new(value))
    }

    #[inline]
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline]
    pub(crate) fn set(&self, value: u64) {
        self.0.store(value, Relaxed);
    }
}

/// A message under way. What its source needs for every packet is a cache line that no other partition writes to; what an
/// arrival needs is the next one.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Message {
    pub(crate) sender: Sender,
    /// How many messages were started before it.
    pub(crate) sequence: u64,
    pub(crate) source: units::Endpoint,
    pub(crate) destination: units::Endpoint,
    pub(crate) nic: u32,
    /// Its packets are delivered in order.
    pub(crate) ordered: bool,
    /// It is short and goes to another host: such messages of a NIC leave one after another.
    pub(crate) passes_send_queue: bool,
    /// It has a `pace`.
    pub(crate) paced: bool,
    /// It has a `latency_factor` other than 1.
    pub(crate) scaled_latency: bool,
    pub(crate) receiver: Receiver,
    /// Added to its arrival; 0 between hosts.
    pub(crate) intra_host_latency: Time,
    pub(crate) token: u64,
    /// Multiplies the latency of each link; at most 1.
    pub(crate) latency_factor: f64,
    /// Messages of a connection keep their order.
    pub(crate) connection: Option<Connection>,
    /// The user's phase it is counted for.
    pub(crate) phase: u32,
    /// The index of its [`Particulars`], if it stays inside a host or is paced.
    particulars: Option<NonZeroU32>,
}

/// What few messages have. Records are reused, with the memory of their lists.
#[derive(Debug, Default)]
pub(crate) struct Particulars {
    /// The links of its path inside a host; empty between hosts.
    pub(crate) intra_host_links: Vec<LinkId>,
    pub(crate) pace: Option<LinkRate>,
}

/// The records of a message that has arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finished {
    index: u32,
    particulars: Option<NonZeroU32>,
}

/// The records of messages, by index: some are free.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    records: Vec<Message>,
    /// Of the messages that have any.
    particulars: Vec<Particulars>,
}

impl Messages {
    #[inline]
    pub(crate) fn get(&self, index: u32) -> &Message {
        &self.records[index as usize]
    }

    /// The particulars of a message that stays inside a host or is paced.
    pub(crate) fn particulars(&self, message: &Message) -> &Particulars {
        let index = message.particulars.expect("it stays inside a host or is paced");
        &self.particulars[index.get() as usize - 1]
    }
}

/// The state of a message at its source.
#[derive(Debug, Default)]
pub(crate) struct Sender {
    /// Payload bytes that are not in packets yet, and packets created.
    pub(crate) unsent_bytes: PartitionCell,
    pub(crate) packets_created: PartitionCell,
    /// If it is paced: when its next bytes can leave, and what [`LinkRate::back_to_back`] carries over.
    pub(crate) next_send_at: PartitionCell,
    pub(crate) pacing_carry: PartitionCell,
}

/// The arrival of a message, as far as it is certain. Written by the partitions where its last hops start.
#[derive(Debug, Default)]
pub(crate) struct Receiver {
    /// Packets whose arrival is not certain yet.
    undelivered_packets: AtomicU64,
    /// The latest arrival of the others.
    latest_arrival: AtomicU64,
}

impl Receiver {
    pub(crate) fn new(packets: u64) -> Self {
        Self { undelivered_packets: AtomicU64::new(packets), latest_arrival: AtomicU64::new(0) }
    }

    /// A packet arrives at an instant: when the message has arrived, if it was the last packet. `divided`: other packets of it may
    /// arrive in other partitions at the same time.
    #[inline]
    pub(crate) fn arrives(&self, at: u64, divided: bool) -> Option<u64> {
        let undelivered = self.undelivered_packets.load(Acquire);
        if !divided || undelivered == 1 {
            // Nobody else writes here. An atomic addition would wait until all that was written before is in the cache.
            let latest = self.latest_arrival.load(Relaxed).max(at);
            self.latest_arrival.store(latest, Relaxed);
            self.undelivered_packets.store(undelivered - 1, Relaxed);
            return (undelivered == 1).then_some(latest);
        }
        self.latest_arrival.fetch_max(at, Relaxed);
        // Whoever counts down to zero sees what all others wrote before.
        (self.undelivered_packets.fetch_sub(1, AcqRel) == 1).then(|| self.latest_arrival.load(Relaxed))
    }
}

impl Message {
    /// It stays inside a host.
    #[inline]
    pub(crate) fn is_intra_host(&self) -> bool {
        self.source.host == self.destination.host
    }

    /// What is free once it needs its record, of that index, no more.
    #[inline]
    pub(crate) fn finished(&self, index: u32) -> Finished {
        Finished { index, particulars: self.particulars }
    }

    /// It has a packet that has not been created.
    #[inline]
    pub(crate) fn has_next(&self) -> bool {
        self.sender.unsent_bytes.get() > 0 || self.sender.packets_created.get() == 0
    }
}

/// Records that a partition gets at once, where there are several: what it works on lies together.
const BLOCK: u32 = 32;

/// The free records of messages. Those of a block belong to one partition.
#[derive(Debug)]
struct FreeRecords {
    /// By partition of the source.
    free: Vec<Vec<u32>>,
    /// By block: its partition.
    owners: Vec<u16>,
    particulars: Vec<NonZeroU32>,
}

impl FreeRecords {
    fn new(partitions: u16) -> Self {
        Self { free: vec![Vec::new(); partitions.into()], owners: Vec::new(), particulars: Vec::new() }
    }

    /// A record for a message of a partition.
    fn take(&mut self, partition: u16, messages: &mut Messages) -> u32 {
        let several = self.free.len() > 1;
        let free = &mut self.free[usize::from(partition)];
        if let Some(index) = free.pop() {
            return index;
        }
        let count = if several { BLOCK } else { 1 };
        let next = messages.records.len() as u32;
        messages.records.resize_with(messages.records.len() + count as usize, Message::default);
        if several {
            self.owners.push(partition);
            free.extend((next + 1..next + count).rev());
        }
        next
    }

    /// Particulars for a message.
    fn take_particulars(&mut self, messages: &mut Messages) -> NonZeroU32 {
        self.particulars.pop().unwrap_or_else(|| {
            messages.particulars.push(Particulars::default());
            NonZeroU32::new(messages.particulars.len() as u32).expect("there is one")
        })
    }

    /// Records are free again.
    fn put_back(&mut self, Finished { index, particulars }: Finished) {
        self.particulars.extend(particulars);
        let partition = if self.owners.is_empty() { 0 } else { self.owners[(index / BLOCK) as usize] };
        self.free[usize::from(partition)].push(index);
    }
}

/// Starts messages, and recycles their records.
#[derive(Debug)]
pub(crate) struct MessageAllocator {
    free: FreeRecords,
    nics_per_host: u32,
    options: Options,
    injection: Injection,
    scale: Scale,
    path: Path,
    next_sequence: u64,
}

impl MessageAllocator {
    pub(crate) fn new(machine: &dyn Machine, options: Options, partitions: u16) -> Self {
        let scale = scale::scale_of(machine, scale::EQUAL_BITS);
        Self {
            free: FreeRecords::new(partitions),
            nics_per_host: u32::from(machine.nics()),
            options,
            injection: Injection::of_senders(machine),
            scale,
            path: Path::default(),
            next_sequence: 0,
        }
    }

    /// Registers a message of a partition; returns its index and the earliest time of its first packet.
    pub(crate) fn start(
        &mut self,
        now: Time,
        transfer: &Transfer,
        (machine, partition): (&dyn Machine, u16),
        messages: &mut Messages,
    ) -> (u32, Time) {
        let inside = transfer.source.host == transfer.destination.host;
        let (pace, intra_host_latency) = self.pace(transfer, inside, machine);
        let enters = self.injection.enter(now, transfer.source, transfer.destination, machine);
        let (wait, latency_factor) = if inside { (Time::ZERO, 1.0) } else { self.control_latency(transfer, machine) };
        let enters = enters.saturating_add(wait);
        let sequence = self.next_sequence;
        self.next_sequence += 1;
        let particulars = (inside || pace.is_some()).then(|| self.free.take_particulars(messages));
        if let Some(index) = particulars {
            let particulars = &mut messages.particulars[index.get() as usize - 1];
            particulars.pace = pace;
            particulars.intra_host_links.clear();
            if inside {
                particulars.intra_host_links.extend_from_slice(&self.path.links);
            }
        }
        let index = self.free.take(partition, messages);
        messages.records[index as usize] = Message {
            token: transfer.token,
            sequence,
            source: transfer.source,
            destination: transfer.destination,
            scaled_latency: latency_factor != 1.0,
            latency_factor,
            intra_host_latency,
            nic: transfer.source.host.0 * self.nics_per_host + u32::from(transfer.source.nic),
            paced: pace.is_some(),
            particulars,
            phase: transfer.phase,
            ordered: transfer.bytes <= self.options.ordered_max,
            passes_send_queue: !inside && self.options.is_short(transfer.bytes),
            connection: transfer.connection,
            sender: Sender {
                unsent_bytes: PartitionCell::new(transfer.bytes),
                packets_created: PartitionCell::default(),
                next_send_at: PartitionCell::new(enters.ps()),
                pacing_carry: PartitionCell::new(NO_CARRY),
            },
            receiver: Receiver::new(transfer.bytes.div_ceil(self.options.mtu.into()).max(1)),
        };
        (index, enters)
    }

    /// The latency that a message pays before it enters the network, and the latency factor of its packets. A factor above 1
    /// is a handshake, whose round trips are added to it, or that of the MPI library; both delay the injection and occupy no
    /// buffers.
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

    /// A message has arrived; its records can be reused.
    pub(crate) fn finish(&mut self, message: Finished) {
        self.free.put_back(message);
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
        assert_eq!(size_of::<Message>(), 128);
    }
}
