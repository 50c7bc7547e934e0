//! `loggopsim`: GOAL programs under the exact rules of LogGOPSim (Hoefler, Schneider, Lumsdaine: "LogGOPSim: simulating
//! large-scale applications in the LogGOPS model", HPDC 2010), checked to the nanosecond against its output.
//!
//! # Rules
//! Each host has processors that are free from a time on, and network interfaces that can send, and can take a message, from
//! a time on. A message of s bytes has the cost c(x) = (s − 1)·x of a gap or overhead per byte x.
//! - A *computation* of n ns starts when its processor is free and occupies it for n.
//! - A *send* starts when processor and interface are free, at t: the processor is occupied until t + o + c(O), the interface
//!   until t + g + c(G); the message reaches its receiver at t + o + L. Up to S bytes it has ended then, longer ones end when
//!   they meet their receive.
//! - A *message* is taken when the receiver's processor and interface (those that the send names) are free, at t: they are
//!   occupied until t + o + max(c(O), c(G)) and t + g + c(G). It meets the first posted receive of its source and tag, or
//!   waits for one; the processor is occupied either way.
//! - A *receive* is posted when its processor is free and occupies nothing. The first waiting message that fits ends it at
//!   once.
//! - A meeting of a message longer than S at t ends the send, whose processor and interface are free no earlier than t.
//! - What an ending or a start frees may begin as soon as its own resources are free, be it before the instant that freed it
//!   where that was another processor's.
//!
//! Events are taken by time, at one instant in the order of their stamps: an operation gets one when it becomes free (hosts
//! in ascending order; of one host sends, receives, computations), a message when it is sent.
//!
//! # What differs
//! Where more than 16 operations of a rank become free at once LogGOPSim's sort may exchange equals; here their order is that
//! of the text. Noise is not supported.
//!
//! # Cost
//! LogGOPSim's heap holds all that wants a busy resource and takes it out in vain each time; here they queue by stamp and only
//! the first of a queue is in the calendar, with the same result: whoever waits is due when the resource is free, in the order
//! of stamps. O(1) for each operation and message where events come in order, 40 bytes for each operation with its place in a
//! queue.

mod calendar;
mod pending;

use super::{Kind, Operation, Program};
use calendar::{Calendar, Event};
use pending::Pending;
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

/// The letters of the parameters, as LogGOPSim's options have them, and their meanings.
pub const LETTERS: &[(&str, &str)] = &[
    ("L", "latency, ns"),
    ("o", "processor time for a message on each side, ns"),
    ("g", "time of a network interface for a message, ns"),
    ("G", "time of a network interface for a byte, ns"),
    ("O", "processor time for a byte, ns"),
    ("S", "bytes up to which a message does not wait for its receive"),
];

/// Why parameters can't be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// Not a letter that there is.
    #[error("there is no parameter `{name}`; there are L, o, g, G, O and S")]
    Unknown {
        /// What was given.
        name: String,
    },
    /// Not a whole number.
    #[error("`{name}={value}`: expected a whole number, of nanoseconds or bytes")]
    Value {
        /// The letter.
        name: String,
        /// What was given.
        value: String,
    },
}

impl Parameters {
    /// The defaults with these settings, as in `L=2500,G=6`; empty text sets none.
    pub fn parse(text: &str) -> Result<Self, ParameterError> {
        let mut parameters = Self::default();
        for setting in text.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            let place = match name.trim() {
                "L" => &mut parameters.latency,
                "o" => &mut parameters.overhead,
                "g" => &mut parameters.gap,
                "G" => &mut parameters.gap_per_byte,
                "O" => &mut parameters.overhead_per_byte,
                "S" => &mut parameters.eager,
                other => return Err(ParameterError::Unknown { name: other.to_owned() }),
            };
            let error = || ParameterError::Value { name: name.trim().to_owned(), value: value.trim().to_owned() };
            *place = value.trim().parse().map_err(|_| error())?;
        }
        Ok(parameters)
    }
}

/// What a run has led to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// When the last processor of each host is free for good, in nanoseconds.
    pub finish: Vec<u64>,
    /// What its computations took together, in nanoseconds.
    pub computing: Vec<u64>,
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
    #[error("the program may take longer than {} years, more than can be counted in nanoseconds", i64::MAX / 31_557_600_000_000_000)]
    TooLong,
}

/// Is told time (ns) and events so far, now and then; returns whether to stop.
pub type Watch<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// Events between two calls of the watch.
const WATCH_EVERY: u64 = 1 << 16;

/// Runs a program.
pub fn execute(program: &Program, parameters: &Parameters, watch: Watch<'_>) -> Result<Outcome, ExecuteError> {
    check_length(program, parameters)?;
    let mut executor = Executor::new(program, *parameters);
    executor.free_first();
    let mut next_watch = WATCH_EVERY;
    while let Some((time, stamp, event)) = executor.calendar.pop() {
        executor.handle(time, stamp, event);
        if executor.outcome.events >= next_watch {
            next_watch += WATCH_EVERY;
            if watch(time, executor.outcome.events) {
                executor.outcome.stopped = true;
                break;
            }
        }
    }
    Ok(executor.finish())
}

/// No time can be later than all costs one after the other; that must be countable.
fn check_length(program: &Program, parameters: &Parameters) -> Result<(), ExecuteError> {
    let wide = u128::from;
    let message = 2 * wide(parameters.overhead) + 2 * wide(parameters.gap) + wide(parameters.latency);
    let byte = 2 * (wide(parameters.gap_per_byte) + wide(parameters.overhead_per_byte));
    let longest = program.operations().iter().try_fold(0_u128, |sum, operation| {
        let own = match operation.kind {
            Kind::Calc => wide(operation.size),
            Kind::Send => byte.checked_mul(wide(operation.size))?.checked_add(message)?,
            Kind::Recv => 0,
        };
        sum.checked_add(own)
    });
    longest.filter(|longest| *longest <= i64::MAX as u128).map(|_| ()).ok_or(ExecuteError::TooLong)
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

/// What is known of an operation while it is under way.
#[derive(Clone, Copy, Debug)]
struct State {
    /// While it is not free, how many it waits for; in a queue or list, the next one.
    link: u32,
    /// Its stamp, then that of its message.
    stamp: u32,
}

const EMPTY: Queue = Queue { first: NONE, last: NONE, due: 0 };

/// The queues of a host.
#[derive(Clone, Copy)]
enum Wanted {
    Sends,
    Calcs,
    Messages,
}

struct Executor<'a> {
    program: &'a Program,
    parameters: Parameters,
    calendar: Calendar,
    processors: usize,
    interfaces: usize,
    /// When each processor of each host is free.
    processor_free: Vec<u64>,
    /// When each interface of each host can send.
    send_free: Vec<u64>,
    /// When each interface of each host can take a message.
    take_free: Vec<u64>,
    queues: Vec<Queue>,
    states: Vec<State>,
    stamps: u32,
    /// Freed by the event in hand.
    freed: Vec<u32>,
    posted: Vec<Pending>,
    unexpected: Vec<Pending>,
    started: u64,
    outcome: Outcome,
}

impl<'a> Executor<'a> {
    fn new(program: &'a Program, parameters: Parameters) -> Self {
        let hosts = program.ranks() as usize;
        let (processors, interfaces) = (program.processors(), program.interfaces());
        Self {
            program,
            parameters,
            calendar: Calendar::default(),
            processors,
            interfaces,
            processor_free: vec![0; hosts * processors],
            send_free: vec![0; hosts * interfaces],
            take_free: vec![0; hosts * interfaces],
            queues: vec![EMPTY; hosts * processors * (1 + 2 * interfaces)],
            states: program.blockers().into_iter().map(|link| State { link, stamp: 0 }).collect(),
            stamps: 0,
            freed: Vec::new(),
            posted: std::iter::repeat_with(Pending::default).take(hosts).collect(),
            unexpected: std::iter::repeat_with(Pending::default).take(hosts).collect(),
            started: 0,
            outcome: Outcome { computing: vec![0; hosts], ..Outcome::default() },
        }
    }

    /// What waits for nothing.
    fn free_first(&mut self) {
        let free = (0..self.states.len() as u32).filter(|operation| self.states[*operation as usize].link == 0);
        self.freed = free.collect();
        self.admit();
    }

    #[inline]
    fn operation(&self, number: u32) -> &'a Operation {
        &self.program.operations()[number as usize]
    }

    #[inline]
    fn processor(&self, host: u32, operation: &Operation) -> usize {
        host as usize * self.processors + usize::from(operation.cpu)
    }

    #[inline]
    fn interface(&self, host: u32, operation: &Operation) -> usize {
        host as usize * self.interfaces + usize::from(operation.nic)
    }

    /// The queue in which an operation, or the message of a send, waits.
    #[inline]
    fn queue(&self, wanted: Wanted, operation: &Operation) -> usize {
        let pair = usize::from(operation.cpu) * self.interfaces + usize::from(operation.nic);
        let (host, within) = match wanted {
            Wanted::Calcs => (operation.rank, usize::from(operation.cpu)),
            Wanted::Sends => (operation.rank, self.processors + pair),
            Wanted::Messages => (operation.peer, self.processors * (1 + self.interfaces) + pair),
        };
        host as usize * self.processors * (1 + 2 * self.interfaces) + within
    }

    /// From when on an operation, or the message of a send, has what it wants.
    #[inline]
    fn available(&self, wanted: Wanted, operation: &Operation) -> u64 {
        match wanted {
            Wanted::Calcs => self.processor_free[self.processor(operation.rank, operation)],
            Wanted::Sends => self.processor_free[self.processor(operation.rank, operation)]
                .max(self.send_free[self.interface(operation.rank, operation)]),
            Wanted::Messages => self.processor_free[self.processor(operation.peer, operation)]
                .max(self.take_free[self.interface(operation.peer, operation)]),
        }
    }

    #[inline]
    fn next_stamp(&mut self) -> u32 {
        self.stamps += 1;
        self.stamps
    }

    /// Gives what has been freed its stamps and a place in queue or calendar.
    fn admit(&mut self) {
        let mut freed = std::mem::take(&mut self.freed);
        // Stable: what was freed first comes first.
        if freed.len() > 1 {
            freed.sort_by_key(|number| {
                let operation = self.operation(*number);
                (operation.rank, operation.kind)
            });
        }
        for number in freed.drain(..) {
            let operation = self.operation(number);
            let stamp = self.next_stamp();
            self.states[number as usize].stamp = stamp;
            match operation.kind {
                Kind::Send => self.enqueue(Wanted::Sends, number),
                Kind::Calc => self.enqueue(Wanted::Calcs, number),
                Kind::Recv => {
                    let time = self.processor_free[self.processor(operation.rank, operation)];
                    self.calendar.push(time, stamp, Event::Post(number));
                }
            }
        }
        self.freed = freed;
    }

    /// Puts an operation or message into its queue, after those with lower stamps.
    fn enqueue(&mut self, wanted: Wanted, number: u32) {
        let at = self.queue(wanted, self.operation(number));
        let stamp = self.states[number as usize].stamp;
        let Queue { first, last, .. } = self.queues[at];
        if first == NONE || stamp < self.states[first as usize].stamp {
            self.states[number as usize].link = first;
            self.queues[at].first = number;
            if first == NONE {
                self.queues[at].last = number;
            }
            self.arm(wanted, at, 0);
            return;
        }
        let mut before = last;
        if stamp < self.states[last as usize].stamp {
            // Rare: a message that was sent in the past of others.
            before = first;
            while self.states[self.states[before as usize].link as usize].stamp < stamp {
                before = self.states[before as usize].link;
            }
        }
        self.states[number as usize].link = if before == last { NONE } else { self.states[before as usize].link };
        self.states[before as usize].link = number;
        if before == last {
            self.queues[at].last = number;
        }
    }

    /// Puts the first of a queue into the calendar, for when it has what it wants, at `now` at the earliest.
    fn arm(&mut self, wanted: Wanted, at: usize, now: u64) {
        let first = self.queues[at].first;
        if first == NONE {
            return;
        }
        let due = self.available(wanted, self.operation(first)).max(now);
        self.queues[at].due = due;
        let event = if matches!(wanted, Wanted::Messages) { Event::Serve(first) } else { Event::Own(first) };
        self.calendar.push(due, self.states[first as usize].stamp, event);
    }

    fn handle(&mut self, time: u64, stamp: u32, event: Event) {
        match event {
            Event::Post(number) => self.post(time, number),
            Event::Arrival(number) => {
                if self.available(Wanted::Messages, self.operation(number)) <= time {
                    self.serve(time, number);
                } else {
                    self.enqueue(Wanted::Messages, number);
                }
            }
            Event::Own(number) => {
                let send = self.operation(number).kind == Kind::Send;
                let wanted = if send { Wanted::Sends } else { Wanted::Calcs };
                if self.take_first(wanted, time, stamp, number) {
                    if send {
                        self.send(time, number)
                    } else {
                        self.calculate(time, number)
                    }
                    self.arm(wanted, self.queue(wanted, self.operation(number)), time);
                }
            }
            Event::Serve(number) => {
                if self.take_first(Wanted::Messages, time, stamp, number) {
                    self.serve(time, number);
                    self.arm(Wanted::Messages, self.queue(Wanted::Messages, self.operation(number)), time);
                }
            }
        }
        if !self.freed.is_empty() {
            self.admit();
        }
    }

    /// Takes the first of a queue out if it is `number` and has what it wants.
    fn take_first(&mut self, wanted: Wanted, time: u64, stamp: u32, number: u32) -> bool {
        let operation = self.operation(number);
        let at = self.queue(wanted, operation);
        let queue = self.queues[at];
        // Another one may have come before it since, or it may have been put into the calendar anew.
        if queue.first != number || queue.due != time || self.states[number as usize].stamp != stamp {
            return false;
        }
        if self.available(wanted, operation) > time {
            self.arm(wanted, at, 0);
            return false;
        }
        let next = if queue.last == number { NONE } else { self.states[number as usize].link };
        self.queues[at].first = next;
        if next == NONE {
            self.queues[at] = EMPTY;
        }
        true
    }

    fn begin(&mut self, number: u32) {
        self.started += 1;
        self.outcome.events += 1;
        for after in self.program.after_start(number) {
            Self::release(&mut self.states, &mut self.freed, after);
        }
    }

    fn end(&mut self, number: u32) {
        for after in self.program.after_end(number) {
            Self::release(&mut self.states, &mut self.freed, after);
        }
    }

    #[inline]
    fn release(states: &mut [State], freed: &mut Vec<u32>, after: u32) {
        let blockers = &mut states[after as usize].link;
        *blockers -= 1;
        if *blockers == 0 {
            freed.push(after);
        }
    }

    fn calculate(&mut self, time: u64, number: u32) {
        let operation = self.operation(number);
        let at = self.processor(operation.rank, operation);
        self.processor_free[at] = time + operation.size;
        self.outcome.computing[operation.rank as usize] += operation.size;
        self.begin(number);
        self.end(number);
    }

    fn send(&mut self, time: u64, number: u32) {
        let operation = self.operation(number);
        let Parameters { latency, overhead, gap, gap_per_byte, overhead_per_byte, eager } = self.parameters;
        let (cpu, nic) = (self.processor(operation.rank, operation), self.interface(operation.rank, operation));
        self.processor_free[cpu] = later(time + overhead, operation.size, overhead_per_byte);
        self.send_free[nic] = later(time + gap, operation.size, gap_per_byte);
        self.outcome.messages += 1;
        self.outcome.bytes += operation.size;
        self.begin(number);
        let stamp = self.next_stamp();
        self.states[number as usize].stamp = stamp;
        self.calendar.push(time + overhead + latency, stamp, Event::Arrival(number));
        if operation.size <= eager {
            self.end(number);
        }
    }

    fn serve(&mut self, time: u64, number: u32) {
        let message = self.operation(number);
        let Parameters { overhead, gap, gap_per_byte, overhead_per_byte, .. } = self.parameters;
        let (cpu, nic) = (self.processor(message.peer, message), self.interface(message.peer, message));
        let per_byte = match (message.size, gap_per_byte.min(overhead_per_byte)) {
            // LogGOPSim subtracts in unsigned numbers: of two costs of minus one byte the smaller is the larger.
            (0, least) if least > 0 => least,
            _ => gap_per_byte.max(overhead_per_byte),
        };
        self.processor_free[cpu] = later(time + overhead, message.size, per_byte);
        self.take_free[nic] = later(time + gap, message.size, gap_per_byte);
        self.outcome.events += 1;
        match self.posted[message.peer as usize].take_receive(self.program.operations(), &mut self.states, number) {
            Some(receive) => self.meet(time, number, receive),
            None => self.unexpected[message.peer as usize].push(self.program.operations(), &mut self.states, number),
        }
    }

    fn post(&mut self, time: u64, number: u32) {
        self.begin(number);
        let host = self.operation(number).rank as usize;
        match self.unexpected[host].take_message(self.program.operations(), &mut self.states, number) {
            Some(message) => self.meet(time, message, number),
            None => self.posted[host].push(self.program.operations(), &mut self.states, number),
        }
    }

    /// A message and its receive have met.
    fn meet(&mut self, time: u64, message: u32, receive: u32) {
        self.end(receive);
        let send = self.operation(message);
        if send.size > self.parameters.eager {
            let (cpu, nic) = (self.processor(send.rank, send), self.interface(send.rank, send));
            self.processor_free[cpu] = self.processor_free[cpu].max(time);
            self.send_free[nic] = self.send_free[nic].max(time);
            self.end(message);
        }
    }

    fn finish(mut self) -> Outcome {
        let hosts = self.processor_free.chunks_exact(self.processors);
        self.outcome.finish = hosts.map(|own| own.iter().copied().max().unwrap_or(0)).collect();
        self.outcome.posted = self.posted.iter().flat_map(|own| own.entries(&self.states)).collect();
        self.outcome.unexpected = self.unexpected.iter().flat_map(|own| own.entries(&self.states)).collect();
        self.outcome.blocked = self.program.operations().len() as u64 - self.started;
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
