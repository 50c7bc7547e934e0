//! Link load in models without link contention: counts the bytes of every message on the links that the message would use.
//!
//! The busy time of a link is bytes/bandwidth. If this exceeds the run time, the link would have been a bottleneck. The maximum
//! over all links is the *congestion* of a mapping (Hoefler and Snir, "Generic Topology Mapping Strategies for Large-scale
//! Parallel Architectures", ICS 2011).
//!
//! By default a message counts on the links of its route. With `loads = minimal` its bytes are divided equally among all
//! minimal paths, as adaptive routing divides packets on average (`platform::Topology::spread`).
//!
//! With `loads = balanced` bytes avoid loaded links, as the packets of adaptive routing do. The bytes between two hosts in a
//! phase are divided into [`PARTS`] parts. The first part is spread equally over the minimal paths. Each further part is spread
//! according to the loads that the earlier parts of all pairs have put on the links (plus a small constant, [`LEAST`]). This is
//! incremental traffic assignment, as for road networks (Y. Sheffi, *Urban Transportation Networks*, 1985, §5.1).
//!
//! Cost: one addition per message and link, and 8 bytes for every link of the machine up to the last one used. If loads are
//! counted by phase, each addition needs one more table access, and each link used in a phase takes about 30 bytes. Balanced
//! loads take 40 bytes per pair of hosts and phase, and at the end the paths of all pairs are enumerated [`PARTS`] times.

use super::scale::{self, Scale};
use crate::Machine;
use kernel::{LinkCounters, LinkTotals, LinkUse, LinkUseKey, Transfer};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::sync::Arc;
use units::{Endpoint, LinkId, Time};

/// Parts in which bytes are balanced.
const PARTS: u64 = 5;

/// What is added to loads that are evaded, as a part of their mean: links without load are not infinitely better than others.
const LEAST: u64 = 20;

/// Bytes by link, and by phase when asked.
#[derive(Clone, Default)]
struct Counts {
    bytes: Vec<u64>,
    phases: Option<FxHashMap<(LinkId, u32), u64>>,
}

impl Counts {
    fn add(&mut self, phase: u32, link: LinkId, bytes: u64) {
        if link.index() >= self.bytes.len() {
            self.bytes.resize(link.index() + 1, 0);
        }
        self.bytes[link.index()] += bytes;
        if let Some(phases) = self.phases.as_mut().filter(|_| bytes > 0) {
            *phases.entry((link, phase)).or_default() += bytes;
        }
    }
}

/// Bytes of messages that are still to be balanced, by phase and ends.
type Pairs = FxHashMap<(u32, Endpoint, Endpoint), u64>;

/// What messages put on links.
pub(super) struct Demand {
    machine: Arc<dyn Machine>,
    scale: Scale,
    counts: Counts,
    pairs: Pairs,
    /// `counts` and what `pairs` put on links, once it is asked for.
    all: OnceCell<Counts>,
}

impl Demand {
    pub(super) fn new(machine: Arc<dyn Machine>, scale: Scale, phases: bool) -> Self {
        let counts = Counts { bytes: Vec::new(), phases: phases.then(FxHashMap::default) };
        Self { machine, scale, counts, pairs: Pairs::default(), all: OnceCell::new() }
    }

    /// Adds a message to the links of its route.
    pub(super) fn add(&mut self, phase: u32, links: &[LinkId], bytes: u64) {
        links.iter().for_each(|link| self.counts.add(phase, *link, bytes));
        self.all.take();
    }

    /// Adds bytes of the first phase to a link.
    pub(super) fn add_to(&mut self, link: LinkId, bytes: u64) {
        self.add(0, &[link], bytes);
    }

    /// Adds a message to all minimal ways between its ends, in equal parts.
    pub(super) fn spread(&mut self, transfer: &Transfer) {
        let (source, destination) = (transfer.source, transfer.destination);
        self.machine.spread(source, destination, transfer.bytes, None, &mut |link, bytes| {
            self.counts.add(transfer.phase, link, bytes);
        });
        self.all.take();
    }

    /// Adds a message to all minimal ways between its ends, in parts that evade full links.
    pub(super) fn balance(&mut self, transfer: &Transfer) {
        if transfer.source.host == transfer.destination.host {
            return self.spread(transfer);
        }
        // All cores of a NIC send over the same links.
        let [source, destination] = [transfer.source, transfer.destination].map(|end| Endpoint { core: 0, ..end });
        *self.pairs.entry((transfer.phase, source, destination)).or_default() += transfer.bytes;
        self.all.take();
    }

    fn all(&self) -> &Counts {
        if self.pairs.is_empty() {
            return &self.counts;
        }
        self.all.get_or_init(|| {
            let mut pairs: Vec<_> = self.pairs.iter().map(|(key, bytes)| (*key, *bytes)).collect();
            pairs.sort_unstable();
            let mut counts = self.counts.clone();
            for pairs in pairs.chunk_by(|one, next| one.0.0 == next.0.0) {
                self.balance_phase(pairs, &mut counts);
            }
            counts
        })
    }

    /// The pairs of a phase, sorted.
    fn balance_phase(&self, pairs: &[((u32, Endpoint, Endpoint), u64)], counts: &mut Counts) {
        let mut loads = vec![0u64; self.machine.links() as usize];
        for part in 0..PARTS {
            let floor = least(&loads[..self.machine.topology_links() as usize]);
            let evaded: Vec<u64> = loads.iter().map(|load| load + floor).collect();
            for &((phase, source, destination), bytes) in pairs {
                let bytes = (bytes + part) / PARTS;
                self.machine.spread(source, destination, bytes, (part > 0).then_some(&evaded), &mut |link, bytes| {
                    loads[link.index()] += bytes;
                    counts.add(phase, link, bytes);
                });
            }
        }
    }

    /// Time of a link for a number of bytes.
    fn needs(&self, link: LinkId, bytes: u64) -> Time {
        scale::duration(self.scale.volume(bytes), self.scale.steps(self.machine.link(link).bandwidth))
    }
}

/// What is added to loads of links: at least a byte.
fn least(loads: &[u64]) -> u64 {
    let sum: u128 = loads.iter().map(|load| u128::from(*load)).sum();
    (sum / (u128::from(LEAST) * loads.len().max(1) as u128)) as u64 + 1
}

impl LinkCounters for Demand {
    fn for_each_link(&self, visit: &mut dyn FnMut(LinkId, LinkTotals)) {
        for (link, &bytes) in (0..).map(LinkId).zip(&self.all().bytes).filter(|(_, bytes)| **bytes > 0) {
            visit(link, LinkTotals { bytes, busy: self.needs(link, bytes), ..LinkTotals::default() });
        }
    }

    fn for_each_link_use(&self, visit: &mut dyn FnMut(LinkId, LinkUseKey, LinkUse)) {
        let mut uses: Vec<_> = self.all().phases.iter().flatten().map(|(&key, &bytes)| (key, bytes)).collect();
        uses.sort_unstable();
        // Times of the bytes up to each phase, so that those of a link's phases sum to the link's.
        let (mut of, mut before) = (None, 0);
        for ((link, phase), bytes) in uses {
            if of.replace(link) != Some(link) {
                before = 0;
            }
            let busy = self.needs(link, before + bytes) - self.needs(link, before);
            before += bytes;
            visit(link, LinkUseKey { phase, ..LinkUseKey::default() }, LinkUse { bytes, busy, ..LinkUse::default() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::suite;
    use super::super::{NETWORKS, NetworkKind};
    use super::*;
    use crate::Setting;
    use kernel::random::Stream;
    use platform::Platform;
    use std::collections::BTreeMap;
    use units::HostId;

    /// Odd machines of every kind of topology: sizes that are no powers of two, dimensions of one and two, unequal parts.
    const MACHINES: &[&str] = &[
        "kind = 'torus'\ndimensions = [3, 4, 2]\nALL",
        "kind = 'torus'\ndimensions = [7]\nALL",
        "kind = 'torus'\ndimensions = [1, 5, 1, 3]\nALL",
        "kind = 'mesh'\ndimensions = [5, 3, 2]\nALL",
        "kind = 'hypercube'\ndimensions = 3\nALL",
        "kind = 'hyperx'\ndimensions = [3, 5]\nhosts = 2\nHOST\nALL",
        "kind = 'fat-tree'\nchildren = [3, 5]\nparents = [2, 2]\nparallel = [1, 3]\nALL",
        "kind = 'fat-tree'\nchildren = [2, 3, 2]\nparents = [1, 2, 2]\nALL",
        "kind = 'dragonfly'\ngroups = 4\nrouters = 3\nhosts = 2\nglobal_links = 3\nDRAGON",
        "kind = 'dragonfly-plus'\ngroups = 3\nleaves = 2\nspines = 3\nhosts = 3\nglobal_links = 2\nDRAGON",
        "kind = 'slim-fly'\nq = 3\nhosts = 1\nHOST\nlinks.router = { bandwidth = '1 GB/s', latency = '1 us' }",
        "kind = 'percs'\nsupernodes = 3\ndrawers = 2\nhubs = 3\nPERCS",
        "kind = 'percs'\nsupernodes = 5\ndrawers = 2\nhubs = 2\nd_links = 3\nrouting = 'indirect'\nPERCS",
        "kind = 'full'\nhosts = 7\nALL",
        "kind = 'cluster'\nhosts = 7\ncabinets = [5, 1, 1]\nHOST\nlinks.cabinet = { bandwidth = '9 GB/s', latency = '1 us' }",
        "kind = 'graph'\nhosts = ['a', 'b', 'c', 'd', 'e']\nswitches = 1\nALL\nconnect = [{ from = 'a', to = 'switch0', link = 'all' }, \
         { from = 'b', to = 'switch0', link = 'all' }, { from = 'c', to = 'b', link = 'all' }, { from = 'd', to = 'switch0', link = \
         'all' }, { from = 'e', to = 'd', link = 'all' }]",
        "kind = 'zones'\nzones = [{ name = 'a', gateway = 'host5', topology = { kind = 'mesh', dimensions = [6], ALL } }, { name = \
         'b', topology = { kind = 'cluster', hosts = 5, HOST } }]\nouter = { kind = 'full', hosts = 2, ALL }",
    ];

    fn machine(topology: &str) -> Arc<Platform> {
        let links = |names: &[&str]| {
            let link = |(at, name): (usize, &&str)| {
                format!("links.{name} = {{ bandwidth = '{} GB/s', latency = '1 us' }}", at + 1)
            };
            names.iter().enumerate().map(link).collect::<Vec<_>>().join("\n")
        };
        let text = topology
            .replace("PERCS", &links(&["QCM", "LL", "LR", "D"]))
            .replace("DRAGON", &links(&["host", "local", "global"]))
            .replace("HOST", &links(&["host"]))
            .replace("ALL", &links(&["all"]));
        let host =
            "[host]\ncores = 3\nspeed = '1 Gf'\nmemory = { bandwidth = '1 GB/s', copy = '1 GB/s', latency = '0 s' }";
        Arc::new(Platform::from_str(&format!("[topology]\n{text}\n{host}\n"), "odd.toml").unwrap())
    }

    /// Bytes by link and phase that a model has counted.
    fn counted(
        kind: &NetworkKind,
        machine: &Arc<Platform>,
        settings: &[(&str, &str)],
        starts: &[(Time, Transfer)],
    ) -> BTreeMap<(LinkId, u32), u64> {
        let settings: Vec<Setting<'_>> = settings.iter().map(|(name, value)| Setting { name, value }).collect();
        let mut network = (kind.build)(Arc::clone(machine) as Arc<dyn Machine>, &settings).unwrap();
        network.count_links(true);
        assert_eq!(suite::run(&mut *network, starts).len(), starts.len());
        let mut bytes = BTreeMap::new();
        network.counters().unwrap().for_each_link_use(&mut |link, key, used| {
            *bytes.entry((link, key.phase)).or_default() += used.bytes;
        });
        bytes.retain(|_, bytes| *bytes > 0);
        bytes
    }

    /// Messages at random in two phases, also to the own host and from other cores.
    fn messages(random: &mut Stream, machine: &Platform) -> Vec<(Time, Transfer)> {
        let hosts = u64::from(machine.hosts());
        let message = |token: u64| {
            let [source, destination] =
                [0, 1].map(|_| machine.endpoint(HostId(random.below(hosts) as u32), random.below(3) as u16));
            let bytes = [0, 1, 1_000, 65_536, 1 + random.below(20_000)][random.below(5) as usize];
            let transfer =
                Transfer { phase: random.below(2) as u32, ..Transfer::new(token, source, destination, bytes) };
            (Time::from_ns(token / 8 * 500), transfer)
        };
        (0..60).map(message).collect()
    }

    /// What is counted without time is what models with time put on links, whatever they make messages wait for.
    #[test]
    fn counted_loads_are_those_of_models_with_time() {
        let mut random = Stream::new(11, 0, 0);
        let of = |name: &str| NETWORKS.iter().find(|kind| kind.name == name).unwrap();
        let mut routings = 0;
        for text in MACHINES {
            let machine = machine(text);
            let starts = messages(&mut random, &machine);
            let expected = counted(of("delay"), &machine, &[], &starts);
            for name in ["loggps", "flow"] {
                assert_eq!(counted(of(name), &machine, &[], &starts), expected, "{name}: {text}");
            }
            // Indirect routes of PERCS differ from core to core, but a packet's fixed one does not.
            let known = machine.topology().packet_routing().filter(|_| !text.contains("indirect"));
            let known = known.map_or(&[][..], |routing| routing.routings());
            for (number, routing) in known.iter().map(|routing| routing.name).enumerate() {
                // Those whose way is the route.
                if number == 0 || routing == "bubble" {
                    let settings =
                        [("routing", routing), ("header", "0 B"), ("alignment", "1 B"), ("ordered-max", "0 B")];
                    assert_eq!(counted(of("packet"), &machine, &settings, &starts), expected, "{routing}: {text}");
                    routings += 1;
                }
            }
        }
        assert!(routings >= MACHINES.len());
    }

    fn balanced(machine: &Arc<Platform>, starts: &[(Time, Transfer)], loads: &str) -> BTreeMap<(LinkId, u32), u64> {
        let delay = NETWORKS.iter().find(|kind| kind.name == "delay").unwrap();
        counted(delay, machine, &[("loads", loads)], starts)
    }

    /// What is balanced is all bytes on as many links, phase by phase, whatever the order and number of messages.
    #[test]
    fn balanced_loads_are_all_bytes_on_minimal_ways() {
        let mut random = Stream::new(12, 0, 0);
        for text in [
            "kind = 'torus'\ndimensions = [3, 4, 5]\nALL",
            "kind = 'mesh'\ndimensions = [3, 2, 3]\nALL",
            "kind = 'torus'\ndimensions = [7]\nALL",
        ] {
            let machine = machine(text);
            let mut starts = messages(&mut random, &machine);
            let [equal, found] = ["minimal", "balanced"].map(|loads| balanced(&machine, &starts, loads));
            let of_phase = |loads: &BTreeMap<(LinkId, u32), u64>, of| {
                loads.iter().filter(|((_, phase), _)| *phase == of).map(|(_, bytes)| bytes).sum::<u64>()
            };
            for phase in [0, 1] {
                assert_eq!(of_phase(&found, phase), of_phase(&equal, phase));
                let alone: Vec<_> = starts.iter().filter(|(_, message)| message.phase == phase).copied().collect();
                let alone = balanced(&machine, &alone, "balanced");
                assert!(alone.iter().all(|(key, bytes)| found[key] == *bytes), "phases are apart");
            }
            for (_, message) in starts.clone() {
                let half = Transfer { bytes: message.bytes / 2, ..message };
                starts.push((Time::from_ns(1_000_000), half));
                let of = starts.iter_mut().find(|(_, one)| one.token == message.token).unwrap();
                of.1.bytes -= half.bytes;
            }
            starts.rotate_left(7);
            starts.sort_by_key(|(time, _)| *time);
            assert_eq!(balanced(&machine, &starts, "balanced"), found);
        }
    }

    /// Messages from one corner of a square to the other evade the side that others fill.
    #[test]
    fn balanced_loads_evade_full_links() {
        let machine = machine("kind = 'mesh'\ndimensions = [2, 2]\nALL");
        let message =
            |token, from, to, bytes| (Time::ZERO, Transfer::new(token, suite::host(from), suite::host(to), bytes));
        let starts = [message(0, 0, 3, 10_000), message(1, 0, 1, 10_000)];
        let found = balanced(&machine, &starts, "balanced");
        let onto = |from: u32, to: u32| {
            let mut path = Vec::new();
            machine.topology().route(HostId(from), HostId(to), &mut path);
            found.get(&(path[0], 0)).copied().unwrap_or(0)
        };
        // The first part, 2,000 B, equally: then 3,000 B are on 0-1, 1,000 B on the three others and 50 or 51 B are added, which
        // leaves (1 / (1 + (4102 / 2102)³)) of the second part for the way over 1, and so on.
        let (mut by, mut first) = ([0.0f64; 4], true);
        for _ in 0..5 {
            let least = by.iter().sum::<f64>() / 20.0 / 8.0 + 1.0;
            let loads = by.map(|load| load + least);
            let [over_1, over_2] = [loads[0] + loads[1], loads[2] + loads[3]].map(|load| load.powi(-3));
            let part = if first { 0.5 } else { over_1 / (over_1 + over_2) } * 2_000.0;
            by = [by[0] + part + 2_000.0, by[1] + part, by[2] + 2_000.0 - part, by[3] + 2_000.0 - part];
            first = false;
        }
        for ((from, to), expected) in [(0, 1), (1, 3), (0, 2), (2, 3)].into_iter().zip(by) {
            assert!((onto(from, to) as f64 - expected).abs() < 5.0, "{from} to {to}: {} {expected}", onto(from, to));
        }
        assert!(onto(0, 1) < 13_500, "equal parts would put 15,000 B there");
    }
}
