//! The `[protocol]` table of a library file (the description of an MPI library): the parameters of point-to-point messages, and
//! the CPU costs of the library's calls.

use super::comm_create::CommCreate;
use super::document::{Item, Node, only};
use super::error::LibraryError;
use super::send_end::SendEnds;
use config::{Fallback, Parameter, ParameterKind};
use units::{Bytes, Rate, Time, named_enum};

const CPU_TIME: ParameterKind = ParameterKind::Form(
    "a time, or size classes: `[{ up_to = \"1420 B\", fixed = \"2 us\", per_byte = \"1 ns\" }, \
     { fixed = \"3 us\", rate = \"10 GB/s\" }]`",
);
const SEND_END: ParameterKind = ParameterKind::Form(
    "`\"at-once\"`, `\"handed-over\"`, `\"matched\"`, `\"delivered\"`, or size classes: \
     `[{ up_to = \"64 KiB\", when = \"at-once\" }, …]`",
);
const COMM_CREATE: ParameterKind = ParameterKind::Form(
    "a time, `\"allreduce\"`, or collectives by kind of call, of whole words of 4 B: `{ any = \"iallreduce 4 B\", split = \
     \"allgather 8 B, iallreduce 4 B\", split_by_host = \"allreduce 24 B, iallreduce 4 B\", group = \"allreduce=binary 4 B\" }`",
);
const MESSAGES: &str = "messages";
const NONE: &str = "none";
const PROGRESS: &[&str] = &["background", "inside-mpi"];
const LOCK_ALL: &[&str] = &["each", "first-use", "rank-0"];
const PACK: ParameterKind = ParameterKind::Form("`\"none\"`, or `{ datatype = \"700 ns\", block = \"20 ns\" }`");
const FACTOR: ParameterKind =
    ParameterKind::Form("a number, or size classes: `[{ up_to = \"1420 B\", factor = 1.01 }, { factor = 1.9 }]`");

/// The keys of `[protocol]`. A library file gives each of them, and its source; those with a value here it may leave out.
pub const PROTOCOL_PARAMETERS: &[Parameter] = &[
    Parameter::required(
        "eager_max",
        ParameterKind::Or(&ParameterKind::Size, "unlimited"),
        "Largest eager message: its data start at once, whether or not a receive is posted.",
    ),
    Parameter::required(
        "send_end",
        SEND_END,
        "When a send ends: `at-once`, as the library has a copy (data that wait for the receive are then sent detached, \
         else by rendezvous); `handed-over`, once the transport has taken all bytes; `matched`, once a receive has \
         matched; `delivered`, once the receiver's library has taken all bytes.",
    ),
    Parameter::required(
        "send_buffer",
        ParameterKind::Or(&ParameterKind::Size, "unlimited"),
        "Bytes of a message that the transport takes before they arrive, for sends that end when they are handed over.",
    ),
    Parameter::required(
        "eager_buffer",
        ParameterKind::Or(&ParameterKind::Size, "unlimited"),
        "Bytes of eager messages that a connection holds while their receiver is not inside MPI; the rest waits until it is.",
    ),
    Parameter::required(
        "handshake",
        ParameterKind::Form("`{ round_trips = 1 }`, `{ time = \"5 us\" }` or `\"messages\"`"),
        "Delay before the data of a rendezvous, or `messages`: a request and a clear to send, each in the order of its \
         connection; `{ request = \"8 B\", reply = \"100 B\", pause = \"6 ns\" }`: messages of these sizes, and this pause before the data.",
    ),
    Parameter::required(
        "handshake_cpu",
        ParameterKind::Latency,
        "CPU time of a rendezvous' handshake on each side: the receiver's before its answer, the sender's before the data.",
    ),
    Parameter::required("envelope", ParameterKind::Size, "Bytes that the library sends with the data of a message."),
    Parameter::required(
        "send",
        CPU_TIME,
        "CPU time of a blocking send, whatever its protocol: `fixed`, and for each byte `per_byte` or 1 / `rate`.",
    ),
    Parameter::required("isend", CPU_TIME, "CPU time of a non-blocking send."),
    Parameter::required("recv", CPU_TIME, "CPU time of a receive, paid by the call that completes it."),
    Parameter::required("latency_factor", FACTOR, "Factor for the latency of a message's route."),
    Parameter::required("bandwidth_factor", FACTOR, "Factor for the bandwidth of a message's route."),
    Parameter::required("test", ParameterKind::Latency, "CPU time of a test, successful or not; above zero."),
    Parameter::required(
        "iprobe",
        ParameterKind::Latency,
        "CPU time of a non-blocking probe, successful or not; above zero.",
    ),
    Parameter::required(
        "reduction_rate",
        ParameterKind::Or(&ParameterKind::Bandwidth, "none"),
        "Bytes of one operand that a core reduces per second; `none`: reductions take no time.",
    ),
    Parameter::required(
        "copy_rate",
        ParameterKind::Or(&ParameterKind::Bandwidth, "none"),
        "Bytes that a core copies per second where a collective algorithm moves data in its rank's memory; `none`: such copies take no time.",
    ),
    Parameter {
        name: "pack",
        kind: PACK,
        fallback: Fallback::Value { value: NONE, source: "the library's file has none: it depends on the machine" },
        doc: "CPU time, besides that of the bytes, of a collective algorithm that sends or receives blocks that are not contiguous: to make, \
              commit and free a datatype of them (`datatype`), and to pack, unpack or copy a block (`block`).",
    },
    Parameter::required(
        "comm_create",
        COMM_CREATE,
        "Cost of creating a communicator: a time once all ranks have called, or collectives that each rank begins at its call, on the parent \
         (if its members have none in common, on the new communicator once all have called), those of its kind of call or those of \
         `any`; `allreduce`: `{ any = \"allreduce 260 B\" }`.",
    ),
    Parameter::required("spawn", ParameterKind::Latency, "From `MPI_Comm_spawn` to the first line of the new ranks."),
    Parameter::required("name_service", ParameterKind::Latency, "Publishing or looking up a name."),
    Parameter::required(
        "partitions",
        ParameterKind::Or(&ParameterKind::Size, "whole"),
        "Messages of a partitioned send: `whole`, one message when all partitions are ready, or the size up to which \
         adjacent partitions are joined.",
    ),
    Parameter::required(
        "lock_all",
        ParameterKind::Choice(LOCK_ALL),
        "How `MPI_Win_lock_all` locks: `each`, by a request to every rank; `first-use`, each rank when it is first accessed; \
         `rank-0`, by one request to the window's rank 0, which exclusive locks then need, too.",
    ),
    Parameter::required(
        "progress",
        ParameterKind::Choice(PROGRESS),
        "Whether messages progress while their rank computes.",
    ),
    Parameter::required(
        "collective_progress",
        ParameterKind::Choice(PROGRESS),
        "Whether non-blocking collectives go on from step to step while their rank computes.",
    ),
];

/// The names of [`PROTOCOL_PARAMETERS`].
pub(super) fn keys() -> Vec<&'static str> {
    PROTOCOL_PARAMETERS.iter().map(|parameter| parameter.name).collect()
}

/// The parameters of messages (the hybrid model: see the crate's head) and of calls. Each field says its key in
/// `[protocol]` and how the value is written.
#[derive(Clone, PartialEq, Debug)]
pub struct ProtocolParameters {
    /// `eager_max = "64 KiB"` or `"unlimited"`. Messages up to it leave at once, whether or not a receive is posted.
    pub eager_max: u64,
    /// `send_end`: when sends end, by size. Where they end at once, longer messages than `eager_max` are sent detached, else
    /// by rendezvous.
    pub send_end: SendEnds,
    /// `send_buffer = "256 KiB"` or `"unlimited"`: bytes of a message that the transport takes before they arrive.
    pub send_buffer: u64,
    /// `eager_buffer = "64 KiB"` or `"unlimited"`: bytes of eager messages that a connection holds while their
    /// receiver is not inside MPI.
    pub eager_buffer: u64,
    /// `handshake = { round_trips = 1 }`, `{ time = "5 us" }`, `"messages"` or `{ request = "8 B", reply = "100 B", pause = "0 s" }`:
    /// what precedes the data of a rendezvous.
    pub handshake: Handshake,
    /// `handshake_cpu = "400 ns"`: CPU time of the receiver before it answers a request to send, and of the sender before the data
    /// start. Zero where a NIC does both.
    pub handshake_cpu: Time,
    /// `envelope = "8 B"`: bytes that travel with the data of a message.
    pub envelope: u64,
    /// `send`: T1 of a blocking send. A time, or size classes
    /// `[{ up_to = "1420 B", fixed = "2 us", per_byte = "1 ns" }, { fixed = "3 us", rate = "10 GB/s" }]`: the
    /// first class that the message fits counts (the last has no `up_to`); it costs `fixed` and, for each byte,
    /// `per_byte` (whole picoseconds) or as long as it takes at `rate`.
    pub send: Piecewise,
    /// `isend`: T1 of a non-blocking send, paid where it is posted. Written as `send`.
    pub isend: Piecewise,
    /// `recv`: T3, paid by the call that completes a receive. Written as `send`.
    pub recv: Piecewise,
    /// `latency_factor`: multiplies the latency of a message's route. A number, or size classes
    /// `[{ up_to = "1420 B", factor = 1.01 }, { factor = 1.9 }]`.
    pub latency_factor: Steps,
    /// `bandwidth_factor`: multiplies the bandwidth of a message's route. Written as `latency_factor`.
    pub bandwidth_factor: Steps,
    /// `test = "100 ns"`: every test of requests or partitions, successful or not. More than zero, so that time passes
    /// in a loop of tests.
    pub test_cost: Time,
    /// `iprobe = "100 ns"`: every non-blocking probe, successful or not. More than zero, as `test`.
    pub iprobe_cost: Time,
    /// `reduction_rate = "5 GB/s"` or `"none"`: bytes of one operand that a core reduces in a second. None:
    /// reductions take no time.
    pub reduction_rate: Option<Rate>,
    /// `copy_rate = "8 GB/s"` or `"none"`: bytes that a core copies in a second, in an algorithm of a collective operation. None:
    /// such copies take no time.
    pub copy_rate: Option<Rate>,
    /// `pack = { datatype = "700 ns", block = "20 ns" }` or `"none"`: CPU time of the blocks of a collective algorithm besides their bytes.
    /// None: nothing.
    pub pack: Option<Pack>,
    /// `comm_create = "allreduce"`, a time, or collectives by kind of call: what it costs to make a communicator.
    pub comm_create: CommCreate,
    /// `spawn = "10 ms"`: how long after the last rank has called `MPI_Comm_spawn` the new ranks begin.
    pub spawn: Time,
    /// `name_service = "100 us"`: what a question to the name server takes (`MPI_Publish_name` and its like).
    pub name_service: Time,
    /// `partitions = "whole"` or a size: how many messages the partitions of a partitioned send travel in. As a whole:
    /// one, once all are ready. Else: as many as divide the partitions of both sides, of which neighbours are joined
    /// while a message stays within the size.
    pub partitions: Partitions,
    /// `lock_all = "each"`, `"first-use"` or `"rank-0"`: how `MPI_Win_lock_all` locks.
    pub lock_all: LockAll,
    /// `progress = "background"` or `"inside-mpi"`: whether messages go on while their rank computes.
    pub progress: ProgressMode,
    /// `collective_progress`, written as `progress`: whether non-blocking collectives go on from step to step while their
    /// rank computes.
    pub collective_progress: ProgressMode,
}

/// CPU time of blocks that do not lie one after the other, besides their bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pack {
    /// To make, commit and free a derived datatype, and to begin packing and unpacking by it.
    pub datatype: Time,
    /// To describe a block, and to pack and unpack it; or to copy one by a call.
    pub block: Time,
}

impl Pack {
    /// Of some datatypes and blocks.
    pub fn time(self, datatypes: u32, blocks: u64) -> Time {
        let times = |time: Time, count| Time::from_ps(time.ps().saturating_mul(count));
        times(self.datatype, datatypes.into()).saturating_add(times(self.block, blocks))
    }
}

/// What precedes the data of a rendezvous.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handshake {
    /// A number of round trips of an empty message.
    RoundTrips(u32),
    /// A fixed time.
    Time(Time),
    /// A request to send when the send is called, and a clear to send once it has arrived and a receive has matched:
    /// messages of the library's connections, behind the data that are under way there.
    Messages {
        /// Bytes of the request.
        request: u64,
        /// Bytes of the clear to send.
        reply: u64,
        /// From its arrival to the start of the data.
        pause: Time,
    },
}

impl Handshake {
    /// Messages without bytes, whose answer lets the data start at once.
    pub const EMPTY_MESSAGES: Self = Self::Messages { request: 0, reply: 0, pause: Time::ZERO };
}

/// How partitions become messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partitions {
    /// One message of all.
    Whole,
    /// The greatest common divisor of both numbers of partitions, of which neighbours are joined up to this many bytes.
    Joined(u64),
}

impl Partitions {
    /// The number of messages for `send` and `recv` partitions of `bytes` bytes in all. It divides
    /// both: a message never carries part of a partition. (T. Gillis, K. Raffenetti, H. Zhou, Y. Guo, R. Thakur,
    /// "Quantifying the Performance Benefits of Partitioned Communication in MPI", ICPP 2023: aggregation.)
    pub fn messages(self, send: u32, recv: u32, bytes: u64) -> u32 {
        let Self::Joined(limit) = self else { return 1 };
        let (mut parts, mut rest) = (send, recv);
        while rest > 0 {
            (parts, rest) = (rest, parts % rest);
        }
        let each = bytes / u64::from(parts.max(1));
        let most = limit.checked_div(each).unwrap_or(u64::MAX).max(1);
        let joined = (1..=parts).rev().find(|&count| parts.is_multiple_of(count) && u64::from(count) <= most);
        parts / joined.unwrap_or(1)
    }
}

named_enum! {
    /// How `MPI_Win_lock_all` locks the memory of all ranks.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum LockAll as name {
        /// A request to every rank.
        Each = "each",
        /// A rank when it is first accessed.
        FirstUse = "first-use",
        /// One request to the window's rank 0, which exclusive locks of single ranks need, too.
        RankZero = "rank-0",
    }
}

named_enum! {
    /// When messages and collectives progress.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ProgressMode as name {
        /// At any time.
        Background = "background",
        /// While their rank is inside a call of MPI: all that `actor::Deferred` lists.
        InsideMpi = "inside-mpi",
    }
}

/// A size class of a [`Piecewise`] cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The largest message in the class, in bytes.
    pub up_to: u64,
    /// What every message costs.
    pub fixed: Time,
    /// Picoseconds that `bytes` bytes take.
    pub picoseconds: u64,
    /// See `picoseconds`; never zero.
    pub bytes: u64,
}

/// A cost by message size: piecewise linear, with jumps at the borders of classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piecewise {
    // Ascending; the last class has no end.
    segments: Vec<Segment>,
}

impl Piecewise {
    /// The same for every size.
    pub fn constant(fixed: Time) -> Self {
        Self { segments: vec![Segment { up_to: u64::MAX, fixed, picoseconds: 0, bytes: 1 }] }
    }

    /// The size classes, ascending.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The cost of a message, rounded up to a picosecond.
    #[inline]
    pub fn cost(&self, bytes: u64) -> Time {
        let segment = self.segments.iter().find(|segment| bytes <= segment.up_to).expect("the last class has no end");
        if segment.picoseconds == 0 {
            return segment.fixed;
        }
        if let Some(product) = bytes.checked_mul(segment.picoseconds) {
            return segment.fixed.saturating_add(Time::from_ps(product.div_ceil(segment.bytes)));
        }
        let time = (u128::from(bytes) * u128::from(segment.picoseconds)).div_ceil(u128::from(segment.bytes));
        segment.fixed.saturating_add(Time::from_ps(u64::try_from(time).unwrap_or(u64::MAX)))
    }
}

/// A factor by message size.
#[derive(Clone, PartialEq, Debug)]
pub struct Steps {
    // (the largest message, the factor), ascending; the last has no end.
    steps: Vec<(u64, f64)>,
}

impl Steps {
    /// The same for every size.
    pub fn constant(factor: f64) -> Self {
        Self { steps: vec![(u64::MAX, factor)] }
    }

    /// The least factor of any size.
    pub fn least(&self) -> f64 {
        self.steps.iter().map(|(_, factor)| *factor).fold(f64::INFINITY, f64::min)
    }

    /// The factor for a message of this size.
    #[inline]
    pub fn at(&self, bytes: u64) -> f64 {
        self.steps.iter().find(|(up_to, _)| bytes <= *up_to).expect("the last class has no end").1
    }
}

/// Reads `[protocol]`; every key has to be there.
pub(super) fn read(node: &Node) -> Result<ProtocolParameters, LibraryError> {
    let mut protocol = ProtocolParameters {
        eager_max: 0,
        send_end: SendEnds::at_once_up_to(0),
        send_buffer: u64::MAX,
        eager_buffer: u64::MAX,
        handshake: Handshake::RoundTrips(0),
        handshake_cpu: Time::ZERO,
        envelope: 0,
        send: Piecewise::constant(Time::ZERO),
        isend: Piecewise::constant(Time::ZERO),
        recv: Piecewise::constant(Time::ZERO),
        latency_factor: Steps::constant(1.0),
        bandwidth_factor: Steps::constant(1.0),
        test_cost: Time::ZERO,
        iprobe_cost: Time::ZERO,
        reduction_rate: None,
        copy_rate: None,
        pack: None,
        comm_create: CommCreate::Time(Time::ZERO),
        spawn: Time::ZERO,
        name_service: Time::ZERO,
        partitions: Partitions::Whole,
        lock_all: LockAll::Each,
        progress: ProgressMode::Background,
        collective_progress: ProgressMode::Background,
    };
    only(node.table("protocol")?, &[keys(), vec!["host"]].concat(), "protocol")?;
    for parameter in PROTOCOL_PARAMETERS {
        let key = parameter.name;
        match node.get(key) {
            None if parameter.fallback != Fallback::Required => {}
            _ => protocol.set(key, node.required(key, "protocol")?)?,
        }
    }
    Ok(protocol)
}

impl ProtocolParameters {
    /// Sets one key.
    pub(super) fn set(&mut self, key: &str, node: &Node) -> Result<(), LibraryError> {
        match key {
            "eager_max" => self.eager_max = size_or_unlimited(key, node)?,
            "send_end" => self.send_end = SendEnds::read(key, node)?,
            "send_buffer" => self.send_buffer = size_or_unlimited(key, node)?,
            "eager_buffer" => self.eager_buffer = size_or_unlimited(key, node)?,
            "handshake" => self.handshake = handshake(node)?,
            "handshake_cpu" => self.handshake_cpu = node.quantity(key)?,
            "envelope" => self.envelope = node.quantity::<Bytes>(key)?.0,
            "send" => self.send = piecewise(key, node)?,
            "isend" => self.isend = piecewise(key, node)?,
            "recv" => self.recv = piecewise(key, node)?,
            "latency_factor" => self.latency_factor = steps(key, node)?,
            "bandwidth_factor" => self.bandwidth_factor = steps(key, node)?,
            "test" => self.test_cost = more_than_nothing(key, node)?,
            "iprobe" => self.iprobe_cost = more_than_nothing(key, node)?,
            "reduction_rate" => self.reduction_rate = rate_or_none(key, node)?,
            "copy_rate" => self.copy_rate = rate_or_none(key, node)?,
            "pack" => self.pack = pack(key, node)?,
            "comm_create" => self.comm_create = CommCreate::read(key, node)?,
            "spawn" => self.spawn = node.quantity(key)?,
            "name_service" => self.name_service = node.quantity(key)?,
            "partitions" => {
                self.partitions = if node.text(key)? == "whole" {
                    Partitions::Whole
                } else {
                    Partitions::Joined(node.quantity::<Bytes>(key)?.0)
                }
            }
            "lock_all" => self.lock_all = lock_all(key, node)?,
            "progress" => self.progress = progress(key, node)?,
            "collective_progress" => self.collective_progress = progress(key, node)?,
            _ => unreachable!("unknown keys are refused before"),
        }
        Ok(())
    }

    /// The value of a key, as it would be written.
    pub(super) fn value(&self, key: &str) -> String {
        let rate = |rate: Option<Rate>| rate.map_or("none".to_owned(), |rate| rate.to_string());
        let limit = |bytes| if bytes == u64::MAX { "unlimited".to_owned() } else { Bytes(bytes).to_string() };
        match key {
            "eager_max" => limit(self.eager_max),
            "send_end" => self.send_end.text(),
            "send_buffer" => limit(self.send_buffer),
            "eager_buffer" => limit(self.eager_buffer),
            "handshake" => match self.handshake {
                Handshake::RoundTrips(trips) => format!("{{ round_trips = {trips} }}"),
                Handshake::Time(time) => format!("{{ time = {time} }}"),
                Handshake::EMPTY_MESSAGES => MESSAGES.to_owned(),
                Handshake::Messages { request, reply, pause } => {
                    format!("{{ request = {}, reply = {}, pause = {pause} }}", Bytes(request), Bytes(reply))
                }
            },
            "handshake_cpu" => self.handshake_cpu.to_string(),
            "envelope" => Bytes(self.envelope).to_string(),
            "send" => self.send.text(),
            "isend" => self.isend.text(),
            "recv" => self.recv.text(),
            "latency_factor" => self.latency_factor.text(),
            "bandwidth_factor" => self.bandwidth_factor.text(),
            "test" => self.test_cost.to_string(),
            "iprobe" => self.iprobe_cost.to_string(),
            "reduction_rate" => rate(self.reduction_rate),
            "copy_rate" => rate(self.copy_rate),
            "pack" => self.pack.map_or(NONE.to_owned(), |Pack { datatype, block }| {
                format!("{{ datatype = {datatype}, block = {block} }}")
            }),
            "comm_create" => self.comm_create.text(),
            "spawn" => self.spawn.to_string(),
            "name_service" => self.name_service.to_string(),
            "partitions" => match self.partitions {
                Partitions::Whole => "whole".to_owned(),
                Partitions::Joined(limit) => Bytes(limit).to_string(),
            },
            "lock_all" => self.lock_all.name().to_owned(),
            "progress" => self.progress.name().to_owned(),
            "collective_progress" => self.collective_progress.name().to_owned(),
            _ => unreachable!("only known keys are asked for"),
        }
    }
}

impl Piecewise {
    fn text(&self) -> String {
        let class = |segment: &Segment| {
            let mut text = segment.fixed.to_string();
            if segment.picoseconds > 0 {
                text += &format!(" + {} ps per {} B", segment.picoseconds, segment.bytes);
            }
            bounded(text, segment.up_to)
        };
        self.segments.iter().map(class).collect::<Vec<_>>().join(", ")
    }
}

impl Steps {
    fn text(&self) -> String {
        let class = |(up_to, factor): &(u64, f64)| bounded(factor.to_string(), *up_to);
        self.steps.iter().map(class).collect::<Vec<_>>().join(", ")
    }
}

pub(super) fn bounded(text: String, up_to: u64) -> String {
    if up_to == u64::MAX { text } else { format!("{text} up to {}", Bytes(up_to)) }
}

pub(super) fn out_of_range(
    node: &Node,
    key: &str,
    value: &dyn std::fmt::Display,
    expected: &'static str,
) -> LibraryError {
    LibraryError::OutOfRange { place: node.place.clone(), key: key.to_owned(), value: value.to_string(), expected }
}

fn handshake(node: &Node) -> Result<Handshake, LibraryError> {
    if let Ok(word) = node.text("handshake") {
        if word == MESSAGES {
            return Ok(Handshake::EMPTY_MESSAGES);
        }
        let expected = "`messages`, or a table such as `{ round_trips = 1 }` or `{ time = \"5 us\" }`";
        return Err(out_of_range(node, "handshake", &format!("`{word}`"), expected));
    }
    if node.get("request").is_some() {
        return messages(node);
    }
    only(node.table("handshake")?, &["round_trips", "time", "request", "reply", "pause"], "handshake")?;
    match (node.get("round_trips"), node.get("time")) {
        (Some(trips), None) => {
            let count = trips.count("round_trips")?;
            let count = u32::try_from(count).ok().filter(|count| *count <= 1_000);
            count.map(Handshake::RoundTrips).ok_or_else(|| {
                out_of_range(trips, "round_trips", &trips.count("round_trips").unwrap_or(0), "at most 1000")
            })
        }
        (None, Some(time)) => Ok(Handshake::Time(time.quantity("time")?)),
        _ => Err(LibraryError::Classes {
            place: node.place.clone(),
            key: "handshake".to_owned(),
            reason: "expected either `round_trips` or `time`, or `request`, `reply` and `pause`",
        }),
    }
}

/// A handshake of messages with bytes.
fn messages(node: &Node) -> Result<Handshake, LibraryError> {
    const KEYS: [&str; 3] = ["request", "reply", "pause"];
    only(node.table("handshake")?, &KEYS, "handshake")?;
    let [request, reply, pause] = KEYS.map(|key| node.required(key, "handshake"));
    Ok(Handshake::Messages {
        request: request?.quantity::<Bytes>("request")?.0,
        reply: reply?.quantity::<Bytes>("reply")?.0,
        pause: pause?.quantity("pause")?,
    })
}

fn more_than_nothing(key: &str, node: &Node) -> Result<Time, LibraryError> {
    let time: Time = node.quantity(key)?;
    if time == Time::ZERO {
        return Err(out_of_range(node, key, &time, "more than nothing, so that polling lets time pass"));
    }
    Ok(time)
}

fn rate_or_none(key: &str, node: &Node) -> Result<Option<Rate>, LibraryError> {
    if node.text(key)? == "none" {
        return Ok(None);
    }
    let rate: Rate = node.quantity(key)?;
    if rate.0 == 0 {
        return Err(out_of_range(node, key, &rate, "more than nothing, or \"none\""));
    }
    Ok(Some(rate))
}

fn pack(key: &str, node: &Node) -> Result<Option<Pack>, LibraryError> {
    const KEYS: [&str; 2] = ["datatype", "block"];
    if let Ok(word) = node.text(key) {
        let expected = "`none`, or a table such as `{ datatype = \"700 ns\", block = \"20 ns\" }`";
        return if word == NONE { Ok(None) } else { Err(out_of_range(node, key, &format!("`{word}`"), expected)) };
    }
    only(node.table(key)?, &KEYS, key)?;
    let [datatype, block] = KEYS.map(|part| node.required(part, key));
    Ok(Some(Pack { datatype: datatype?.quantity("datatype")?, block: block?.quantity("block")? }))
}

pub(super) fn size_or_unlimited(key: &str, node: &Node) -> Result<u64, LibraryError> {
    if node.text(key)? == "unlimited" { Ok(u64::MAX) } else { Ok(node.quantity::<Bytes>(key)?.0) }
}

fn lock_all(key: &str, node: &Node) -> Result<LockAll, LibraryError> {
    let text = node.text(key)?;
    LockAll::named(text)
        .ok_or_else(|| out_of_range(node, key, &format!("`{text}`"), "`each`, `first-use` or `rank-0`"))
}

fn progress(key: &str, node: &Node) -> Result<ProgressMode, LibraryError> {
    let text = node.text(key)?;
    ProgressMode::named(text)
        .ok_or_else(|| out_of_range(node, key, &format!("`{text}`"), "`background` or `inside-mpi`"))
}

/// The ends of size classes: ascending, the last one open.
pub(super) fn ends(key: &str, list: &Node, classes: &[Node]) -> Result<Vec<u64>, LibraryError> {
    let wrong =
        |node: &Node, reason| LibraryError::Classes { place: node.place.clone(), key: key.to_owned(), reason };
    let mut ends = Vec::with_capacity(classes.len());
    let Some((last, bounded)) = classes.split_last() else {
        return Err(wrong(list, "a list of size classes needs at least one"));
    };
    for class in bounded {
        let end = class.required("up_to", "a size class that is not the last")?.quantity::<Bytes>("up_to")?.0;
        if ends.last().is_some_and(|earlier| end <= *earlier) {
            return Err(wrong(class, "`up_to` is not larger than that of the class before"));
        }
        ends.push(end);
    }
    if last.get("up_to").is_some() {
        return Err(wrong(last, "the last size class holds all longer messages and has no `up_to`"));
    }
    ends.push(u64::MAX);
    Ok(ends)
}

pub(super) fn piecewise(key: &str, node: &Node) -> Result<Piecewise, LibraryError> {
    if let Item::Text(_) = node.item {
        return Ok(Piecewise::constant(node.quantity(key)?));
    }
    let classes = node.list(key)?;
    for class in classes {
        only(class.table(key)?, &["up_to", "fixed", "per_byte", "rate"], "a size class")?;
    }
    let mut segments = Vec::with_capacity(classes.len());
    for (class, up_to) in classes.iter().zip(ends(key, node, classes)?) {
        let fixed = class.required("fixed", "a size class")?.quantity("fixed")?;
        let (picoseconds, bytes) = match (class.get("per_byte"), class.get("rate")) {
            (None, None) => (0, 1),
            (Some(time), None) => (time.quantity::<Time>("per_byte")?.ps(), 1),
            (None, Some(node)) => {
                let rate = rate_or_none("rate", node)?;
                rate.map_or((0, 1), |rate| (1_000_000_000_000, rate.0))
            }
            (Some(_), Some(_)) => {
                return Err(LibraryError::Classes {
                    place: class.place.clone(),
                    key: key.to_owned(),
                    reason: "a size class has either `per_byte` or `rate`",
                });
            }
        };
        segments.push(Segment { up_to, fixed, picoseconds, bytes });
    }
    Ok(Piecewise { segments })
}

fn factor(key: &str, node: &Node) -> Result<f64, LibraryError> {
    let factor = match node.item {
        Item::Float(float) => float,
        Item::Integer(integer) => integer as f64,
        _ => {
            return Err(LibraryError::WrongType {
                place: node.place.clone(),
                key: key.to_owned(),
                found: node.item.kind(),
                expected: "a number",
            });
        }
    };
    if factor > 0.0 && factor <= 1e6 {
        Ok(factor)
    } else {
        Err(out_of_range(node, key, &factor, "more than 0 and at most 1000000"))
    }
}

pub(super) fn steps(key: &str, node: &Node) -> Result<Steps, LibraryError> {
    let Item::List(classes) = &node.item else { return Ok(Steps::constant(factor(key, node)?)) };
    for class in classes {
        only(class.table(key)?, &["up_to", "factor"], "a size class")?;
    }
    let mut steps = Vec::with_capacity(classes.len());
    for (class, up_to) in classes.iter().zip(ends(key, node, classes)?) {
        steps.push((up_to, factor("factor", class.required("factor", "a size class")?)?));
    }
    Ok(Steps { steps })
}
