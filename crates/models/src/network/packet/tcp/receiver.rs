//! The receiver of a TCP connection (one for each direction): which bytes have arrived, and when to acknowledge them.
//!
//! Every second segment is acknowledged (RFC 5681 §4.2). A segment that ends a message, or leaves or fills a gap in the stream,
//! is acknowledged at once. Otherwise an acknowledgement waits for [`DELAY`].

use std::collections::BTreeMap;
use units::Time;

/// How long a lone segment waits for its acknowledgement: Linux's least (`TCP_DELACK_MIN`); RFC 5681 allows 500 ms.
pub(super) const DELAY: Time = Time::from_ns(40_000_000);

/// What an acknowledgement says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Acknowledgement {
    /// All bytes before this one have arrived.
    pub(super) upto: u64,
    /// Bytes beyond a gap that have arrived, the last ones to do so (RFC 2018); empty without a gap.
    pub(super) block: (u64, u64),
    /// When the first segment that it acknowledges was sent (RFC 7323 §4.3).
    pub(super) stamp: Time,
}

/// The receiving side.
#[derive(Debug, Default)]
pub(super) struct Receiver {
    said: Acknowledgement,
    /// Blocks beyond a gap: start and end.
    beyond: BTreeMap<u64, u64>,
    /// Segments that are not acknowledged.
    pending: u32,
    at_once: bool,
}

impl Receiver {
    /// The first byte that has not arrived.
    pub(super) fn next(&self) -> u64 {
        self.said.upto
    }

    /// Whether an acknowledgement is due, whether or not it is urgent.
    pub(super) fn is_pending(&self) -> bool {
        self.pending > 0
    }

    /// Whether it must go now.
    pub(super) fn is_urgent(&self) -> bool {
        self.at_once || self.pending >= 2
    }

    /// A segment arrives that was sent at `stamp`.
    pub(super) fn receive(&mut self, start: u64, bytes: u32, stamp: Time) {
        let end = start + u64::from(bytes);
        if self.pending == 0 {
            self.said.stamp = stamp;
        }
        self.pending += 1;
        let old = self.said.upto;
        if start > old {
            self.said.block = self.add_block(start, end);
        } else {
            self.said.upto = old.max(end);
            self.take_blocks();
        }
        // Out of order, repeated, or at the end of a gap.
        self.at_once |= start != old || !self.beyond.is_empty() || self.said.upto > end;
        if self.said.block.0 <= self.said.upto {
            self.said.block = (0, 0);
        }
    }

    /// It ends a message, which the library reads.
    pub(super) fn ends_message(&mut self) {
        self.at_once = true;
    }

    fn add_block(&mut self, start: u64, end: u64) -> (u64, u64) {
        let (mut from, mut to) = (start, end);
        if let Some((&before, &its_end)) = self.beyond.range(..=start).next_back()
            && its_end >= start
        {
            (from, to) = (before, to.max(its_end));
        }
        while let Some((&after, &its_end)) = self.beyond.range(from..).next()
            && after <= to
        {
            to = to.max(its_end);
            self.beyond.remove(&after);
        }
        self.beyond.insert(from, to);
        (from, to)
    }

    fn take_blocks(&mut self) {
        while let Some((&start, &end)) = self.beyond.first_key_value()
            && start <= self.said.upto
        {
            self.said.upto = self.said.upto.max(end);
            self.beyond.remove(&start);
        }
    }

    /// What a segment of the other direction, or an acknowledgement of its own, says.
    pub(super) fn acknowledge(&mut self) -> Acknowledgement {
        (self.pending, self.at_once) = (0, false);
        self.said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::random::Stream;

    #[test]
    fn every_second_segment_is_acknowledged() {
        let mut receiver = Receiver::default();
        receiver.receive(0, 1_000, Time::from_ns(1));
        assert!(receiver.is_pending() && !receiver.is_urgent());
        receiver.receive(1_000, 1_000, Time::from_ns(2));
        assert!(receiver.is_urgent());
        let said = receiver.acknowledge();
        assert_eq!(said, Acknowledgement { upto: 2_000, block: (0, 0), stamp: Time::from_ns(1) });
        receiver.receive(2_000, 10, Time::from_ns(3));
        receiver.ends_message();
        assert!(receiver.is_urgent());
    }

    #[test]
    fn what_leaves_or_fills_a_gap_is_acknowledged_at_once() {
        let mut receiver = Receiver::default();
        receiver.receive(1_000, 1_000, Time::ZERO);
        assert!(receiver.is_urgent());
        assert_eq!(receiver.acknowledge().block, (1_000, 2_000));
        receiver.receive(3_000, 1_000, Time::ZERO);
        assert_eq!(receiver.acknowledge().block, (3_000, 4_000));
        receiver.receive(0, 1_000, Time::ZERO);
        assert!(receiver.is_urgent());
        assert_eq!(receiver.acknowledge(), Acknowledgement { upto: 2_000, block: (3_000, 4_000), stamp: Time::ZERO });
        receiver.receive(2_000, 1_000, Time::ZERO);
        assert!(receiver.is_urgent());
        assert_eq!(receiver.acknowledge().upto, 4_000);
    }

    #[test]
    fn segments_in_any_order_and_number_make_the_stream() {
        let mut random = Stream::new(5, 0, 0);
        for _ in 0..200 {
            let mut receiver = Receiver::default();
            let mut arrived = [false; 40];
            while receiver.next() < 4_000 {
                let at = random.below(40);
                receiver.receive(at * 100, 100, Time::ZERO);
                arrived[at as usize] = true;
                let next = arrived.iter().position(|here| !here).unwrap_or(40) as u64 * 100;
                assert_eq!(receiver.next(), next);
                let (from, to) = receiver.said.block;
                assert!((from / 100..to / 100).all(|at| arrived[at as usize] && from > next));
            }
            assert!(receiver.beyond.is_empty());
        }
    }
}
