//! Integrates the rate of every link over time, separately for each phase of the program. The rate changes only in steps,
//! so the integral over each time bucket is exact.

use crate::network::scale::Scale;
use kernel::{LinkUse, LinkUseKey};
use units::Time;

/// Loads of the links that were ever used, by local index.
#[derive(Debug)]
pub(super) struct Loads {
    /// Of a bucket; [`Time::MAX`] if there is only one.
    width: Time,
    /// Phases are counted separately; else all transfers count as phase 0.
    phases: bool,
    /// By link, in the order of first use by a phase.
    links: Vec<Vec<Load>>,
}

/// The load of one link by the flows of one phase.
#[derive(Clone, Debug)]
struct Load {
    phase: u32,
    /// Flows on the link, and their total rate.
    users: u32,
    rate: u128,
    /// Up to when `parts` is accrued.
    since: Time,
    /// Ascending by bucket.
    parts: Vec<Stretch>,
}

#[derive(Clone, Copy, Debug)]
struct Stretch {
    bucket: u64,
    volume: u128,
    /// Picoseconds with a flow.
    busy: u64,
}

impl Loads {
    pub(super) fn new(width: Time, phases: bool) -> Self {
        Self { width, phases, links: Vec::new() }
    }

    pub(super) fn has_phases(&self) -> bool {
        self.phases
    }

    pub(super) fn add_link(&mut self) {
        self.links.push(Vec::new());
    }

    /// The load of a link by a phase, accrued up to now.
    fn accrued(&mut self, link: u32, phase: u32, now: Time) -> &mut Load {
        let loads = &mut self.links[link as usize];
        let place = loads.iter().position(|load| load.phase == phase).unwrap_or_else(|| {
            loads.push(Load { phase, users: 0, rate: 0, since: now, parts: Vec::new() });
            loads.len() - 1
        });
        let load = &mut loads[place];
        load.accrue(self.width, now);
        load
    }

    pub(super) fn enter(&mut self, link: u32, phase: u32, now: Time) {
        self.accrued(link, phase, now).users += 1;
    }

    pub(super) fn leave(&mut self, link: u32, phase: u32, now: Time) {
        self.accrued(link, phase, now).users -= 1;
    }

    /// The rate of a flow on a link changes.
    pub(super) fn change(&mut self, link: u32, phase: u32, now: Time, old: u128, new: u128) {
        let load = self.accrued(link, phase, now);
        load.rate = load.rate - old + new;
    }

    /// Counts a volume beyond what rates gave until now; below zero it comes off the last buckets.
    pub(super) fn correct(&mut self, link: u32, phase: u32, now: Time, volume: i128) {
        let mut less = volume.unsigned_abs();
        let parts = &mut self.accrued(link, phase, now).parts;
        if let (Some(part), true) = (parts.last_mut(), volume > 0) {
            part.volume += less;
            return;
        }
        for part in parts.iter_mut().rev() {
            let taken = part.volume.min(less);
            part.volume -= taken;
            less -= taken;
        }
    }

    /// Bytes of a link by bucket, over all phases.
    pub(super) fn buckets(&self, link: usize, scale: Scale, now: Time, visit: &mut dyn FnMut(u64, u64)) {
        let mut parts = Vec::new();
        for load in &self.links[link] {
            let mut load = load.clone();
            load.accrue(self.width, now);
            parts.extend(load.parts.iter().map(|part| (part.bucket, part.volume)));
        }
        parts.sort_unstable_by_key(|part| part.0);
        let mut rounding = Rounding::default();
        for phases in parts.chunk_by(|part, next| part.0 == next.0) {
            let bytes = rounding.bytes(scale, phases.iter().map(|part| part.1).sum());
            if bytes > 0 {
                visit(phases[0].0, bytes);
            }
        }
    }

    /// What a link has carried by bucket and phase.
    pub(super) fn parts(&self, link: usize, scale: Scale, now: Time, visit: &mut dyn FnMut(LinkUseKey, LinkUse)) {
        let mut all = Vec::new();
        for load in &self.links[link] {
            let mut load = load.clone();
            load.accrue(self.width, now);
            let mut rounding = Rounding::default();
            for part in &load.parts {
                let used = LinkUse {
                    bytes: rounding.bytes(scale, part.volume),
                    busy: Time::from_ps(part.busy),
                    ..LinkUse::default()
                };
                all.push((LinkUseKey { bucket: part.bucket, phase: load.phase, vc: 0 }, used));
            }
        }
        all.sort_unstable_by_key(|part| part.0);
        for (part, used) in all {
            visit(part, used);
        }
    }
}

/// Bytes of volumes, rounded as running totals, so that they sum to those of the sum.
#[derive(Default)]
struct Rounding {
    volume: u128,
    bytes: u64,
}

impl Rounding {
    fn bytes(&mut self, scale: Scale, volume: u128) -> u64 {
        self.volume += volume;
        let total = scale.bytes(self.volume).max(self.bytes);
        let bytes = total - self.bytes;
        self.bytes = total;
        bytes
    }
}

impl Load {
    fn accrue(&mut self, width: Time, now: Time) {
        let width = width.ps();
        let mut from = self.since.ps();
        self.since = now;
        if self.users == 0 {
            return;
        }
        while from < now.ps() {
            let bucket = from / width;
            let end = (bucket + 1).saturating_mul(width).min(now.ps());
            let (volume, busy) = (self.rate * u128::from(end - from), end - from);
            match self.parts.last_mut() {
                Some(last) if last.bucket == bucket => {
                    last.volume += volume;
                    last.busy += busy;
                }
                _ => self.parts.push(Stretch { bucket, volume, busy }),
            }
            from = end;
        }
    }
}
