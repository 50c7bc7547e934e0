//! Exports a run as a Paje trace, for ViTE and pajeng.
//!
//! A Paje trace is a self-describing text: definitions of events, then one event a line in time order. Format: J. C. de
//! Kergommeaux, B. de Oliveira Stein and G. Mounié, "Paje input data format" (2003), and L. M. Schnorr, "Paje trace file
//! format" (2016). Seconds are written with all twelve decimals.

use super::events::{Event, Interval};
use super::format::{ExportError, Format, Source, Writer, Written};
use super::output::{Output, line};
use results::State;
use std::path::Path;
use units::Time;

pub(super) const FORMAT: Format = Format {
    name: "paje",
    doc: "ViTE, pajeng: text, with all picoseconds",
    endings: &["paje", "trace"],
    writer: Writer::Here(write),
    of_traces: false,
};

/// Definitions of events: numbers, names and fields.
const HEADER: &str = "\
%EventDef PajeDefineContainerType 0
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineStateType 1
% Alias string
% Type string
% Name string
%EndEventDef
%EventDef PajeDefineLinkType 2
% Alias string
% Type string
% StartContainerType string
% EndContainerType string
% Name string
%EndEventDef
%EventDef PajeDefineEntityValue 3
% Alias string
% Type string
% Name string
% Color color
%EndEventDef
%EventDef PajeCreateContainer 4
% Time date
% Alias string
% Type string
% Container string
% Name string
%EndEventDef
%EventDef PajeDestroyContainer 5
% Time date
% Type string
% Name string
%EndEventDef
%EventDef PajePushState 6
% Time date
% Type string
% Container string
% Value string
%EndEventDef
%EventDef PajePopState 7
% Time date
% Type string
% Container string
%EndEventDef
%EventDef PajeStartLink 8
% Time date
% Type string
% Container string
% StartContainer string
% Value string
% Key string
% Bytes int
% Tag int
%EndEventDef
%EventDef PajeEndLink 9
% Time date
% Type string
% Container string
% EndContainer string
% Value string
% Key string
%EndEventDef
0 run 0 run
0 rank run rank
0 thread rank thread
1 state rank state
1 call thread state
2 message run rank rank message
3 sent message message \"0.2 0.2 0.2\"";

/// Colours of states that are not computation, over and over: M. Okabe and K. Ito, \"Color Universal Design\" (2008).
const COLOURS: [&str; 6] =
    ["0.00 0.45 0.70", "0.84 0.37 0.00", "0.00 0.62 0.45", "0.80 0.47 0.65", "0.90 0.62 0.00", "0.34 0.71 0.91"];
const COMPUTE: &str = "0.72 0.77 0.80";

fn write(source: &Source<'_>, path: &Path) -> Result<Written, ExportError> {
    let (from, to) = source.selection.window.unwrap_or((Time::ZERO, Time::MAX));
    let ranks = source.ranks()?;
    let mut paje =
        Paje { out: Output::create(path, source.existing)?, threads: Vec::new(), named: Vec::new(), colours: 0 };
    line!(paje.out, "{HEADER}")?;
    let first = from.seconds();
    line!(paje.out, "4 {first} run run 0 run")?;
    for rank in &ranks {
        line!(paje.out, "4 {first} r{rank} rank run \"rank {rank}\"")?;
    }
    let (mut written, mut last) = (Written::default(), from);
    for event in source.events()? {
        let event = event?;
        written.count(&event);
        last = paje.event(&event)?;
    }
    let end = Time::from_ps(source.run.manifest().outcome.simulated_time_ps).min(to).max(last).seconds();
    for (rank, thread) in std::mem::take(&mut paje.threads) {
        line!(paje.out, "5 {end} thread r{rank}t{thread}")?;
    }
    for rank in &ranks {
        line!(paje.out, "5 {end} rank r{rank}")?;
    }
    line!(paje.out, "5 {end} run run")?;
    written.files.push(paje.out.finish()?);
    Ok(written)
}

struct Paje {
    out: Output,
    /// Further threads of ranks that have a container.
    threads: Vec<(u32, u32)>,
    /// States that are defined, by number, for ranks and for threads.
    named: Vec<[bool; 2]>,
    colours: usize,
}

impl Paje {
    /// Writes an event; gives its time.
    fn event(&mut self, event: &Event) -> Result<Time, ExportError> {
        match event {
            Event::Begin(state) => {
                self.define(state)?;
                let (kind, container) = place(state);
                line!(
                    self.out,
                    "6 {} {kind} {container} {}{}",
                    state.start.seconds(),
                    &kind[..1],
                    state.state.index()
                )?;
                Ok(state.start)
            }
            Event::End(state) => {
                let (kind, container) = place(state);
                line!(self.out, "7 {} {kind} {container}", state.end.seconds())?;
                Ok(state.end)
            }
            Event::Sent(message) => {
                let row = &message.row;
                let (time, number) = (row.posted.seconds(), message.number);
                let (source, bytes, tag) = (row.source.0, row.bytes, row.tag);
                line!(self.out, "8 {time} message run r{source} sent m{number} {bytes} {tag}")?;
                Ok(row.posted)
            }
            Event::Received(message) => {
                let (row, number) = (&message.row, message.number);
                line!(self.out, "9 {} message run r{} sent m{number}", row.delivered.seconds(), row.destination.0)?;
                Ok(row.delivered)
            }
        }
    }

    /// Defines what the state needs: its name with a colour, and a container for its thread.
    fn define(&mut self, state: &Interval) -> Result<(), ExportError> {
        let (index, thread) = (state.state.index(), usize::from(state.thread > 0));
        if index >= self.named.len() {
            self.named.resize(index + 1, [false; 2]);
        }
        if !std::mem::replace(&mut self.named[index][thread], true) {
            let kind = place(state).0;
            let colour = if state.state == State::Compute { COMPUTE } else { COLOURS[self.colours % COLOURS.len()] };
            self.colours += usize::from(state.state != State::Compute);
            line!(self.out, "3 {}{index} {kind} {} \"{colour}\"", &kind[..1], state.state.name())?;
        }
        let thread = (state.rank, state.thread);
        if state.thread > 0
            && let Err(at) = self.threads.binary_search(&thread)
        {
            self.threads.insert(at, thread);
            let (rank, thread, time) = (state.rank, state.thread, state.start.seconds());
            line!(self.out, "4 {time} r{rank}t{thread} thread r{rank} \"thread {thread}\"")?;
        }
        Ok(())
    }
}

/// Type and container of a state: of its rank, or of a further thread of it.
fn place(state: &Interval) -> (&'static str, String) {
    match state.thread {
        0 => ("state", format!("r{}", state.rank)),
        thread => ("call", format!("r{}t{thread}", state.rank)),
    }
}
