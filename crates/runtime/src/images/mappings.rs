//! Chooses the addresses of memory mappings (`mmap`) for ranks that leave the address open.
//!
//! The system would place each mapping below the latest one. The engine's threads map memory, too, so a rank would get
//! different addresses in each run. Therefore the ranks' mappings have a region of their own, reserved at the start. Each
//! mapping takes the first gap in this region that is large enough.

use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr::{null_mut, with_exposed_provenance_mut};

use super::template::PAGE;

/// Bytes of the region.
const REGION: usize = 1 << 40;

/// See the module.
#[derive(Debug)]
pub(crate) struct Mappings {
    region: Range<usize>,
    /// Free ranges: end by start. No two touch.
    free: BTreeMap<usize, usize>,
}

impl Mappings {
    /// Reserves the region. Where the system limits a process's addresses there is none, and the system places everything.
    pub(crate) fn new() -> Self {
        let region = inaccessible(0, REGION, 0).map_or(0..0, |start| start..start + REGION);
        let free = (!region.is_empty()).then_some((region.start, region.end)).into_iter().collect();
        Self { region, free }
    }

    /// The part of a range of addresses that lies in the region.
    pub(crate) fn part(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let part = range.start.max(self.region.start)..range.end.min(self.region.end);
        (!part.is_empty()).then_some(part)
    }

    /// Whether nothing is mapped in a range of the region.
    pub(crate) fn is_free(&self, range: &Range<usize>) -> bool {
        self.free.range(..=range.start).next_back().is_some_and(|(_, &end)| range.end <= end)
    }

    /// Takes the first gap that is large enough.
    pub(crate) fn take(&mut self, bytes: usize) -> Option<Range<usize>> {
        let bytes = pages(bytes)?;
        let (&start, _) = self.free.iter().find(|&(start, end)| bytes <= end - start)?;
        self.claim(start..start + bytes);
        Some(start..start + bytes)
    }

    /// A range, or a part of it, is in use now.
    pub(crate) fn claim(&mut self, range: Range<usize>) {
        let Some(range) = self.part(&range) else { return };
        let touched: Vec<_> = self.free.range(..range.end).rev().take_while(|&(_, &end)| end > range.start).collect();
        for (start, end) in touched.into_iter().map(|(&start, &end)| (start, end)).collect::<Vec<_>>() {
            self.free.remove(&start);
            if start < range.start {
                self.free.insert(start, range.start);
            }
            if range.end < end {
                self.free.insert(range.end, end);
            }
        }
    }

    /// Gives a range of the region back, with what is mapped there.
    ///
    /// # Safety
    /// The memory is not used any more.
    pub(crate) unsafe fn unmap(&mut self, range: Range<usize>) -> bool {
        let done = inaccessible(range.start, range.len(), libc::MAP_FIXED).is_some();
        if done {
            self.set_free(range);
        }
        done
    }

    /// A range was left by the system: it is reserved again, or another's for ever if a thread has taken it meanwhile.
    pub(crate) fn left(&mut self, range: Range<usize>) {
        if let Some(range) = self.part(&range)
            && inaccessible(range.start, range.len(), libc::MAP_FIXED_NOREPLACE) == Some(range.start)
        {
            self.set_free(range);
        }
    }

    fn set_free(&mut self, mut range: Range<usize>) {
        while let Some((&start, &end)) =
            self.free.range(..=range.end).next_back().filter(|&(_, &end)| end >= range.start)
        {
            self.free.remove(&start);
            range = range.start.min(start)..range.end.max(end);
        }
        self.free.insert(range.start, range.end);
    }
}

/// Whole pages for a number of bytes.
pub(crate) fn pages(bytes: usize) -> Option<usize> {
    bytes.checked_next_multiple_of(PAGE as usize).filter(|&bytes| bytes > 0)
}

/// Makes addresses inaccessible, at a place of the system's choice for 0 without flags.
fn inaccessible(at: usize, bytes: usize, flags: i32) -> Option<usize> {
    let flags = flags | libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    let at = if at == 0 { null_mut() } else { with_exposed_provenance_mut(at) };
    // SAFETY: with MAP_FIXED, callers say that it is not used.
    let p = unsafe { libc::mmap(at, bytes, libc::PROT_NONE, flags, -1, 0) };
    (p != libc::MAP_FAILED).then(|| p.expose_provenance())
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: usize = PAGE as usize;

    /// A region without memory: what only counts addresses.
    fn region(pages: usize) -> Mappings {
        Mappings { region: P..(1 + pages) * P, free: BTreeMap::from([(P, (1 + pages) * P)]) }
    }

    #[test]
    fn the_first_gap_that_is_large_enough_is_taken() {
        let mut m = region(16);
        assert_eq!(m.take(1), Some(P..2 * P));
        assert_eq!(m.take(3 * P), Some(2 * P..5 * P));
        assert_eq!(m.take(2 * P), Some(5 * P..7 * P));
        m.set_free(2 * P..5 * P);
        assert_eq!(m.take(4 * P), Some(7 * P..11 * P));
        assert_eq!(m.take(P), Some(2 * P..3 * P));
        assert_eq!(m.take(7 * P), None);
        assert_eq!(m.take(0), None);
        assert_eq!(m.take(usize::MAX), None);
    }

    #[test]
    fn free_ranges_join_and_are_cut() {
        let mut m = region(16);
        m.claim(0..usize::MAX);
        assert!(m.free.is_empty());
        m.set_free(2 * P..3 * P);
        m.set_free(4 * P..6 * P);
        m.set_free(3 * P..4 * P);
        assert_eq!(m.free, BTreeMap::from([(2 * P, 6 * P)]));
        m.set_free(P..8 * P);
        assert_eq!(m.free, BTreeMap::from([(P, 8 * P)]));
        m.claim(3 * P..4 * P);
        assert_eq!(m.free, BTreeMap::from([(P, 3 * P), (4 * P, 8 * P)]));
        m.claim(2 * P..5 * P);
        assert_eq!(m.free, BTreeMap::from([(P, 2 * P), (5 * P, 8 * P)]));
        assert!(m.is_free(&(5 * P..8 * P)) && !m.is_free(&(4 * P..6 * P)) && !m.is_free(&(7 * P..9 * P)));
    }

    #[test]
    fn what_is_unmapped_cannot_be_read_and_is_given_again() {
        let mut m = Mappings::new();
        let first = m.take(2 * P).expect("a region");
        let there = with_exposed_provenance_mut::<u8>(first.start);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
        // SAFETY: addresses of the test's own region, which is given back at the end.
        unsafe {
            assert_eq!(
                libc::mmap(there.cast(), 2 * P, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0),
                there.cast()
            );
            there.write(1);
            assert!(m.unmap(first.clone()));
            assert_eq!(m.take(P), Some(first.start..first.start + P));
            // The reservation is there: no other thread gets these addresses.
            m.left(first.start + P..first.end);
            assert_eq!(m.free.first_key_value().map(|(&start, _)| start), Some(first.end - P));
            libc::munmap(with_exposed_provenance_mut(m.region.start), m.region.len());
        }
    }
}
