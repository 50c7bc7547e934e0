//! The motif `graph`: the messages of a communication graph, phase by phase.
//!
//! The graph comes from a run (table `graph`) or from a file (`results::Graph`). In each phase, a rank sends each partner the
//! bytes that the graph has for the pair. It sends them as at most `messages` messages, whose sizes differ by one byte at most.
//! So in each phase every link of a machine carries the same bytes as it would with the original program, provided that routes
//! do not depend on the time or size of messages.
//!
//! # Program
//!
//! Each rank does what this program does. A rank sends to its partners in cyclic order, from the next higher rank on. It
//! receives from its partners in the opposite order:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++)
//!     for (p = 0; p < phases; p++) {
//!         wt_phase(name[p]);
//!         compute();
//!         for (each partner q that sends to this rank in p, for each of its messages)
//!             MPI_Irecv(in, size, MPI_BYTE, q, 0, MPI_COMM_WORLD, &requests[n++]);
//!         for (each partner q that this rank sends to in p, for each of the messages)
//!             MPI_Isend(out, size, MPI_BYTE, q, 0, MPI_COMM_WORLD, &requests[n++]);
//!         MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
//!     }
//! MPI_Finalize();
//! ```
//!
//! A rank without messages in a phase calls `wt_phase`, too. Memory: 48 bytes for each pair of ranks and phase.

use super::iterated::{Calls, EXCHANGE_IN_PHASES, Iterated, Iteration};
use super::motif::Motif;
use super::parameter::{MotifError, Values, wrong};
use config::{Parameter, ParameterKind, UnknownName};
use ops::{Function, Work};
use results::{Edge, Graph};
use std::path::Path;
use std::sync::Arc;

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "graph",
    doc: "The messages of a communication graph, phase by phase.",
    parameters: PARAMETERS,
    build: |ranks, values| Iterated::build(ranks, values, Pairs::new),
};

const MESSAGES: Parameter = Parameter::with_default(
    "messages",
    ParameterKind::Or(&ParameterKind::Count, "all"),
    "1",
    "long messages",
    "most messages of a pair in a phase",
);

const PARAMETERS: &[Parameter] = &[
    Parameter::required(
        "file",
        ParameterKind::Text,
        "a run folder with the table `graph`, a Parquet file, or a text file",
    ),
    Parameter::optional("phase", ParameterKind::Text, "only this phase of the graph"),
    MESSAGES,
    Parameter::with_default("iterations", ParameterKind::Whole, "1", "", "number of iterations"),
    Parameter::with_default("compute", ParameterKind::Work, "0", "", "computation per phase"),
];

/// The edges of a graph by rank: all that it sends, and all that it receives.
struct Pairs {
    phases: Vec<Arc<str>>,
    sends: Side,
    receives: Side,
    most: u64,
    compute: Work,
}

/// Edges in the order of one of their ends.
struct Side {
    ranks: u32,
    /// By phase, then rank: the first of its edges; one more at the end.
    firsts: Vec<usize>,
    /// The other end, messages and bytes.
    edges: Vec<(u32, u64, u64)>,
}

impl Side {
    fn new(graph: &Graph, ranks: u32, ends: impl Fn(&Edge) -> (u32, u32)) -> Self {
        let mut sorted: Vec<(u32, u32, u32, u64, u64)> = graph
            .edges
            .iter()
            .map(|edge| {
                let (own, other) = ends(edge);
                (edge.phase, own, other, edge.messages, edge.bytes)
            })
            .collect();
        sorted.sort_unstable();
        let places = graph.phases.len() * ranks as usize;
        let mut firsts = vec![0; places + 1];
        for (phase, own, ..) in &sorted {
            firsts[*phase as usize * ranks as usize + *own as usize + 1] += 1;
        }
        (0..places).for_each(|place| firsts[place + 1] += firsts[place]);
        Self {
            ranks,
            firsts,
            edges: sorted.into_iter().map(|(_, _, other, messages, bytes)| (other, messages, bytes)).collect(),
        }
    }

    /// The edges of a rank in a phase, from the next higher partner on in cyclic order.
    fn of(&self, phase: u32, rank: u32) -> impl DoubleEndedIterator<Item = (u32, u64, u64)> {
        let place = phase as usize * self.ranks as usize + rank as usize;
        let edges = &self.edges[self.firsts[place]..self.firsts[place + 1]];
        let next = edges.partition_point(|(other, ..)| *other <= rank);
        edges[next..].iter().chain(&edges[..next]).copied()
    }
}

/// The sizes of the messages that carry this many bytes.
fn sizes(bytes: u64, messages: u64) -> impl Iterator<Item = u64> {
    (0..messages).map(move |at| bytes / messages + u64::from(at < bytes % messages))
}

/// Leaves one phase of a graph.
fn keep_phase(graph: &mut Graph, file: &str, phase: &str) -> Result<(), MotifError> {
    let Some(kept) = graph.phases.iter().position(|name| **name == *phase) else {
        let unknown = UnknownName::new(phase, &graph.phases);
        return Err(MotifError::GraphPhase { file: file.to_owned(), unknown });
    };
    graph.edges.retain(|edge| edge.phase == kept as u32);
    graph.edges.iter_mut().for_each(|edge| edge.phase = 0);
    graph.phases = vec![phase.into()];
    Ok(())
}

impl Pairs {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        let file = values.required("file")?;
        let most = match values.word("messages") {
            "all" => u64::MAX,
            text => text.parse().ok().filter(|most| *most > 0).ok_or_else(|| wrong(MESSAGES, text))?,
        };
        let mut graph = Graph::open(Path::new(file))?;
        if let Some(phase) = Some(values.word("phase")).filter(|phase| !phase.is_empty()) {
            keep_phase(&mut graph, file, phase)?;
        }
        if graph.edges.iter().any(|edge| edge.source.max(edge.destination) >= ranks) {
            return Err(MotifError::GraphRanks { file: file.to_owned(), needed: graph.ranks, ranks });
        }
        let sends = Side::new(&graph, ranks, |edge| (edge.source, edge.destination));
        let receives = Side::new(&graph, ranks, |edge| (edge.destination, edge.source));
        Ok(Self { phases: graph.phases, sends, receives, most, compute: values.work("compute")? })
    }
}

impl Iteration for Pairs {
    const NAME: &'static str = "graph";
    const CALLS: &'static [Function] = EXCHANGE_IN_PHASES;

    fn steps(&self) -> u32 {
        self.phases.len() as u32
    }

    fn step(&self, rank: u32, _: u32, phase: u32, calls: &mut Calls<'_>) {
        calls.phase(1, &self.phases[phase as usize]);
        calls.compute(self.compute);
        for (peer, messages, bytes) in self.receives.of(phase, rank).rev() {
            sizes(bytes, messages.min(self.most)).for_each(|size| calls.irecv(2, peer, 0, size));
        }
        for (peer, messages, bytes) in self.sends.of(phase, rank) {
            sizes(bytes, messages.min(self.most)).for_each(|size| calls.isend(3, peer, 0, size));
        }
        calls.waitall(4);
    }
}

#[cfg(test)]
mod tests;
