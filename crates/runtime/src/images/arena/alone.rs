//! A heap's work without the arena: everything but taking a new run, and giving one up. All that it needs is the heap, its blocks and
//! the table of owners. So worker processes do it, too, if these lie in memory that they see.
//!
//! A program that allocates large work space in each step would come home for it each time, and each page would be provided and taken
//! back each time, which takes a third of LULESH's time. So a heap keeps runs that have been freed: their pages up to a limit, then their
//! addresses. Blocks are charged for pages that are kept and that the C library would have given back, and the other way round
//! ([`Spares::keep`]): so the limit does not change what is measured.

use super::blocks::{
    account, check, find_free, get_header, grow_in_place, header_in_use, header_size, is_own, put_free, set_header,
    take_free, trim_to_alignment,
};
use super::ground::{GRANULE, Ground, LARGE_RUN, clear};
use super::{
    FLAGS, Heap, IN_USE, LARGE, LARGE_HEADER, MIN_BLOCK, PREVIOUS_IN_USE, Run, block_bytes, bytes_of, class_of,
};
use crate::clock::ticks;
use crate::images::paging::{Cleared, resident_pages};
use std::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};

/// The most runs that a heap keeps: solvers work on dozens of fields.
const SPARES: usize = 64;

/// Longer blocks are always given back to the system, by the C library, too (`M_MMAP_THRESHOLD`).
const KEPT_MAX: usize = 32 << 20;
/// The most bytes of pages that a heap keeps in such runs; all heaps together, a GiB.
const KEPT_OF_RANK: usize = 32 << 20;
const KEPT_OF_ALL: usize = 1 << 30;
const PAGES_OF_GRANULE: usize = GRANULE / 4096;

/// State of a freed run's pages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pages {
    /// Given back to the system; the C library does so, too.
    Gone,
    /// Given back; the C library would have kept them.
    Owed,
    /// Kept; the C library would have given them back.
    Charged,
    /// Kept; the C library does so, too.
    Kept,
}

impl Pages {
    fn are_there(self) -> bool {
        matches!(self, Self::Charged | Self::Kept)
    }

    fn would_be_there(self) -> bool {
        matches!(self, Self::Owed | Self::Kept)
    }
}

/// A run that a heap has freed.
#[derive(Clone, Copy)]
struct Spare {
    /// The number of its first granule.
    granule: u32,
    /// Pages to refund to the next user, in granules.
    owed: u16,
    class: u8,
    pages: Pages,
}

/// Runs that a heap has freed, the oldest first.
pub(super) struct Spares {
    runs: [Spare; SPARES],
    count: usize,
    /// The most runs in the list.
    most: usize,
    /// The most bytes of pages that they keep.
    bytes_max: usize,
    /// The longest run so far that might have been kept.
    longest: usize,
    /// How pages are given back.
    clearing: i32,
    /// Blocks are measured.
    charges: bool,
    /// A block moves as it grows: the C library moves pages, or needs no others.
    pub(super) moves: bool,
    /// The pages that were given back since this was taken last.
    cleared: Cleared,
    /// Pages to charge the rank for; negative: pages to refund.
    charged: i64,
}

impl Spares {
    /// Of one of `slots` heaps. `clearing` is the advice by which pages are given back; none: no run is kept. `charges`: blocks are measured.
    pub(super) fn new(slots: usize, clearing: Option<i32>, charges: bool) -> Self {
        Self {
            runs: [Spare { granule: 0, owed: 0, class: 0, pages: Pages::Gone }; SPARES],
            count: 0,
            most: if clearing.is_some() { SPARES } else { 0 },
            bytes_max: KEPT_OF_RANK.min(KEPT_OF_ALL / slots.max(1)),
            longest: 0,
            clearing: clearing.unwrap_or_default(),
            charges,
            moves: false,
            cleared: Cleared::default(),
            charged: 0,
        }
    }

    fn is_full(&self) -> bool {
        self.count >= self.most
    }

    /// Bytes of runs in these states.
    fn bytes(&self, are_such: impl Fn(Pages) -> bool) -> usize {
        self.runs[..self.count].iter().filter(|run| are_such(run.pages)).map(|run| bytes_of(run.class.into())).sum()
    }

    /// Keeps a run; there is a place for it. Its next user is charged for its pages if the C library (glibc's malloc) would have given them back:
    /// those of a block that is longer than all before, and those of all if twice the longest one is free.
    ///
    /// # Safety
    /// Nothing uses it any more; so for the others.
    unsafe fn keep(&mut self, ground: Ground, address: usize, (class, bytes): (usize, usize)) {
        let pages = if bytes > self.longest { Pages::Charged } else { Pages::Kept };
        self.runs[self.count] = Spare { granule: ground.granule(address) as u32, owed: 0, class: class as u8, pages };
        self.count += 1;
        if bytes <= KEPT_MAX {
            self.longest = self.longest.max(bytes);
        }
        if bytes > self.bytes_max.min(KEPT_MAX) {
            // SAFETY: as the caller says.
            unsafe { self.give_back(ground, self.count - 1) };
        }
        let mut oldest = 0;
        while self.bytes(Pages::are_there) > self.bytes_max {
            // SAFETY: as the caller says.
            unsafe { self.give_back(ground, oldest) };
            oldest += 1;
        }
        if self.bytes(Pages::would_be_there) >= 2 * self.longest {
            for run in &mut self.runs[..self.count] {
                run.pages = if run.pages.are_there() { Pages::Charged } else { Pages::Gone };
            }
        }
    }

    /// Gives a run's pages back, if it has any.
    ///
    /// # Safety
    /// As [`Spares::keep`].
    unsafe fn give_back(&mut self, ground: Ground, at: usize) {
        let Spare { granule, class, pages, .. } = self.runs[at];
        if !pages.are_there() {
            return;
        }
        let (address, bytes) = (ground.address(granule as usize), bytes_of(class.into()));
        if pages == Pages::Kept && self.charges {
            self.runs[at].owed = (resident_pages(address, bytes) / PAGES_OF_GRANULE) as u16;
        }
        self.runs[at].pages = if pages == Pages::Kept { Pages::Owed } else { Pages::Gone };
        ground.forget_provided(address, bytes);
        let since = ticks();
        // SAFETY: as the caller says.
        unsafe { clear(address, bytes, self.clearing) };
        self.cleared.ticks += ticks().saturating_sub(since);
        self.cleared.bytes += bytes as u64;
    }

    /// Takes out the one of this class that was freed last: its address, and whether there is something in it.
    fn take(&mut self, ground: Ground, class: usize) -> Option<(usize, bool)> {
        let at = self.runs[..self.count].iter().rposition(|run| usize::from(run.class) == class)?;
        let Spare { granule, owed, pages, .. } = self.runs[at];
        self.runs.copy_within(at + 1..self.count, at);
        self.count -= 1;
        let address = ground.address(granule as usize);
        self.charged += match pages {
            Pages::Charged if self.charges && !self.moves => resident_pages(address, bytes_of(class)) as i64,
            Pages::Owed => -i64::from(owed) * PAGES_OF_GRANULE as i64,
            _ => 0,
        };
        Some((address, pages.are_there()))
    }

    /// Takes out the last one, without pages: its class and its address.
    ///
    /// # Safety
    /// As [`Spares::keep`].
    pub(super) unsafe fn pop(&mut self, ground: Ground) -> Option<(usize, usize)> {
        let last = self.count.checked_sub(1)?;
        // SAFETY: as the caller says.
        unsafe { self.give_back(ground, last) };
        self.count = last;
        let Spare { granule, class, .. } = self.runs[last];
        Some((class.into(), ground.address(granule as usize)))
    }
}

/// Bytes of a run for a large block.
pub(super) fn run_bytes(bytes: usize, align: usize) -> usize {
    bytes + LARGE_HEADER + if align > LARGE_HEADER { align } else { 0 } + 16
}

/// Addresses for a run, and whether there is something in it; none if the arena has to look for some.
///
/// # Safety
/// `heap` is a valid heap with no other reference to it; so for all functions below.
pub(super) unsafe fn take_addresses(heap: *mut Heap, (class, bytes): (usize, usize)) -> Option<(usize, bool)> {
    // SAFETY: as above.
    let heap = unsafe { &mut *heap };
    heap.spares.take(heap.ground, class).or_else(|| {
        let new = if heap.needs_arena { None } else { heap.extent.take(bytes) };
        new.map(|address| (address, false))
    })
}

/// Makes addresses a run, and links it to its heap if there is one (null: the heap is to be made).
pub(super) unsafe fn link_run(heap: *mut Heap, address: usize, (class, bytes): (usize, usize)) -> *mut Run {
    let run: *mut Run = with_exposed_provenance_mut(address);
    // SAFETY: the addresses are nothing else's, mapped, writable and aligned to a granule.
    unsafe {
        let next = if heap.is_null() { null_mut() } else { (*heap).runs };
        run.write(Run { previous: null_mut(), next, bytes, class, heap, accounted: 0, payload: 0 });
        if !heap.is_null() {
            if !next.is_null() {
                (*next).previous = run;
            }
            (*heap).runs = run;
        }
    }
    run
}

/// Makes a run of the heap's the place of a large block: its payload.
pub(super) unsafe fn lay_large(heap: *mut Heap, run: *mut Run, bytes: usize, align: usize) -> *mut u8 {
    // SAFETY: the run is at least header + alignment + bytes long and belongs to `heap`.
    unsafe {
        let payload = (run.addr() + LARGE_HEADER).next_multiple_of(align.max(16));
        let payload: *mut u8 = with_exposed_provenance_mut(payload);
        payload.sub(8).cast::<*mut Run>().write(run);
        (*run).payload = payload.addr();
        (*run).accounted = (payload.addr() - run.addr()) + bytes;
        account(heap, (*run).accounted as isize);
        let Heap { ground, slot, .. } = &*heap;
        *ground.owner(run.addr()) = slot + 1;
        *ground.owner(payload.addr()) = (slot + 1) | LARGE_RUN;
        payload
    }
}

/// Whether a block shares a run with others.
pub(super) fn is_small(bytes: usize, align: usize) -> bool {
    bytes < LARGE && align <= 4096
}

/// Bytes of the block in which one that is aligned to `align` finds room.
pub(super) fn small_block(bytes: usize, align: usize) -> usize {
    block_bytes(if align <= 16 { bytes } else { bytes + align + MIN_BLOCK })
}

/// Cuts a block of [`small_block`] bytes down to an aligned one; null stays null.
pub(super) unsafe fn align_small(heap: *mut Heap, p: *mut u8, bytes: usize, align: usize) -> *mut u8 {
    // SAFETY: as the caller says.
    if align <= 16 || p.is_null() { p } else { unsafe { trim_to_alignment(heap, p, align, block_bytes(bytes)) } }
}

/// A block from the lists or the top; null if there is none as long.
pub(super) unsafe fn allocate_small(heap: *mut Heap, block: usize, zeroed: bool) -> *mut u8 {
    // SAFETY: the heap's lists hold only valid free blocks of its own runs.
    unsafe {
        let found = find_free(heap, block);
        if !found.is_null() {
            take_free(heap, found, block);
            account(heap, header_size(found.addr()) as isize);
            let payload: *mut u8 = with_exposed_provenance_mut(found.addr() + 8);
            if zeroed {
                payload.write_bytes(0, block - 8);
            }
            return payload;
        }
        let h = &mut *heap;
        if h.top_end - h.top < block {
            return null_mut();
        }
        let at = h.top;
        h.top += block;
        set_header(at, block | IN_USE | PREVIOUS_IN_USE);
        let payload: *mut u8 = with_exposed_provenance_mut(at + 8);
        if zeroed && at + 8 < h.fresh {
            payload.write_bytes(0, (h.fresh.min(h.top) - at).saturating_sub(8));
        }
        h.fresh = h.fresh.max(h.top);
        account(heap, block as isize);
        payload
    }
}

/// Bytes of the next run for small blocks, one of which needs as many.
pub(super) unsafe fn top_bytes(heap: *mut Heap, block: usize) -> usize {
    // SAFETY: as above.
    unsafe { (*heap).next_run_bytes.max(block + 128) }
}

/// Retires the top into the free lists and starts a new run.
pub(super) unsafe fn lay_top(heap: *mut Heap, run: *mut Run, is_stale: bool) {
    // SAFETY: the top is free memory of the heap's run, ended by room for one fence word.
    unsafe {
        (*heap).next_run_bytes = ((*heap).next_run_bytes * 2).min(64 << 20);
        for granule in 0..(*run).bytes / GRANULE {
            *(*heap).ground.owner(run.addr() + granule * GRANULE) = (*heap).slot + 1;
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
}

/// Frees a block that shares a run with others; false if `p` is none.
pub(super) unsafe fn free_small(heap: *mut Heap, p: *mut u8) -> bool {
    // SAFETY: the block's header was written when it was allocated.
    unsafe {
        let Some((at, header)) = header_in_use(heap, p) else { return false };
        let size = header & !FLAGS;
        // The next block knows that this one is in use, unless somebody has written over one of the headers.
        let after = at.wrapping_add(size);
        let is_whole = after == (*heap).top || is_own(heap, after) && get_header(after) & PREVIOUS_IN_USE != 0;
        check(is_whole);
        // The tag shows that it is free wherever it is merged into: who frees it twice is found out.
        set_header(at, header & !IN_USE);
        account(heap, -(size as isize));
        put_free(heap, at, size);
        true
    }
}

/// Frees the run of a large block. False if the heap keeps no more runs: then this one is linked no more, and still has its pages.
pub(super) unsafe fn free_large(heap: *mut Heap, run: *mut Run) -> bool {
    // SAFETY: a run of the heap's, which nothing uses any more.
    unsafe {
        account(heap, -((*run).accounted as isize));
        let ground = (*heap).ground;
        *ground.owner(run.addr()) = 0;
        *ground.owner((*run).payload) = 0;
        unlink_run(heap, run);
        let spares = &mut (*heap).spares;
        if spares.is_full() {
            return false;
        }
        spares.keep(ground, run.addr(), ((*run).class, (*run).bytes));
        true
    }
}

/// Usable bytes of a block; `large`: it has a run of its own. 0 if it is not allocated.
pub(super) unsafe fn usable(heap: *mut Heap, p: *mut u8, large: bool) -> usize {
    // SAFETY: as the caller says.
    unsafe {
        match large {
            true => run_at(heap, p).map_or(0, |run| run.addr() + (*run).bytes - p.addr()),
            false => header_size(p.addr() - 8) - 8,
        }
    }
}

/// Resizes a block where it is, if there is room and not too much of it.
pub(super) unsafe fn resize_in_place(heap: *mut Heap, p: *mut u8, bytes: usize, large: bool) -> bool {
    // SAFETY: an allocated block of the heap's.
    unsafe {
        let usable = usable(heap, p, large);
        if !large {
            let shrinks_much = bytes < usable / 2 && usable > 256;
            return bytes <= usable && !shrinks_much || grow_in_place(heap, p, bytes);
        }
        let Some(run) = run_at(heap, p).filter(|_| bytes >= LARGE && bytes <= usable) else { return false };
        let accounted = (p.addr() - run.addr()) + bytes;
        account(heap, accounted as isize - (*run).accounted as isize);
        (*run).accounted = accounted;
        true
    }
}

/// The run of a large block, unless its headers are not what they were.
pub(super) unsafe fn run_at(heap: *mut Heap, p: *mut u8) -> Option<*mut Run> {
    // SAFETY: a granule of a large run of the heap's holds `p`; a run is looked at only where it is one of the heap's.
    unsafe {
        if !p.addr().is_multiple_of(16) || !is_own(heap, p.addr() - 8) {
            return None;
        }
        let run = p.sub(8).cast::<*mut Run>().read();
        (is_run_of(heap, run) && (*run).payload == p.addr()).then_some(run)
    }
}

/// Whether a run looks as those of a heap do. One that has been released does not.
pub(super) unsafe fn is_run_of(heap: *mut Heap, run: *mut Run) -> bool {
    // SAFETY: what is read lies where the heap has memory.
    unsafe {
        if !run.addr().is_multiple_of(GRANULE) || !is_own(heap, run.addr()) {
            return false;
        }
        let ground = (*heap).ground;
        let Run { bytes, class, heap: of, accounted, payload, .. } = run.read();
        let is_within = |address: usize| address >= run.addr() && address - run.addr() < bytes;
        of == heap
            && bytes > 0
            && bytes <= ground.start + ground.bytes - run.addr()
            && class_of(bytes) == (class, bytes)
            && (accounted == 0 || is_within(payload))
    }
}

unsafe fn unlink_run(heap: *mut Heap, run: *mut Run) {
    // SAFETY: `run` is linked in `heap`; neighbours are changed only if they are runs of the heap's.
    unsafe {
        let (previous, next) = ((*run).previous, (*run).next);
        if previous.is_null() {
            check((*heap).runs == run);
            (*heap).runs = next;
        } else {
            check(is_run_of(heap, previous) && (*previous).next == run);
            (*previous).next = next;
        }
        if !next.is_null() {
            check(is_run_of(heap, next) && (*next).previous == run);
            (*next).previous = previous;
        }
    }
}

/// The heap at a place that [`super::Arena::place_of_heap`] has given, and whether a block is one of its own: that block's owner word.
unsafe fn heap_of_block(heap: usize, p: *mut u8) -> Option<(*mut Heap, bool)> {
    let heap: *mut Heap = with_exposed_provenance_mut(heap);
    // SAFETY: as the caller says.
    unsafe { is_own(heap, p.addr()).then(|| (heap, *(*heap).ground.owner(p.addr()) & LARGE_RUN != 0)) }
}

/// Allocates as [`super::Arena::allocate`] would; null if the heap needs the arena for it.
///
/// # Safety
/// `heap` is what [`super::Arena::place_of_heap`] has given for a rank that computes, and no other process uses that heap.
pub(crate) unsafe fn allocate_alone(heap: usize, bytes: usize, align: usize, zeroed: bool) -> *mut u8 {
    let heap: *mut Heap = with_exposed_provenance_mut(heap);
    // SAFETY: as the caller says.
    unsafe {
        if bytes.max(align) > (*heap).ground.bytes {
            return null_mut();
        }
        if is_small(bytes, align) {
            let block = small_block(bytes, align);
            let payload = allocate_small(heap, block, zeroed);
            if !payload.is_null() {
                return align_small(heap, payload, bytes, align);
            }
            let class = class_of(top_bytes(heap, block));
            let Some((address, is_stale)) = take_addresses(heap, class) else { return null_mut() };
            lay_top(heap, link_run(heap, address, class), is_stale);
            return align_small(heap, allocate_small(heap, block, zeroed), bytes, align);
        }
        let class = class_of(run_bytes(bytes, align));
        let Some((address, is_stale)) = take_addresses(heap, class) else { return null_mut() };
        let payload = lay_large(heap, link_run(heap, address, class), bytes, align);
        if zeroed && is_stale {
            payload.write_bytes(0, bytes);
        }
        payload
    }
}

/// Frees a block of the heap's; false if that takes the arena, or is a mistake.
///
/// # Safety
/// As [`allocate_alone`]; nothing uses the block any more.
pub(crate) unsafe fn free_alone(heap: usize, p: *mut u8) -> bool {
    // SAFETY: as the caller says.
    unsafe {
        match heap_of_block(heap, p) {
            None => false,
            Some((heap, false)) => free_small(heap, p),
            Some((heap, true)) if (*heap).spares.is_full() => false,
            Some((heap, true)) => run_at(heap, p).is_some_and(|run| free_large(heap, run)),
        }
    }
}

/// Resizes a block of the heap's as [`super::Arena::reallocate`] would; null if that takes the arena, or is a mistake.
///
/// # Safety
/// As [`free_alone`].
pub(crate) unsafe fn resize_alone(heap: usize, p: *mut u8, bytes: usize) -> *mut u8 {
    // SAFETY: as the caller says; a block in use may be copied.
    unsafe {
        let Some((of, large)) = heap_of_block(heap, p) else { return null_mut() };
        let is_block = if large { run_at(of, p).is_some() } else { header_in_use(of, p).is_some() };
        if bytes == 0 || !is_block {
            return null_mut();
        }
        let before = usable(of, p, large);
        if resize_in_place(of, p, bytes, large) {
            return p;
        }
        if large && (*of).spares.is_full() {
            return null_mut();
        }
        (*of).spares.moves = true;
        let new = allocate_alone(heap, bytes_for_growth(bytes, before), 16, false);
        (*of).spares.moves = false;
        if !new.is_null() {
            new.copy_from_nonoverlapping(p, before.min(bytes));
            free_alone(heap, p);
        }
        new
    }
}

/// Pages that a heap has given back since [`take_cleared`]; nothing for 0.
///
/// # Safety
/// As [`allocate_alone`], but that others may use the heap: then the figures may be older.
pub(crate) unsafe fn cleared(heap: usize) -> Cleared {
    let heap: *const Heap = with_exposed_provenance(heap);
    if heap.is_null() {
        return Cleared::default();
    }
    // SAFETY: as the caller says.
    unsafe { (&raw const (*heap).spares.cleared).read_volatile() }
}

/// The same, and forgets them.
///
/// # Safety
/// As [`allocate_alone`].
pub(crate) unsafe fn take_cleared(heap: usize) -> Cleared {
    let heap: *mut Heap = with_exposed_provenance_mut(heap);
    // SAFETY: as the caller says.
    unsafe { heap.as_mut() }.map_or(Cleared::default(), |heap| std::mem::take(&mut heap.spares.cleared))
}

/// Pages to charge the heap's rank for since the last call; negative: pages to refund.
///
/// # Safety
/// As [`allocate_alone`].
pub(crate) unsafe fn take_charged(heap: usize) -> i64 {
    let heap: *mut Heap = with_exposed_provenance_mut(heap);
    // SAFETY: as the caller says.
    unsafe { heap.as_mut() }.map_or(0, |heap| std::mem::take(&mut heap.spares.charged))
}

/// Bytes that a block gets when it is resized. One that grew once will grow again: addresses beyond it are free of charge.
pub(super) fn bytes_for_growth(bytes: usize, before: usize) -> usize {
    if bytes >= LARGE && bytes > before { bytes + bytes / 2 } else { bytes }
}
