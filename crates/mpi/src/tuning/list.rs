//! All formats.

use super::format::Format;
use super::{mpich_json, openmpi_rules};

/// All formats.
pub static FORMATS: &[Format] = &[openmpi_rules::FORMAT, mpich_json::FORMAT];
