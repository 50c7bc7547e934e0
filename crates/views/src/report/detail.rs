//! Single calls and messages of the chosen ranks.
//!
//! There is room for this many calls of a rank and this many messages; what comes later is left out, and the page says from
//! which time on.

use super::choose::Chosen;
use super::pack::{PackedColumn, Varints};
use ops::CallSite;
use results::{MessageRow, State, TimelineRow};
use serde::Serialize;
use std::collections::BTreeMap;

/// Calls of all chosen ranks together, and messages, for a report of one run.
pub(crate) const MAX_CALLS: u64 = 240_000;
pub(crate) const MAX_MESSAGES: u64 = 80_000;

/// Calls, rank by rank. States and sites are numbers of [`Detail::states`] and [`Detail::sites`].
pub(crate) const CALLS: &[PackedColumn] = &[
    PackedColumn::new("start").signed().after("end"),
    PackedColumn::new("end").since("start"),
    PackedColumn::new("state"),
    PackedColumn::new("site"),
    PackedColumn::new("waiting"),
];

/// Messages. Protocols are numbers of [`results::PROTOCOLS`].
pub(crate) const MESSAGES: &[PackedColumn] = &[
    PackedColumn::new("source"),
    PackedColumn::new("destination"),
    PackedColumn::new("tag").signed(),
    PackedColumn::new("bytes"),
    PackedColumn::new("protocol"),
    PackedColumn::new("collective"),
    PackedColumn::new("posted"),
    PackedColumn::new("start").signed().since("posted"),
    PackedColumn::new("delivered").signed().since("start"),
];

/// A chosen rank.
#[derive(Debug)]
struct RankCalls {
    chosen: Chosen,
    rows: Varints,
    count: u64,
    /// The end of the last row.
    end: u64,
    cut: Option<u64>,
}

/// A chosen rank, as the page knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct RankHead {
    pub(crate) rank: u32,
    pub(crate) why: String,
    pub(crate) calls: u64,
    /// The time from which calls were left out.
    pub(crate) cut: Option<u64>,
}

/// Gathers calls and messages of the chosen ranks.
#[derive(Debug)]
pub(crate) struct Detail {
    ranks: Vec<RankCalls>,
    calls_each: u64,
    states: Vec<State>,
    sites: Vec<CallSite>,
    site_numbers: BTreeMap<CallSite, u64>,
    messages: Varints,
    message_count: u64,
    max_messages: u64,
    messages_cut: Option<u64>,
}

impl Detail {
    /// For ranks in ascending order; several runs share the room.
    pub(crate) fn new(chosen: Vec<Chosen>, runs: u64) -> Self {
        let calls_each = MAX_CALLS / runs / (chosen.len() as u64).max(1);
        let rank = |chosen| RankCalls { chosen, rows: Varints::default(), count: 0, end: 0, cut: None };
        Self {
            ranks: chosen.into_iter().map(rank).collect(),
            calls_each,
            states: vec![State::Compute],
            sites: Vec::new(),
            site_numbers: BTreeMap::new(),
            messages: Varints::default(),
            message_count: 0,
            max_messages: MAX_MESSAGES / runs,
            messages_cut: None,
        }
    }

    fn index(&self, rank: u32) -> Option<usize> {
        self.ranks.binary_search_by_key(&rank, |known| known.chosen.rank).ok()
    }

    pub(crate) fn add_call(&mut self, row: &TimelineRow) {
        let Some(at) = self.index(row.rank.0) else { return };
        let (start, end) = (row.start.ps(), row.end.ps());
        let calls = &mut self.ranks[at];
        if calls.count >= self.calls_each {
            calls.cut.get_or_insert(start);
            return;
        }
        let state = match self.states.iter().position(|state| *state == row.state) {
            Some(at) => at,
            None => {
                self.states.push(row.state);
                self.states.len() - 1
            }
        };
        let sites = &mut self.sites;
        let site = *self.site_numbers.entry(row.site).or_insert_with(|| {
            sites.push(row.site);
            sites.len() as u64 - 1
        });
        // Threads of a rank may be in several calls at a time.
        calls.rows.push_signed(start as i64 - calls.end as i64);
        calls.rows.push(end - start);
        calls.rows.push(state as u64);
        calls.rows.push(site);
        calls.rows.push(row.waiting.ps());
        calls.end = end;
        calls.count += 1;
    }

    pub(crate) fn add_message(&mut self, row: &MessageRow) {
        if self.index(row.source.0).is_none() && self.index(row.destination.0).is_none() {
            return;
        }
        let (posted, start, delivered) = (row.posted.ps(), row.start.ps(), row.delivered.ps());
        if self.message_count >= self.max_messages {
            let cut = self.messages_cut.get_or_insert(posted);
            *cut = posted.min(*cut);
            return;
        }
        self.messages.push(row.source.0.into());
        self.messages.push(row.destination.0.into());
        self.messages.push_signed(row.tag.into());
        self.messages.push(row.bytes);
        self.messages.push(row.protocol as u64);
        self.messages.push(u64::from(row.collective));
        self.messages.push(posted);
        self.messages.push_signed(start as i64 - posted as i64);
        self.messages.push_signed(delivered as i64 - start as i64);
        self.message_count += 1;
    }

    pub(crate) fn heads(&self) -> Vec<RankHead> {
        let head = |rank: &RankCalls| RankHead {
            rank: rank.chosen.rank,
            why: rank.chosen.why.clone(),
            calls: rank.count,
            cut: rank.cut,
        };
        self.ranks.iter().map(head).collect()
    }

    /// The calls, rank by rank, in [`CALLS`].
    pub(crate) fn calls(&self) -> Varints {
        let mut all = Varints::default();
        self.ranks.iter().for_each(|rank| all.append(&rank.rows));
        all
    }

    /// The number of messages, the messages in [`MESSAGES`], and the time from which some were left out.
    pub(crate) fn messages(&self) -> (u64, &Varints, Option<u64>) {
        (self.message_count, &self.messages, self.messages_cut)
    }

    /// States and call sites by their numbers in [`Detail::calls`].
    pub(crate) fn states(&self) -> &[State] {
        &self.states
    }

    pub(crate) fn sites(&self) -> &[CallSite] {
        &self.sites
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::{CommId, Function, Protocol};
    use results::Row;
    use units::{ActorId, Time};

    fn row(rank: u32, site: u32, start: u64, end: u64) -> TimelineRow {
        let state = State::Call(Function::from_name("MPI_Barrier").unwrap());
        let time = Time::from_ps;
        TimelineRow {
            rank: ActorId(rank),
            state,
            site: CallSite(site),
            start: time(start),
            end: time(end),
            waiting: Time::ZERO,
        }
    }

    fn chosen(ranks: &[u32]) -> Vec<Chosen> {
        ranks.iter().map(|&rank| Chosen { rank, why: String::new() }).collect()
    }

    #[test]
    fn only_chosen_ranks_are_kept_and_each_has_the_same_room() {
        let mut detail = Detail::new(chosen(&[2, 5]), MAX_CALLS / 4);
        for step in 0..3 {
            (0..6).for_each(|rank| detail.add_call(&row(rank, 7, step * 10, step * 10 + 4)));
        }
        let heads = detail.heads();
        assert_eq!((heads[0].rank, heads[0].calls, heads[0].cut), (2, 2, Some(20)));
        // Rank 2: begins at 0 for 4, state 1, site 0, no waiting; then 6 later (signed: 12).
        assert_eq!(detail.calls().bytes()[..10], [0, 4, 1, 0, 0, 12, 4, 1, 0, 0]);
        assert_eq!((detail.calls().bytes().len(), detail.sites()), (20, &[CallSite(7)][..]));
        assert_eq!(detail.states().len(), 2);
    }

    #[test]
    fn messages_of_a_chosen_rank_are_kept_as_long_as_there_is_room() {
        let mut detail = Detail::new(chosen(&[1]), MAX_MESSAGES / 2);
        let message = |source, destination, posted| MessageRow {
            source: ActorId(source),
            destination: ActorId(destination),
            communicator: CommId(0),
            tag: -1,
            collective: true,
            bytes: 3,
            protocol: Protocol::Rendezvous,
            posted: Time::from_ps(posted),
            start: Time::from_ps(posted + 1),
            delivered: Time::from_ps(posted + 3),
        };
        for (source, destination, posted) in [(0, 2, 1), (1, 0, 5), (3, 1, 6), (1, 3, 9), (1, 2, 8)] {
            detail.add_message(&message(source, destination, posted));
        }
        let (count, packed, cut) = detail.messages();
        assert_eq!((count, cut), (2, Some(8)));
        assert_eq!(packed.bytes()[..9], [1, 0, 1, 3, 2, 1, 5, 2, 4]);
    }

    #[test]
    fn packed_columns_are_those_of_the_tables() {
        CALLS.iter().for_each(|column| assert!(TimelineRow::SCHEMA.position(column.name).is_some(), "{column:?}"));
        MESSAGES.iter().for_each(|column| assert!(MessageRow::SCHEMA.position(column.name).is_some(), "{column:?}"));
    }
}
