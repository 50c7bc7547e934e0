//! Exports a run as a GOAL program (a graph of computations, sends and receives per rank) for LogGOPSim or `windtunnel replay`.
//!
//! Computation becomes `calc`. Every message, including each message of a collective operation, becomes a `send` and a `recv`
//! with a tag of its own. An operation depends on earlier operations of its rank:
//! - Every operation depends on the end of earlier computation (`requires`).
//! - A send or computation also depends on the end of earlier receives and rendezvous sends (`requires`). If the program itself
//!   has posted the receive (not a collective operation), this dependency applies only from the next call on that completes
//!   receives ([`takes`]).
//! - A send or computation depends only on the start of all other earlier sends, not on their end (`irequires`). In the
//!   simulator that runs the program, the send of a large message ends when the receiver takes the message, and this may depend
//!   on what the sender does next.
//!
//! An operation comes later in the order of events ([`super::events`]) than all operations on which it depends, and a receive
//! later than its send. So the program cannot deadlock.
//!
//! The time in MPI calls is not exported, as the simulator that runs the program models it anew. [`Loss`] lists the operations
//! that are left out or changed. Format: T. Hoefler, C. Siebert and A. Lumsdaine, "Group Operation Assembly Language" (ICPP
//! 2009), in the text that LogGOPSim's converter reads.

use super::events::{Event, Interval};
use super::format::{ExportError, Format, Lost, Source, Writer, Written};
use super::output::{Output, line};
use ops::Protocol;
use results::{RankRow, State};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;
use units::{Time, named_enum};

pub(super) const FORMAT: Format = Format {
    name: "goal",
    doc: "LogGOPSim, `windtunnel replay`: computation and messages as a program, without the times of MPI calls",
    endings: &["goal"],
    writer: Writer::Here(write),
    of_traces: true,
};

/// Operations held in memory at a time: ranks are written in groups, each of which takes a reading of all
/// events.
const HELD: u64 = 1 << 22;

fn write(source: &Source<'_>, path: &Path) -> Result<Written, ExportError> {
    let mut out = Output::create(path, source.existing)?;
    let ranks = source.ranks()?;
    line!(out, "num_ranks {}", ranks.len())?;
    let (mut written, mut losses) = (Written::default(), Losses::default());
    let groups = groups(&operations(source, &ranks)?, HELD);
    for (number, group) in groups.iter().enumerate() {
        let mut programs = Programs::of(&ranks, group.clone());
        for event in source.events()? {
            let event = event?;
            if number == 0 {
                written.count(&event);
                losses.event(&event);
            }
            programs.event(&event);
        }
        for program in &programs.held {
            line!(out, "rank {} {{\n{}}}", program.rank, program.text)?;
        }
    }
    written.files.push(out.finish()?);
    written.losses = losses.found();
    Ok(written)
}

/// How many operations each of `ranks` has at most.
fn operations(source: &Source<'_>, ranks: &[u32]) -> Result<Vec<u64>, ExportError> {
    let mut rows = source.run.all::<RankRow>()?;
    rows.sort_unstable_by_key(|row| row.rank);
    let of = |rank: &u32| {
        let row = rows.binary_search_by_key(rank, |row| row.rank.0).map(|found| &rows[found]);
        row.map_or(0, |row| row.messages_sent + row.messages_received + row.calls)
    };
    Ok(ranks.iter().map(of).collect())
}

/// Ranges of ranks, all in order, that have `held` operations each at most (a single rank may have more).
fn groups(operations: &[u64], held: u64) -> Vec<Range<usize>> {
    let mut groups = Vec::new();
    let (mut first, mut sum) = (0, 0);
    for (at, operations) in operations.iter().enumerate() {
        if sum + operations > held && at > first {
            groups.push(first..at);
            (first, sum) = (at, 0);
        }
        sum += operations;
    }
    groups.push(first..operations.len());
    groups
}

/// The programs of a group of ranks.
struct Programs<'a> {
    /// All ranks of the export: their numbers in the program are their places here.
    ranks: &'a [u32],
    first: usize,
    held: Vec<Program>,
}

/// The program of a rank, as far as it has come.
#[derive(Default)]
struct Program {
    rank: usize,
    text: String,
    /// Operations so far; they are labelled by number.
    operations: u64,
    /// The last computation.
    calc: Option<u64>,
    /// Receives since then, and sends by rendezvous that have ended, that no send waits for yet.
    ended: Vec<u64>,
    /// Receives of messages that have arrived while the rank could not learn of it.
    arrived: Vec<u64>,
    /// How many of its states of either kind are under way, and of which kind the last one was that ended, and when: [`takes`].
    states: [u32; 2],
    last: Option<(Time, bool)>,
    /// The messages and labels of sends by rendezvous under way.
    under_way: Vec<(u64, u64)>,
    /// The last send since then.
    sent: Option<u64>,
    /// Computed picoseconds that are less than a nanosecond.
    left: u64,
}

impl<'a> Programs<'a> {
    fn of(ranks: &'a [u32], group: Range<usize>) -> Self {
        let first = group.start;
        let held = group.map(|rank| Program { rank, ..Program::default() }).collect();
        Self { ranks, first, held }
    }

    /// The number of a rank in the exported program.
    fn number(&self, rank: u32) -> usize {
        self.ranks.binary_search(&rank).expect("ranks of events are ranks of the run")
    }

    /// The program of a rank, if it is in this group.
    fn program(&mut self, rank: u32) -> Option<&mut Program> {
        let at = self.number(rank).checked_sub(self.first)?;
        self.held.get_mut(at)
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Begin(state) => {
                if let Some(program) = self.program(state.rank) {
                    program.begin(state);
                }
            }
            Event::End(state) => {
                if let Some(program) = self.program(state.rank) {
                    let takes = takes(state.state);
                    program.states[usize::from(takes)] -= 1;
                    program.last = Some((state.end, takes));
                }
            }
            Event::Sent(message) => {
                let peer = self.number(message.row.destination.0);
                if let Some(program) = self.program(message.row.source.0) {
                    program.send(message.row.bytes, peer, message.number, message.row.protocol);
                }
            }
            Event::Received(message) => {
                if message.row.protocol == Protocol::Rendezvous
                    && let Some(program) = self.program(message.row.source.0)
                {
                    program.send_ended(message.number);
                }
                let peer = self.number(message.row.source.0);
                if let Some(program) = self.program(message.row.destination.0) {
                    let own = !message.row.collective
                        && matches!(message.row.protocol, Protocol::Eager | Protocol::Rendezvous);
                    let known = !own || program.learns(event.time());
                    program.receive(message.row.bytes, peer, message.number, known);
                }
            }
        }
    }
}

named_enum! {
    /// What a program of this format has no words for.
    #[derive(Clone, Copy)]
    enum Loss as text {
        Collective = "messages of collective operations: written as this run's algorithms sent them",
        OneSided = "accesses to windows: written as messages that their target receives",
        Partitioned = "messages in partitions: written as whole ones",
        Poll = "tests and probes: not representable, left out with the time they take",
        File = "operations on files: not representable, left out with the time they take",
        Spawn = "starts of ranks: not representable, the ranks begin with the others",
        Together = "calls that make communicators: ranks wait for the last one to call, of which no message tells",
        Thread = "calls of a rank's threads beside another one: written one after the other",
        Fraction = "computations not of whole nanoseconds: what is left of one goes to the rank's next",
    }
}

/// How often each was met, and the first rank.
#[derive(Default)]
struct Losses {
    met: [(u64, u32); Loss::ALL.len()],
    /// Ranks in a call that makes a communicator, and whether they have sent or received anything in it.
    making: BTreeMap<u32, bool>,
}

impl Losses {
    fn count(&mut self, loss: Loss, rank: u32) {
        let (count, first) = &mut self.met[loss as usize];
        if *count == 0 {
            *first = rank;
        }
        *count += 1;
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Begin(state) => self.state(state),
            Event::Sent(message) => {
                let row = &message.row;
                self.communicates(row.source.0);
                let loss = match row.protocol {
                    Protocol::OneSided => Loss::OneSided,
                    Protocol::Partitioned => Loss::Partitioned,
                    _ if row.collective => Loss::Collective,
                    _ => return,
                };
                self.count(loss, row.source.0);
            }
            Event::Received(message) => self.communicates(message.row.destination.0),
            Event::End(state) => {
                let silent = self.making.remove(&state.rank) == Some(false);
                if silent && state.waiting > Time::ZERO {
                    self.count(Loss::Together, state.rank);
                }
            }
        }
    }

    fn communicates(&mut self, rank: u32) {
        if let Some(communicates) = self.making.get_mut(&rank) {
            *communicates = true;
        }
    }

    fn state(&mut self, state: &Interval) {
        if state.thread > 0 {
            self.count(Loss::Thread, state.rank);
        }
        match state.state {
            State::Compute if !(state.end - state.start).ps().is_multiple_of(1000) => {
                self.count(Loss::Fraction, state.rank);
            }
            State::Compute => {}
            State::Call(function) => {
                let name = function.name();
                if name.starts_with("MPI_File_") || !function.is_mpi() {
                    self.count(Loss::File, state.rank);
                } else if name.starts_with("MPI_Comm_spawn") {
                    self.count(Loss::Spawn, state.rank);
                } else if COME_TOGETHER.contains(&name) {
                    self.count(Loss::Together, state.rank);
                } else if MAKE_COMMUNICATORS.contains(&name) {
                    self.making.insert(state.rank, false);
                } else if POLLS.contains(&name) {
                    self.count(Loss::Poll, state.rank);
                }
            }
        }
    }

    fn found(&self) -> Vec<Lost> {
        let met = Loss::ALL.iter().map(|&loss| (loss.text(), self.met[loss as usize]));
        met.filter(|(_, (count, _))| *count > 0).map(|(what, (count, rank))| Lost { what, count, rank }).collect()
    }
}

/// Calls whose messages begin when all have called.
const COME_TOGETHER: &[&str] = &["MPI_Intercomm_create", "MPI_Intercomm_merge"];

/// Calls that return when all have called; with most MPI libraries messages tell that.
const MAKE_COMMUNICATORS: &[&str] = &[
    "MPI_Cart_create",
    "MPI_Cart_sub",
    "MPI_Comm_create",
    "MPI_Comm_create_from_group",
    "MPI_Comm_create_group",
    "MPI_Comm_dup",
    "MPI_Comm_dup_with_info",
    "MPI_Comm_split",
    "MPI_Comm_split_type",
    "MPI_Dist_graph_create",
    "MPI_Dist_graph_create_adjacent",
    "MPI_Graph_create",
    "MPI_Intercomm_create_from_groups",
];

/// Calls whose result depends on time.
const POLLS: &[&str] = &[
    "MPI_Iprobe",
    "MPI_Improbe",
    "MPI_Parrived",
    "MPI_Request_get_status",
    "MPI_Request_get_status_all",
    "MPI_Request_get_status_any",
    "MPI_Request_get_status_some",
    "MPI_Test",
    "MPI_Testall",
    "MPI_Testany",
    "MPI_Testsome",
];

/// Tags are 31 bits long; they repeat after this many messages, when the earlier message has long arrived.
const TAGS: u64 = 1 << 31;

/// Whether a rank learns in this state that a message of its own has arrived.
fn takes(state: State) -> bool {
    let State::Call(function) = state else { return false };
    let name = function.name();
    let starts = ["MPI_Irecv", "MPI_Isendrecv", "MPI_Imrecv", "MPI_Recv_init", "MPI_Precv_init"];
    let completes = ["ecv", "Wait", "Test", "robe", "Request_get_status", "disconnect", "Finalize"];
    completes.iter().any(|word| name.contains(word)) && !starts.iter().any(|start| name.starts_with(start))
}

impl Program {
    fn begin(&mut self, state: &Interval) {
        let takes = takes(state.state);
        if state.state == State::Compute {
            self.calc(state.end - state.start);
        }
        self.states[usize::from(takes)] += 1;
        if takes {
            self.ended.append(&mut self.arrived);
        }
    }

    /// Whether the rank learns at once that a message has arrived, if that is known. Calls end before messages arrive at one instant,
    /// and begin afterwards.
    fn learns(&self, now: Time) -> bool {
        let [others, taking] = self.states;
        match self.last.filter(|(end, _)| *end == now) {
            Some((_, takes)) => takes || taking > 0,
            None => taking > 0 || others == 0,
        }
    }

    fn operation(&mut self, text: std::fmt::Arguments<'_>) -> u64 {
        let label = self.operations;
        self.operations += 1;
        writeln!(self.text, "o{label}: {text}").expect("text grows");
        label
    }

    fn requires(&mut self, label: u64, before: Option<u64>) {
        if let Some(before) = before {
            writeln!(self.text, "o{label} requires o{before}").expect("text grows");
        }
    }

    /// The operation waits for the last send to have started.
    fn follows_send(&mut self, label: u64) {
        if let Some(sent) = self.sent.take() {
            writeln!(self.text, "o{label} irequires o{sent}").expect("text grows");
        }
    }

    fn calc(&mut self, time: Time) {
        let whole = self.left + time.ps();
        self.left = whole % 1000;
        let label = self.operation(format_args!("calc {}", whole / 1000));
        self.requires(label, self.calc);
        self.follows_send(label);
        for before in std::mem::take(&mut self.ended) {
            self.requires(label, Some(before));
        }
        self.calc = Some(label);
    }

    fn send(&mut self, bytes: u64, peer: usize, number: u64, protocol: Protocol) {
        let label = self.operation(format_args!("send {bytes}b to {peer} tag {}", number % TAGS));
        if self.sent.is_none() {
            // Else the send before waits for it.
            self.requires(label, self.calc);
        }
        self.follows_send(label);
        for before in std::mem::take(&mut self.ended) {
            self.requires(label, Some(before));
        }
        self.sent = Some(label);
        if protocol == Protocol::Rendezvous {
            self.under_way.push((number, label));
        }
    }

    /// The receiver has taken a message that was sent by rendezvous.
    fn send_ended(&mut self, number: u64) {
        if let Some(at) = self.under_way.iter().position(|(of, _)| *of == number) {
            self.ended.push(self.under_way.swap_remove(at).1);
        }
    }

    fn receive(&mut self, bytes: u64, peer: usize, number: u64, known: bool) {
        let label = self.operation(format_args!("recv {bytes}b from {peer} tag {}", number % TAGS));
        self.requires(label, self.calc);
        if known { &mut self.ended } else { &mut self.arrived }.push(label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::events::Events;
    use ops::{CallSite, CommId, Function};
    use proptest::prelude::*;
    use results::{MessageRow, ResultsError};
    use units::ActorId;

    fn ps(ns: u64) -> Time {
        Time::from_ns(ns)
    }

    /// Computations and messages of four ranks, as events.
    fn events(computed: &[(u32, u64, u64)], sent: &[(u32, u32, u64, u64)]) -> Vec<Event> {
        let states = computed.iter().map(|(rank, start, length)| {
            let (start, end) = (ps(*start), ps(start + length));
            let waiting = Time::ZERO;
            Ok(Interval { rank: *rank, thread: 0, state: State::Compute, site: CallSite(0), start, end, waiting })
        });
        let messages = sent.iter().map(|(source, destination, posted, length)| {
            Ok(MessageRow {
                source: ActorId(*source),
                destination: ActorId(*destination),
                communicator: CommId(0),
                tag: 0,
                collective: false,
                bytes: 100 + length,
                protocol: Protocol::Eager,
                posted: ps(*posted),
                start: ps(*posted),
                delivered: ps(posted + length),
            })
        });
        Events::of(states, messages).collect::<Result<_, ResultsError>>().unwrap()
    }

    fn texts(ranks: &[u32], group: Range<usize>, events: &[Event]) -> Vec<String> {
        let mut programs = Programs::of(ranks, group);
        events.iter().for_each(|event| programs.event(event));
        programs.held.into_iter().map(|program| program.text).collect()
    }

    #[test]
    fn operations_wait_for_what_was_before() {
        let events = events(&[(0, 0, 5), (1, 20, 5)], &[(0, 1, 6, 9), (0, 1, 7, 3), (1, 0, 30, 2)]);
        let found = texts(&[0, 1], 0..2, &events);
        let zero = "o0: calc 5\no1: send 109b to 1 tag 0\no1 requires o0\no2: send 103b to 1 tag 1\n\
                    o2 irequires o1\no3: recv 102b from 1 tag 2\no3 requires o0\n";
        let one = "o0: recv 103b from 0 tag 1\no1: recv 109b from 0 tag 0\no2: calc 5\no2 requires o0\n\
                   o2 requires o1\no3: send 102b to 0 tag 2\no3 requires o2\n";
        assert_eq!(found, [zero, one]);
    }

    #[test]
    fn what_was_sent_by_rendezvous_is_waited_for_once_it_has_arrived() {
        let mut events = events(&[], &[(0, 1, 0, 5), (0, 1, 1, 9), (0, 1, 6, 1)]);
        for event in &mut events {
            if let Event::Sent(message) | Event::Received(message) = event {
                message.row.protocol = Protocol::Rendezvous;
            }
        }
        let expected = "o0: send 105b to 1 tag 0\no1: send 109b to 1 tag 1\no1 irequires o0\n\
                        o2: send 101b to 1 tag 2\no2 irequires o1\no2 requires o0\n";
        assert_eq!(texts(&[0, 1], 0..2, &events)[0], expected);
    }

    #[test]
    fn a_message_that_a_rank_has_not_asked_for_delays_nothing() {
        let call = |function, start: u64, end: u64| {
            let (start, end) = (ps(start), ps(end));
            let state = State::Call(function);
            Interval { rank: 0, thread: 0, state, site: CallSite(0), start, end, waiting: Time::ZERO }
        };
        let message = |source: u32, destination: u32, number: u64, posted: u64, delivered: u64| {
            let row = MessageRow {
                source: ActorId(source),
                destination: ActorId(destination),
                communicator: CommId(0),
                tag: 0,
                collective: false,
                bytes: number,
                protocol: Protocol::Eager,
                posted: ps(posted),
                start: ps(posted),
                delivered: ps(delivered),
            };
            Ok(row)
        };
        // One arrives in a barrier, one at the instant at which it ends and the send begins; both are taken by the wait.
        let calls = [
            call(Function::Barrier, 1, 10),
            call(Function::Isend, 10, 12),
            call(Function::Waitall, 12, 13),
            call(Function::Isend, 13, 14),
        ];
        let messages =
            [message(1, 0, 0, 2, 4), message(1, 0, 1, 3, 10), message(0, 1, 2, 10, 20), message(0, 1, 3, 13, 20)];
        let events: Vec<Event> =
            Events::of(calls.into_iter().map(Ok), messages.into_iter()).collect::<Result<_, ResultsError>>().unwrap();
        let expected = "o0: recv 0b from 1 tag 0\no1: recv 1b from 1 tag 1\no2: send 2b to 1 tag 2\n\
                        o3: send 3b to 1 tag 3\no3 irequires o2\no3 requires o0\no3 requires o1\n";
        assert_eq!(texts(&[0, 1], 0..1, &events), [expected]);
    }

    #[test]
    fn what_is_left_of_a_nanosecond_is_kept() {
        let mut program = Program::default();
        (0..4).for_each(|_| program.calc(Time::from_ps(1_300)));
        let lines: Vec<&str> = program.text.lines().filter(|line| line.contains("calc")).collect();
        assert_eq!(lines, ["o0: calc 1", "o1: calc 1", "o2: calc 1", "o3: calc 2"]);
    }

    #[test]
    fn groups_hold_what_fits() {
        assert_eq!(groups(&[3, 3, 3, 9, 1], 6), [0..2, 2..3, 3..4, 4..5]);
        assert_eq!(groups(&[1, 1], 6), vec![Range { start: 0, end: 2 }]);
        assert_eq!(groups(&[], 6), vec![Range { start: 0, end: 0 }]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Ranks that are written in groups have the programs that they have together.
        #[test]
        fn programs_do_not_depend_on_groups(
            mut computed in proptest::collection::vec((0u32..4, 0u64..40, 1u64..9), 0..20),
            mut sent in proptest::collection::vec((0u32..4, 0u32..4, 0u64..40, 0u64..9), 0..40),
            cut in 0usize..4,
        ) {
            computed.sort_by_key(|state| state.1);
            sent.sort_by_key(|message| message.2);
            let events = events(&computed, &sent);
            let ranks = [0, 1, 2, 3];
            let apart = [texts(&ranks, 0..cut, &events), texts(&ranks, cut..4, &events)].concat();
            prop_assert_eq!(apart, texts(&ranks, 0..4, &events));
        }
    }
}
