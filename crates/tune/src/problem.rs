//! The input of a mapping search: the communication graph, and the slots of the machine for its ranks.

use crate::adjacency::{Adjacency, Tie};
use crate::figures::{LoadSummary, Objective, plateau};
use crate::loads::Loads;
use crate::ways::{Scratch, Spread, Ways, WaysOf};
use platform::{Mapping, Platform};
use results::Graph;
use units::{Endpoint, HostId, LinkId, Time};

/// A rank's place: an index into [`Problem::slots`].
pub(crate) type Slot = u32;

/// No rank is there.
pub(crate) const EMPTY: u32 = u32::MAX;

/// A communication graph, places for its ranks and the links between these.
#[derive(Debug)]
pub struct Problem<'a> {
    pub(crate) platform: &'a Platform,
    pub(crate) graph: Adjacency,
    pub(crate) phases: usize,
    /// Places, in the order of the mapping that was given: that of rank 0 first. Empty ones follow.
    pub(crate) slots: Vec<Endpoint>,
    /// By slot: its host among those in use.
    pub(crate) host_of: Vec<u32>,
    /// The hosts in use, ascending.
    pub(crate) hosts: Vec<HostId>,
    pub(crate) ways: WaysOf<'a>,
    pub(crate) objective: Objective,
}

/// A message is divided into 2^16 shares at most.
const SHARE_BITS: u32 = 16;

/// All bytes together, in shares, are below 2^62.
const LOAD_BITS: u32 = 62;

/// Why mappings can't be judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// All minimal ways are asked for, and the topology does not tell them.
    NoWays,
    /// The graph has more bytes than can be counted, 2^62.
    TooManyBytes,
}

impl<'a> Problem<'a> {
    /// The problem of placing the ranks of a graph on the hosts that a mapping uses, each of which takes `per_host` ranks. Of
    /// the graph only some phases count.
    ///
    /// # Errors
    /// The topology does not tell the ways that are asked for, or the graph has too many bytes.
    pub fn new(
        graph: &Graph,
        phases: &[u32],
        platform: &'a Platform,
        mapping: &Mapping,
        per_host: u32,
        ways: Ways,
        objective: Objective,
    ) -> Result<Self, Unfit> {
        let slots = slots(mapping, platform, per_host);
        let mut hosts: Vec<HostId> = slots.iter().map(|slot| slot.host).collect();
        hosts.sort_unstable();
        hosts.dedup();
        let of = |slot: &Endpoint| hosts.partition_point(|host| *host < slot.host) as u32;
        let (host_of, topology) = (slots.iter().map(of).collect(), platform.topology());
        let (first, last) = (HostId(0), HostId(platform.hosts() - 1));
        if ways == Ways::Minimal && !topology.spread(first, last, 0, None, &mut |_, _| {}) {
            return Err(Unfit::NoWays);
        }
        let mut graph = graph.clone();
        graph.ranks = mapping.ranks();
        let all: u128 = graph.edges.iter().map(|edge| u128::from(edge.bytes)).sum();
        let share_bits = LOAD_BITS.checked_sub(u128::BITS - all.leading_zeros()).ok_or(Unfit::TooManyBytes)?;
        let ways = WaysOf::new(topology, hosts.clone(), ways, share_bits.min(SHARE_BITS));
        let graph = Adjacency::new(&graph, phases);
        Ok(Self { platform, graph, phases: phases.len(), slots, host_of, hosts, ways, objective })
    }

    /// The number of ranks.
    pub fn ranks(&self) -> u32 {
        self.graph.ranks()
    }

    /// The number of hosts in use.
    pub fn hosts(&self) -> u32 {
        self.hosts.len() as u32
    }

    /// The mapping that was given: every rank in the slot of its number.
    pub fn given(&self) -> Vec<u32> {
        (0..self.ranks()).collect()
    }

    /// The places of ranks under a mapping that uses slots of the problem alone, if it does. Places on one host are alike.
    pub fn places(&self, mapping: &Mapping) -> Option<Vec<u32>> {
        let mut free: Vec<Vec<Slot>> = vec![Vec::new(); self.hosts.len()];
        for slot in (0..self.slots.len()).rev() {
            free[self.host_of[slot] as usize].push(slot as Slot);
        }
        let place = |rank| {
            let host = self.hosts.binary_search(&mapping.endpoint(rank).host).ok()?;
            free[host].pop()
        };
        (0..self.ranks()).map(place).collect()
    }

    /// Where a rank runs that is in a slot.
    pub fn endpoint(&self, slot: u32) -> Endpoint {
        self.slots[slot as usize]
    }

    /// Time of a link for a byte, by link, in picoseconds.
    pub(crate) fn weights(&self) -> Vec<f64> {
        let unit = self.ways.unit() as f64;
        let weight = |link| match self.objective {
            Objective::HopBytes => 1.0 / unit,
            Objective::Plateau(_) => 1.0 / (self.platform.link(LinkId(link)).bandwidth.0.max(1) as f64 * unit),
        };
        (0..self.platform.topology().links()).map(weight).collect()
    }

    /// The way of a tie between a rank on one host and its partner on another; none inside a host.
    #[inline]
    pub(crate) fn way<'s>(
        &'s self,
        tie: Tie,
        (own, other): (u32, u32),
        scratch: &'s mut Scratch,
    ) -> Option<Spread<'s>> {
        let (from, to) = tie.ends(own, other);
        (own != other).then(|| self.ways.way(from, to, scratch))
    }

    /// The loads of a mapping, computed anew.
    pub(crate) fn loads(&self, places: &[u32]) -> Loads {
        let mut loads = Loads::new(&self.ways, &self.weights(), self.phases, self.objective.squarings());
        let mut scratch = Scratch::default();
        let host = |rank: u32| self.host_of[places[rank as usize] as usize];
        for (rank, tie) in self.graph.sent() {
            if let Some(way) = self.way(tie, (host(rank), host(tie.other)), &mut scratch) {
                loads.put(tie.phase(), way, tie.bytes);
            }
        }
        loads.refresh(&self.ways);
        loads
    }

    /// LoadSummary of a mapping: the slot of each rank.
    pub fn figures(&self, places: &[u32]) -> LoadSummary {
        let loads = self.loads(places).values();
        let links = self.platform.topology().links() as usize;
        let mut figures = LoadSummary::default();
        for phase in loads.chunks(links.max(1)) {
            let mut times: Vec<u64> =
                phase.iter().enumerate().map(|(link, load)| self.time(LinkId(link as u32), *load)).collect();
            let [at_fraction, max] =
                [self.objective.fraction(), 1_000_000].map(|y| Time::from_ps(plateau(&mut times, y)));
            figures.plateau = figures.plateau.saturating_add(at_fraction);
            figures.max = figures.max.saturating_add(max);
            let sum: u128 = phase.iter().map(|load| u128::from(*load)).sum();
            let hop_bytes = u64::try_from(sum / u128::from(self.ways.unit())).unwrap_or(u64::MAX);
            figures.hop_bytes = figures.hop_bytes.saturating_add(hop_bytes);
        }
        figures
    }

    /// Bytes of each link by phase, then link, rounded down.
    pub fn bytes(&self, places: &[u32]) -> Vec<u64> {
        self.loads(places).values().into_iter().map(|load| load / self.ways.unit()).collect()
    }

    /// Picoseconds that a link needs for a load, rounded up.
    fn time(&self, link: LinkId, load: u64) -> u64 {
        let rate = u128::from(self.platform.link(link).bandwidth.0.max(1)) * u128::from(self.ways.unit());
        u64::try_from((u128::from(load) * 1_000_000_000_000).div_ceil(rate)).unwrap_or(u64::MAX)
    }
}

/// The places of ranks, then the free ones on the same hosts, on unused cores.
fn slots(mapping: &Mapping, platform: &Platform, per_host: u32) -> Vec<Endpoint> {
    let mut slots: Vec<Endpoint> = (0..mapping.ranks()).map(|rank| mapping.endpoint(rank)).collect();
    let mut hosts: Vec<HostId> = slots.iter().map(|slot| slot.host).collect();
    hosts.sort_unstable();
    hosts.dedup();
    for host in hosts {
        let taken: Vec<u16> = mapping.ranks_on(host).map(|rank| mapping.endpoint(rank).core).collect();
        let free = (0..platform.host.cores).filter(|core| !taken.contains(core));
        slots.extend(
            free.take((per_host as usize).saturating_sub(taken.len())).map(|core| platform.endpoint(host, core)),
        );
    }
    slots
}
