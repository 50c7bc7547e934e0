//! Link counters of the flow model. Bytes and busy time per link are always counted; on request they are also counted by time
//! bucket and by phase of the program.

use super::alone::Users;
use super::loads::Loads;
use crate::network::scale::Scale;
use kernel::{LinkTotals, LinkUse, LinkUseKey};
use units::{LinkId, Time};

/// Counters of the links that were ever used, by local index.
#[derive(Debug)]
pub(super) struct Counters {
    pub(super) links: Vec<Counter>,
    pub(super) loads: Option<Loads>,
}

/// A link's state that each message reads and changes, beside the sums of `sharing`: one line of a cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Counter {
    pub(super) users: Users,
    bytes: u64,
    busy: Time,
    since: Time,
    /// Flows that have begun, but for those that are alone.
    flows: u32,
    id: LinkId,
}

const _: () = assert!(size_of::<Counter>() == 64);

impl Counter {
    /// A message has used the link alone, for so long.
    #[inline]
    pub(super) fn passed(&mut self, bytes: u64, time: Time) {
        debug_assert_eq!(self.flows, 0, "a flow has been alone on a link that others use");
        self.bytes += bytes;
        self.busy += time;
    }
}

impl Counters {
    pub(super) fn new(bucket: Option<Time>) -> Self {
        Self { links: Vec::new(), loads: bucket.map(|width| Loads::new(width, false)) }
    }

    /// Counts by phase, too; before there are links.
    pub(super) fn count_link_use(&mut self, bucket: Option<Time>) {
        assert!(self.links.is_empty(), "counted by phase from the start");
        self.loads = Some(Loads::new(bucket.unwrap_or(Time::MAX), true));
    }

    /// The phase that a transfer is counted in.
    #[inline]
    pub(super) fn phase(&self, phase: u32) -> u32 {
        if self.loads.as_ref().is_some_and(Loads::has_phases) { phase } else { 0 }
    }

    /// Makes the counter of a link at its first use; links come in the order of their local indices.
    #[inline]
    pub(super) fn ensure(&mut self, link: u32, id: LinkId, capacity: impl FnOnce() -> u64) {
        if link as usize == self.links.len() {
            let (users, never) = (Users::new(capacity()), Time::ZERO);
            self.links.push(Counter { users, bytes: 0, busy: never, since: never, flows: 0, id });
            if let Some(loads) = &mut self.loads {
                loads.add_link();
            }
        }
    }

    /// One flow more on a link, of a phase.
    #[inline]
    pub(super) fn enter(&mut self, link: u32, phase: u32, now: Time) {
        if let Some(loads) = &mut self.loads {
            loads.enter(link, phase, now);
        }
        let counter = &mut self.links[link as usize];
        if counter.flows == 0 {
            counter.since = now;
        }
        counter.flows += 1;
    }

    /// One flow less on a link, of a phase.
    #[inline]
    pub(super) fn leave(&mut self, link: u32, phase: u32, now: Time) {
        if let Some(loads) = &mut self.loads {
            loads.leave(link, phase, now);
        }
        let counter = &mut self.links[link as usize];
        counter.flows -= 1;
        if counter.flows == 0 {
            counter.busy += now - counter.since;
        }
    }

    /// Bytes that have arrived.
    #[inline]
    pub(super) fn carried(&mut self, link: u32, bytes: u64) {
        self.links[link as usize].bytes += bytes;
    }

    /// Links ascending by identifier, with their local indices.
    fn ordered(&self) -> Vec<(LinkId, usize)> {
        let mut order: Vec<_> = self.links.iter().enumerate().map(|(index, counter)| (counter.id, index)).collect();
        order.sort_unstable();
        order
    }

    /// `alone`: for how long flows that are not counted otherwise have used each link.
    pub(super) fn for_each_link(&self, now: Time, alone: &[Time], visit: &mut dyn FnMut(LinkId, LinkTotals)) {
        for (id, index) in self.ordered() {
            let counter = &self.links[index];
            let running = if counter.flows > 0 { now - counter.since } else { alone[index] };
            let busy = counter.busy + running;
            if counter.bytes > 0 || busy > Time::ZERO {
                visit(id, LinkTotals { bytes: counter.bytes, busy, packets: None, stalled: None });
            }
        }
    }

    pub(super) fn for_each_bucket(&self, scale: Scale, now: Time, visit: &mut dyn FnMut(LinkId, u64, u64)) {
        let Some(loads) = &self.loads else { return };
        for (id, index) in self.ordered() {
            loads.buckets(index, scale, now, &mut |bucket, bytes| visit(id, bucket, bytes));
        }
    }

    pub(super) fn for_each_link_use(
        &self,
        scale: Scale,
        now: Time,
        visit: &mut dyn FnMut(LinkId, LinkUseKey, LinkUse),
    ) {
        let Some(loads) = self.loads.as_ref().filter(|loads| loads.has_phases()) else { return };
        for (id, index) in self.ordered() {
            loads.parts(index, scale, now, &mut |part, used| visit(id, part, used));
        }
    }
}
