//! The parameters of the packet model as Rust types: what remains of the texts `NAME=VALUE` when the module `parameters`, which
//! documents the parameters, has read and checked them. The packet model gets its settings in this form.

use units::{Time, named_enum};

/// The largest packet in bytes, header and padding included.
pub(super) const MAX_WIRE_BYTES: u64 = 1 << 20;

/// Size of the output buffers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputBufferSize {
    /// None: a packet stays in its input buffer until it has left.
    #[default]
    Off,
    /// As large as the largest input buffer with [`Options::input_buffer`] None: an output can hold all that one link brings.
    Auto,
    /// Bytes for each VC (and lane), at least the largest packet.
    Bytes(u64),
}

named_enum! {
    /// Which of the waiting packets a free link transmits.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Arbitration as name {
        /// The earliest ready, see `docs/models/packet.md`: the default, and the cheapest.
        #[default]
        Fcfs = "fcfs",
        /// (Input link, output VC) pairs in turn.
        RoundRobin = "round-robin",
        /// The earliest injected.
        Age = "age",
        /// The head of the input queue with the most bytes.
        LongestQueue = "longest-queue",
    }
}

/// Whether messages keep their order at their source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Messages of a connection leave one after another, and so do those of a NIC to other hosts of up to `send_queue` bytes.
    Connection {
        /// Bytes.
        send_queue: u64,
    },
    /// All share the NIC.
    None,
}

/// The model's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Index into [`platform::PacketRouting::routings`].
    pub routing: u8,
    /// Messages of up to this payload are delivered in order, in bytes.
    pub ordered_max: u64,
    /// The largest payload of a packet, from 1 to 2^20 bytes less the header.
    pub mtu: u32,
    /// Header bytes of a packet.
    pub header: u32,
    /// Packets are padded to a multiple of this, from 1 to 2^20 bytes.
    pub alignment: u32,
    /// Input buffer of each VC at the end of a link, in bytes; None: two packets and what the link sends in a credit round
    /// trip.
    pub input_buffer: Option<u64>,
    /// Output buffer of each VC, behind the crossbar.
    pub output_buffer: OutputBufferSize,
    /// Which packet a free link transmits.
    pub arbitration: Arbitration,
    /// Latency of a switch, without links and queueing.
    pub switch_latency: Time,
    /// Messages that a NIC sends concurrently, packet by packet in turn.
    pub concurrent_messages: u32,
    /// Whether messages keep their order.
    pub order: Order,
    /// Width of the time buckets of the link counters.
    pub bucket: Option<Time>,
    /// Seed of random routing decisions.
    pub seed: u64,
    /// The most threads, at least one. Results do not depend on it.
    pub threads: u32,
}

impl Options {
    /// The defaults of the parameters, but without order: for messages that are independent of each other, as those of published
    /// throughputs and of benches are.
    pub fn unordered() -> Self {
        Self {
            routing: 0,
            ordered_max: 0,
            mtu: 4_096,
            header: 0,
            alignment: 1,
            input_buffer: None,
            output_buffer: OutputBufferSize::Off,
            arbitration: Arbitration::Fcfs,
            switch_latency: Time::ZERO,
            concurrent_messages: 16,
            order: Order::None,
            bucket: None,
            seed: 0,
            threads: 1,
        }
    }

    /// Whether messages of a connection leave one after another.
    pub(super) fn keeps_order(&self) -> bool {
        self.order != Order::None
    }

    /// Whether a message of so many bytes to another host passes the send queue of its NIC.
    pub(super) fn is_short(&self, bytes: u64) -> bool {
        matches!(self.order, Order::Connection { send_queue } if bytes <= send_queue)
    }

    /// Bytes of a packet with this payload, header and padding included.
    pub(super) fn wire_bytes(&self, payload: u32) -> u32 {
        (payload + self.header).next_multiple_of(self.alignment)
    }

    /// Whether [`crate::network::packet::switching::fcfs`] serves ports, instead of
    /// [`crate::network::packet::switching::arbitration`].
    pub(super) fn is_fcfs(&self) -> bool {
        self.arbitration == Arbitration::Fcfs
    }

    /// Bytes of the largest packet.
    pub(super) fn max_wire_bytes(&self) -> u32 {
        self.wire_bytes(self.mtu)
    }
}
