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
    Spares, allocate_small, free_large, free_small, is_run_of, lay_large, lay_top, link_run, resize_in_place, run_at,
    take_addresses, top_bytes, usable,
};
pub(crate) use alone::{allocate_alone, cleared, free_alone, resize_alone, take_charged, take_cleared};
use blocks::{check, header_in_use};
use fold::Fold;
pub(crate) use fold::{FoldUse, OwnStatics};
use ground::{Addresses, Extent, GRANULE, Ground, LARGE_RUN, PROVIDED};
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
    extent: Extent,
    /// New runs may be others than the extent's, or take more than addresses.
    needs_arena: bool,
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
    CPU_CLOCK.correct(PAGING.charge(charged));
    let asked = if charged != 0 { ticks() - since } else { 0 };
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
            addresses: Addresses::new(slots, gap, memory)?,
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

    /// Takes a run of at least `bytes` and links it to its heap; null if there is none. Whether something is in it.
    ///
    /// # Safety
    /// A valid heap with no other reference to it.
    unsafe fn take_run(&mut self, bytes: usize, heap: *mut Heap) -> (*mut Run, bool) {
        let class = class_of(bytes);
        // SAFETY: as the caller says; no other heap has the run, mapped, writable and aligned to a granule.
        unsafe {
            let of_arena = || Some((self.addresses.take((*heap).slot, class, &mut (*heap).extent)?, false));
            match take_addresses(heap, class).or_else(of_arena) {
                Some((address, is_stale)) => (link_run(heap, address, class), is_stale),
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
            let (class, mut extent) = (class_of(GRANULE), self.addresses.extent(slot));
            let Some(address) = self.addresses.take(slot, class, &mut extent) else { return null_mut() };
            let clearing = self.addresses.clearing().filter(|_| self.fold.is_none());
            // SAFETY: the run is fresh and zero, and has room for a heap, which is written whole; so have other places.
            unsafe {
                let run = link_run(null_mut(), address, class);
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
                    extent,
                    needs_arena: clearing.is_none() || self.addresses.has_others(slot),
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
        if !alone::is_small(bytes, align) {
            return self.allocate_large(heap, (bytes, align), zeroed);
        }
        // SAFETY: `heap` is this slot's valid heap; no other reference to it lives.
        unsafe {
            let p = self.allocate_block(heap, alone::small_block(bytes, align), zeroed);
            alone::align_small(heap, p, bytes, align)
        }
    }

    fn allocate_large(&mut self, heap: *mut Heap, (bytes, align): (usize, usize), zeroed: bool) -> *mut u8 {
        // SAFETY: callers pass a valid heap; the run belongs to it and has room.
        unsafe {
            let (run, is_stale) = self.take_run(alone::run_bytes(bytes, align), heap);
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

    /// Starts a new run with room for `block`.
    ///
    /// # Safety
    /// As `allocate_block`.
    unsafe fn new_top(&mut self, heap: *mut Heap, block: usize) -> bool {
        // SAFETY: as the caller says.
        unsafe {
            let (run, is_stale) = self.take_run(top_bytes(heap, block), heap);
            if !run.is_null() {
                lay_top(heap, run, is_stale);
            }
            !run.is_null()
        }
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
                        (*heap).needs_arena = true;
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
            (*heap).spares.moves = true;
            let new = self.allocate(slot, alone::bytes_for_growth(bytes, before), 16, false);
            (*heap).spares.moves = false;
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
            self.addresses.put_extent_back(slot, (*heap).extent);
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
mod tests;
