//! The parameters of the packet model: their documentation, and how they are read.

use super::options::{Arbitration, MAX_WIRE_BYTES, Options, Order, OutputBufferSize};
use crate::network::order;
use crate::network::packet::parallel::partitioning;
use crate::settings::Settings;
use crate::{Machine, ModelError, Parameter, ParameterKind};
use platform::RoutingKind;
use units::Bytes;

/// The parameters of `--network packet:…` and of the section `[packet]` of a platform.
pub const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "switching",
        ParameterKind::Choice(&SWITCHINGS),
        "cut-through",
        "InfiniBand, Slingshot, Aries and Blue Gene switch so",
        "How packets cross a switch: `cut-through` (virtual cut-through), or `store-forward`: whole, each link and vertex a server of one packet at a time.",
    ),
    Parameter::with_default(
        "transport",
        ParameterKind::Choice(&TRANSPORTS),
        "lossless",
        "that of the networks of supercomputers",
        "Whether packets wait for buffers (`lossless`), or are dropped where a queue is full and sent again by TCP (`tcp`).",
    ),
    Parameter::with_default(
        "routing",
        ParameterKind::Text,
        "default",
        "that of the hardware",
        "A routing of the topology (docs/models/packet.md), or `default`.",
    ),
    Parameter::with_default(
        "ordered-max",
        ParameterKind::Size,
        "0 B",
        "no message needs it",
        "Packets of messages up to this size are delivered in order, where the routing makes a difference (`bluegene`).",
    ),
    Parameter::with_default(
        "mtu",
        ParameterKind::Size,
        "4 KiB",
        "InfiniBand's largest MTU",
        "The largest payload of a packet; up to 1 MiB with header and padding.",
    ),
    Parameter::with_default(
        "header",
        ParameterKind::Size,
        "0 B",
        "the platform's bandwidths are those of payload",
        "Header bytes of a packet.",
    ),
    Parameter::with_default(
        "message-header",
        ParameterKind::Size,
        "0 B",
        "the MPI library's envelope contains it",
        "Header bytes of the first packet of a message, in addition; only with `switching=store-forward`.",
    ),
    Parameter::with_default(
        "resolution",
        ParameterKind::Latency,
        "1 ps",
        "that of all times",
        "Service times are rounded down to multiples of this; only with `switching=store-forward`.",
    ),
    Parameter::with_default(
        "alignment",
        ParameterKind::Size,
        "1 B",
        "no padding",
        "A packet with its header is padded to a multiple of this.",
    ),
    Parameter::with_default(
        "input-buffer",
        ParameterKind::Or(&ParameterKind::Size, "auto"),
        "auto",
        "one stream fills the link",
        "Input buffer of each VC at the end of a link; `auto`: 2 packets and as many as the link sends in a credit round trip.",
    ),
    Parameter::with_default(
        "output-buffer",
        ParameterKind::Or(&ParameterKind::Or(&ParameterKind::Size, "auto"), "off"),
        "off",
        "packets wait in their input buffers",
        "Output buffer of each VC of a link, behind the crossbar; `auto`: as large as the largest with `input-buffer=auto`.",
    ),
    Parameter::with_default(
        "arbitration",
        ParameterKind::Choice(Arbitration::NAMES),
        "fcfs",
        "an assumption, the cheapest to simulate; real switches take turns or go by age",
        "Which packet a free link takes: `fcfs` (first come first served), `round-robin` over inputs, `age` or `longest-queue`.",
    ),
    Parameter::with_default(
        "switch-latency",
        ParameterKind::Latency,
        "0 s",
        "the platform's latencies contain it",
        "Latency of a switch, without links and queueing.",
    ),
    Parameter::with_default(
        "concurrent-messages",
        ParameterKind::Count,
        "16",
        "an assumption",
        "Messages that a NIC sends concurrently, packet by packet in turn; a NIC with FIFOs uses those instead.",
    ),
    order::ORDER,
    order::SEND_QUEUE,
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
    Parameter::with_default(
        "segment",
        ParameterKind::Size,
        "1448 B",
        "Ethernet's 1,500 B less the headers of IPv4 and of TCP with time stamps",
        "The largest payload of a segment, up to 1 MiB; only with `transport=tcp`, as all that follow.",
    ),
    Parameter::with_default(
        "ack",
        ParameterKind::Size,
        "63 B",
        "66 B with Ethernet's header, in proportion to 1,448 B of payload in 1,514 B, as the platform's bandwidths are those of payload",
        "Bytes of an acknowledgement without data.",
    ),
    Parameter::with_default(
        "window",
        ParameterKind::Count,
        "10",
        "RFC 6928",
        "The initial congestion window, in segments.",
    ),
    Parameter::with_default(
        "congestion",
        ParameterKind::Choice(&["cubic", "reno"]),
        "cubic",
        "Linux's default (RFC 9438)",
        "Congestion avoidance: `cubic` (RFC 9438) or `reno` (RFC 5681).",
    ),
    Parameter::with_default(
        "queue",
        ParameterKind::Size,
        "1514 kB",
        "1,000 packets, Linux's `txqueuelen`; those of switches differ",
        "Bytes that may wait for a link, but the first of a route; what comes beyond is dropped.",
    ),
    Parameter::with_default(
        "burst",
        ParameterKind::Size,
        "0 B",
        "links without a token bucket",
        "Bytes that a link that was idle passes at once, as a token bucket does; up to 1 MiB.",
    ),
    Parameter::with_default(
        "timeout",
        ParameterKind::Latency,
        "200 ms",
        "Linux's TCP_RTO_MIN; RFC 6298 has 1 s",
        "The retransmission time-out is the smoothed round-trip time plus at least this.",
    ),
];

/// How packets cross switches.
pub(super) const SWITCHINGS: [&str; 2] = ["cut-through", "store-forward"];

/// Whether packets are ever lost.
pub(super) const TRANSPORTS: [&str; 2] = ["lossless", "tcp"];

/// The parameters that `transport=tcp` has alone.
pub(super) const TCP: &[&str] = &["segment", "ack", "window", "congestion", "queue", "burst", "timeout"];

/// Refuses parameters that are set and belong to another switching or transport, which `setting` would choose.
pub(super) fn refuse(
    settings: &Settings<'_>,
    foreign: impl Fn(&str) -> bool,
    setting: &'static str,
) -> Result<(), ModelError> {
    for parameter in PARAMETERS.iter().filter(|parameter| foreign(parameter.name)) {
        let (value, default) = (settings.text(parameter.name), parameter.default_value());
        if default != Some(value) {
            let expected = format!("`{}`, or `{setting}`", default.unwrap_or_default());
            return Err(settings.bad(parameter.name, value, expected));
        }
    }
    Ok(())
}

/// Reads and checks the settings of a run with cut-through switching.
pub(super) fn read(machine: &dyn Machine, settings: &Settings<'_>) -> Result<Options, ModelError> {
    let unsupported = |reason: &str| ModelError::Unsupported { model: "packet", reason: reason.to_owned() };
    refuse(settings, |name| ["message-header", "resolution"].contains(&name), "switching=store-forward")?;
    refuse(settings, |name| TCP.contains(&name), "transport=tcp")?;
    let routing =
        machine.packet_routing().ok_or_else(|| unsupported("its topology does not say how packets are routed"))?;
    let routing = match (settings.text("routing"), routing.routing(settings.text("routing"))) {
        ("default", _) => routing.default_routing(),
        (_, Some(number)) => number,
        (name, None) => {
            let names: Vec<&str> = routing.routings().iter().flat_map(RoutingKind::names).collect();
            let hint = config::did_you_mean(name, names.iter().copied());
            return Err(settings.bad("routing", name, format!("`default` or one of `{}`{hint}", names.join("`, `"))));
        }
    };
    let header = settings.bytes("header")?;
    let (mtu, alignment) = (settings.some_bytes("mtu")?, settings.some_bytes("alignment")?);
    if alignment.0 > MAX_WIRE_BYTES {
        return Err(settings.bad("alignment", settings.text("alignment"), "at most 1 MiB".to_owned()));
    }
    let largest = mtu.0.saturating_add(header.0).checked_next_multiple_of(alignment.0).unwrap_or(u64::MAX);
    if largest > MAX_WIRE_BYTES {
        let expected = "at most 1 MiB with its header, padded to `alignment`".to_owned();
        return Err(settings.bad("mtu", settings.text("mtu"), expected));
    }
    let input_buffer =
        if settings.text("input-buffer") == "auto" { None } else { Some(settings.some_bytes("input-buffer")?.0) };
    if input_buffer.is_some_and(|buffer| buffer < 2 * largest) {
        let expected = format!("`auto`, or at least two packets: {}", Bytes(2 * largest));
        return Err(settings.bad("input-buffer", settings.text("input-buffer"), expected));
    }
    let output_buffer = match settings.text("output-buffer") {
        "off" => OutputBufferSize::Off,
        "auto" => OutputBufferSize::Auto,
        _ => OutputBufferSize::Bytes(settings.some_bytes("output-buffer")?.0),
    };
    if matches!(output_buffer, OutputBufferSize::Bytes(bytes) if bytes < largest) {
        let expected = format!("`off`, `auto`, or at least a packet: {}", Bytes(largest));
        return Err(settings.bad("output-buffer", settings.text("output-buffer"), expected));
    }
    let options = Options {
        routing,
        ordered_max: settings.bytes("ordered-max")?.0,
        mtu: mtu.0 as u32,
        header: header.0 as u32,
        alignment: alignment.0 as u32,
        input_buffer,
        output_buffer,
        arbitration: Arbitration::ALL[settings.choice("arbitration", Arbitration::NAMES)?],
        switch_latency: settings.time("switch-latency")?,
        concurrent_messages: u32::try_from(settings.whole("concurrent-messages", 1)?).unwrap_or(u32::MAX),
        order: order::read(settings)?.map_or(Order::None, |bytes| Order::Connection { send_queue: bytes.0 }),
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
