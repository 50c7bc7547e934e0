//! Members of a communicator by host: levels and localities for hierarchical algorithms.

use crate::schedule::{Level, Locality};
use ops::{Group, Placement};
use rustc_hash::FxHashMap;

/// Why no schedule runs on that level.
const ON_LOCAL_COMM: &str = "a schedule within a group is one on the group's own communicator";

/// Which members share hosts.
pub(super) struct Hosts {
    /// By rank: (index of its host, index among the host's ranks).
    of_rank: Vec<(u32, u32)>,
    /// Ranks host by host, and where each host's begin.
    ranks: Vec<u32>,
    starts: Vec<u32>,
    ranks_per_host_max: u32,
    consecutive: bool,
}

impl Hosts {
    pub(super) fn build(group: &Group, placement: &dyn Placement) -> Self {
        let mut index_of_host: FxHashMap<u32, u32> = FxHashMap::default();
        let mut counts: Vec<u32> = Vec::new();
        let mut of_rank = Vec::with_capacity(group.size() as usize);
        let mut consecutive = true;
        let mut last = 0;
        for actor in group.actors() {
            let host = placement.endpoint(actor).host.0;
            let next = counts.len() as u32;
            let index = *index_of_host.entry(host).or_insert(next);
            if index == next {
                counts.push(0);
            } else if index != last {
                consecutive = false;
            }
            last = index;
            of_rank.push((index, counts[index as usize]));
            counts[index as usize] += 1;
        }
        let mut starts = Vec::with_capacity(counts.len() + 1);
        let mut total = 0;
        for &count in &counts {
            starts.push(total);
            total += count;
        }
        starts.push(total);
        let mut ranks = vec![0; total as usize];
        for (rank, &(index, host_rank)) in (0u32..).zip(&of_rank) {
            ranks[(starts[index as usize] + host_rank) as usize] = rank;
        }
        let ranks_per_host_max = counts.iter().copied().max().unwrap_or(0);
        Self { of_rank, ranks, starts, ranks_per_host_max, consecutive }
    }

    /// How the members are spread over hosts, as rank `rank` sees it in a level.
    pub(super) fn locality(&self, level: Level, rank: u32, root: u32) -> Locality {
        let (host, index_on_host) = self.of_rank[rank as usize];
        let hosts = self.starts.len() as u32 - 1;
        let size_of = |host: u32| self.starts[host as usize + 1] - self.starts[host as usize];
        let leader_of = |host: u32| self.ranks[self.starts[host as usize] as usize];
        match level {
            Level::All => {
                let (root_host, root_index_on_host) = self.of_rank[root as usize];
                Locality {
                    hosts,
                    ranks_per_host_max: self.ranks_per_host_max,
                    consecutive: self.consecutive,
                    ranks_on_host: size_of(host),
                    index_on_host,
                    host,
                    leader: leader_of(host),
                    previous_leader: leader_of(host.saturating_sub(1)),
                    root_host,
                    root_index_on_host,
                }
            }
            Level::Host => Locality {
                hosts: 1,
                ranks_per_host_max: size_of(host),
                consecutive: true,
                ranks_on_host: size_of(host),
                index_on_host,
                host: 0,
                leader: 0,
                previous_leader: 0,
                root_host: 0,
                root_index_on_host: root,
            },
            Level::Leaders => Locality {
                hosts,
                ranks_per_host_max: 1,
                consecutive: true,
                ranks_on_host: 1,
                index_on_host: 0,
                host,
                leader: host,
                previous_leader: host.saturating_sub(1),
                root_host: root,
                root_index_on_host: 0,
            },
            Level::LocalGroup => unreachable!("{ON_LOCAL_COMM}"),
        }
    }

    /// A rank's number in a level and the level's size; none if it is not part of it.
    pub(super) fn in_level(&self, level: Level, rank: u32) -> Option<(u32, u32)> {
        let (host, index_on_host) = self.of_rank[rank as usize];
        match level {
            Level::Host => Some((index_on_host, self.starts[host as usize + 1] - self.starts[host as usize])),
            Level::Leaders => (index_on_host == 0).then_some((host, self.starts.len() as u32 - 1)),
            Level::All => Some((rank, self.of_rank.len() as u32)),
            Level::LocalGroup => unreachable!("{ON_LOCAL_COMM}"),
        }
    }

    /// The rank in the communicator of a rank in the level of `own`, a rank in the communicator.
    #[inline]
    pub(super) fn rank_of_level(&self, level: Level, own: u32, rank: u32) -> u32 {
        match level {
            Level::Host => self.ranks[(self.starts[self.of_rank[own as usize].0 as usize] + rank) as usize],
            Level::Leaders => self.ranks[self.starts[rank as usize] as usize],
            Level::All => rank,
            Level::LocalGroup => unreachable!("{ON_LOCAL_COMM}"),
        }
    }
}
