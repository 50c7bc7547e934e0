//! Detects deadlock and livelock and explains them, and lists what a finished run has left behind (unreceived messages, pending
//! requests).
//!
//! The wait-for graph has AND edges (`MPI_Waitall`: every peer is needed) and OR edges (`MPI_Waitany`, any source: one is
//! enough). The report shows a *knot* of this graph: a set of ranks in which each rank waits only for ranks of the set, or for
//! ranks that have finished. So none of the set can ever continue.

use crate::diagnosis::{BLOCKED_MAX, Blocked, Diagnosis};
use crate::engine::Engine;
use crate::ids::ReceiveId;
use crate::message::comm_of;
use crate::request::{RequestKind, WaitCondition, Waiting};
use crate::result::Outcome;
use crate::waits_for::WaitsFor;
use ops::{ANY, Post, Protocol, RequestId, RequestSet, WaitMode};
use petgraph::Graph;
use petgraph::algo::tarjan_scc;
use units::ActorId;

/// With more ranks the graph of "any rank" edges is not built.
const KNOT_RANKS_MAX: usize = 1024;

/// The edges of one rank in the wait-for graph: it needs each of `all`, and one of each set in `any`.
#[derive(Default)]
struct Needs {
    all: Vec<u32>,
    any: Vec<Vec<u32>>,
    text: String,
}

impl Needs {
    /// And what one request or probe waits for.
    fn add(&mut self, WaitsFor { ranks, any, text }: WaitsFor) {
        if any {
            self.any.push(ranks);
        } else {
            self.all.extend(ranks);
        }
        self.text = text;
    }
}

impl Engine<'_> {
    /// Ends the run with the reason why nothing can happen any more.
    pub(crate) fn diagnose(&mut self) {
        let livelock = self.core.pollers.any();
        let exceeds_range = self.core.kernel.exceeds_time_range();
        let stuck: Vec<u32> = (0u32..)
            .zip(self.core.actors.iter())
            .filter(|(_, actor)| !actor.life.done && actor.thread.of.is_none())
            .map(|(rank, _)| rank)
            .collect();
        let needs: Vec<Needs> = stuck.iter().map(|&rank| self.needs(rank)).collect();
        // Where time has run out nobody is to blame.
        let knot = if exceeds_range { Vec::new() } else { self.knot(&stuck, &needs) };
        // Ranks of the knot first: they are the reason, others merely suffer from it.
        let mut order: Vec<usize> = (0..stuck.len()).collect();
        order.sort_by_key(|&at| (!knot.contains(&stuck[at]), stuck[at]));
        let mut blocked = Vec::new();
        for &at in order.iter().take(BLOCKED_MAX) {
            let (function, site) = self.core.actors.call_of(self.stuck_thread(stuck[at]));
            let site = self.core.driver.describe_site(site);
            blocked.push(Blocked { rank: stuck[at], function, site, waits_for: needs[at].text.clone() });
        }
        blocked.sort_by_key(|blocked| blocked.rank);
        let kind = match (exceeds_range, livelock) {
            (true, _) => "out of time: pending operations end after 213 days, the maximum simulated time;",
            (false, true) => "livelock: ranks poll for something that cannot happen;",
            (false, false) => "deadlock:",
        };
        let ended = if exceeds_range { Vec::new() } else { self.ended_early(&stuck, &needs, &knot) };
        let mut finding = if ended.is_empty() { kind.to_owned() } else { self.describe_ended(&ended) };
        finding.push_str(&format!(
            " {} of {} ranks can't go on at simulated time {} s",
            stuck.len(),
            self.core.actors.ranks(),
            self.core.kernel.now().seconds()
        ));
        for (comm, first, arrived, size) in self.core.comms.incomplete().take(3) {
            finding.push_str(&format!(
                "; of communicator {} only {arrived} of {size} ranks have entered a collective that rank {} began with {}",
                comm.0,
                first.actor,
                first.function.name()
            ));
        }
        let more = (stuck.len() - blocked.len()) as u32;
        let knot = if ended.is_empty() { knot } else { Vec::new() };
        self.core.outcome = Some(Outcome::Failed(Diagnosis { finding, blocked, more, knot, worlds: Vec::new() }));
    }

    /// Ranks that have ended without `MPI_Finalize` and that the knot waits for, if there is one, or else anybody.
    fn ended_early(&self, stuck: &[u32], needs: &[Needs], knot: &[u32]) -> Vec<u32> {
        let of_knot = |rank: &u32| knot.is_empty() || knot.contains(rank);
        let needs = stuck.iter().zip(needs).filter(|(rank, _)| of_knot(rank)).map(|(_, need)| need);
        let needed = needs.flat_map(|need| need.all.iter().chain(need.any.iter().flatten()).copied());
        let has_left = |rank: &u32| self.core.actors[ActorId(*rank)].life.ended_early();
        let mut ended: Vec<u32> = needed.filter(has_left).collect();
        ended.sort_unstable();
        ended.dedup();
        ended
    }

    /// How ranks have ended that others wait for.
    fn describe_ended(&mut self, ended: &[u32]) -> String {
        let mut told = Vec::new();
        let mut cut_text: Option<Box<str>> = None;
        for &rank in ended.iter().take(3) {
            if let Some(cut) = self.core.actors[ActorId(rank)].life.cut.clone() {
                let ends = self.core.describe_cut(rank, &cut);
                // The same file is named once.
                let same = cut_text.as_ref() == Some(&cut.text);
                told.push(if same { ends } else { format!("{}: {ends}", cut.text) });
                cut_text = Some(cut.text);
                continue;
            }
            let actor = &self.core.actors[ActorId(rank)];
            let without = if actor.life.opened { "MPI_Finalize" } else { "MPI_Init" };
            let status = actor.life.exit.unwrap_or(0);
            told.push(match actor.life.exit_call.as_deref().map(|(site, call)| (*site, call.clone())) {
                Some((site, call)) => {
                    let place = self.core.driver.describe_site(site);
                    format!("rank {rank} called {call} at {place} without {without}")
                }
                None => format!("rank {rank} returned {status} from main without {without}"),
            });
        }
        if ended.len() > told.len() {
            told.push(format!("{} more ranks likewise", ended.len() - told.len()));
        }
        format!("{}: others wait for it:", told.join(", "))
    }

    /// The first thread of a rank that waits in MPI: others may wait for it.
    fn stuck_thread(&self, rank: u32) -> ActorId {
        let waits = |id: &ActorId| self.core.actors[*id].waiting.is_some();
        self.core.actors.threads_of(ActorId(rank)).find(waits).unwrap_or(ActorId(rank))
    }

    fn needs(&self, rank: u32) -> Needs {
        let mut needs = Needs::default();
        let actor = &self.core.actors[self.stuck_thread(rank)];
        match actor.waiting.as_ref() {
            Some(Waiting { condition: WaitCondition::Requests { set, mode, .. }, .. }) => {
                needs = self.needs_of_requests(rank, set, *mode);
            }
            Some(Waiting { condition: WaitCondition::Probe { comm, envelope, .. }, .. }) => {
                needs.add(self.waits_for_message(rank, *comm, envelope.source, envelope.tag));
            }
            // One of the polls has to find something.
            Some(Waiting { condition: WaitCondition::Polls, .. }) => {
                let polls = actor.polls_in_turn().map(|post| match post {
                    Post::Test { set, mode, .. } => self.needs_of_requests(rank, set, *mode),
                    Post::Probe { comm, source, tag, .. } => {
                        let mut needs = Needs::default();
                        needs.add(self.waits_for_message(rank, *comm, *source, *tag));
                        needs
                    }
                    _ => Needs::default(),
                });
                let (mut ranks, mut texts) = (Vec::new(), Vec::new());
                for poll in polls {
                    ranks.extend(poll.all.into_iter().chain(poll.any.into_iter().flatten()));
                    texts.push(poll.text);
                }
                needs.any.push(ranks);
                needs.text = texts.join(" or ");
            }
            Some(&Waiting { condition: WaitCondition::Receive { receive, .. }, .. }) => {
                needs.add(self.waits_for_receive(rank, receive));
            }
            Some(&Waiting { condition: WaitCondition::Partition { request, partition }, .. }) => {
                if let Some(WaitsFor { ranks, text, .. }) = self.waits_for(rank, request) {
                    needs.all.extend(ranks);
                    needs.text = format!("partition {partition}: {text}");
                }
            }
            None if self.core.kernel.exceeds_time_range() => needs.text = "what it computes".to_owned(),
            None => needs.text = "its turn".to_owned(),
        }
        needs
    }

    /// The needs of a rank that waits for requests.
    fn needs_of_requests(&self, rank: u32, set: &RequestSet, mode: WaitMode) -> Needs {
        let mut needs = Needs::default();
        let (mut parts, mut alternatives) = (Vec::new(), Vec::new());
        for &request in set.ids() {
            let Some(WaitsFor { ranks, any, text }) = self.waits_for(rank, request) else { continue };
            if parts.len() < 4 {
                parts.push(text);
            } else if parts.len() == 4 {
                parts.push("…".to_owned());
            }
            if mode != WaitMode::All {
                alternatives.extend(ranks);
            } else if any {
                needs.any.push(ranks);
            } else {
                needs.all.extend(ranks);
            }
        }
        if mode != WaitMode::All {
            needs.any.push(alternatives);
        }
        let joint = if mode == WaitMode::All { " and " } else { " or " };
        needs.text = parts.join(joint);
        needs
    }

    /// What a request waits for; none if it is complete.
    fn waits_for(&self, rank: u32, request: RequestId) -> Option<WaitsFor> {
        match self.core.actors[ActorId(rank)].requests.kind(request)? {
            RequestKind::Send(message) => {
                let message = &self.messages.messages[message];
                let how = match message.protocol {
                    Protocol::Rendezvous => " to be received (rendezvous)",
                    _ if message.waits_for_receive() => " to be received",
                    _ => "",
                };
                let peer = message.destination.0;
                let text = format!("its send of {} bytes to rank {peer}, tag {},{how}", message.bytes, message.tag);
                Some(WaitsFor::all(vec![peer], text.trim_end_matches(',').to_owned()))
            }
            RequestKind::Receive(receive) => Some(self.waits_for_receive(rank, receive)),
            RequestKind::Schedule(id) => {
                let schedule = self.schedules.get(id);
                let (from, to) = schedule.waits_for();
                let peers = from.iter().chain(&to).map(|&peer| schedule.peer(&self.core.comms, peer).0);
                let ranks: Vec<u32> = peers.collect();
                let names: Vec<String> = ranks.iter().take(4).map(u32::to_string).collect();
                let text = if names.is_empty() {
                    "a collective operation among its hosts' ranks".to_owned()
                } else {
                    format!("a collective operation (next: rank {})", names.join(", "))
                };
                Some(WaitsFor::all(ranks, text))
            }
            RequestKind::Comm(comm, _) => {
                if let Some(members) = self.core.comms.waits_for_members(ActorId(rank), request) {
                    return Some(members);
                }
                if let Some(group) = self.core.comms.waits_for_group(comm) {
                    return Some(group);
                }
                let members = self.core.comms.find(comm).into_iter().flat_map(|comm| comm.group.actors());
                let members = members.map(|actor| actor.0);
                let missing = members.filter(|&other| other != rank && !self.makes_comm(other)).collect();
                Some(WaitsFor::all(missing, "the creation of a communicator".to_owned()))
            }
            RequestKind::NameServer => Some(WaitsFor::nobody("the name server".to_owned())),
            RequestKind::File(operation) => Some(self.files.waits_for(operation)),
            RequestKind::Window(window, reason) => Some(self.windows.waits_for(&self.core, rank, window, reason)),
            RequestKind::Partitioned(pair, sends) => Some(self.partitions.waits_for(rank, pair, sends)),
        }
    }

    fn makes_comm(&self, rank: u32) -> bool {
        let requests = &self.core.actors[ActorId(rank)].requests;
        let makes = |set: &RequestSet| {
            set.ids().iter().any(|&request| matches!(requests.kind(request), Some(RequestKind::Comm(..))))
        };
        self.core.actors.threads_of(ActorId(rank)).any(|id| match self.core.actors[id].waiting.as_ref() {
            Some(Waiting { condition: WaitCondition::Requests { set, .. }, .. }) => makes(set),
            Some(Waiting { condition: WaitCondition::Polls, .. }) => {
                self.core.actors[id].polls_in_turn().any(|post| matches!(post, Post::Test { set, .. } if makes(set)))
            }
            _ => false,
        })
    }

    fn waits_for_receive(&self, rank: u32, receive: ReceiveId) -> WaitsFor {
        let envelope = self.messages.receives[receive].envelope;
        self.waits_for_message(rank, comm_of(envelope.context_id), envelope.source, envelope.tag)
    }

    fn waits_for_message(&self, rank: u32, comm: ops::CommId, source: i32, tag: i32) -> WaitsFor {
        let with_tag = if tag == ANY { "any tag".to_owned() } else { format!("tag {tag}") };
        let Some(comm) = self.core.comms.find(comm) else {
            let text = format!("a message on a communicator that all its ranks have freed, {with_tag}");
            return WaitsFor::any(Vec::new(), text);
        };
        let group = comm.peers(ActorId(rank));
        if source == ANY {
            let others = group.actors().map(|actor| actor.0).filter(|&other| other != rank);
            let others = if group.size() as usize > KNOT_RANKS_MAX { Vec::new() } else { others.collect() };
            WaitsFor::any(others, format!("a message from any rank, {with_tag}"))
        } else {
            let peer = group.actor(source as u32).0;
            let end = if self.core.actors[ActorId(peer)].life.done { ", which has finished" } else { "" };
            WaitsFor::all(vec![peer], format!("a message from rank {peer}{end}, {with_tag}"))
        }
    }

    /// A set of stuck ranks that none of its members can leave: a strongly connected component without a way out
    /// (Tarjan's algorithm gives such a one first).
    fn knot(&self, stuck: &[u32], needs: &[Needs]) -> Vec<u32> {
        if stuck.len() > KNOT_RANKS_MAX {
            return Vec::new();
        }
        let mut graph: Graph<u32, ()> = Graph::with_capacity(stuck.len(), 0);
        let places: Vec<_> = stuck.iter().map(|&rank| graph.add_node(rank)).collect();
        for (&from, need) in places.iter().zip(needs) {
            for rank in need.all.iter().chain(need.any.iter().flatten()) {
                if let Ok(to) = stuck.binary_search(rank) {
                    graph.add_edge(from, places[to], ());
                }
            }
        }
        let mut knot: Vec<u32> =
            tarjan_scc(&graph).into_iter().next().unwrap_or_default().into_iter().map(|place| graph[place]).collect();
        knot.sort_unstable();
        knot
    }

    /// All ranks have finished: ranks that took no part, messages nobody received, requests nobody completed.
    pub(crate) fn warn_of_leftovers(&mut self) {
        let mut texts = Vec::new();
        let absent: Vec<ActorId> =
            self.core.ranks_here().filter(|&rank| !self.core.actors[rank].life.opened).collect();
        if let [first, ..] = absent[..]
            && absent.len() < self.core.actors.ranks()
        {
            let (count, all) = (absent.len(), self.core.actors.ranks());
            texts.push(format!(
                "{count} of {all} ranks never called MPI_Init, rank {first} first: with a real library the others would \
                 wait for them in MPI_Init"
            ));
        }
        let unreceived = self.messages.messages.iter().filter(|message| message.unreceived());
        let unreceived = unreceived.map(|message| (message.source, message.destination, message.bytes, message.tag));
        for (source, destination, bytes, tag) in unreceived.chain(self.schedules.unreceived()) {
            texts.push(format!(
                "rank {destination} has ended without receiving a message of {bytes} bytes from rank {source}, tag {tag}"
            ));
        }
        for (rank, actor) in self.core.actors.iter().enumerate() {
            let left = actor.requests.unreported();
            if left > 0 {
                let requests = if left == 1 { "request" } else { "requests" };
                texts.push(format!("rank {rank} has ended with {left} {requests} neither completed nor freed"));
            }
        }
        texts.into_iter().for_each(|text| self.core.warn(text));
    }
}
