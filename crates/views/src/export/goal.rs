//! GOAL: what ranks computed and sent, as a program for LogGOPSim, or for `windtunnel replay`.
//!
//! Computation becomes `calc`, every message (those inside collective operations too) a `send` and a `recv` with a tag of
//! its own. An operation of a rank waits for what had happened on it before: for the end of computation (`requires`), a send
//! or computation also for the end of receives, and for the start of sends (`irequires`: that of a large message ends
//! when its receiver takes it, which may depend on what the sender does next). All of these lie earlier in the order of
//! events ([`super::events`]), and so does the send of a receive: the program cannot deadlock.
//!
//! What is lost: time in MPI calls, which whoever runs the program models anew, and that computations of a rank's threads
//! went on side by side: here they follow each other. Computation is in whole nanoseconds; what is left of one goes to
//! the rank's next. Format: T. Hoefler, C. Siebert and A. Lumsdaine, "Group Operation Assembly Language" (ICPP 2009), in
//! the text that LogGOPSim's converter reads.

use super::events::Event;
use super::format::{ExportError, Format, Source, Writer, Written};
use super::output::{Output, line};
use results::{RankRow, State};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;
use units::Time;

pub(super) const FORMAT: Format = Format {
    name: "goal",
    doc: "LogGOPSim, `windtunnel replay`: computation and messages as a program, without the times of MPI calls",
    endings: &["goal"],
    writer: Writer::Here(write),
};

/// The text of so many operations is held at a time: ranks are written in groups, each of which takes a reading of all
/// events.
const HELD: u64 = 1 << 22;

fn write(source: &Source<'_>, path: &Path) -> Result<Written, ExportError> {
    let mut out = Output::create(path, source.existing)?;
    let ranks = source.ranks()?;
    line!(out, "num_ranks {}", ranks.len())?;
    let mut written = Written::default();
    let groups = groups(&operations(source, &ranks)?, HELD);
    for (number, group) in groups.iter().enumerate() {
        let mut programs = Programs::of(&ranks, group.clone());
        for event in source.events()? {
            let event = event?;
            if number == 0 {
                written.count(&event);
            }
            programs.event(&event);
        }
        for program in &programs.held {
            line!(out, "rank {} {{\n{}}}", program.rank, program.text)?;
        }
    }
    written.files.push(out.finish()?);
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
    /// Receives since then that no send waits for yet.
    received: Vec<u64>,
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
            Event::Begin(state) if state.state == State::Compute => {
                if let Some(program) = self.program(state.rank) {
                    program.calc(state.end - state.start);
                }
            }
            Event::Sent(message) => {
                let peer = self.number(message.row.destination.0);
                if let Some(program) = self.program(message.row.source.0) {
                    program.send(message.row.bytes, peer, message.number);
                }
            }
            Event::Received(message) => {
                let peer = self.number(message.row.source.0);
                if let Some(program) = self.program(message.row.destination.0) {
                    program.receive(message.row.bytes, peer, message.number);
                }
            }
            Event::Begin(_) | Event::End(_) => {}
        }
    }
}

/// Tags are 31 bits long; a message so much later has another one's tag, which has long arrived.
const TAGS: u64 = 1 << 31;

impl Program {
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
        for before in std::mem::take(&mut self.received) {
            self.requires(label, Some(before));
        }
        self.calc = Some(label);
    }

    fn send(&mut self, bytes: u64, peer: usize, number: u64) {
        let label = self.operation(format_args!("send {bytes}b to {peer} tag {}", number % TAGS));
        if self.sent.is_none() {
            // Else the send before waits for it.
            self.requires(label, self.calc);
        }
        self.follows_send(label);
        for before in std::mem::take(&mut self.received) {
            self.requires(label, Some(before));
        }
        self.sent = Some(label);
    }

    fn receive(&mut self, bytes: u64, peer: usize, number: u64) {
        let label = self.operation(format_args!("recv {bytes}b from {peer} tag {}", number % TAGS));
        self.requires(label, self.calc);
        self.received.push(label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::events::{Events, Interval};
    use ops::{CallSite, CommId, Protocol};
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
