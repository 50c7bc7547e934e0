//! `whole`: every file is on one server.
//!
//! # Equations
//! Byte x of file number f is on server f mod n of n, at x.

use super::layout::Layout;
use crate::settings::Settings;
use crate::{ModelError, Parameter, ParameterKind};
use kernel::Extent;

pub(super) const PARAMETERS: &[Parameter] = &[Parameter::with_default(
    "layout.stripe",
    ParameterKind::Size,
    "1 MiB",
    "a round number",
    "Has no effect.",
)];

struct Whole(u32);

pub(super) fn build(servers: u32, settings: &Settings<'_>) -> Result<Box<dyn Layout>, ModelError> {
    settings.some_bytes("layout.stripe")?;
    Ok(Box::new(Whole(servers)))
}

impl Layout for Whole {
    fn spread(&self, file: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, Extent)) {
        if bytes > 0 {
            each(file % self.0, Extent { offset, bytes });
        }
    }
}
