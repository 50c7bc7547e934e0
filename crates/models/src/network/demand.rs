//! Link load in models without link contention: the bytes of every message, counted on each link of its route.
//!
//! The busy time of a link is bytes/bandwidth. If it exceeds the run time, the link would have been a bottleneck; the
//! maximum over all links is the *congestion* of a mapping (Hoefler and Snir, "Generic Topology Mapping Strategies
//! for Large-scale Parallel Architectures", ICS 2011).
//!
//! By default a message counts on the links of its route; with `loads = minimal` its bytes are divided among all minimal ways,
//! as packets that are routed adaptively are on average (`platform::Topology::spread`).
//!
//! Cost: 8 bytes for every link of the machine up to the last that is used, one addition per message and link; by phase about 30
//! bytes per link used and phase, and one table access.

use super::scale::{self, Scale};
use crate::Machine;
use kernel::{LinkCounters, LinkTotals, LinkUse, LinkUseKey, Transfer};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use units::{LinkId, Time};

/// Bytes by link, and by phase when asked.
pub(super) struct Demand {
    machine: Arc<dyn Machine>,
    scale: Scale,
    bytes: Vec<u64>,
    phases: Option<FxHashMap<(LinkId, u32), u64>>,
}

impl Demand {
    pub(super) fn new(machine: Arc<dyn Machine>, scale: Scale, phases: bool) -> Self {
        Self { machine, scale, bytes: Vec::new(), phases: phases.then(FxHashMap::default) }
    }

    /// Adds a message to the links of its route.
    pub(super) fn add(&mut self, phase: u32, links: &[LinkId], bytes: u64) {
        links.iter().for_each(|link| self.add_to(phase, *link, bytes));
    }

    /// Adds a message to all minimal ways between its ends, in equal parts.
    pub(super) fn spread(&mut self, transfer: &Transfer) {
        let machine = Arc::clone(&self.machine);
        machine.spread(transfer.source, transfer.destination, transfer.bytes, &mut |link, bytes| {
            self.add_to(transfer.phase, link, bytes);
        });
    }

    fn add_to(&mut self, phase: u32, link: LinkId, bytes: u64) {
        if link.index() >= self.bytes.len() {
            self.bytes.resize(link.index() + 1, 0);
        }
        self.bytes[link.index()] += bytes;
        if let Some(phases) = self.phases.as_mut().filter(|_| bytes > 0) {
            *phases.entry((link, phase)).or_default() += bytes;
        }
    }

    /// Time of a link for a number of bytes.
    fn needs(&self, link: LinkId, bytes: u64) -> Time {
        scale::duration(self.scale.volume(bytes), self.scale.steps(self.machine.link(link).bandwidth))
    }
}

impl LinkCounters for Demand {
    fn for_each_link(&self, visit: &mut dyn FnMut(LinkId, LinkTotals)) {
        for (link, &bytes) in (0..).map(LinkId).zip(&self.bytes).filter(|(_, bytes)| **bytes > 0) {
            visit(link, LinkTotals { bytes, busy: self.needs(link, bytes), ..LinkTotals::default() });
        }
    }

    fn bucket(&self) -> Option<Time> {
        None
    }

    fn for_each_bucket(&self, _visit: &mut dyn FnMut(LinkId, u64, u64)) {}

    fn for_each_link_use(&self, visit: &mut dyn FnMut(LinkId, LinkUseKey, LinkUse)) {
        let mut uses: Vec<_> = self.phases.iter().flatten().map(|(&key, &bytes)| (key, bytes)).collect();
        uses.sort_unstable();
        // Times of the bytes up to each phase, so that those of a link's phases sum to the link's.
        let (mut of, mut before) = (None, 0);
        for ((link, phase), bytes) in uses {
            if of.replace(link) != Some(link) {
                before = 0;
            }
            let busy = self.needs(link, before + bytes) - self.needs(link, before);
            before += bytes;
            visit(link, LinkUseKey { phase, ..LinkUseKey::default() }, LinkUse { bytes, busy, ..LinkUse::default() });
        }
    }
}
