//! Entry points (the functions to which the program's MPI calls lead) of graph and distributed graph topologies (MPI 5.0
//! §8.5.3, §8.5.4).

use super::abi::{put, put_handle};
use super::arguments::array;
use super::making::{make, wait_pending};
use super::message::{From, How, To, begin_recv, begin_send, comm_id, complete, outcome};
use super::probe::{Look, look};
use super::topology::{attach, fill, new_rank, room, room_of};
use super::{address, entry, handle, info};
use crate::call::Call;
use mpi_rank::requests::{self, Request, Transfer};
use mpi_rank::topologies::dist_graph::{self, DistGraph, EdgeMessage, EdgesByRank, Side as Edges};
use mpi_rank::topologies::graph::{self, Graph};
use mpi_rank::topologies::{self, Shape};
use mpi_rank::{Fault, Handle, Side, handles};
use ops::reduction::{Basic, BuiltinOp};
use ops::{
    Buffer, CollectiveCall, CommCall, CommId, INTERNAL_TAG_MAX, Operation, Post, Reducer, SendMode, Status,
    TopologyKind,
};
use std::ffi::c_int;

/// The graph of `MPI_Graph_create` and `MPI_Graph_map`, as far as the calling rank can check it.
#[derive(Clone, Copy)]
struct Given<'a> {
    nodes: u32,
    index: &'a [c_int],
    edges: &'a [c_int],
}

/// Reads and checks a graph.
///
/// # Safety
/// The arrays are null or as long as they have to be.
unsafe fn given<'a>(
    call: &mut Call,
    comm: Handle,
    nodes: c_int,
    index: *const c_int,
    edges: *const c_int,
) -> Result<Given<'a>, Fault> {
    call.rank().comm(comm)?.intra()?;
    let nodes = graph::nodes(nodes, call.rank().comm(comm)?.size)?;
    // SAFETY: as the caller says; the index says how many edges there are.
    let (index, edges) = unsafe {
        let index = array(index, nodes as usize)?;
        (index, array(edges, graph::edges_of(index)?)?)
    };
    graph::check(index, edges)?;
    Ok(Given { nodes, index, edges })
}

/// Makes a communicator with a graph, together with the parent's other ranks.
fn graph_create(call: &mut Call, parent: Handle, given: Given<'_>) -> Result<Handle, Fault> {
    let own = call.rank().comm(parent)?.rank;
    let rank = topologies::place(own, given.nodes);
    let signature = topologies::agreement(given.index.iter().chain(given.edges).copied());
    let made = make(call, parent, CommCall::Topology { kind: TopologyKind::Graph, rank, signature })?;
    attach(call, made, || Shape::Graph(Graph::new(given.index, given.edges)))?;
    Ok(made)
}

entry! {
    GraphCreate: fn wt_MPI_Graph_create(comm_old: usize, nnodes: c_int, index: *const c_int, edges: *const c_int,
        _reorder: c_int, comm_graph: *mut usize) comm = comm_old |call| {
        let parent = handle(comm_old);
        let graph = given(call, parent, nnodes, index, edges)?;
        put_handle(comm_graph, handles::COMM_NULL)?;
        let made = graph_create(call, parent, graph)?;
        put_handle(comm_graph, made)
    }
}

entry! {
    GraphMap: fn wt_MPI_Graph_map(comm: usize, nnodes: c_int, index: *const c_int, edges: *const c_int,
        newrank: *mut c_int) comm = comm |call| {
        let graph = given(call, handle(comm), nnodes, index, edges)?;
        let own = call.rank().comm(handle(comm))?.rank;
        put(newrank, new_rank(topologies::place(own, graph.nodes)))
    }
}

entry! {
    GraphdimsGet: fn wt_MPI_Graphdims_get(comm: usize, nnodes: *mut c_int, nedges: *mut c_int) comm = comm |call| {
        let graph = call.rank().graph(handle(comm))?;
        put(nnodes, graph.index().len() as c_int)?;
        put(nedges, graph.edges().len() as c_int)
    }
}

entry! {
    GraphGet: fn wt_MPI_Graph_get(comm: usize, maxindex: c_int, maxedges: c_int, index: *mut c_int,
        edges: *mut c_int) comm = comm |call| {
        let graph = call.rank().graph(handle(comm))?;
        let (nodes, all) = (graph.index().len(), graph.edges().len());
        if room_of(maxindex)? < nodes || room_of(maxedges)? < all {
            return Err(Fault::Arg("less room than the graph has nodes or edges"));
        }
        fill(room(index, nodes)?, graph.index());
        fill(room(edges, all)?, graph.edges());
        Ok(())
    }
}

entry! {
    GraphNeighborsCount: fn wt_MPI_Graph_neighbors_count(comm: usize, rank: c_int, nneighbors: *mut c_int)
    comm = comm |call| {
        let count = call.rank().graph(handle(comm))?.neighbours(rank)?.len();
        put(nneighbors, count as c_int)
    }
}

entry! {
    GraphNeighbors: fn wt_MPI_Graph_neighbors(comm: usize, rank: c_int, maxneighbors: c_int,
        neighbors: *mut c_int) comm = comm |call| {
        let found = call.rank().graph(handle(comm))?.neighbours(rank)?;
        let count = room_of(maxneighbors)?.min(found.len());
        fill(room(neighbors, count)?, found);
        Ok(())
    }
}

/// `MPI_UNWEIGHTED` of the standard ABI.
const UNWEIGHTED: usize = 10;
/// `MPI_WEIGHTS_EMPTY` of the standard ABI.
const WEIGHTS_EMPTY: usize = 11;

/// Weights of edges as the program names them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weights<'a> {
    /// There are none.
    Unweighted,
    /// One for each edge.
    Each(&'a [c_int]),
}

impl<'a> Weights<'a> {
    /// Reads and checks the weights of so many edges.
    ///
    /// # Safety
    /// The pointer is null, one of the two constants, or to so many elements.
    unsafe fn read(weights: *const c_int, edges: usize) -> Result<Self, Fault> {
        match weights.addr() {
            UNWEIGHTED => return Ok(Self::Unweighted),
            WEIGHTS_EMPTY if edges > 0 => return Err(Fault::Arg("MPI_WEIGHTS_EMPTY with edges")),
            WEIGHTS_EMPTY => return Ok(Self::Each(&[])),
            _ => {}
        }
        // SAFETY: as the caller says.
        let each = unsafe { array(weights, edges)? };
        dist_graph::check_weights(each)?;
        Ok(Self::Each(each))
    }

    fn each(self) -> &'a [c_int] {
        match self {
            Self::Unweighted => &[],
            Self::Each(each) => each,
        }
    }
}

/// Makes a communicator of the parent's ranks for a distributed graph.
fn dist_make(call: &mut Call, parent: Handle, hints: Handle) -> Result<Handle, Fault> {
    info::check(call, hints)?;
    let rank = Some(call.rank().comm(parent)?.rank);
    let made = make(call, parent, CommCall::Topology { kind: TopologyKind::DistGraph, rank, signature: 0 })?;
    info::give_hints(call, hints, made)?;
    Ok(made)
}

entry! {
    DistGraphCreateAdjacent: fn wt_MPI_Dist_graph_create_adjacent(comm_old: usize, indegree: c_int,
        sources: *const c_int, sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int,
        destweights: *const c_int, info: usize, _reorder: c_int, comm_dist_graph: *mut usize) comm = comm_old |call| {
        let parent = handle(comm_old);
        call.rank().comm(parent)?.intra()?;
        let size = call.rank().comm(parent)?.size;
        let (from, to) = (array(sources, room_of(indegree)?)?, array(destinations, room_of(outdegree)?)?);
        dist_graph::check_ranks(from, size)?;
        dist_graph::check_ranks(to, size)?;
        let from_weights = Weights::read(sourceweights, from.len())?;
        let to_weights = Weights::read(destweights, to.len())?;
        if (from_weights == Weights::Unweighted) != (to_weights == Weights::Unweighted) {
            return Err(Fault::Arg("one array of weights is MPI_UNWEIGHTED, the other is not"));
        }
        put_handle(comm_dist_graph, handles::COMM_NULL)?;
        let made = dist_make(call, parent, handle(info))?;
        attach(call, made, || Shape::DistGraph(DistGraph {
            sources: Edges { ranks: from.into(), weights: from_weights.each().into() },
            destinations: Edges { ranks: to.into(), weights: to_weights.each().into() },
            weighted: from_weights != Weights::Unweighted,
        }))?;
        put_handle(comm_dist_graph, made)
    }
}

/// Messages about edges that end at the receiver.
const ENDING: i32 = INTERNAL_TAG_MAX;
/// Messages about edges that begin at the receiver.
const BEGINNING: i32 = INTERNAL_TAG_MAX - 1;

/// Edges as one rank of `MPI_Dist_graph_create` names them.
#[derive(Clone, Copy)]
struct Named<'a> {
    sources: &'a [c_int],
    degrees: &'a [c_int],
    destinations: &'a [c_int],
    weights: Weights<'a>,
}

impl Named<'_> {
    fn routed(&self, size: u32) -> EdgesByRank {
        EdgesByRank::new(size, self.sources, self.degrees, self.destinations, self.weights.each())
    }
}

/// How many messages about edges that end and begin at this rank will come: a sum over all ranks of who sends to whom.
fn expected(call: &mut Call, made: Handle, comm: CommId, named: Named<'_>) -> Result<[i32; 2], Fault> {
    let mut counts = [0i32; 2];
    let request = {
        let size = call.rank().comm(made)?.size;
        let own: Vec<u8> = named.routed(size).messages().into_iter().flat_map(i32::to_ne_bytes).collect();
        let words = CollectiveCall {
            operation: Operation::ReduceScatterBlock,
            root: 0,
            send: Buffer { address: address(own.as_ptr()), bytes: own.len() as u64 },
            recv: Buffer { address: address(counts.as_mut_ptr()), bytes: size_of_val(&counts) as u64 },
            count: counts.len() as u64,
            element_bytes: size_of::<i32>() as u64,
            in_place: false,
            reducer: Some(Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::I32 }),
            vectors: None,
            signature: 0,
            signature_sent: 0,
        };
        let transfer = Some(Box::new(Transfer { send: own, ..Transfer::default() }));
        let request = Request { hidden: true, collective: true, transfer, ..Request::posted(made) };
        let request = call.rank().requests.insert(request);
        call.post(Post::Collective {
            request: requests::id(request),
            comm,
            call: Box::new(words),
            blocking: true,
            start: None,
        });
        request
    };
    outcome(&complete(call, request))?;
    Ok(counts)
}

/// Starts the messages that tell other ranks (and this one) of their edges, rank by rank.
fn tell(call: &mut Call, made: Handle, comm: CommId, named: Named<'_>) -> Result<(), Fault> {
    let size = call.rank().comm(made)?.size;
    let EdgesByRank { ending, beginning } = named.routed(size);
    for (peer, both) in (0..size).zip(ending.iter().zip(&beginning)) {
        for (pairs, tag) in [(both.0, ENDING), (both.1, BEGINNING)] {
            if !pairs.is_empty() {
                let side = Side::Direct(Buffer { address: address(pairs.as_ptr()), bytes: 4 * pairs.len() as u64 });
                let how = How { blocking: false, copied: true };
                let request = begin_send(
                    call,
                    made,
                    To { comm, peer, tag, elements: ops::Elements::Any },
                    &side,
                    SendMode::Standard,
                    how,
                );
                call.rank().requests.get_mut(request).expect("just begun").hidden = true;
            }
        }
    }
    Ok(())
}

/// Receives the messages about one direction of this rank's edges, whoever sends them first.
fn hear(call: &mut Call, made: Handle, comm: CommId, beginning: bool, messages: i32) -> Result<(), Fault> {
    let tag = if beginning { BEGINNING } else { ENDING };
    for _ in 0..messages {
        let any = From { comm, source: ops::ANY, tag, elements: ops::Elements::Any };
        let found = look(call, made, any, Look { matched: false, blocking: true });
        let Status { source, bytes, .. } = found.expect("a blocking probe finds a message");
        let request = {
            let heard = &mut call.rank().comm_mut(made)?.extra().heard;
            heard.push(EdgeMessage { beginning, sender: source, pairs: vec![0; bytes as usize / size_of::<i32>()] });
            let pairs = &mut heard.last_mut().expect("just pushed").pairs;
            let side = Side::Direct(Buffer { address: address(pairs.as_mut_ptr()), bytes });
            begin_recv(call, made, From { source, ..any }, &side, true)
        };
        outcome(&complete(call, request))?;
    }
    Ok(())
}

/// Waits for the messages that [`tell`] has started and lets go of them.
fn told(call: &mut Call, made: Handle) {
    wait_pending(call, made);
    let own = |request: &Request| request.comm == made && request.hidden;
    let requests = &mut call.rank().requests;
    let ended: Vec<Handle> = requests.iter().filter(|(_, request)| own(request)).map(|(handle, _)| handle).collect();
    for request in ended {
        requests.remove(request);
    }
}

/// Makes a communicator with a graph of which every rank names any edges. As MPICH does it: a reduction tells each rank
/// how many messages to expect, then every rank tells those at both ends of its edges.
fn dist_create(call: &mut Call, parent: Handle, named: Named<'_>, hints: Handle) -> Result<Handle, Fault> {
    let made = dist_make(call, parent, hints)?;
    let comm = comm_id(call, made)?;
    let [ending, beginning] = expected(call, made, comm, named)?;
    tell(call, made, comm, named)?;
    hear(call, made, comm, false, ending)?;
    hear(call, made, comm, true, beginning)?;
    told(call, made);
    let heard = std::mem::take(&mut call.rank().comm_mut(made)?.extra().heard);
    let weighted = named.weights != Weights::Unweighted;
    attach(call, made, || Shape::DistGraph(dist_graph::from_messages(heard, weighted)))?;
    Ok(made)
}

entry! {
    DistGraphCreate: fn wt_MPI_Dist_graph_create(comm_old: usize, n: c_int, sources: *const c_int,
        degrees: *const c_int, destinations: *const c_int, weights: *const c_int, info: usize, _reorder: c_int,
        comm_dist_graph: *mut usize) comm = comm_old |call| {
        let parent = handle(comm_old);
        call.rank().comm(parent)?.intra()?;
        let size = call.rank().comm(parent)?.size;
        let (from, each) = (array(sources, room_of(n)?)?, array(degrees, room_of(n)?)?);
        let mut edges = 0;
        for &degree in each {
            edges += room_of(degree)?;
        }
        let to = array(destinations, edges)?;
        dist_graph::check_ranks(from, size)?;
        dist_graph::check_ranks(to, size)?;
        let weights = Weights::read(weights, edges)?;
        put_handle(comm_dist_graph, handles::COMM_NULL)?;
        let named = Named { sources: from, degrees: each, destinations: to, weights };
        let made = dist_create(call, parent, named, handle(info))?;
        put_handle(comm_dist_graph, made)
    }
}

entry! {
    DistGraphNeighborsCount: fn wt_MPI_Dist_graph_neighbors_count(comm: usize, indegree: *mut c_int,
        outdegree: *mut c_int, weighted: *mut c_int) comm = comm |call| {
        let graph = call.rank().dist_graph(handle(comm))?;
        put(indegree, graph.sources.ranks.len() as c_int)?;
        put(outdegree, graph.destinations.ranks.len() as c_int)?;
        put(weighted, c_int::from(graph.weighted))
    }
}

/// Copies the edges of one direction, as many as there is room for.
///
/// # Safety
/// The arrays are null or have room for `max` elements; weights may be one of the two constants.
unsafe fn put_edges(edges: &Edges, max: c_int, ranks: *mut c_int, weights: *mut c_int) -> Result<(), Fault> {
    let count = room_of(max)?.min(edges.ranks.len());
    // SAFETY: as the caller says.
    unsafe {
        fill(room(ranks, count)?, &edges.ranks);
        if ![UNWEIGHTED, WEIGHTS_EMPTY].contains(&weights.addr()) && !edges.weights.is_empty() {
            fill(room(weights, count)?, &edges.weights);
        }
    }
    Ok(())
}

entry! {
    DistGraphNeighbors: fn wt_MPI_Dist_graph_neighbors(comm: usize, maxindegree: c_int, sources: *mut c_int,
        sourceweights: *mut c_int, maxoutdegree: c_int, destinations: *mut c_int, destweights: *mut c_int)
    comm = comm |call| {
        let graph = call.rank().dist_graph(handle(comm))?;
        put_edges(&graph.sources, maxindegree, sources, sourceweights)?;
        put_edges(&graph.destinations, maxoutdegree, destinations, destweights)
    }
}
