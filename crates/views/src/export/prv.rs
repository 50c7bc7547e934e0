//! Exports a run for Paraver: a `.prv` file of records, a `.pcf` file with names of states and values, a `.row` file with names
//! of ranks.
//!
//! Records are lines of numbers in time order: states (1), events (2) and communications (3). A rank is a task of one
//! application with its threads; a node is a host that has ranks, and has one processor for each thread on the host. An MPI
//! call is a pair of events of the type of Extrae's "other MPI calls" (50000003): the value is the function at the start of the
//! call, and 0 at its end. Format: "Paraver: Parallel Program Visualization and Analysis tool, Tracefile Description" (CEPBA,
//! 2001) and Extrae's user guide. Times are whole nanoseconds, rounded down. The date in the header is constant, so that the
//! same run gives the same file.

use super::events::{Event, Interval, Message, ThreadSlots};
use super::format::{ExportError, Format, Source, Writer, Written};
use super::output::{Output, line};
use crate::machine::Machine;
use files::FileError;
use results::State;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use units::{HostId, Time};

pub(super) const FORMAT: Format = Format {
    name: "prv",
    doc: "Paraver: text, times rounded down to nanoseconds; beside FILE.prv come FILE.pcf and FILE.row",
    endings: &["prv"],
    writer: Writer::Here(write),
    of_traces: false,
};

/// Type of the events of MPI calls.
const CALLS: u32 = 50_000_003;
/// States of records: in its own code, in an MPI call.
const COMPUTING: u32 = 1;
const IN_MPI: u32 = 2;

fn write(source: &Source<'_>, path: &Path) -> Result<Written, ExportError> {
    let mut threads = ThreadSlots::default();
    // The header has the number of threads of each task, so states are read twice.
    for state in source.states()? {
        let state = state?;
        threads.assign(state.rank, state.start, state.end);
    }
    let ranks = source.ranks()?;
    let nodes = Nodes::of(Machine::of(source.run).ok().as_ref(), &ranks);
    let objects = Objects::of(ranks, &threads, nodes);
    if files::is_straight(path) {
        return Err(FileError::write(path, "it cannot hold three files; expected the name of the first").into());
    }
    // All of them before any work, and the one that names the others last.
    let [out, pcf, row] = [path, &path.with_extension("pcf"), &path.with_extension("row")]
        .map(|path| Output::create(path, source.existing));
    let (out, pcf, row) = (out?, pcf?, row?);
    let mut prv = Prv { out, objects, functions: Vec::new() };
    let (from, to) = source.selection.window.unwrap_or((Time::ZERO, Time::MAX));
    let end = Time::from_ps(source.run.manifest().outcome.simulated_time_ps).min(to);
    prv.header(end.saturating_sub(from))?;
    let mut written = Written::default();
    for event in source.events()? {
        let event = event?;
        written.count(&event);
        prv.event(&event, from)?;
    }
    let Prv { out, objects, functions } = prv;
    let (pcf, row) = (write_pcf(pcf, &functions)?, objects.write_row(row)?);
    written.files = vec![out.finish()?, pcf, row];
    Ok(written)
}

/// The hosts that have ranks.
struct Nodes {
    names: Vec<String>,
    /// The node of each rank, in their order.
    of: Vec<usize>,
}

impl Nodes {
    /// In the order of the hosts' numbers. Ranks that were started while the run was on are on hosts that its folder does not
    /// tell: theirs is the last node, and all ranks' where the machine can't be read again.
    fn of(machine: Option<&Machine>, ranks: &[u32]) -> Self {
        let mapping = machine.and_then(|machine| machine.mapping.as_ref().ok());
        let hosts: Vec<Option<u32>> = ranks
            .iter()
            .map(|rank| mapping.filter(|mapping| *rank < mapping.ranks()).map(|mapping| mapping.host(*rank).0))
            .collect();
        let mut used: Vec<Option<u32>> = hosts.clone();
        used.sort_unstable_by_key(|host| host.map_or(u32::MAX, |host| host));
        used.dedup();
        let number: BTreeMap<Option<u32>, usize> = used.iter().copied().zip(0..).collect();
        let host_name = |host: u32| machine.map(|machine| machine.platform.host_name(HostId(host)));
        let name = |host: &Option<u32>| host.and_then(host_name).unwrap_or_else(|| "unknown host".to_owned());
        Self { names: used.iter().map(name).collect(), of: hosts.iter().map(|host| number[host]).collect() }
    }
}

/// Ranks as tasks, with their threads, numbered from 1.
struct Objects {
    ranks: Vec<u32>,
    nodes: Nodes,
    /// The threads of each task.
    threads: Vec<usize>,
    /// The processor of each task's first thread, less one.
    first: Vec<usize>,
    /// The processors of each node.
    processors: Vec<usize>,
}

impl Objects {
    fn of(ranks: Vec<u32>, threads: &ThreadSlots, nodes: Nodes) -> Self {
        let threads: Vec<usize> = ranks.iter().map(|rank| threads.of(*rank)).collect();
        let mut processors = vec![0; nodes.names.len()];
        // Its place among those of its node; processors are numbered node by node.
        let mut first = Vec::new();
        for (node, threads) in nodes.of.iter().zip(&threads) {
            first.push(processors[*node]);
            processors[*node] += threads;
        }
        let mut before = vec![0; processors.len()];
        for node in 1..processors.len() {
            before[node] = before[node - 1] + processors[node - 1];
        }
        first.iter_mut().zip(&nodes.of).for_each(|(first, node)| *first += before[*node]);
        Self { ranks, nodes, threads, first, processors }
    }

    /// Task and processor of a rank's thread.
    fn place(&self, rank: u32, thread: u32) -> (usize, usize) {
        let task = self.ranks.binary_search(&rank).expect("ranks of events are ranks of the run");
        (task + 1, self.first[task] + thread as usize + 1)
    }

    fn write_row(&self, mut out: Output) -> Result<PathBuf, ExportError> {
        line!(out, "LEVEL CPU SIZE {}", self.processors.iter().sum::<usize>())?;
        for (name, processors) in self.nodes.names.iter().zip(&self.processors) {
            for processor in 0..*processors {
                line!(out, "{name}, core {processor}")?;
            }
        }
        line!(out, "\nLEVEL NODE SIZE {}", self.nodes.names.len())?;
        self.nodes.names.iter().try_for_each(|name| line!(out, "{name}"))?;
        line!(out, "\nLEVEL THREAD SIZE {}", self.threads.iter().sum::<usize>())?;
        for (rank, threads) in self.ranks.iter().zip(&self.threads) {
            for thread in 0..*threads {
                match thread {
                    0 => line!(out, "rank {rank}")?,
                    thread => line!(out, "rank {rank}, thread {thread}")?,
                }
            }
        }
        out.finish()
    }
}

struct Prv {
    out: Output,
    objects: Objects,
    /// Functions that have been seen, by number.
    functions: Vec<Option<&'static str>>,
}

impl Prv {
    fn header(&mut self, length: Time) -> Result<(), ExportError> {
        let objects = &self.objects;
        let tasks: Vec<String> = objects
            .threads
            .iter()
            .zip(&objects.nodes.of)
            .map(|(threads, node)| format!("{threads}:{}", node + 1))
            .collect();
        let cpus: Vec<String> = objects.processors.iter().map(usize::to_string).collect();
        let (nodes, count, ns) = (cpus.len(), tasks.len(), length.ps().div_ceil(1000));
        let (cpus, tasks) = (cpus.join(","), tasks.join(","));
        line!(self.out, "#Paraver (01/01/2000 at 00:00):{ns}_ns:{nodes}({cpus}):1:{count}({tasks})")
    }

    fn event(&mut self, event: &Event, from: Time) -> Result<(), ExportError> {
        match event {
            Event::Begin(state) => self.begin(state, from),
            Event::End(state) if state.state != State::Compute => self.call(state, state.end, 0, from),
            Event::Sent(message) => self.message(message, from),
            Event::End(_) | Event::Received(_) => Ok(()),
        }
    }

    fn begin(&mut self, state: &Interval, from: Time) -> Result<(), ExportError> {
        let (start, end) = (ns(state.start, from), ns(state.end, from));
        if start < end {
            let (task, cpu) = self.objects.place(state.rank, state.thread);
            let kind = if state.state == State::Compute { COMPUTING } else { IN_MPI };
            line!(self.out, "1:{cpu}:1:{task}:{}:{start}:{end}:{kind}", state.thread + 1)?;
        }
        if state.state == State::Compute {
            return Ok(());
        }
        let index = state.state.index();
        if index >= self.functions.len() {
            self.functions.resize(index + 1, None);
        }
        self.functions[index] = Some(state.state.name());
        self.call(state, state.start, index, from)
    }

    fn call(&mut self, state: &Interval, time: Time, value: usize, from: Time) -> Result<(), ExportError> {
        let (task, cpu) = self.objects.place(state.rank, state.thread);
        line!(self.out, "2:{cpu}:1:{task}:{}:{}:{CALLS}:{value}", state.thread + 1, ns(time, from))
    }

    fn message(&mut self, message: &Message, from: Time) -> Result<(), ExportError> {
        let row = &message.row;
        let (task, cpu) = self.objects.place(row.source.0, 0);
        let (to_task, to_cpu) = self.objects.place(row.destination.0, 0);
        let (posted, start, end) = (ns(row.posted, from), ns(row.start, from), ns(row.delivered, from));
        let (bytes, tag) = (row.bytes, row.tag);
        line!(self.out, "3:{cpu}:1:{task}:1:{posted}:{start}:{to_cpu}:1:{to_task}:1:{end}:{end}:{bytes}:{tag}")
    }
}

/// Nanoseconds since the window's start, rounded down.
fn ns(time: Time, from: Time) -> u64 {
    time.saturating_sub(from).ps() / 1000
}

fn write_pcf(mut out: Output, functions: &[Option<&'static str>]) -> Result<PathBuf, ExportError> {
    line!(out, "DEFAULT_OPTIONS\n\nLEVEL               THREAD\nUNITS               NANOSEC\n")?;
    line!(out, "DEFAULT_SEMANTIC\n\nTHREAD_FUNC         State As Is\n")?;
    line!(out, "STATES\n0    Idle\n{COMPUTING}    Computing\n{IN_MPI}    In MPI\n")?;
    line!(out, "STATES_COLOR\n0    {{117,195,255}}\n{COMPUTING}    {{0,0,255}}\n{IN_MPI}    {{213,94,0}}\n")?;
    line!(out, "EVENT_TYPE\n9    {CALLS}    MPI call\nVALUES\n0      End")?;
    for (value, name) in functions.iter().enumerate() {
        if let Some(name) = name {
            line!(out, "{value}      {name}")?;
        }
    }
    out.finish()
}
