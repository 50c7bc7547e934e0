//! Divides a network into partitions for parallel simulation, and computes their lookahead from link latencies.

use crate::Machine;
use crate::network::packet::options::Options;
use crate::network::scale;
use platform::{PacketRouting, RoutingScope, Vertex};
use std::collections::BTreeSet;
use units::{LinkId, Time};

/// The lookahead of conservative parallel simulation: least latencies, by which effects follow their causes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookahead {
    /// Of the links that end at hosts; 0 if the ends of some links are unknown.
    last_hop: Time,
    /// Of the links between partitions; 0 if the ends of some links are unknown.
    cut: Time,
    /// The least latency factor of all messages, 1 or below.
    factor: f64,
    /// The least latency inside a host of all messages.
    intra_host: Time,
    /// The ends of some links are unknown: limiters have none.
    has_unknown_ends: bool,
}

impl Lookahead {
    /// Takes the latency factor of a message into account, and its latency inside a host if it stays there.
    pub(crate) fn add_message(&mut self, factor: f64, intra_host: Option<Time>) {
        self.factor = self.factor.min(factor);
        self.intra_host = intra_host.map_or(self.intra_host, |latency| self.intra_host.min(latency));
    }

    /// Picoseconds from any event to a delivery that it decides: a lower bound.
    pub(crate) fn delivery(&self) -> u64 {
        scale::latency(self.last_hop, self.factor).min(self.intra_host).ps()
    }

    /// Picoseconds from an event of a partition to its effect on another one: a lower bound. Credits take the whole latency of a
    /// link, whatever the factor; so does the minimum, should the factor be rounded up.
    pub(crate) fn window(&self) -> u64 {
        scale::latency(self.cut, self.factor).min(self.cut).ps()
    }
}

/// How a network is divided.
pub(crate) struct Partitioning {
    /// The partition of each region of the topology; empty if there is one partition.
    pub(crate) of_regions: Vec<u16>,
    pub(crate) count: u16,
    pub(crate) lookahead: Lookahead,
}

impl Partitioning {
    /// As many partitions as `options` allow and the network permits.
    pub(crate) fn new(machine: &dyn Machine, options: Options) -> Self {
        let divided = (options.threads > 1).then(|| divide(machine, options).ok()).flatten();
        divided.unwrap_or_else(|| Self { of_regions: Vec::new(), count: 1, lookahead: lookahead(machine, &[]) })
    }
}

fn routing(machine: &dyn Machine) -> &dyn PacketRouting {
    machine.packet_routing().expect("packets run on machines that route them")
}

fn lookahead(machine: &dyn Machine, partitions: &[u16]) -> Lookahead {
    let routing = routing(machine);
    let partition = |vertex| if partitions.is_empty() { 0 } else { partitions[routing.region(vertex) as usize] };
    let mut lookahead = Lookahead {
        last_hop: Time::MAX,
        cut: Time::MAX,
        factor: 1.0,
        intra_host: Time::MAX,
        has_unknown_ends: false,
    };
    for link in (0..machine.topology_links()).map(LinkId) {
        let latency = machine.link(link).latency;
        match machine.link_ends(link) {
            None => {
                (lookahead.last_hop, lookahead.cut) = (Time::ZERO, Time::ZERO);
                lookahead.has_unknown_ends = true;
            }
            Some((start, end)) => {
                if matches!(end, Vertex::Host(_)) {
                    lookahead.last_hop = lookahead.last_hop.min(latency);
                }
                if partition(start) != partition(end) {
                    lookahead.cut = lookahead.cut.min(latency);
                }
            }
        }
    }
    lookahead
}

/// The number of hosts with links in every region of a topology.
fn hosts_of_regions(machine: &dyn Machine) -> Vec<u64> {
    let routing = routing(machine);
    let mut hosts = vec![0; routing.regions() as usize];
    let ends = (0..machine.topology_links()).filter_map(|link| machine.link_ends(LinkId(link)));
    let linked: BTreeSet<_> =
        ends.filter(|(start, _)| matches!(start, Vertex::Host(_))).map(|(start, _)| start).collect();
    linked.into_iter().for_each(|host| hosts[routing.region(host) as usize] += 1);
    hosts
}

/// Distributes regions of so many hosts each over at most `count` partitions, as runs with about as many hosts: the partition
/// of every region. No partition is without hosts; regions without any go with their neighbours.
fn runs(hosts: &[u64], count: u16) -> Vec<u16> {
    let all = hosts.iter().sum::<u64>().max(1);
    let (mut before, mut partition, mut taken) = (0, 0, None);
    let mut run = |hosts: &u64| {
        if *hosts > 0 {
            // The partition of the middle of the region. One may be skipped, but partitions are numbered without gaps.
            let place = (2 * before + hosts) * u64::from(count) / (2 * all);
            partition += u16::from(taken.is_some_and(|last| place > last));
            taken = Some(place);
            before += hosts;
        }
        partition
    };
    hosts.iter().map(&mut run).collect()
}

/// Divides a network into one partition for each thread, or says why that is impossible.
fn divide(machine: &dyn Machine, options: Options) -> Result<Partitioning, &'static str> {
    let routing = routing(machine);
    let count = options.threads.min(routing.regions()).min(u32::from(u16::MAX)) as u16;
    if routing.scope(options.routing) == RoutingScope::Global {
        return Err("its routing looks at queues everywhere at once");
    }
    let of_regions = runs(&hosts_of_regions(machine), count);
    let count = of_regions.last().map_or(0, |last| last + 1);
    if count < 2 {
        return Err("its topology has but one region");
    }
    let lookahead = lookahead(machine, &of_regions);
    if lookahead.has_unknown_ends {
        return Err("the ends of some of its links are unknown (limiters have none)");
    }
    if lookahead.cut == Time::ZERO {
        return Err("some of its links take no time");
    }
    Ok(Partitioning { of_regions, count, lookahead })
}

/// Why several threads cannot simulate a network, if they cannot.
pub(crate) fn why_sequential(machine: &dyn Machine, options: Options) -> Option<&'static str> {
    divide(machine, options).err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_runs_of_about_as_many_hosts() {
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
