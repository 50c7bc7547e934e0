//! The network as a whole: its partitions, their common time, and what has arrived.
//!
//! # Time
//! The network lags behind who uses it. A message that has not begun to arrive cannot have arrived before the next event plus
//! the least latency of a last link, so the owner of the clock is told that bound or the next arrival that is certain,
//! whichever comes first; events are processed when the bound is reached, all up to there at once. What starts meanwhile starts
//! later than they are, and as all events are ordered by their keys it makes no difference to them when they are processed.
//!
//! # Partitions
//! What a partition does at an instant concerns another no earlier than the least latency of the links between them, of packets
//! and of credits: so much after the first event anywhere, all partitions work without each other (conservative windows: Chandy
//! and Misra, CACM 24(4), 1981; Nicol, JACM 40(2), 1993). What they tell each other they take in before the next window.
//! Events are ordered by keys that know nothing of partitions, and a departure that is decided as soon as its credit is under way
//! is the same as one decided when it has come. So results do not depend on how many partitions there are.

use super::exchange;
use super::messages::MessageTable;
use super::network_state::NetworkState;
use super::partition::{AFTER, Counts, Ended, Entry, INJECT, Partition};
use super::worker_pool::WorkerPool;
use super::{Options, Statistics};
use crate::Machine;
use crate::network::scale;
use kernel::{Completion, CompletionKind, Transfer};
use platform::{RoutingScope, Vertex};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};
use std::sync::Arc;
use units::{LinkId, Time};

/// Partitions and arrivals.
pub(super) struct Fabric {
    pub(super) network: Arc<NetworkState>,
    /// Each is there but while a thread of the crew works on it.
    pub(super) partitions: Vec<Partition>,
    pub(super) worker_pool: WorkerPool,
    message_table: MessageTable,
    bounds: Lookahead,
    /// Arrivals that are certain.
    arrivals: BinaryHeap<Reverse<Ended>>,
    /// Messages that have arrived, but whose last events have not been processed: when they arrived, and which.
    leaving: VecDeque<(u64, u32)>,
    completions: u64,
}

/// Latencies below which nothing happens.
#[derive(Clone, Copy, Debug)]
struct Lookahead {
    /// Of the links that end at hosts; 0 if a topology does not tell where its links end.
    last: Time,
    /// Of the links between partitions.
    cut: Time,
    /// The least of the factors of all messages, 1 or below.
    factor: f64,
    /// The least latency inside a host of all messages.
    inside: Time,
}

impl Lookahead {
    /// From an event to the arrival of a message of which nothing is known.
    fn arrival(&self) -> u64 {
        scale::latency(self.last, self.factor).min(self.inside).ps()
    }

    /// From an event of a partition to what it may do to another.
    fn window(&self) -> u64 {
        scale::latency(self.cut, self.factor).min(self.cut).ps()
    }
}

/// How a network is cut into partitions.
struct Partitioning {
    /// By region of the topology.
    partitions: Vec<u16>,
    count: u16,
    bounds: Lookahead,
}

/// The least latencies of the links that end at hosts, and of those that lead from partition to partition.
fn bounds(machine: &dyn Machine, partitions: &[u16]) -> Lookahead {
    let routing = machine.packets().expect("packets run on machines that route them");
    let partition = |vertex| if partitions.is_empty() { 0 } else { partitions[routing.region(vertex) as usize] };
    let mut bounds = Lookahead { last: Time::MAX, cut: Time::MAX, factor: 1.0, inside: Time::MAX };
    for link in (0..machine.topology_links()).map(LinkId) {
        let latency = machine.link(link).latency;
        match machine.link_ends(link) {
            None => (bounds.last, bounds.cut) = (Time::ZERO, Time::ZERO),
            Some((start, end)) => {
                if matches!(end, Vertex::Host(_)) {
                    bounds.last = bounds.last.min(latency);
                }
                if partition(start) != partition(end) {
                    bounds.cut = bounds.cut.min(latency);
                }
            }
        }
    }
    bounds
}

/// The hosts of every region of a topology, of those that have links.
fn hosts_of_regions(machine: &dyn Machine) -> Vec<u64> {
    let routing = machine.packets().expect("packets run on machines that route them");
    let mut hosts = vec![0; routing.regions() as usize];
    let ends = (0..machine.topology_links()).filter_map(|link| machine.link_ends(LinkId(link)));
    let linked: BTreeSet<_> =
        ends.filter(|(start, _)| matches!(start, Vertex::Host(_))).map(|(start, _)| start).collect();
    linked.into_iter().for_each(|host| hosts[routing.region(host) as usize] += 1);
    hosts
}

/// Deals regions of so many hosts each out to at most `count` partitions, runs of about as many hosts: the partition of every region.
/// No partition is without hosts; regions that are go with their neighbours.
fn runs(hosts: &[u64], count: u16) -> Vec<u16> {
    let all = hosts.iter().sum::<u64>().max(1);
    let (mut before, mut partition, mut taken) = (0, 0, None);
    let mut run = |own: &u64| {
        if *own > 0 {
            // Where the middle of the region would be; a run may be missing before it, but not among the partitions.
            let place = (2 * before + own) * u64::from(count) / (2 * all);
            partition += u16::from(taken.is_some_and(|last| place > last));
            taken = Some(place);
            before += own;
        }
        partition
    };
    hosts.iter().map(&mut run).collect()
}

/// Cuts a network into partitions of about as many hosts each, runs of regions, as many as there are threads; or says why it
/// cannot be cut.
fn cut(machine: &dyn Machine, options: Options) -> Result<Partitioning, &'static str> {
    let routing = machine.packets().expect("packets run on machines that route them");
    let regions = routing.regions();
    let count = options.threads.min(regions).min(u32::from(u16::MAX)) as u16;
    if routing.scope(options.routing) == RoutingScope::Global {
        return Err("its routing looks at queues everywhere at once");
    }
    let partitions = runs(&hosts_of_regions(machine), count);
    let count = partitions.last().map_or(0, |last| last + 1);
    if count < 2 {
        return Err("its topology has but one region");
    }
    let bounds = bounds(machine, &partitions);
    if bounds.cut == Time::ZERO {
        return Err("some of its links take no time");
    }
    Ok(Partitioning { partitions, count, bounds })
}

/// Why several threads cannot work on a network, if they cannot.
pub(super) fn why_sequential(machine: &dyn Machine, options: Options) -> Option<&'static str> {
    cut(machine, options).err()
}

impl Fabric {
    pub(super) fn new(machine: Arc<dyn Machine>, options: Options) -> Self {
        let whole = || Partitioning { partitions: Vec::new(), count: 1, bounds: bounds(&*machine, &[]) };
        let threads = (options.threads > 1).then(|| cut(&*machine, options).ok()).flatten();
        let Partitioning { partitions, count, bounds } = threads.unwrap_or_else(whole);
        let message_table = MessageTable::new(&*machine, options);
        let network = Arc::new(NetworkState::new(machine, options, partitions));
        Self {
            partitions: (0..count).map(|number| Partition::new(number, count, &network)).collect(),
            worker_pool: WorkerPool::new(usize::from(count) - 1),
            message_table,
            bounds,
            network,
            arrivals: BinaryHeap::new(),
            leaving: VecDeque::new(),
            completions: 0,
        }
    }

    pub(super) fn statistics(&self) -> Statistics {
        let mut all = Counts::default();
        for partition in &self.partitions {
            let Counts { packets, hops, events, most_packets } = partition.counts;
            all.packets += packets;
            all.hops += hops;
            all.events += events;
            all.most_packets += most_packets;
        }
        Statistics {
            completions: self.completions,
            packets: all.packets,
            hops: all.hops,
            events: all.events,
            most_packets: all.most_packets,
        }
    }

    /// Starts a message; `now` may be later than what has been processed.
    pub(super) fn start(&mut self, now: Time, transfer: &Transfer) {
        let network = Arc::get_mut(&mut self.network).expect("partitions work only while the network moves");
        let (index, enters) = self.message_table.start(now, transfer, &*network.machine, &mut network.messages);
        self.bounds.factor = self.bounds.factor.min(transfer.latency_factor);
        let nic = network.messages[index as usize].nic;
        network.add_nic(nic);
        let message = &network.messages[index as usize];
        if message.is_inside() {
            self.bounds.inside = self.bounds.inside.min(message.extra);
        }
        let class = if enters == now { AFTER | INJECT } else { INJECT };
        let entry = Entry::new(enters.ps(), class, message.nic, message.sequence, index);
        let partition = network.partition_of_host(transfer.source.host);
        self.partitions[usize::from(partition)].events.push(entry);
    }

    /// The first event that has not been processed.
    fn first_event(&mut self) -> u64 {
        self.partitions.iter_mut().map(Partition::next_time).min().unwrap_or(u64::MAX)
    }

    /// Before this, no arrival will become certain.
    fn unknown_from(&mut self) -> u64 {
        let due = self.partitions.iter().filter_map(|partition| partition.due.peek().map(|Reverse(at)| *at)).min();
        let mut from = self.first_event().saturating_add(self.bounds.arrival()).min(due.unwrap_or(u64::MAX));
        if self.network.ejects {
            let outbox =
                self.partitions.iter().flat_map(|partition| &partition.inbox).map(|outbox| outbox.earliest).min();
            from = from.min(outbox.unwrap_or(u64::MAX));
        }
        from
    }

    /// The next arrival, or an instant before which there is none.
    pub(super) fn next_event(&mut self) -> Time {
        let certain = self.arrivals.peek().map_or(u64::MAX, |Reverse(ended)| ended.at);
        Time::from_ps(certain.min(self.unknown_from()))
    }

    /// Moves on, at most to [`Fabric::next_event`], and appends what has arrived, in the order of the starts.
    pub(super) fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        // Window by window until that is known: a rest of one that nobody asks for yet would cost as much as all of it.
        while self.unknown_from() <= to.ps() {
            self.step(to.ps());
        }
        self.release_messages();
        let mut done: Vec<(u64, u32)> = Vec::new();
        while let Some(Reverse(ended)) = self.arrivals.peek()
            && ended.at <= to.ps()
        {
            done.push((ended.sequence, ended.message));
            self.leaving.push_back((ended.at, ended.message));
            self.arrivals.pop();
        }
        done.sort_unstable();
        self.completions += done.len() as u64;
        completions.extend(done.into_iter().map(|(_, message)| Completion {
            token: self.network.messages[message as usize].token,
            kind: CompletionKind::Delivered,
            bottleneck: None,
        }));
    }

    /// Processes all events up to an instant.
    pub(super) fn process(&mut self, to: Time) {
        while self.first_event() <= to.ps() {
            self.step(to.ps());
        }
        self.release_messages();
    }

    /// Processes a window, one instant at least and nothing after `to`; there is an event until then.
    fn step(&mut self, to: u64) {
        let first = self.first_event();
        debug_assert!(first <= to && first < u64::MAX, "an event at {first}, until {to}");
        match (self.partitions.len(), self.bounds.window()) {
            (1, _) => self.worker_pool.work(&mut self.partitions, &self.network, (first, to)),
            (_, 0) => self.step_in_turns(),
            (_, window) => {
                let end = to.min(first.saturating_add(window - 1));
                self.worker_pool.work(&mut self.partitions, &self.network, (first, end));
            }
        }
        exchange::exchange(&mut self.partitions);
        let first = self.first_event();
        for partition in &mut self.partitions {
            self.arrivals.extend(partition.ended.drain(..).map(Reverse));
            partition.drop_due(first);
        }
    }

    /// Gives back the records of messages that have arrived and whose events are all over.
    fn release_messages(&mut self) {
        let first = self.first_event();
        while let Some(&(at, message)) = self.leaving.front()
            && at < first
        {
            self.leaving.pop_front();
            self.message_table.finish(message);
        }
    }

    /// Has the partition that is next process one event: where messages have no latency at all there are no windows.
    fn step_in_turns(&mut self) {
        let first_hops = self.partitions.iter_mut().map(|partition| partition.first_entry(&self.network));
        if let Some((_, at)) = first_hops.zip(0usize..).filter(|(entry, _)| entry.is_some()).min() {
            self.partitions[at].process(&self.network);
        }
    }

    /// See [`super::PacketNetwork::is_empty`].
    pub(super) fn is_empty(&self) -> bool {
        self.partitions.iter().all(|partition| partition.is_empty())
    }

    /// See [`super::PacketNetwork::check_credits`].
    pub(super) fn check_credits(&self) {
        let vcs = usize::from(self.network.vcs);
        let mut occupied: Vec<Vec<u64>> =
            self.partitions.iter().map(|partition| vec![0; partition.channels.len()]).collect();
        for partition in &self.partitions {
            partition.occupy(&self.network, &mut occupied);
        }
        for (partition, occupied) in self.partitions.iter().zip(&occupied) {
            for (at, (channel, occupied)) in partition.channels.iter().zip(occupied).enumerate() {
                let port = &partition.ports[at / vcs];
                let all = i128::from(channel.credit.known(&partition.credits)) + i128::from(*occupied);
                let buffer = partition.parameters[usize::from(port.parameters)].buffer;
                assert_eq!(all, i128::from(buffer), "credits of {}, VC {}", port.id, at % vcs);
            }
            partition.check_output_buffers(&self.network);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors_are_runs_of_about_as_many_hosts() {
        assert_eq!(runs(&[4; 6], 2), [0, 0, 0, 1, 1, 1]);
        assert_eq!(runs(&[4; 6], 4), [0, 1, 1, 2, 3, 3]);
        assert_eq!(runs(&[2; 3], 3), [0, 1, 2]);
        assert_eq!(runs(&[1, 1, 1, 1, 8, 0, 4], 2), [0, 0, 0, 0, 1, 1, 1]);
        // One region is larger than a partition should be; no partition is left without a region.
        assert_eq!(runs(&[1, 100], 2), [0, 1]);
        assert_eq!(runs(&[1, 100, 1], 3), [0, 1, 2]);
        assert_eq!(runs(&[100, 1, 1], 7), [0, 1, 1]);
        assert_eq!(runs(&[0, 0], 2), [0, 0]);
        assert_eq!(runs(&[0, 2, 0], 2), [0, 0, 0]);
        assert_eq!(runs(&[0, 2, 0, 2, 0], 5), [0, 0, 0, 1, 1]);
    }
}
