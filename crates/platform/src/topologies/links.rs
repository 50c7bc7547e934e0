//! The link classes that topologies declare, and overflow-checked counts of links.

use crate::error::PlatformError;
use crate::section::Section;
use units::{Rate, Time};

/// Bandwidth and latency of a class of links.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkClass {
    pub(super) bandwidth: Rate,
    pub(super) latency: Time,
}

impl LinkClass {
    /// Reads `links.<class>`.
    pub(super) fn read(section: &Section<'_>, class: &str) -> Result<Self, PlatformError> {
        Ok(Self {
            bandwidth: section.rate(&format!("links.{class}.bandwidth"))?,
            latency: section.time(&format!("links.{class}.latency"))?,
        })
    }

    /// Reads `links.<word><index>`, where each value that is not given is that of `links.all`.
    pub(super) fn read_indexed(section: &Section<'_>, word: &str, index: usize) -> Result<Self, PlatformError> {
        let own = |value: &str| format!("links.{word}{index}.{value}");
        // Where other classes have values of their own, this one is likely to lack them.
        let is_among_others = !section.has("links.all") && !section.names_in("links").is_empty();
        let other = |value: &str| if is_among_others { own(value) } else { format!("links.all.{value}") };
        let bandwidth = match section.optional_rate(&own("bandwidth"))? {
            Some(bandwidth) => bandwidth,
            None => section.rate(&other("bandwidth"))?,
        };
        let latency = match section.optional_time(&own("latency"))? {
            Some(latency) => latency,
            None => section.time(&other("latency"))?,
        };
        Ok(Self { bandwidth, latency })
    }
}

/// `count` links of `bandwidth` together.
pub(super) fn total(bandwidth: Rate, count: u64) -> Rate {
    Rate(bandwidth.0.saturating_mul(count))
}

/// The product of `factors` if it fits 32 bits.
pub(super) fn product(section: &Section<'_>, what: &str, factors: &[u32]) -> Result<u32, PlatformError> {
    let product = factors.iter().try_fold(1u32, |product, factor| product.checked_mul(*factor));
    product.ok_or_else(|| {
        let factors: Vec<String> = factors.iter().map(u32::to_string).collect();
        section.too_large(format!("{} {what}, at most {}", factors.join(" × "), u32::MAX))
    })
}

/// `links` as a 32-bit count.
pub(super) fn link_count(section: &Section<'_>, links: u64) -> Result<u32, PlatformError> {
    u32::try_from(links).map_err(|_| section.too_large(format!("{links} links, at most {}", u32::MAX)))
}

/// Dimensions beyond this are a mistake in the file.
const MAX_DIMENSIONS: usize = 16;

/// Reads `dimensions`: sizes of a grid.
pub(super) fn dimensions(section: &Section<'_>) -> Result<Vec<u32>, PlatformError> {
    let sizes = section.optional_counts("dimensions")?.ok_or_else(|| section.missing("dimensions"))?;
    if sizes.len() > MAX_DIMENSIONS {
        let expected = format!("at most {MAX_DIMENSIONS} dimensions");
        return Err(section.out_of_range("dimensions", format!("a list of {}", sizes.len()), expected));
    }
    Ok(sizes)
}
