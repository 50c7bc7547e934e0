//! What links and their channels have carried.

use super::engine::Fabric;
use super::parts::Parts;
use kernel::{ChannelUse, LinkCounters, LinkUse, Part, PartUse};
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
    pub(super) fn count_parts(&mut self) {
        assert!(self.ports.is_empty(), "counted by phase from the start");
        self.parts = Some(Parts::new(self.options.bucket));
    }

    /// Ports ascending by link.
    fn ordered(&self) -> Vec<(LinkId, usize)> {
        let mut order: Vec<_> = self.ports.iter().enumerate().map(|(index, port)| (port.id, index)).collect();
        order.sort_unstable();
        order
    }
}

impl LinkCounters for Fabric {
    fn for_each_link(&self, visit: &mut dyn FnMut(LinkId, LinkUse)) {
        for (id, index) in self.ordered() {
            let port = &self.ports[index];
            let (mut bytes, mut packets) = (0, 0);
            for channel in &port.channels {
                bytes += channel.counts.bytes;
                packets += channel.counts.packets;
            }
            if packets > 0 {
                let stalled = Some(Time::from_ps(port.stalled));
                visit(id, LinkUse { bytes, busy: Time::from_ps(port.busy), packets: Some(packets), stalled });
            }
        }
    }

    fn for_each_channel(&self, visit: &mut dyn FnMut(LinkId, u8, ChannelUse)) {
        for (id, index) in self.ordered() {
            for (vc, channel) in (0..).zip(&self.ports[index].channels) {
                let counts = channel.counts;
                if counts.packets > 0 {
                    let stalled = Time::from_ps(counts.stalled);
                    visit(id, vc, ChannelUse { bytes: counts.bytes, packets: counts.packets, stalled });
                }
            }
        }
    }

    fn bucket(&self) -> Option<Time> {
        self.options.bucket
    }

    fn for_each_bucket(&self, visit: &mut dyn FnMut(LinkId, u64, u64)) {
        let Some(buckets) = &self.buckets else { return };
        for (id, index) in self.ordered() {
            for &(bucket, bytes) in buckets.links[index].iter().filter(|part| part.1 > 0) {
                visit(id, bucket, bytes);
            }
        }
    }
    fn for_each_part(&self, visit: &mut dyn FnMut(LinkId, Part, PartUse)) {
        let Some(parts) = &self.parts else { return };
        for (id, index) in self.ordered() {
            for (part, used) in parts.of(index) {
                visit(id, part, used);
            }
        }
    }
}
