//! Pages of memory that processes share cost the system nearly twice as much as a process's own, to provide and to take back. A program that
//! allocates large work space in each step would seem slower than it is: LULESH with 30^3 elements for each of 64 ranks by a third. So what
//! they cost more is left out of measured blocks: a multiple of the time in which pages are taken back when a large block is freed, which
//! depends on how many of them the program has used.

use crate::clock::ticks;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};

const PAGE: usize = 4096;
/// Pages by which the costs are found, and how often: the least counts.
const PAGES: usize = 128;
const ROUNDS: usize = 4;

/// In ticks.
#[derive(Debug)]
pub(super) struct Paging {
    /// How much more a page costs, at most: twice what was found, as other processes work on their pages at the same time.
    of_page: AtomicU64,
    /// How much more pages cost than it takes to take them back, times 2^16.
    of_clearing: AtomicU64,
}

/// Of this machine, where worker processes run and blocks are measured; these have copies.
pub(super) static PAGING: Paging = Paging::new();

/// How many bytes' pages have been taken back, in how many ticks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cleared {
    pub(super) bytes: u64,
    pub(super) ticks: u64,
}

impl Paging {
    /// Nothing is left out before [`Paging::calibrate`].
    pub(super) const fn new() -> Self {
        Self { of_page: AtomicU64::new(0), of_clearing: AtomicU64::new(0) }
    }

    /// Finds what pages cost here. Where memory for that is not to be had, nothing is left out.
    pub(super) fn calibrate(&self) {
        let (Some(own), Some(shared)) =
            (cost(libc::MAP_PRIVATE, libc::MADV_DONTNEED), cost(libc::MAP_SHARED, libc::MADV_REMOVE))
        else {
            return;
        };
        let more = (shared.0 + shared.1).saturating_sub(own.0 + own.1);
        self.of_page.store(2 * more / PAGES as u64, Ordering::Relaxed);
        self.of_clearing.store((more << 16) / shared.1.max(1), Ordering::Relaxed);
    }

    /// Ticks to be left out of a block in which pages have been taken back.
    pub(super) fn excess(&self, cleared: Cleared) -> u64 {
        let most = cleared.bytes / PAGE as u64 * self.of_page.load(Ordering::Relaxed);
        let excess = u128::from(cleared.ticks) * u128::from(self.of_clearing.load(Ordering::Relaxed));
        most.min((excess >> 16) as u64)
    }

    /// For a process that does not see [`PAGING`].
    pub(super) fn copy(&self, from: &Self) {
        self.of_page.store(from.of_page.load(Ordering::Relaxed), Ordering::Relaxed);
        self.of_clearing.store(from.of_clearing.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// How long it takes to provide some pages, and to take them back.
fn cost(flags: i32, advice: i32) -> Option<(u64, u64)> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let bytes = PAGES * PAGE;
    // SAFETY: new memory, used here alone.
    unsafe {
        let start = libc::mmap(null_mut(), bytes, protection, flags | libc::MAP_ANONYMOUS, -1, 0);
        if start == libc::MAP_FAILED {
            return None;
        }
        let mut least = Some((u64::MAX, u64::MAX));
        for _ in 0..ROUNDS {
            let began = ticks();
            for page in 0..PAGES {
                start.cast::<u8>().add(page * PAGE).write_volatile(1);
            }
            let provided = ticks();
            let done = libc::madvise(start, bytes, advice) == 0;
            let cleared = ticks() - provided;
            least = least.filter(|_| done).map(|least| (least.0.min(provided - began), least.1.min(cleared)));
        }
        libc::munmap(start, bytes);
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pages_of_shared_memory_cost_more_is_left_out_up_to_that_of_all() {
        let paging = Paging::new();
        let cleared = |pages: usize, ticks| Cleared { bytes: (pages * PAGE) as u64, ticks };
        assert_eq!(paging.excess(cleared(256, 1000)), 0, "not calibrated");
        paging.of_page.store(3000, Ordering::Relaxed);
        paging.of_clearing.store(2 << 16, Ordering::Relaxed);
        assert_eq!(paging.excess(cleared(256, 1000)), 2000);
        assert_eq!(paging.excess(cleared(10, 1_000_000)), 30_000, "no more than ten pages cost");
        let found = Paging::new();
        found.calibrate();
        paging.copy(&found);
        assert_eq!(paging.excess(cleared(256, 1000)), found.excess(cleared(256, 1000)));
    }
}
