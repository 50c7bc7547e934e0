//! The cost of pages of large blocks, in a block that is measured.
//!
//! Heaps keep pages that a process would give back to the system and get anew. Where it would, the next user is charged for them: what
//! pages of a process cost on this machine. That is measured over more memory than a cache holds: the same few pages again and again
//! cost up to a third less than a program's. Pages that heaps do give back are those of memory that processes share, if there are workers. They cost nearly twice as
//! much, to provide and to take back. What they cost more is left out: a multiple of the time in which they are taken back, which
//! depends on how many of them the program has used.

use crate::clock::ticks;
use std::ffi::c_void;
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const PAGE: usize = 4096;
/// Pages and rounds by which it is found how much more shared ones cost: the least counts.
const PAGES: usize = 128;
const ROUNDS: usize = 4;
/// Stretches as long by which the cost of a page is found: the median counts.
const STRETCHES: usize = 65;

/// In ticks.
#[derive(Debug)]
pub(crate) struct Paging {
    /// Blocks are measured.
    is_on: AtomicBool,
    /// The cost of a page of a process's own; 0: it has not been needed yet.
    own: AtomicU64,
    /// How much more a shared one costs, at most: twice what was found, as other processes work on their pages at the same time.
    more: AtomicU64,
    /// How much more shared pages cost than it takes to take them back, times 2^16.
    of_clearing: AtomicU64,
}

/// Of this machine; worker processes have copies.
pub(crate) static PAGING: Paging = Paging::new();

/// How many bytes' pages have been taken back, in how many ticks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cleared {
    pub(crate) bytes: u64,
    pub(crate) ticks: u64,
}

impl Paging {
    /// Nothing costs anything.
    pub(crate) const fn new() -> Self {
        Self {
            is_on: AtomicBool::new(false),
            own: AtomicU64::new(0),
            more: AtomicU64::new(0),
            of_clearing: AtomicU64::new(0),
        }
    }

    /// Blocks are measured from now on.
    pub(crate) fn begin(&self) {
        self.is_on.store(true, Ordering::Relaxed);
    }

    /// Whether they are.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed)
    }

    /// Finds what shared pages cost here. Where memory for that is not to be had, nothing is left out.
    pub(crate) fn calibrate_shared(&self) {
        let least = |flags, advice| {
            let pages = Stretch::new(flags, advice, PAGES)?;
            (0..ROUNDS).map(|_| pages.cost()).min_by_key(|cost| cost.0 + cost.1)
        };
        let (Some(own), Some(shared)) =
            (least(libc::MAP_PRIVATE, libc::MADV_DONTNEED), least(libc::MAP_SHARED, libc::MADV_REMOVE))
        else {
            return;
        };
        let more = (shared.0 + shared.1).saturating_sub(own.0 + own.1);
        self.more.store(2 * more / PAGES as u64, Ordering::Relaxed);
        self.of_clearing.store((more << 16) / shared.1.max(1), Ordering::Relaxed);
    }

    /// Ticks to be left out of a block in which pages have been taken back.
    pub(crate) fn excess(&self, cleared: Cleared) -> u64 {
        let most = (cleared.bytes / PAGE as u64).saturating_mul(self.more.load(Ordering::Relaxed));
        let excess = u128::from(cleared.ticks) * u128::from(self.of_clearing.load(Ordering::Relaxed));
        most.min((excess >> 16) as u64)
    }

    /// Ticks to be added to a block that is charged for these pages; negative for negative ones. The first call takes a while: it finds the cost.
    pub(crate) fn charge(&self, pages: i64) -> i64 {
        if pages == 0 || !self.is_on() {
            return 0;
        }
        if self.own.load(Ordering::Relaxed) == 0 {
            // All have their pages before the first is measured again: no cache holds any of them.
            let new = |_| Stretch::new(libc::MAP_PRIVATE, libc::MADV_DONTNEED, PAGES);
            let stretches: Vec<_> = (0..STRETCHES).filter_map(new).collect();
            let cleared: Vec<_> = stretches.iter().map(Stretch::provide).collect();
            let mut costs: Vec<_> = stretches.iter().zip(cleared).map(|(pages, cost)| cost + pages.clear()).collect();
            costs.sort_unstable();
            let median = costs.get(costs.len() / 2).map_or(0, |cost| cost / PAGES as u64);
            self.own.store(median.max(1), Ordering::Relaxed);
        }
        self.own.load(Ordering::Relaxed).cast_signed().saturating_mul(pages)
    }

    /// For a process that does not see [`PAGING`]: what it has to leave out.
    pub(crate) fn copy(&self, from: &Self) {
        for (to, from) in [(&self.more, &from.more), (&self.of_clearing, &from.of_clearing)] {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

/// New pages.
struct Stretch {
    start: *mut c_void,
    pages: usize,
    /// By which they are taken back.
    advice: i32,
}

impl Stretch {
    fn new(flags: i32, advice: i32, pages: usize) -> Option<Self> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: new memory, at an address of the system's choice; no huge pages, as in heaps.
        unsafe {
            let start = libc::mmap(null_mut(), pages * PAGE, protection, flags | libc::MAP_ANONYMOUS, -1, 0);
            if start == libc::MAP_FAILED {
                return None;
            }
            libc::madvise(start, pages * PAGE, libc::MADV_NOHUGEPAGE);
            Some(Self { start, pages, advice })
        }
    }

    /// How long it takes to provide them.
    fn provide(&self) -> u64 {
        let began = ticks();
        for page in 0..self.pages {
            // SAFETY: the stretch's own memory.
            unsafe { self.start.cast::<u8>().add(page * PAGE).write_volatile(1) };
        }
        ticks().saturating_sub(began)
    }

    /// How long it takes to take them back.
    fn clear(&self) -> u64 {
        let began = ticks();
        // SAFETY: the stretch's own memory.
        unsafe { libc::madvise(self.start, self.pages * PAGE, self.advice) };
        ticks().saturating_sub(began)
    }

    fn cost(&self) -> (u64, u64) {
        (self.provide(), self.clear())
    }
}

impl Drop for Stretch {
    fn drop(&mut self) {
        // SAFETY: mapped by this alone.
        unsafe { libc::munmap(self.start, self.pages * PAGE) };
    }
}

/// Pages that the system is asked about at once: ranks' stacks are small.
const AT_ONCE: usize = 512;

/// How many pages of a stretch there are.
pub(crate) fn resident_pages(address: usize, bytes: usize) -> usize {
    let mut found = [0u8; AT_ONCE];
    let mut count = 0;
    for from in (0..bytes).step_by(AT_ONCE * PAGE) {
        let pages = ((bytes - from) / PAGE).min(AT_ONCE);
        // SAFETY: a system call that fails where nothing is mapped; the array has a byte for each page.
        if unsafe { libc::mincore(with_exposed_provenance_mut(address + from), pages * PAGE, found.as_mut_ptr()) }
            == 0
        {
            count += found[..pages].iter().filter(|&&page| page & 1 != 0).count();
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pages_of_shared_memory_cost_more_is_left_out_up_to_that_of_all() {
        let paging = Paging::new();
        let cleared = |pages: usize, ticks| Cleared { bytes: (pages * PAGE) as u64, ticks };
        assert_eq!(paging.excess(cleared(256, 1000)), 0, "not calibrated");
        paging.more.store(3000, Ordering::Relaxed);
        paging.of_clearing.store(2 << 16, Ordering::Relaxed);
        assert_eq!(paging.excess(cleared(256, 1000)), 2000);
        assert_eq!(paging.excess(cleared(10, 1_000_000)), 30_000, "no more than ten pages cost");
        let found = Paging::new();
        found.calibrate_shared();
        paging.copy(&found);
        assert_eq!(paging.excess(cleared(256, 1000)), found.excess(cleared(256, 1000)));
    }

    #[test]
    fn a_page_costs_more_than_its_bytes_and_nothing_where_nothing_is_measured() {
        let paging = Paging::new();
        assert_eq!(paging.charge(10), 0);
        paging.begin();
        assert_eq!(paging.charge(0), 0);
        let meter = crate::clock::Meter::calibrate();
        let ps = meter.picoseconds(paging.charge(1000).unsigned_abs()) / 1000;
        assert!((50_000..100_000_000).contains(&ps), "{ps} ps for a page");
        assert_eq!((paging.charge(2000), paging.charge(-1)), (2 * paging.charge(1000), -paging.charge(1)));
    }

    #[test]
    fn pages_that_are_there_are_counted() {
        let stretch = Stretch::new(libc::MAP_PRIVATE, libc::MADV_DONTNEED, 3 * AT_ONCE / 2).expect("memory");
        let resident = || resident_pages(stretch.start.addr(), stretch.pages * PAGE);
        assert_eq!(resident(), 0);
        // SAFETY: the stretch's own memory.
        unsafe { stretch.start.cast::<u8>().add(AT_ONCE * PAGE).write(1) };
        assert_eq!(resident(), 1);
        stretch.provide();
        assert_eq!(resident(), 3 * AT_ONCE / 2);
        stretch.clear();
        assert_eq!(resident(), 0);
    }
}
