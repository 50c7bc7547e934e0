//! What links have carried by time bucket, phase and virtual channel.

use kernel::{LinkUse, LinkUseKey};
use std::collections::BTreeMap;
use units::Time;

/// What each port has carried by bucket, phase and VC.
#[derive(Debug)]
pub(in crate::network::packet) struct LinkUseCounters {
    /// Picoseconds of a bucket; [`u64::MAX`] if there is only one.
    width: u64,
    /// By port, roughly by time. A key may occur more than once.
    ports: Vec<Vec<(LinkUseKey, LinkUse)>>,
}

/// What a link does for a while.
#[derive(Clone, Copy, Debug)]
pub(in crate::network::packet) enum LinkActivity {
    /// It sends a packet of so many bytes.
    Transmits(u32),
    /// It is idle although packets wait, for lack of credit.
    Stalls,
}

/// The share of a time bucket in a transmission.
#[derive(Clone, Copy, Debug)]
pub(in crate::network::packet) struct BucketShare {
    pub(in crate::network::packet) bucket: u64,
    pub(in crate::network::packet) bytes: u64,
    /// Picoseconds.
    pub(in crate::network::packet) time: u64,
}

/// The shares of time buckets of `width` picoseconds in bytes that are spread evenly over a time, at least one. Rounded as
/// running totals, so that they sum to all bytes.
pub(in crate::network::packet) fn spread(
    bytes: u32,
    (from, to): (u64, u64),
    width: u64,
) -> impl Iterator<Item = BucketShare> {
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
    pub(in crate::network::packet) fn new(width: Option<Time>) -> Self {
        Self { width: width.map_or(u64::MAX, Time::ps), ports: Vec::new() }
    }

    pub(in crate::network::packet) fn add_port(&mut self) {
        self.ports.push(Vec::new());
    }

    /// Counts what a port does from one instant to another. Bytes are spread evenly over the time.
    pub(in crate::network::packet) fn count(
        &mut self,
        port: u32,
        vc: u8,
        phase: u32,
        (from, to): (u64, u64),
        activity: LinkActivity,
    ) {
        let bytes = if let LinkActivity::Transmits(bytes) = activity { bytes } else { 0 };
        let mut packets = u64::from(matches!(activity, LinkActivity::Transmits(_)));
        for BucketShare { bucket, bytes, time } in spread(bytes, (from, to), self.width) {
            let time = Time::from_ps(time);
            let used = match activity {
                LinkActivity::Stalls => LinkUse { stalled: time, ..LinkUse::default() },
                LinkActivity::Transmits(_) => LinkUse { bytes, packets, busy: time, ..LinkUse::default() },
            };
            self.cell(port, LinkUseKey { bucket, phase, vc }).add(used);
            packets = 0;
        }
    }

    /// The cell of a key of a port.
    fn cell(&mut self, port: u32, part: LinkUseKey) -> &mut LinkUse {
        let cells = &mut self.ports[port as usize];
        let of_bucket = cells.iter().rev().take_while(|(key, _)| key.bucket >= part.bucket);
        let place = of_bucket.clone().position(|(key, _)| *key == part).map(|back| cells.len() - 1 - back);
        let place = place.unwrap_or_else(|| {
            cells.push((part, LinkUse::default()));
            cells.len() - 1
        });
        &mut cells[place].1
    }

    /// All cells of a port, by key.
    pub(in crate::network::packet) fn of(&self, port: usize) -> BTreeMap<LinkUseKey, LinkUse> {
        let mut sums: BTreeMap<LinkUseKey, LinkUse> = BTreeMap::new();
        for (part, used) in &self.ports[port] {
            sums.entry(*part).or_default().add(*used);
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(bucket: u64, phase: u32, vc: u8) -> LinkUseKey {
        LinkUseKey { bucket, phase, vc }
    }

    #[test]
    fn activities_are_spread_over_buckets() {
        let mut parts = LinkUseCounters::new(Some(Time::from_ps(100)));
        parts.add_port();
        // 90 bytes in 300 ps from 50 on: a sixth, a third, a third, a sixth.
        parts.count(0, 1, 7, (50, 350), LinkActivity::Transmits(90));
        parts.count(0, 1, 8, (350, 420), LinkActivity::Stalls);
        parts.count(0, 1, 7, (420, 420), LinkActivity::Transmits(5));
        let sent = |bytes, packets, busy| LinkUse { bytes, packets, busy: Time::from_ps(busy), stalled: Time::ZERO };
        let stalled = |time| LinkUse { stalled: Time::from_ps(time), ..LinkUse::default() };
        let expected = [
            (part(0, 7, 1), sent(15, 1, 50)),
            (part(1, 7, 1), sent(30, 0, 100)),
            (part(2, 7, 1), sent(30, 0, 100)),
            (part(3, 7, 1), sent(15, 0, 50)),
            (part(3, 8, 1), stalled(50)),
            (part(4, 7, 1), sent(5, 1, 0)),
            (part(4, 8, 1), stalled(20)),
        ];
        assert_eq!(parts.of(0).into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn without_buckets_there_is_one() {
        let mut parts = LinkUseCounters::new(None);
        parts.add_port();
        for packet in 0..10 {
            parts.count(
                0,
                0,
                packet % 2,
                (u64::from(packet) * 1_000, u64::from(packet) * 1_000 + 9),
                LinkActivity::Transmits(3),
            );
        }
        let counts: Vec<_> =
            parts.of(0).into_iter().map(|(part, used)| (part.phase, used.bytes, used.busy.ps())).collect();
        assert_eq!(counts, [(0, 15, 45), (1, 15, 45)]);
    }
}
