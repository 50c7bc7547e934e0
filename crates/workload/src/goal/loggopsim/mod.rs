//! `loggopsim`: GOAL programs under the exact rules of LogGOPSim (Hoefler, Schneider, Lumsdaine: "LogGOPSim: simulating
//! large-scale applications in the LogGOPS model", HPDC 2010), checked to the nanosecond against its output.
//!
//! # Rules
//! The parameters are those of LogGOPS: latency L, overhead o and gap g per message, overhead O and gap G per byte, threshold S
//! of the rendezvous protocol. Each host has processors and network interfaces. A processor serves one operation at a time; an
//! interface serves one send and one receive at a time. For a message of s bytes and a cost x per byte, let c(x) = (s − 1)·x.
//! - A *computation* of n ns starts when its processor is free and occupies it for n.
//! - A *send* starts at the time t at which its processor and interface are free. The processor is occupied until t + o + c(O),
//!   the interface until t + g + c(G); the message reaches the receiver at t + o + L. A send of up to S bytes ends at t. A
//!   longer send ends when its message meets the receive.
//! - A *message* that has reached the receiver is taken at the time t at which the receiver's processor and interface (those
//!   that the send names) are free. The processor is then occupied until t + o + max(c(O), c(G)), the interface until t + g +
//!   c(G). The message meets the first posted receive of its source and tag. If there is none, the message waits for such a
//!   receive, and occupies the processor all the same.
//! - A *receive* is posted when its processor is free. It does not occupy the processor. If a message with the receive's source
//!   and tag is waiting, the receive takes the first such message and ends at once.
//! - When a message longer than S meets its receive at t, the send ends, and the send's processor and interface are free no
//!   earlier than t.
//! - An operation may begin once its dependencies are met (other operations have ended or started) and its own processor and
//!   interface are free. If an operation that it depends on ran on another processor, it may even begin at an earlier time than
//!   that operation.
//!
//! With a trace of noise, computations, sends and received messages occupy the processor longer ([`NoiseTrace`]).
//!
//! Events are processed in the order of their times. Events of equal time are processed in the order of their stamps, which are
//! ascending numbers. An operation gets its stamp when its dependencies are met, a message when it is sent. If the dependencies
//! of several operations are met at once, the stamps are given host by host, and on each host first to sends, then to receives
//! and computations.
//!
//! # What differs
//! If the dependencies of more than 16 operations of a rank are met at once, LogGOPSim's sort may exchange operations that
//! compare as equal; Windtunnel keeps the order of the program's text. Offsets into the noise trace come from the run's seed;
//! LogGOPSim takes them from the clock. A noise trace that LogGOPSim would read beyond its end is refused.
//!
//! # Cost
//! LogGOPSim keeps events that need a busy processor or interface in its heap, and retries each of them again and again.
//! Windtunnel keeps a queue of these events for each processor and interface, ordered by stamp. Only the first event of a queue
//! is in the calendar (the queue of all events by time). The result is the same, as the events are due in the order of stamps
//! whenever the processor or interface is free. The cost is O(1) for each operation and message.
//!
//! Memory: in addition to the program itself, 16 bytes for each operation (with its place in a queue) and 16 bytes for each
//! pending event. A program of a million ranks does not fit into caches, and if its ranks are in step, successive events belong
//! to different ranks. So data are prefetched a few events ahead, and memory accesses overlap.

mod calendar;
mod noise;
mod pending;
mod table;

use super::operation::{Operation, OperationKind};
use super::program::Program;
use calendar::{Calendar, Event};
use config::UnknownName;
pub use noise::{Noise, NoiseError, NoiseTrace};
use pending::{Indices, Pending};
use std::path::PathBuf;
use table::Table;
use thiserror::Error;

/// The parameters of the model; times in nanoseconds as LogGOPSim takes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// L: latency.
    pub latency: u64,
    /// o: processor time for a message, on each side.
    pub overhead: u64,
    /// g: time between two messages of an interface.
    pub gap: u64,
    /// G: time of an interface for a byte.
    pub gap_per_byte: u64,
    /// O: processor time for a byte.
    pub overhead_per_byte: u64,
    /// S: longer messages wait for their receive.
    pub eager: u64,
}

impl Default for Parameters {
    /// LogGOPSim's own defaults.
    fn default() -> Self {
        Self { latency: 2500, overhead: 1500, gap: 1000, gap_per_byte: 6, overhead_per_byte: 0, eager: 65_535 }
    }
}

/// Why parameters can't be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// Not a letter that there is.
    #[error("unknown LogGOPSim parameter {0}")]
    Unknown(UnknownName),
    /// Not a whole number.
    #[error(
        "the LogGOPSim parameter `{name}={value}` is not valid; expected a whole number: ns for L, o and g, ns per byte for G and O, bytes for S"
    )]
    Value {
        /// The letter.
        name: String,
        /// What was given.
        value: String,
    },
    /// Noise without a file of it.
    #[error("`noise-trace` names no file; expected `noise-trace=FILE`")]
    NoTrace,
    /// A value of an option that has none.
    #[error("the LogGOPSim parameter `noise-cosched={value}` has a value; expected `noise-cosched` alone")]
    Switch {
        /// What was given.
        value: String,
    },
    /// An option of noise without noise.
    #[error("`noise-cosched` is set without a recording of noise; expected `noise-trace=FILE` as well")]
    NoNoise,
}

/// The options of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings {
    /// The parameters of the model.
    pub parameters: Parameters,
    /// The file of recorded noise, if any.
    pub noise_trace: Option<PathBuf>,
    /// Whether all hosts enter it at the same offset.
    pub noise_cosched: bool,
}

impl Settings {
    /// The defaults with these settings, as in `L=2500,G=6,noise-trace=FILE`; empty text sets none.
    pub fn parse(text: &str) -> Result<Self, ParameterError> {
        let mut settings = Self::default();
        for setting in text.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            let parameters = &mut settings.parameters;
            let place = match name.trim() {
                "noise-trace" if !value.trim().is_empty() => {
                    settings.noise_trace = Some(PathBuf::from(value.trim()));
                    continue;
                }
                "noise-trace" => return Err(ParameterError::NoTrace),
                "noise-cosched" if value.is_empty() => {
                    settings.noise_cosched = true;
                    continue;
                }
                "noise-cosched" => return Err(ParameterError::Switch { value: value.trim().to_owned() }),
                "L" => &mut parameters.latency,
                "o" => &mut parameters.overhead,
                "g" => &mut parameters.gap,
                "G" => &mut parameters.gap_per_byte,
                "O" => &mut parameters.overhead_per_byte,
                "S" => &mut parameters.eager,
                other => {
                    let known = ["L", "o", "g", "G", "O", "S", "noise-trace", "noise-cosched"];
                    return Err(ParameterError::Unknown(UnknownName::new(other, known)));
                }
            };
            let error = || ParameterError::Value { name: name.trim().to_owned(), value: value.trim().to_owned() };
            *place = value.trim().parse().map_err(|_| error())?;
        }
        if settings.noise_cosched && settings.noise_trace.is_none() {
            return Err(ParameterError::NoNoise);
        }
        Ok(settings)
    }
}

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// When the last processor of each host becomes idle for the rest of the run, in nanoseconds.
    pub finish: Vec<u64>,
    /// The sum of its computations, in nanoseconds.
    pub computing: Vec<u64>,
    /// What noise has taken from it, in nanoseconds; empty without noise.
    pub noise: Vec<u64>,
    /// Operations that began and messages that were taken.
    pub events: u64,
    /// Messages sent.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Whether it was stopped.
    pub stopped: bool,
    /// Receives without a message, in the order of ranks and posts.
    pub posted: Vec<u32>,
    /// Sends whose messages met no receive, in the order of receivers and arrivals.
    pub unexpected: Vec<u32>,
    /// Operations that never began.
    pub blocked: u64,
}

/// Why a program can't be run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ExecuteError {
    /// Times beyond what can be counted.
    #[error("the program may take longer than {} years, more than can be counted in nanoseconds; a `calc` of the program or a parameter may be in another unit than nanoseconds", i64::MAX / 31_557_600_000_000_000)]
    TooLong,
    /// Times beyond what results can hold.
    #[error(
        "the simulated time exceeds 213 days, the most that can be counted in picoseconds; a `calc` of the program or a parameter may be in another unit than nanoseconds"
    )]
    BeyondTime,
    /// The trace of noise can't be used.
    #[error(transparent)]
    Noise(#[from] NoiseError),
}

/// Called with the time (ns) and the events so far every 65,536 events; return true to stop.
pub type ProgressHook<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// Events between two calls of the hook.
const EVENTS_PER_HOOK: u64 = 1 << 16;

/// Runs a program, with noise if any.
pub fn execute(
    program: &Program,
    parameters: &Parameters,
    noise: Option<&Noise>,
    watch: ProgressHook<'_>,
) -> Result<Outcome, ExecuteError> {
    let delays = noise.map_or(Ok(0), |noise| delays_at_most(program, parameters, noise.trace()))?;
    check_length(program, parameters, delays)?;
    let mut executor = Executor::new(program, *parameters, noise);
    executor.free_first();
    let mut next_watch = EVENTS_PER_HOOK;
    while let Some((time, stamp, event)) = executor.calendar.pop() {
        executor.look_ahead();
        executor.handle(time, stamp, event);
        if executor.outcome.events >= next_watch {
            next_watch += EVENTS_PER_HOOK;
            if watch(time, executor.outcome.events) {
                executor.outcome.stopped = true;
                break;
            }
        }
    }
    Ok(executor.finish())
}

/// No time can be later than all costs one after the other; that must be countable.
fn check_length(program: &Program, parameters: &Parameters, delays: u128) -> Result<(), ExecuteError> {
    let wide = u128::from;
    let demand = program.demand();
    let message = 2 * wide(parameters.overhead) + 2 * wide(parameters.gap) + wide(parameters.latency);
    let byte = 2 * (wide(parameters.gap_per_byte) + wide(parameters.overhead_per_byte));
    let messages = message.checked_mul(wide(demand.messages));
    let bytes = byte.checked_mul(demand.bytes);
    let longest = messages.zip(bytes).and_then(|(messages, bytes)| {
        messages.checked_add(bytes)?.checked_add(demand.computing)?.checked_add(delays)
    });
    longest.filter(|longest| *longest <= i64::MAX as u128).map(|_| ()).ok_or(ExecuteError::TooLong)
}

/// No program is delayed longer by noise, all operations together. Each has to have a place in the trace.
fn delays_at_most(program: &Program, parameters: &Parameters, trace: &NoiseTrace) -> Result<u128, NoiseError> {
    let calcs = program.operations().filter(|operation| operation.kind == OperationKind::Calc);
    trace.check(calcs.map(|operation| operation.size).max().unwrap_or(0).max(parameters.overhead))?;
    Ok(u128::from(trace.longest()) * 2 * u128::from(program.count()))
}

const NONE: u32 = u32::MAX;

/// Operations or messages that want the same resources, in the order of their stamps.
#[derive(Clone, Copy, Debug)]
struct Queue {
    first: u32,
    last: u32,
    /// The time for which the first is in the calendar.
    due: u64,
}

const EMPTY: Queue = Queue { first: NONE, last: NONE, due: 0 };

/// The queues of a station.
#[derive(Clone, Copy)]
enum QueueKind {
    Sends,
    Calcs,
    Messages,
}

/// A processor of a host with one of its interfaces. What belongs to a processor is in its station with the first interface,
/// what belongs to an interface in its station with the first processor, what belongs to the host in its first one: most
/// programs know no others, and what an event needs lies together, here in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Station {
    /// When the processor is free.
    processor_free: u64,
    /// When the interface can send.
    send_free: u64,
    /// When the interface can take a message.
    take_free: u64,
    sends: Queue,
    messages: Queue,
    /// The host's.
    posted: Pending,
}

const _: () = assert!(size_of::<Station>() == 64);

/// The parts of a station that are used less often.
#[derive(Clone, Copy, Debug)]
struct ColdStation {
    /// The host's.
    unexpected: Pending,
    /// The processor's.
    calcs: Queue,
}

/// What operations cost.
struct Costs<'a> {
    parameters: Parameters,
    noise: Option<&'a Noise>,
    /// What noise has taken from each host so far; empty without noise.
    taken: Vec<u64>,
}

impl Costs<'_> {
    /// By how much noise delays an operation of a host that starts now.
    #[inline(always)]
    fn delay(&mut self, host: u32, time: u64, length: u64) -> u64 {
        let Some(noise) = self.noise else { return 0 };
        let delay = noise.delay(host, time, length);
        self.taken[host as usize] += delay;
        delay
    }
}

struct Executor<'a> {
    table: Table<'a>,
    costs: Costs<'a>,
    calendar: Calendar,
    /// Interfaces of a host.
    interfaces: usize,
    /// Stations of a host.
    per_host: usize,
    stations: Vec<Station>,
    rests: Vec<ColdStation>,
    indices: Indices,
    stamps: u32,
    /// Freed by the event in hand.
    freed: Vec<u32>,
    outcome: Outcome,
}

impl<'a> Executor<'a> {
    fn new(program: &'a Program, parameters: Parameters, noise: Option<&'a Noise>) -> Self {
        let (interfaces, per_host) = (program.interfaces(), program.processors() * program.interfaces());
        let (hosts, posted) = (program.ranks() as usize, Pending::default());
        let idle = Station { processor_free: 0, send_free: 0, take_free: 0, sends: EMPTY, messages: EMPTY, posted };
        Self {
            table: Table::new(program),
            costs: Costs { parameters, noise, taken: vec![0; noise.map_or(0, |_| hosts)] },
            calendar: Calendar::default(),
            interfaces,
            per_host,
            stations: vec![idle; hosts * per_host],
            rests: vec![ColdStation { unexpected: Pending::default(), calcs: EMPTY }; hosts * per_host],
            indices: Indices::default(),
            stamps: 0,
            freed: Vec::new(),
            outcome: Outcome { computing: vec![0; hosts], blocked: program.count().into(), ..Outcome::default() },
        }
    }

    /// What waits for nothing, host by host.
    fn free_first(&mut self) {
        for rank in 0..self.table.program.ranks() {
            let free = self.table.program.numbers_of(rank).filter(|number| self.table.link(*number) == 0);
            let mut freed = std::mem::take(&mut self.freed);
            freed.extend(free);
            freed.sort_by_key(|number| self.operation(*number).kind);
            freed.drain(..).for_each(|number| self.admit(number));
            self.freed = freed;
        }
    }

    #[inline(always)]
    fn operation(&self, number: u32) -> Operation {
        self.table.operation(number)
    }

    /// The station of a processor.
    #[inline]
    fn processor(&self, host: u32, operation: Operation) -> usize {
        host as usize * self.per_host + usize::from(operation.cpu) * self.interfaces
    }

    /// The station of an interface.
    #[inline]
    fn interface(&self, host: u32, operation: Operation) -> usize {
        host as usize * self.per_host + usize::from(operation.nic)
    }

    /// The queue in which an operation, or the message of a send, waits.
    #[inline(always)]
    fn queue(&mut self, wanted: QueueKind, operation: Operation) -> &mut Queue {
        let nic = usize::from(operation.nic);
        match wanted {
            QueueKind::Calcs => {
                let at = self.processor(operation.rank, operation);
                &mut self.rests[at].calcs
            }
            QueueKind::Sends => {
                let at = self.processor(operation.rank, operation) + nic;
                &mut self.stations[at].sends
            }
            QueueKind::Messages => {
                let at = self.processor(operation.peer, operation) + nic;
                &mut self.stations[at].messages
            }
        }
    }

    /// When what an operation or message wants is free.
    #[inline(always)]
    fn available(&self, wanted: QueueKind, operation: Operation) -> u64 {
        match wanted {
            QueueKind::Calcs => self.stations[self.processor(operation.rank, operation)].processor_free,
            QueueKind::Sends => {
                let processor = &self.stations[self.processor(operation.rank, operation)];
                processor.processor_free.max(self.stations[self.interface(operation.rank, operation)].send_free)
            }
            QueueKind::Messages => {
                let processor = &self.stations[self.processor(operation.peer, operation)];
                processor.processor_free.max(self.stations[self.interface(operation.peer, operation)].take_free)
            }
        }
    }

    /// Touches what the next events will need, all of it at once.
    #[inline]
    fn look_ahead(&mut self) {
        let ahead = self.calendar.announce();
        if ahead.is_empty() {
            return;
        }
        let mut touched = 0_u64;
        let mut hosts = [0_usize; calendar::AHEAD];
        for (key, host) in ahead.iter().zip(&mut hosts) {
            let (number, arrives) = match calendar::event(*key) {
                Event::Post(number) | Event::Own(number) => (number, false),
                Event::Arrival(number) | Event::Serve(number) => (number, true),
            };
            let (rank, peer) = self.table.ends(number);
            *host = if arrives { peer } else { rank } as usize * self.per_host;
            touched ^= u64::from(self.table.program.first_of(rank));
        }
        for (key, host) in ahead.iter().zip(hosts) {
            touched ^= self.stations[host].processor_free ^ self.rests[host].calcs.due;
            if let (Event::Arrival(_), Some(first)) = (calendar::event(*key), self.stations[host].posted.first()) {
                touched ^= u64::from(self.table.link(first));
            }
        }
        std::hint::black_box(touched);
    }

    #[inline]
    fn next_stamp(&mut self) -> u32 {
        self.stamps += 1;
        self.stamps
    }

    /// Admits what has been freed: host by host, sends, receives, computations.
    #[inline]
    fn admit_freed(&mut self) {
        let mut freed = std::mem::take(&mut self.freed);
        // Stable: what was freed first comes first.
        if freed.len() > 1 {
            freed.sort_by_key(|number| {
                let operation = self.operation(*number);
                (operation.rank, operation.kind)
            });
        }
        freed.drain(..).for_each(|number| self.admit(number));
        self.freed = freed;
    }

    /// Gives an operation its stamp and a place in queue or calendar.
    #[inline]
    fn admit(&mut self, number: u32) {
        let operation = self.operation(number);
        let stamp = self.next_stamp();
        self.table.set_stamp(number, stamp);
        match operation.kind {
            OperationKind::Send => self.enqueue(QueueKind::Sends, number),
            OperationKind::Calc => self.enqueue(QueueKind::Calcs, number),
            OperationKind::Recv => {
                let time = self.stations[self.processor(operation.rank, operation)].processor_free;
                self.calendar.push(time, stamp, Event::Post(number));
            }
        }
    }

    /// Puts an operation or message into its queue, after those with lower stamps.
    #[inline]
    fn enqueue(&mut self, wanted: QueueKind, number: u32) {
        let operation = self.operation(number);
        let stamp = self.table.stamp(number);
        let Queue { first, last, .. } = *self.queue(wanted, operation);
        if first == NONE || stamp < self.table.stamp(first) {
            self.table.set_link(number, first);
            let queue = self.queue(wanted, operation);
            queue.first = number;
            if first == NONE {
                queue.last = number;
            }
            return self.arm(wanted, operation, 0);
        }
        let mut before = last;
        if stamp < self.table.stamp(last) {
            // Rare: a message that was sent in the past of others.
            before = first;
            while self.table.stamp(self.table.link(before)) < stamp {
                before = self.table.link(before);
            }
        }
        self.table.set_link(number, if before == last { NONE } else { self.table.link(before) });
        self.table.set_link(before, number);
        if before == last {
            self.queue(wanted, operation).last = number;
        }
    }

    /// Puts the first of an operation's queue into the calendar, for when its resource is free, at `now` at the earliest.
    #[inline(always)]
    fn arm(&mut self, wanted: QueueKind, operation: Operation, now: u64) {
        let first = self.queue(wanted, operation).first;
        if first == NONE {
            return;
        }
        let due = self.available(wanted, operation).max(now);
        self.queue(wanted, operation).due = due;
        let event = if matches!(wanted, QueueKind::Messages) { Event::Serve(first) } else { Event::Own(first) };
        self.calendar.push(due, self.table.stamp(first), event);
    }

    #[inline(always)]
    fn handle(&mut self, time: u64, stamp: u32, event: Event) {
        match event {
            Event::Post(number) => self.post(time, number),
            Event::Arrival(number) => {
                if self.available(QueueKind::Messages, self.operation(number)) <= time {
                    self.serve(time, number);
                } else {
                    self.enqueue(QueueKind::Messages, number);
                }
            }
            Event::Own(number) => {
                let operation = self.operation(number);
                if operation.kind == OperationKind::Send {
                    if self.take_first(QueueKind::Sends, time, stamp, number) {
                        self.send(time, number);
                        self.arm(QueueKind::Sends, operation, time);
                    }
                } else if self.take_first(QueueKind::Calcs, time, stamp, number) {
                    self.calculate(time, number);
                    self.arm(QueueKind::Calcs, operation, time);
                }
            }
            Event::Serve(number) => {
                if self.take_first(QueueKind::Messages, time, stamp, number) {
                    self.serve(time, number);
                    self.arm(QueueKind::Messages, self.operation(number), time);
                }
            }
        }
        if !self.freed.is_empty() {
            self.admit_freed();
        }
    }

    /// Takes the first of a queue out if it is `number` and its resource is free.
    #[inline(always)]
    fn take_first(&mut self, wanted: QueueKind, time: u64, stamp: u32, number: u32) -> bool {
        let operation = self.operation(number);
        let queue = *self.queue(wanted, operation);
        // Another one may have come before it since, or it may have been put into the calendar anew.
        if queue.first != number || queue.due != time || self.table.stamp(number) != stamp {
            return false;
        }
        if self.available(wanted, operation) > time {
            self.arm(wanted, operation, 0);
            return false;
        }
        if queue.last == number {
            *self.queue(wanted, operation) = EMPTY;
        } else {
            self.queue(wanted, operation).first = self.table.link(number);
        }
        true
    }

    /// An operation begins: frees what waits for its start, and if it ends at once, what waits for its end.
    #[inline(always)]
    fn begin(&mut self, rank: u32, number: u32, ends: bool) {
        self.outcome.blocked -= 1;
        self.outcome.events += 1;
        if self.table.program.has_starts() {
            self.release(self.table.program.after_start(rank, number));
        }
        if ends {
            self.end(rank, number);
        }
    }

    #[inline(always)]
    fn end(&mut self, rank: u32, number: u32) {
        self.release(self.table.program.after_end(rank, number));
    }

    #[inline(always)]
    fn release(&mut self, after: impl Iterator<Item = u32>) {
        for number in after {
            if self.table.release(number) {
                self.freed.push(number);
            }
        }
    }

    fn calculate(&mut self, time: u64, number: u32) {
        let operation = self.operation(number);
        let at = self.processor(operation.rank, operation);
        let delay = self.costs.delay(operation.rank, time, operation.size);
        self.stations[at].processor_free = time + operation.size + delay;
        self.outcome.computing[operation.rank as usize] += operation.size;
        self.begin(operation.rank, number, true);
    }

    #[inline(always)]
    fn send(&mut self, time: u64, number: u32) {
        let operation = self.operation(number);
        let Parameters { latency, overhead, gap, gap_per_byte, overhead_per_byte, eager } = self.costs.parameters;
        let (cpu, nic) = (self.processor(operation.rank, operation), self.interface(operation.rank, operation));
        let delay = self.costs.delay(operation.rank, time, overhead);
        self.stations[cpu].processor_free = later(time + overhead + delay, operation.size, overhead_per_byte);
        self.stations[nic].send_free = later(time + gap, operation.size, gap_per_byte);
        self.outcome.messages += 1;
        self.outcome.bytes += operation.size;
        let stamp = self.next_stamp();
        self.table.set_stamp(number, stamp);
        self.calendar.push(time + overhead + latency, stamp, Event::Arrival(number));
        self.begin(operation.rank, number, operation.size <= eager);
    }

    #[inline(always)]
    fn serve(&mut self, time: u64, number: u32) {
        let message = self.operation(number);
        let Parameters { overhead, gap, gap_per_byte, overhead_per_byte, .. } = self.costs.parameters;
        let (cpu, nic) = (self.processor(message.peer, message), self.interface(message.peer, message));
        let per_byte = match (message.size, gap_per_byte.min(overhead_per_byte)) {
            // LogGOPSim subtracts in unsigned numbers: of two costs of minus one byte the smaller is the larger.
            (0, least) if least > 0 => least,
            _ => gap_per_byte.max(overhead_per_byte),
        };
        let delay = self.costs.delay(message.peer, time, overhead);
        self.stations[cpu].processor_free = later(time + overhead + delay, message.size, per_byte);
        self.stations[nic].take_free = later(time + gap, message.size, gap_per_byte);
        self.outcome.events += 1;
        let host = message.peer as usize * self.per_host;
        match self.stations[host].posted.take_receive(&mut self.table, &mut self.indices, number) {
            Some(receive) => self.meet(time, number, message.peer, receive),
            None => self.rests[host].unexpected.push(&mut self.table, &mut self.indices, number),
        }
    }

    #[inline(always)]
    fn post(&mut self, time: u64, number: u32) {
        let (rank, _) = self.table.ends(number);
        self.begin(rank, number, false);
        let host = rank as usize * self.per_host;
        match self.rests[host].unexpected.take_message(&mut self.table, &mut self.indices, number) {
            Some(message) => self.meet(time, message, rank, number),
            None => self.stations[host].posted.push(&mut self.table, &mut self.indices, number),
        }
    }

    /// A message and its receive, one of `rank`, have met.
    #[inline(always)]
    fn meet(&mut self, time: u64, message: u32, rank: u32, receive: u32) {
        self.end(rank, receive);
        let send = self.operation(message);
        if send.size > self.costs.parameters.eager {
            let (cpu, nic) = (self.processor(send.rank, send), self.interface(send.rank, send));
            let processor_free = &mut self.stations[cpu].processor_free;
            *processor_free = (*processor_free).max(time);
            let send_free = &mut self.stations[nic].send_free;
            *send_free = (*send_free).max(time);
            self.end(send.rank, message);
        }
    }

    fn finish(mut self) -> Outcome {
        let latest = |host: &[Station]| host.iter().map(|own| own.processor_free).max().unwrap_or(0);
        self.outcome.finish = self.stations.chunks_exact(self.per_host).map(latest).collect();
        self.outcome.noise = self.costs.taken;
        let hosts = (0..self.stations.len()).step_by(self.per_host);
        let entries = |list: Pending| list.entries(&self.table, &self.indices);
        self.outcome.posted = hosts.clone().flat_map(|host| entries(self.stations[host].posted)).collect();
        self.outcome.unexpected = hosts.flat_map(|host| entries(self.rests[host].unexpected)).collect();
        self.outcome
    }
}

/// `time` and the cost of all bytes but the first; of a message of no byte, the cost of one less.
#[inline]
fn later(time: u64, bytes: u64, per_byte: u64) -> u64 {
    match bytes.checked_sub(1) {
        Some(bytes) => time + bytes * per_byte,
        None => time.saturating_sub(per_byte),
    }
}
