//! The timeline of all ranks in a report, as an image pyramid: the dominant state and its share for groups of ranks × time
//! bins, in several resolutions.
//!
//! A cell of the finest level is a group of neighbouring ranks in a bin of time. While the table `timeline` is read, the time
//! of each class of states is summed in its cell. Each coarser level joins two groups and two bins. A finished level has one
//! byte a cell. The upper three bits are the class of states that takes most of the cell's time, the lower five bits are the
//! share of this class. The byte is 0 where nothing happened. A second pyramid of the same form has the share of waiting, in
//! eight bits.
//!
//! Memory: 32 bytes a cell of the finest level, at most 128 MiB, however long the table. Times are added in units of
//! 2⁻³⁰ of a cell's time or a picosecond, whichever is more, each rounded to the nearest.

use super::cells::{Cells, part_of, scaled};

/// Classes of states; class 0 is nothing at all.
pub(crate) const CLASSES: usize = 8;

/// At most this many groups and bins at the finest level.
const MAX_GROUPS: u32 = 1024;
const MAX_BINS: u32 = 4096;

/// A level this small is the last.
const LEAST_GROUPS: u32 = 64;
const LEAST_BINS: u32 = 512;

/// Sums of a cell: that of waiting, then those of classes 1 to 7.
type Sums = [u32; CLASSES];

/// Gathers the timeline of one run.
#[derive(Debug)]
pub(crate) struct Pyramid {
    cells: Cells,
    unit: u64,
    /// By cell.
    sums: Vec<Sums>,
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
        let cells = Cells::new(ranks, end, MAX_GROUPS, MAX_BINS);
        Self { unit: (cells.time() >> 30).max(1), sums: vec![[0; CLASSES]; cells.count()], cells }
    }

    /// Adds a state of a rank, of a class from 1 to 7.
    pub(crate) fn add(&mut self, rank: u32, class: u8, start: u64, end: u64, waiting: u64) {
        debug_assert!(class > 0 && usize::from(class) < CLASSES, "class {class}");
        let end = end.min(self.cells.end);
        if start >= end || rank >= self.cells.ranks {
            return;
        }
        let unit = self.unit;
        let units = |time: u64| if unit == 1 { time as u32 } else { ((time + unit / 2) / unit) as u32 };
        for (cell, part) in self.cells.between(rank, start, end) {
            let sums = &mut self.sums[cell];
            sums[usize::from(class)] = sums[usize::from(class)].saturating_add(units(part));
            sums[0] = sums[0].saturating_add(units(part_of(waiting, part, end - start)));
        }
    }

    /// All levels, coarsest first.
    pub(crate) fn levels(mut self) -> Vec<Level> {
        let mut levels = vec![self.level()];
        while self.cells.groups > LEAST_GROUPS || self.cells.bins > LEAST_BINS {
            self.halve();
            levels.push(self.level());
        }
        levels.reverse();
        levels
    }

    /// Time of a cell in units.
    fn capacity(&self, group: u32, bin: u32) -> u64 {
        let Cells { ranks, per_group, .. } = self.cells;
        let ranks = per_group.min(ranks - group * per_group);
        scaled(self.cells.width(bin), ranks.into(), self.unit).max(1)
    }

    fn level(&self) -> Level {
        let share =
            |sum: u32, capacity: u64, all: u64| ((u64::from(sum) * all + capacity / 2) / capacity).min(all) as u8;
        let Cells { groups, bins, per_group, .. } = self.cells;
        let (mut states, mut waiting) = (Vec::with_capacity(self.sums.len()), Vec::with_capacity(self.sums.len()));
        let mut sums = self.sums.iter();
        for group in 0..groups {
            for bin in 0..bins {
                let cell = sums.next().expect("as many cells as groups and bins");
                let capacity = self.capacity(group, bin);
                let (class, sum) = dominant(cell);
                states.push(if sum == 0 { 0 } else { (class as u8) << 5 | share(sum, capacity, 31).max(1) });
                waiting.push(share(cell[0], capacity, 255));
            }
        }
        Level { groups, bins, per_group, states, waiting }
    }

    /// Joins pairs of groups, and of bins where there are many.
    fn halve(&mut self) {
        let Cells { groups, bins, .. } = self.cells;
        let (rows, columns) = (if groups > LEAST_GROUPS { 2 } else { 1 }, if bins > LEAST_BINS { 2 } else { 1 });
        let (old_groups, old_bins) = (groups as usize, bins as usize);
        // The unit grows only where sums would not fit: in short runs it is a picosecond at all levels.
        let joined = (self.cells.time() / self.unit).saturating_mul((rows * columns) as u64);
        self.cells.join(rows as u32, columns as u32);
        let (groups, bins) = (self.cells.groups as usize, self.cells.bins as usize);
        let shift = (joined >> 31).checked_ilog2().map_or(0, |bits| bits + 1);
        for group in 0..groups {
            for bin in 0..bins {
                let mut sums = [0u64; CLASSES];
                for row in (group * rows..(group + 1) * rows).take_while(|row| *row < old_groups) {
                    for column in (bin * columns..(bin + 1) * columns).take_while(|column| *column < old_bins) {
                        let cell = &self.sums[row * old_bins + column];
                        sums.iter_mut().zip(cell).for_each(|(sum, part)| *sum += u64::from(*part));
                    }
                }
                // Cells to come stand behind those that are written: the new place is never beyond the old ones.
                self.sums[group * bins + bin] = sums.map(|sum| ((sum + (1 << shift >> 1)) >> shift) as u32);
            }
        }
        self.sums.truncate(groups * bins);
        self.unit <<= shift;
    }
}

/// The class with the largest sum, the first of equals.
fn dominant(cell: &Sums) -> (usize, u32) {
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
            let starts = pyramid.cells.starts.clone();
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
