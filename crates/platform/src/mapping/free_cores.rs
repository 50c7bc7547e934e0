//! Finds free cores for ranks that are spawned during a run: host by host, as the mapping `block` does.

use super::allocation::Allocation;
use super::error::MappingError;
use super::slots::Slots;
use crate::machine::Platform;
use units::{Endpoint, HostId};

/// Where ranks may run: the slots that a mapping has, whatever its kind.
#[derive(Clone, Debug)]
pub struct HostSlots {
    /// Hosts and how many ranks each takes, in order.
    hosts: Vec<(HostId, u32)>,
}

impl HostSlots {
    /// The slots of the hosts that a job of so many ranks gets: `ppn` ranks per host, by default one per core.
    ///
    /// # Errors
    /// The allocation is wrong.
    pub fn of(
        ranks: u32,
        ppn: Option<u32>,
        allocation: &Allocation,
        platform: &Platform,
    ) -> Result<Self, MappingError> {
        let hosts = match allocation.slots(ranks, ppn, true, platform)? {
            Slots::Listed(list) => list,
            Slots::Uniform { hosts, per_host } => (0..hosts).map(|host| (HostId(host), per_host)).collect(),
        };
        Ok(Self { hosts })
    }

    /// How many ranks fit (`MPI_UNIVERSE_SIZE`).
    pub fn total(&self) -> u64 {
        self.hosts.iter().map(|(_, slots)| u64::from(*slots)).sum()
    }
}

/// Which cores are free.
#[derive(Clone, Debug)]
pub struct FreeCores {
    hosts: Vec<HostCores>,
    /// Where a host is among them.
    index_of: Vec<u32>,
    cores: u16,
}

/// A host.
#[derive(Clone, Debug)]
struct HostCores {
    host: HostId,
    slots: u32,
    /// Ranks on it, and on each of its cores.
    ranks: u32,
    on_core: Vec<u16>,
}

/// A host that takes none.
const NO_SLOTS: u32 = u32::MAX;

impl FreeCores {
    /// All slots are free.
    pub fn new(platform: &Platform, host_slots: &HostSlots) -> Self {
        let cores = platform.host.cores;
        let mut index_of = vec![NO_SLOTS; platform.hosts() as usize];
        (0..).zip(&host_slots.hosts).for_each(|(place, (host, _))| index_of[host.index()] = place);
        let own =
            |&(host, slots): &(HostId, u32)| HostCores { host, slots, ranks: 0, on_core: vec![0; cores.into()] };
        Self { hosts: host_slots.hosts.iter().map(own).collect(), index_of, cores }
    }

    fn host_cores(&mut self, end: Endpoint) -> Option<&mut HostCores> {
        // A mapping file may name hosts that a host file does not.
        self.hosts.get_mut(self.index_of[end.host.index()] as usize)
    }

    /// A rank runs there.
    pub fn take(&mut self, end: Endpoint) {
        if let Some(own) = self.host_cores(end) {
            own.ranks += 1;
            own.on_core[usize::from(end.core)] += 1;
        }
    }

    /// A rank that ran there has ended.
    pub fn free(&mut self, end: Endpoint) {
        if let Some(own) = self.host_cores(end) {
            own.ranks -= 1;
            own.on_core[usize::from(end.core)] -= 1;
        }
    }

    /// Takes free cores for so many ranks as each element says, on the host of that name if it says one; whether some of
    /// them are shared. With `oversubscribe` the least crowded core is taken where none is free, the first of equal ones.
    ///
    /// # Errors
    /// There are too few, or no such host, in words; none is taken then.
    pub fn allocate(
        &mut self,
        wanted: &[(u32, Option<&str>)],
        oversubscribe: bool,
        platform: &Platform,
    ) -> Result<(Vec<Endpoint>, bool), String> {
        let (mut ends, mut shared) = (Vec::new(), false);
        for &(ranks, host) in wanted {
            if let Err(reason) = self.allocate_some(ranks, host, oversubscribe, platform, (&mut ends, &mut shared)) {
                ends.into_iter().for_each(|end| self.free(end));
                return Err(reason);
            }
        }
        Ok((ends, shared))
    }

    fn allocate_some(
        &mut self,
        ranks: u32,
        host: Option<&str>,
        oversubscribe: bool,
        platform: &Platform,
        (ends, shared): (&mut Vec<Endpoint>, &mut bool),
    ) -> Result<(), String> {
        let range = match host {
            None => 0..self.hosts.len(),
            Some(name) => {
                let found = platform.find_host(name).map(|host| self.index_of[host.index()]);
                let place = found.filter(|&place| place != NO_SLOTS).ok_or_else(|| {
                    let (first, last) = (HostId(0), HostId(platform.hosts() - 1));
                    let (first, last) = (platform.host_name(first), platform.host_name(last));
                    format!("unknown host `{name}`; hosts to run on are `{first}` to `{last}`")
                })?;
                place as usize..place as usize + 1
            }
        };
        let mut left = ranks;
        // Free cores first, each taken once.
        for own in &mut self.hosts[range.clone()] {
            for core in (0..self.cores.into()).map(|nth| platform.host.core_of(nth)) {
                let free = own.ranks < own.slots && own.on_core[usize::from(core)] == 0;
                if left > 0 && free {
                    ends.push(own.assign(core, platform));
                    left -= 1;
                }
            }
        }
        if left > 0 && !oversubscribe {
            let free = ranks - left;
            let place = host.map_or("the machine".to_owned(), |host| format!("host `{host}`"));
            return Err(format!(
                "{ranks} ranks are to be started, but {place} has {free} free cores left; --oversubscribe"
            ));
        }
        *shared |= left > 0;
        for _ in 0..left {
            let load = |own: &HostCores, core: u16| own.on_core[usize::from(core)];
            let cores = (0..self.cores).flat_map(|core| range.clone().map(move |place| (place, core)));
            let least = cores.min_by_key(|&(place, core)| (load(&self.hosts[place], core), place, core));
            let Some((place, core)) = least else { return Err("there is no host to run on".to_owned()) };
            ends.push(self.hosts[place].assign(core, platform));
        }
        Ok(())
    }
}

impl HostCores {
    fn assign(&mut self, core: u16, platform: &Platform) -> Endpoint {
        self.ranks += 1;
        self.on_core[usize::from(core)] += 1;
        platform.endpoint(self.host, core)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three hosts of two cores.
    fn machine() -> Platform {
        let text = "name = \"three\"\n[topology]\nkind = \"cluster\"\nhosts = 3\n\
                    links.host = { bandwidth = \"1 GB/s\", latency = \"1 us\" }\n[host]\ncores = 2\nspeed = \"1 Gflop/s\"\n\
                    memory = { bandwidth = \"9 GB/s\", copy = \"4 GB/s\", latency = \"1 us\" }\n";
        Platform::from_str_with(text, "three.toml", &[]).expect("a platform")
    }

    fn at(ends: &[Endpoint]) -> Vec<(u32, u16)> {
        ends.iter().map(|end| (end.host.0, end.core)).collect()
    }

    #[test]
    fn the_next_free_cores_are_taken_in_blocks_and_are_free_again_afterwards() {
        let platform = machine();
        let host_slots = HostSlots::of(3, None, &Allocation::Machine, &platform).expect("no file");
        assert_eq!(host_slots.total(), 6);
        let mut free = FreeCores::new(&platform, &host_slots);
        free.take(Endpoint { host: HostId(0), core: 1, ..Endpoint::default() });
        let (ends, shared) = free.allocate(&[(3, None)], false, &platform).expect("free");
        assert_eq!((at(&ends), shared), (vec![(0, 0), (1, 0), (1, 1)], false));
        free.free(ends[1]);
        let (ends, _) = free.allocate(&[(1, Some("host2")), (1, None)], false, &platform).expect("free");
        assert_eq!(at(&ends), [(2, 0), (1, 0)]);
        let refused = free.allocate(&[(1, None), (1, None)], false, &platform).expect_err("one is left");
        assert!(refused.contains("has 0 free cores left"), "{refused}");
        let refused = free.allocate(&[(1, Some("nowhere"))], true, &platform).expect_err("no host");
        assert!(refused.starts_with("unknown host `nowhere`"), "{refused}");
        let (ends, shared) = free.allocate(&[(2, None)], true, &platform).expect("crowded");
        assert_eq!((at(&ends), shared), (vec![(2, 1), (0, 0)], true), "refused ones have left nothing behind");
    }

    #[test]
    fn fewer_ranks_per_host_leave_cores_empty() {
        let platform = machine();
        let host_slots = HostSlots::of(3, Some(1), &Allocation::Machine, &platform).expect("no file");
        let mut free = FreeCores::new(&platform, &host_slots);
        let (ends, _) = free.allocate(&[(3, None)], false, &platform).expect("free");
        assert_eq!((host_slots.total(), at(&ends)), (3, vec![(0, 0), (1, 0), (2, 0)]));
    }
}
