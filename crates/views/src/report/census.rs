//! Histograms of durations for each state (computation, or an MPI function such as `MPI_Send`), group of ranks and time bin.
//! From these histograms a report shows the statistics of any window of ranks and time, and need not hold every call of every
//! rank. The statistics are exact for windows of whole groups and bins, up to the rounding of times ([`Census::pack`]).
//!
//! Memory: at most 48 MiB. If more kinds of calls appear than fit (by state, waiting and duration), or if the packed data
//! exceed this limit, neighbouring groups and neighbouring bins are merged in pairs.

use super::cells::{Cells, part_of};
use super::classes::{Classes, number_of};
use super::durations::{self, RANGES};
use super::pack::{Block, Varints};
use results::{State, TimelineRow};
use serde::Serialize;

/// At most this many groups and bins.
const MAX_GROUPS: u32 = 64;
const MAX_BINS: u32 = 128;
/// Cells of all kinds together.
const MAX_CELLS: usize = 2 << 20;

/// Calls of a kind in a group and a bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    /// Calls that begin here, and calls that had begun before and still go on.
    starts: u32,
    open: u32,
    /// Their time in the bin, and the waiting that is in it if a call waits evenly.
    time: u64,
    waiting: u64,
}

impl Cell {
    fn add(&mut self, other: &Self, opens: bool) {
        self.starts = self.starts.saturating_add(other.starts);
        // Calls that go on at the start of the second of two bins are known from the first.
        self.open = self.open.saturating_add(if opens { other.open } else { 0 });
        self.time = self.time.saturating_add(other.time);
        self.waiting = self.waiting.saturating_add(other.waiting);
    }
}

/// A kind of calls: a state, whether it waited, and a range of durations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Calls {
    /// Its place in [`CensusPage::states`].
    state: usize,
    waited: bool,
    /// The least duration, picoseconds.
    from: u64,
}

/// The census on a page; its cells are a packed block.
#[derive(Debug, Serialize)]
pub(crate) struct CensusPage {
    pub(crate) block: String,
    groups: u32,
    bins: u32,
    per_group: u32,
    /// Picoseconds to which times are rounded.
    unit: u64,
    states: Vec<(&'static str, u8)>,
    kinds: Vec<Calls>,
}

/// Gathers the timeline of one run.
#[derive(Debug)]
pub(crate) struct Census {
    cells: Cells,
    states: Vec<State>,
    /// For each state, waiting and range the place of the kind plus one.
    places: Vec<u32>,
    kinds: Vec<(Calls, Vec<Cell>)>,
}

impl Census {
    /// For `ranks` ranks over the time from 0 to `end` picoseconds; both positive.
    pub(crate) fn new(ranks: u32, end: u64) -> Self {
        let cells = Cells::new(ranks, end, MAX_GROUPS, MAX_BINS);
        Self { cells, states: Vec::new(), places: Vec::new(), kinds: Vec::new() }
    }

    pub(crate) fn add(&mut self, row: &TimelineRow) {
        let (start, end) = (row.start.ps(), row.end.ps().min(self.cells.end));
        if row.rank.0 >= self.cells.ranks || start > end {
            return;
        }
        let duration = row.end.ps() - start;
        let at = self.place(row.state, row.waiting.ps() > 0, durations::range_of(duration));
        let (mut starts, mut open) = (1, 0);
        for (cell, time) in self.cells.between(row.rank.0, start, end) {
            let waiting = part_of(row.waiting.ps(), time, duration);
            self.kinds[at].1[cell].add(&Cell { starts, open, time, waiting }, true);
            (starts, open) = (0, 1);
        }
    }

    /// The place of a kind, which is made when it comes first.
    fn place(&mut self, state: State, waited: bool, range: u16) -> usize {
        let number = number_of(&mut self.states, state);
        self.places.resize(self.states.len() * 2 * RANGES, 0);
        let key = (2 * number + usize::from(waited)) * RANGES + usize::from(range);
        if self.places[key] == 0 {
            while (self.kinds.len() + 1) * self.cells.count() > MAX_CELLS && self.halve() {}
            let kind = Calls { state: number, waited, from: durations::from(range) };
            self.kinds.push((kind, vec![Cell::default(); self.cells.count()]));
            self.places[key] = self.kinds.len() as u32;
        }
        self.places[key] as usize - 1
    }

    /// Joins pairs of groups and of bins; gives whether there were any.
    fn halve(&mut self) -> bool {
        let Cells { groups, bins: old_bins, .. } = self.cells;
        let (rows, columns) = (if groups > 1 { 2 } else { 1 }, if old_bins > 1 { 2 } else { 1 });
        self.cells.join(rows, columns);
        let bins = self.cells.bins;
        for (_, cells) in &mut self.kinds {
            let mut joined = vec![Cell::default(); self.cells.count()];
            for (at, cell) in (0..).zip(&*cells) {
                let (group, bin) = (at / old_bins, at % old_bins);
                joined[(group / rows * bins + bin / columns) as usize].add(cell, bin % columns == 0);
            }
            *cells = joined;
        }
        rows * columns > 1
    }

    /// Calls by kind the cells that are not empty: how many, then of each the distance from the one before, calls that begin and
    /// that go on, time and waiting in units of 2⁻¹⁶ of a cell's time or a picosecond, whichever is more.
    fn packed(&self) -> (u64, Varints) {
        let unit = (self.cells.time() >> 16).max(1);
        let mut packed = Varints::default();
        for (kind, cells) in &self.kinds {
            let used = || (0u64..).zip(cells).filter(|(_, cell)| cell.starts + cell.open > 0);
            packed.push(used().count() as u64);
            let mut last = 0;
            for (at, cell) in used() {
                packed.push(at - last);
                last = at;
                packed.push(cell.starts.into());
                packed.push(cell.open.into());
                packed.push(cell.time.saturating_add(unit / 2) / unit);
                if kind.waited {
                    packed.push(cell.waiting.saturating_add(unit / 2) / unit);
                }
            }
        }
        (unit, packed)
    }

    /// For a page, in a block of at most `room` bytes if that can be.
    pub(crate) fn pack(mut self, room: usize, classes: &Classes, name: String) -> (CensusPage, Block) {
        loop {
            let (unit, packed) = self.packed();
            let block = Block::of(name.clone(), packed.bytes());
            if block.text.len() > room && self.halve() {
                continue;
            }
            let page = CensusPage {
                block: name,
                groups: self.cells.groups,
                bins: self.cells.bins,
                per_group: self.cells.per_group,
                unit,
                states: self.states.iter().map(|state| (state.name(), classes.of_state(*state))).collect(),
                kinds: self.kinds.into_iter().map(|(kind, _)| kind).collect(),
            };
            return (page, block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::{CallSite, Function};
    use units::{ActorId, Time};

    fn row(rank: u32, state: State, start: u64, end: u64, waiting: u64) -> TimelineRow {
        let time = Time::from_ps;
        TimelineRow {
            rank: ActorId(rank),
            state,
            site: CallSite(1),
            start: time(start),
            end: time(end),
            waiting: time(waiting),
        }
    }

    /// Sums over a window of bins and all groups: calls, time, waiting.
    fn sums(census: &Census, from: u32, to: u32) -> (u32, u64, u64) {
        let mut sums = (0, 0, 0);
        for (_, cells) in &census.kinds {
            for (at, cell) in (0..).zip(cells) {
                let bin: u32 = at % census.cells.bins;
                if (from..to).contains(&bin) {
                    sums.0 += cell.starts + if bin == from { cell.open } else { 0 };
                    sums.1 += cell.time;
                    sums.2 += cell.waiting;
                }
            }
        }
        sums
    }

    #[test]
    fn a_window_of_whole_bins_has_the_calls_that_touch_it_with_their_time_in_it() {
        let call = State::Call(Function::Recv);
        let rows = [row(0, State::Compute, 0, 1000, 0), row(1, call, 900, 1300, 200), row(1, call, 1270, 1270, 0)];
        // A bin of 10 ps.
        let mut census = Census::new(2, 1280);
        rows.iter().for_each(|row| census.add(row));
        for halved in 0..3 {
            let bins = census.cells.bins;
            for (from, to) in [(0, bins), (bins / 2, bins), (bins / 4, bins / 2)] {
                let (begin, end) = (census.cells.starts[from as usize], census.cells.starts[to as usize]);
                let touching =
                    |row: &&TimelineRow| row.start.ps() < end && (row.end.ps() > begin || row.start.ps() >= begin);
                let time = |row: &TimelineRow| row.end.ps().min(end).saturating_sub(row.start.ps().max(begin));
                let expected = rows.iter().filter(touching);
                let (calls, sum, waiting) = sums(&census, from, to);
                assert_eq!(calls as usize, expected.clone().count(), "{halved}: {from} to {to}");
                assert_eq!(sum, expected.clone().map(time).sum::<u64>(), "{halved}: {from} to {to}");
                assert!(waiting.abs_diff(time(&rows[1]) / 2) <= u64::from(bins), "{halved}: {waiting}");
            }
            census.halve();
        }
        assert_eq!(census.kinds.len(), 3, "computing, a call that waited, and one that took no time");
    }

    #[test]
    fn many_kinds_have_coarser_cells_and_a_small_page_has_too() {
        let mut census = Census::new(1000, 1 << 40);
        for power in 0..40 {
            for function in Function::all().take(20) {
                census.add(&row(999, State::Call(function), 0, 1 << power, 0));
            }
        }
        assert_eq!(census.kinds.len(), 800);
        assert!(
            census.kinds.len() * census.cells.count() <= MAX_CELLS
                && census.cells.bins < MAX_BINS
                && census.cells.per_group > 16
        );
        assert_eq!(sums(&census, 0, census.cells.bins).0, 800);
        let (page, block) = census.pack(2_000, &Classes::default(), "census".into());
        assert!((block.text.len() <= 2_000 || page.groups * page.bins == 1) && page.kinds.len() == 800);
    }
}
