//! The timeline of all ranks in a report, as an image pyramid: the dominant state and its share for groups of ranks × time
//! bins, in several resolutions.
//!
//! A cell of the finest level is a group of neighbouring ranks in a bin of time. While rows pass by, the time that each class
//! of states takes in it is added up; the level above joins two groups and two bins. A level is then one byte a cell: the
//! class that takes most of the cell's time in the upper three bits, the share that it takes in the lower five; 0 where
//! nothing happened. A second pyramid of the same form has the share of waiting, in eight bits.
//!
//! Memory: 32 bytes a cell of the finest level, at most 128 MiB, however long the table. Times are added in units of
//! 2⁻³⁰ of a cell's time or a picosecond, whichever is more, each rounded to the nearest.

/// Classes of states; class 0 is nothing at all.
pub(crate) const CLASSES: usize = 8;

/// At most this many groups and bins at the finest level.
const MAX_GROUPS: u32 = 1024;
const MAX_BINS: u32 = 4096;

/// A level this small is the last.
const LEAST_GROUPS: u32 = 64;
const LEAST_BINS: u32 = 512;

/// Sums of a cell: that of waiting, then those of classes 1 to 7.
type Cell = [u32; CLASSES];

/// Gathers the timeline of one run.
#[derive(Debug)]
pub(crate) struct Pyramid {
    ranks: u32,
    end: u64,
    per_group: u32,
    groups: u32,
    bins: u32,
    unit: u64,
    /// Where each bin starts, and the last one ends.
    starts: Vec<u64>,
    cells: Vec<Cell>,
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

/// One resolution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    /// Rows of cells, each of `per_group` ranks but perhaps the last.
    pub(crate) groups: u32,
    /// Columns: bins of equal length.
    pub(crate) bins: u32,
    /// Ranks of a group.
    pub(crate) per_group: u32,
    /// Bytes row by row: dominant class and its share.
    pub(crate) states: Vec<u8>,
    /// Bytes row by row: the share of waiting, 255 for all of it.
    pub(crate) waiting: Vec<u8>,
}

impl Pyramid {
    /// For `ranks` ranks over the time from 0 to `end` picoseconds; both positive.
    pub(crate) fn new(ranks: u32, end: u64) -> Self {
        assert!(ranks > 0 && end > 0, "a timeline has ranks and time");
        let per_group = ranks.div_ceil(MAX_GROUPS);
        let groups = ranks.div_ceil(per_group);
        // At least a picosecond a bin, and halves without a rest.
        let bins = if end < u64::from(MAX_BINS) { 1 << end.ilog2() } else { MAX_BINS };
        let unit = (end.div_ceil(bins.into()).saturating_mul(per_group.into()) >> 30).max(1);
        let cells = vec![[0; CLASSES]; groups as usize * bins as usize];
        Self { ranks, end, per_group, groups, bins, unit, starts: starts(end, bins), cells }
    }

    /// Where a bin starts, in picoseconds.
    #[inline]
    fn start_of(&self, bin: u32) -> u64 {
        self.starts[bin as usize]
    }

    fn bin_of(&self, time: u64) -> u32 {
        let bin = (scaled(time, self.bins.into(), self.end) as u32).min(self.bins - 1);
        // The start of a bin is rounded down, so a time just below the exact border may be of the next bin already.
        if bin + 1 < self.bins && self.start_of(bin + 1) <= time { bin + 1 } else { bin }
    }

    /// Adds a state of a rank, of a class from 1 to 7.
    pub(crate) fn add(&mut self, rank: u32, class: u8, start: u64, end: u64, waiting: u64) {
        debug_assert!(class > 0 && usize::from(class) < CLASSES, "class {class}");
        let end = end.min(self.end);
        if start >= end || rank >= self.ranks {
            return;
        }
        let row = (rank / self.per_group) as usize * self.bins as usize;
        let length = end - start;
        let (first, last) = (self.bin_of(start), self.bin_of(end - 1));
        for bin in first..=last {
            let from = if bin == first { start } else { self.start_of(bin) };
            let to = if bin == last { end } else { self.start_of(bin + 1) };
            let units =
                |time: u64| if self.unit == 1 { time as u32 } else { ((time + self.unit / 2) / self.unit) as u32 };
            let part = to - from;
            let waiting = part_of(waiting, part, length);
            let sums = [units(part), units(waiting)];
            let cell = &mut self.cells[row + bin as usize];
            cell[usize::from(class)] = cell[usize::from(class)].saturating_add(sums[0]);
            cell[0] = cell[0].saturating_add(sums[1]);
        }
    }

    /// All levels, coarsest first.
    pub(crate) fn levels(mut self) -> Vec<Level> {
        let mut levels = vec![self.level()];
        while self.groups > LEAST_GROUPS || self.bins > LEAST_BINS {
            self.halve();
            levels.push(self.level());
        }
        levels.reverse();
        levels
    }

    /// Time of a cell in units.
    fn capacity(&self, group: u32, bin: u32) -> u64 {
        let ranks = self.per_group.min(self.ranks - group * self.per_group);
        let width = self.start_of(bin + 1) - self.start_of(bin);
        scaled(width, ranks.into(), self.unit).max(1)
    }

    fn level(&self) -> Level {
        let share =
            |sum: u32, capacity: u64, all: u64| ((u64::from(sum) * all + capacity / 2) / capacity).min(all) as u8;
        let (mut states, mut waiting) = (Vec::with_capacity(self.cells.len()), Vec::with_capacity(self.cells.len()));
        let mut cells = self.cells.iter();
        for group in 0..self.groups {
            for bin in 0..self.bins {
                let cell = cells.next().expect("as many cells as groups and bins");
                let capacity = self.capacity(group, bin);
                let (class, sum) = dominant(cell);
                states.push(if sum == 0 { 0 } else { (class as u8) << 5 | share(sum, capacity, 31).max(1) });
                waiting.push(share(cell[0], capacity, 255));
            }
        }
        Level { groups: self.groups, bins: self.bins, per_group: self.per_group, states, waiting }
    }

    /// Joins pairs of groups, and of bins where there are many.
    fn halve(&mut self) {
        let (rows, columns) =
            (if self.groups > LEAST_GROUPS { 2 } else { 1 }, if self.bins > LEAST_BINS { 2 } else { 1 });
        let (old_groups, old_bins) = (self.groups as usize, self.bins as usize);
        let (groups, bins) = (old_groups.div_ceil(rows), old_bins.div_ceil(columns));
        // The unit grows only where sums would not fit: in short runs it is a picosecond at all levels.
        let joined = (self.end.div_ceil(self.bins.into()).saturating_mul(self.per_group.into()) / self.unit)
            .saturating_mul((rows * columns) as u64);
        let shift = (joined >> 31).checked_ilog2().map_or(0, |bits| bits + 1);
        for group in 0..groups {
            for bin in 0..bins {
                let mut sums = [0u64; CLASSES];
                for row in (group * rows..(group + 1) * rows).take_while(|row| *row < old_groups) {
                    for column in (bin * columns..(bin + 1) * columns).take_while(|column| *column < old_bins) {
                        let cell = &self.cells[row * old_bins + column];
                        sums.iter_mut().zip(cell).for_each(|(sum, part)| *sum += u64::from(*part));
                    }
                }
                // Cells to come stand behind those that are written: the new place is never beyond the old ones.
                self.cells[group * bins + bin] = sums.map(|sum| ((sum + (1 << shift >> 1)) >> shift) as u32);
            }
        }
        self.cells.truncate(groups * bins);
        self.unit <<= shift;
        self.per_group *= rows as u32;
        (self.groups, self.bins) = (groups as u32, bins as u32);
        self.starts = starts(self.end, self.bins);
    }
}

/// Where bins start, in picoseconds, and the last one ends.
pub(crate) fn starts(end: u64, bins: u32) -> Vec<u64> {
    (0..=bins).map(|bin| scaled(end, bin.into(), bins.into())).collect()
}

/// The class with the largest sum, the first of equals.
fn dominant(cell: &Cell) -> (usize, u32) {
    let mut best = (1, cell[1]);
    for (class, &sum) in cell.iter().enumerate().skip(2) {
        if sum > best.1 {
            best = (class, sum);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_cell_has_its_dominant_class_and_share() {
        let mut pyramid = Pyramid::new(2, 4096 * 100);
        pyramid.add(0, 3, 0, 60, 30);
        pyramid.add(0, 2, 60, 100, 0);
        pyramid.add(1, 2, 0, 4096 * 100, 0);
        let levels = pyramid.levels();
        let fine = levels.last().unwrap();
        assert_eq!((fine.groups, fine.bins, fine.per_group), (2, 4096, 1));
        // 60 of 100 picoseconds: 18.6 of 31.
        assert_eq!((fine.states[0], fine.states[1]), (3 << 5 | 19, 0));
        // 30 of 100: 76.5 of 255.
        assert_eq!((fine.waiting[0], fine.waiting[1]), (77, 0));
        assert!(fine.states[4096..].iter().all(|state| *state == 2 << 5 | 31));
        let coarse = &levels[0];
        assert_eq!((coarse.groups, coarse.bins), (2, 512));
        // One bin now spans eight: 60 of 800 picoseconds are 2.3 of 31.
        assert_eq!(coarse.states[0], 3 << 5 | 2);
    }

    #[test]
    fn many_ranks_share_groups_and_the_last_is_smaller() {
        let ranks = 1024 * 3 + 1;
        let mut pyramid = Pyramid::new(ranks, 1_000_000);
        (0..ranks).for_each(|rank| pyramid.add(rank, 1, 0, 1_000_000, 1_000_000));
        for level in pyramid.levels() {
            assert!(level.groups * level.per_group >= ranks && (level.groups - 1) * level.per_group < ranks);
            assert!(level.states.iter().all(|state| *state == 1 << 5 | 31), "{} groups", level.groups);
            assert!(level.waiting.iter().all(|share| *share == 255), "{} groups", level.groups);
        }
    }

    #[test]
    fn a_run_of_a_few_picoseconds_has_as_many_bins() {
        let mut pyramid = Pyramid::new(1, 3);
        pyramid.add(0, 1, 0, 3, 0);
        assert_eq!(
            pyramid.levels(),
            vec![Level { groups: 1, bins: 2, per_group: 1, states: vec![1 << 5 | 31; 2], waiting: vec![0; 2] }]
        );
    }

    proptest! {
        /// Against the shares as they follow from the definition, state by state and cell by cell.
        #[test]
        fn shares_are_those_of_the_definition(
            end in 5000u64..100_000,
            states in proptest::collection::vec((0u32..5, 1u8..8, 0u64..100_000, 0u64..3000), 1..30),
        ) {
            let mut pyramid = Pyramid::new(5, end);
            let mut used: Vec<(u32, u8, u64, u64)> = Vec::new();
            for (rank, class, start, length) in states {
                let stop = (start + length).min(end);
                // States of a rank do not overlap.
                if start < stop && !used.iter().any(|&(other, _, from, to)| other == rank && start < to && from < stop) {
                    used.push((rank, class, start, stop));
                    pyramid.add(rank, class, start, stop, 0);
                }
            }
            let starts: Vec<u64> = (0..=4096).map(|bin| pyramid.start_of(bin)).collect();
            for level in pyramid.levels() {
                let joined = 4096 / level.bins as usize;
                for rank in 0..5u32 {
                    for bin in 0..level.bins as usize {
                        let (from, to) = (starts[bin * joined], starts[(bin + 1) * joined]);
                        let mut sums = [0u64; CLASSES];
                        for &(_, class, start, stop) in used.iter().filter(|state| state.0 == rank) {
                            sums[usize::from(class)] += stop.min(to).saturating_sub(start.max(from));
                        }
                        let found = level.states[rank as usize * level.bins as usize + bin];
                        let most = *sums.iter().max().unwrap();
                        prop_assert_eq!(found == 0, most == 0, "rank {} bin {} of {}", rank, bin, level.bins);
                        if most > 0 {
                            prop_assert_eq!(sums[usize::from(found >> 5)], most);
                            let share = (most * 31) as f64 / (to - from) as f64;
                            prop_assert!((f64::from(found & 31) - share).abs() <= 1.0);
                        }
                    }
                }
            }
        }
    }
}
