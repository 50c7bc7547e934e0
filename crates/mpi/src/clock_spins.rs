//! Ranks that read the clock over and over, and nothing else.
//!
//! Reading the clock takes no time: code that times its own parts must not become slower by it. But where computation takes no
//! time either, a loop that waits for an instant would never end unless its readings moved the clock. Both look the same
//! at first. What waits goes on until the clock has moved, and what reads ends by itself, so a rank may read
//! [`READINGS_FREE`] times in a row before its clock is pushed on. A call site where that has happened is taken for
//! one that waits: [`READINGS_FREE_AGAIN`] have to do there.

use crate::engine::Engine;
use ops::{CallSite, Work};
use std::collections::BTreeMap;
use units::{ActorId, Time};

/// So many readings of the clock in a row are free.
const READINGS_FREE: u32 = 100_000;
/// So many where the clock has been pushed before.
const READINGS_FREE_AGAIN: u32 = 4_000;
/// Each further one takes so long.
const READING_COST: Time = Time::from_ns(100);
/// Where only the clock moves time, a reading takes this part of the time spun so far: a wait of any length ends after a
/// few thousand readings, and at most so much later than it should.
pub(crate) const SPIN_PART: u64 = 256;
/// And no longer than this.
const READING_MOST: Time = Time::from_ns(10_000_000);
/// A rank's clock that was pushed for more than this part of the run is worth a warning.
const WARNS_PART: u64 = 100;

/// For how long clocks were pushed on, by the call site of the reading.
#[derive(Debug, Default)]
pub(crate) struct ClockSpins {
    sites: BTreeMap<CallSite, BTreeMap<ActorId, Time>>,
}

impl ClockSpins {
    /// Each site with the rank that was pushed most there, most first.
    fn worst(&self) -> Vec<(Time, CallSite, ActorId)> {
        let most = |(&site, ranks): (&CallSite, &BTreeMap<ActorId, Time>)| {
            ranks
                .iter()
                .map(|(&rank, &time)| (time, site, rank))
                .max_by_key(|&(time, _, rank)| (time, std::cmp::Reverse(rank)))
        };
        let mut all: Vec<_> = self.sites.iter().filter_map(most).collect();
        all.sort_unstable_by_key(|&(time, site, _)| (std::cmp::Reverse(time), site));
        all
    }
}

impl Engine<'_> {
    /// A rank reads its clock.
    pub(crate) fn answer_clock(&mut self, id: ActorId) {
        let now = self.kernel.now();
        let actor = &mut self.actors[id.index()];
        actor.answer_due = true;
        actor.reads_clock = true;
        if actor.clock_reads == 0 || actor.clock_reads_since == Time::MAX {
            actor.clock_reads_since = now;
        }
        actor.clock_reads = actor.clock_reads.saturating_add(1);
        if actor.clock_reads > READINGS_FREE_AGAIN {
            self.advance_clock(id);
        }
    }

    /// A rank has read its clock often.
    #[cold]
    fn advance_clock(&mut self, id: ActorId) {
        let (_, site) = self.call_of(id);
        let actor = &self.actors[id.index()];
        let known = self.clock_spins.sites.contains_key(&site);
        if actor.clock_reads <= READINGS_FREE && !known {
            return;
        }
        let spun = self.kernel.now().saturating_sub(actor.clock_reads_since);
        let cost = Time::from_ps(spun.ps() / SPIN_PART).clamp(READING_COST, READING_MOST);
        let rank = self.rank_of(id);
        let pushed = self.clock_spins.sites.entry(site).or_default().entry(rank).or_default();
        *pushed = pushed.saturating_add(cost);
        self.work(id, Work::Time(cost));
    }

    /// Says where clocks were pushed on for a good part of the run.
    pub(crate) fn warn_of_spins(&mut self, end: Time) {
        for (time, site, rank) in self.clock_spins.worst() {
            if time.ps() <= end.ps() / WARNS_PART {
                return;
            }
            let share = (u128::from(time.ps()) * 1_000 / u128::from(end.ps().max(1))) as u64;
            let (place, rank) = (self.driver.describe_site(site), rank.0);
            let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
            self.warn(format!(
                "rank {rank} read the clock over and over{place} and did nothing else: its clock was moved on by {} s, {}.{} % of \
                 the run, so that a loop that waits for a time ends",
                time.seconds(),
                share / 10,
                share % 10,
            ));
        }
    }
}
