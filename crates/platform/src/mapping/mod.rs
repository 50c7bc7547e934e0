//! Which host and core each rank runs on.
//!
//! A mapping places ranks on *slots*: every host has `ppn` of them (by default one per core), or those that a host
//! file lists. The n-th rank of a host runs on core n, modulo its cores if it is oversubscribed; the core tells the
//! socket and the NIC.

mod block;
mod error;
mod file;
mod free_cores;
mod hostfile;
mod kind;
mod random;
mod ranks;
mod round_robin;
mod slots;
#[cfg(test)]
mod tests;
mod tiles;

pub use error::MappingError;
pub use free_cores::{FreeCores, HostSlots};
pub use kind::MappingKind;
pub use ranks::{Mapping, RanksOn};

/// All mappings, in the order they are listed.
pub static MAPPINGS: &[MappingKind] = &[block::KIND, round_robin::KIND, tiles::KIND, random::KIND, file::KIND];
