//! The time by function and call site in a report, from the table `timeline`.

use super::classes::number_of;
use ops::CallSite;
use results::{State, TimelineRow};
use serde::Serialize;
use std::collections::BTreeMap;

/// Most places shown, by time.
const MAX_PLACES: usize = 200;

#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    calls: u64,
    time: u64,
    waiting: u64,
}

/// Gathers the totals of each state at each call site.
#[derive(Debug, Default)]
pub(crate) struct Places {
    totals: BTreeMap<(u16, CallSite), Totals>,
    states: Vec<State>,
}

/// A state at a call site, over all ranks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SiteState {
    pub(crate) state: &'static str,
    pub(crate) site: String,
    pub(crate) calls: u64,
    pub(crate) time: u64,
    pub(crate) waiting: u64,
}

impl Places {
    pub(crate) fn add(&mut self, row: &TimelineRow) {
        self.add_part(row, row.end.saturating_sub(row.start).ps(), row.waiting.ps());
    }

    /// Adds a call of which this much time and waiting counts, in picoseconds.
    pub(crate) fn add_part(&mut self, row: &TimelineRow, time: u64, waiting: u64) {
        let number = number_of(&mut self.states, row.state);
        let totals = self.totals.entry((number as u16, row.site)).or_default();
        totals.calls += 1;
        totals.time = totals.time.saturating_add(time);
        totals.waiting = totals.waiting.saturating_add(waiting);
    }

    /// Most time first, call sites in words. Sites of the same words are one place.
    pub(crate) fn list(&self, mut describe: impl FnMut(CallSite) -> String) -> Vec<SiteState> {
        let mut places: BTreeMap<(&'static str, String), Totals> = BTreeMap::new();
        for (&(state, site), totals) in &self.totals {
            let sum = places.entry((self.states[usize::from(state)].name(), describe(site))).or_default();
            sum.calls += totals.calls;
            sum.time = sum.time.saturating_add(totals.time);
            sum.waiting = sum.waiting.saturating_add(totals.waiting);
        }
        let place = |((state, site), totals): (_, Totals)| SiteState {
            state,
            site,
            calls: totals.calls,
            time: totals.time,
            waiting: totals.waiting,
        };
        let mut list: Vec<SiteState> = places.into_iter().map(place).collect();
        list.sort_by_key(|place| std::cmp::Reverse(place.time));
        list.truncate(MAX_PLACES);
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::Function;
    use units::{ActorId, Time};

    #[test]
    fn time_is_summed_by_state_and_words_of_the_site() {
        let barrier = State::Call(Function::from_name("MPI_Barrier").unwrap());
        let mut places = Places::default();
        for (rank, state, site, length) in
            [(0, barrier, 1, 10), (1, barrier, 2, 20), (0, barrier, 3, 5), (0, State::Compute, 1, 100)]
        {
            places.add(&TimelineRow {
                rank: ActorId(rank),
                state,
                site: CallSite(site),
                start: Time::ZERO,
                end: Time::from_ps(length),
                waiting: Time::from_ps(length / 5),
            });
        }
        let list = places.list(|site| if site.0 < 3 { "main a.c:7".to_owned() } else { "main a.c:9".to_owned() });
        let found: Vec<_> = list.iter().map(|p| (p.state, p.site.as_str(), p.calls, p.time, p.waiting)).collect();
        assert_eq!(
            found,
            [
                ("compute", "main a.c:7", 1, 100, 20),
                ("MPI_Barrier", "main a.c:7", 2, 30, 6),
                ("MPI_Barrier", "main a.c:9", 1, 5, 1),
            ]
        );
    }
}
