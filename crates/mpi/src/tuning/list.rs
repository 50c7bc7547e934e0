//! All formats.

use super::format::Format;
use super::{intel_adjust, mpich_json, openmpi_rules};

/// All formats.
pub static FORMATS: &[Format] = &[openmpi_rules::FORMAT, mpich_json::FORMAT, intel_adjust::FORMAT];
