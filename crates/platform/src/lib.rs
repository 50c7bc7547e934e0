//! Described machines: platform files, topologies and their routes, and the mapping of ranks to cores.
//!
//! The crate only describes machines; it simulates nothing. A [`Platform`] is read from TOML and numbers all links of the
//! machine. [`Platform::path`] gives the links of a transfer between two endpoints. [`Mapping`] gives the endpoint of each
//! rank.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

mod axis;
mod error;
#[cfg(test)]
mod example;
mod fifos;
mod file;
mod inside;
mod machine;
mod mapping;
mod names;
mod noise;
mod routing;
mod section;
mod shape;
mod show;
mod source;
mod topologies;
mod topology;

pub use axis::Axis;
pub use config::{UnknownName, known_names};
pub use error::{Location, PlatformError};
pub use fifos::{Fifos, QueueChoice};
pub use file::{HOST_PARAMETERS, NIC_PARAMETERS, STORAGE_PARAMETERS};
pub use inside::{Cache, LEVEL_PARAMETERS, Level, LevelPort};
pub use machine::{
    Assign, Connections, FirstTouch, Grade, Host, Loopback, Memory, MessageTime, ModelSection, MpiSection, Nic, Path,
    Platform, StorageSection, StorageServers,
};
pub use mapping::{
    Allocation, FreeCores, HostSlots, MAPPINGS, Mapping, MappingError, MappingKind, ProgramError, RanksOn,
    mapping_file,
};
pub use noise::{Detour, DetourPattern, NOISE_PARAMETERS, Noise, NoisePhase, NoiseTarget};
pub use routing::{Hop, PacketRouting, RouteState, RoutingKind, RoutingScope, RoutingView, mix};
pub use shape::{GroupNames, Shape, TreeLevel};
pub use show::ClassRow;
pub use topologies::TOPOLOGIES;
pub use topology::{Formulas, Gateway, Link, Subtopology, Topology, TopologyKind, Vertex};
