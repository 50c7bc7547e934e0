//! Mappings: on which host and core each rank runs.
//!
//! A mapping places ranks on *slots* of the hosts that the job gets (the job's allocation). The number of slots of a host is
//! `ppn` (by default the number of cores), or the number that a host file gives for the host. The n-th rank of a host runs on
//! core n, or, with `host.binding`, on the n-th core that this key lists. On an oversubscribed host, n is taken modulo the
//! number of cores. The core determines the socket and the NIC that the rank uses.

mod allocation;
mod block;
mod error;
mod file;
mod free_cores;
mod hostfile;
mod kind;
mod order;
mod program;
mod random;
mod ranks;
mod round_robin;
mod slot_grid;
mod slots;
#[cfg(test)]
mod tests;
mod tiles;

pub use allocation::Allocation;
pub use error::MappingError;
pub use free_cores::{FreeCores, HostSlots};
pub use kind::MappingKind;
pub use program::error::ProgramError;
pub use ranks::{Mapping, RanksOn, mapping_file};

/// All mappings, in the order they are listed.
pub static MAPPINGS: &[MappingKind] =
    &[block::KIND, round_robin::KIND, random::KIND, order::KIND, tiles::KIND, program::KIND, file::KIND];
