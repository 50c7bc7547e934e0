//! Counts bytes, packets and busy time of each link, in the variants of the packet model where a link is a queueing station
//! that sends whole packets (`switching=store-forward`, `transport=tcp`).

use kernel::{LinkCounters, LinkTotals, LinkUse, LinkUseKey};
use std::collections::BTreeMap;
use units::{LinkId, Time};

/// Bytes, packets and service time by link, and by phase when asked.
#[derive(Debug, Default)]
pub(in crate::network::packet) struct StationCounters {
    links: BTreeMap<LinkId, LinkUse>,
    phases: BTreeMap<(LinkId, u32), LinkUse>,
    pub(in crate::network::packet) by_phase: bool,
    /// Packets served, summed over links.
    pub(in crate::network::packet) services: u64,
}

impl StationCounters {
    pub(in crate::network::packet) fn add(&mut self, link: LinkId, phase: u32, bytes: u64, busy: Time) {
        self.services += 1;
        let one = LinkUse { bytes, packets: 1, busy, stalled: Time::ZERO };
        self.links.entry(link).or_default().add(one);
        if self.by_phase {
            self.phases.entry((link, phase)).or_default().add(one);
        }
    }
}

impl LinkCounters for StationCounters {
    fn for_each_link(&self, visit: &mut dyn FnMut(LinkId, LinkTotals)) {
        for (&link, used) in &self.links {
            visit(
                link,
                LinkTotals { bytes: used.bytes, busy: used.busy, packets: Some(used.packets), stalled: None },
            );
        }
    }

    fn for_each_link_use(&self, visit: &mut dyn FnMut(LinkId, LinkUseKey, LinkUse)) {
        for (&(link, phase), &used) in &self.phases {
            visit(link, LinkUseKey { phase, ..LinkUseKey::default() }, used);
        }
    }
}
