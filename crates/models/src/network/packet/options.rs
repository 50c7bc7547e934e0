//! The parameters of the packet model as values.

use units::Time;

/// The largest packet in bytes, header and padding included.
pub(super) const LARGEST: u64 = 1 << 20;

/// Output buffers of a switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// None: a packet stays in its input buffer until it leaves.
    #[default]
    Off,
    /// As large as the largest input buffer with [`Options::buffer`] None: an output can hold all that one link brings.
    Auto,
    /// Bytes for each VC (and lane), at least the largest packet.
    Bytes(u64),
}

/// Which of the waiting packets a free link takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arbitration {
    /// The earliest ready, see `docs/models/packet.md`: the default, and the cheapest.
    #[default]
    Fcfs,
    /// (Input link, output VC) pairs in turn.
    RoundRobin,
    /// The earliest injected.
    Age,
    /// The head of the input queue with the most bytes.
    LongestQueue,
}

impl Arbitration {
    pub(super) const NAMES: [&str; 4] = ["fcfs", "round-robin", "age", "longest-queue"];
    pub(super) const ALL: [Self; 4] = [Self::Fcfs, Self::RoundRobin, Self::Age, Self::LongestQueue];
}

/// The model's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Index into [`platform::PacketRouting::routings`].
    pub routing: u8,
    /// Messages of up to this payload are delivered in order, in bytes.
    pub ordered: u64,
    /// The largest payload of a packet, from 1 to 2^20 bytes less the header.
    pub packet: u32,
    /// Header bytes of a packet.
    pub header: u32,
    /// Packets are padded to a multiple of this, from 1 to 2^20 bytes.
    pub chunk: u32,
    /// Input buffer of each VC at the end of a link, in bytes; None: two packets and as many as the link sends in a credit
    /// round trip.
    pub buffer: Option<u64>,
    /// Output buffer of each VC, behind the crossbar.
    pub output: Output,
    /// Which packet a free link takes.
    pub arbitration: Arbitration,
    /// Latency of a switch.
    pub crossbar: Time,
    /// Messages that a NIC sends at a time, a packet of each in turn.
    pub queues: u32,
    /// Width of the time buckets of the link counters.
    pub bucket: Option<Time>,
    /// Seed of random routing decisions.
    pub seed: u64,
    /// The most threads, at least one. Results do not depend on it.
    pub threads: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            routing: 0,
            ordered: 0,
            packet: 4_096,
            header: 0,
            chunk: 1,
            buffer: None,
            output: Output::Off,
            arbitration: Arbitration::Fcfs,
            crossbar: Time::ZERO,
            queues: 16,
            bucket: None,
            seed: 0,
            threads: 1,
        }
    }
}

impl Options {
    /// Bytes of a packet with this payload, header and padding included.
    pub(super) fn wire_bytes(&self, payload: u32) -> u32 {
        (payload + self.header).next_multiple_of(self.chunk)
    }

    /// Whether [`crate::network::packet::switching::fcfs`] serves ports, instead of [`crate::network::packet::switching::arbitration`].
    pub(super) fn is_fcfs(&self) -> bool {
        self.arbitration == Arbitration::Fcfs
    }

    /// Bytes of the largest packet.
    pub(super) fn largest(&self) -> u32 {
        self.wire_bytes(self.packet)
    }
}
