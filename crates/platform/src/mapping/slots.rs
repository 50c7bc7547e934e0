//! The slots of a job's hosts, numbered host after host. A slot is a place for one rank.

use super::error::MappingError;
use units::HostId;

/// How many ranks each host takes.
pub(super) enum Slots {
    /// Equally many on the first `hosts` hosts.
    Uniform { hosts: u32, per_host: u32 },
    /// As a host file says, in its order.
    Listed(Vec<(HostId, u32)>),
}

impl Slots {
    pub(super) fn hosts(&self) -> u32 {
        match self {
            Self::Uniform { hosts, .. } => *hosts,
            Self::Listed(list) => list.len() as u32,
        }
    }

    pub(super) fn total(&self) -> u64 {
        match self {
            Self::Uniform { hosts, per_host } => u64::from(*hosts) * u64::from(*per_host),
            Self::Listed(list) => list.iter().map(|(_, slots)| u64::from(*slots)).sum(),
        }
    }

    /// How many slots every host has, if all have equally many.
    pub(super) fn equal(&self) -> Option<u32> {
        match self {
            Self::Uniform { per_host, .. } => Some(*per_host),
            Self::Listed(list) => {
                let (_, first) = *list.first()?;
                list.iter().all(|(_, slots)| *slots == first).then_some(first)
            }
        }
    }

    /// Whether the hosts are the first ones of the machine, in order.
    pub(super) fn are_first(&self) -> bool {
        match self {
            Self::Uniform { .. } => true,
            Self::Listed(list) => (0..).zip(list).all(|(number, (host, _))| host.0 == number),
        }
    }

    /// Enough slots for `ranks`: if there are too few, every host gets equally many more, where that is allowed.
    pub(super) fn for_ranks(mut self, ranks: u32, oversubscribe: bool) -> Result<Self, MappingError> {
        let (total, hosts) = (self.total(), self.hosts());
        let missing = u64::from(ranks).saturating_sub(total);
        if missing == 0 {
            return Ok(self);
        }
        if !oversubscribe || hosts == 0 {
            return Err(MappingError::TooManyRanks { ranks, slots: total, hosts });
        }
        // At most the number of ranks, so it fits.
        let more = missing.div_ceil(u64::from(hosts)) as u32;
        match &mut self {
            Self::Uniform { per_host, .. } => *per_host += more,
            Self::Listed(list) => list.iter_mut().for_each(|(_, slots)| *slots += more),
        }
        Ok(self)
    }

    /// Host and place on it of every slot, host after host.
    pub(super) fn in_blocks(&self) -> impl Iterator<Item = (HostId, u32)> + '_ {
        (0..self.hosts()).flat_map(|index| {
            let (host, slots) = self.host(index);
            (0..slots).map(move |nth| (host, nth))
        })
    }

    /// The `index`-th host and its slots.
    pub(super) fn host(&self, index: u32) -> (HostId, u32) {
        match self {
            Self::Uniform { per_host, .. } => (HostId(index), *per_host),
            Self::Listed(list) => list[index as usize],
        }
    }

    /// For each host its first slot in the order of [`Slots::in_blocks`]; empty if uniform.
    pub(super) fn firsts(&self) -> Vec<u64> {
        match self {
            Self::Uniform { .. } => Vec::new(),
            Self::Listed(list) => {
                let mut next = 0;
                list.iter()
                    .map(|(_, slots)| {
                        next += u64::from(*slots);
                        next - u64::from(*slots)
                    })
                    .collect()
            }
        }
    }

    /// Host and place on it of one slot, given [`Slots::firsts`].
    pub(super) fn slot(&self, slot: u64, firsts: &[u64]) -> (HostId, u32) {
        match self {
            Self::Uniform { per_host, .. } => {
                let per_host = u64::from(*per_host);
                (HostId((slot / per_host) as u32), (slot % per_host) as u32)
            }
            Self::Listed(list) => {
                let index = firsts.partition_point(|first| *first <= slot) - 1;
                (list[index].0, (slot - firsts[index]) as u32)
            }
        }
    }
}
