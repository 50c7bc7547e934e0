//! Allocations: which hosts a job gets (`--allocation`). The mapping then places the ranks on these hosts.
//!
//! - Without `--allocation`: the whole machine.
//! - `contiguous`: the first hosts of the machine, as many as the ranks fill.
//! - `random:UNITS[:SEED]`: whole units, drawn at random until the ranks fit. The job gets the hosts of these units, in the
//!   order of the hosts' numbers. A unit is a host (`hosts`), or a part of the machine after which its topology names a
//!   coordinate of hosts (`drawers`, `groups`).
//! - `file:PATH`: the hosts that a file lists, in its order.

use super::error::MappingError;
use super::hostfile;
use super::random::{ALLOCATION_STREAM, draw};
use super::slots::Slots;
use crate::machine::Platform;
use config::UnknownName;
use std::fmt;
use std::path::PathBuf;
use units::HostId;

/// Which hosts a job gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Allocation {
    /// All hosts.
    Machine,
    /// The first ones.
    Contiguous,
    /// Random units of the machine.
    Random {
        /// As written, in the plural.
        units: String,
        /// Of the draw.
        seed: u64,
    },
    /// A host file.
    File(PathBuf),
}

const KINDS: [&str; 3] = ["contiguous", "random", "file"];

impl Allocation {
    /// What a scenario says; without a word, the whole machine.
    ///
    /// # Errors
    /// As [`Allocation::parse`].
    pub fn of(spec: Option<&str>, seed: u64) -> Result<Self, MappingError> {
        spec.map_or(Ok(Self::Machine), |spec| Self::parse(spec, seed))
    }

    /// Reads what `--allocation` says; the seed is `seed` if the text names none.
    ///
    /// # Errors
    /// It is none of the forms above.
    pub fn parse(spec: &str, seed: u64) -> Result<Self, MappingError> {
        let bad = |expected| MappingError::AllocationArgument { spec: spec.to_owned(), expected };
        let (name, argument) = match spec.split_once(':') {
            Some((name, argument)) => (name.trim(), Some(argument.trim())),
            None => (spec.trim(), None),
        };
        match (name, argument.filter(|argument| !argument.is_empty())) {
            ("contiguous", None) if argument.is_none() => Ok(Self::Contiguous),
            ("contiguous", _) => Err(bad("no argument")),
            ("random", Some(argument)) => {
                let (units, seed) = match argument.split_once(':') {
                    None => (argument, Some(seed)),
                    Some((units, seed)) => (units.trim(), seed.trim().parse().ok()),
                };
                let seed = seed.ok_or_else(|| bad("a whole number as seed, as in random:hosts:7"))?;
                Ok(Self::Random { units: units.to_owned(), seed })
            }
            ("random", None) => Err(bad("what is drawn, as in random:hosts or random:drawers:7")),
            ("file", Some(path)) => Ok(Self::File(PathBuf::from(path))),
            ("file", None) => Err(bad("a path, as in file:hosts.txt")),
            _ => Err(MappingError::UnknownAllocation(UnknownName::new(name, KINDS))),
        }
    }

    /// The slots of a job of so many ranks: `ppn` on a host, by default one per core.
    pub(super) fn slots(
        &self,
        ranks: u32,
        ppn: Option<u32>,
        oversubscribe: bool,
        platform: &Platform,
    ) -> Result<Slots, MappingError> {
        let per_host = ppn.unwrap_or(u32::from(platform.host.cores));
        let enough = ranks.div_ceil(per_host).clamp(1, platform.hosts());
        match self {
            Self::Machine => Ok(Slots::Uniform { hosts: platform.hosts(), per_host }),
            Self::Contiguous => Ok(Slots::Uniform { hosts: enough, per_host }),
            Self::Random { units, seed } => {
                let hosts = random(unit_size(units, platform)?, *seed, enough, platform.hosts());
                Ok(Slots::Listed(hosts.into_iter().map(|host| (host, per_host)).collect()))
            }
            Self::File(path) => hostfile::read(path, ppn, oversubscribe, platform),
        }
    }
}

impl fmt::Display for Allocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Machine => f.write_str("the whole machine"),
            Self::Contiguous => f.write_str("contiguous"),
            Self::Random { units, seed } => write!(f, "random:{units}:{seed}"),
            Self::File(path) => write!(f, "file:{}", path.display()),
        }
    }
}

/// Hosts of random units of `size` hosts, at least `enough`, ascending.
fn random(size: u32, seed: u64, enough: u32, hosts: u32) -> Vec<HostId> {
    let drawn = draw(enough.div_ceil(size), u64::from(hosts / size), seed, ALLOCATION_STREAM);
    let mut units: Vec<u32> = drawn.into_iter().map(|unit| unit as u32).collect();
    units.sort_unstable();
    units.into_iter().flat_map(|unit| (unit * size..(unit + 1) * size).map(HostId)).collect()
}

/// The number of consecutive hosts in a unit.
fn unit_size(units: &str, platform: &Platform) -> Result<u32, MappingError> {
    let mut known = vec![("hosts".to_owned(), 1)];
    let axes = platform.topology().axes();
    let words = axes.iter().rev().filter(|axis| axis.name.len() > 1 && axis.name != "host");
    known.extend(words.map(|axis| (plural(&axis.name), axis.stride)));
    let found = known.iter().find(|(name, _)| name == units).map(|(_, size)| *size);
    found.ok_or_else(|| MappingError::UnknownUnits(UnknownName::new(units, known.iter().map(|(name, _)| name))))
}

fn plural(name: &str) -> String {
    match name.strip_suffix('f') {
        Some(stem) => format!("{stem}ves"),
        None => format!("{name}s"),
    }
}
