//! Counters of the packet model: traffic of each link by time bucket, phase of the program and virtual channel (table
//! `link_use`).

use kernel::{LinkUse, LinkUseKey};
use std::collections::BTreeMap;
use units::Time;

/// What each port has carried by bucket, phase and VC.
#[derive(Debug)]
pub(crate) struct LinkUseCounters {
    /// Picoseconds of a bucket; [`u64::MAX`] if there is only one.
    width: u64,
    /// By port, roughly by time. A key may occur more than once.
    ports: Vec<Vec<(LinkUseKey, LinkUse)>>,
}

/// What a link does for a while.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LinkActivity {
    /// It sends a packet of so many bytes.
    Transmits(u32),
    /// It is idle although packets wait, for lack of credit.
    Stalls,
}

/// The share of a time bucket in a transmission.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BucketShare {
    pub(crate) bucket: u64,
    pub(crate) bytes: u64,
    /// Picoseconds.
    pub(crate) time: u64,
}

/// The shares of time buckets of `width` picoseconds in bytes that are spread evenly over a time, at least one. Rounded as
/// running totals, so that they sum to all bytes.
pub(crate) fn spread(bytes: u32, (from, to): (u64, u64), width: u64) -> impl Iterator<Item = BucketShare> {
    let (mut start, mut counted, mut done) = (from, 0, false);
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let bucket = start / width;
        let end = (bucket + 1).saturating_mul(width).min(to);
        let total = match to - from {
            0 => u64::from(bytes),
            whole => (u128::from(bytes) * u128::from(end - from) / u128::from(whole)) as u64,
        };
        let share = BucketShare { bucket, bytes: total - counted, time: end - start };
        (start, counted, done) = (end, total, end >= to);
        Some(share)
    })
}

impl LinkUseCounters {
    pub(crate) fn new(width: Option<Time>) -> Self {
        Self { width: width.map_or(u64::MAX, Time::ps), ports: Vec::new() }
    }

    pub(crate) fn add_port(&mut self) {
        self.ports.push(Vec::new());
    }

    /// Counts what a port does from one instant to another. Bytes are spread evenly over the time.
    pub(crate) fn count(&mut self, port: u32, vc: u8, phase: u32, (from, to): (u64, u64), activity: LinkActivity) {
        let bytes = if let LinkActivity::Transmits(bytes) = activity { bytes } else { 0 };
        let mut packets = u64::from(matches!(activity, LinkActivity::Transmits(_)));
        for BucketShare { bucket, bytes, time } in spread(bytes, (from, to), self.width) {
            let time = Time::from_ps(time);
            let used = match activity {
                LinkActivity::Stalls => LinkUse { stalled: time, ..LinkUse::default() },
                LinkActivity::Transmits(_) => LinkUse { bytes, packets, busy: time, ..LinkUse::default() },
            };
            self.entry(port, LinkUseKey { bucket, phase, vc }).add(used);
            packets = 0;
        }
    }

    /// The counters of a key of a port.
    fn entry(&mut self, port: u32, key: LinkUseKey) -> &mut LinkUse {
        let entries = &mut self.ports[port as usize];
        let of_bucket = entries.iter().rev().take_while(|(other, _)| other.bucket >= key.bucket);
        let index = of_bucket.clone().position(|(other, _)| *other == key).map(|back| entries.len() - 1 - back);
        let index = index.unwrap_or_else(|| {
            entries.push((key, LinkUse::default()));
            entries.len() - 1
        });
        &mut entries[index].1
    }

    /// What a port has carried, by key.
    pub(crate) fn of(&self, port: usize) -> BTreeMap<LinkUseKey, LinkUse> {
        let mut sums: BTreeMap<LinkUseKey, LinkUse> = BTreeMap::new();
        for (key, used) in &self.ports[port] {
            sums.entry(*key).or_default().add(*used);
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(bucket: u64, phase: u32, vc: u8) -> LinkUseKey {
        LinkUseKey { bucket, phase, vc }
    }

    #[test]
    fn activities_are_spread_over_buckets() {
        let mut counters = LinkUseCounters::new(Some(Time::from_ps(100)));
        counters.add_port();
        // 90 bytes in 300 ps from 50 on: a sixth, a third, a third, a sixth.
        counters.count(0, 1, 7, (50, 350), LinkActivity::Transmits(90));
        counters.count(0, 1, 8, (350, 420), LinkActivity::Stalls);
        counters.count(0, 1, 7, (420, 420), LinkActivity::Transmits(5));
        let sent = |bytes, packets, busy| LinkUse { bytes, packets, busy: Time::from_ps(busy), stalled: Time::ZERO };
        let stalled = |time| LinkUse { stalled: Time::from_ps(time), ..LinkUse::default() };
        let expected = [
            (key(0, 7, 1), sent(15, 1, 50)),
            (key(1, 7, 1), sent(30, 0, 100)),
            (key(2, 7, 1), sent(30, 0, 100)),
            (key(3, 7, 1), sent(15, 0, 50)),
            (key(3, 8, 1), stalled(50)),
            (key(4, 7, 1), sent(5, 1, 0)),
            (key(4, 8, 1), stalled(20)),
        ];
        assert_eq!(counters.of(0).into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn without_buckets_there_is_one() {
        let mut counters = LinkUseCounters::new(None);
        counters.add_port();
        for packet in 0..10 {
            counters.count(
                0,
                0,
                packet % 2,
                (u64::from(packet) * 1_000, u64::from(packet) * 1_000 + 9),
                LinkActivity::Transmits(3),
            );
        }
        let counts: Vec<_> =
            counters.of(0).into_iter().map(|(key, used)| (key.phase, used.bytes, used.busy.ps())).collect();
        assert_eq!(counts, [(0, 15, 45), (1, 15, 45)]);
    }
}
