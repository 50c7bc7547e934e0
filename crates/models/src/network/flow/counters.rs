//! What links have carried: bytes and busy time always, bytes per time bucket when asked.

use crate::network::scale::Scale;
use kernel::LinkUse;
use units::{LinkId, Time};

/// Counters of the links that were ever used, by local index.
#[derive(Debug)]
pub(super) struct Counters {
    links: Vec<Counter>,
    pub(super) buckets: Option<Buckets>,
}

#[derive(Clone, Copy, Debug)]
struct Counter {
    id: LinkId,
    bytes: u64,
    busy: Time,
    since: Time,
    users: u32,
}

impl Counters {
    pub(super) fn new(bucket: Option<Time>) -> Self {
        let buckets = bucket.map(|width| Buckets { width, links: Vec::new() });
        Self { links: Vec::new(), buckets }
    }

    /// Makes the counter of a link at its first use; links come in the order of their local indices.
    #[inline]
    pub(super) fn ensure(&mut self, link: u32, id: LinkId) {
        if link as usize == self.links.len() {
            self.links.push(Counter { id, bytes: 0, busy: Time::ZERO, since: Time::ZERO, users: 0 });
            if let Some(buckets) = &mut self.buckets {
                buckets.links.push(Load::default());
            }
        }
    }

    /// One flow more on a link.
    #[inline]
    pub(super) fn enter(&mut self, link: u32, now: Time) {
        let counter = &mut self.links[link as usize];
        if counter.users == 0 {
            counter.since = now;
        }
        counter.users += 1;
    }

    /// One flow less on a link.
    #[inline]
    pub(super) fn leave(&mut self, link: u32, now: Time) {
        let counter = &mut self.links[link as usize];
        counter.users -= 1;
        if counter.users == 0 {
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

    pub(super) fn for_each_link(&self, now: Time, visit: &mut dyn FnMut(LinkId, LinkUse)) {
        for (id, index) in self.ordered() {
            let counter = &self.links[index];
            let running = if counter.users > 0 { now - counter.since } else { Time::ZERO };
            let busy = counter.busy + running;
            if counter.bytes > 0 || busy > Time::ZERO {
                visit(id, LinkUse { bytes: counter.bytes, busy, packets: None, stalled: None });
            }
        }
    }

    pub(super) fn for_each_bucket(&self, scale: Scale, now: Time, visit: &mut dyn FnMut(LinkId, u64, u64)) {
        let Some(buckets) = &self.buckets else { return };
        for (id, index) in self.ordered() {
            let mut load = buckets.links[index].clone();
            load.settle(buckets.width, now);
            // Rounded as running totals, so that the buckets of a link sum to its bytes.
            let (mut volume, mut before) = (0, 0);
            for &(bucket, part) in &load.parts {
                volume += part;
                let bytes = scale.bytes(volume);
                if bytes > before {
                    visit(id, bucket, bytes - before);
                }
                before = bytes;
            }
        }
    }
}

/// Bytes per time bucket: the rate of a link is a step function of time, and its integral is spread exactly.
#[derive(Debug)]
pub(super) struct Buckets {
    pub(super) width: Time,
    links: Vec<Load>,
}

#[derive(Clone, Debug, Default)]
struct Load {
    rate: u128,
    since: Time,
    // (bucket, volume), ascending.
    parts: Vec<(u64, u128)>,
}

impl Buckets {
    /// A flow's rate on a link changes.
    pub(super) fn change(&mut self, link: u32, now: Time, old: u128, new: u128) {
        let load = &mut self.links[link as usize];
        load.settle(self.width, now);
        load.rate = load.rate - old + new;
    }

    /// Counts a transfer's exact volume instead of what its rate gave until the end of its last picosecond.
    pub(super) fn correct(&mut self, link: u32, now: Time, counted: u128, exact: u128) {
        let load = &mut self.links[link as usize];
        load.settle(self.width, now);
        if let Some((_, part)) = load.parts.last_mut() {
            *part = *part + exact - counted;
        }
    }
}

impl Load {
    fn settle(&mut self, width: Time, now: Time) {
        let width = width.ps();
        let mut from = self.since.ps();
        self.since = now;
        if self.rate == 0 {
            return;
        }
        while from < now.ps() {
            let bucket = from / width;
            let end = ((bucket + 1).saturating_mul(width)).min(now.ps());
            let volume = self.rate * u128::from(end - from);
            match self.parts.last_mut() {
                Some((last, part)) if *last == bucket => *part += volume,
                _ => self.parts.push((bucket, volume)),
            }
            from = end;
        }
    }
}
