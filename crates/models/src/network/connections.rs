//! Connections whose state a NIC keeps (`nic.message_time.connections`). A connection is a pair of a rank of the NIC and a rank
//! on another host, as libraries make them with InfiniBand's reliable connections. For a message of another connection, the
//! NIC fetches the state from the host's memory and drops the state of one that it kept.
//!
//! The states lie in sets of [`WAYS`]. A full set drops a random one: collective operations go round all connections, so that
//! a queue would drop each state just before it is used. Connections exist before the run: while there is room for a new
//! one, its state is there.
//!
//! Cost: O(1) per message; 8 bytes per connection that a NIC keeps, of NICs in use.

use platform::Connections;
use units::{Endpoint, Time};

const WAYS: usize = 8;

/// The caches of all NICs.
#[derive(Debug)]
pub(super) struct Caches {
    sets: usize,
    ways: usize,
    fetch: Time,
    nics: Vec<Cache>,
}

#[derive(Clone, Debug, Default)]
struct Cache {
    /// Set after set; 0: free.
    connections: Vec<u64>,
    drawn: u64,
}

impl Caches {
    pub(super) fn new(connections: Connections) -> Self {
        let kept = connections.kept as usize;
        let ways = kept.min(WAYS);
        Self { sets: kept / ways, ways, fetch: connections.fetch, nics: Vec::new() }
    }

    /// The time that a message takes in addition of a NIC of the host of `own`.
    pub(super) fn fetch(&mut self, nic: usize, own: Endpoint, other: Endpoint) -> Time {
        if nic >= self.nics.len() {
            self.nics.resize(nic + 1, Cache::default());
        }
        let cache = &mut self.nics[nic];
        cache.connections.resize(self.sets * self.ways, 0);
        let connection = u64::from(own.core) << 48 | u64::from(other.core) << 32 | (other.host.index() as u64 + 1);
        let mixed = mix(connection);
        let first = (mixed % self.sets as u64) as usize * self.ways;
        let set = &mut cache.connections[first..first + self.ways];
        if set.contains(&connection) {
            return Time::ZERO;
        }
        if let Some(free) = set.iter_mut().find(|place| **place == 0) {
            *free = connection;
            return Time::ZERO;
        }
        cache.drawn = mix(cache.drawn ^ mixed);
        set[(cache.drawn % self.ways as u64) as usize] = connection;
        self.fetch
    }
}

/// The finaliser of SplitMix64 (Steele et al. 2014): every bit depends on all bits.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use units::HostId;

    /// Messages of each round over all connections for which a state is fetched.
    fn fetched(kept: u32, connections: u32, rounds: u32) -> Vec<u32> {
        let mut caches = Caches::new(Connections { kept, fetch: Time::from_ns(1) });
        let own = Endpoint { core: 3, ..Endpoint::default() };
        let other = |number: u32| Endpoint { host: HostId(1 + number / 4), core: (number % 4) as u16, ..own };
        let round = |caches: &mut Caches| {
            (0..connections).map(|number| caches.fetch(2, own, other(number)).ps() / 1_000).sum::<u64>()
        };
        (0..rounds).map(|_| round(&mut caches) as u32).collect()
    }

    #[test]
    fn what_fits_is_kept() {
        assert_eq!(fetched(8, 8, 3), [0, 0, 0]);
        assert_eq!(fetched(4096, 1024, 2), [0, 0], "sets are large enough for what is not evenly spread");
    }

    #[test]
    fn what_does_not_fit_is_fetched() {
        assert_eq!(fetched(8, 12, 1), [4], "the first eight have room");
        let [first, second] = fetched(1024, 2048, 2)[..] else { unreachable!() };
        assert!((1024..1100).contains(&first), "{first}");
        // A share m of misses of a random victim: 1 - m = exp(-2 m), so that 0.80 of 2,048 are missed.
        assert!((1500..1750).contains(&second), "{second}");
        assert!(fetched(1, 2, 2) == [1, 2], "one place");
    }

    #[test]
    fn connections_are_pairs() {
        let mut caches = Caches::new(Connections { kept: 1, fetch: Time::from_ns(5) });
        let end = |host, core| Endpoint { host: HostId(host), core, ..Endpoint::default() };
        let mut ask = |nic, own, other| caches.fetch(nic, own, other).ps() / 1_000;
        assert_eq!(ask(0, end(0, 0), end(1, 0)), 0);
        assert_eq!(ask(0, end(0, 0), end(1, 0)), 0, "the same");
        assert_eq!(ask(0, end(0, 1), end(1, 0)), 5, "another rank here");
        assert_eq!(ask(0, end(0, 1), end(1, 1)), 5, "another rank there");
        assert_eq!(ask(0, end(0, 1), end(2, 1)), 5, "another host");
        assert_eq!(ask(1, end(0, 1), end(3, 1)), 0, "another NIC");
    }
}
