//! Prefaulting: lets the operating system allocate all pages of a buffer at once, before the buffer is written.
//!
//! The first write to each page of new memory causes a page fault, which takes longer than filling the page. When a large
//! message arrives it is known beforehand which pages will be written. Huge pages would save the same faults. But huge pages
//! also allocate memory that is never written, and where memory is fragmented the system takes far longer to find huge pages.

use super::Arena;
use super::ground::{GRANULE, Ground, PROVIDED};

const PAGE: usize = 4096;

impl Arena {
    /// Has the system provide the pages of a stretch that is about to be overwritten, once for each granule. Granules of
    /// which less than half is meant, and memory outside the region, are left to the faults.
    pub(crate) fn provide(&mut self, address: usize, bytes: usize) {
        let end = address.saturating_add(bytes);
        if bytes == 0 || address < self.addresses.ground.start || end > self.addresses.end() {
            return;
        }
        let mut pending: Option<(usize, usize)> = None;
        for granule in address / GRANULE..=(end - 1) / GRANULE {
            let (from, to) = ((granule * GRANULE).max(address), ((granule + 1) * GRANULE).min(end));
            let word = self.owner(from);
            // SAFETY: the table has a word for each granule of the region.
            let provided = unsafe { *word } & PROVIDED != 0;
            if provided || to - from < GRANULE / 2 {
                continue;
            }
            // SAFETY: as above.
            unsafe { *word |= PROVIDED };
            match &mut pending {
                Some((_, until)) if *until == from => *until = to,
                _ => {
                    ask(pending.replace((from, to)));
                }
            }
        }
        ask(pending);
    }
}

impl Ground {
    /// Forgets the marks of a run whose pages go back to the system.
    pub(super) fn forget_provided(self, run: usize, bytes: usize) {
        for granule in 0..bytes / GRANULE {
            let word = self.owner(run + granule * GRANULE);
            // SAFETY: as `provide`. Words without a mark are not written: they may lie in pages never touched.
            unsafe {
                if *word & PROVIDED != 0 {
                    *word &= !PROVIDED;
                }
            }
        }
    }
}

fn ask(stretch: Option<(usize, usize)>) {
    let Some((from, to)) = stretch else { return };
    let from = from / PAGE * PAGE;
    // SAFETY: a mapped range of the region; the advice (Linux 5.14) changes no contents. Older systems refuse it, and the
    // pages come by faults.
    unsafe {
        let start = std::ptr::with_exposed_provenance_mut(from);
        libc::madvise(start, to.next_multiple_of(PAGE) - from, libc::MADV_POPULATE_WRITE);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::backing::HeapMemory;
    use super::*;
    use std::ptr::with_exposed_provenance_mut;

    /// How many pages of a stretch are there.
    fn resident(address: usize, bytes: usize) -> usize {
        let mut pages = vec![0u8; bytes / PAGE];
        // SAFETY: the stretch is mapped, and the vector has a byte for each of its pages.
        let rc = unsafe {
            libc::mincore(with_exposed_provenance_mut(address / PAGE * PAGE), pages.len() * PAGE, pages.as_mut_ptr())
        };
        assert_eq!(rc, 0);
        pages.iter().filter(|page| **page & 1 != 0).count()
    }

    #[test]
    fn what_a_message_writes_is_there_and_nothing_else() {
        let mut arena = Arena::new(1, 0, HeapMemory::Private).expect("address space");
        let bytes = 1 << 20;
        for round in 0..3 {
            let block = arena.allocate(0, bytes, 16, false);
            let at = block.addr();
            assert!(resident(at, bytes) <= 1, "round {round}: only the header's page is there");
            arena.provide(at + 100, 10_000);
            assert!(resident(at, bytes) <= 1, "a short stretch is left to the faults");
            arena.provide(at, bytes / 2);
            assert_eq!(resident(at, bytes / 2), bytes / 2 / PAGE);
            assert!(resident(at + bytes / 2 + GRANULE, bytes / 4) == 0, "round {round}");
            // SAFETY: a live block; its contents do not change when it is provided again.
            unsafe {
                assert!((0..bytes).all(|i| *block.add(i) == 0), "round {round}: new memory is zero");
                block.write_bytes(9, bytes);
                arena.provide(at, bytes);
                assert!((0..bytes).all(|i| *block.add(i) == 9));
                assert!(arena.usable(block) >= bytes);
                assert!(!arena.free(block.add(GRANULE)), "a marked granule is not a block");
                assert!(arena.free(block));
            }
            arena.release(0);
        }
        arena.provide(8, 100 * GRANULE);
    }

    #[test]
    fn heaps_of_small_blocks_may_be_marked_too() {
        let mut arena = Arena::new(1, 0, HeapMemory::Private).expect("address space");
        let blocks: Vec<_> = (0..40).map(|_| arena.allocate(0, 100_000, 16, false)).collect();
        for block in &blocks {
            arena.provide(block.addr(), 100_000);
        }
        for block in blocks {
            // SAFETY: each block is live.
            unsafe {
                assert!(arena.usable(block) >= 100_000);
                assert!(arena.free(block));
            }
        }
        assert_eq!(arena.heap_use(0).in_use, 0);
        arena.release(0);
        let block = arena.allocate(0, 100_000, 16, true);
        // SAFETY: a live block.
        assert!(unsafe { (0..100_000).all(|i| *block.add(i) == 0) });
    }
}
