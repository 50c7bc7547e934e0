//! `lustre`: stripes over some object storage targets.
//!
//! # Equations
//! Byte x of file number f is in stripe i = ⌊x / stripe⌋. There are n servers, and c is the number of servers of a file (the
//! parameter `layout.count`). The stripe is on server (f·c + i mod c) mod n. On this server the byte is at offset ⌊i / c⌋ ·
//! stripe + x mod stripe. So the next file begins on the server after the last one of this file, as with Lustre's allocator
//! while all servers have equal free space.
//!
//! # What it leaves out
//! Progressive layouts, pools, allocation by free space.

use super::layout::Layout;
use super::striping::Striping;
use crate::settings::Settings;
use crate::{ModelError, Parameter, ParameterKind};
use kernel::{Extent, Stripes};

pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "layout.stripe",
        ParameterKind::Size,
        "1 MiB",
        "Lustre's default `stripe_size`",
        "Stripe size: bytes of a file on one server before the next server follows.",
    ),
    Parameter::with_default(
        "layout.count",
        ParameterKind::Or(&ParameterKind::Count, "all"),
        "1",
        "Lustre's default `stripe_count`",
        "Servers that hold stripes of a file; more than there are, or `all`: all.",
    ),
];

struct Lustre {
    stripe: u64,
    count: u32,
    servers: u32,
}

pub(super) fn build(servers: u32, settings: &Settings<'_>) -> Result<Box<dyn Layout>, ModelError> {
    let stripe = settings.some_bytes("layout.stripe")?.0;
    let count = settings.count_or("layout.count", "all")?;
    let count = count.map_or(servers, |count| u32::try_from(count).unwrap_or(u32::MAX).min(servers));
    Ok(Box::new(Lustre { stripe, count, servers }))
}

impl Layout for Lustre {
    fn spread(&self, file: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, Extent)) {
        let Self { stripe, count, servers } = *self;
        let first = (u64::from(file) * u64::from(count) % u64::from(servers)) as u32;
        Striping { stripe, first, count, servers }.spread(offset, bytes, each);
    }

    fn stripes(&self) -> Option<Stripes> {
        Some(Stripes { bytes: self.stripe, servers: self.count })
    }
}
