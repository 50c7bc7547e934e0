//! Memory folding: large heap blocks of all ranks share physical pages, so that many ranks take the memory of one (SMPI: shared
//! malloc; Charm++: memory aliasing). The contents of these blocks are then wrong, by design.
//!
//! Each folded block begins with a private page for its header. Its further whole pages are mapped from one memory file that
//! all ranks share. Each rank chooses the places of its own blocks in this file, first fit. So two blocks of one rank never
//! share a page. If all ranks allocate in the same order, the n-th block of every rank has the same pages. Index arrays mostly
//! stay right, because they are equal in all ranks; and data that become wrong mix only with data of the same kind. The file
//! grows to the size of the largest folded heap of a single rank.
//!
//! Cost: each folded block takes two mappings, one for itself and one for the memory behind it. Linux allows a process 65,530
//! mappings (`vm.max_map_count`). When these are used up, further blocks are not folded.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::with_exposed_provenance_mut;

const PAGE: usize = 4096;

/// A folded block's pages.
#[derive(Clone, Copy, Debug)]
struct Folded {
    slot: u32,
    from: usize,
    bytes: usize,
    offset: usize,
}

/// Figures of folding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FoldUse {
    /// Bytes of the file.
    pub(crate) file: u64,
    /// The most bytes that were folded at a time, over all ranks.
    pub(crate) most: u64,
    /// Blocks that were not folded because the system granted no further mapping.
    pub(crate) refused: u64,
    /// Why static variables are not folded, if they are not.
    pub(crate) own_statics: Option<OwnStatics>,
}

/// Why static variables keep memory of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnStatics {
    /// Nothing tells where in the data they are.
    NoSymbols,
    /// The system has not enough mappings for all ranks.
    Mappings,
}

/// The folded blocks of all ranks.
#[derive(Debug)]
pub(super) struct Fold {
    least: usize,
    file: OwnedFd,
    /// By slot: where in the file its blocks lie, ascending.
    places: BTreeMap<u32, Vec<(usize, usize)>>,
    /// By the address of the run.
    parts: BTreeMap<usize, Folded>,
    now: u64,
    used: FoldUse,
}

impl Fold {
    /// Folds blocks of at least `least` bytes.
    pub(super) fn new(least: usize) -> io::Result<Self> {
        // SAFETY: a system call with a name that ends with a zero byte; the descriptor is new, and ours alone.
        let file = unsafe {
            let descriptor = libc::memfd_create(c"windtunnel-fold".as_ptr(), libc::MFD_CLOEXEC);
            if descriptor < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(descriptor)
        };
        let (places, parts) = (BTreeMap::new(), BTreeMap::new());
        Ok(Self { least, file, places, parts, now: 0, used: FoldUse::default() })
    }

    pub(super) fn used(&self) -> FoldUse {
        self.used
    }

    /// Folds a new block, whose payload is `bytes` bytes from `payload` on, if it is large enough.
    ///
    /// # Safety
    /// The payload lies in the run at `run`, which is of one slot and unused so far.
    pub(super) unsafe fn add(&mut self, slot: u32, run: usize, payload: usize, bytes: usize) {
        let from = payload.next_multiple_of(PAGE).max(run + PAGE);
        let to = (payload + bytes) / PAGE * PAGE;
        if bytes < self.least || to <= from {
            return;
        }
        let length = to - from;
        let places = self.places.entry(slot).or_default();
        let (at, offset) = first_free(places, length);
        let end = offset + length;
        // SAFETY: the pages are the block's, as the caller says; the file reaches to their end.
        let done = unsafe {
            let grown = end as u64 <= self.used.file || libc::ftruncate(self.file.as_raw_fd(), end as i64) == 0;
            grown && map(from, length, libc::MAP_SHARED, self.file.as_raw_fd(), offset)
        };
        if !done {
            self.used.refused += 1;
            return;
        }
        places.insert(at, (offset, end));
        self.parts.insert(run, Folded { slot, from, bytes: length, offset });
        self.now += length as u64;
        self.used.most = self.used.most.max(self.now);
        self.used.file = self.used.file.max(end as u64);
    }

    /// Gives a run back its own pages, which are zero.
    ///
    /// # Safety
    /// The run is free again.
    pub(super) unsafe fn remove(&mut self, run: usize) {
        let Some(Folded { slot, from, bytes, offset }) = self.parts.remove(&run) else { return };
        let places = self.places.entry(slot).or_default();
        places.retain(|&(start, _)| start != offset);
        self.now -= bytes as u64;
        // SAFETY: the pages are those that were mapped here. Replacing a whole mapping takes no further one.
        let done = unsafe { map(from, bytes, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0) };
        assert!(done, "a mapping is replaced: {}", io::Error::last_os_error());
    }
}

/// The first place of this length among others that ascend: its position among them, and where it begins.
fn first_free(places: &[(usize, usize)], length: usize) -> (usize, usize) {
    let mut begin = 0;
    for (at, &(from, to)) in places.iter().enumerate() {
        if from - begin >= length {
            return (at, begin);
        }
        begin = to;
    }
    (places.len(), begin)
}

/// Maps pages of the region anew; false if the system refuses.
///
/// # Safety
/// The pages are mapped, and their contents are not needed.
unsafe fn map(from: usize, bytes: usize, kind: i32, file: i32, offset: usize) -> bool {
    let start = with_exposed_provenance_mut(from);
    let flags = kind | libc::MAP_FIXED | libc::MAP_NORESERVE;
    // SAFETY: as the caller says; advice changes no contents.
    unsafe {
        let done = libc::mmap(start, bytes, libc::PROT_READ | libc::PROT_WRITE, flags, file, offset as i64);
        if done == libc::MAP_FAILED {
            return false;
        }
        libc::madvise(start, bytes, libc::MADV_NOHUGEPAGE);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::super::backing::HeapMemory;
    use super::super::Arena;
    use super::*;

    const MIB: usize = 1 << 20;

    fn folding() -> Arena {
        let mut arena = Arena::new(3, 0, HeapMemory::Private).expect("address space");
        arena.fold_from(MIB).expect("a file in memory");
        arena
    }

    #[test]
    fn places_are_the_first_that_are_free() {
        assert_eq!(first_free(&[], 5), (0, 0));
        assert_eq!(first_free(&[(5, 8), (9, 12)], 5), (0, 0));
        assert_eq!(first_free(&[(0, 8), (9, 12)], 1), (1, 8));
        assert_eq!(first_free(&[(0, 8), (9, 12)], 2), (2, 12));
    }

    #[test]
    fn ranks_share_blocks_and_a_rank_s_own_are_apart() {
        let mut arena = folding();
        let blocks: Vec<[*mut u8; 2]> =
            (0..3).map(|slot| [0, 1].map(|_| arena.allocate(slot, 2 * MIB, 16, false))).collect();
        let far = MIB + 12_345;
        // SAFETY: live blocks.
        unsafe {
            for (slot, [first, second]) in blocks.iter().enumerate() {
                first.add(far).write(slot as u8 + 1);
                second.add(far).write(slot as u8 + 101);
                first.write(slot as u8 + 51);
            }
            assert!(blocks.iter().all(|[first, second]| (first.add(far).read(), second.add(far).read()) == (3, 103)));
            assert!(
                blocks.iter().enumerate().all(|(slot, [first, _])| first.read() == slot as u8 + 51),
                "the first page"
            );
        }
        let used = arena.fold_use().expect("it folds");
        assert!(used.file < 4 * MIB as u64 && used.most > 11 * MIB as u64 && used.refused == 0, "{used:?}");
        assert!(arena.heap_use(0).in_use >= 4 * MIB as u64, "the heap counts what the program asks for");
    }

    #[test]
    fn what_is_freed_is_its_own_again_and_zero() {
        let mut arena = folding();
        for round in 0..3u8 {
            let block = arena.allocate(0, 2 * MIB, 16, false);
            let small = arena.allocate(1, MIB / 2, 16, false);
            // SAFETY: live blocks.
            unsafe {
                block.write_bytes(round + 1, 2 * MIB);
                small.write_bytes(9, MIB / 2);
                assert!(arena.free(block) && arena.free(small));
            }
            arena.fold = None;
            let own = arena.allocate(0, 2 * MIB, 16, false);
            // SAFETY: a live block.
            unsafe {
                assert!((0..2 * MIB).all(|at| own.add(at).read() == 0), "round {round}");
                assert!(arena.free(own));
            }
            arena.fold_from(MIB).expect("a file in memory");
        }
    }

    #[test]
    fn zeroed_blocks_are_zero_and_moved_ones_keep_their_contents() {
        let mut arena = folding();
        let first = arena.allocate(0, 2 * MIB, 16, false);
        // SAFETY: live blocks.
        unsafe {
            first.write_bytes(7, 2 * MIB);
            let second = arena.allocate(1, 2 * MIB, 16, true);
            assert!((0..2 * MIB).all(|at| second.add(at).read() == 0));
            second.write_bytes(5, 2 * MIB);
            let moved = arena.reallocate(second, 5 * MIB);
            assert!((0..2 * MIB).all(|at| moved.add(at).read() == 5));
        }
        arena.release(0);
        arena.release(1);
        assert_eq!(arena.fold_use().map(|used| used.refused), Some(0));
    }
}
