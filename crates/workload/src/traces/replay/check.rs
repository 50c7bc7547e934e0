//! Checks the requests to the engine that come from a trace file. For a program, the rank half of the MPI layer checks the
//! arguments of calls; a trace file has not passed these checks.

use crate::limits::{BLOCKS_MAX, BYTES_MAX, PARTITIONS_MAX, SPAWNED_MAX};
use ops::{
    ANY, Access, AccessKind, BLOCK_PARAMETERS, Buffer, CollectiveCall, CommCall, FileCall, Group, INTERNAL_TAG_MAX,
    Layout, Neighbours, Operation, PROC_NULL, PartitionedCall, PosixCall, PosixOperation, ROOT_PROC_NULL, ROOT_SELF,
    RemoteLeader, Vectors, WindowCall,
};
use std::sync::Arc;
use units::ActorId;

/// The error in a post, in words.
pub(crate) type Checked<T = ()> = Result<T, &'static str>;

#[inline]
pub(super) fn that(right: bool, problem: &'static str) -> Checked {
    if right { Ok(()) } else { Err(problem) }
}

/// The groups of a communicator, as one of its ranks sees them.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    pub(super) own: Arc<Group>,
    pub(super) remote: Option<Arc<Group>>,
}

impl Groups {
    /// How many ranks messages can go to.
    #[inline]
    pub(super) fn peers(&self) -> u32 {
        self.remote.as_ref().unwrap_or(&self.own).size()
    }
}

#[inline]
pub(super) fn bytes(buffer: Buffer) -> Checked {
    that(buffer.bytes <= BYTES_MAX, "a message of more than 2^48 bytes")
}

pub(super) fn block(name: &str, parameters: &[u64]) -> Checked {
    let right = (1..=255).contains(&name.len()) && parameters.len() <= BLOCK_PARAMETERS;
    let whole = parameters.iter().all(|parameter| i64::try_from(*parameter).is_ok());
    that(right && whole, "a block with a name or parameters that there are not")
}

#[inline]
pub(super) fn message(groups: &Groups, peer: u32, tag: i32, buffer: Buffer) -> Checked {
    that(peer < groups.peers(), "a message to a rank that the communicator has not")?;
    that(tag >= 0 || tag <= INTERNAL_TAG_MAX, "a message with a tag that there is not")?;
    bytes(buffer)
}

#[inline]
pub(super) fn envelope(groups: &Groups, source: i32, tag: i32) -> Checked {
    let known = source == ANY || u32::try_from(source).is_ok_and(|source| source < groups.peers());
    that(known, "a receive from a rank that the communicator has not")?;
    that(tag >= ANY || tag <= INTERNAL_TAG_MAX, "a receive with a tag that there is not")
}

fn product(count: u64, times: u64) -> Checked<u64> {
    count.checked_mul(times).filter(|bytes| *bytes <= BYTES_MAX).ok_or("a buffer of more than 2^48 bytes")
}

/// Blocks lie in their buffer, one for each of `count`.
fn blocks(bytes: &[u64], offsets: &[u64], count: usize, buffer: Buffer) -> Checked {
    that(bytes.len() == count && offsets.len() == count, "a collective operation with too few blocks")?;
    let fits = |(bytes, offset): (&u64, &u64)| bytes.checked_add(*offset).is_some_and(|end| end <= buffer.bytes);
    that(bytes.iter().zip(offsets).all(fits), "a block outside of its buffer")
}

/// A rank's part in a collective operation.
pub(super) fn collective(groups: &Groups, rank: u32, call: &CollectiveCall) -> Checked {
    use Operation as O;
    let inter = groups.remote.is_some();
    let peers = groups.peers();
    bytes(call.send)?;
    bytes(call.recv)?;
    let special = inter && (call.root == ROOT_SELF || call.root == ROOT_PROC_NULL);
    that(special || call.root < peers, "a collective operation with a root that the communicator has not")?;
    let block = product(call.count, call.element_bytes)?;
    let all = product(block, peers.into())?;
    let at_root = if inter { call.root == ROOT_SELF } else { call.root == rank };
    let idle = inter && call.root == ROOT_PROC_NULL;
    let (sends, receives) = (!inter || !at_root, !inter || at_root);
    let none = Vectors::default();
    let vectors = call.vectors.as_deref().unwrap_or(&none);
    let size = peers as usize;
    let in_place = call.in_place;
    let send = |least: u64| that(call.send.bytes >= least, "a collective operation that sends too few bytes");
    let recv = |least: u64| that(call.recv.bytes >= least, "a collective operation with too short a buffer");
    let vector_send = || blocks(&vectors.send_bytes, &vectors.send_offsets, size, call.send);
    let vector_recv = || blocks(&vectors.recv_bytes, &vectors.recv_offsets, size, call.recv);
    let takes_part = !(idle && call.operation.has_root());
    that(!call.operation.reduces() || call.reducer.is_some() || !takes_part, "a reduction without an operation")?;
    that(!(inter && in_place), "an operation in place on an intercommunicator")?;
    match call.operation {
        O::Barrier => Ok(()),
        _ if !takes_part => Ok(()),
        O::Bcast => recv(block),
        O::Gather => {
            if sends && !(in_place && at_root) {
                send(block)?;
            }
            if at_root { recv(all) } else { Ok(()) }
        }
        O::Scatter => {
            if at_root {
                send(all)?;
            }
            if at_root && (inter || in_place) { Ok(()) } else { recv(block) }
        }
        O::Gatherv => {
            if at_root && receives {
                vector_recv()
            } else {
                Ok(())
            }
        }
        O::Scatterv => {
            if at_root {
                vector_send()
            } else {
                Ok(())
            }
        }
        O::Allgather => {
            if !in_place && !inter {
                send(block)?;
            }
            recv(all)
        }
        O::Allgatherv => vector_recv(),
        O::Alltoall => {
            if !in_place && !inter {
                send(all)?;
            }
            recv(all)
        }
        O::Alltoallv | O::Alltoallw => {
            if !in_place {
                vector_send()?;
            }
            vector_recv()
        }
        O::Reduce => {
            if sends && !(in_place && at_root) {
                send(block)?;
            }
            if at_root { recv(block) } else { Ok(()) }
        }
        O::Allreduce | O::Scan | O::Exscan => {
            if !in_place && !inter {
                send(block)?;
            }
            recv(block)
        }
        O::ReduceScatterBlock => {
            let own = product(block, groups.own.size().into())?;
            if in_place { recv(own) } else { send(own).and(recv(block)) }
        }
        O::ReduceScatter => {
            let ranks = groups.own.size() as usize;
            let sum = vectors.recv_bytes.iter().try_fold(0u64, |sum, bytes| sum.checked_add(*bytes));
            let fits = vectors.recv_bytes.len() == ranks && sum.is_some_and(|sum| sum <= block);
            that(fits, "blocks of a reduction that do not fit it")?;
            if in_place { recv(block) } else { send(block).and(recv(vectors.recv_bytes[rank as usize])) }
        }
        _ => neighbours(call, vectors, peers),
    }
}

fn neighbours(call: &CollectiveCall, vectors: &Vectors, ranks: u32) -> Checked {
    let Some(of) = vectors.neighbours.as_deref() else { return Err("a collective operation without its neighbours") };
    let Neighbours { sources, destinations } = of;
    let known = |rank: i32| rank == PROC_NULL || u32::try_from(rank).is_ok_and(|rank| rank < ranks);
    let edges = sources.iter().chain(destinations);
    that(edges.into_iter().all(|edge| known(edge.rank)), "a neighbour that the communicator has not")?;
    let sends = !matches!(call.operation, Operation::NeighborAllgather | Operation::NeighborAllgatherv);
    if sends {
        blocks(&vectors.send_bytes, &vectors.send_offsets, destinations.len(), call.send)?;
    }
    blocks(&vectors.recv_bytes, &vectors.recv_offsets, sources.len(), call.recv)
}

/// A group whose members are among `actors` actors, each once; as the trace's own code for groups can't say it wrongly.
fn group(group: &mut Arc<Group>, actors: u32, own: &dyn Fn(u32) -> Option<u32>) -> Checked {
    that(group.size() <= actors, "a group of too many ranks")?;
    let mut members = Vec::with_capacity(group.size() as usize);
    for rank in 0..group.size() {
        members.push(own(group.actor(rank).0).ok_or("a group of ranks that there are not")?);
    }
    let mut sorted = members.clone();
    sorted.sort_unstable();
    that(sorted.windows(2).all(|pair| pair[0] != pair[1]), "a group with a rank in it twice")?;
    *group = Arc::new(Group::table(members));
    Ok(())
}

/// What a call that creates a communicator refers to.
pub(super) struct CreateContext<'a> {
    /// The parent; none: there is none.
    pub(super) parent: Option<&'a Groups>,
    /// The number of all actors.
    pub(super) actors: u32,
    /// An actor of the recording in this run.
    pub(super) own: &'a dyn Fn(u32) -> Option<u32>,
    pub(super) actor: ActorId,
}

/// Checks a call that creates a communicator, and names its actors as this run does.
pub(super) fn create(call: &mut CommCall, context: &CreateContext<'_>) -> Checked {
    let size = context.parent.map_or(0, |parent| parent.own.size());
    let of_parent = |group: &Group| {
        let inside = |parent: &Groups| group.actors().all(|actor| parent.own.rank_of(actor).is_some());
        that(context.parent.is_some_and(inside), "a group that is not part of its communicator")
    };
    let named = |group: &Group| that(group.rank_of(context.actor).is_some(), "a group without the rank itself");
    let alone = matches!(call, CommCall::FromGroup { .. } | CommCall::FromGroups { .. });
    that(alone || context.parent.is_some(), "a communicator of a parent that there is not")?;
    match call {
        CommCall::Dup | CommCall::Split(_) | CommCall::SplitHost(_) | CommCall::Parent => Ok(()),
        CommCall::Create(members) => {
            group(members, context.actors, context.own)?;
            of_parent(members)
        }
        CommCall::CreateGroup { group: members, .. } => {
            group(members, context.actors, context.own)?;
            of_parent(members).and(named(members))
        }
        CommCall::FromGroup { group: members, .. } => {
            group(members, context.actors, context.own)?;
            named(members)
        }
        CommCall::FromGroups { local, remote, .. } => {
            group(local, context.actors, context.own)?;
            group(remote, context.actors, context.own)?;
            named(local)
        }
        CommCall::Topology { rank, .. } => {
            that(rank.is_none_or(|rank| rank < size), "a topology of more ranks than its communicator")
        }
        CommCall::InterCreate { leader, .. } => that(*leader < size, "a leader that the communicator has not"),
        CommCall::Merge { .. } => {
            that(context.parent.is_some_and(|parent| parent.remote.is_some()), "a merge of a single group")
        }
        CommCall::Spawn { root, call } => {
            that(*root < size, "a root that the communicator has not")?;
            let Some(call) = call else { return Ok(()) };
            let counts = call.programs.iter().all(|program| program.ranks > 0) && !call.programs.is_empty();
            that(counts && call.ranks() <= SPAWNED_MAX, "a start of no ranks or of too many")
        }
        CommCall::Connect { root, .. } => that(*root < size, "a root that the communicator has not"),
        CommCall::Window(part) => that(part.bytes <= BYTES_MAX, "a window of more than 2^48 bytes"),
    }
}

/// The remote leader of a new intercommunicator.
pub(super) fn leader(groups: &Groups, peer: &RemoteLeader) -> Checked {
    that(peer.leader < groups.peers(), "a leader that the communicator has not")
}

fn layout(layout: &Layout) -> Checked {
    let (mut bytes, mut blocks) = (0u64, 0u64);
    for run in layout.runs() {
        let more = product(run.bytes, run.count)?;
        bytes = bytes.saturating_add(more);
        blocks = blocks.saturating_add(run.count);
    }
    that(bytes <= BYTES_MAX && blocks <= BLOCKS_MAX, "a layout of too many bytes or blocks")
}

/// A call on a window of this many ranks.
pub(super) fn window(ranks: u32, call: &WindowCall, has_request: bool) -> Checked {
    let known = |rank: u32| that(rank < ranks, "a window's rank that there is not");
    let (ends_later, may_end) = match call {
        WindowCall::Access(access) => {
            let combines = matches!(access.kind, AccessKind::Accumulate | AccessKind::GetAccumulate);
            that(!combines || access.update.is_some(), "an accumulate without an operation")?;
            (false, true)
        }
        WindowCall::Flush { .. } | WindowCall::Lock { .. } | WindowCall::Expose { .. } | WindowCall::Start { .. } => {
            (true, true)
        }
        _ => (false, false),
    };
    that(has_request || !ends_later, "a call on a window without its request")?;
    that(!has_request || may_end, "a call on a window with a request that never ends")?;
    match call {
        WindowCall::Access(access) => {
            let Access { target, target_layout, origin_layout, compare_layout, result_layout, .. } = access;
            [target_layout, origin_layout, compare_layout, result_layout].into_iter().try_for_each(layout)?;
            known(*target)
        }
        WindowCall::Flush { target, .. } | WindowCall::Lock { target, .. } | WindowCall::Unlock { target } => {
            target.map_or(Ok(()), known)
        }
        WindowCall::Expose { origins: ranks, .. }
        | WindowCall::Start { targets: ranks }
        | WindowCall::Complete { targets: ranks } => ranks.iter().copied().try_for_each(known),
        WindowCall::Attach { bytes, .. } => that(*bytes <= BYTES_MAX, "a window of more than 2^48 bytes"),
        WindowCall::Detach { .. } | WindowCall::Base { .. } => Ok(()),
    }
}

/// A call on a file.
pub(super) fn file(call: &FileCall) -> Checked {
    if let FileCall::Posix(PosixCall { operation, .. }) = call {
        return posix(*operation);
    }
    let Some(access) = call.access() else { return Ok(()) };
    layout(&access.memory)?;
    layout(&access.file)?;
    that(access.file.span().is_none_or(|(low, high)| low >= 0 && high >= 0), "a file's bytes before its begin")?;
    that(access.file.bytes() == access.memory.bytes(), "a file's bytes that are not those in memory")
}

fn posix(operation: PosixOperation) -> Checked {
    let (PosixOperation::Read { offset, bytes } | PosixOperation::Write { offset, bytes }) = operation else {
        return Ok(());
    };
    that(offset <= BYTES_MAX && bytes <= BYTES_MAX, "an access to a file beyond 2^48 bytes")
}

/// A call on a partitioned operation.
pub(super) fn partitioned(groups: Option<&Groups>, call: &PartitionedCall) -> Checked {
    match call {
        PartitionedCall::Init { peer, tag, partitions, bytes, .. } => {
            let groups = groups.ok_or("a communicator that there is not")?;
            that((1..=PARTITIONS_MAX).contains(partitions), "a message of no partitions or too many")?;
            message(groups, *peer, *tag, Buffer::of_bytes(*bytes))
        }
        PartitionedCall::Start { buffer } => bytes(*buffer),
        PartitionedCall::Ready { first, last } => that(first <= last, "partitions in no order"),
        PartitionedCall::Free => Ok(()),
    }
}
