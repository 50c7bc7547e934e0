//! Collects the single MPI calls, messages and waits that a report shows for the ranks that the user has chosen.
//!
//! There is a limit for the calls of each rank, and one for the messages and one for the waits of all chosen ranks together.
//! Rows beyond a limit are left out; the page says from which simulated time on.

use super::choose::Chosen;
use super::classes::{Classes, number_of};
use super::pack::{PackedColumn, Varints};
use ops::CallSite;
use results::{MessageRow, ResultsError, Run, Sites, State, TimelineRow, WaitRow};
use serde::Serialize;
use std::collections::BTreeMap;

/// Calls of all chosen ranks together, messages, and waits, for a report of one run.
pub(crate) const MAX_CALLS: u64 = 240_000;
pub(crate) const MAX_MESSAGES: u64 = 80_000;
pub(crate) const MAX_WAITS: u64 = 80_000;

/// Calls, rank by rank. States and sites are numbers of [`Detail::states`] and [`Detail::sites`].
pub(crate) const CALLS: &[PackedColumn] = &[
    PackedColumn::new("start").signed().after("end"),
    PackedColumn::new("end").since("start"),
    PackedColumn::new("state"),
    PackedColumn::new("site"),
    PackedColumn::new("waiting"),
];

/// Messages. Protocols are numbers of [`ops::Protocol`].
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

/// Waits, in order of their ends. Wait states are numbers of [`ops::WaitCause`].
pub(crate) const WAITS: &[PackedColumn] = &[
    PackedColumn::new("rank"),
    PackedColumn::new("end").signed().after("end"),
    PackedColumn::new("start").signed().since("end"),
    PackedColumn::new("wait_state"),
    PackedColumn::new("culprit"),
    PackedColumn::new("since").signed().since("start"),
    PackedColumn::new("contention"),
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

/// Rows that are kept as long as there is room.
#[derive(Debug, Default)]
struct KeptRows {
    rows: Varints,
    count: u64,
    room: u64,
    /// The time from which rows were left out.
    cut: Option<u64>,
    /// The time of the last row.
    last: u64,
}

impl KeptRows {
    /// Whether there is room for a row of this time.
    fn admits(&mut self, at: u64) -> bool {
        let admits = self.count < self.room;
        if admits {
            self.count += 1;
        } else {
            self.cut = Some(self.cut.map_or(at, |cut| cut.min(at)));
        }
        admits
    }

    fn page(&self, block: String) -> RowsPage {
        RowsPage { block, rows: self.count, cut: self.cut }
    }
}

/// Such rows on a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct RowsPage {
    block: String,
    rows: u64,
    cut: Option<u64>,
}

/// Lanes of ranks on a page: their single calls, with states and sites by number, messages and waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct LanesPage {
    ranks: Vec<RankHead>,
    calls: String,
    /// Names of states and their classes.
    states: Vec<(&'static str, u8)>,
    sites: Vec<String>,
    /// None if the run has not the table.
    messages: Option<RowsPage>,
    waits: Option<RowsPage>,
}

/// Gathers calls, messages and waits of the chosen ranks.
#[derive(Debug)]
pub(crate) struct Detail {
    ranks: Vec<RankCalls>,
    calls_each: u64,
    states: Vec<State>,
    sites: Vec<CallSite>,
    site_numbers: BTreeMap<CallSite, u64>,
    messages: KeptRows,
    waits: KeptRows,
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
            messages: KeptRows { room: MAX_MESSAGES / runs, ..KeptRows::default() },
            waits: KeptRows { room: MAX_WAITS / runs, ..KeptRows::default() },
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
        let state = number_of(&mut self.states, row.state);
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
        if !self.messages.admits(posted) {
            return;
        }
        let rows = &mut self.messages.rows;
        rows.push(row.source.0.into());
        rows.push(row.destination.0.into());
        rows.push_signed(row.tag.into());
        rows.push(row.bytes);
        rows.push(row.protocol as u64);
        rows.push(u64::from(row.collective));
        rows.push(posted);
        rows.push_signed(start as i64 - posted as i64);
        rows.push_signed(delivered as i64 - start as i64);
    }

    pub(crate) fn add_wait(&mut self, row: &WaitRow) {
        let (start, end) = (row.start.ps(), row.end.ps());
        if self.index(row.rank.0).is_none() || !self.waits.admits(start) {
            return;
        }
        let KeptRows { rows, last, .. } = &mut self.waits;
        rows.push(row.rank.0.into());
        rows.push_signed(end as i64 - *last as i64);
        rows.push_signed(start as i64 - end as i64);
        rows.push(row.wait_state as u64);
        rows.push(row.culprit.0.into());
        rows.push_signed(row.since.ps() as i64 - start as i64);
        rows.push(row.contention.ps());
        *last = end;
    }

    /// Reads the messages and waits of the run, as far as it has such tables, for [`Detail::page`].
    fn read_others(&mut self, run: &Run) -> Result<(), ResultsError> {
        if run.has::<MessageRow>() {
            run.for_each::<MessageRow>(|row| self.add_message(&row))?;
        }
        if run.has::<WaitRow>() {
            run.for_each::<WaitRow>(|row| self.add_wait(&row))?;
        }
        Ok(())
    }

    /// The lanes on a page; `add` keeps a block and gives its name.
    pub(crate) fn page(
        &self,
        run: &Run,
        sites: &Sites,
        classes: &Classes,
        add: &mut dyn FnMut(&str, &[u8]) -> String,
    ) -> LanesPage {
        let mut calls = Varints::default();
        self.ranks.iter().for_each(|rank| calls.append(&rank.rows));
        let mut kept = |has: bool, name, rows: &KeptRows| has.then(|| rows.page(add(name, rows.rows.bytes())));
        let messages = kept(run.has::<MessageRow>(), "messages", &self.messages);
        let waits = kept(run.has::<WaitRow>(), "waits", &self.waits);
        LanesPage {
            ranks: self.heads(),
            calls: add("calls", calls.bytes()),
            states: self.states.iter().map(|state| (state.name(), classes.of_state(*state))).collect(),
            sites: self.sites.iter().map(|site| sites.words(*site).to_string()).collect(),
            messages,
            waits,
        }
    }

    fn heads(&self) -> Vec<RankHead> {
        let head = |rank: &RankCalls| RankHead {
            rank: rank.chosen.rank,
            why: rank.chosen.why.clone(),
            calls: rank.count,
            cut: rank.cut,
        };
        self.ranks.iter().map(head).collect()
    }
}

/// The lanes of some ranks of a run, ascending, read from its tables; `add` keeps a block and gives its name.
///
/// # Errors
/// The run has no table `timeline`, or a table is damaged.
pub(crate) fn lanes(
    run: &Run,
    ranks: Vec<u32>,
    add: &mut dyn FnMut(&str, &[u8]) -> String,
) -> Result<LanesPage, ResultsError> {
    let mut detail = Detail::new(ranks.into_iter().map(|rank| Chosen { rank, why: String::new() }).collect(), 1);
    let range =
        |of: &Detail| Some(u64::from(of.ranks.first()?.chosen.rank)..=u64::from(of.ranks.last()?.chosen.rank));
    if let Some(range) = range(&detail) {
        run.rows::<TimelineRow>()?.only("rank", range).try_for_each(|row| row.map(|row| detail.add_call(&row)))?;
    }
    detail.read_others(run)?;
    Ok(detail.page(run, &run.sites()?, &Classes::default(), add))
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
        assert_eq!(detail.ranks[0].rows.bytes(), [0, 4, 1, 0, 0, 12, 4, 1, 0, 0]);
        assert_eq!((detail.ranks.len(), &*detail.sites), (2, &[CallSite(7)][..]));
        assert_eq!(detail.states.len(), 2);
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
        assert_eq!((detail.messages.count, detail.messages.cut), (2, Some(8)));
        assert_eq!(detail.messages.rows.bytes()[..9], [1, 0, 1, 3, 2, 1, 5, 2, 4]);
    }

    #[test]
    fn lanes_of_any_ranks_are_read_from_the_tables() {
        use crate::testing::{Folder, ps, wait};
        let folder = Folder::new();
        let call = |actor, start, end| ops::Record::Call {
            actor: ActorId(actor),
            function: Function::Recv,
            site: CallSite(7),
            start: ps(start),
            end: ps(end),
            waiting: ps(0),
        };
        let waited = WaitRow { rank: ActorId(1), culprit: ActorId(0), ..wait(1) };
        folder.write(&[call(0, 0, 10), call(1, 5, 9), ops::Record::Wait(wait(0)), ops::Record::Wait(waited)]);
        let mut blocks = Vec::new();
        let lanes = lanes(&folder.run(), vec![1], &mut |name, bytes| {
            blocks.push((name.to_owned(), bytes.to_vec()));
            name.to_owned()
        });
        let lanes = lanes.unwrap();
        assert_eq!((lanes.ranks.len(), lanes.ranks[0].rank, lanes.ranks[0].calls), (1, 1, 1));
        assert_eq!((lanes.states.len(), lanes.waits.unwrap().rows, lanes.messages.unwrap().rows), (2, 1, 0));
        assert_eq!(lanes.sites, ["main (wait.c:7)"]);
        // Begins at 5 (signed: 10) for 4; the wait ends at 200, began 100 earlier, for rank 0's action at 160.
        let of = |wanted: &str| blocks.iter().find(|(name, _)| name == wanted).unwrap().1.clone();
        assert_eq!(of("calls"), [10, 4, 1, 0, 0]);
        assert_eq!(of("waits"), [1, 0x90, 3, 0xc7, 1, 0, 0, 120, 0]);
    }

    #[test]
    fn packed_columns_are_those_of_the_tables() {
        CALLS.iter().for_each(|column| assert!(TimelineRow::SCHEMA.position(column.name).is_some(), "{column:?}"));
        MESSAGES.iter().for_each(|column| assert!(MessageRow::SCHEMA.position(column.name).is_some(), "{column:?}"));
        WAITS.iter().for_each(|column| assert!(WaitRow::SCHEMA.position(column.name).is_some(), "{column:?}"));
    }
}
