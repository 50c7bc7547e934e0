//! File layouts: on which server each byte of a file is.

mod layout;
mod lustre;
mod pvfs;
mod striping;
#[cfg(test)]
mod suite;

pub use layout::Layout;

use crate::settings::Settings;
use crate::{ModelError, Parameter};

/// A layout: an entry of [`LAYOUTS`].
#[derive(Debug)]
pub struct LayoutKind {
    /// The name in `layout.kind` of a platform's `[storage]`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// How ROMIO calls file systems with it.
    pub driver: &'static str,
    /// What can be set, with the names in `[storage]`.
    pub parameters: &'static [Parameter],
    /// Makes one, for so many servers.
    pub(crate) build: BuildLayout,
}

type BuildLayout = fn(u32, &Settings<'_>) -> Result<Box<dyn Layout>, ModelError>;

/// All layouts; the first is the default.
pub const LAYOUTS: &[LayoutKind] = &[
    LayoutKind {
        name: "pvfs",
        doc: "Stripes over all servers in turn.",
        driver: "pvfs2",
        parameters: pvfs::PARAMETERS,
        build: pvfs::build,
    },
    LayoutKind {
        name: "lustre",
        doc: "Stripes over some servers; each file starts behind those of the one before.",
        driver: "lustre",
        parameters: lustre::PARAMETERS,
        build: lustre::build,
    },
];
