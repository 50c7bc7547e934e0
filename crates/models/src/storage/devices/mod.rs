//! Storage devices of file servers: disks, solid-state drives and measured curves.

mod curve;
mod device;
mod disk;
mod ssd;
#[cfg(test)]
mod suite;

pub use device::{Device, DeviceEnd, DeviceJob};

use crate::settings::Settings;
use crate::{ModelError, Parameter};

/// A kind of device: an entry of [`DEVICES`].
#[derive(Debug)]
pub struct DeviceKind {
    /// The name in `device.kind` of a platform's `[storage]`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// What can be set, with the names in `[storage]`.
    pub parameters: &'static [Parameter],
    /// Makes one.
    pub(crate) build: BuildDevice,
}

type BuildDevice = fn(&Settings<'_>) -> Result<Box<dyn Device>, ModelError>;

/// All kinds of devices; the first is the default.
pub const DEVICES: &[DeviceKind] = &[
    DeviceKind {
        name: "ssd",
        doc: "A solid-state device: latency, parallel channels, one rate for reads and one for writes.",
        parameters: ssd::PARAMETERS,
        build: ssd::build,
    },
    DeviceKind {
        name: "disk",
        doc: "A disk: seeks, rotation and an elevator.",
        parameters: disk::PARAMETERS,
        build: disk::build,
    },
    DeviceKind {
        name: "curve",
        doc: "A measured curve: bandwidth by the number of concurrent jobs, as fio reports it.",
        parameters: curve::PARAMETERS,
        build: curve::build,
    },
];
