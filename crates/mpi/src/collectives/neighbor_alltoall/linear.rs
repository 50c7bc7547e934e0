//! Exchange with the neighbours in a virtual topology, all messages posted at once (MPICH 4.3
//! `MPIR_Ineighbor_alltoall_allcomm_sched_linear`, which the blocking operation uses too).
//!
//! There is one round, in which each rank sends one message to each neighbour. An empty block is sent as an empty message. At
//! the border of a non-periodic grid the neighbour is `MPI_PROC_NULL`, and no message is sent.
//!
//! Sends are posted before receives, as in MPICH. In a periodic dimension of one or two ranks, both neighbours are the same
//! rank. The tags then tell the two messages apart: a message that is sent in one direction is received from the opposite
//! direction ([`ops::Edge`]).

use crate::collectives::common::{SingleBatch, require};
use crate::schedule::{Algorithm, Batch, Context, Loc, Precondition};
use ops::{Edge, Operation, PROC_NULL, Vectors};

pub(super) const ALGORITHM: Algorithm = algorithm(Operation::NeighborAlltoall);

/// The algorithm for an operation among neighbours.
pub(crate) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm {
        operation,
        name: "linear",
        doc: "All messages to and from neighbours are posted at once.",
        parameters: &[],
        precondition,
        build: |_, _| SingleBatch::boxed(emit),
    }
}

/// The most messages that a rank can post at once.
const MESSAGES_MAX: usize = u16::MAX as usize;

fn parts<'a>(context: &Context<'a>) -> (&'a Vectors, &'a ops::Neighbours) {
    let vectors = context.call.vectors.as_ref().expect("an operation among neighbours has its blocks");
    (vectors, vectors.neighbours.as_ref().expect("an operation among neighbours knows them"))
}

fn precondition(context: &Context<'_>) -> Precondition {
    let (_, neighbours) = parts(context);
    let messages = neighbours.sources.len() + neighbours.destinations.len();
    require(messages <= MESSAGES_MAX, "a rank has more than 65535 edges")
}

/// The edges that are there, each with its place among all.
fn there(edges: &[Edge]) -> impl Iterator<Item = (usize, u32, u32)> {
    let numbered = edges.iter().enumerate().filter(|(_, edge)| edge.rank != PROC_NULL);
    numbered.map(|(at, edge)| (at, edge.rank as u32, edge.tag))
}

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let (vectors, neighbours) = parts(context);
    for (at, to, tag) in there(&neighbours.destinations) {
        batch.send(to, tag, Loc::send(vectors.send_offsets[at]), vectors.send_bytes[at]);
    }
    for (at, from, tag) in there(&neighbours.sources) {
        batch.recv(from, tag, Loc::recv(vectors.recv_offsets[at]), vectors.recv_bytes[at]);
    }
}
