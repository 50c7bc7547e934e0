//! The cells of a timeline in a report: groups of neighbouring ranks × bins of time. [`super::pyramid`] and
//! [`super::census`] sum in each cell what its ranks do. For a coarser timeline, neighbouring groups and bins are joined
//! in pairs.

/// Groups of ranks and bins of time.
#[derive(Debug)]
pub(crate) struct Cells {
    pub(crate) ranks: u32,
    /// Picoseconds.
    pub(crate) end: u64,
    pub(crate) groups: u32,
    pub(crate) per_group: u32,
    pub(crate) bins: u32,
    /// Where each bin starts, and the last one ends.
    pub(crate) starts: Vec<u64>,
}

impl Cells {
    /// At most `most_groups` groups of `ranks` ranks, and `most_bins` bins of the time from 0 to `end` picoseconds; all positive, `most_bins` a power
    /// of two.
    pub(crate) fn new(ranks: u32, end: u64, most_groups: u32, most_bins: u32) -> Self {
        assert!(ranks > 0 && end > 0, "a timeline has ranks and time");
        let per_group = ranks.div_ceil(most_groups);
        // At least a picosecond a bin, and halves without a rest.
        let bins = if end < u64::from(most_bins) { 1 << end.ilog2() } else { most_bins };
        Self { ranks, end, groups: ranks.div_ceil(per_group), per_group, bins, starts: starts(end, bins) }
    }

    /// Cells in all.
    pub(crate) fn count(&self) -> usize {
        self.groups as usize * self.bins as usize
    }

    /// The time of a cell of a whole group, picoseconds, rounded up.
    pub(crate) fn time(&self) -> u64 {
        self.end.div_ceil(self.bins.into()).saturating_mul(self.per_group.into())
    }

    /// The length of a bin.
    pub(crate) fn width(&self, bin: u32) -> u64 {
        self.starts[bin as usize + 1] - self.starts[bin as usize]
    }

    fn bin_of(&self, time: u64) -> u32 {
        let bin = (scaled(time, self.bins.into(), self.end) as u32).min(self.bins - 1);
        // The start of a bin is rounded down, so a time just below the exact border may be of the next bin already.
        if bin + 1 < self.bins && self.starts[bin as usize + 1] <= time { bin + 1 } else { bin }
    }

    /// The cells of a rank between two times, the second of which is not before the first: the number of each and the time in it,
    /// in the order of time. There is a cell even if no time passes.
    #[inline]
    pub(crate) fn between(&self, rank: u32, start: u64, end: u64) -> impl Iterator<Item = (usize, u64)> {
        let row = (rank / self.per_group) as usize * self.bins as usize;
        let (first, last) = (self.bin_of(start), self.bin_of(end.saturating_sub(1).max(start)));
        (first..=last).map(move |bin| {
            let from = if bin == first { start } else { self.starts[bin as usize] };
            let to = if bin == last { end } else { self.starts[bin as usize + 1] };
            (row + bin as usize, to - from)
        })
    }

    /// Joins `groups` neighbouring groups into one, and `bins` bins.
    pub(crate) fn join(&mut self, groups: u32, bins: u32) {
        self.groups = self.groups.div_ceil(groups);
        self.per_group *= groups;
        self.bins /= bins;
        self.starts = starts(self.end, self.bins);
    }
}

/// Where bins start, in picoseconds, and the last one ends.
fn starts(end: u64, bins: u32) -> Vec<u64> {
    (0..=bins).map(|bin| scaled(end, bin.into(), bins.into())).collect()
}

/// a·b/c, rounded down.
#[inline]
pub(crate) fn scaled(a: u64, b: u64, c: u64) -> u64 {
    match a.checked_mul(b) {
        Some(product) => product / c,
        None => (u128::from(a) * u128::from(b) / u128::from(c)) as u64,
    }
}

/// The share of a rank's waiting in a state of some length that lies in a part of it, as if it waited evenly. Most wait all the time or
/// not at all, which needs no division.
#[inline]
pub(crate) fn part_of(waiting: u64, part: u64, length: u64) -> u64 {
    if waiting == 0 {
        0
    } else if waiting == length {
        part
    } else {
        scaled(waiting, part, length.max(1))
    }
}
