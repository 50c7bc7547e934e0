//! The members of a communicator by host: the levels (ranks of a host, leaders of hosts) that hierarchical algorithms use.

use crate::schedule::{Level, Locality};
use ops::{Group, Placement};
use rustc_hash::FxHashMap;

/// Why no schedule runs on that level.
const ON_OTHER_COMM: &str =
    "a schedule within a group, or on a new communicator, is one on a communicator of its own";

/// Which members share hosts.
pub(super) struct Hosts {
    /// By rank: (index of its host, index among the host's ranks).
    of_rank: Vec<(u32, u32)>,
    /// Ranks host by host, and where each host's begin.
    ranks: Vec<u32>,
    starts: Vec<u32>,
    /// By rank: its number among those of its index on their hosts.
    peer_of: Vec<u32>,
    /// Ranks index by index, in rank order, and where those of each index begin.
    peers: Vec<u32>,
    peers_from: Vec<u32>,
    ranks_per_host_max: u32,
    consecutive: bool,
}

impl Hosts {
    pub(super) fn build(group: &Group, placement: &dyn Placement) -> Self {
        let mut index_of_host: FxHashMap<u32, u32> = FxHashMap::default();
        let mut counts: Vec<u32> = Vec::new();
        // How many ranks have each index on their hosts.
        let mut of_index: Vec<u32> = Vec::new();
        let mut peer_of = Vec::with_capacity(group.size() as usize);
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
            let on_host = counts[index as usize];
            of_index.resize(of_index.len().max(on_host as usize + 1), 0);
            of_rank.push((index, on_host));
            peer_of.push(of_index[on_host as usize]);
            of_index[on_host as usize] += 1;
            counts[index as usize] += 1;
        }
        let (starts, peers_from) = (starts(&counts), starts(&of_index));
        let (mut ranks, mut peers) = (vec![0; of_rank.len()], vec![0; of_rank.len()]);
        for (rank, (&(index, on_host), &peer)) in (0u32..).zip(of_rank.iter().zip(&peer_of)) {
            ranks[(starts[index as usize] + on_host) as usize] = rank;
            peers[(peers_from[on_host as usize] + peer) as usize] = rank;
        }
        let ranks_per_host_max = of_index.len() as u32;
        Self { of_rank, ranks, starts, peer_of, peers, peers_from, ranks_per_host_max, consecutive }
    }

    /// The ranks host by host, hosts in the order of their leaders.
    pub(super) fn by_host(&self) -> &[u32] {
        &self.ranks
    }

    /// How many ranks have an index on their hosts.
    fn peers_of_index(&self, index: u32) -> u32 {
        self.peers_from[index as usize + 1] - self.peers_from[index as usize]
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
                    balanced: self.of_rank.len() as u32 == hosts * self.ranks_per_host_max,
                    ranks_on_host: size_of(host),
                    index_on_host,
                    host,
                    leader: leader_of(host),
                    previous_leader: leader_of(host.saturating_sub(1)),
                    root_host,
                    root_index_on_host,
                    root_peer: self.peer_of[root as usize],
                }
            }
            Level::Host => Locality {
                hosts: 1,
                ranks_per_host_max: size_of(host),
                consecutive: true,
                balanced: true,
                ranks_on_host: size_of(host),
                index_on_host,
                host: 0,
                leader: 0,
                previous_leader: 0,
                root_host: 0,
                root_index_on_host: root,
                root_peer: 0,
            },
            // The numbers of a leader's host and among its peers are the same.
            Level::Leaders | Level::Peers => {
                let own = self.peer_of[rank as usize];
                Locality {
                    hosts: self.peers_of_index(index_on_host),
                    ranks_per_host_max: 1,
                    consecutive: true,
                    balanced: true,
                    ranks_on_host: 1,
                    index_on_host: 0,
                    host: own,
                    leader: own,
                    previous_leader: own.saturating_sub(1),
                    root_host: root,
                    root_index_on_host: 0,
                    root_peer: root,
                }
            }
            Level::LocalGroup | Level::New => unreachable!("{ON_OTHER_COMM}"),
        }
    }

    /// A rank's number in a level and the level's size; none if it is not part of it.
    pub(super) fn in_level(&self, level: Level, rank: u32) -> Option<(u32, u32)> {
        let (host, index_on_host) = self.of_rank[rank as usize];
        match level {
            Level::Host => Some((index_on_host, self.starts[host as usize + 1] - self.starts[host as usize])),
            Level::Leaders => (index_on_host == 0).then_some((host, self.starts.len() as u32 - 1)),
            Level::Peers => Some((self.peer_of[rank as usize], self.peers_of_index(index_on_host))),
            Level::All => Some((rank, self.of_rank.len() as u32)),
            Level::LocalGroup | Level::New => unreachable!("{ON_OTHER_COMM}"),
        }
    }

    /// The rank in the communicator of a rank in the level of `own`, a rank in the communicator.
    #[inline]
    pub(super) fn rank_of_level(&self, level: Level, own: u32, rank: u32) -> u32 {
        match level {
            Level::Host => self.ranks[(self.starts[self.of_rank[own as usize].0 as usize] + rank) as usize],
            Level::Leaders => self.ranks[self.starts[rank as usize] as usize],
            Level::Peers => self.peers[(self.peers_from[self.of_rank[own as usize].1 as usize] + rank) as usize],
            Level::All => rank,
            Level::LocalGroup | Level::New => unreachable!("{ON_OTHER_COMM}"),
        }
    }
}

/// Where each of consecutive blocks of these lengths begins, and the end of all.
fn starts(counts: &[u32]) -> Vec<u32> {
    let mut end = 0;
    let ends = counts.iter().map(|count| {
        end += count;
        end
    });
    std::iter::once(0).chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use units::{ActorId, Endpoint, HostId};

    /// The host of each actor.
    struct Hosted(&'static [u32]);

    impl Placement for Hosted {
        fn endpoint(&self, actor: ActorId) -> Endpoint {
            Endpoint { host: HostId(self.0[actor.0 as usize]), ..Endpoint::default() }
        }
    }

    #[test]
    fn peers_have_one_index_on_their_hosts() {
        let of_actor = Hosted(&[7, 4, 4, 7, 4, 9]);
        let hosts = Hosts::build(&Group::range(0, 6), &of_actor);
        assert_eq!(hosts.by_host(), [0, 3, 1, 2, 4, 5]);
        let peers = [&[0, 1, 5][..], &[0, 1, 5], &[2, 3], &[2, 3], &[4], &[0, 1, 5]];
        for (rank, peers) in (0..).zip(peers) {
            let (own, size) = hosts.in_level(Level::Peers, rank).unwrap();
            let all: Vec<u32> = (0..size).map(|peer| hosts.rank_of_level(Level::Peers, rank, peer)).collect();
            assert_eq!((all.as_slice(), peers[own as usize]), (peers, rank));
            assert_eq!(hosts.locality(Level::Peers, rank, 0).hosts, size);
        }
        let seen = hosts.locality(Level::All, 4, 3);
        assert_eq!((seen.root_host, seen.root_index_on_host, seen.root_peer, seen.balanced), (0, 1, 1, false));
    }
}
