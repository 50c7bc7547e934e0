//! The interface of a mapping, which assigns ranks to hosts and cores: its name, how it is built, and its result.

use super::error::MappingError;
use super::slots::Slots;
use crate::machine::Platform;
use units::HostId;

/// A kind of mapping: an entry of `MAPPINGS`.
#[derive(Debug)]
pub struct MappingKind {
    /// The word before the colon of a mapping's text.
    pub name: &'static str,
    /// What may follow the colon; empty if nothing.
    pub argument: &'static str,
    /// One sentence.
    pub doc: &'static str,
    pub(super) place: fn(&Request<'_>) -> Result<RankPlacement, MappingError>,
}

/// What a kind of mapping has to place, and where.
pub(super) struct Request<'a> {
    pub(super) ranks: u32,
    /// What follows the colon.
    pub(super) argument: Option<&'a str>,
    /// The mapping as the user wrote it.
    pub(super) spec: &'a str,
    pub(super) slots: &'a Slots,
    pub(super) platform: &'a Platform,
    pub(super) oversubscribe: bool,
    /// The most ranks a host takes unless oversubscribed.
    pub(super) per_host: u32,
    /// The hosts are those of an allocation.
    pub(super) allocated: bool,
}

/// Ranks and their endpoints, by arithmetic where possible: a million ranks in blocks cost no memory.
#[derive(Debug)]
pub(super) enum RankPlacement {
    /// Rank r is the (r mod `per_host`)-th of host r / `per_host`.
    Block { per_host: u32 },
    /// Rank r is the (r / `hosts`)-th of host r mod `hosts`.
    RoundRobin { hosts: u32 },
    /// One entry per rank: host and core.
    Table(Vec<(HostId, u16)>),
    /// The same of ranks that are a grid of these sizes, the last dimension fastest.
    Grid { table: Vec<(HostId, u16)>, sizes: Vec<u32> },
}

impl RankPlacement {
    /// The entries for all ranks, if it has some.
    pub(super) fn table(&self) -> Option<&[(HostId, u16)]> {
        match self {
            Self::Block { .. } | Self::RoundRobin { .. } => None,
            Self::Table(table) | Self::Grid { table, .. } => Some(table),
        }
    }
}

impl Request<'_> {
    /// Refuses an argument to a kind that takes none.
    pub(super) fn refuse_argument(&self) -> Result<(), MappingError> {
        match self.argument {
            None => Ok(()),
            Some(_) => Err(self.bad_argument("no argument")),
        }
    }

    pub(super) fn bad_argument(&self, expected: &'static str) -> MappingError {
        MappingError::Argument { spec: self.spec.to_owned(), expected }
    }

    /// The core of the n-th rank of a host.
    pub(super) fn core(&self, nth: u32) -> u16 {
        self.platform.host.core_of(nth)
    }
}
