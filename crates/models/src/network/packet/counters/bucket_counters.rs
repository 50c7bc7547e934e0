//! Counters of the packet model: bytes on each link by time bucket.

use crate::network::packet::counters::link_use_counters::{BucketShare, spread};
use units::Time;

/// Bytes per time bucket. The bytes of a packet are spread evenly over the time it occupies the link.
#[derive(Debug)]
pub(crate) struct BucketCounters {
    width: u64,
    /// By port: (bucket, bytes), ascending like the departures of a port.
    links: Vec<Vec<(u64, u64)>>,
}

impl BucketCounters {
    pub(crate) fn new(width: Time) -> Self {
        Self { width: width.ps(), links: Vec::new() }
    }

    pub(crate) fn add_port(&mut self) {
        self.links.push(Vec::new());
    }

    /// Counts a packet that occupies a link from one instant to another.
    pub(crate) fn add(&mut self, port: u32, from: u64, to: u64, bytes: u32) {
        let buckets = &mut self.links[port as usize];
        for BucketShare { bucket, bytes, .. } in spread(bytes, (from, to), self.width) {
            match buckets.last_mut() {
                Some((last, sum)) if *last == bucket => *sum += bytes,
                _ => buckets.push((bucket, bytes)),
            }
        }
    }

    /// Bytes of a port by bucket, those without any left out.
    pub(crate) fn of(&self, port: usize) -> impl Iterator<Item = (u64, u64)> {
        self.links[port].iter().copied().filter(|(_, bytes)| *bytes > 0)
    }
}
