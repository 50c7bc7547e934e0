//! The result of a mapping: the endpoint (host, NIC and core) of each rank.

use super::allocation::Allocation;
use super::error::MappingError;
use super::kind::{MappingKind, RankPlacement, Request};
use super::{MAPPINGS, file, program};
use crate::machine::{Host, Nic, Platform};
use config::UnknownName;
use std::path::Path as FilePath;
use units::{Endpoint, HostId};

/// The endpoint of every rank.
#[derive(Debug)]
pub struct Mapping {
    ranks: u32,
    hosts: u32,
    host: Host,
    nic: Nic,
    /// The most ranks of a host.
    per_host: u32,
    placing: RankPlacement,
    /// For a table: the ranks, sorted by host.
    pub(super) by_host: Vec<u32>,
    description: String,
}

impl Mapping {
    /// Places `ranks` ranks as `spec` says: `block`, `round-robin`, `random` (seed 0), `random:SEED` or
    /// `random(SEED)`, `order:AXES`, `tiles:GRID/TILE/…`, `file:PATH`, or a program, `map … -> …` or `FILE.map`. `ppn` is
    /// the number of ranks per host, by default the cores of a host. The allocation says which hosts there are; a host file
    /// also their slots. More ranks than slots are an error unless `oversubscribe`, which then gives every host equally many
    /// more.
    ///
    /// # Errors
    /// What is wrong with the mapping or the allocation.
    pub fn build(
        spec: &str,
        ranks: u32,
        ppn: Option<u32>,
        oversubscribe: bool,
        allocation: &Allocation,
        platform: &Platform,
    ) -> Result<Self, MappingError> {
        let cores = u32::from(platform.host.cores);
        for (what, value) in
            [("the number of ranks (-n)", Some(ranks)), ("the number of ranks per host (--ppn)", ppn)]
        {
            if value == Some(0) {
                return Err(MappingError::Zero { what });
            }
        }
        if let Some(ppn) = ppn.filter(|ppn| *ppn > cores && !oversubscribe) {
            return Err(MappingError::PerHost { ppn, cores });
        }
        let (kind, argument) = find_kind(spec)?;
        let per_host = ppn.unwrap_or(cores);
        let slots = allocation.slots(ranks, ppn, oversubscribe, platform)?;
        // A mapping file names its hosts itself, so the number of slots says nothing about it.
        let slots = if kind.name == file::KIND.name { slots } else { slots.for_ranks(ranks, oversubscribe)? };
        let allocated = *allocation != Allocation::Machine;
        let request = Request { ranks, argument, spec, slots: &slots, platform, oversubscribe, per_host, allocated };
        let placing = (kind.place)(&request)?;
        let description = match allocation {
            Allocation::Machine => spec.to_owned(),
            allocation => format!("{spec}, allocation {allocation}"),
        };
        Ok(Self::new(ranks, placing, description, platform))
    }

    fn new(ranks: u32, placing: RankPlacement, description: String, platform: &Platform) -> Self {
        let mut by_host = Vec::new();
        if let Some(table) = placing.table() {
            by_host = (0..ranks).collect();
            by_host.sort_unstable_by_key(|rank| (table[*rank as usize].0, *rank));
        }
        let (hosts, host, nic) = (platform.hosts(), platform.host.clone(), platform.nic.clone());
        let per_host = match &placing {
            RankPlacement::Block { per_host } => (*per_host).min(ranks),
            RankPlacement::RoundRobin { hosts } => ranks.div_ceil(*hosts),
            RankPlacement::Table(table) | RankPlacement::Grid { table, .. } => {
                let same_host = |a: &u32, b: &u32| table[*a as usize].0 == table[*b as usize].0;
                by_host.chunk_by(same_host).map(<[u32]>::len).max().unwrap_or(1) as u32
            }
        };
        Self { ranks, hosts, host, nic, per_host, placing, by_host, description }
    }

    /// Number of ranks.
    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// The mapping as it was asked for, and the allocation if it is not the whole machine.
    pub fn describe(&self) -> &str {
        &self.description
    }

    /// The sizes of the grid that ranks are for the mapping, the last dimension fastest; nothing if they are none.
    pub fn grid(&self) -> &[u32] {
        match &self.placing {
            RankPlacement::Grid { sizes, .. } => sizes,
            _ => &[],
        }
    }

    /// Where a rank runs.
    ///
    /// # Panics
    /// If there is no such rank.
    #[inline]
    pub fn endpoint(&self, rank: u32) -> Endpoint {
        assert!(rank < self.ranks, "no rank {rank}");
        let (host, core) = match &self.placing {
            RankPlacement::Block { per_host } => (HostId(rank / per_host), self.host.core_of(rank % per_host)),
            RankPlacement::RoundRobin { hosts } => (HostId(rank % hosts), self.host.core_of(rank / hosts)),
            RankPlacement::Table(table) | RankPlacement::Grid { table, .. } => table[rank as usize],
        };
        Endpoint { host, nic: self.nic.of(core, self.per_host, &self.host), core, ..Endpoint::default() }
    }

    /// The host of a rank.
    ///
    /// # Panics
    /// If there is no such rank.
    #[inline]
    pub fn host(&self, rank: u32) -> HostId {
        self.endpoint(rank).host
    }

    /// The ranks of a host, ascending; none for a host without ranks.
    pub fn ranks_on(&self, host: HostId) -> RanksOn<'_> {
        let none = RanksOn(Ranks::Steps { next: 0, step: 1, left: 0 });
        if host.0 >= self.hosts {
            return none;
        }
        match &self.placing {
            RankPlacement::Block { per_host } => {
                let first = u64::from(host.0) * u64::from(*per_host);
                match u32::try_from(first).ok().filter(|first| *first < self.ranks) {
                    Some(next) => RanksOn(Ranks::Steps { next, step: 1, left: (self.ranks - next).min(*per_host) }),
                    None => none,
                }
            }
            RankPlacement::RoundRobin { hosts } if host.0 < *hosts && host.0 < self.ranks => {
                let left = (self.ranks - host.0).div_ceil(*hosts);
                RanksOn(Ranks::Steps { next: host.0, step: *hosts, left })
            }
            RankPlacement::RoundRobin { .. } => none,
            RankPlacement::Table(table) | RankPlacement::Grid { table, .. } => {
                let first = self.by_host.partition_point(|rank| table[*rank as usize].0 < host);
                let end = self.by_host.partition_point(|rank| table[*rank as usize].0 <= host);
                RanksOn(Ranks::Listed(self.by_host[first..end].iter()))
            }
        }
    }
}

/// The ranks of one host, ascending.
#[derive(Clone, Debug)]
pub struct RanksOn<'a>(Ranks<'a>);

#[derive(Clone, Debug)]
enum Ranks<'a> {
    Steps { next: u32, step: u32, left: u32 },
    Listed(std::slice::Iter<'a, u32>),
}

impl Iterator for RanksOn<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match &mut self.0 {
            Ranks::Steps { left: 0, .. } => None,
            Ranks::Steps { next, step, left } => {
                let rank = *next;
                *left -= 1;
                // After the last one the sum is not used and may pass 32 bits.
                *next = next.wrapping_add(*step);
                Some(rank)
            }
            Ranks::Listed(ranks) => ranks.next().copied(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Ranks::Steps { left, .. } => *left as usize,
            Ranks::Listed(ranks) => ranks.len(),
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for RanksOn<'_> {}

/// The file that a mapping names: a program's, or a list of ranks' hosts.
pub fn mapping_file(spec: &str) -> Option<&FilePath> {
    let spec = spec.trim();
    let file = match spec.strip_prefix("file:") {
        Some(file) => Some(file),
        None => program::is_file(spec).then_some(spec),
    };
    file.map(|file| FilePath::new(file.trim()))
}

/// Splits `name:argument` or `name(argument)` and finds the kind.
fn find_kind(spec: &str) -> Result<(&'static MappingKind, Option<&str>), MappingError> {
    let spec = spec.trim();
    let (name, argument) = match (spec.split_once(':'), spec.strip_suffix(')').and_then(|s| s.split_once('('))) {
        (Some((name, argument)), _) if !name.contains('(') => (name, Some(argument)),
        (_, Some((name, argument))) => (name, Some(argument)),
        _ => (spec, None),
    };
    let argument = argument.map(str::trim);
    match MAPPINGS.iter().find(|kind| kind.name == name) {
        Some(kind) => Ok((kind, argument)),
        None if program::is_program(spec) => Ok((&program::KIND, None)),
        None => {
            let known = MAPPINGS.iter().map(|kind| kind.name);
            Err(MappingError::Unknown(UnknownName::new(name, known)))
        }
    }
}
