//! The link counters of the packet model, for the whole network: each partition of a parallel simulation has counters of its
//! own links, which are collected here.

use crate::network::packet::simulator::packet_simulator::PacketSimulator;
use crate::network::packet::simulator::partition::Partition;
use kernel::{ChannelTotals, LinkCounters, LinkTotals, LinkUse, LinkUseKey};
use units::{LinkId, Time};

impl PacketSimulator {
    /// Counts by phase and channel, too; before there are ports.
    pub(crate) fn count_link_use(&mut self) {
        let bucket = self.shared.get().config.options.bucket;
        for partition in &mut self.partitions {
            assert!(partition.ports.next_index() == 0, "counted by phase from the start");
            partition.optional_counters.count_link_use(bucket);
        }
    }

    /// Ports ascending by link: the partition, and the index there.
    fn ordered(&self) -> Vec<(LinkId, &Partition, usize)> {
        let mut order = Vec::new();
        for partition in &self.partitions {
            order.extend(partition.ports.iter().enumerate().map(|(index, port)| (port.id, &**partition, index)));
        }
        order.sort_unstable_by_key(|(id, ..)| *id);
        order
    }
}

impl LinkCounters for PacketSimulator {
    fn for_each_link(&self, visit: &mut dyn FnMut(LinkId, LinkTotals)) {
        for (id, Partition { ports, .. }, port) in self.ordered() {
            let channels = || ports.channel_indices(port).map(|at| ports.channel(at));
            let packets = channels().map(|channel| channel.packets).sum();
            if packets > 0 {
                let bytes = channels().map(|channel| channel.bytes).sum();
                let busy = Time::from_ps(ports[port as u32].busy);
                let (stalled, _) = ports.stalled(port, ports.channel_indices(port).start);
                let stalled = Some(Time::from_ps(stalled));
                visit(id, LinkTotals { bytes, busy, packets: Some(packets), stalled });
            }
        }
    }

    fn for_each_channel(&self, visit: &mut dyn FnMut(LinkId, u8, ChannelTotals)) {
        for (id, Partition { ports, .. }, port) in self.ordered() {
            for (vc, at) in (0..).zip(ports.channel_indices(port)) {
                let channel = ports.channel(at);
                if channel.packets > 0 {
                    let (_, stalled) = ports.stalled(port, at);
                    let stalled = Time::from_ps(stalled);
                    visit(id, vc, ChannelTotals { bytes: channel.bytes, packets: channel.packets, stalled });
                }
            }
        }
    }

    fn bucket(&self) -> Option<Time> {
        self.shared.get().config.options.bucket
    }

    fn for_each_bucket(&self, visit: &mut dyn FnMut(LinkId, u64, u64)) {
        for (id, partition, port) in self.ordered() {
            partition.optional_counters.buckets(port).for_each(|(bucket, bytes)| visit(id, bucket, bytes));
        }
    }

    fn for_each_link_use(&self, visit: &mut dyn FnMut(LinkId, LinkUseKey, LinkUse)) {
        for (id, partition, port) in self.ordered() {
            partition.optional_counters.link_use(port).into_iter().for_each(|(key, used)| visit(id, key, used));
        }
    }
}
