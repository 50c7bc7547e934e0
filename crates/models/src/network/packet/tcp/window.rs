//! The congestion window of a TCP sender: slow start, congestion avoidance by Reno or CUBIC, and its reduction after losses and
//! idle times.
//!
//! Windows are in bytes and times in picoseconds, as integers.

use units::{Time, named_enum};

named_enum! {
    /// How the window grows above the slow start threshold, and how much of it a loss leaves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Congestion as name {
        /// RFC 9438, Linux's default; its slow start ends by HyStart.
        Cubic = "cubic",
        /// RFC 5681.
        Reno = "reno",
    }
}

/// Picoseconds per microsecond: CUBIC counts in microseconds.
const MICROSECOND: u64 = 1_000_000;

/// The congestion window of a sender.
#[derive(Clone, Debug)]
pub(super) struct Window {
    congestion: Congestion,
    segment: u64,
    initial: u64,
    /// cwnd.
    bytes: u64,
    /// ssthresh: above it the window grows by congestion avoidance.
    threshold: u64,
    /// Acknowledged bytes that have not made the window grow by a segment yet (Reno).
    credit: u64,
    cubic: Cubic,
    hystart: HyStart,
}

/// An acknowledgement of something new, and what it tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Acknowledged {
    pub(super) now: Time,
    /// Bytes that it acknowledges.
    pub(super) bytes: u64,
    /// The first byte that is not acknowledged now, and the first that has not been sent.
    pub(super) first: u64,
    pub(super) next: u64,
    /// The window, not the data, limited what was sent in the last window, and the most that was under way.
    pub(super) limited: bool,
    pub(super) used: u64,
    /// The round-trip time of this one, and the smoothed one.
    pub(super) sample: Time,
    pub(super) smoothed: Time,
}

/// What CUBIC remembers (RFC 9438, §4).
#[derive(Clone, Copy, Debug, Default)]
struct Cubic {
    /// When the current stage of congestion avoidance began.
    epoch: Option<Time>,
    /// W_max: the window before the last reduction.
    largest: u64,
    /// The window when the epoch began.
    first: u64,
    /// W_est: what Reno would have; in bytes with 16 fractional bits.
    reno: u128,
    /// Bytes that the window is to grow, times its size.
    credit: u128,
}

/// When slow start ends before anything is lost (S. Ha, I. Rhee: "Taming the elephants: New TCP slow start", Computer Networks 2011, with
/// the constants of Linux).
#[derive(Clone, Copy, Debug)]
struct HyStart {
    found: bool,
    /// The round of acknowledgements: it ends with this byte.
    until: u64,
    start: Time,
    /// The last acknowledgement of its train.
    last: Time,
    /// The least round-trip time of the connection, and of the round.
    least: Time,
    current: Time,
    samples: u32,
}

/// Below so many segments slow start goes on.
const LOW_WINDOW: u64 = 16;
/// Acknowledgements no farther apart than this are a train.
const TRAIN_GAP: Time = Time::from_ns(2_000_000);
/// Bytes whose transmission may make a train longer, and for how long at most.
const OFFLOAD: u64 = 4 * 65_536;
const LONGEST_OFFLOAD: u64 = 1_000_000_000;
/// Samples of a round before its least round-trip time counts, and by how much it must have grown.
const SAMPLES: u32 = 8;
const GROWTH: std::ops::RangeInclusive<u64> = 4_000_000_000..=16_000_000_000;

impl HyStart {
    fn new(round_trip: Time) -> Self {
        let none = Time::ZERO;
        Self { found: false, until: 0, start: none, last: none, least: round_trip, current: Time::MAX, samples: 0 }
    }

    /// Whether slow start ends.
    fn ends(&mut self, known: &Acknowledged, window: u64, segment: u64) -> bool {
        self.least = self.least.min(known.sample);
        if known.first > self.until {
            *self = Self {
                until: known.next,
                start: known.now,
                last: known.now,
                current: Time::MAX,
                samples: 0,
                ..*self
            };
        }
        if self.found || window < LOW_WINDOW * segment {
            return false;
        }
        self.found = self.is_long_train(known, window) | self.is_delayed(known.sample);
        self.found
    }

    /// The train of acknowledgements is longer than half the least round-trip time: the way is full.
    fn is_long_train(&mut self, known: &Acknowledged, window: u64) -> bool {
        if known.now.saturating_sub(self.last) > TRAIN_GAP {
            return false;
        }
        self.last = known.now;
        let offload = u128::from(OFFLOAD) * u128::from(known.smoothed.ps()) / (2 * u128::from(window.max(1)));
        let offload = offload.min(u128::from(LONGEST_OFFLOAD)) as u64;
        known.now.saturating_sub(self.start).ps() > (self.least.ps().saturating_add(offload)) / 2
    }

    /// Even the least round-trip time of the round has grown: a queue has formed.
    fn is_delayed(&mut self, sample: Time) -> bool {
        self.current = self.current.min(sample);
        if self.samples < SAMPLES {
            self.samples += 1;
            return false;
        }
        let growth = (self.least.ps() / 8).clamp(*GROWTH.start(), *GROWTH.end());
        self.current.ps() > self.least.ps().saturating_add(growth)
    }
}

impl Window {
    /// `round_trip`: of an empty network.
    pub(super) fn new(congestion: Congestion, segment: u64, initial: u64, round_trip: Time) -> Self {
        let (cubic, hystart) = (Cubic::default(), HyStart::new(round_trip));
        Self { congestion, segment, initial, bytes: initial, threshold: u64::MAX, credit: 0, cubic, hystart }
    }

    /// Bytes that may be under way.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// A handshake has taken so long.
    pub(super) fn establish(&mut self, round_trip: Time) {
        self.hystart.least = round_trip;
    }

    /// Whether it is below half the slow start threshold.
    pub(super) fn is_far_from_threshold(&self) -> bool {
        self.bytes < self.threshold / 2
    }

    /// The least round-trip time that the connection has seen.
    pub(super) fn least_round_trip(&self) -> Time {
        self.hystart.least
    }

    /// Something new is acknowledged.
    pub(super) fn acknowledge(&mut self, known: &Acknowledged) {
        if self.bytes < self.threshold {
            let ends = self.congestion == Congestion::Cubic && self.hystart.ends(known, self.bytes, self.segment);
            if ends {
                self.threshold = self.bytes;
            } else if known.limited || self.bytes < 2 * known.used {
                // RFC 5681 §3.1 with RFC 3465, and RFC 7661: a window that is not used does not grow.
                self.bytes += known.bytes.min(self.threshold - self.bytes);
            }
            return;
        }
        if !known.limited {
            return;
        }
        match self.congestion {
            Congestion::Reno => self.grow_reno(known.bytes),
            Congestion::Cubic if self.cubic.largest == 0 => self.grow_without_loss(known.bytes),
            Congestion::Cubic => self.grow_cubic(known.now, known.bytes, known.smoothed),
        }
    }

    /// As long as nothing has been lost CUBIC knows no window to return to: Linux adds a byte for every twenty.
    fn grow_without_loss(&mut self, acknowledged: u64) {
        self.credit += acknowledged;
        self.bytes += self.credit / 20;
        self.credit %= 20;
    }

    /// A segment for each window acknowledged (RFC 5681 §3.1).
    fn grow_reno(&mut self, acknowledged: u64) {
        self.credit += acknowledged;
        if self.credit >= self.bytes {
            self.credit -= self.bytes;
            self.bytes += self.segment;
        }
    }

    /// RFC 9438 §4.2 to §4.5.
    fn grow_cubic(&mut self, now: Time, acknowledged: u64, rtt: Time) {
        let (window, segment) = (self.bytes, self.segment);
        let cubic = &mut self.cubic;
        let epoch = *cubic.epoch.get_or_insert_with(|| {
            cubic.first = window;
            cubic.largest = cubic.largest.max(window);
            cubic.reno = u128::from(window) << 16;
            now
        });
        // α = 3 (1 − β) / (1 + β) with β = 0.7: 9/17.
        cubic.reno += (u128::from(acknowledged * segment * 9) << 16) / (17 * u128::from(window));
        let elapsed = now.saturating_add(rtt).saturating_sub(epoch).ps() / MICROSECOND;
        let target = cubic.target(elapsed, segment).clamp(window, window + window / 2);
        cubic.credit += u128::from(target - window) * u128::from(acknowledged);
        let grown = cubic.credit / u128::from(window);
        cubic.credit -= grown * u128::from(window);
        let reno = (cubic.reno >> 16) as u64;
        self.bytes = (window + grown as u64).max(reno);
    }

    /// A loss, found by acknowledgements: what is left of the window.
    pub(super) fn reduce(&mut self, flight: u64) {
        self.lower_threshold(flight);
        self.bytes = self.threshold;
    }

    /// A time-out (RFC 5681 §3.1): one segment.
    pub(super) fn collapse(&mut self, flight: u64) {
        self.lower_threshold(flight);
        self.bytes = self.segment;
    }

    fn lower_threshold(&mut self, flight: u64) {
        let least = 2 * self.segment;
        self.credit = 0;
        self.threshold = match self.congestion {
            Congestion::Reno => (flight / 2).max(least),
            Congestion::Cubic => (self.bytes / 10 * 7).max(least),
        };
        self.hystart.found = false;
        // Fast convergence (RFC 9438 §4.7): a flow that has less than before the last loss leaves room to others.
        let largest = if self.bytes < self.cubic.largest { self.bytes / 20 * 17 } else { self.bytes };
        self.cubic = Cubic { largest, ..Cubic::default() };
    }

    /// Nothing has been sent for so long: the window halves with each time-out that has passed, down to the initial one
    /// (RFC 2861 §3; RFC 5681 §4.1 takes the initial one at once).
    pub(super) fn idle(&mut self, idle: Time, timeout: Time) {
        let mut passed = idle.ps() / timeout.ps().max(1);
        self.cubic.epoch = None;
        if passed > 0 {
            self.threshold = self.threshold.max(self.bytes / 4 * 3);
        }
        while passed > 0 && self.bytes > self.initial {
            self.bytes = (self.bytes / 2).max(self.initial);
            passed -= 1;
        }
    }
}

impl Cubic {
    /// W_cubic at so many microseconds of the epoch: W_max + C · (t − K)³, C = 0.4 segments per s³.
    fn target(&self, elapsed: u64, segment: u64) -> u64 {
        let drop = u128::from(self.largest - self.first);
        let zenith = cube_root(drop * 10 * 1_000_000_000_000_000_000 / (4 * u128::from(segment)));
        // Beyond a day nothing grows faster.
        let distance = (i128::from(elapsed) - i128::from(zenith)).clamp(-86_400_000_000, 86_400_000_000);
        let change = distance.pow(3) / 1_000_000_000 * i128::from(4 * segment) / 10_000_000_000;
        (i128::from(self.largest) + change).clamp(0, i128::from(u64::MAX / 4)) as u64
    }
}

/// The cube root, rounded down.
fn cube_root(value: u128) -> u64 {
    let (mut low, mut high) = (0_u128, 1_u128 << 42);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if middle.pow(3) <= value { low = middle } else { high = middle }
    }
    low as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEGMENT: u64 = 1_000;
    const RTT: Time = Time::from_ns(10_000_000);

    fn window(congestion: Congestion) -> Window {
        Window::new(congestion, SEGMENT, 10 * SEGMENT, RTT)
    }

    /// So many bytes are acknowledged, of so many that were under way.
    fn acknowledge(window: &mut Window, now: Time, bytes: u64, used: u64) {
        let (first, next, limited) = (1_000_000, 1_000_000 + used, used >= window.bytes());
        window.acknowledge(&Acknowledged { now, bytes, first, next, limited, used, sample: RTT, smoothed: RTT });
    }

    #[test]
    fn slow_start_doubles_a_window_that_is_used() {
        for &congestion in Congestion::ALL {
            let mut window = window(congestion);
            (0..10).for_each(|_| acknowledge(&mut window, Time::ZERO, SEGMENT, 10 * SEGMENT));
            assert_eq!(window.bytes(), 20 * SEGMENT);
            acknowledge(&mut window, Time::ZERO, SEGMENT, 5 * SEGMENT);
            assert_eq!(window.bytes(), 20 * SEGMENT, "less than half of it is used");
        }
    }

    /// Segments of a round that arrive apart for longer than half the round-trip time, of 10 ms: the way is full.
    #[test]
    fn slow_start_ends_when_a_train_of_acknowledgements_fills_half_the_way() {
        let after = |congestion, gap_us: u64| {
            let mut window = Window::new(congestion, SEGMENT, 16 * SEGMENT, RTT);
            (0..40).for_each(|at| {
                acknowledge(&mut window, Time::from_ns(at * gap_us * 1_000), SEGMENT, 100 * SEGMENT);
            });
            (window.bytes() / SEGMENT, window.threshold / SEGMENT)
        };
        // (10 ms + 1 ms) / 2 is passed after 12 and after 28.
        assert_eq!(after(Congestion::Cubic, 500).1, 28);
        assert_eq!(after(Congestion::Cubic, 200).1, 44);
        assert_eq!(after(Congestion::Cubic, 2_100).0, 56, "no train");
        assert_eq!(after(Congestion::Reno, 500).0, 56);
    }

    /// The 17th segment sees 5 ms of queue, as do all of its round.
    #[test]
    fn slow_start_ends_when_a_queue_forms() {
        let mut window = window(Congestion::Cubic);
        let late = Time::from_ns(15_000_000);
        for at in 0..20 {
            let known = Acknowledged {
                now: Time::ZERO,
                bytes: SEGMENT,
                first: 1,
                next: 1 + 100 * SEGMENT,
                limited: true,
                used: 0,
                sample: late,
                smoothed: late,
            };
            window.acknowledge(&known);
            assert_eq!(window.threshold < u64::MAX, at >= 6 + 8, "six to 16 segments, eight samples");
        }
    }

    #[test]
    fn without_a_loss_cubic_adds_a_twentieth() {
        let mut window = window(Congestion::Cubic);
        window.threshold = window.bytes;
        (0..40).for_each(|_| acknowledge(&mut window, Time::ZERO, 510, 20 * SEGMENT));
        assert_eq!(window.bytes(), 10 * SEGMENT + 40 * 510 / 20);
    }

    #[test]
    fn reno_halves_and_then_adds_a_segment_per_window() {
        let mut window = window(Congestion::Reno);
        window.reduce(10 * SEGMENT);
        assert_eq!(window.bytes(), 5 * SEGMENT);
        for round in 0..4 {
            (0..5 + round).for_each(|_| acknowledge(&mut window, Time::ZERO, SEGMENT, 10 * SEGMENT));
            assert_eq!(window.bytes(), (6 + round) * SEGMENT);
        }
        window.collapse(9 * SEGMENT);
        assert_eq!((window.bytes(), window.threshold), (SEGMENT, 4_500));
    }

    /// RFC 9438 §4.2: the window is W_max again after K = cbrt(W_max (1 − β) / C), in segments and seconds.
    #[test]
    fn cubic_returns_to_its_largest_window_after_k() {
        let mut window = Window::new(Congestion::Cubic, SEGMENT, 1_000 * SEGMENT, Time::ZERO);
        window.reduce(1_000 * SEGMENT);
        assert_eq!(window.bytes(), 700 * SEGMENT);
        // cbrt(300 / 0.4) = 9.0856 s.
        // Acknowledges windows at one instant, until the window has come to the target of that instant.
        let at = |window: &mut Window, ms: u64| loop {
            let before = window.bytes();
            let now = Time::from_ns(ms * 1_000_000);
            let known = Acknowledged {
                now,
                bytes: before,
                first: 0,
                next: 0,
                limited: true,
                used: before,
                sample: RTT,
                smoothed: Time::ZERO,
            };
            window.acknowledge(&known);
            window.cubic.reno = 0;
            if window.bytes() == before {
                break before;
            }
        };
        // Reno's share of the first window is half a segment.
        assert!((700 * SEGMENT..701 * SEGMENT).contains(&at(&mut window, 0)));
        let half = at(&mut window, 4_543);
        assert!((960 * SEGMENT..970 * SEGMENT).contains(&half), "1000 − 300/8 = 962.5: {half}");
        let whole = at(&mut window, 9_086);
        assert!((999 * SEGMENT..1_001 * SEGMENT).contains(&whole), "{whole}");
    }

    #[test]
    fn an_idle_time_halves_the_window_down_to_the_initial_one() {
        let mut window = window(Congestion::Cubic);
        (0..40).for_each(|_| acknowledge(&mut window, Time::ZERO, SEGMENT, 100 * SEGMENT));
        assert_eq!(window.bytes(), 50 * SEGMENT);
        let timeout = Time::from_ns(200_000_000);
        window.idle(Time::from_ns(199_999_999), timeout);
        assert_eq!(window.bytes(), 50 * SEGMENT);
        window.idle(timeout, timeout);
        assert_eq!(window.bytes(), 25 * SEGMENT);
        window.idle(Time::from_ns(5_000_000_000), timeout);
        assert_eq!(window.bytes(), 10 * SEGMENT);
    }

    #[test]
    fn cube_roots() {
        for root in [0_u64, 1, 2, 9, 1_000_003, 1 << 41] {
            let cube = u128::from(root).pow(3);
            assert_eq!(cube_root(cube), root);
            assert_eq!(cube_root(cube + 1), root.max(u64::from(root == 0)));
            if root > 1 {
                assert_eq!(cube_root(cube - 1), root - 1);
            }
        }
    }
}
