//! The sender of a TCP connection (one for each direction): which segments are in flight or lost, and when to retransmit.
//!
//! Losses are found by selective acknowledgements (RFC 2018). A segment is lost once three later segments have arrived (RFC
//! 6675; in this model an acknowledgement carries one SACK block), or when the retransmission timer expires (RFC 6298). After
//! such a time-out, the next acknowledgement may be for a segment that was sent before the time-out. Then the segments were
//! late and not lost, and the time-out is undone (the Eifel algorithm, RFC 3522 and RFC 4015, as in Linux with time stamps).

use super::window::{Acknowledged, Window};
use std::collections::VecDeque;
use units::Time;

/// Later segments that must have arrived before one counts as lost: three duplicate acknowledgements.
const DUPLICATES: u32 = 3;
/// The longest retransmission time-out (RFC 6298 §2.5 allows 60 s or more; Linux has 120 s).
const LONGEST_TIMEOUT: Time = Time::from_ns(120_000_000_000);

/// 2^-10 s in picoseconds.
const MILLISECOND: u128 = 1_000_000_000_000 >> 10;
/// What Linux accounts for a packet in the host beside its payload (`truesize`): its headers and descriptors.
pub(super) const PACKET_OVERHEAD: u32 = 832;
/// The most that Linux hands down as one packet, to be segmented later; half as much for each further [`OFFLOAD_STEP`] of
/// the least round-trip time.
const OFFLOAD: u64 = 65_536;
const OFFLOAD_STEP: Time = Time::from_ns(512_000);
/// The fewest segments that are handed down as one if there are more (Linux's `tcp_min_tso_segs`).
const SHORTEST_TRAIN: u64 = 2;

/// What is known of a segment that is not acknowledged cumulatively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    UnderWay,
    /// Arrived, beyond a gap.
    Arrived,
    Lost,
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    start: u64,
    bytes: u32,
    fate: Fate,
    resent: bool,
}

/// Bytes of the stream to put into a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) start: u64,
    pub(super) bytes: u32,
}

/// The smoothed round-trip time and its variation (RFC 6298 §2).
#[derive(Clone, Copy, Debug)]
struct RoundTrip {
    smoothed: Time,
    variation: Time,
    /// The least of four variations: that of Linux, whose time-out is never less than this above the smoothed time.
    least: Time,
}

impl RoundTrip {
    fn add(&mut self, sample: Time) {
        let (smoothed, variation) = (self.smoothed.ps(), self.variation.ps());
        let off = smoothed.abs_diff(sample.ps());
        self.variation = Time::from_ps(variation - variation / 4 + off / 4);
        self.smoothed = Time::from_ps(smoothed - smoothed / 8 + sample.ps() / 8);
    }

    fn timeout(&self) -> Time {
        let spread = Time::from_ps(self.variation.ps().saturating_mul(4));
        self.smoothed.saturating_add(spread.max(self.least))
    }
}

/// The sending side.
#[derive(Debug)]
pub(super) struct Sender {
    segment: u32,
    /// Bytes that the library hands over, and those that the socket has taken.
    offered: u64,
    written: u64,
    /// The largest window so far: socket buffers grow with it.
    largest: u64,
    /// The first byte that is not acknowledged, and the first that has not been sent.
    first: u64,
    next: u64,
    segments: VecDeque<Segment>,
    lost: u32,
    /// Bytes of segments under way.
    pipe: u64,
    /// Where trains under way end.
    trains: VecDeque<u64>,
    window: Window,
    /// Whether the window has held something back, and the most that was under way, until the byte `used_until` is acknowledged.
    limited: bool,
    used: u64,
    used_until: u64,
    /// While losses up to here are repaired the window stays.
    recovery: Option<u64>,
    /// When the timer expired, and the window before: until the next acknowledgement tells whether anything was lost.
    doubt: Option<(Time, Box<Window>)>,
    round_trip: RoundTrip,
    /// Time-outs in a row.
    backoff: u32,
    last_sent: Time,
}

impl Sender {
    /// `round_trip`: of an empty network; it counts until the connection is established.
    pub(super) fn new(segment: u32, window: Window, round_trip: Time, least_timeout: Time) -> Self {
        let variation = Time::from_ps(round_trip.ps() / 2);
        Self {
            segment,
            offered: 0,
            written: 0,
            largest: window.bytes(),
            first: 0,
            next: 0,
            segments: VecDeque::new(),
            lost: 0,
            pipe: 0,
            trains: VecDeque::new(),
            window,
            limited: false,
            used: 0,
            used_until: 0,
            recovery: None,
            doubt: None,
            round_trip: RoundTrip { smoothed: round_trip, variation, least: least_timeout },
            backoff: 0,
            last_sent: Time::ZERO,
        }
    }

    /// A handshake has taken so long.
    pub(super) fn establish(&mut self, round_trip: Time) {
        (self.round_trip.smoothed, self.round_trip.variation) = (round_trip, Time::from_ps(round_trip.ps() / 2));
        self.window.establish(round_trip);
    }

    /// The library hands over bytes; returns the end of the stream.
    pub(super) fn write(&mut self, now: Time, bytes: u64) -> u64 {
        if self.segments.is_empty() && self.next == self.written {
            self.window.idle(now.saturating_sub(self.last_sent), self.timeout());
        }
        let blocked = self.written < self.offered;
        self.offered += bytes;
        if !blocked {
            self.take();
        }
        self.offered
    }

    /// Bytes that the socket has taken.
    pub(super) fn taken(&self) -> u64 {
        self.written
    }

    /// What is not acknowledged fits into twice the largest window, as Linux accounts packets.
    fn buffer(&self) -> u64 {
        let segment = u64::from(self.segment);
        2 * self.largest / segment * (segment + u64::from(PACKET_OVERHEAD))
    }

    /// The socket takes what fits.
    fn take(&mut self) {
        self.written = self.offered.min(self.first + self.buffer()).max(self.written);
    }

    /// The library is woken once a third of a full buffer is free.
    fn take_if_woken(&mut self) {
        self.largest = self.largest.max(self.window.bytes());
        if self.written < self.offered && self.written - self.first <= self.buffer() / 3 * 2 {
            self.take();
        }
    }

    /// Bytes of the next train: segments that are handed down as one, which have the same acknowledgement. A train has at most half
    /// the window, what is left of it, and what the host segments at once.
    pub(super) fn train(&self) -> u64 {
        let (window, segment) = (self.window.bytes(), u64::from(self.segment));
        let room = window.saturating_sub(self.pipe).min(window / 2).min(self.offload());
        (room - room % segment).max(segment).min(self.written - self.next)
    }

    /// The longest train: half as much for each half millisecond of the least round-trip time, and what passes in one.
    fn offload(&self) -> u64 {
        let steps = self.window.least_round_trip().ps() / OFFLOAD_STEP.ps();
        let least = SHORTEST_TRAIN * u64::from(self.segment);
        self.passing().saturating_add(OFFLOAD.checked_shr(steps as u32).unwrap_or(0)).min(OFFLOAD).max(least)
    }

    /// Bytes that may wait before the first link, with what the host accounts for each packet, when a train is to follow: others wait in the
    /// socket, so that the queue stays short for acknowledgements (E. Dumazet: TCP small queues, Linux 3.6). None limits the first
    /// two trains under way.
    pub(super) fn small_queue(&self, train: u64) -> u64 {
        if self.trains.len() < 2 {
            return u64::MAX;
        }
        self.passing().max(2 * (train + u64::from(PACKET_OVERHEAD)))
    }

    /// What passes in 2^-10 s at twice the window a round-trip time, or 1.2 times once half the slow start threshold is
    /// reached: Linux's pacing rate.
    fn passing(&self) -> u64 {
        let tenths = if self.window.is_far_from_threshold() { 20 } else { 12 };
        let window = u128::from(self.window.bytes().max(self.next - self.first));
        let passing = (window * tenths * MILLISECOND).checked_div(10 * u128::from(self.round_trip.smoothed.ps()));
        u64::try_from(passing.unwrap_or(u128::MAX)).unwrap_or(u64::MAX)
    }

    /// A train leaves whose last byte is before `end`.
    pub(super) fn train_leaves(&mut self, end: u64) {
        self.trains.push_back(end);
    }

    /// The first byte that has not been sent.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Whether anything is sent and not acknowledged.
    pub(super) fn is_waiting(&self) -> bool {
        !self.segments.is_empty()
    }

    /// What may be sent now: what is lost first. New data end at `until`.
    pub(super) fn piece(&mut self, until: u64) -> Option<Piece> {
        let piece = if self.lost > 0 {
            let lost = self.segments.iter().find(|segment| segment.fate == Fate::Lost)?;
            Piece { start: lost.start, bytes: lost.bytes }
        } else {
            let bytes = self.written.min(until).saturating_sub(self.next).min(u64::from(self.segment));
            Piece { start: self.next, bytes: bytes as u32 }
        };
        if piece.bytes == 0 {
            return None;
        }
        if self.pipe > 0 && self.pipe + u64::from(piece.bytes) > self.window.bytes() {
            (self.limited, self.used, self.used_until) = (true, self.next - self.first, self.next);
            return None;
        }
        Some(piece)
    }

    /// What [`Self::piece`] has returned is sent; whether it was sent before.
    pub(super) fn sent(&mut self, now: Time, piece: Piece) -> bool {
        self.pipe += u64::from(piece.bytes);
        self.last_sent = now;
        let again = piece.start < self.next;
        if again {
            let at = self.segments.partition_point(|segment| segment.start < piece.start);
            let segment = &mut self.segments[at];
            (segment.fate, segment.resent) = (Fate::UnderWay, true);
            self.lost -= 1;
        } else {
            let Piece { start, bytes } = piece;
            self.segments.push_back(Segment { start, bytes, fate: Fate::UnderWay, resent: false });
            self.next += u64::from(bytes);
            self.note_use();
        }
        again
    }

    /// How much of the window is used: of what is not used it does not learn (as Linux's `tcp_cwnd_validate`).
    fn note_use(&mut self) {
        let flight = self.next - self.first;
        if self.first >= self.used_until || (!self.limited && flight > self.used) {
            (self.limited, self.used, self.used_until) = (false, flight, self.next);
        }
    }

    /// An acknowledgement up to `upto`, of what arrived beyond a gap, and of a segment that was sent at `stamp`. Returns whether
    /// it acknowledges anything new.
    pub(super) fn acknowledged(&mut self, now: Time, upto: u64, block: (u64, u64), stamp: Time) -> bool {
        let bytes = upto.saturating_sub(self.first);
        self.drop_until(upto);
        while self.trains.front().is_some_and(|end| *end <= upto) {
            self.trains.pop_front();
        }
        self.mark_arrived(block);
        if bytes == 0 {
            return false;
        }
        self.first = upto;
        self.backoff = 0;
        self.settle_doubt(stamp);
        let sample = now.saturating_sub(stamp);
        self.round_trip.add(sample);
        match self.recovery {
            Some(until) if upto < until => {}
            Some(_) => self.recovery = None,
            None => {
                let Self { next, limited, used, .. } = *self;
                let smoothed = self.round_trip.smoothed;
                let known = Acknowledged { now, bytes, first: upto, next, limited, used, sample, smoothed };
                self.window.acknowledge(&known);
            }
        }
        self.take_if_woken();
        true
    }

    /// Something new is acknowledged that was sent at `stamp`. If that was before the timer expired, nothing was lost but late: what was
    /// given up is under way, and the window is that before (RFC 3522 §3.2, RFC 9438 §4.9).
    fn settle_doubt(&mut self, stamp: Time) {
        let Some((_, window)) = self.doubt.take().filter(|(expired, _)| stamp < *expired) else { return };
        self.window = *window;
        for segment in self.segments.iter_mut().filter(|segment| segment.fate == Fate::Lost) {
            segment.fate = Fate::UnderWay;
            self.pipe += u64::from(segment.bytes);
        }
        self.lost = 0;
    }

    fn drop_until(&mut self, upto: u64) {
        while let Some(segment) = self.segments.front()
            && segment.start < upto
        {
            match segment.fate {
                Fate::UnderWay => self.pipe -= u64::from(segment.bytes),
                Fate::Lost => self.lost -= 1,
                Fate::Arrived => {}
            }
            self.segments.pop_front();
        }
    }

    /// Segments of a block have arrived; those before it with so many arrived ones behind them are lost.
    fn mark_arrived(&mut self, (from, to): (u64, u64)) {
        if from >= to || to <= self.first {
            return;
        }
        let begin = self.segments.partition_point(|segment| segment.start < from);
        let mut lost_before = self.lost;
        for segment in self.segments.range_mut(begin..).take_while(|segment| segment.start < to) {
            match segment.fate {
                Fate::UnderWay => self.pipe -= u64::from(segment.bytes),
                Fate::Lost => (self.lost, lost_before) = (self.lost - 1, lost_before - 1),
                Fate::Arrived => {}
            }
            segment.fate = Fate::Arrived;
        }
        self.find_lost();
        if self.lost > lost_before && self.recovery.is_none() {
            self.window.reduce(self.next - self.first);
            self.recovery = Some(self.next);
        }
    }

    fn find_lost(&mut self) {
        let mut arrived = 0;
        for segment in self.segments.iter_mut().rev() {
            match segment.fate {
                Fate::Arrived => arrived += 1,
                Fate::UnderWay if arrived >= DUPLICATES && !segment.resent => {
                    segment.fate = Fate::Lost;
                    self.lost += 1;
                    self.pipe -= u64::from(segment.bytes);
                }
                _ => {}
            }
        }
    }

    /// The retransmission time-out as of now (RFC 6298 §2.3, §5.5).
    pub(super) fn timeout(&self) -> Time {
        let once = self.round_trip.timeout().ps();
        Time::from_ps(once.saturating_mul(1 << self.backoff.min(32))).min(LONGEST_TIMEOUT.max(self.round_trip.least))
    }

    /// The timer has expired at `now`: all that is under way counts as lost, and the window is a segment.
    pub(super) fn expire(&mut self, now: Time) {
        if self.backoff == 0 && self.lost == 0 && self.recovery.is_none() {
            self.doubt = Some((now, Box::new(self.window.clone())));
        }
        for segment in &mut self.segments {
            if segment.fate == Fate::UnderWay {
                segment.fate = Fate::Lost;
                self.lost += 1;
            }
        }
        if self.backoff == 0 {
            self.window.collapse(self.next - self.first);
        }
        self.pipe = 0;
        self.backoff += 1;
        self.recovery = None;
    }
}

#[cfg(test)]
mod tests {
    use super::super::window::Congestion;
    use super::*;

    const MS: u64 = 1_000_000;

    fn sender() -> Sender {
        let window = Window::new(Congestion::Reno, 1_000, 10_000, Time::from_ns(MS));
        Sender::new(1_000, window, Time::from_ns(MS), Time::from_ns(200 * MS))
    }

    fn send_all(sender: &mut Sender) -> Vec<u64> {
        let mut starts = Vec::new();
        while let Some(piece) = sender.piece(u64::MAX) {
            sender.sent(Time::ZERO, piece);
            starts.push(piece.start);
        }
        starts
    }

    #[test]
    fn a_window_is_sent_and_grows_with_acknowledgements() {
        let mut sender = sender();
        sender.write(Time::ZERO, 100_500);
        assert_eq!(send_all(&mut sender), (0..10).map(|n| n * 1_000).collect::<Vec<_>>());
        assert!(sender.acknowledged(Time::from_ns(MS), 2_000, (0, 0), Time::ZERO));
        assert_eq!(
            send_all(&mut sender),
            [10_000, 11_000, 12_000, 13_000],
            "two acknowledged, two more in the window"
        );
    }

    #[test]
    fn a_segment_is_lost_once_three_later_ones_have_arrived() {
        let mut sender = sender();
        sender.write(Time::ZERO, 100_000);
        send_all(&mut sender);
        sender.acknowledged(Time::ZERO, 1_000, (0, 0), Time::ZERO);
        send_all(&mut sender);
        // The second one, at 1000, is lost. 11 segments are under way.
        for arrived in 2..4 {
            sender.acknowledged(Time::ZERO, 1_000, (2_000, 1_000 * (arrived + 1)), Time::ZERO);
            assert_eq!(sender.lost, 0);
        }
        sender.acknowledged(Time::ZERO, 1_000, (2_000, 5_000), Time::ZERO);
        assert_eq!((sender.lost, sender.window.bytes()), (1, 5_500));
        assert_eq!(send_all(&mut sender), [0; 0], "7 of 5.5 segments are under way");
        sender.acknowledged(Time::ZERO, 1_000, (2_000, 9_000), Time::ZERO);
        assert_eq!(send_all(&mut sender), [1_000, 12_000], "first what is lost");
        sender.acknowledged(Time::ZERO, 9_000, (0, 0), Time::ZERO);
        assert!(sender.recovery.is_some(), "until all that was under way has arrived");
        sender.acknowledged(Time::ZERO, 12_000, (0, 0), Time::ZERO);
        assert!(sender.recovery.is_none());
    }

    #[test]
    fn trains_have_half_the_window_and_two_of_them_may_wait() {
        let mut sender = sender();
        sender.write(Time::ZERO, 100_000);
        assert_eq!((sender.train(), sender.small_queue(5_000)), (5_000, u64::MAX));
        for train in [5_000, 3_000, 2_000] {
            sender.train_leaves(sender.next() + train);
            (0..train / 1_000).for_each(|_| {
                let piece = sender.piece(u64::MAX).unwrap();
                sender.sent(Time::ZERO, piece);
            });
        }
        // Ten segments in 1 ms, twice; 2^-10 s is 2.3 % less.
        assert_eq!(sender.small_queue(1_000), 19_531);
        assert_eq!(sender.small_queue(20_000), 2 * 20_832);
        sender.round_trip.smoothed = Time::from_ns(100 * MS);
        assert_eq!(sender.small_queue(1_000), 2 * 1_832);
        // Two trains are acknowledged.
        sender.acknowledged(Time::from_ns(MS), 8_000, (0, 0), Time::ZERO);
        assert_eq!(sender.small_queue(1_000), u64::MAX);
    }

    /// 10,000 B in 20 ms are 976 B in 2^-10 s; of 64 KiB no more is left beyond 16 steps of 512 us.
    #[test]
    fn behind_a_long_queue_trains_have_two_segments() {
        let mut sender = sender();
        sender.write(Time::ZERO, 100_000);
        sender.establish(Time::from_ns(20 * MS));
        assert_eq!((sender.train(), sender.timeout()), (2_000, Time::from_ns(220 * MS)));
        sender.establish(Time::from_ns(MS));
        assert_eq!(sender.train(), 5_000);
    }

    #[test]
    fn the_rest_of_a_stream_and_of_the_window_bound_a_train() {
        let mut sender = sender();
        sender.write(Time::ZERO, 2_500);
        assert_eq!(sender.train(), 2_500);
        sender.write(Time::ZERO, 1 << 40);
        for under_way in 0..10 {
            assert_eq!(sender.train(), 1_000 * (10 - under_way).min(5));
            let piece = sender.piece(u64::MAX).unwrap();
            sender.sent(Time::ZERO, piece);
        }
        assert_eq!(sender.train(), 1_000, "what the window holds back");
    }

    #[test]
    fn time_outs_double_and_send_one_segment() {
        let mut sender = sender();
        sender.write(Time::ZERO, 100_000);
        send_all(&mut sender);
        assert_eq!(sender.timeout(), Time::from_ns(201 * MS));
        sender.expire(Time::ZERO);
        assert_eq!(send_all(&mut sender), [0]);
        assert_eq!(sender.timeout(), Time::from_ns(402 * MS));
        sender.expire(Time::ZERO);
        assert_eq!(sender.timeout(), Time::from_ns(804 * MS));
        assert_eq!(send_all(&mut sender), [0]);
        sender.acknowledged(Time::ZERO, 1_000, (0, 0), Time::ZERO);
        assert_eq!(send_all(&mut sender), [1_000, 2_000], "slow start");
    }

    /// Ten segments at 0, the first one again at 300 ms and, as nothing is heard, at 702 ms.
    fn twice_expired(ms: impl Fn(u64) -> Time) -> Sender {
        let mut sender = sender();
        sender.write(Time::ZERO, 100_000);
        send_all(&mut sender);
        for at in [300, 702] {
            sender.expire(ms(at));
            assert_eq!(send_all(&mut sender), [0]);
        }
        assert_eq!(sender.window.bytes(), 1_000);
        sender
    }

    #[test]
    fn a_time_out_is_undone_if_what_was_sent_before_it_is_acknowledged() {
        let ms = |count| Time::from_ns(count * MS);
        let mut late = twice_expired(ms);
        assert!(late.acknowledged(ms(710), 1_000, (0, 0), ms(0)));
        assert_eq!(
            (late.window.bytes(), late.lost, late.pipe),
            (11_000, 0, 9_000),
            "as before, and one acknowledged"
        );
        assert_eq!(send_all(&mut late), [10_000, 11_000], "what was given up is under way");
        // Smoothed 1 ms, variation 0.5 ms; then a sample of 710 ms.
        let timeout = 1.0 + 709.0 / 8.0 + 4.0 * (0.375 + 709.0 / 4.0);
        assert!((late.timeout().ps() as f64 / 1e9 - timeout).abs() < 0.001, "not doubled, and longer than before");
        late.expire(ms(2_000));
        assert!(late.acknowledged(ms(2_010), 2_000, (0, 0), ms(1_999)), "again late");
        assert_eq!(late.window.bytes(), 12_000);

        // The second copy is acknowledged, whichever: the other nine are lost.
        for stamp in [300, 702] {
            let mut lost = twice_expired(ms);
            assert!(lost.acknowledged(ms(710), 1_000, (0, 0), ms(stamp)));
            assert_eq!((lost.window.bytes(), lost.lost, lost.pipe), (2_000, 9, 0));
            assert_eq!(send_all(&mut lost), [1_000, 2_000]);
        }
    }

    #[test]
    fn a_time_out_during_the_repair_of_a_loss_is_not_undone() {
        let ms = |count| Time::from_ns(count * MS);
        let mut sender = sender();
        sender.write(Time::ZERO, 100_000);
        send_all(&mut sender);
        sender.acknowledged(ms(1), 0, (1_000, 9_000), ms(0));
        assert_eq!(
            send_all(&mut sender),
            [0, 10_000, 11_000, 12_000],
            "half of ten segments, of which one is under way"
        );
        sender.expire(ms(300));
        assert!(sender.acknowledged(ms(301), 9_000, (0, 0), ms(2)));
        assert_eq!((sender.window.bytes(), sender.lost), (6_500, 4), "slow start up to half of 13 segments");
    }

    #[test]
    fn bytes_under_way_are_those_of_the_segments() {
        let mut random = kernel::random::Stream::new(3, 0, 0);
        let mut sender = sender();
        for step in 0..20_000 {
            let now = Time::from_ns(step);
            match random.below(5) {
                0 => drop(sender.write(Time::ZERO, random.below(4_000))),
                1 | 2 => drop(send_all(&mut sender)),
                3 if step % 7 == 0 => sender.expire(now),
                _ => {
                    let at = random.below(sender.segments.len() as u64 + 1) as usize;
                    let Some(segment) = sender.segments.get(at).copied() else { continue };
                    let end = segment.start + u64::from(segment.bytes);
                    let (upto, block) =
                        if random.below(2) == 0 { (sender.first, (segment.start, end)) } else { (end, (0, 0)) };
                    sender.acknowledged(now, upto, block, Time::from_ns(step - random.below(step.min(20) + 1)));
                }
            }
            let of = |fate| sender.segments.iter().filter(move |segment| segment.fate == fate);
            assert_eq!(sender.pipe, of(Fate::UnderWay).map(|segment| u64::from(segment.bytes)).sum::<u64>());
            assert_eq!(sender.lost as usize, of(Fate::Lost).count());
        }
    }
}
