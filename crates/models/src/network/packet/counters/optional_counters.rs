//! Optional counters of the packet model, kept only if the user asks for them: the traffic of links over time, for the links of
//! one partition of the network.

use crate::network::packet::counters::bucket_counters::BucketCounters;
use crate::network::packet::counters::link_use_counters::{LinkActivity, LinkUseCounters};
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::packets::Packet;
use kernel::{LinkUse, LinkUseKey};
use std::collections::BTreeMap;
use units::Time;

/// Counters that are kept on request.
#[derive(Debug)]
pub(crate) struct OptionalCounters {
    buckets: Option<BucketCounters>,
    link_use: Option<LinkUseCounters>,
}

impl OptionalCounters {
    /// Bytes per time bucket, if a width is given.
    pub(crate) fn new(bucket: Option<Time>) -> Self {
        Self { buckets: bucket.map(BucketCounters::new), link_use: None }
    }

    /// Counts by bucket, phase and VC, too.
    pub(crate) fn count_link_use(&mut self, bucket: Option<Time>) {
        self.link_use = Some(LinkUseCounters::new(bucket));
    }

    pub(crate) fn add_port(&mut self) {
        if let Some(buckets) = &mut self.buckets {
            buckets.add_port();
        }
        if let Some(link_use) = &mut self.link_use {
            link_use.add_port();
        }
    }

    /// Counts a packet that occupies its port from one instant to another.
    #[inline]
    pub(crate) fn sent(&mut self, packet: &Packet, (start, end): (u64, u64), shared: &SharedState) {
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
    pub(crate) fn counts_stalls(&self) -> bool {
        self.link_use.is_some()
    }

    /// Counts a time in which a packet lacked credit.
    pub(crate) fn stalled(&mut self, packet: &Packet, time: (u64, u64), shared: &SharedState) {
        if let Some(link_use) = &mut self.link_use {
            let phase = shared.message(packet.message).phase;
            link_use.count(packet.out, packet.out_vc, phase, time, LinkActivity::Stalls);
        }
    }

    /// Bytes of a port by bucket, those without any left out.
    pub(crate) fn buckets(&self, port: usize) -> impl Iterator<Item = (u64, u64)> {
        self.buckets.iter().flat_map(move |counters| counters.of(port))
    }

    /// What a port has carried by bucket, phase and VC.
    pub(crate) fn link_use(&self, port: usize) -> BTreeMap<LinkUseKey, LinkUse> {
        self.link_use.as_ref().map(|counters| counters.of(port)).unwrap_or_default()
    }
}
