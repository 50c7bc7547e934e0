//! Busy-wait loops that only read the clock (`while (MPI_Wtime() < end);`): detects them, and advances the simulated clock so
//! that they end.
//!
//! Reading the clock takes no simulated time, so that a program which times its own parts is not slowed down. But if
//! computation takes no simulated time either, a loop that waits for an instant would never end. Such a loop differs from
//! timing code only in the number of clock readings in a row. So a rank may read the clock [`READINGS_FREE`] times in a row
//! before the clock is advanced. From then on the call site of the reading counts as a waiting loop, and there the clock is
//! advanced after [`READINGS_FREE_AGAIN`] readings in a row.

use crate::engine_core::EngineCore;
use crate::polling::SPIN_PART;
use ops::{CallSite, Work};
use std::collections::BTreeMap;
use units::{ActorId, Time};

// All numbers are assumptions. A smaller count of free readings would slow code that times its parts without communicating; a larger
// cost would make waits end later than by 0.4 %, a smaller one would need more readings for them.

/// Readings of the clock in a row that are free.
const READINGS_FREE: u32 = 100_000;
/// The same where the clock has been advanced before.
const READINGS_FREE_AGAIN: u32 = 4_000;
/// The time of each further one.
const READING_COST: Time = Time::from_ns(100);
/// No reading takes longer than this.
const READING_COST_MAX: Time = Time::from_ns(10_000_000);
/// A rank whose clock was advanced for more than 1/100 of the run is warned of.
const WARN_PART: u64 = 100;

/// For how long clocks were advanced, by the call site of the reading.
#[derive(Debug, Default)]
pub(crate) struct ClockSpins {
    sites: BTreeMap<CallSite, BTreeMap<ActorId, Time>>,
}

impl ClockSpins {
    /// Each site with the rank whose clock was advanced most there, most first.
    fn worst(&self) -> Vec<(Time, CallSite, ActorId)> {
        let most = |(&site, ranks): (&CallSite, &BTreeMap<ActorId, Time>)| {
            ranks
                .iter()
                .map(|(&rank, &time)| (time, site, rank))
                .max_by_key(|&(time, _, rank)| (time, std::cmp::Reverse(rank)))
        };
        let mut all: Vec<_> = self.sites.iter().filter_map(most).collect();
        all.sort_unstable_by_key(|&(time, site, rank)| (std::cmp::Reverse(time), rank, site));
        all
    }
}

impl ClockSpins {
    /// An actor reads its clock.
    pub(crate) fn read_clock(&mut self, core: &mut EngineCore<'_>, id: ActorId) {
        let now = core.kernel.now();
        let actor = &mut core.actors[id];
        actor.answer.due = true;
        actor.polling.read_clock(now);
        if actor.polling.clock_reads > READINGS_FREE_AGAIN {
            self.advance_clock(core, id);
        }
    }

    /// Advances the clock of an actor that has read it often.
    #[cold]
    fn advance_clock(&mut self, core: &mut EngineCore<'_>, id: ActorId) {
        let (_, site) = core.actors.call_of(id);
        let polling = &core.actors[id].polling;
        if polling.clock_reads <= READINGS_FREE && !self.sites.contains_key(&site) {
            return;
        }
        let spun = core.kernel.now().saturating_sub(polling.clock_reads_since);
        let cost = Time::from_ps(spun.ps() / SPIN_PART).clamp(READING_COST, READING_COST_MAX);
        let rank = core.actors.rank_actor(id);
        let advanced = self.sites.entry(site).or_default().entry(rank).or_default();
        *advanced = advanced.saturating_add(cost);
        core.work(id, Work::Time(cost));
    }

    /// Warns where clocks were advanced for a good part of the run.
    pub(crate) fn warn(&self, core: &mut EngineCore<'_>, end: Time) {
        for (time, site, rank) in self.worst() {
            if time.ps() <= end.ps() / WARN_PART {
                return;
            }
            let share = (u128::from(time.ps()) * 1_000 / u128::from(end.ps().max(1))) as u64;
            let (place, rank) = (core.driver.describe_site(site), rank.0);
            let place = if place.is_empty() { String::new() } else { format!(" at {place}") };
            core.warn(format!(
                "rank {rank} read the clock over and over{place} and did nothing else: its clock was moved on by {} s, {}.{} % of \
                 the run, so that a loop that waits for a time ends",
                time.seconds(),
                share / 10,
                share % 10,
            ));
        }
    }
}
