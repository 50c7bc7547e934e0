//! `packet`: a packet-level network model with virtual cut-through switching, virtual channels (VCs) and credit-based flow
//! control. It is lossless: packets wait for links and buffers, and are never dropped.
//!
//! # The model
//! Messages are cut into packets of at most `packet` bytes of payload, each with a `header`. A NIC sends up to `queues`
//! messages at a time, a packet of each in turn; further messages wait. At the end of a link every VC has an input buffer of
//! `buffer` bytes. A packet that arrives there is routed by the topology's [`platform::PacketRouting`] and waits for its output
//! link, first come first served among all packets that wait for that link: switches have virtual output queues. While it
//! waits it occupies its input buffer (with `output`, see below, until it enters its output buffer). It leaves as soon as
//!
//! * the link is free,
//! * the next input buffer has credit for all of it (virtual cut-through), and for one more packet where the routing asks for
//!   a bubble,
//! * it can be sent without a gap: r ≥ tail − bytes/bandwidth, where tail is the arrival of its last byte. So a head leaves
//!   before its tail has come, but a fast link does not wait for bytes that come over a slow one,
//! * no packet that has waited longer could be sent. Arrivals of one instant are ordered by input link. Other arbitrations
//!   (`arbitration.rs`) cost an event where packets wait.
//!
//! A message whose latency factor f_L is above 1 is injected (f_L − 1) · (latency of its minimal route) later, which stands
//! for control messages before it.
//!
//! A packet that leaves at d over a link of latency L and bandwidth B occupies the link until e = d + bytes/B. Its head reaches
//! the other end at d + min(f_L, 1)·L, and may leave a switch (or a host on its route) `crossbar` later. Its input buffer is
//! free at e; the credit returns to the sender over the latency of the input link.
//! With `output`, a packet that can be sent without a gap requests space in the output buffer of its (link, VC) behind the
//! crossbar, in the order of its queue. It leaves its input buffer when it has that space and its last byte has come, and the
//! output buffer at e. The two queues of a VC with bubbles have a buffer each.
//!
//! Hosts always accept packets: the last hop takes no credit. A message arrives with the last byte of its last packet. With
//! bandwidth factor f_B below 1 its bytes leave the source no faster than f_B · bandwidth of the narrowest link of its minimal
//! route.
//!
//! Inside a host packets pass the memory buses, or the loopback link, without credits.
//!
//! Times are integer picoseconds; packets sent back to back over a link take what they would take as one, rounded up. A
//! message alone in the network takes exactly latency + bytes/bandwidth if `header` and `crossbar` are 0, and up to a packet's
//! time more where a link is faster than both its predecessor and its successor, as packets cross it undivided.
//!
//! # How it computes
//! One event per packet and hop: if nothing waits for the link of a packet and it has credit, its departure is arithmetic,
//! however long the link is busy, as nothing can overtake it. Credits return by recording when they will be there. Only a link
//! whose packets lack credit wakes up. The reference implementation in `reference.rs` has an event for everything and gives the
//! same results to the picosecond.
//!
//! Large networks are bound by memory accesses. So packets, ports and channels are a cache line each (`packets.rs`, `ports.rs`),
//! events of 24 bytes lie side by side (`calendar.rs`), and the memory that the next events need is touched before they are
//! processed (`prefetch.rs`). Partitions of the network run in parallel (`fabric.rs`, `worker_pool.rs`).
//!
//! # What it leaves out
//! Flits and phits (wormhole routing), errors and retransmission, classes of service, contention inside a switch (head-of-line
//! blocking in input queues, crossbars without speedup).
//!
//! # Cost
//! Memory: 4 bytes per link and NIC of the machine; 88 + 80 per VC for each link ever used (16 + 8 per VC more for adaptive
//! routings, 80 with `output`); 64 bytes per packet under way beside its event, 192 per message. Time: see `benches/packet.rs`.

mod arbiter;
mod arbitration;
mod buffers;
mod calendar;
mod counters;
mod credits;
mod description;
mod events;
mod exchange;
mod fabric;
mod fifo_engine;
mod fifos;
mod first_hops;
mod injection;
mod link_rate;
mod link_use;
mod messages;
mod network_state;
mod options;
mod packets;
mod partition;
mod partitioning;
mod ports;
mod prefetch;
mod process;
mod queues;
mod routing;
mod service;
mod statistics;
mod traffic;
mod transmit;
mod uncontended;
mod view;
mod worker_pool;

#[cfg(test)]
mod blue_gene;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod reference_fifos;
#[cfg(test)]
mod saturation;
#[cfg(test)]
mod tests;

pub use options::{Arbitration, Options, Output};
pub use statistics::Statistics;

use crate::settings::Settings;
use crate::{Machine, ModelError, Parameter, ParameterKind, Setting};
use fabric::Fabric;
use kernel::{Completion, LinkCounters, Network, Transfer};
use options::LARGEST;
use std::sync::Arc;
use uncontended::UncontendedNetwork;
use units::{Bytes, Time};

/// `routing`, `ordered`, `packet`, `header`, `chunk`, `buffer`, `output`, `arbitration`, `crossbar`, `queues`, `bucket`, `seed`, `threads`.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "routing",
        ParameterKind::Text,
        "default",
        "the routing whose routes the other models take",
        "A routing of the topology (docs/models/packet.md), or `default`, its first.",
    ),
    Parameter::with_default(
        "ordered",
        ParameterKind::Size,
        "0 B",
        "no message needs its packets in order",
        "Packets of messages up to this size are delivered in order, where the routing makes a difference (`bluegene`).",
    ),
    Parameter::with_default(
        "packet",
        ParameterKind::Size,
        "4 KiB",
        "InfiniBand's largest MTU",
        "The largest payload of a packet, up to 1 MiB.",
    ),
    Parameter::with_default(
        "header",
        ParameterKind::Size,
        "0 B",
        "the platform's bandwidths are those of payload",
        "Header bytes of a packet.",
    ),
    Parameter::with_default(
        "chunk",
        ParameterKind::Size,
        "1 B",
        "no padding",
        "Packets with their headers are padded to a multiple of this.",
    ),
    Parameter::with_default(
        "buffer",
        ParameterKind::Or(&ParameterKind::Size, "auto"),
        "auto",
        "one stream fills the link",
        "Input buffer of each VC at the end of a link; `auto`: 2 packets and as many as the link sends in a credit round trip.",
    ),
    Parameter::with_default(
        "output",
        ParameterKind::Or(&ParameterKind::Or(&ParameterKind::Size, "auto"), "off"),
        "off",
        "packets wait in their input buffers",
        "Output buffer of each VC of a switch, besides the input buffers; `auto`: as large as the largest with `buffer=auto`.",
    ),
    Parameter::with_default(
        "arbitration",
        ParameterKind::Choice(&Arbitration::NAMES),
        "fcfs",
        "the cheapest",
        "Which packet a free link takes: `fcfs` (first come first served), `round-robin` over inputs, `age` or `longest-queue`.",
    ),
    Parameter::with_default(
        "crossbar",
        ParameterKind::Latency,
        "0 s",
        "the platform's latencies contain it",
        "Latency of a switch without links and queues.",
    ),
    Parameter::with_default(
        "queues",
        ParameterKind::Count,
        "16",
        "an assumption",
        "Messages that a NIC sends at a time, a packet of each in turn; a NIC with FIFOs has those instead.",
    ),
    Parameter::with_default(
        "bucket",
        ParameterKind::Or(&ParameterKind::Latency, "off"),
        "off",
        "not counted",
        "Width of the time buckets in which the bytes of each link are counted.",
    ),
    Parameter::with_default(
        "seed",
        ParameterKind::Whole,
        "0",
        "arbitrary",
        "Seed of the random decisions of a routing.",
    ),
    Parameter::with_default(
        "threads",
        ParameterKind::Count,
        "1",
        "sequential",
        "Threads that simulate the network in parallel; results do not depend on it.",
    ),
];

/// The packet-level network model.
pub struct PacketNetwork {
    fabric: Fabric,
    machine: Arc<dyn Machine>,
    options: Options,
    /// Built when it is first asked for.
    alone: Option<Box<UncontendedNetwork>>,
}

fn read(machine: &dyn Machine, settings: &Settings<'_>) -> Result<Options, ModelError> {
    let unsupported = |reason: &str| ModelError::Unsupported { model: "packet", reason: reason.to_owned() };
    let routing = machine.packets().ok_or_else(|| unsupported("its topology does not say how packets are routed"))?;
    let names: Vec<&str> = routing.routings().iter().map(|kind| kind.name).collect();
    let routing = match settings.text("routing") {
        "default" => 0,
        _ => settings.name("routing", &names)?,
    };
    let header = settings.bytes("header")?;
    let (packet, chunk) = (settings.some_bytes("packet")?, settings.some_bytes("chunk")?);
    if chunk.0 > LARGEST {
        return Err(settings.bad("chunk", settings.text("chunk"), "at most 1 MiB".to_owned()));
    }
    let largest = packet.0.saturating_add(header.0).checked_next_multiple_of(chunk.0).unwrap_or(u64::MAX);
    if largest > LARGEST {
        let expected = "at most 1 MiB with its header, in whole chunks".to_owned();
        return Err(settings.bad("packet", settings.text("packet"), expected));
    }
    let buffer = if settings.text("buffer") == "auto" { None } else { Some(settings.some_bytes("buffer")?.0) };
    if buffer.is_some_and(|buffer| buffer < 2 * largest) {
        let expected = format!("`auto`, or room for two packets: at least {}", Bytes(2 * largest));
        return Err(settings.bad("buffer", settings.text("buffer"), expected));
    }
    let output = match settings.text("output") {
        "off" => Output::Off,
        "auto" => Output::Auto,
        _ => Output::Bytes(settings.some_bytes("output")?.0),
    };
    if matches!(output, Output::Bytes(bytes) if bytes < largest) {
        let expected = format!("`off`, `auto`, or room for a packet: at least {}", Bytes(largest));
        return Err(settings.bad("output", settings.text("output"), expected));
    }
    let options = Options {
        routing: routing as u8,
        ordered: settings.bytes("ordered")?.0,
        packet: packet.0 as u32,
        header: header.0 as u32,
        chunk: chunk.0 as u32,
        buffer,
        output,
        arbitration: Arbitration::ALL[settings.choice("arbitration", &Arbitration::NAMES)?],
        crossbar: settings.time("crossbar")?,
        queues: u32::try_from(settings.whole("queues", 1)?).unwrap_or(u32::MAX),
        bucket: settings.time_or_off("bucket")?,
        seed: settings.whole("seed", 0)?,
        threads: u32::try_from(settings.whole("threads", 1)?).unwrap_or(u32::MAX),
    };
    if options.threads > 1
        && let Some(reason) = partitioning::why_sequential(machine, options)
    {
        return Err(unsupported(&format!("several threads, as {reason}")));
    }
    Ok(options)
}

pub(super) fn build(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Result<Box<dyn Network>, ModelError> {
    let options = read(&*machine, &Settings::new("packet", PARAMETERS, settings)?)?;
    Ok(Box::new(PacketNetwork::new(machine, options)))
}

impl PacketNetwork {
    /// The model on a machine whose topology routes packets.
    ///
    /// # Panics
    /// If it does not.
    pub fn new(machine: Arc<dyn Machine>, options: Options) -> Self {
        Self { fabric: Fabric::new(Arc::clone(&machine), options), machine, options, alone: None }
    }

    /// Totals of the run so far.
    pub fn statistics(&self) -> Statistics {
        self.fabric.statistics()
    }

    /// Whether no packet is under way: all buffers are empty.
    pub fn is_empty(&self) -> bool {
        self.fabric.is_empty()
    }

    /// Checks that no credit is lost: on every (link, VC), free, returning and occupied bytes add up to the buffer.
    ///
    /// # Panics
    /// If one is.
    pub fn check_credits(&self) {
        self.fabric.check_credits();
    }
}

impl Network for PacketNetwork {
    /// `now` may be ahead of the network: synthetic traffic is started in advance, in the order of time.
    fn start(&mut self, now: Time, transfer: &Transfer) {
        self.fabric.start(now, transfer);
    }

    fn next_event(&mut self) -> Time {
        self.fabric.next_event()
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        if to < Time::MAX {
            self.fabric.advance(to, completions);
        }
    }

    fn sync_counters(&mut self, now: Time) {
        if now < Time::MAX {
            self.fabric.process(now);
        }
    }

    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        let alone = self.alone.get_or_insert_with(|| Box::new(UncontendedNetwork::new(&self.machine, self.options)));
        alone.time(transfer)
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        Some(&self.fabric)
    }

    fn count_links(&mut self, by_phase: bool) {
        if by_phase {
            self.fabric.count_link_use();
        }
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let Statistics { completions, packets, hops, .. } = PacketNetwork::statistics(self);
        vec![("transfers", completions), ("packets", packets), ("packet_hops", hops)]
    }
}
