//! Noise (OS jitter): a core is interrupted by *detours*, intervals in which it does not run the program but the operating
//! system, daemons or firmware.
//!
//! # Equations
//! Each source of noise repeats a pattern of detours, in which core c starts at its offset o(c). A core runs the program
//! while no source has a detour. Let d(t, e) be the time in [t, e) that is in at least one source's detour. Work that needs
//! time W without noise and starts at t ends at the earliest e with e − t − d(t, e) = W. So a detour under way at t delays
//! the start, one that begins when the work is done does not, and work that takes no time is not delayed.
//!
//! With n cores, the offset of core c is 0 (`same`), c · length / n (`staggered`), or uniform in [0, length) (`random`), where
//! length is that of the pattern. Random offsets are drawn from a stream of the seed, the source and the core.
//!
//! # What it leaves out
//! The effect of detours on caches, and noise that depends on the program's actions (such as interrupts for its messages).
//!
//! # Cost
//! With one source, the cost is O(1) for a periodic pattern and O(log n) for a recording of n detours, however long the work
//! is. With several sources, this cost arises for each detour that the work meets. Memory: 8 bytes per source and core up to
//! the last one used.

use kernel::random::Stream;
use platform::{DetourPattern, Noise, NoisePhase};
use std::sync::Arc;
use units::Time;

/// The purpose of the streams that offsets are drawn from; the number of the source is added.
const PURPOSE: u16 = 0x6e00;

/// What no offset is.
const UNDRAWN: u64 = u64::MAX;

/// Position `at` of a pattern, in picoseconds since its start, and the time that its detours have taken since.
fn taken(pattern: &DetourPattern, at: u64) -> u64 {
    let (length, all) = (pattern.length().ps(), pattern.taken().ps());
    let within = at % length;
    let index = pattern.detours().partition_point(|detour| detour.start.ps() < within);
    let part = index.checked_sub(1).map_or(0, |last| {
        let detour = pattern.detours()[last];
        pattern.taken_before()[last].ps() + detour.duration.ps().min(within - detour.start.ps())
    });
    (at / length).saturating_mul(all).saturating_add(part)
}

/// The least position at which the core has run for `served` since the pattern's start; `served` is above 0.
fn position(pattern: &DetourPattern, served: u64) -> u64 {
    let length = pattern.length().ps();
    let free = length - pattern.taken().ps();
    // What is served at the end of a repetition may have been so before its last detour.
    let (cycles, left) = ((served - 1) / free, (served - 1) % free + 1);
    let before = pattern.taken_before();
    // Detours that begin when less than `left` has been served are passed.
    let (mut low, mut high) = (0, before.len());
    while low < high {
        let middle = (low + high) / 2;
        if pattern.detours()[middle].start.ps() - before[middle].ps() < left {
            low = middle + 1
        } else {
            high = middle
        }
    }
    let passed = if low == before.len() { pattern.taken() } else { before[low] };
    cycles.saturating_mul(length).saturating_add(left + passed.ps())
}

/// The detour that holds position `at`, or the next: its start and its end.
fn next_detour(pattern: &DetourPattern, at: u64) -> Option<(u64, u64)> {
    let length = pattern.length().ps();
    let (base, within) = (at / length * length, at % length);
    let detours = pattern.detours();
    let index = detours.partition_point(|detour| detour.start.ps() + detour.duration.ps() <= within);
    let (base, detour) = match detours.get(index) {
        Some(detour) => (base, detour),
        None => (base.saturating_add(length), detours.first()?),
    };
    let start = base.saturating_add(detour.start.ps());
    Some((start, start.saturating_add(detour.duration.ps())))
}

/// The detours of one core.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoreNoise<'a> {
    sources: &'a [Arc<DetourPattern>],
    /// Where each source's pattern is at time zero.
    offsets: &'a [u64],
}

impl<'a> CoreNoise<'a> {
    #[cfg(test)]
    pub(super) fn of(sources: &'a [Arc<DetourPattern>], offsets: &'a [u64]) -> Self {
        Self { sources, offsets }
    }

    /// The time that detours take in [`from`, `to`).
    pub(super) fn taken(&self, from: Time, to: Time) -> Time {
        match (self.sources, self.offsets) {
            ([], _) => Time::ZERO,
            ([pattern], [offset]) => {
                let at = |time: Time| taken(pattern, time.ps().saturating_add(*offset));
                Time::from_ps(at(to) - at(from))
            }
            _ => {
                let (mut sum, mut now) = (0, from.ps());
                while let Some((start, end)) = self.next(now).filter(|(start, _)| *start < to.ps()) {
                    sum += end.min(to.ps()) - start.max(now);
                    now = end;
                }
                Time::from_ps(sum)
            }
        }
    }

    /// When work of this length ends that starts at `from`.
    pub(super) fn finish(&self, from: Time, work: Time) -> Time {
        if work == Time::ZERO {
            return from;
        }
        match (self.sources, self.offsets) {
            ([], _) => from.saturating_add(work),
            ([pattern], [offset]) => {
                let at = from.ps().saturating_add(*offset);
                let served = at - taken(pattern, at);
                let end = position(pattern, served.saturating_add(work.ps()));
                if end == u64::MAX { Time::MAX } else { Time::from_ps(end - offset) }
            }
            _ => {
                let (mut now, mut left) = (from.ps(), work.ps());
                while let Some((start, end)) = self.next(now) {
                    let free = start.saturating_sub(now);
                    if left <= free {
                        break;
                    }
                    left -= free;
                    now = end;
                }
                Time::from_ps(now.saturating_add(left))
            }
        }
    }

    /// The earliest detour of any source that ends after `now`, joined with those it touches or overlaps.
    fn next(&self, now: u64) -> Option<(u64, u64)> {
        let each = |now: u64| {
            self.sources.iter().zip(self.offsets).filter_map(move |(pattern, offset)| {
                let (start, end) = next_detour(pattern, now.saturating_add(*offset))?;
                Some((start.saturating_sub(*offset), end.saturating_sub(*offset)))
            })
        };
        let (start, mut end) = each(now).min()?;
        // A detour that begins before another has ended holds the core until both have.
        while let Some(later) = each(end).filter(|(start, _)| *start <= end).map(|(_, end)| end).max()
            && later > end
        {
            end = later;
        }
        Some((start, end))
    }
}

/// The noise of all cores.
#[derive(Debug, Default)]
pub(super) struct CoreNoises {
    sources: Vec<Arc<DetourPattern>>,
    phases: Vec<NoisePhase>,
    seed: u64,
    cores: u64,
    /// By core, then by source.
    offsets: Vec<u64>,
}

impl CoreNoises {
    /// These sources on so many cores.
    pub(super) fn new<'a>(noises: impl IntoIterator<Item = &'a Noise>, seed: u64, cores: u64) -> Self {
        let (sources, phases) = noises.into_iter().map(|noise| (Arc::clone(&noise.pattern), noise.phase)).unzip();
        Self { sources, phases, seed, cores, offsets: Vec::new() }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// The noise of a core by its number among all.
    pub(super) fn of(&mut self, core: usize) -> CoreNoise<'_> {
        let count = self.sources.len();
        let range = core * count..(core + 1) * count;
        if self.offsets.len() < range.end {
            self.offsets.resize(range.end, UNDRAWN);
        }
        if self.offsets[range.clone()].contains(&UNDRAWN) {
            for source in 0..count {
                self.offsets[range.start + source] = self.offset(core, source);
            }
        }
        CoreNoise { sources: &self.sources, offsets: &self.offsets[range] }
    }

    fn offset(&self, core: usize, source: usize) -> u64 {
        let length = self.sources[source].length().ps();
        match self.phases[source] {
            NoisePhase::Same => 0,
            NoisePhase::Staggered => {
                (u128::from(length) * core as u128 / u128::from(self.cores.max(1))) as u64 % length
            }
            NoisePhase::Random => Stream::new(self.seed, PURPOSE + source as u16, core as u32).below(length),
        }
    }
}
