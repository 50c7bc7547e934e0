//! What links would have to carry: the bytes of every message, counted on each link of its route, in models in which messages
//! don't wait for links.
//!
//! A link's busy time is then what it needs for its bytes. Where that is more than the run took, the links would have been
//! the limit: the most over all links is the *congestion* of a mapping (Hoefler and Snir, "Generic Topology Mapping Strategies
//! for Large-scale Parallel Architectures", ICS 2011, §3).
//!
//! Cost: some 30 bytes for every link used and phase of the program, one look into a table per message and link. Nothing unless
//! asked for.

use super::scale::{self, Scale};
use crate::Machine;
use kernel::{LinkCounters, LinkUse, Part, PartUse};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use units::{LinkId, Time};

/// Bytes by link and phase.
pub(super) struct Demand {
    machine: Arc<dyn Machine>,
    scale: Scale,
    /// Whether phases have been asked for.
    parts: bool,
    bytes: FxHashMap<(LinkId, u32), u64>,
}

impl Demand {
    pub(super) fn new(machine: Arc<dyn Machine>, scale: Scale) -> Self {
        Self { machine, scale, parts: false, bytes: FxHashMap::default() }
    }

    pub(super) fn count_parts(&mut self) {
        self.parts = true;
    }

    /// A message of a phase goes over links.
    pub(super) fn add(&mut self, phase: u32, links: &[LinkId], bytes: u64) {
        if bytes > 0 {
            links.iter().for_each(|link| *self.bytes.entry((*link, phase)).or_default() += bytes);
        }
    }

    /// Link, phase, bytes and how long the link needs for them, ascending by link and phase.
    fn uses(&self) -> impl Iterator<Item = (LinkId, u32, u64, Time)> {
        let mut uses: Vec<_> = self.bytes.iter().map(|(&(link, phase), &bytes)| (link, phase, bytes)).collect();
        uses.sort_unstable();
        uses.into_iter().map(|(link, phase, bytes)| {
            let steps = self.scale.steps(self.machine.link(link).bandwidth);
            (link, phase, bytes, scale::duration(self.scale.volume(bytes), steps))
        })
    }
}

impl LinkCounters for Demand {
    fn for_each_link(&self, visit: &mut dyn FnMut(LinkId, LinkUse)) {
        let mut uses = self.uses().peekable();
        while let Some((link, _, bytes, busy)) = uses.next() {
            let mut used = LinkUse { bytes, busy, ..LinkUse::default() };
            while let Some((_, _, bytes, busy)) = uses.next_if(|next| next.0 == link) {
                used.bytes += bytes;
                used.busy = used.busy.saturating_add(busy);
            }
            visit(link, used);
        }
    }

    fn bucket(&self) -> Option<Time> {
        None
    }

    fn for_each_bucket(&self, _visit: &mut dyn FnMut(LinkId, u64, u64)) {}

    fn for_each_part(&self, visit: &mut dyn FnMut(LinkId, Part, PartUse)) {
        for (link, phase, bytes, busy) in self.uses().filter(|_| self.parts) {
            visit(link, Part { phase, ..Part::default() }, PartUse { bytes, busy, ..PartUse::default() });
        }
    }
}
