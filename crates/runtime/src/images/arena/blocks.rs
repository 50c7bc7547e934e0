//! Heap blocks of the ranks' allocator: boundary tags, and free lists by size.

use super::{FLAGS, Free, Heap, IN_USE, LARGE, MIN_BLOCK, PREVIOUS_IN_USE, SEARCH, bin_of, block_bytes};
use std::ptr::{null_mut, with_exposed_provenance_mut};

pub(super) unsafe fn get_header(at: usize) -> usize {
    // SAFETY: callers pass the address of a block header inside a heap.
    unsafe { with_exposed_provenance_mut::<usize>(at).read() }
}

pub(super) unsafe fn set_header(at: usize, value: usize) {
    // SAFETY: as `get_header`; the word belongs to the allocator.
    unsafe { with_exposed_provenance_mut::<usize>(at).write(value) }
}

pub(super) unsafe fn header_size(at: usize) -> usize {
    // SAFETY: as `get_header`.
    unsafe { get_header(at) & !FLAGS }
}

/// Whether an address lies where a heap has memory.
pub(super) unsafe fn is_own(heap: *mut Heap, at: usize) -> bool {
    // SAFETY: callers hold a valid heap.
    unsafe { (*heap).ground.slot(at) == Some((*heap).slot) }
}

/// Address and contents of the header of a small block; none if no such block is allocated.
pub(super) unsafe fn header_in_use(heap: *mut Heap, p: *mut u8) -> Option<(usize, usize)> {
    let at = p.addr().wrapping_sub(8);
    // SAFETY: callers hold a valid heap, which has memory there.
    unsafe {
        if at % 16 != 8 || !is_own(heap, at) {
            return None;
        }
        let header = get_header(at);
        (header & IN_USE != 0 && header & !FLAGS >= MIN_BLOCK).then_some((at, header))
    }
}

/// Ends the rank that runs unless what its heap says of itself is as it was left.
#[track_caller]
pub(super) fn check(is_as_left: bool) {
    assert!(is_as_left, "a heap is damaged");
}

/// The size of a listed free block: both of its ends say so.
unsafe fn free_size(heap: *mut Heap, at: usize) -> usize {
    // SAFETY: what is not the heap's is not read.
    unsafe {
        check(at % 16 == 8 && is_own(heap, at));
        let header = get_header(at);
        let size = header & !FLAGS;
        let end = at.wrapping_add(size);
        check(header & IN_USE == 0 && size >= MIN_BLOCK && is_own(heap, end) && get_header(end - 8) == size);
        size
    }
}

/// Adds to the bytes in use.
pub(super) unsafe fn account(heap: *mut Heap, bytes: isize) {
    // SAFETY: callers hold the valid heap alone.
    let heap = unsafe { &mut *heap };
    heap.in_use = heap.in_use.wrapping_add_signed(bytes);
    heap.peak = heap.peak.max(heap.in_use);
}

/// A free block of at least `block` bytes, still listed; null if there is none.
pub(super) unsafe fn find_free(heap: *mut Heap, block: usize) -> *mut Free {
    // SAFETY: lists hold valid free blocks.
    unsafe {
        let bin = bin_of(block);
        let mut candidate = (*heap).bins[bin];
        for _ in 0..SEARCH {
            if candidate.is_null() {
                break;
            }
            if free_size(heap, candidate.addr()) >= block {
                return candidate;
            }
            candidate = (*candidate).next;
        }
        let above = bin + 1;
        let low = if above < 64 { (*heap).map[0] & (!0 << above) } else { 0 };
        let high = (*heap).map[1] & if above > 64 { !0u64 << (above - 64) } else { !0 };
        if low != 0 {
            (*heap).bins[low.trailing_zeros() as usize]
        } else if high != 0 {
            (*heap).bins[64 + high.trailing_zeros() as usize]
        } else {
            null_mut()
        }
    }
}

unsafe fn unlist(heap: *mut Heap, free: *mut Free) {
    // SAFETY: `free` is listed in its size's bin; neighbours are changed only if they are blocks of the heap's.
    unsafe {
        let bin = bin_of(free_size(heap, free.addr()));
        let (previous, next) = ((*free).previous, (*free).next);
        let is_block = |block: *mut Free| block.addr() % 16 == 8 && is_own(heap, block.addr());
        check(next.is_null() || is_block(next) && (*next).previous == free);
        if previous.is_null() {
            check((*heap).bins[bin] == free);
            (*heap).bins[bin] = next;
            if next.is_null() {
                (*heap).map[bin / 64] &= !(1 << (bin % 64));
            }
        } else {
            check(is_block(previous) && (*previous).next == free);
            (*previous).next = next;
        }
        if !next.is_null() {
            (*next).previous = previous;
        }
    }
}

/// Lists `[at, at + size)` as free and writes its tags.
unsafe fn list(heap: *mut Heap, at: usize, size: usize) {
    // SAFETY: the range is unused memory of the heap, its left neighbour in use.
    unsafe {
        let bin = bin_of(size);
        let free: *mut Free = with_exposed_provenance_mut(at);
        let next = (*heap).bins[bin];
        free.write(Free { header: size | PREVIOUS_IN_USE, next, previous: null_mut() });
        if !next.is_null() {
            (*next).previous = free;
        }
        (*heap).bins[bin] = free;
        (*heap).map[bin / 64] |= 1 << (bin % 64);
        set_header(at + size - 8, size);
        let after = at + size;
        set_header(after, get_header(after) & !PREVIOUS_IN_USE);
    }
}

/// Frees `[at, at + size)`: merges with free neighbours and the top.
///
/// A block's last word holds its size while it is free, which is where the right neighbour looks for it.
pub(super) unsafe fn put_free(heap: *mut Heap, mut at: usize, mut size: usize) {
    // SAFETY: boundary tags of neighbours are kept by every operation on the heap.
    unsafe {
        if get_header(at) & PREVIOUS_IN_USE == 0 {
            let before = get_header(at - 8);
            check(free_size(heap, at.wrapping_sub(before)) == before);
            unlist(heap, with_exposed_provenance_mut(at - before));
            at -= before;
            size += before;
        }
        let after = at + size;
        if after == (*heap).top {
            (*heap).top = at;
            return;
        }
        let header = get_header(after);
        if header & IN_USE == 0 {
            unlist(heap, with_exposed_provenance_mut(after));
            size += header & !FLAGS;
        }
        list(heap, at, size);
    }
}

/// Takes `block` bytes from the start of a listed free block; the rest stays free.
pub(super) unsafe fn take_free(heap: *mut Heap, free: *mut Free, block: usize) {
    // SAFETY: `free` is listed and at least `block` long.
    unsafe {
        let at = free.addr();
        let size = free_size(heap, at);
        check(size >= block);
        unlist(heap, free);
        if size - block >= MIN_BLOCK {
            set_header(at, block | IN_USE | PREVIOUS_IN_USE);
            // The remainder's own flags are written by `list`; its right neighbour already counts it as free.
            list(heap, at + block, size - block);
        } else {
            set_header(at, size | IN_USE | PREVIOUS_IN_USE);
            set_header(at + size, get_header(at + size) | PREVIOUS_IN_USE);
        }
    }
}

/// Grows a small block into free memory to its right.
pub(super) unsafe fn grow_in_place(heap: *mut Heap, p: *mut u8, bytes: usize) -> bool {
    // SAFETY: `p` is an allocated small block of `heap`.
    unsafe {
        if bytes >= LARGE {
            return false;
        }
        let at = p.addr() - 8;
        let (header, block) = (get_header(at), block_bytes(bytes));
        let size = header & !FLAGS;
        if block <= size {
            return false;
        }
        let (h, after) = (&mut *heap, at + size);
        if after == h.top {
            if h.top_end - at < block {
                return false;
            }
            h.top = at + block;
            h.fresh = h.fresh.max(h.top);
            set_header(at, block | (header & FLAGS));
            account(heap, (block - size) as isize);
            return true;
        }
        let next = get_header(after);
        if next & IN_USE != 0 || size + (next & !FLAGS) < block {
            return false;
        }
        take_free(heap, with_exposed_provenance_mut(after), block - size);
        let grown = size + header_size(after);
        set_header(at, grown | (header & FLAGS));
        account(heap, (grown - size) as isize);
        true
    }
}

/// Cuts an allocated block so that its payload is aligned; returns the new payload.
pub(super) unsafe fn trim_to_alignment(heap: *mut Heap, p: *mut u8, align: usize, block: usize) -> *mut u8 {
    // SAFETY: the block is `align + MIN_BLOCK` longer than needed, so both cuts stay inside it.
    unsafe {
        let mut at = p.addr() - 8;
        let mut size = header_size(at);
        let mut payload = p.addr().next_multiple_of(align);
        if payload != p.addr() && payload - p.addr() < MIN_BLOCK {
            payload += align;
        }
        let lead = payload - p.addr();
        if lead > 0 {
            let flags = get_header(at) & FLAGS;
            set_header(at + lead, (size - lead) | IN_USE | PREVIOUS_IN_USE);
            set_header(at, lead | flags);
            put_free(heap, at, lead);
            account(heap, -(lead as isize));
            at += lead;
            size -= lead;
        }
        if size - block >= MIN_BLOCK {
            let flags = get_header(at) & FLAGS;
            set_header(at, block | flags);
            set_header(at + block, (size - block) | IN_USE | PREVIOUS_IN_USE);
            put_free(heap, at + block, size - block);
            account(heap, -((size - block) as isize));
        }
        with_exposed_provenance_mut(payload)
    }
}
