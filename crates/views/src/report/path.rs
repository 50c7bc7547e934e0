//! The critical path in a report: on what the time of the path is spent, and which rank the path is on at any time.

use super::classes::{Classes, FILES};
use super::pack::{PackedColumn, Varints};
use crate::critical_path::{CriticalPath, Stretch};
use results::Sites;
use serde::Serialize;
use std::cmp::Reverse;
use units::{ActorId, Time};

/// A path of more stretches than this is shown by the rank that it is on longest in each of [`BINS`] equal parts of the run.
const EXACT: usize = 1 << 14;
const BINS: u64 = 2048;
/// Most places and ranks in the lists.
const LISTED: usize = 50;

/// Stretches of the path.
pub(crate) const STRETCHES: &[PackedColumn] =
    &[PackedColumn::new("rank"), PackedColumn::new("start").after("end"), PackedColumn::new("end").since("start")];

/// The path, for the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Path {
    whole: u64,
    computing: u64,
    calling: u64,
    messages: u64,
    contention: u64,
    files: u64,
    file_contention: u64,
    unknown: u64,
    hops: u64,
    /// Where its time goes, most first.
    places: Vec<CodeLocation>,
    /// Ranks by their own time on it, most first, and how many there are.
    ranks: Vec<(u32, u64)>,
    on: u64,
    /// Stretches that are drawn, and whether they are the path's own.
    pieces: u64,
    exact: bool,
}

/// A place of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct CodeLocation {
    /// `computing`, `in MPI`, `in transit`, or `at file servers`.
    what: &'static str,
    /// The function; of a computation the one that ends it is not told.
    function: &'static str,
    site: String,
    time: u64,
}

impl Path {
    /// The ranks on it, where it is longest first.
    pub(crate) fn longest(&self) -> Vec<u32> {
        self.ranks.iter().map(|(rank, _)| *rank).collect()
    }
}

/// The lists, and the path in [`STRETCHES`].
pub(crate) fn of(path: &CriticalPath, whole: u64, sites: &Sites) -> (Path, Varints) {
    let mut places: Vec<CodeLocation> = Vec::new();
    let words = |site| sites.words(site).to_string();
    for (site, time) in &path.compute {
        places.push(CodeLocation { what: "computing", function: "", site: words(*site), time: time.ps() });
    }
    let classes = Classes::default();
    for (what, list) in [("in MPI", &path.calls), ("in transit", &path.waits)] {
        for ((function, site), time) in list {
            let at_servers = what == "in transit" && classes.of_function(*function) == FILES;
            let what = if at_servers { "at file servers" } else { what };
            places.push(CodeLocation { what, function: function.name(), site: words(*site), time: time.ps() });
        }
    }
    places.retain(|place| place.time > 0);
    places.sort_by_key(|place| Reverse(place.time));
    places.truncate(LISTED);
    let mut ranks: Vec<(u32, u64)> = path.ranks.iter().map(|(rank, time)| (rank.0, time.ps())).collect();
    ranks.sort_by_key(|&(rank, time)| (Reverse(time), rank));
    ranks.truncate(LISTED);
    let exact = path.stretches.len() <= EXACT;
    let drawn = if exact { path.stretches.clone() } else { binned(&path.stretches, whole) };
    let mut packed = Varints::default();
    let mut last = Time::ZERO;
    for stretch in &drawn {
        packed.push(stretch.rank.0.into());
        packed.push(stretch.start.saturating_sub(last).ps());
        packed.push(stretch.end.saturating_sub(stretch.start).ps());
        last = stretch.end;
    }
    let page = Path {
        whole: path.whole().ps(),
        computing: path.computing().ps(),
        calling: path.calling().ps(),
        messages: path.waiting().saturating_sub(path.files).ps(),
        contention: path.contention.ps(),
        files: path.files.ps(),
        file_contention: path.file_contention.ps(),
        unknown: path.unknown.ps(),
        hops: path.hops,
        places,
        ranks,
        on: path.ranks.len() as u64,
        pieces: drawn.len() as u64,
        exact,
    };
    (page, packed)
}

/// For each part of the run the rank that the path is on longest; neighbours of one rank together. Parts in which it is on
/// no rank have none.
fn binned(stretches: &[Stretch], whole: u64) -> Vec<Stretch> {
    let border = |bin: u64| Time::from_ps((u128::from(whole) * u128::from(bin) / u128::from(BINS)) as u64);
    let mut drawn: Vec<Stretch> = Vec::new();
    let mut first = 0;
    for bin in 0..BINS {
        let (from, to) = (border(bin), border(bin + 1));
        while stretches.get(first).is_some_and(|stretch| stretch.end <= from) {
            first += 1;
        }
        let mut times: Vec<(ActorId, Time)> = Vec::new();
        for stretch in stretches[first..].iter().take_while(|stretch| stretch.start < to) {
            let time = stretch.end.min(to).saturating_sub(stretch.start.max(from));
            match times.iter_mut().find(|(rank, _)| *rank == stretch.rank) {
                Some((_, sum)) => *sum = sum.saturating_add(time),
                None => times.push((stretch.rank, time)),
            }
        }
        let Some(&(rank, _)) = times.iter().max_by_key(|(rank, time)| (*time, Reverse(*rank))) else { continue };
        match drawn.last_mut().filter(|last| last.rank == rank && last.end == from) {
            Some(last) => last.end = to,
            None => drawn.push(Stretch { rank, start: from, end: to }),
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(rank: u32, start: u64, end: u64) -> Stretch {
        Stretch { rank: ActorId(rank), start: Time::from_ps(start), end: Time::from_ps(end) }
    }

    #[test]
    fn a_long_path_is_on_the_rank_that_it_is_on_longest() {
        // Ten thousand rounds of two ranks, the second half of the run with one alone.
        let whole = BINS * 100;
        let mut stretches: Vec<Stretch> =
            (0..whole / 20).map(|at| stretch(3 + at as u32 % 2, at * 10, at * 10 + 9)).collect();
        assert_eq!(binned(&stretches, whole), [stretch(3, 0, whole / 2)], "equally long: the lower rank");
        stretches.push(stretch(7, whole / 2 + 50, whole));
        assert_eq!(binned(&stretches, whole), [stretch(3, 0, whole / 2), stretch(7, whole / 2, whole)]);
        assert!(binned(&[], whole).is_empty());
    }

    #[test]
    fn pieces_are_packed_from_end_to_end() {
        let path =
            CriticalPath { stretches: vec![stretch(1, 0, 150), stretch(0, 200, 300)], ..CriticalPath::default() };
        let (page, packed) = of(&path, 300, &Sites::default());
        assert_eq!((page.pieces, page.exact), (2, true));
        let mut expected = Varints::default();
        [1, 0, 150, 0, 50, 100].into_iter().for_each(|value| expected.push(value));
        assert_eq!(packed.bytes(), expected.bytes());
    }
}
