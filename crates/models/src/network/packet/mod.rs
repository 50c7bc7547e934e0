//! `packet`: packets with virtual channels, buffers and credits in a lossless network.
//!
//! # The model
//! A message is cut into packets of at most `packet` bytes of payload, each with a `header`. A NIC works on up to `queues`
//! messages at a time, one packet of each in turn; further ones wait. A packet goes over links; at the end of a link is a
//! buffer of `buffer` bytes for every virtual channel (VC). What arrives there is routed by the topology's
//! [`platform::PacketRouting`] and waits for the link that it is to take, first come first served among all that wait
//! for this link: a switch has one queue for each output and VC, so that packets for other outputs do not hold it up, and
//! the room that it takes is that of the buffer it arrived in (with `output`, see below, until it has some there). It leaves when
//!
//! * the link is free,
//! * the buffer of the next (link, VC) has room for all of it (virtual cut-through), one packet more where the routing asks
//!   for a bubble,
//! * it can be sent without a gap: r ≥ tail − bytes/bandwidth, tail being when its last byte is there. So a head leaves
//!   before its tail has come (cut-through), but doesn't hold a fast link while it trickles in over a slow one,
//! * nothing that has waited longer could be sent. What comes at one instant is in the order of the links it comes over. There are
//!   other ways to arbitrate (`arbiter.rs`), which take an event where something waits.
//!
//! A message whose latency factor f_L is above 1 is injected (f_L − 1) · (latency of its plain route) later: that stands for
//! messages that go to and fro before it.
//!
//! A packet that leaves at d over a link of latency L and bandwidth B occupies the link until e = d + bytes/B; its head is at
//! the other end at d + min(f_L, 1)·L, and may leave a switch (or a host on its way) `crossbar` later. The room it took is free again at
//! e and known to be so at the start of the link it came over its latency later (credits travel as fast as packets).
//! With `output` a packet asks, when it can be sent without a gap, for room in a buffer of its (link, VC) behind the crossbar, in
//! the order of its queue, and gives back the room it took where it came in when it has that and all of it is there; it leaves
//! the output's buffer at e. The two queues of a VC with bubbles have a buffer each.
//!
//! Where it is to stay it takes no room: hosts take what comes. A message has arrived with the last byte of its last
//! packet. With bandwidth factor f_B below 1 its bytes leave the source no faster than f_B · bandwidth of the narrowest
//! link of its plain route.
//!
//! Inside a host packets pass the memory buses, or the loopback link, without credits.
//!
//! Integer picoseconds; packets sent back to back over a link take what they would take as one, rounded up. So a message
//! alone in the network takes exactly latency + bytes/bandwidth if `header` and `crossbar` are 0; up to a packet's time more
//! where a link is faster than one before it and one after it, as a packet crosses that in one piece.
//!
//! # How it computes
//! One event per packet and hop: where a packet that can be routed finds nothing waiting for its link, and credits, its
//! departure is arithmetic, however far ahead the link is busy, as nothing that comes later can overtake it. Credits come back
//! by noting when they will be there. Only a link that something waits for without credit is woken up, when it is free and
//! credits may be there. The reference in `reference.rs` has an event for everything and gives the same to the picosecond.
//!
//! Large networks cost what memory costs. So a packet, a port and a channel are a line of 64 bytes each (`ports.rs`), events of
//! 24 bytes lie side by side (`calendar.rs`), and what the next of them need is touched before they are processed (`ahead.rs`).
//! Events are processed many at a time (`fabric.rs`), on one thread or, partition by partition of the network, on several (`crew.rs`).
//!
//! # What it leaves out
//! Flits and the phits of wormhole routing, errors and retransmission, several classes of service, what packets hold up
//! inside a switch (input queues in line, limited crossbars).
//!
//! # Cost
//! Memory: 4 bytes per link and NIC of the machine, 88 + 80 per VC for each link ever used (16 + 8 per VC more for routings that look at
//! queues, 80 with `output`), 64 bytes per packet under way beside its event, 192 per message under way. Time: see `benches/packet.rs`.

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
use crate::{Machine, ModelError, Parameter, Setting};
use fabric::Fabric;
use kernel::{Completion, LinkCounters, Network, Transfer};
use options::LARGEST;
use std::sync::Arc;
use uncontended::UncontendedNetwork;
use units::{Bytes, Time};

/// `routing`, `ordered`, `packet`, `header`, `chunk`, `buffer`, `output`, `arbitration`, `crossbar`, `queues`, `bucket`, `seed`, `threads`.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "routing",
        default: "default",
        doc: "One of the topology's routings (docs/models/packet.md), or `default`, the first of them.",
    },
    Parameter {
        name: "ordered",
        default: "0 B",
        doc: "Messages of up to so many bytes keep the order of their packets, where a routing makes a difference (`bluegene`).",
    },
    Parameter {
        name: "packet",
        default: "4 KiB",
        doc: "The most payload of a packet, up to 1 MiB; the default is InfiniBand's largest MTU.",
    },
    Parameter {
        name: "header",
        default: "0 B",
        doc: "Bytes of a packet beside its payload; 0 where the platform's bandwidths are those of payload.",
    },
    Parameter {
        name: "chunk",
        default: "1 B",
        doc: "A packet with its header is a multiple of this; the rest is padding.",
    },
    Parameter {
        name: "buffer",
        default: "auto",
        doc: "BufferCredit per VC at the end of a link; `auto`: 2 packets and as many as the link sends until a credit is back.",
    },
    Parameter {
        name: "output",
        default: "off",
        doc: "BufferCredit in the buffer of each output and VC of a switch, beside those for what comes in; `auto`: what `buffer=auto` gives the largest.",
    },
    Parameter {
        name: "arbitration",
        default: "fcfs",
        doc: "Which packet a free link takes: `fcfs` (who came first), `round-robin` over inputs, `age` or `longest-queue`.",
    },
    Parameter {
        name: "crossbar",
        default: "0 s",
        doc: "Time through a switch beside links and queues; 0 where the platform's latencies contain it.",
    },
    Parameter {
        name: "queues",
        default: "16",
        doc: "Messages that a NIC works on at a time, a packet of each in turn; a NIC with FIFOs has those instead.",
    },
    Parameter {
        name: "bucket",
        default: "off",
        doc: "The width of the time buckets in which the bytes of every link are counted, or `off`.",
    },
    Parameter { name: "seed", default: "0", doc: "Of the random choices of a routing." },
    Parameter {
        name: "threads",
        default: "1",
        doc: "Threads that work on the network at the same time; results do not depend on it.",
    },
];

/// The model.
pub struct PacketNetwork {
    fabric: Fabric,
    machine: Arc<dyn Machine>,
    options: Options,
    /// As soon as somebody asks.
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

    /// What the model has done so far.
    pub fn statistics(&self) -> Statistics {
        self.fabric.statistics()
    }

    /// Whether no packet is under way, so that all buffers are empty.
    pub fn is_empty(&self) -> bool {
        self.fabric.is_empty()
    }

    /// Checks that no credit is lost: on every (link, VC), what is free, under way and occupied is the buffer.
    ///
    /// # Panics
    /// If one is.
    pub fn check_credits(&self) {
        self.fabric.check_credits();
    }
}

impl Network for PacketNetwork {
    /// `now` may be later than what the network has moved to: synthetic traffic is told in advance, in the order of time.
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

    fn count_links(&mut self, parts: bool) {
        if parts {
            self.fabric.count_link_use();
        }
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let Statistics { completions, packets, hops, .. } = PacketNetwork::statistics(self);
        vec![("transfers", completions), ("packets", packets), ("packet_hops", hops)]
    }
}
