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
use super::{ExportError, Format, Output, Source, Writer, Written, line};
use results::{RankRow, State};
use std::fmt::Write as _;
use std::path::Path;
use units::Time;

pub(super) const FORMAT: Format = Format {
    name: "goal",
    doc: "LogGOPSim, `windtunnel replay`: computation and messages as a program, without the times of MPI calls",
    writer: Writer::Here(write),
};

/// The text of so many operations is held at a time: ranks are written in groups, each of which takes a reading of all
/// events.
const HELD: u64 = 1 << 22;

fn write(source: &Source<'_>, path: &Path) -> Result<Written, ExportError> {
    let mut out = Output::create(path)?;
    let ranks = source.ranks()?;
    line!(out, "num_ranks {}", ranks.len())?;
    let mut written = Written::default();
    let groups = groups(source, &ranks)?;
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

/// Ranges of `ranks` whose operations are held at a time.
fn groups(source: &Source<'_>, ranks: &[u32]) -> Result<Vec<std::ops::Range<usize>>, ExportError> {
    let mut groups = Vec::new();
    let (mut first, mut held) = (0, 0);
    let mut rows = source.run.all::<RankRow>()?;
    rows.sort_unstable_by_key(|row| row.rank);
    for (at, rank) in ranks.iter().enumerate() {
        let row = rows.binary_search_by_key(rank, |row| row.rank.0).map(|found| &rows[found]);
        let operations = row.map_or(0, |row| row.messages_sent + row.messages_received + row.calls);
        if held + operations > HELD && at > first {
            groups.push(first..at);
            (first, held) = (at, 0);
        }
        held += operations;
    }
    groups.push(first..ranks.len());
    Ok(groups)
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
    fn of(ranks: &'a [u32], group: std::ops::Range<usize>) -> Self {
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
