//! What the links of a partition carry over time, where that is asked for.

use crate::network::packet::counters::link_use::{BucketShare, LinkActivity, LinkUseCounters, spread};
use crate::network::packet::parallel::shared_state::SharedState;
use crate::network::packet::switching::packets::Packet;
use kernel::{LinkUse, LinkUseKey};
use std::collections::BTreeMap;
use units::Time;

/// Bytes per time bucket. The bytes of a packet are spread evenly over the time it occupies the link.
#[derive(Debug)]
pub(in crate::network::packet) struct BucketCounters {
    width: u64,
    /// By port: (bucket, bytes), ascending like the departures of a port.
    links: Vec<Vec<(u64, u64)>>,
}

impl BucketCounters {
    pub(in crate::network::packet) fn new(width: Time) -> Self {
        Self { width: width.ps(), links: Vec::new() }
    }

    pub(in crate::network::packet) fn add_port(&mut self) {
        self.links.push(Vec::new());
    }

    /// Counts a packet that occupies a link from one instant to another.
    pub(in crate::network::packet) fn add(&mut self, port: u32, from: u64, to: u64, bytes: u32) {
        let buckets = &mut self.links[port as usize];
        for BucketShare { bucket, bytes, .. } in spread(bytes, (from, to), self.width) {
            match buckets.last_mut() {
                Some((last, sum)) if *last == bucket => *sum += bytes,
                _ => buckets.push((bucket, bytes)),
            }
        }
    }
}

/// Counters that are kept on request.
#[derive(Debug)]
pub(in crate::network::packet) struct LinkUseRecorder {
    buckets: Option<BucketCounters>,
    link_use: Option<LinkUseCounters>,
}

impl LinkUseRecorder {
    /// Bytes per time bucket, if a width is given.
    pub(in crate::network::packet) fn new(bucket: Option<Time>) -> Self {
        Self { buckets: bucket.map(BucketCounters::new), link_use: None }
    }

    /// Counts by bucket, phase and VC, too.
    pub(in crate::network::packet) fn count_link_use(&mut self, bucket: Option<Time>) {
        self.link_use = Some(LinkUseCounters::new(bucket));
    }

    pub(in crate::network::packet) fn add_port(&mut self) {
        if let Some(buckets) = &mut self.buckets {
            buckets.add_port();
        }
        if let Some(link_use) = &mut self.link_use {
            link_use.add_port();
        }
    }

    /// Counts a packet that occupies its port from one instant to another.
    #[inline]
    pub(in crate::network::packet) fn sent(
        &mut self,
        packet: &Packet,
        (start, end): (u64, u64),
        shared: &SharedState,
    ) {
        let bytes = packet.route.wire_bytes;
        if let Some(buckets) = &mut self.buckets {
            buckets.add(packet.out, start, end, bytes);
        }
        if let Some(link_use) = &mut self.link_use {
            let phase = shared.message(packet.message).phase;
            link_use.count(packet.out, packet.out_vc, phase, (start, end), LinkActivity::Transmits(bytes));
        }
    }

    /// Whether stalls are counted by phase.
    pub(in crate::network::packet) fn counts_stalls(&self) -> bool {
        self.link_use.is_some()
    }

    /// Counts a time in which a packet lacked credit.
    pub(in crate::network::packet) fn stalled(&mut self, packet: &Packet, time: (u64, u64), shared: &SharedState) {
        if let Some(link_use) = &mut self.link_use {
            let phase = shared.message(packet.message).phase;
            link_use.count(packet.out, packet.out_vc, phase, time, LinkActivity::Stalls);
        }
    }

    /// Bytes of a port by bucket, those without any left out.
    pub(in crate::network::packet) fn buckets(&self, port: usize) -> impl Iterator<Item = (u64, u64)> {
        self.buckets
            .iter()
            .flat_map(move |counters| counters.links[port].iter().copied().filter(|(_, bytes)| *bytes > 0))
    }

    /// What a port has carried by bucket, phase and VC.
    pub(in crate::network::packet) fn link_use(&self, port: usize) -> BTreeMap<LinkUseKey, LinkUse> {
        self.link_use.as_ref().map(|counters| counters.of(port)).unwrap_or_default()
    }
}
