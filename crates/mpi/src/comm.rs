//! Communicators: each lives once, in the engine. A world is arithmetic; a split is one table.

use crate::schedule::{Level, Locality};
use ops::{CallSite, CollectiveCall, CommCall, CommId, Function, Group, Operation, Placement, Reducer, Slot, Start};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use units::ActorId;

/// All communicators of a run.
pub(crate) struct Comms {
    comms: Vec<Comm>,
    group_calls: Vec<GroupCall>,
}

/// One communicator.
pub(crate) struct Comm {
    pub(crate) group: Arc<Group>,
    // How many collectives each rank has started on it.
    started: Vec<u32>,
    under_way: VecDeque<UnderWay>,
    under_way_first: u32,
    // Persistent operations are matched apart from these, by the order of their initialisations. Each start gets a
    // number of its own when its first rank comes.
    persistent: BTreeMap<Start, (u32, UnderWay)>,
    persistent_starts: u32,
    nodes: Option<Box<Nodes>>,
    freed_by: u32,
}

/// Numbers from here on are those of starts of persistent operations.
const PERSISTENT: u32 = 1 << 31;

/// A collective that some ranks have started and others have not.
struct UnderWay {
    first: Started,
    arrived: u32,
    // The making of a communicator: what each rank asked for.
    making: Option<Vec<Option<(Slot, CommCall)>>>,
}

impl UnderWay {
    /// Nobody has been counted yet.
    fn begun_by(first: Started) -> Self {
        Self { first, arrived: 0, making: None }
    }
}

/// What the first rank to arrive at a collective said.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Started {
    pub(crate) actor: ActorId,
    pub(crate) function: Function,
    pub(crate) site: CallSite,
    pub(crate) shape: Shape,
}

/// What all ranks of a collective must agree on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Shape {
    Operation { operation: Operation, root: u32, reducer: Option<Reducer>, signature: u64 },
    MakeComm(&'static str),
}

impl Shape {
    pub(crate) fn of(call: &CollectiveCall) -> Self {
        // A user's operation is a number of its rank's own: nothing to compare beyond its being one.
        let reducer = call.reducer.filter(|reducer| reducer.builtin());
        Self::Operation { operation: call.operation, root: call.root, reducer, signature: call.signature }
    }

    pub(crate) fn of_comm(call: &CommCall) -> Self {
        Self::MakeComm(match call {
            CommCall::Dup => "duplicate",
            CommCall::Split(_) => "split",
            CommCall::SplitHost(_) => "split by host",
            CommCall::Create(_) => "create",
            CommCall::CreateGroup { .. } => "create from group",
        })
    }

    /// In which way two ranks disagree, if they do.
    pub(crate) fn disagreement(self, other: Self) -> Option<&'static str> {
        match (self, other) {
            (
                Self::Operation { operation: a, root: root_a, reducer: red_a, signature: sig_a },
                Self::Operation { operation: b, root: root_b, reducer: red_b, signature: sig_b },
            ) => {
                if a != b {
                    Some("different operations")
                } else if root_a != root_b {
                    Some("different roots")
                } else if red_a.is_some() && red_b.is_some() && red_a != red_b {
                    Some("different reduction operations or types")
                } else if sig_a != 0 && sig_b != 0 && sig_a != sig_b {
                    Some("different type signatures")
                } else {
                    None
                }
            }
            (Self::MakeComm(a), Self::MakeComm(b)) if a == b => None,
            _ => Some("different operations"),
        }
    }
}

/// `MPI_Comm_create_group` under way: collective over the group alone.
struct GroupCall {
    parent: CommId,
    members: Box<[u32]>,
    tag: i32,
    arrived: Vec<(ActorId, Slot)>,
}

/// A communicator that has been made: who gets it.
pub(crate) struct Made {
    pub(crate) requests: Vec<(ActorId, Slot, CommId)>,
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
            started: Vec::new(),
            under_way: VecDeque::new(),
            under_way_first: 0,
            persistent: BTreeMap::new(),
            persistent_starts: 0,
            nodes: None,
            freed_by: 0,
        }
    }

    /// Counts a rank into a start of a persistent collective: as [`Comms::start_collective`].
    fn start_persistent(&mut self, start: Start, started: Started) -> Result<u32, Started> {
        let size = self.group.size();
        let next = PERSISTENT | self.persistent_starts;
        let (number, entry) = self.persistent.entry(start).or_insert_with(|| (next, UnderWay::begun_by(started)));
        let number = *number;
        if entry.first.shape.disagreement(started.shape).is_some() {
            return Err(entry.first);
        }
        entry.arrived += 1;
        let complete = entry.arrived == size;
        if number == next {
            // Fewer than 2^31 starts fit any run; only those under way at one time must differ.
            self.persistent_starts = (self.persistent_starts + 1) % (PERSISTENT - 1);
        }
        if complete {
            self.persistent.remove(&start);
        }
        Ok(number)
    }

    fn nodes(&mut self, placement: &dyn Placement) -> &Nodes {
        let group = &self.group;
        self.nodes.get_or_insert_with(|| Box::new(Nodes::build(group, placement)))
    }

    /// How the ranks sit on hosts, as rank `rank` sees it in a level.
    pub(crate) fn locality(&mut self, level: Level, rank: u32, root: u32, placement: &dyn Placement) -> Locality {
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
        }
    }
}

impl Comms {
    /// The world of a job of `ranks` ranks.
    pub(crate) fn new(ranks: u32) -> Self {
        Self { comms: vec![Comm::new(Arc::new(Group::range(0, ranks)))], group_calls: Vec::new() }
    }

    #[inline]
    pub(crate) fn get(&self, comm: CommId) -> &Comm {
        &self.comms[comm.0 as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, comm: CommId) -> &mut Comm {
        &mut self.comms[comm.0 as usize]
    }

    fn add(&mut self, group: Group) -> CommId {
        self.comms.push(Comm::new(Arc::new(group)));
        CommId(self.comms.len() as u32 - 1)
    }

    /// Counts a rank into its next collective on `comm`, or into this start of a persistent one. Returns the
    /// collective's number, or what the first rank said if this one disagrees.
    pub(crate) fn start_collective(
        &mut self,
        comm: CommId,
        rank: u32,
        start: Option<Start>,
        started: Started,
    ) -> Result<u32, Started> {
        let comm = &mut self.comms[comm.0 as usize];
        if let Some(start) = start {
            return comm.start_persistent(start, started);
        }
        let size = comm.group.size();
        if comm.started.is_empty() {
            comm.started = vec![0; size as usize];
        }
        let number = comm.started[rank as usize];
        comm.started[rank as usize] += 1;
        if size == 1 {
            comm.under_way_first = number + 1;
            return Ok(number);
        }
        let at = (number - comm.under_way_first) as usize;
        if at == comm.under_way.len() {
            comm.under_way.push_back(UnderWay::begun_by(started));
        }
        let entry = &mut comm.under_way[at];
        if entry.first.shape.disagreement(started.shape).is_some() {
            return Err(entry.first);
        }
        entry.arrived += 1;
        while comm.under_way.front().is_some_and(|entry| entry.arrived == size && entry.making.is_none()) {
            comm.under_way.pop_front();
            comm.under_way_first += 1;
        }
        Ok(number)
    }

    /// Takes one rank's wish for a new communicator. When the last rank of the parent has come, makes the
    /// communicators and tells who gets which.
    pub(crate) fn make(
        &mut self,
        parent: CommId,
        rank: u32,
        number: u32,
        slot: Slot,
        call: CommCall,
        placement: &dyn Placement,
    ) -> Option<Made> {
        let comm = &mut self.comms[parent.0 as usize];
        let group = Arc::clone(&comm.group);
        let size = group.size() as usize;
        let wishes = if size == 1 {
            vec![(slot, call)]
        } else {
            let entry = &mut comm.under_way[(number - comm.under_way_first) as usize];
            let making = entry.making.get_or_insert_with(|| vec![None; size]);
            making[rank as usize] = Some((slot, call));
            if (entry.arrived as usize) < size {
                return None;
            }
            let wishes = entry.making.take().unwrap_or_default();
            while comm.under_way.front().is_some_and(|entry| entry.arrived as usize == size && entry.making.is_none())
            {
                comm.under_way.pop_front();
                comm.under_way_first += 1;
            }
            wishes.into_iter().map(|wish| wish.expect("every rank has come")).collect()
        };
        Some(self.make_all(&group, wishes, placement))
    }

    fn make_all(&mut self, group: &Group, wishes: Vec<(Slot, CommCall)>, placement: &dyn Placement) -> Made {
        // (colour, key, rank) of every rank; a colour is any number that members share.
        let mut colored: Vec<((u64, i64), u32)> = Vec::with_capacity(wishes.len());
        for (rank, (_, call)) in (0u32..).zip(&wishes) {
            let host = || u64::from(placement.endpoint(group.actor(rank)).host.0);
            match call {
                CommCall::Dup => colored.push(((0, 0), rank)),
                CommCall::Split(key) => {
                    if let Some(color) = key.color {
                        colored.push(((u64::from(color), i64::from(key.key)), rank));
                    }
                }
                CommCall::SplitHost(key) => {
                    if key.color.is_some() {
                        colored.push(((host(), i64::from(key.key)), rank));
                    }
                }
                CommCall::Create(members) => {
                    // Ranks may pass disjoint groups: a group is told by its first member, ranks by their places.
                    let own = group.actor(rank).0;
                    if let Some(place) = members.iter().position(|&member| member == own) {
                        colored.push(((u64::from(members[0]), place as i64), rank));
                    }
                }
                CommCall::CreateGroup { .. } => unreachable!("create_group is not collective over the parent"),
            }
        }
        colored.sort_unstable();
        let mut given: Vec<CommId> = vec![CommId::NULL; wishes.len()];
        for members in colored.chunk_by(|a, b| a.0.0 == b.0.0) {
            let table = members.iter().map(|&(_, rank)| group.actor(rank).0).collect();
            let comm = self.add(Group::table(table));
            members.iter().for_each(|&(_, rank)| given[rank as usize] = comm);
        }
        let requests = (0u32..)
            .zip(wishes.iter().zip(given))
            .map(|(rank, ((slot, _), comm))| (group.actor(rank), *slot, comm))
            .collect();
        Made { requests }
    }

    /// Takes one member's call of `MPI_Comm_create_group`; the last one makes the communicator.
    pub(crate) fn make_of_group(
        &mut self,
        parent: CommId,
        actor: ActorId,
        slot: Slot,
        members: Box<[u32]>,
        tag: i32,
    ) -> Option<Made> {
        let same = |call: &GroupCall| {
            call.parent == parent
                && call.tag == tag
                && call.members == members
                && call.arrived.iter().all(|&(other, _)| other != actor)
        };
        let at = match self.group_calls.iter().position(same) {
            Some(at) => at,
            None => {
                self.group_calls.push(GroupCall { parent, members, tag, arrived: Vec::new() });
                self.group_calls.len() - 1
            }
        };
        let call = &mut self.group_calls[at];
        call.arrived.push((actor, slot));
        if call.arrived.len() < call.members.len() {
            return None;
        }
        let call = self.group_calls.remove(at);
        let comm = self.add(Group::table(call.members.into_vec()));
        Some(Made { requests: call.arrived.into_iter().map(|(actor, slot)| (actor, slot, comm)).collect() })
    }

    /// Counts a rank's `MPI_Comm_free`; the tables go with the last one.
    pub(crate) fn free(&mut self, comm: CommId) {
        let comm = &mut self.comms[comm.0 as usize];
        comm.freed_by += 1;
        if comm.freed_by == comm.group.size() {
            comm.nodes = None;
            comm.started = Vec::new();
        }
    }

    /// Collectives that some ranks have reached and others have not: (communicator, first rank's words, arrived,
    /// size).
    pub(crate) fn incomplete(&self) -> impl Iterator<Item = (CommId, Started, u32, u32)> + '_ {
        (0u32..).zip(&self.comms).flat_map(|(id, comm)| {
            let size = comm.group.size();
            comm.under_way
                .iter()
                .chain(comm.persistent.values().map(|(_, entry)| entry))
                .filter(move |entry| entry.arrived < size)
                .map(move |entry| (CommId(id), entry.first, entry.arrived, size))
        })
    }
}
