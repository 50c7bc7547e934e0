//! All formats.

use super::format::Format;
use super::openmpi_rules;

/// All formats.
pub static FORMATS: &[Format] = &[openmpi_rules::FORMAT];
