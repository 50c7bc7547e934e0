//! What went wrong, in words: who waits for whom, in which call, at which line.
//!
//! A rank that waits for any of several others can go on with any one of them; one that waits for all needs each.
//! The report therefore shows a *knot* of the wait-for graph: a set of ranks of which each waits only for ranks in
//! the set (or for ranks that have finished), so that none can ever go on.

use crate::comm::CollectiveArrival;
use crate::dynamic::SpawnedWorld;
use crate::engine::{Engine, Outcome};
use crate::request::{RequestKind, WaitCondition, Waiting};
use ops::{ANY, Function, RequestId, WaitMode};
use petgraph::Graph;
use petgraph::algo::tarjan_scc;
use std::fmt;
use units::ActorId;

/// Why a run could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The finding, in one line.
    pub finding: String,
    /// The ranks that are blocked, ascending; at most 64.
    pub blocked: Vec<Blocked>,
    /// How many more are blocked.
    pub more: u32,
    /// The knot: ranks that wait for one another; empty where there is none to show.
    pub knot: Vec<u32>,
    /// Worlds that were started while the run was on: whose the ranks beyond those of the first are.
    pub worlds: Vec<SpawnedWorld>,
}

/// A blocked rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Which.
    pub rank: u32,
    /// In which call.
    pub function: Function,
    /// At which place of the program.
    pub site: String,
    /// For what.
    pub waits_for: String,
}

// So many blocked ranks are told one by one.
const BLOCKED_MAX: usize = 64;
// Beyond so many ranks the graph of "any rank" edges is not built.
const KNOT_RANKS_MAX: usize = 1024;

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.finding)?;
        for blocked in &self.blocked {
            let Blocked { rank, function, site, waits_for } = blocked;
            write!(f, "\n  rank {rank}: {} at {site} waits for {waits_for}", function.name())?;
        }
        if self.more > 0 {
            write!(f, "\n  and {} more", self.more)?;
        }
        if let [only] = self.knot[..] {
            write!(f, "\n  the knot: rank {only} waits for something that cannot happen")?;
        } else if !self.knot.is_empty() {
            let ranks: Vec<String> = self.knot.iter().take(BLOCKED_MAX).map(u32::to_string).collect();
            write!(f, "\n  the knot: ranks {} wait only for each other", ranks.join(", "))?;
        }
        for world in self.worlds.iter().take(BLOCKED_MAX) {
            write!(f, "\n  {world}")?;
        }
        Ok(())
    }
}

impl Diagnosis {
    /// One rank's misuse.
    pub(crate) fn of_rank(rank: ActorId, text: &str, place: &str) -> Self {
        Self {
            finding: format!("rank {rank}: {text}, at {place}"),
            blocked: Vec::new(),
            more: 0,
            knot: Vec::new(),
            worlds: Vec::new(),
        }
    }

    /// Two ranks that disagree about a collective.
    pub(crate) fn mismatch(first: CollectiveArrival, second: CollectiveArrival, places: &[String; 2]) -> Self {
        let how = first.shape.disagreement(second.shape).unwrap_or("different operations");
        let finding = format!(
            "collective mismatch ({how}): rank {} calls {} at {}, rank {} calls {} at {}",
            first.actor,
            first.function.name(),
            places[0],
            second.actor,
            second.function.name(),
            places[1]
        );
        Self { finding, blocked: Vec::new(), more: 0, knot: Vec::new(), worlds: Vec::new() }
    }
}

/// What one rank needs to go on: each of `all`, and one of each set in `any`.
#[derive(Default)]
struct Needs {
    all: Vec<u32>,
    any: Vec<Vec<u32>>,
    text: String,
}

impl Engine<'_> {
    /// Ends the run with the reason why nothing can happen any more.
    pub(crate) fn diagnose(&mut self) {
        let livelock = !self.parked_pollers.is_empty();
        let out_of_time = self.kernel.exceeds_time_range();
        let stuck: Vec<u32> = (0u32..)
            .zip(&self.actors)
            .filter(|(_, actor)| !actor.done && actor.thread.is_none())
            .map(|(rank, _)| rank)
            .collect();
        let needs: Vec<Needs> = stuck.iter().map(|&rank| self.needs(rank)).collect();
        // Where time has run out nobody is to blame.
        let knot = if out_of_time { Vec::new() } else { self.knot(&stuck, &needs) };
        // Ranks of the knot first: they are the reason, others merely suffer from it.
        let mut order: Vec<usize> = (0..stuck.len()).collect();
        order.sort_by_key(|&at| (!knot.contains(&stuck[at]), stuck[at]));
        let mut blocked = Vec::new();
        for &at in order.iter().take(BLOCKED_MAX) {
            let (function, site) = self.call_of(self.stuck_thread(stuck[at]));
            let site = self.driver.describe_site(site);
            blocked.push(Blocked { rank: stuck[at], function, site, waits_for: needs[at].text.clone() });
        }
        blocked.sort_by_key(|blocked| blocked.rank);
        let kind = match (out_of_time, livelock) {
            (true, _) => "out of time: pending operations end after 213 days, the maximum simulated time;",
            (false, true) => "livelock: ranks poll for something that cannot happen;",
            (false, false) => "deadlock:",
        };
        let gone = if out_of_time { Vec::new() } else { self.gone(&stuck, &needs, &knot) };
        let mut finding = if gone.is_empty() { kind.to_owned() } else { self.told_of(&gone) };
        finding.push_str(&format!(
            " {} of {} ranks can't go on at simulated time {} s",
            stuck.len(),
            self.ranks(),
            self.kernel.now().seconds()
        ));
        for (comm, first, arrived, size) in self.comms.incomplete().take(3) {
            finding.push_str(&format!(
                "; of communicator {} only {arrived} of {size} ranks have entered a collective that rank {} began with {}",
                comm.0,
                first.actor,
                first.function.name()
            ));
        }
        let more = (stuck.len() - blocked.len()) as u32;
        let knot = if gone.is_empty() { knot } else { Vec::new() };
        self.ending = Some(Outcome::Failed(Diagnosis { finding, blocked, more, knot, worlds: Vec::new() }));
    }

    /// Ranks that have ended without `MPI_Finalize` and that the knot waits for, if there is one, or else anybody.
    fn gone(&self, stuck: &[u32], needs: &[Needs], knot: &[u32]) -> Vec<u32> {
        let of_knot = |rank: &u32| knot.is_empty() || knot.contains(rank);
        let needs = stuck.iter().zip(needs).filter(|(rank, _)| of_knot(rank)).map(|(_, need)| need);
        let needed = needs.flat_map(|need| need.all.iter().chain(need.any.iter().flatten()).copied());
        let has_left = |rank: &u32| {
            let actor = &self.actors[*rank as usize];
            actor.done && !actor.finalised && (actor.initialised || actor.sessions > 0 || !actor.opened)
        };
        let mut gone: Vec<u32> = needed.filter(has_left).collect();
        gone.sort_unstable();
        gone.dedup();
        gone
    }

    /// How ranks have ended that others wait for.
    fn told_of(&mut self, gone: &[u32]) -> String {
        let mut told = Vec::new();
        for &rank in gone.iter().take(3) {
            let actor = &self.actors[rank as usize];
            let without = if actor.opened { "MPI_Finalize" } else { "MPI_Init" };
            let status = actor.exit.unwrap_or(0);
            told.push(match actor.left.as_deref().map(|(site, call)| (*site, call.clone())) {
                Some((site, call)) => {
                    let place = self.driver.describe_site(site);
                    format!("rank {rank} called {call} at {place} without {without}")
                }
                None => format!("rank {rank} returned {status} from main without {without}"),
            });
        }
        if gone.len() > told.len() {
            told.push(format!("{} more ranks likewise", gone.len() - told.len()));
        }
        format!("{}: others wait for it:", told.join(", "))
    }

    /// The first lane of a rank that waits in MPI: others may wait for it.
    fn stuck_thread(&self, rank: u32) -> ActorId {
        let waits = |id: &ActorId| self.actors[id.index()].waiting.is_some();
        self.threads_of(ActorId(rank)).find(waits).unwrap_or(ActorId(rank))
    }

    fn needs(&self, rank: u32) -> Needs {
        let mut needs = Needs::default();
        let mut parts = Vec::new();
        match self.actors[self.stuck_thread(rank).index()].waiting.as_ref() {
            Some(Waiting { condition: WaitCondition::Requests { set, mode, .. }, .. }) => {
                let mut alternatives = Vec::new();
                for &request in set.ids() {
                    let Some((ranks, any, text)) = self.need_of(rank, request) else { continue };
                    if parts.len() < 4 {
                        parts.push(text);
                    } else if parts.len() == 4 {
                        parts.push("…".to_owned());
                    }
                    if *mode != WaitMode::All {
                        alternatives.extend(ranks);
                    } else if any {
                        needs.any.push(ranks);
                    } else {
                        needs.all.extend(ranks);
                    }
                }
                if *mode != WaitMode::All {
                    needs.any.push(alternatives);
                }
                let joint = if *mode == WaitMode::All { " and " } else { " or " };
                needs.text = parts.join(joint);
            }
            Some(Waiting { condition: WaitCondition::Message { comm, envelope, .. }, .. }) => {
                let (ranks, any, text) =
                    self.need_of_receive(rank, *comm, envelope.source, envelope.tag, "a message");
                if any {
                    needs.any.push(ranks);
                } else {
                    needs.all.extend(ranks);
                }
                needs.text = text;
            }
            Some(&Waiting { condition: WaitCondition::Arrival { request, partition }, .. }) => {
                if let Some((ranks, _, text)) = self.need_of(rank, request) {
                    needs.all.extend(ranks);
                    needs.text = format!("partition {partition}: {text}");
                }
            }
            None if self.kernel.exceeds_time_range() => needs.text = "what it computes".to_owned(),
            None => needs.text = "its turn".to_owned(),
        }
        needs
    }

    /// The ranks that could complete a request, whether any of them suffices, and the request in words.
    fn need_of(&self, rank: u32, request: RequestId) -> Option<(Vec<u32>, bool, String)> {
        match self.actors[rank as usize].requests.target(request)? {
            RequestKind::Send(message) => {
                let message = &self.messages[message as usize];
                let how = if message.is_rendezvous() { " to be received (rendezvous)" } else { "" };
                let peer = message.destination.0;
                let text = format!("its send of {} bytes to rank {peer}, tag {},{how}", message.bytes, message.tag);
                Some((vec![peer], false, text.trim_end_matches(',').to_owned()))
            }
            RequestKind::Receive(receive) => {
                let receive = &self.receives[receive as usize];
                let comm = ops::CommId((receive.envelope.context >> 32) as u32);
                let envelope = receive.envelope;
                Some(self.need_of_receive(rank, comm, envelope.source, envelope.tag, "a message"))
            }
            RequestKind::Schedule(id) => {
                let schedule = &self.schedules[id as usize];
                let (from, to) = schedule.waits_for();
                let peers = from.iter().chain(&to).map(|&peer| schedule.peer(&self.comms, peer).0);
                let ranks: Vec<u32> = peers.collect();
                let names: Vec<String> = ranks.iter().take(4).map(u32::to_string).collect();
                let text = if names.is_empty() {
                    "a collective operation among its hosts' ranks".to_owned()
                } else {
                    format!("a collective operation (next: rank {})", names.join(", "))
                };
                Some((ranks, false, text))
            }
            RequestKind::Comm(comm) => {
                if let Some((missing, text)) = self.comms.missing_of(ActorId(rank), request) {
                    return Some((missing, false, text));
                }
                let members: Vec<u32> = self.comms.get(comm).group.actors().map(|actor| actor.0).collect();
                if let Some(awaited) = self.comms.joins(comm) {
                    return Some((awaited.ranks, awaited.any, awaited.text));
                }
                let missing = members.into_iter().filter(|&other| other != rank && !self.makes_comm(other)).collect();
                Some((missing, false, "the making of a communicator".to_owned()))
            }
            RequestKind::NameServer => Some((Vec::new(), false, "the name server".to_owned())),
            RequestKind::File(operation) => Some((Vec::new(), false, self.files.need(operation))),
            RequestKind::Window(window, reason) => Some(self.need_of_window(rank, window, reason)),
            RequestKind::Partitioned(pair, sends) => Some(self.need_of_partitions(rank, pair, sends)),
        }
    }

    fn makes_comm(&self, rank: u32) -> bool {
        let requests = &self.actors[rank as usize].requests;
        self.threads_of(ActorId(rank)).any(|id| match self.actors[id.index()].waiting.as_ref() {
            Some(Waiting { condition: WaitCondition::Requests { set, .. }, .. }) => {
                set.ids().iter().any(|&request| matches!(requests.target(request), Some(RequestKind::Comm(_))))
            }
            _ => false,
        })
    }

    fn need_of_receive(
        &self,
        rank: u32,
        comm: ops::CommId,
        source: i32,
        tag: i32,
        what: &str,
    ) -> (Vec<u32>, bool, String) {
        let group = self.comms.get(comm).peers(ActorId(rank));
        let with_tag = if tag == ANY { "any tag".to_owned() } else { format!("tag {tag}") };
        if source == ANY {
            let others = group.actors().map(|actor| actor.0).filter(|&other| other != rank);
            let others = if group.size() as usize > KNOT_RANKS_MAX { Vec::new() } else { others.collect() };
            (others, true, format!("{what} from any rank, {with_tag}"))
        } else {
            let peer = group.actor(source as u32).0;
            let end = if self.actors[peer as usize].done { ", which has finished" } else { "" };
            (vec![peer], false, format!("{what} from rank {peer}{end}, {with_tag}"))
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

    /// The algorithm asked for can't serve a call: the run ends.
    pub(crate) fn refuse(&mut self, actor: ActorId, reason: &str) {
        let (_, site) = self.call_of(actor);
        let (place, actor) = (self.driver.describe_site(site), self.rank_of(actor));
        self.ending = Some(Outcome::Failed(Diagnosis::of_rank(actor, reason, &place)));
    }

    /// All ranks have finished: ranks that took no part, messages nobody received, requests nobody completed.
    pub(crate) fn warn_of_leftovers(&mut self) {
        let mut texts = Vec::new();
        let ranks = || (0u32..).zip(&self.actors).filter(|(_, actor)| actor.thread.is_none());
        let absent: Vec<u32> = ranks().filter(|(_, actor)| !actor.opened).map(|(rank, _)| rank).collect();
        if let [first, ..] = absent[..]
            && absent.len() < self.ranks()
        {
            let (count, all) = (absent.len(), self.ranks());
            texts.push(format!(
                "{count} of {all} ranks never called MPI_Init, rank {first} first: with a real library the others would \
                 wait for them in MPI_Init"
            ));
        }
        for (_, message) in self.messages.iter().filter(|(_, message)| message.unreceived()) {
            texts.push(format!(
                "rank {} has ended without receiving a message of {} bytes from rank {}, tag {}",
                message.destination, message.bytes, message.source, message.tag
            ));
        }
        for (rank, actor) in self.actors.iter().enumerate() {
            let left = actor.requests.unreported();
            if left > 0 {
                let requests = if left == 1 { "request" } else { "requests" };
                texts.push(format!("rank {rank} has ended with {left} {requests} neither completed nor freed"));
            }
        }
        texts.into_iter().for_each(|text| self.warn(text));
    }
}
