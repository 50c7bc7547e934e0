//! The registry of tuning-file formats, one line per format.

use super::format::Format;
use super::{intel_adjust, mpich_json, openmpi_han, openmpi_rules};

/// All formats.
pub static FORMATS: &[Format] =
    &[openmpi_rules::FORMAT, openmpi_han::FORMAT, mpich_json::FORMAT, intel_adjust::FORMAT];
