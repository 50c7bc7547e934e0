//! Communicators: each lives once, in the engine. A world is arithmetic; a split is one table.
//!
//! An intercommunicator (MPI 5.0 §7.6) lives once too, for both of its groups. Its members are numbered group by group,
//! to count arrivals at a collective; a rank's messages go to and come from the other group ([`Sides`]). Each group
//! has an intracommunicator of its own under it, for the parts of collectives that stay within the group.

mod create;
mod group_calls;
mod sides;

pub(crate) use group_calls::of_groups;
pub(crate) use sides::{RootView, Sides};

pub(crate) use create::{CommCreateOutcome, CreatedComms, Spawning};

use create::PendingGroup;
use group_calls::GroupCall;

use crate::schedule::{Level, Locality, RemoteGroup};
use ops::{
    CallSite, CollectiveCall, CommCall, CommId, Flavor, Function, Group, Operation, PersistentStart, Placement,
    Reducer, RequestId, TopologyKind,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use units::ActorId;

/// All communicators of a run.
pub(crate) struct Comms {
    comms: Vec<Comm>,
    group_calls: Vec<GroupCall>,
    pending_groups: Vec<PendingGroup>,
}

/// One communicator.
pub(crate) struct Comm {
    /// All members: of an intercommunicator one group after the other.
    pub(crate) group: Arc<Group>,
    /// The two groups of an intercommunicator.
    pub(crate) sides: Option<Box<Sides>>,
    // How many collectives each rank has started on it.
    started: Vec<u32>,
    pending: VecDeque<PendingCollective>,
    pending_first: u32,
    // Persistent operations are matched apart from these, by the order of their initialisations. Each start gets a
    // number of its own when its first rank comes.
    persistent: BTreeMap<PersistentStart, (u32, PendingCollective)>,
    persistent_starts: u32,
    nodes: Option<Box<Nodes>>,
    // Schedules on it that are under way: a collective goes on when its communicator has been freed.
    schedules: u32,
    freed_by: u32,
}

/// Why no schedule runs on that level.
const ON_LOCAL_COMM: &str = "a schedule within a group is one on the group's own communicator";

/// Numbers from here on are those of starts of persistent operations.
const PERSISTENT: u32 = 1 << 31;

/// The number of what the members of a new communicator do on it before they have it; no collective gets it.
pub(crate) const AGREEMENT: u32 = u32::MAX - 1;

/// A collective that some ranks have started and others have not.
struct PendingCollective {
    first: CollectiveArrival,
    arrived: u32,
    // The making of a communicator: what each rank asked for.
    create_calls: Option<Vec<Option<(RequestId, CommCall)>>>,
    // The group that the latest of them passed.
    group: Option<Arc<Group>>,
}

impl PendingCollective {
    /// With no arrival counted yet.
    fn new(first: CollectiveArrival) -> Self {
        Self { first, arrived: 0, create_calls: None, group: None }
    }

    /// The table of a group that ranks pass: one for all who pass the same: otherwise a call of many ranks would hold as many
    /// tables of as many members.
    fn share_group(&mut self, group: Arc<Group>) -> Arc<Group> {
        let latest = self.group.get_or_insert_with(|| Arc::clone(&group));
        if *latest != group {
            *latest = group;
        }
        Arc::clone(latest)
    }

    /// Counts a rank, or gives what an earlier one said if this one disagrees.
    fn arrive(&mut self, started: CollectiveArrival) -> Result<(), CollectiveArrival> {
        if self.first.shape.disagreement(started.shape).is_some() {
            return Err(self.first);
        }
        // From here on later ranks are held against both: where they contradict, against the one that said so.
        let mut shape = self.first.shape;
        if shape.learn(started.shape) {
            self.first = CollectiveArrival { shape, ..started };
        }
        self.arrived += 1;
        Ok(())
    }
}

/// What a rank that arrives at a collective says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CollectiveArrival {
    pub(crate) actor: ActorId,
    pub(crate) function: Function,
    pub(crate) site: CallSite,
    pub(crate) shape: CollectiveSignature,
}

/// What all ranks of a collective must agree on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum CollectiveSignature {
    /// `signatures`: of what ranks receive, by side.
    Operation { operation: Operation, blocking: bool, root: RootView, reducer: Option<Reducer>, signatures: [u64; 2] },
    /// How, whether that blocks, and who leads.
    MakeComm(&'static str, bool, u32),
    /// A topology, and a hash of what all ranks must agree on, or 0.
    MakeTopology(TopologyKind, u64),
}

/// Blocking and non-blocking collectives do not match (MPI 5.0 §6.12).
const BLOCKING: &str = "a blocking and a non-blocking operation";

impl CollectiveSignature {
    /// What a member of a communicator says with a call.
    pub(crate) fn of(call: &CollectiveCall, blocking: bool, comm: &Comm, actor: ActorId) -> Self {
        // A user's operation is a number of its rank's own: nothing to compare beyond its being one.
        let reducer = call.reducer.filter(|reducer| reducer.builtin());
        let (root, signatures) = match &comm.sides {
            None => (RootView { side: 0, rank: Some(call.root) }, [call.signature, 0]),
            Some(sides) => sides.agreement(call, actor),
        };
        Self::Operation { operation: call.operation, blocking, root, reducer, signatures }
    }

    pub(crate) fn of_comm(call: &CommCall, function: Function) -> Self {
        let (how, leader) = match call {
            CommCall::Dup => ("duplicate", 0),
            CommCall::Split(_) => ("split", 0),
            CommCall::SplitHost(_) => ("split by host", 0),
            CommCall::Create(_) => ("create", 0),
            CommCall::CreateGroup { .. } | CommCall::FromGroup { .. } => ("create from group", 0),
            CommCall::FromGroups { .. } => ("create from two groups", 0),
            CommCall::InterCreate { leader, .. } => ("join", *leader),
            CommCall::Merge { .. } => ("merge", 0),
            CommCall::Spawn { root, .. } => ("spawn", *root),
            CommCall::Parent => ("meet the parents", 0),
            CommCall::Connect { root, role, .. } => match role {
                ops::ConnectRole::Accept => ("accept", *root),
                ops::ConnectRole::Connect => ("connect", *root),
                ops::ConnectRole::Join => ("join by a socket", *root),
            },
            CommCall::Window(part) => match part.flavor {
                Flavor::Create => ("create a window", 0),
                Flavor::Allocate => ("allocate a window", 0),
                Flavor::Dynamic => ("create a dynamic window", 0),
                Flavor::Shared => ("allocate a shared window", 0),
            },
            &CommCall::Topology { kind, signature, .. } => return Self::MakeTopology(kind, signature),
        };
        Self::MakeComm(how, !matches!(function, Function::CommIdup | Function::CommIdupWithInfo), leader)
    }

    /// In which way two ranks disagree, if they do.
    pub(crate) fn disagreement(self, other: Self) -> Option<&'static str> {
        match (self, other) {
            (
                Self::Operation { operation: a, blocking: wait_a, root: root_a, reducer: red_a, signatures: sig_a },
                Self::Operation { operation: b, blocking: wait_b, root: root_b, reducer: red_b, signatures: sig_b },
            ) => {
                if a != b {
                    Some("different operations")
                } else if wait_a != wait_b {
                    Some(BLOCKING)
                } else if root_a.contradicts(root_b) {
                    Some("different roots")
                } else if red_a.is_some() && red_b.is_some() && red_a != red_b {
                    Some("different reduction operations or types")
                } else if sig_a.iter().zip(&sig_b).any(|(&a, &b)| a != 0 && b != 0 && a != b) {
                    Some("different type signatures")
                } else {
                    None
                }
            }
            (Self::MakeComm(a, wait_a, leader_a), Self::MakeComm(b, wait_b, leader_b)) if a == b => {
                if wait_a != wait_b {
                    Some(BLOCKING)
                } else {
                    (leader_a != leader_b).then_some("different leaders or roots")
                }
            }
            (Self::MakeTopology(a, sig_a), Self::MakeTopology(b, sig_b)) if a == b => {
                (sig_a != 0 && sig_b != 0 && sig_a != sig_b).then_some("different topologies")
            }
            _ => Some("different operations"),
        }
    }

    /// Takes over what another rank, which agrees, knows beyond this one; whether that is anything.
    fn learn(&mut self, other: Self) -> bool {
        let before = *self;
        if let (Self::Operation { root, signatures, .. }, Self::Operation { root: its_root, signatures: its, .. }) =
            (&mut *self, other)
        {
            root.rank = root.rank.or(its_root.rank);
            for (known, its) in signatures.iter_mut().zip(its) {
                *known = if *known == 0 { its } else { *known };
            }
        }
        *self != before
    }
}

/// Which ranks share hosts.
struct Nodes {
    // Per rank: (its host's place among hosts, its place among the host's ranks).
    of_rank: Vec<(u32, u32)>,
    // Ranks host by host, and where each host's begin.
    ranks: Vec<u32>,
    starts: Vec<u32>,
    ranks_per_host_max: u32,
    consecutive: bool,
}

impl Nodes {
    fn build(group: &Group, placement: &dyn Placement) -> Self {
        let mut place_of_host: FxHashMap<u32, u32> = FxHashMap::default();
        let mut counts: Vec<u32> = Vec::new();
        let mut of_rank = Vec::with_capacity(group.size() as usize);
        let mut consecutive = true;
        let mut last = 0;
        for actor in group.actors() {
            let host = placement.endpoint(actor).host.0;
            let next = counts.len() as u32;
            let place = *place_of_host.entry(host).or_insert(next);
            if place == next {
                counts.push(0);
            } else if place != last {
                consecutive = false;
            }
            last = place;
            of_rank.push((place, counts[place as usize]));
            counts[place as usize] += 1;
        }
        let mut starts = Vec::with_capacity(counts.len() + 1);
        let mut total = 0;
        for &count in &counts {
            starts.push(total);
            total += count;
        }
        starts.push(total);
        let mut ranks = vec![0; total as usize];
        for (rank, &(place, within)) in (0u32..).zip(&of_rank) {
            ranks[(starts[place as usize] + within) as usize] = rank;
        }
        let ranks_per_host_max = counts.iter().copied().max().unwrap_or(0);
        Self { of_rank, ranks, starts, ranks_per_host_max, consecutive }
    }
}

impl Comm {
    fn new(group: Arc<Group>) -> Self {
        Self {
            group,
            sides: None,
            started: Vec::new(),
            pending: VecDeque::new(),
            pending_first: 0,
            persistent: BTreeMap::new(),
            persistent_starts: 0,
            nodes: None,
            schedules: 0,
            freed_by: 0,
        }
    }

    /// Counts a rank into a start of a persistent collective: as [`Comms::start_collective`].
    fn start_persistent(
        &mut self,
        start: PersistentStart,
        started: CollectiveArrival,
    ) -> Result<u32, CollectiveArrival> {
        let size = self.group.size();
        let next = PERSISTENT | self.persistent_starts;
        let (number, entry) = self.persistent.entry(start).or_insert_with(|| (next, PendingCollective::new(started)));
        let number = *number;
        entry.arrive(started)?;
        let complete = entry.arrived == size;
        if number == next {
            // Fewer than 2^31 starts fit any run; only those under way at one time must differ.
            self.persistent_starts = (self.persistent_starts + 1) % (PERSISTENT - 2);
        }
        if complete {
            self.persistent.remove(&start);
        }
        Ok(number)
    }

    /// A schedule on it begins.
    pub(crate) fn schedule_begins(&mut self) {
        self.schedules += 1;
    }

    /// A schedule on it has ended.
    pub(crate) fn schedule_ends(&mut self) {
        self.schedules -= 1;
        self.drop_tables();
    }

    /// Lets the tables of a freed communicator go, once nothing needs them any more.
    fn drop_tables(&mut self) {
        if self.schedules == 0 && self.freed_by == self.group.size() {
            self.nodes = None;
            self.started = Vec::new();
        }
    }

    fn nodes(&mut self, placement: &dyn Placement) -> &Nodes {
        let group = &self.group;
        self.nodes.get_or_insert_with(|| Box::new(Nodes::build(group, placement)))
    }

    /// How the ranks sit on hosts, as rank `rank` sees it in a level.
    pub(crate) fn locality(&mut self, level: Level, rank: u32, root: u32, placement: &dyn Placement) -> Locality {
        assert!(self.sides.is_none(), "an intercommunicator has no levels");
        let nodes = self.nodes(placement);
        let (node, node_rank) = nodes.of_rank[rank as usize];
        let hosts = nodes.starts.len() as u32 - 1;
        let size_of = |node: u32| nodes.starts[node as usize + 1] - nodes.starts[node as usize];
        let leader_of = |node: u32| nodes.ranks[nodes.starts[node as usize] as usize];
        match level {
            Level::All => {
                let (root_node, root_node_rank) = nodes.of_rank[root as usize];
                Locality {
                    hosts,
                    ranks_per_host_max: nodes.ranks_per_host_max,
                    consecutive: nodes.consecutive,
                    node_size: size_of(node),
                    node_rank,
                    node,
                    leader: leader_of(node),
                    previous_leader: leader_of(node.saturating_sub(1)),
                    root_node,
                    root_node_rank,
                }
            }
            Level::Node => Locality {
                hosts: 1,
                ranks_per_host_max: size_of(node),
                consecutive: true,
                node_size: size_of(node),
                node_rank,
                node: 0,
                leader: 0,
                previous_leader: 0,
                root_node: 0,
                root_node_rank: root,
            },
            Level::Leaders => Locality {
                hosts,
                ranks_per_host_max: 1,
                consecutive: true,
                node_size: 1,
                node_rank: 0,
                node,
                leader: node,
                previous_leader: node.saturating_sub(1),
                root_node: root,
                root_node_rank: 0,
            },
            Level::LocalGroup => unreachable!("{ON_LOCAL_COMM}"),
        }
    }

    /// This rank's number in a level and the level's size; none if it is not part of it.
    pub(crate) fn in_level(&mut self, level: Level, rank: u32, placement: &dyn Placement) -> Option<(u32, u32)> {
        if level == Level::All {
            return Some((rank, self.group.size()));
        }
        let nodes = self.nodes(placement);
        let (node, node_rank) = nodes.of_rank[rank as usize];
        match level {
            Level::Node => Some((node_rank, nodes.starts[node as usize + 1] - nodes.starts[node as usize])),
            Level::Leaders => (node_rank == 0).then_some((node, nodes.starts.len() as u32 - 1)),
            Level::All => unreachable!("answered above"),
            Level::LocalGroup => unreachable!("{ON_LOCAL_COMM}"),
        }
    }

    /// The rank in the communicator of a rank in a level, seen from `own` (a rank in the communicator).
    #[inline]
    pub(crate) fn rank_of_level(&self, level: Level, own: u32, rank: u32) -> u32 {
        if level == Level::All {
            return rank;
        }
        let nodes = self.nodes.as_ref().expect("levels are known once a schedule runs on one");
        match level {
            Level::Node => nodes.ranks[(nodes.starts[nodes.of_rank[own as usize].0 as usize] + rank) as usize],
            Level::Leaders => nodes.ranks[nodes.starts[rank as usize] as usize],
            Level::All => unreachable!("answered above"),
            Level::LocalGroup => unreachable!("{ON_LOCAL_COMM}"),
        }
    }
}

impl Comm {
    /// The group that a member belongs to: of an intercommunicator the one on its side.
    #[inline]
    pub(crate) fn local_group(&self, actor: ActorId) -> &Arc<Group> {
        match &self.sides {
            None => &self.group,
            Some(sides) => &sides.groups[sides.of(actor)],
        }
    }

    /// The group that a member's messages go to and come from.
    #[inline]
    pub(crate) fn peers(&self, actor: ActorId) -> &Arc<Group> {
        match &self.sides {
            None => &self.group,
            Some(sides) => &sides.groups[1 - sides.of(actor)],
        }
    }

    /// The other group of an intercommunicator, as algorithms see it.
    pub(crate) fn remote(&self, actor: ActorId) -> Option<RemoteGroup> {
        let low = self.sides.as_ref()?.of(actor) == 0;
        Some(RemoteGroup { size: self.peers(actor).size(), low })
    }

    /// The intracommunicator of a member's own group, under an intercommunicator.
    pub(crate) fn local_comm(&self, actor: ActorId) -> Option<CommId> {
        self.sides.as_ref().map(|sides| sides.local_comms[sides.of(actor)])
    }

    /// A member's rank: of an intercommunicator that in its own group.
    ///
    /// # Panics
    /// If it is no member.
    #[inline]
    pub(crate) fn rank_of(&self, actor: ActorId) -> u32 {
        self.local_group(actor).rank_of(actor).expect("ranks name communicators that they are in")
    }

    /// A member's number among all, which counts those of both sides.
    ///
    /// # Panics
    /// If it is no member.
    #[inline]
    pub(crate) fn number_of(&self, actor: ActorId) -> u32 {
        self.group.rank_of(actor).expect("ranks name communicators that they are in")
    }
}

impl Comms {
    /// The world of a job of `ranks` ranks.
    pub(crate) fn new(ranks: u32) -> Self {
        Self {
            comms: vec![Comm::new(Arc::new(Group::range(0, ranks)))],
            group_calls: Vec::new(),
            pending_groups: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn get(&self, comm: CommId) -> &Comm {
        &self.comms[comm.0 as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, comm: CommId) -> &mut Comm {
        &mut self.comms[comm.0 as usize]
    }

    /// Counts a member into its next collective on `comm`, or into this start of a persistent one. Returns the
    /// collective's number, or what the first rank said if this one disagrees.
    pub(crate) fn start_collective(
        &mut self,
        comm: CommId,
        member: u32,
        start: Option<PersistentStart>,
        started: CollectiveArrival,
    ) -> Result<u32, CollectiveArrival> {
        let comm = &mut self.comms[comm.0 as usize];
        if let Some(start) = start {
            return comm.start_persistent(start, started);
        }
        let size = comm.group.size();
        if comm.started.is_empty() {
            comm.started = vec![0; size as usize];
        }
        let number = comm.started[member as usize];
        comm.started[member as usize] += 1;
        if size == 1 {
            comm.pending_first = number + 1;
            return Ok(number);
        }
        let at = (number - comm.pending_first) as usize;
        if at == comm.pending.len() {
            comm.pending.push_back(PendingCollective::new(started));
        }
        let entry = &mut comm.pending[at];
        entry.arrive(started)?;
        while comm.pending.front().is_some_and(|entry| entry.arrived == size && entry.create_calls.is_none()) {
            comm.pending.pop_front();
            comm.pending_first += 1;
        }
        Ok(number)
    }

    /// Counts a rank's `MPI_Comm_free`; the tables go with the last one.
    pub(crate) fn free(&mut self, comm: CommId) {
        let comm = &mut self.comms[comm.0 as usize];
        comm.freed_by += 1;
        let all_freed = comm.freed_by == comm.group.size();
        comm.drop_tables();
        let local_comms = comm.sides.as_ref().filter(|_| all_freed).map(|sides| sides.local_comms);
        for part in local_comms.into_iter().flatten() {
            let part = &mut self.comms[part.0 as usize];
            part.freed_by = part.group.size();
            part.drop_tables();
        }
    }

    /// Collectives that some ranks have reached and others have not: (communicator, first rank's words, arrived,
    /// size).
    pub(crate) fn incomplete(&self) -> impl Iterator<Item = (CommId, CollectiveArrival, u32, u32)> + '_ {
        (0u32..).zip(&self.comms).flat_map(|(id, comm)| {
            let size = comm.group.size();
            comm.pending
                .iter()
                .chain(comm.persistent.values().map(|(_, entry)| entry))
                .filter(move |entry| entry.arrived < size)
                .map(move |entry| (CommId(id), entry.first, entry.arrived, size))
        })
    }
}
