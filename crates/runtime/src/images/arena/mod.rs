//! The ranks' allocator: one lazily committed heap per rank inside one reserved region of address space.
//!
//! The region (`Ground`) is one mapping for which the system reserves no memory. It hands out *runs* of whole 64 KiB granules.
//! The sizes of runs are rounded up to classes, four per doubling, so that released address space is found again in constant
//! time; rounding up costs addresses, not memory. A table with one word per granule names the owner of each run. So `free`
//! finds the heap of any pointer, whichever rank calls it.
//!
//! A rank's `Heap` lives at the start of its first run. So a rank that never allocates has none, and a rank with a small heap
//! uses one page. Blocks have a word of header with boundary tags (Knuth, TAOCP 1, §2.5, algorithm C): free neighbours are
//! merged at once. Memory beyond the topmost block has never been written, carries no tag, and needs no clearing for `calloc`.
//! A block of 128 KiB or more is a run of its own. Heaps keep some of those that have been freed, with their pages up to a limit.
//!
//! A heap gives and takes its own memory without the arena (`alone`): so a rank that computes in a worker process allocates there.
//!
//! Inaccessible memory can keep the ranks' heaps apart. Then only *extents* of the region can be accessed: each extent follows
//! an inaccessible gap, belongs to one rank, and contains that rank's runs. The `Heap`s then lie outside the region, out of the
//! reach of a rank that writes beyond its blocks. Headers between blocks are checked before they are used or changed. So damage
//! is reported for the rank that owns the heap, and does not spread.
//!
//! Cost: O(1), except where a free list (bin) for a range of larger sizes has to be searched; 8 bytes per block, 1.5 kB per
//! heap.

mod alone;
mod blocks;
mod fold;
mod ground;
mod provide;

use super::backing::HeapMemory;
use super::paging::PAGING;
use crate::clock::{CPU_CLOCK, ticks};
use alone::{
    Spares, allocate_small, free_large, free_small, is_run_of, lay_large, link_run, resize_in_place, run_at,
    take_spare, usable,
};
pub(crate) use alone::{allocate_alone, cleared, free_alone, resize_alone, take_charged, take_cleared};
use blocks::{check, header_in_use, put_free, set_header, trim_to_alignment};
use fold::Fold;
pub(crate) use fold::{FoldUse, OwnStatics};
use ground::{Addresses, GRANULE, Ground, LARGE_RUN, PROVIDED};
use std::io;
use std::mem::MaybeUninit;
use std::ptr::{null_mut, with_exposed_provenance_mut};

/// Requests from here on get a run of their own.
const LARGE: usize = 128 << 10;
/// Payload offset in a large run.
const LARGE_HEADER: usize = 64;
const MIN_BLOCK: usize = 32;
const IN_USE: usize = 1;
const PREVIOUS_IN_USE: usize = 2;
const FLAGS: usize = 15;
const BINS: usize = 96;
/// Longest search within one bin before a larger bin is taken.
const SEARCH: usize = 16;

/// What a rank's heap holds, bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapUse {
    /// In blocks not yet freed, headers included.
    pub in_use: u64,
    /// Highest value so far.
    pub peak: u64,
}

#[repr(C)]
struct Heap {
    bins: [*mut Free; BINS],
    map: [u64; 2],
    /// First byte of the topmost, never tagged, free memory; ≡ 8 (mod 16).
    top: usize,
    top_end: usize,
    /// No byte from here to `top_end` was ever written.
    fresh: usize,
    in_use: usize,
    peak: usize,
    /// Runs of this heap, linked through their headers.
    runs: *mut Run,
    next_run_bytes: usize,
    slot: u32,
    ground: Ground,
    spares: Spares,
}

/// Header of a run: 56 bytes.
#[repr(C)]
struct Run {
    previous: *mut Run,
    next: *mut Run,
    bytes: usize,
    class: usize,
    heap: *mut Heap,
    /// Bytes of a large block as accounted; 0 for a run of small blocks.
    accounted: usize,
    /// Payload of a large block; its last header word holds the run's address.
    payload: usize,
}

#[repr(C)]
struct Free {
    header: usize,
    next: *mut Free,
    previous: *mut Free,
}

/// All heaps of a run of ranks.
#[derive(Debug)]
pub(crate) struct Arena {
    addresses: Addresses,
    /// Heaps by slot.
    heaps: Vec<*mut Heap>,
    /// How many heaps there are to be, at first.
    slots: usize,
    /// Where the first ones are and how many, if heaps are outside of the region: those of slots that come later are anywhere.
    places: Option<(*mut u8, usize)>,
    /// Large blocks that ranks share, if they do.
    fold: Option<Fold>,
}

/// Size class of `bytes` and the class's size: 64 KiB × (1, 1.25, 1.5, 1.75) × 2^k, in whole granules.
fn class_of(bytes: usize) -> (usize, usize) {
    let granules = bytes.div_ceil(GRANULE).max(1);
    if granules <= 4 {
        return (granules - 1, granules * GRANULE);
    }
    let log = granules.ilog2() as usize;
    let step = 1usize << (log - 2);
    let rounded = granules.next_multiple_of(step);
    let log = rounded.ilog2() as usize;
    let quarter = (rounded >> (log - 2)) & 3;
    (4 + (log - 2) * 4 + quarter, rounded * GRANULE)
}

fn bin_of(block: usize) -> usize {
    if block < 1024 {
        return block / 16;
    }
    let log = block.ilog2() as usize;
    (64 + (log - 10) * 4 + ((block >> (log - 2)) & 3)).min(BINS - 1)
}

/// The size of a class.
fn bytes_of(class: usize) -> usize {
    let granules = match class.checked_sub(4) {
        None => class + 1,
        Some(above) => (4 + above % 4) << (above / 4),
    };
    granules * GRANULE
}

/// Corrects what is measured of the running block by what has become of its rank's pages.
///
/// # Safety
/// A valid heap with no other reference to it.
unsafe fn note_pages(heap: *mut Heap) {
    // SAFETY: as the caller says.
    let (charged, cleared) = unsafe { (take_charged(heap.addr()), take_cleared(heap.addr())) };
    let since = ticks();
    CPU_CLOCK.correct(PAGING.charge(charged).cast_signed());
    let asked = if charged > 0 { ticks() - since } else { 0 };
    CPU_CLOCK.correct(-(PAGING.excess(cleared) + asked).cast_signed());
}

fn block_bytes(request: usize) -> usize {
    ((request + 8 + 15) & !15).max(MIN_BLOCK)
}

impl Arena {
    /// Reserves the region, for heaps of `slots` slots, with gaps of `gap` bytes between them, if any, in such memory.
    pub(crate) fn new(slots: usize, gap: u64, memory: HeapMemory) -> io::Result<Arena> {
        assert!(slots < PROVIDED as usize, "an owner word holds a slot and two marks");
        let bytes = slots * size_of::<Heap>();
        let places = if gap > 0 { Some(ground::reserve_writable(bytes, &memory)?) } else { None };
        let places = places.map(|start| (with_exposed_provenance_mut(start), slots));
        Ok(Arena {
            addresses: Addresses::new(gap, memory)?,
            heaps: Vec::with_capacity(slots),
            slots,
            places,
            fold: None,
        })
    }

    /// From now on ranks share the pages of blocks of at least `least` bytes.
    pub(crate) fn fold_from(&mut self, least: usize) -> io::Result<()> {
        self.fold = Some(Fold::new(least)?);
        Ok(())
    }

    /// Blocks that ranks share; none if they share nothing.
    pub(crate) fn fold_use(&self) -> Option<FoldUse> {
        self.fold.as_ref().map(Fold::used)
    }

    /// Whether a file that holds memory could not grow.
    pub(crate) fn is_refused(&self) -> bool {
        self.addresses.is_refused()
    }

    /// Why, once.
    pub(crate) fn take_refusal(&mut self) -> Option<io::Error> {
        self.addresses.take_refusal()
    }

    /// First byte and extent of the region.
    pub(crate) fn range(&self) -> (usize, usize) {
        (self.addresses.ground.start, self.addresses.ground.bytes)
    }

    /// The slot of the rank whose heap an address of the region lies in.
    pub(crate) fn owner_slot(&self, address: usize) -> Option<u32> {
        self.addresses.ground.slot(address)
    }

    fn owner(&self, address: usize) -> *mut u32 {
        self.addresses.ground.owner(address)
    }

    /// Takes a run of at least `bytes` for a slot and links it to its `heap` (null: the heap is to be made). Whether something is in it.
    fn take_run(&mut self, slot: u32, bytes: usize, heap: *mut Heap) -> (*mut Run, bool) {
        let (class, size) = class_of(bytes);
        // SAFETY: null, or a valid heap; the run is ours alone, mapped, writable and aligned to a granule.
        unsafe {
            let spare = if heap.is_null() { None } else { take_spare(heap, class) };
            match spare.or_else(|| Some((self.addresses.take(slot, class, size)?, false))) {
                Some((address, is_stale)) => (link_run(heap, address, (class, size)), is_stale),
                None => (null_mut(), false),
            }
        }
    }

    /// Gives the pages of a run back to the system and its addresses to the free list.
    ///
    /// # Safety
    /// `run` came from `take_run` for this slot, is linked in no heap any more, and nothing points into it.
    unsafe fn release_run(&mut self, slot: u32, run: *mut Run) {
        // SAFETY: per contract the run is valid and unused.
        let (bytes, class) = unsafe { ((*run).bytes, (*run).class) };
        self.addresses.ground.forget_provided(run.addr(), bytes);
        if let Some(fold) = &mut self.fold {
            // SAFETY: as the caller says.
            unsafe { fold.remove(run.addr()) };
        }
        // SAFETY: the range is exactly the run.
        unsafe { self.addresses.clear(run.addr(), bytes) };
        self.addresses.put_back(slot, class, run.addr());
    }

    fn heap(&mut self, slot: u32) -> *mut Heap {
        let index = slot as usize;
        if self.heaps.len() <= index {
            self.heaps.resize(index + 1, null_mut());
        }
        if self.heaps[index].is_null() {
            let (run, _) = self.take_run(slot, GRANULE, null_mut());
            if run.is_null() {
                return null_mut();
            }
            let clearing = self.addresses.clearing().filter(|_| self.fold.is_none());
            // SAFETY: the run is fresh and zero, and has room for a heap, which is written whole; so have other places.
            unsafe {
                let within: *mut u8 = run.add(1).cast();
                let (place, first) = match self.places {
                    Some((places, count)) if index < count => (places.add(index * size_of::<Heap>()), within.addr()),
                    Some(_) => (Box::into_raw(Box::new(MaybeUninit::<Heap>::uninit())).cast(), within.addr()),
                    None => (within, within.add(size_of::<Heap>()).addr()),
                };
                let heap: *mut Heap = place.cast();
                let top = first.next_multiple_of(16) + 8;
                heap.write(Heap {
                    bins: [null_mut(); BINS],
                    map: [0; 2],
                    top,
                    top_end: run.addr() + (*run).bytes - 8,
                    fresh: top,
                    in_use: 0,
                    peak: 0,
                    runs: run,
                    next_run_bytes: 4 * GRANULE,
                    slot,
                    ground: self.addresses.ground,
                    spares: Spares::new(self.slots, clearing, PAGING.is_on()),
                });
                (*run).heap = heap;
                *self.owner(run.addr()) = slot + 1;
                self.heaps[index] = heap;
            }
        }
        self.heaps[index]
    }

    /// Allocates `bytes` for the rank in `slot`, aligned to `align` (a power of two); `zeroed` clears them.
    /// Null if the region is exhausted.
    pub(crate) fn allocate(&mut self, slot: u32, bytes: usize, align: usize, zeroed: bool) -> *mut u8 {
        if bytes.max(align) > self.addresses.ground.bytes {
            return null_mut();
        }
        let heap = self.heap(slot);
        if heap.is_null() {
            return null_mut();
        }
        if bytes >= LARGE || align > 4096 {
            return self.allocate_large(heap, (bytes, align), zeroed);
        }
        // SAFETY: `heap` is this slot's valid heap; no other reference to it lives.
        unsafe {
            if align <= 16 {
                return self.allocate_block(heap, block_bytes(bytes), zeroed);
            }
            let p = self.allocate_block(heap, block_bytes(bytes + align + MIN_BLOCK), zeroed);
            if p.is_null() { p } else { trim_to_alignment(heap, p, align, block_bytes(bytes)) }
        }
    }

    fn allocate_large(&mut self, heap: *mut Heap, (bytes, align): (usize, usize), zeroed: bool) -> *mut u8 {
        // SAFETY: callers pass a valid heap; the run belongs to it and has room.
        unsafe {
            let (run, is_stale) = self.take_run((*heap).slot, alone::run_bytes(bytes, align), heap);
            if run.is_null() {
                return null_mut();
            }
            let payload = lay_large(heap, run, bytes, align);
            if let Some(fold) = &mut self.fold {
                fold.add((*heap).slot, run.addr(), payload.addr(), bytes);
            }
            // Pages that are folded may have been another rank's.
            if zeroed && (is_stale || self.fold.is_some()) {
                payload.write_bytes(0, bytes);
            }
            note_pages(heap);
            payload
        }
    }

    /// # Safety
    /// `heap` is a valid heap with no other reference to it.
    unsafe fn allocate_block(&mut self, heap: *mut Heap, block: usize, zeroed: bool) -> *mut u8 {
        // SAFETY: as the caller says.
        unsafe {
            let payload = allocate_small(heap, block, zeroed);
            if payload.is_null() && self.new_top(heap, block) { allocate_small(heap, block, zeroed) } else { payload }
        }
    }

    /// Retires the top into the free lists and starts a new run with room for `block`.
    ///
    /// # Safety
    /// As `allocate_block`.
    unsafe fn new_top(&mut self, heap: *mut Heap, block: usize) -> bool {
        // SAFETY: the top is free memory of the heap's run, ended by room for one fence word.
        unsafe {
            let want = (*heap).next_run_bytes.max(block + 128);
            let (run, is_stale) = self.take_run((*heap).slot, want, heap);
            if run.is_null() {
                return false;
            }
            (*heap).next_run_bytes = ((*heap).next_run_bytes * 2).min(64 << 20);
            for granule in 0..(*run).bytes / GRANULE {
                *self.owner(run.addr() + granule * GRANULE) = (*heap).slot + 1;
            }
            let (top, end) = ((*heap).top, (*heap).top_end);
            let rest = (end - top) & !15;
            if rest >= MIN_BLOCK {
                set_header(top, rest | PREVIOUS_IN_USE);
                set_header(top + rest, IN_USE);
                put_free(heap, top, rest);
            } else {
                set_header(top, IN_USE | PREVIOUS_IN_USE);
            }
            (*heap).top = run.addr() + size_of::<Run>().next_multiple_of(16) + 8;
            (*heap).top_end = run.addr() + (*run).bytes - 8;
            (*heap).fresh = if is_stale { (*heap).top_end } else { (*heap).top };
        }
        true
    }

    /// Frees a block of any rank; false if the pointer is no allocated block.
    ///
    /// # Safety
    /// `p` lies in the region and nothing uses its block any more.
    pub(crate) unsafe fn free(&mut self, p: *mut u8) -> bool {
        // SAFETY: the owner table tells which header precedes the payload; both forms were written at allocation.
        unsafe {
            match self.owner_heap(p) {
                None => false,
                Some((heap, true)) => {
                    let Some(run) = run_at(heap, p) else { return false };
                    if !free_large(heap, run) {
                        self.release_run((*heap).slot, run);
                    }
                    note_pages(heap);
                    true
                }
                Some((heap, false)) => free_small(heap, p),
            }
        }
    }

    /// Heap that owns `p`, and whether the block is a run of its own.
    fn owner_heap(&self, p: *mut u8) -> Option<(*mut Heap, bool)> {
        // SAFETY: `p` lies in the region, so the table has its word.
        let word = unsafe { *self.owner(p.addr()) };
        let heap = *self.heaps.get(((word & !(LARGE_RUN | PROVIDED)) as usize).checked_sub(1)?)?;
        (!heap.is_null()).then_some((heap, word & LARGE_RUN != 0))
    }

    /// Usable bytes of a block; 0 if the pointer is no block.
    ///
    /// # Safety
    /// `p` lies in the region and is an allocated block.
    pub(crate) unsafe fn usable(&self, p: *mut u8) -> usize {
        // SAFETY: as `free`.
        unsafe { self.owner_heap(p).map_or(0, |(heap, large)| usable(heap, p, large)) }
    }

    /// Whether a pointer is an allocated block of any rank.
    ///
    /// # Safety
    /// `p` lies in the region.
    pub(crate) unsafe fn is_allocated(&self, p: *mut u8) -> bool {
        // SAFETY: as `free`.
        unsafe {
            match self.owner_heap(p) {
                None => false,
                Some((heap, true)) => run_at(heap, p).is_some(),
                Some((heap, false)) => header_in_use(heap, p).is_some(),
            }
        }
    }

    /// Resizes a block, in place where the room beyond it allows.
    ///
    /// # Safety
    /// As `free`, of an allocated block; on success the old pointer is dead.
    pub(crate) unsafe fn reallocate(&mut self, p: *mut u8, bytes: usize) -> *mut u8 {
        // SAFETY: `p` is an allocated block, so its heap is valid and its usable bytes may be copied.
        unsafe {
            let Some((heap, large)) = self.owner_heap(p) else { return null_mut() };
            let before = usable(heap, p, large);
            if resize_in_place(heap, p, bytes, large) {
                return p;
            }
            let slot = (*heap).slot;
            let new = self.allocate(slot, alone::bytes_for_growth(bytes, before), 16, false);
            if !new.is_null() {
                new.copy_from_nonoverlapping(p, before.min(bytes));
                self.free(p);
            }
            new
        }
    }

    /// Releases the whole heap of a slot, up to the first run whose header its rank has overwritten.
    pub(crate) fn release(&mut self, slot: u32) {
        let Some(heap) = self.heaps.get_mut(slot as usize) else { return };
        let heap = std::mem::replace(heap, null_mut());
        if heap.is_null() {
            return;
        }
        // SAFETY: the heap's rank has ended, so nothing uses its runs. The list is read before the run that may hold the
        // heap, the last one linked, is released; one that is anywhere was leaked when it was made.
        unsafe {
            while let Some((class, address)) = (*heap).spares.pop(self.addresses.ground) {
                self.addresses.put_back(slot, class, address);
            }
            let mut run = (*heap).runs;
            while is_run_of(heap, run) {
                let next = (*run).next;
                if (*run).accounted > 0 {
                    *self.owner(run.addr()) = 0;
                    *self.owner((*run).payload) = 0;
                } else {
                    for granule in 0..(*run).bytes / GRANULE {
                        *self.owner(run.addr() + granule * GRANULE) = 0;
                    }
                }
                self.release_run(slot, run);
                run = next;
            }
            if self.places.is_some_and(|(_, count)| slot as usize >= count) {
                drop(Box::from_raw(heap));
            }
        }
    }

    /// Where the heap of a slot is, for [`allocate_alone`]; 0 if there is none.
    pub(crate) fn place_of_heap(&self, slot: u32) -> usize {
        self.heaps.get(slot as usize).map_or(0, |heap| heap.expose_provenance())
    }

    /// What the heap of a slot holds.
    pub(crate) fn heap_use(&self, slot: u32) -> HeapUse {
        match self.heaps.get(slot as usize) {
            // SAFETY: a non-null entry is a valid heap.
            Some(&heap) if !heap.is_null() => unsafe {
                HeapUse { in_use: (*heap).in_use as u64, peak: (*heap).peak as u64 }
            },
            _ => HeapUse::default(),
        }
    }

    /// Bytes in blocks of a slot's heap that have at least `least` bytes.
    pub(crate) fn large_blocks(&self, slot: u32, least: u64) -> u64 {
        let Some(&heap) = self.heaps.get(slot as usize).filter(|heap| !heap.is_null()) else { return 0 };
        let mut bytes = 0;
        // SAFETY: a valid heap; its runs are checked before they are followed.
        unsafe {
            let mut run = (*heap).runs;
            while !run.is_null() {
                check(is_run_of(heap, run));
                let accounted = (*run).accounted as u64;
                bytes += if accounted >= least { accounted } else { 0 };
                run = (*run).next;
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::super::backing::MemoryFile;
    use super::*;
    use std::collections::BTreeMap;
    use std::path::Path;

    #[test]
    fn a_block_that_is_freed_twice_is_found_out_wherever_it_went() {
        let mut arena = Arena::new(1, 0, HeapMemory::Private).expect("address space");
        let blocks: Vec<_> = (0..4).map(|_| arena.allocate(0, 40, 16, false)).collect();
        // Into the list, into the block before, and the last one into the memory beyond.
        for &block in [0, 1, 3].map(|at| &blocks[at]) {
            // SAFETY: blocks that were allocated, and nobody uses.
            unsafe { assert!(arena.free(block) && !arena.free(block)) };
        }
    }

    #[test]
    fn a_heap_whose_list_of_runs_is_overwritten_can_be_released() {
        let mut arena = Arena::new(2, 0, HeapMemory::Private).expect("address space");
        for damage in [0, 8, 0x1234_5670, usize::MAX - 7] {
            let first = arena.allocate(0, 200_000, 16, false);
            let heap = arena.heap(0);
            // SAFETY: the header of the block's run, and the heap; that they are damaged is what is tested.
            unsafe {
                let run = first.sub(8).cast::<*mut Run>().read();
                (*run).next = with_exposed_provenance_mut(damage);
                arena.release(0);
                let second = arena.allocate(0, 200_000, 16, false);
                let run = second.sub(8).cast::<*mut Run>().read();
                (*run).next = run;
                arena.release(0);
            }
            assert_ne!(heap, null_mut());
            assert_eq!(arena.heap_use(0).in_use, 0);
        }
    }

    #[test]
    fn a_write_between_blocks_is_found_before_it_does_more_harm() {
        use std::panic::{AssertUnwindSafe, catch_unwind};
        // The word before a block, and the word behind it, of a block in use and of one that is free.
        for (bytes, at) in [(40, -8), (40, 40), (5000, -8), (5000, 5000), (300_000, -8)] {
            for freed in [false, true] {
                for value in [0, 16, 0x5a5a_5a5a_5a5a_5a5a_u64, u64::MAX] {
                    let mut arena = Arena::new(1, 1 << 20, HeapMemory::Private).expect("address space");
                    let blocks: Vec<_> = (0..3).map(|_| arena.allocate(0, bytes, 16, false)).collect();
                    let damage = AssertUnwindSafe(|| {
                        // SAFETY: as a rank that writes beyond a block; the arena has no other user.
                        unsafe {
                            if freed {
                                assert!(arena.free(blocks[1]));
                            }
                            if !freed || bytes < LARGE {
                                blocks[1].offset(at).cast::<u64>().write_unaligned(value);
                            }
                            let all = [blocks[2], blocks[0], blocks[1]];
                            let freed = all.map(|block| arena.free(block));
                            (0..9).for_each(|_| assert!(!arena.allocate(0, bytes, 16, false).is_null()));
                            freed == [true; 3]
                        }
                    });
                    let unseen = catch_unwind(damage).unwrap_or(false);
                    assert!(!unseen, "{bytes} {at} {freed} {value:#x}");
                    arena.release(0);
                }
            }
        }
    }

    #[test]
    fn between_heaps_nothing_can_be_accessed() {
        // The third is of a program that is started later.
        let mut arena = Arena::new(2, 1 << 20, HeapMemory::Private).expect("address space");
        let blocks: Vec<_> = (0..3).map(|slot| arena.allocate(slot, 2 << 20, 16, true).addr()).collect();
        let small: Vec<_> = (0..3).map(|slot| arena.allocate(slot, 100, 16, true).addr()).collect();
        let maps = std::fs::read_to_string("/proc/self/maps").expect("this process");
        let line = |address: usize| {
            let number = |text: &str| usize::from_str_radix(text, 16).expect("hexadecimal");
            let mut ranges = maps.lines().map(|line| (line, line.split_once(' ').expect("a range").0));
            let holds = |range: &str| {
                let (from, to) = range.split_once('-').expect("two ends");
                (number(from)..number(to)).contains(&address).then(|| (number(from), number(to)))
            };
            let (line, range) = ranges.find_map(|(line, range)| Some((line, holds(range)?))).expect("mapped");
            (line.contains(" rw-p "), range)
        };
        for &address in blocks.iter().chain(&small) {
            let (accessible, (from, to)) = line(address);
            assert!(accessible);
            for gap in [from - 1, to] {
                let (accessible, (from, to)) = line(gap);
                assert!(!accessible && to - from >= 1 << 20);
            }
        }
        assert!((1..3).all(|slot| arena.owner_slot(small[slot]) == Some(slot as u32)));
    }

    #[test]
    fn classes_grow_and_hold_what_they_promise() {
        let mut last = class_of(GRANULE);
        assert_eq!(last, (0, GRANULE));
        for granules in 2..5000usize {
            let (class, bytes) = class_of(granules * GRANULE);
            assert!(bytes >= granules * GRANULE && bytes <= granules * GRANULE * 5 / 4 + GRANULE);
            assert!(class >= last.0 && (class > last.0) == (bytes > last.1), "{granules}");
            assert_eq!(bytes_of(class), bytes);
            last = (class, bytes);
        }
    }

    /// The slow obvious twin: a map of live blocks with the byte each is filled with.
    fn exercise(gap: u64, memory: HeapMemory, (seed, steps): (u64, usize), sizes: &[usize]) {
        let is_shared = matches!(memory, HeapMemory::Shared);
        let mut arena = Arena::new(4, gap, memory).expect("address space");
        // Heaps that exist, for what they do without the arena.
        let places =
            |arena: &Arena| [0, 1, 2].map(|slot| Some(arena.place_of_heap(slot)).filter(|&place| place != 0));
        let mut without = 0;
        let mut live: BTreeMap<usize, (usize, u8, u32)> = BTreeMap::new();
        let mut state = seed;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        for step in 0..steps {
            let slot = (next() % 3) as u32;
            let size = next() % sizes[next() % sizes.len()];
            if next() % 5 < 3 || live.is_empty() {
                let align = 16usize << if next() % 4 == 0 { next() % 10 } else { 0 };
                let zeroed = next() % 2 == 0;
                let place = places(&arena)[slot as usize].filter(|_| is_shared && align == 16 && next() % 2 == 0);
                // SAFETY: this heap has no other user.
                let p = place.map_or(null_mut(), |place| unsafe { allocate_alone(place, size, zeroed) });
                without += usize::from(!p.is_null());
                let p = if p.is_null() { arena.allocate(slot, size, align, zeroed) } else { p };
                assert!(!p.is_null() && p.addr().is_multiple_of(align));
                check_new(&live, p.addr(), size);
                // SAFETY: the block is ours and `size` bytes long.
                unsafe {
                    assert!(arena.usable(p) >= size);
                    assert!(!zeroed || is_filled(p, size, 0), "calloc at step {step}");
                    p.write_bytes(step as u8, size);
                }
                live.insert(p.addr(), (size, step as u8, slot));
            } else {
                let key = *live.keys().nth(next() % live.len()).expect("some");
                let (old, fill, owner) = live.remove(&key).expect("live");
                let place = places(&arena)[owner as usize].filter(|_| is_shared && next() % 2 == 0);
                let p: *mut u8 = with_exposed_provenance_mut(key);
                // SAFETY: `p` is a live block of `old` bytes.
                unsafe {
                    assert!(is_filled(p, old, fill), "block overwritten at step {step}");
                    if next() % 3 == 0 {
                        let q = place.map_or(null_mut(), |place| resize_alone(place, p, size));
                        without += usize::from(!q.is_null());
                        let q = if q.is_null() { arena.reallocate(p, size) } else { q };
                        assert!(is_filled(q, old.min(size), fill));
                        check_new(&live, q.addr(), size);
                        q.write_bytes(fill, size);
                        live.insert(q.addr(), (size, fill, owner));
                    } else if place.is_some_and(|place| free_alone(place, p)) {
                        without += 1;
                        assert!(!arena.is_allocated(p) && !free_alone(arena.place_of_heap(owner), p), "freed twice");
                    } else {
                        assert!(arena.free(p));
                    }
                }
            }
        }
        assert!(!is_shared || without > steps / 4, "{without} of {steps}");
        for (key, (_, _, _)) in live {
            // SAFETY: the last use of each block.
            assert!(unsafe { arena.free(with_exposed_provenance_mut(key)) });
        }
        for slot in 0..3 {
            assert_eq!(arena.heap_use(slot).in_use, 0, "all bytes given back");
            arena.release(slot);
        }
    }

    /// Whether all bytes of a block are `byte`.
    unsafe fn is_filled(block: *const u8, bytes: usize, byte: u8) -> bool {
        // SAFETY: callers pass a live block of that size.
        unsafe { std::slice::from_raw_parts(block, bytes) == vec![byte; bytes] }
    }

    fn check_new(live: &BTreeMap<usize, (usize, u8, u32)>, at: usize, size: usize) {
        if let Some((&before, &(length, _, _))) = live.range(..=at).next_back() {
            assert!(before + length <= at && before != at, "overlaps the block before");
        }
        if let Some((&after, _)) = live.range(at + 1..).next() {
            assert!(at + size <= after, "overlaps the block after");
        }
    }

    #[test]
    fn random_operations_agree_with_a_map() {
        for gap in [0, 1 << 20] {
            for seed in 0..12 {
                exercise(gap, HeapMemory::Private, (seed, 4_000), &[40, 300, 5_000]);
            }
            exercise(gap, HeapMemory::Private, (99, 2_000), &[64, 40_000, 400_000]);
            exercise(gap, HeapMemory::Shared, (5, 4_000), &[40, 300, 5_000]);
            exercise(gap, HeapMemory::Shared, (6, 2_000), &[64, 40_000, 400_000]);
            let file = MemoryFile::new(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("a disk");
            exercise(gap, HeapMemory::File(file), (7, 2_000), &[64, 40_000, 400_000]);
        }
    }

    #[test]
    fn a_heap_tells_of_the_pages_that_it_gives_up() {
        for memory in [HeapMemory::Private, HeapMemory::Shared] {
            let mut arena = Arena::new(1 << 12, 0, memory).expect("address space");
            let p = arena.allocate(0, 1 << 20, 16, false);
            let place = arena.place_of_heap(0);
            // SAFETY: a live block, and a heap that has no other user.
            unsafe {
                p.write_bytes(7, 1 << 20);
                assert_eq!(cleared(place).bytes, 0);
                assert!(free_alone(place, p));
                assert!(cleared(place).bytes >= 1 << 20 && take_cleared(place).ticks > 0);
                assert_eq!((take_cleared(place).bytes, cleared(0).bytes), (0, 0));
            }
        }
    }

    #[test]
    fn a_block_is_charged_for_pages_that_the_c_library_would_have_given_back() {
        let mut arena = Arena::new(1, 0, HeapMemory::Private).expect("address space");
        let mib = 1 << 20;
        let heap = arena.heap(0);
        // SAFETY: a valid heap; live blocks.
        unsafe {
            (*heap).spares = Spares::new(1, Some(libc::MADV_DONTNEED), true);
            let charged = || take_charged(heap.addr());
            let mut blocks = |count: usize| {
                let all: Vec<_> = (0..count).map(|_| allocate_alone(heap.addr(), mib, false)).collect();
                let all: Vec<_> = all
                    .into_iter()
                    .map(|p| if p.is_null() { arena.allocate(0, mib, 16, false) } else { p })
                    .collect();
                all.iter().for_each(|block| block.write_bytes(7, mib / 2));
                all.into_iter().for_each(|block| assert!(free_alone(heap.addr(), block)));
            };
            blocks(1);
            assert_eq!(charged(), 0, "new pages cost what they cost");
            blocks(1);
            let half = charged();
            assert!((128..130).contains(&half), "the first one was mapped, half of it in use: {half}");
            blocks(1);
            assert_eq!(charged(), 0, "no longer");
            blocks(2);
            assert_eq!(charged(), 0);
            blocks(2);
            assert_eq!(charged(), 2 * half, "twice the longest one was free");
        }
    }

    #[test]
    fn a_heap_keeps_pages_of_the_latest_blocks_up_to_a_limit() {
        let mib = 1 << 20;
        let bytes = [30 * mib, 5 * mib, 3 * mib, 40 * mib];
        for memory in [HeapMemory::Private, HeapMemory::Shared] {
            let mut arena = Arena::new(1, 0, memory).expect("address space");
            let blocks = bytes.map(|bytes| arena.allocate(0, bytes, 16, false));
            // SAFETY: live blocks, then blocks of which the first byte is what was left in pages that are kept.
            unsafe {
                for (block, bytes) in blocks.into_iter().zip(bytes) {
                    block.write_bytes(7, bytes);
                    assert!(arena.free(block));
                }
                // The second needed the room of the first one; the last one needs more than there is.
                let again = bytes.map(|bytes| arena.allocate(0, bytes, 16, false));
                assert_eq!((again, again.map(|block| *block)), (blocks, [0, 7, 7, 0]));
                again.into_iter().for_each(|block| assert!(arena.free(block)));
                let cleared = bytes.map(|bytes| arena.allocate(0, bytes, 16, true));
                assert!(cleared.into_iter().zip(bytes).all(|(block, bytes)| is_filled(block, bytes, 0)));
            }
        }
        let file = MemoryFile::new(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("a disk");
        let mut arena = Arena::new(1, 0, HeapMemory::File(file)).expect("address space");
        let block = arena.allocate(0, mib, 16, false);
        // SAFETY: live blocks.
        unsafe {
            block.write_bytes(7, mib);
            assert!(arena.free(block));
            assert_eq!(*arena.allocate(0, mib, 16, false), 0, "no file keeps what nobody uses");
        }
    }

    #[test]
    fn an_ended_rank_gives_everything_back_and_double_free_is_seen() {
        let mut arena = Arena::new(1, 0, HeapMemory::Private).expect("address space");
        let p = arena.allocate(0, 100, 16, false);
        let q = arena.allocate(0, 1 << 20, 16, false);
        // SAFETY: both blocks are live, then `p` is freed twice, which the allocator must notice.
        unsafe {
            q.write_bytes(7, 1 << 20);
            assert_eq!(*q.add(999_999), 7);
            let hold = arena.allocate(0, 100, 16, false);
            assert!(arena.free(p));
            assert!(!arena.free(p) && !arena.is_allocated(p), "double free");
            assert!(arena.free(hold));
        }
        arena.release(0);
        let again = arena.allocate(0, 1 << 20, 16, false);
        // SAFETY: a live block of a MiB.
        assert!(unsafe { (0..1 << 20).all(|i| *again.add(i) == 0) }, "a new rank sees zeroes");
    }
}
