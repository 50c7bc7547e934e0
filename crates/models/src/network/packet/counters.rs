//! What links and their channels have carried.

use super::fabric::Fabric;
use super::link_use::LinkUseCounters;
use super::partition::Partition;
use kernel::{ChannelTotals, LinkCounters, LinkTotals, LinkUse, LinkUseKey};
use std::ops::Range;
use units::{LinkId, Time};

/// Bytes per time bucket; a packet's are spread evenly over the time that it is on the link.
#[derive(Debug)]
pub(super) struct Buckets {
    width: u64,
    /// By port: (bucket, bytes). Departures of a port ascend, so do these.
    links: Vec<Vec<(u64, u64)>>,
}

impl Buckets {
    pub(super) fn new(width: Time) -> Self {
        Self { width: width.ps(), links: Vec::new() }
    }

    pub(super) fn add_link(&mut self) {
        self.links.push(Vec::new());
    }

    /// A packet is on a link from one instant to another.
    pub(super) fn add(&mut self, port: u32, from: u64, to: u64, bytes: u32) {
        let parts = &mut self.links[port as usize];
        let (mut at, mut counted) = (from, 0);
        loop {
            let bucket = at / self.width;
            let end = (bucket + 1).saturating_mul(self.width).min(to);
            // Rounded as running totals, so that the parts sum to all bytes.
            let total = match to - from {
                0 => u64::from(bytes),
                time => (u128::from(bytes) * u128::from(end - from) / u128::from(time)) as u64,
            };
            match parts.last_mut() {
                Some((last, sum)) if *last == bucket => *sum += total - counted,
                _ => parts.push((bucket, total - counted)),
            }
            (at, counted) = (end, total);
            if at >= to {
                return;
            }
        }
    }
}

impl Fabric {
    /// Counts by phase and channel, too; before there are ports.
    pub(super) fn count_link_use(&mut self) {
        for partition in &mut self.partitions {
            assert!(partition.ports.is_empty(), "counted by phase from the start");
            partition.parts = Some(LinkUseCounters::new(self.network.options.bucket));
        }
    }

    /// Ports ascending by link: of which partition, and which there.
    fn ordered(&self) -> Vec<(LinkId, &Partition, usize)> {
        let mut order = Vec::new();
        for partition in &self.partitions {
            order.extend(partition.ports.iter().enumerate().map(|(index, port)| (port.id, partition, index)));
        }
        order.sort_unstable_by_key(|(id, ..)| *id);
        order
    }

    /// The places of the channels of a port of a partition.
    fn channels(&self, port: usize) -> Range<usize> {
        let vcs = usize::from(self.network.vcs);
        port * vcs..(port + 1) * vcs
    }
}

impl LinkCounters for Fabric {
    fn for_each_link(&self, visit: &mut dyn FnMut(LinkId, LinkTotals)) {
        for (id, partition, port) in self.ordered() {
            let channels = &partition.channels[self.channels(port)];
            let packets = channels.iter().map(|channel| channel.packets).sum();
            if packets > 0 {
                let bytes = channels.iter().map(|channel| channel.bytes).sum();
                let busy = Time::from_ps(partition.ports[port].busy);
                let stalled = Some(Time::from_ps(partition.port_waits[port].stalled));
                visit(id, LinkTotals { bytes, busy, packets: Some(packets), stalled });
            }
        }
    }

    fn for_each_channel(&self, visit: &mut dyn FnMut(LinkId, u8, ChannelTotals)) {
        for (id, partition, port) in self.ordered() {
            for (vc, at) in (0..).zip(self.channels(port)) {
                let channel = &partition.channels[at];
                if channel.packets > 0 {
                    let stalled = Time::from_ps(partition.channel_waits[at].stalled);
                    visit(id, vc, ChannelTotals { bytes: channel.bytes, packets: channel.packets, stalled });
                }
            }
        }
    }

    fn bucket(&self) -> Option<Time> {
        self.network.options.bucket
    }

    fn for_each_bucket(&self, visit: &mut dyn FnMut(LinkId, u64, u64)) {
        for (id, partition, port) in self.ordered() {
            let Some(buckets) = &partition.buckets else { return };
            for &(bucket, bytes) in buckets.links[port].iter().filter(|part| part.1 > 0) {
                visit(id, bucket, bytes);
            }
        }
    }
    fn for_each_link_use(&self, visit: &mut dyn FnMut(LinkId, LinkUseKey, LinkUse)) {
        for (id, partition, port) in self.ordered() {
            let Some(parts) = &partition.parts else { return };
            for (part, used) in parts.of(port) {
                visit(id, part, used);
            }
        }
    }
}
