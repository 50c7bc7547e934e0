//! A simple executor of schedules for tests: runs all ranks in one loop with real data, and keeps messages in hash maps.

use super::cases::{Case, reduce};
use crate::collectives::{by_host_first, inter, of};
use crate::schedule::{
    Algorithm, Batch, Context, Generator, Level, Loc, Locality, Named, Next, RemoteGroup, Space, StridedCopy, Vertex,
};
use crate::selectors::Choice;
use ops::CollectiveCall;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Debug;

/// Which host each rank is on.
#[derive(Clone)]
pub(super) struct RankHosts {
    hosts: Vec<u32>,
    // The ranks by host, hosts in the order of their first ranks.
    nodes: Vec<Vec<u32>>,
    // The same in one list.
    by_host: Vec<u32>,
    // By rank: the place of its host in `nodes`, and its own there.
    places: Vec<(usize, u32)>,
    consecutive: bool,
}

impl std::fmt::Debug for RankHosts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "hosts {:?}", self.hosts)
    }
}

impl RankHosts {
    pub(super) fn new(size: u32, host: impl Fn(u32) -> u32) -> Self {
        Self::of((0..size).map(host).collect())
    }

    fn of(hosts: Vec<u32>) -> Self {
        let mut nodes: Vec<Vec<u32>> = Vec::new();
        let mut places = Vec::new();
        for (&host, rank) in hosts.iter().zip(0..) {
            let node = nodes.iter().position(|node| hosts[node[0] as usize] == host).unwrap_or(nodes.len());
            if node == nodes.len() {
                nodes.push(Vec::new());
            }
            places.push((node, nodes[node].len() as u32));
            nodes[node].push(rank);
        }
        let consecutive = nodes.iter().all(|node| node.windows(2).all(|pair| pair[1] == pair[0] + 1));
        let by_host = nodes.concat();
        Self { hosts, nodes, by_host, places, consecutive }
    }

    /// The ranks of a level that a rank is in.
    fn members(&self, level: Level, rank: u32) -> Vec<u32> {
        match level {
            Level::All => (0..self.hosts.len() as u32).collect(),
            Level::Host => self.nodes[self.places[rank as usize].0].clone(),
            Level::Leaders => self.nodes.iter().map(|node| node[0]).collect(),
            Level::Peers => self.peers(rank),
            Level::LocalGroup => panic!("only an intercommunicator has groups"),
            Level::New => panic!("no algorithm makes communicators"),
        }
    }

    /// The ranks of a rank's index on their hosts.
    fn peers(&self, rank: u32) -> Vec<u32> {
        let index = self.places[rank as usize].1;
        (0..self.places.len() as u32).filter(|&other| self.places[other as usize].1 == index).collect()
    }

    /// The ranks host by host.
    pub(super) fn by_host(&self) -> &[u32] {
        &self.by_host
    }

    pub(super) fn locality(&self, rank: u32, root: u32) -> Locality {
        let (node, index_on_host) = self.places[rank as usize];
        let (root_host, root_index_on_host) = self.places[root as usize];
        Locality {
            hosts: self.nodes.len() as u32,
            ranks_per_host_max: self.nodes.iter().map(Vec::len).max().unwrap() as u32,
            consecutive: self.consecutive,
            balanced: self.nodes.iter().all(|node| node.len() == self.nodes[0].len()),
            ranks_on_host: self.nodes[node].len() as u32,
            index_on_host,
            host: node as u32,
            leader: self.nodes[node][0],
            previous_leader: self.nodes[node.saturating_sub(1)][0],
            root_host: root_host as u32,
            root_index_on_host,
            root_peer: self.peers(root).iter().position(|&peer| peer == root).unwrap() as u32,
        }
    }
}

/// When a send is done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Delivery {
    /// At once; its bytes are read when it starts.
    Eager,
    /// When it is matched; its bytes are read then.
    Synchronous,
}

pub(super) struct Memory {
    pub(super) send: Vec<u8>,
    pub(super) recv: Vec<u8>,
}

/// A place in memory that no longer depends on the schedule it was named in.
#[derive(Clone, Copy, PartialEq)]
enum Base {
    Send,
    Recv,
    Scratch(usize),
}

type BaseOffset = (Base, u64);

struct Schedule {
    // Among all, those of both groups of an intercommunicator.
    rank: u32,
    members: Vec<u32>,
    // To whom messages go: the members, or the other group.
    peers: Vec<u32>,
    remote: Option<RemoteGroup>,
    call: CollectiveCall,
    locality: Locality,
    // Whether it is on part of the ranks; non-blocking; its channel.
    part: bool,
    nonblocking: bool,
    channel: u32,
    send: Option<BaseOffset>,
    recv: Option<BaseOffset>,
    generator: Box<dyn Generator>,
    scratch: Vec<u8>,
    vertices: Vec<(Vertex, Vec<u16>, State)>,
    // When each vertex of the batch ended, and when the batch started (see `LATENCY`).
    ends: Vec<u64>,
    start: u64,
    last: bool,
    parent: Option<(usize, usize)>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Waiting,
    Started,
    Done,
}

/// α of the Hockney model (R. Hockney, Parallel Computing 20(3), 1994) with reductions: a message of n bytes takes α + nβ,
/// a reduction nγ. Messages do not contend. α is 10^12, β 10^6 and γ 1, so that a time shows how many there are of each.
pub(super) const LATENCY: u64 = 1_000_000_000_000;
/// β; see [`LATENCY`].
pub(super) const PER_BYTE: u64 = 1_000_000;

struct Posted {
    schedule: usize,
    vertex: usize,
    // Of an eager send.
    data: Option<Vec<u8>>,
    arrival: u64,
}

/// Sender, receiver, (channel, tag).
type Key = (u32, u32, (u32, u32));

#[derive(Default)]
struct Channel {
    sends: VecDeque<Posted>,
    recvs: VecDeque<(usize, usize)>,
}

/// What a schedule inherits from the one that it is inside of.
#[derive(Default)]
struct Under {
    parent: Option<(usize, usize)>,
    part: bool,
    nonblocking: bool,
    channel: u32,
}

/// A run of one case.
pub(super) struct Run<'c> {
    case: &'c dyn Debug,
    commutative: bool,
    size: u32,
    // The number of ranks of the low group; all of them on an intracommunicator.
    low: u32,
    hosts_of: &'c RankHosts,
    delivery: Delivery,
    pub(super) memory: Vec<Memory>,
    schedules: Vec<Schedule>,
    // By (sender, receiver, (channel, tag)), as the engine matches.
    channels: BTreeMap<Key, Channel>,
    held: Option<u32>,
    // Of the algorithm under test; none: the defaults.
    parameters: Option<u64>,
    /// Whether that is one that sends messages to oneself.
    to_self: bool,
    finished: u32,
    pub(super) messages: u64,
    pub(super) bytes: u64,
    /// When the last rank ended.
    pub(super) end: u64,
}

impl<'c> Run<'c> {
    pub(super) fn new(
        case: &'c Case,
        hosts_of: &'c RankHosts,
        algorithm: &'static Algorithm,
        calls: &[CollectiveCall],
        delivery: Delivery,
    ) -> Self {
        Self::with(case, hosts_of, algorithm, calls, delivery, None)
    }

    /// With all parameters of the algorithm set to a value.
    pub(super) fn with(
        case: &'c Case,
        hosts_of: &'c RankHosts,
        algorithm: &'static Algorithm,
        calls: &[CollectiveCall],
        delivery: Delivery,
        parameters: Option<u64>,
    ) -> Self {
        let buffers = (0..case.size).map(|rank| case.buffers(rank)).collect();
        let mut run = Self::empty(case, case.commutative, buffers, hosts_of, delivery);
        run.parameters = parameters;
        run.to_self = algorithm.name == "scattered_self";
        for (call, rank) in calls.iter().zip(0..) {
            let members = hosts_of.members(Level::All, rank);
            let locality = hosts_of.locality(rank, case.root);
            let places = (Some((Base::Send, 0)), Some((Base::Recv, 0)));
            let (of, named) = ((members.clone(), members), Named::from(algorithm.name));
            run.add(rank, of, call.clone(), locality, places, Some((algorithm, &named)), Under::default());
        }
        run
    }

    /// A run between two groups, the first `low` ranks and the others, without its calls.
    pub(super) fn between(
        case: &'c dyn Debug,
        commutative: bool,
        low: u32,
        buffers: Vec<(Vec<u8>, Vec<u8>)>,
        hosts_of: &'c RankHosts,
        delivery: Delivery,
    ) -> Self {
        let mut run = Self::empty(case, commutative, buffers, hosts_of, delivery);
        run.low = low;
        run
    }

    /// Makes the calls of a run between two groups.
    pub(super) fn call(
        mut self,
        algorithm: &'static Algorithm,
        calls: &[CollectiveCall],
        parameters: Option<u64>,
    ) -> Self {
        self.parameters = parameters;
        for (call, rank) in calls.iter().zip(0..) {
            let places = (Some((Base::Send, 0)), Some((Base::Recv, 0)));
            let (members, peers) = self.sides(rank);
            let locality = self.locality_within(&members, rank, 0);
            let (named, under) = (Named::from(algorithm.name), Under { part: true, ..Under::default() });
            self.add(rank, (members, peers), call.clone(), locality, places, Some((algorithm, &named)), under);
        }
        self
    }

    fn empty(
        case: &'c dyn Debug,
        commutative: bool,
        buffers: Vec<(Vec<u8>, Vec<u8>)>,
        hosts_of: &'c RankHosts,
        delivery: Delivery,
    ) -> Self {
        let size = buffers.len() as u32;
        Self {
            case,
            commutative,
            size,
            low: size,
            hosts_of,
            delivery,
            memory: buffers.into_iter().map(|(send, recv)| Memory { send, recv }).collect(),
            schedules: Vec::new(),
            channels: BTreeMap::new(),
            held: None,
            parameters: None,
            to_self: false,
            finished: 0,
            messages: 0,
            bytes: 0,
            end: 0,
        }
    }

    /// The own group of a rank and the other one.
    fn sides(&self, rank: u32) -> (Vec<u32>, Vec<u32>) {
        let (low, high) = ((0..self.low).collect(), (self.low..self.size).collect());
        if rank < self.low { (low, high) } else { (high, low) }
    }

    fn locality_within(&self, members: &[u32], rank: u32, root: u32) -> Locality {
        let hosts = members.iter().map(|&member| self.hosts_of.hosts[member as usize]).collect();
        let own = members.iter().position(|&member| member == rank).unwrap() as u32;
        RankHosts::of(hosts).locality(own, root)
    }

    /// Keeps a rank from starting.
    pub(super) fn hold(&mut self, rank: u32) {
        self.held = Some(rank);
    }

    /// Lets it start.
    pub(super) fn release(&mut self, rank: u32) {
        assert_eq!(self.held.take(), Some(rank));
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of a schedule")]
    fn add(
        &mut self,
        rank: u32,
        (members, peers): (Vec<u32>, Vec<u32>),
        call: CollectiveCall,
        locality: Locality,
        (send, recv): (Option<BaseOffset>, Option<BaseOffset>),
        algorithm: Option<(&'static Algorithm, &Named)>,
        under: Under,
    ) {
        let own = members.iter().position(|&member| member == rank).unwrap() as u32;
        let inter = members != peers;
        let remote = inter.then_some(RemoteGroup { size: peers.len() as u32, low: rank < self.low });
        let Under { parent, part, nonblocking, channel } = under;
        let (by_host, blocking) = (if part { &[][..] } else { self.hosts_of.by_host() }, !nonblocking);
        let size = members.len() as u32;
        let seen = Context { rank: own, size, remote, call: &call, locality, by_host, blocking, agreement: false };
        let named = algorithm.map(|algorithm| Choice::named(algorithm.0, algorithm.1));
        let Choice { algorithm, parameters } = named.unwrap_or_else(|| {
            let serves = |a: &&Algorithm| !by_host_first(a) && (a.precondition)(&seen).is_ok();
            let known = if inter { inter::of(call.operation) } else { of(call.operation) };
            Choice::named(known.iter().find(serves).unwrap(), &"".into())
        });
        let set = self.parameters.filter(|_| parent.is_none());
        let parameters = parameters.iter().map(|own| set.unwrap_or(*own)).collect::<Vec<_>>();
        let generator = crate::collectives::build(algorithm, &seen, &parameters);
        self.schedules.push(Schedule {
            rank,
            members,
            peers,
            remote,
            call,
            locality,
            part,
            nonblocking,
            channel,
            send,
            recv,
            generator,
            scratch: Vec::new(),
            vertices: Vec::new(),
            ends: Vec::new(),
            start: parent.map_or(0, |(schedule, vertex)| self.ready(schedule, vertex)),
            last: false,
            parent,
        });
    }

    fn place(&self, schedule: usize, loc: Loc) -> BaseOffset {
        let base = match loc.space() {
            Space::Send => self.schedules[schedule].send.expect("a send buffer is there"),
            Space::Recv => self.schedules[schedule].recv.expect("a receive buffer is there"),
            Space::Scratch => (Base::Scratch(schedule), 0),
            Space::Nowhere => panic!("there is no memory"),
        };
        (base.0, base.1 + loc.offset())
    }

    fn bytes_mut(&mut self, rank: u32, (base, offset): BaseOffset, bytes: u64) -> &mut [u8] {
        let memory = &mut self.memory[rank as usize];
        let all = match base {
            Base::Send => &mut memory.send,
            Base::Recv => &mut memory.recv,
            Base::Scratch(schedule) => &mut self.schedules[schedule].scratch,
        };
        &mut all[offset as usize..(offset + bytes) as usize]
    }

    fn read(&mut self, schedule: usize, loc: Loc, bytes: u64) -> Vec<u8> {
        if bytes == 0 || loc.space() == Space::Nowhere {
            return vec![0; bytes as usize];
        }
        let place = self.place(schedule, loc);
        self.bytes_mut(self.schedules[schedule].rank, place, bytes).to_vec()
    }

    fn write(&mut self, schedule: usize, loc: Loc, data: &[u8]) {
        if !data.is_empty() && loc.space() != Space::Nowhere {
            let place = self.place(schedule, loc);
            self.bytes_mut(self.schedules[schedule].rank, place, data.len() as u64).copy_from_slice(data);
        }
    }

    /// Operands of one vertex must not overlap: the engine promises nothing if they do.
    fn assert_apart(&self, schedule: usize, a: Loc, b: Loc, bytes: u64) {
        if bytes > 0 {
            let ((base_a, at_a), (base_b, at_b)) = (self.place(schedule, a), self.place(schedule, b));
            assert!(base_a != base_b || at_a.abs_diff(at_b) >= bytes, "operands overlap: {:?}", self.case);
        }
    }

    /// Runs to the end; panics if the ranks wait for each other for ever.
    pub(super) fn finish(mut self) -> Self {
        self.progress_all();
        assert_eq!(self.finished, self.size, "deadlock: {:?} {:?}", self.case, self.hosts_of);
        for channel in self.channels.values() {
            assert!(channel.sends.is_empty() && channel.recvs.is_empty(), "a message is left: {:?}", self.case);
        }
        self
    }

    /// Does all that can be done; returns how many ranks have ended.
    pub(super) fn progress_all(&mut self) -> u32 {
        let mut ended = vec![false; self.schedules.len()];
        loop {
            let mut moved = false;
            for schedule in 0..self.schedules.len() {
                ended.resize(self.schedules.len(), false);
                if ended[schedule] || Some(self.schedules[schedule].rank) == self.held {
                    continue;
                }
                let (progressed, over) = self.progress(schedule);
                moved |= progressed;
                ended[schedule] = over;
                if over && self.schedules[schedule].parent.is_none() {
                    self.finished += 1;
                }
            }
            if !moved {
                return self.finished;
            }
        }
    }

    /// Starts what can start in one schedule; (whether anything happened, whether it has ended).
    fn progress(&mut self, schedule: usize) -> (bool, bool) {
        let state = &self.schedules[schedule];
        if state.vertices.iter().all(|(.., state)| *state == State::Done) {
            if state.last {
                let end = state.ends.iter().copied().max().unwrap_or(0).max(state.start);
                match state.parent {
                    Some((parent, vertex)) => self.done(parent, vertex, end),
                    None => self.end = self.end.max(end),
                }
                return (true, true);
            }
            self.resume(schedule);
            return (true, false);
        }
        let mut moved = false;
        for vertex in 0..self.schedules[schedule].vertices.len() {
            let vertices = &self.schedules[schedule].vertices;
            let ready = vertices[vertex].1.iter().all(|&earlier| vertices[earlier as usize].2 == State::Done);
            if vertices[vertex].2 == State::Waiting && ready {
                moved = true;
                self.schedules[schedule].vertices[vertex].2 = State::Started;
                self.start(schedule, vertex);
            }
        }
        (moved, false)
    }

    fn resume(&mut self, schedule: usize) {
        let state = &mut self.schedules[schedule];
        let own = state.members.iter().position(|&member| member == state.rank).unwrap() as u32;
        let (size, locality) = (state.members.len() as u32, state.locality);
        let by_host = if state.part { &[] } else { self.hosts_of.by_host() };
        let (remote, call, blocking) = (state.remote, &state.call, !state.nonblocking);
        let seen = Context { rank: own, size, remote, call, locality, by_host, blocking, agreement: false };
        let mut batch = Batch::default();
        state.last = state.generator.resume(&seen, &mut batch) == Next::Last;
        if batch.scratch > state.scratch.len() as u64 {
            state.scratch.resize(batch.scratch as usize, 0xC5);
        }
        let waits_for = |later: u16| {
            let edges = batch.edges.iter().filter(move |edge| edge.1 == later);
            edges.map(|edge| edge.0).collect::<Vec<_>>()
        };
        let vertices = (0..).zip(&batch.vertices).map(|(own, (vertex, count))| {
            let earlier = waits_for(own);
            assert_eq!(earlier.len(), usize::from(*count));
            (vertex.clone(), earlier, State::Waiting)
        });
        state.vertices = vertices.collect();
        state.start = state.ends.iter().copied().max().unwrap_or(0).max(state.start);
        state.ends = vec![0; state.vertices.len()];
    }

    /// When a vertex can start: the end of all that it waits for.
    fn ready(&self, schedule: usize, vertex: usize) -> u64 {
        let state = &self.schedules[schedule];
        state.vertices[vertex].1.iter().map(|&earlier| state.ends[usize::from(earlier)]).max().unwrap_or(state.start)
    }

    fn done(&mut self, schedule: usize, vertex: usize, end: u64) {
        self.schedules[schedule].vertices[vertex].2 = State::Done;
        self.schedules[schedule].ends[vertex] = end;
    }

    fn start(&mut self, schedule: usize, vertex: usize) {
        match self.schedules[schedule].vertices[vertex].0.clone() {
            Vertex::Send { to, tag, from, bytes } => self.start_send(schedule, vertex, (to, tag), from, bytes),
            Vertex::Recv { from, tag, .. } => {
                let state = &self.schedules[schedule];
                let key = (state.peers[from as usize], state.rank, (state.channel, tag));
                self.channels.entry(key).or_default().recvs.push_back((schedule, vertex));
                self.match_up(key);
            }
            Vertex::Copy { from, to, bytes } => {
                self.assert_apart(schedule, from, to, bytes);
                let data = self.read(schedule, from, bytes);
                self.write(schedule, to, &data);
                self.done(schedule, vertex, self.ready(schedule, vertex));
            }
            Vertex::CopyStrided(copy) => {
                let StridedCopy { from, from_stride, to, to_stride, bytes, blocks } = *copy;
                for block in 0..blocks {
                    let data = self.read(schedule, from.stepped(from_stride, block), bytes);
                    self.write(schedule, to.stepped(to_stride, block), &data);
                }
                self.done(schedule, vertex, self.ready(schedule, vertex));
            }
            Vertex::Reduce { input, inout, count } => {
                let bytes = count * self.schedules[schedule].call.element_bytes;
                self.assert_apart(schedule, input, inout, bytes);
                let (left, mut right) = (self.read(schedule, input, bytes), self.read(schedule, inout, bytes));
                reduce(self.commutative, &left, &mut right);
                self.write(schedule, inout, &right);
                self.done(schedule, vertex, self.ready(schedule, vertex) + bytes);
            }
            Vertex::Sub(call) => self.start_sub(schedule, vertex, &call),
            Vertex::File(_) | Vertex::Ring { .. } => {
                panic!("collective operations access no files and make no communicators")
            }
            Vertex::Compute(_) | Vertex::Delay(_) | Vertex::Pack { .. } => {
                self.done(schedule, vertex, self.ready(schedule, vertex))
            }
        }
    }

    fn start_send(&mut self, schedule: usize, vertex: usize, (to, tag): (u32, u32), from: Loc, bytes: u64) {
        self.messages += 1;
        self.bytes += bytes;
        let state = &self.schedules[schedule];
        let key = (state.rank, state.peers[to as usize], (state.channel, tag));
        let may = state.call.operation.among_neighbours() || self.to_self;
        assert!(may || key.0 != key.1, "a message to oneself: {:?}", self.case);
        let data = (self.delivery == Delivery::Eager).then(|| self.read(schedule, from, bytes));
        let arrival = self.ready(schedule, vertex) + LATENCY + bytes * PER_BYTE;
        if data.is_some() {
            self.done(schedule, vertex, arrival);
        }
        self.channels.entry(key).or_default().sends.push_back(Posted { schedule, vertex, data, arrival });
        self.match_up(key);
    }

    fn match_up(&mut self, key: Key) {
        let channel = self.channels.get_mut(&key).unwrap();
        if channel.sends.is_empty() || channel.recvs.is_empty() {
            return;
        }
        let (sent, (schedule, vertex)) = (channel.sends.pop_front().unwrap(), channel.recvs.pop_front().unwrap());
        let data = sent.data.unwrap_or_else(|| {
            let Vertex::Send { from, bytes, .. } = self.schedules[sent.schedule].vertices[sent.vertex].0 else {
                panic!("only sends are in channels")
            };
            let data = self.read(sent.schedule, from, bytes);
            self.done(sent.schedule, sent.vertex, sent.arrival);
            data
        });
        let Vertex::Recv { into, bytes, .. } = self.schedules[schedule].vertices[vertex].0 else {
            panic!("only receives are in channels")
        };
        assert_eq!(data.len() as u64, bytes, "a message has another length than its receive: {:?}", self.case);
        self.write(schedule, into, &data);
        self.done(schedule, vertex, self.ready(schedule, vertex).max(sent.arrival));
    }

    fn start_sub(&mut self, schedule: usize, vertex: usize, sub: &crate::schedule::SubCall) {
        let state = &self.schedules[schedule];
        let rank = state.rank;
        let (members, peers) = match (state.remote, sub.level) {
            (Some(_), Level::LocalGroup) => (state.members.clone(), state.members.clone()),
            (Some(_), Level::All) => (state.members.clone(), state.peers.clone()),
            (None, Level::All) => (state.members.clone(), state.members.clone()),
            _ => {
                assert_eq!(state.members.len(), self.size as usize, "levels do not nest");
                let members = self.hosts_of.members(sub.level, rank);
                (members.clone(), members)
            }
        };
        let root = if members == peers { sub.root } else { 0 };
        let locality = self.locality_within(&members, rank, root);
        let call = CollectiveCall {
            operation: sub.operation,
            root: sub.root,
            count: sub.count,
            element_bytes: sub.element_bytes,
            in_place: sub.in_place,
            vectors: sub.vectors.clone(),
            send: ops::Buffer::of_bytes(sub.own_bytes),
            recv: ops::Buffer::of_bytes(sub.own_bytes),
            ..state.call.clone()
        };
        let places = (sub.send.map(|loc| self.place(schedule, loc)), sub.recv.map(|loc| self.place(schedule, loc)));
        let named = sub.algorithm.as_ref();
        let algorithm = named.map(|named| (crate::collectives::find(sub.operation, named.name).unwrap(), named));
        assert!(sub.channel == 0 || state.channel == 0, "channels do not nest");
        let under = Under {
            parent: Some((schedule, vertex)),
            part: state.part || state.remote.is_some() || sub.level != Level::All,
            nonblocking: state.nonblocking || sub.nonblocking,
            channel: state.channel.max(sub.channel),
        };
        self.add(rank, (members, peers), call, locality, places, algorithm, under);
    }
}
