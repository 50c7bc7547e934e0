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
        let (node, node_rank) = self.of_rank[rank as usize];
        let hosts = self.starts.len() as u32 - 1;
        let size_of = |node: u32| self.starts[node as usize + 1] - self.starts[node as usize];
        let leader_of = |node: u32| self.ranks[self.starts[node as usize] as usize];
        match level {
            Level::All => {
                let (root_node, root_node_rank) = self.of_rank[root as usize];
                Locality {
                    hosts,
                    ranks_per_host_max: self.ranks_per_host_max,
                    consecutive: self.consecutive,
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

    /// A rank's number in a level and the level's size; none if it is not part of it.
    pub(super) fn in_level(&self, level: Level, rank: u32) -> Option<(u32, u32)> {
        let (node, node_rank) = self.of_rank[rank as usize];
        match level {
            Level::Node => Some((node_rank, self.starts[node as usize + 1] - self.starts[node as usize])),
            Level::Leaders => (node_rank == 0).then_some((node, self.starts.len() as u32 - 1)),
            Level::All => Some((rank, self.of_rank.len() as u32)),
            Level::LocalGroup => unreachable!("{ON_LOCAL_COMM}"),
        }
    }

    /// The rank in the communicator of a rank in the level of `own`, a rank in the communicator.
    #[inline]
    pub(super) fn rank_of_level(&self, level: Level, own: u32, rank: u32) -> u32 {
        match level {
            Level::Node => self.ranks[(self.starts[self.of_rank[own as usize].0 as usize] + rank) as usize],
            Level::Leaders => self.ranks[self.starts[rank as usize] as usize],
            Level::All => rank,
            Level::LocalGroup => unreachable!("{ON_LOCAL_COMM}"),
        }
    }
}
