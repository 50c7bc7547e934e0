//! The parameters of the packet model: their documentation, and how they are read.

use super::options::{Arbitration, LARGEST, Options, Output};
use crate::network::packet::parallel::partitioning;
use crate::settings::Settings;
use crate::{Machine, ModelError, Parameter, ParameterKind};
use units::Bytes;

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

/// Reads and checks the settings of a run.
pub(super) fn read(machine: &dyn Machine, settings: &Settings<'_>) -> Result<Options, ModelError> {
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
