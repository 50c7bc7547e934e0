//! The file layout `pvfs`: PVFS's simple stripes, round robin over the servers, which PIOsimHD has, too.
//!
//! # Equations
//! Byte x of file number f is in stripe i = ⌊x / `stripe`⌋, where the parameter `stripe` is a size in bytes. There are n
//! servers. Stripe 0 is on server s, which the parameter `layout.start` gives; with `layout.start = next`, s is f mod n. Stripe
//! i is on server (s + i) mod n, where byte x is at ⌊i / n⌋ · `stripe` + x mod `stripe`.

use super::layout::Layout;
use super::striping::Striping;
use crate::settings::Settings;
use crate::{ModelError, Parameter, ParameterKind};
use kernel::{Extent, Stripes};

pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "layout.stripe",
        ParameterKind::Size,
        "64 KiB",
        "OrangeFS's `strip_size`",
        "Stripe size: bytes of a file on one server before the next server follows.",
    ),
    Parameter::with_default(
        "layout.start",
        ParameterKind::Or(&ParameterKind::Whole, "next"),
        "0",
        "PIOsimHD",
        "The server of a file's first stripe; `next`: each file starts one server further.",
    ),
];

struct Pvfs {
    striping: Striping,
    /// Whether each file starts one server further.
    next: bool,
}

pub(super) fn build(servers: u32, settings: &Settings<'_>) -> Result<Box<dyn Layout>, ModelError> {
    let stripe = settings.some_bytes("layout.stripe")?.0;
    let start = settings.whole_or("layout.start", "next")?;
    if let Some(start) = start.filter(|start| *start >= u64::from(servers)) {
        let expected = format!("a server's number below {servers}, or `next`");
        return Err(settings.bad("layout.start", &start.to_string(), expected));
    }
    let first = start.unwrap_or(0) as u32;
    Ok(Box::new(Pvfs { striping: Striping { stripe, first, count: servers, servers }, next: start.is_none() }))
}

impl Layout for Pvfs {
    fn spread(&self, file: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, Extent)) {
        let first = if self.next { file % self.striping.servers } else { self.striping.first };
        Striping { first, ..self.striping }.spread(offset, bytes, each);
    }

    fn stripes(&self) -> Option<Stripes> {
        Some(Stripes { bytes: self.striping.stripe, servers: self.striping.count })
    }
}
