//! Address space for the ranks' heaps. This module reserves one region, records which rank owns each granule (64 KiB) of it,
//! and finds the addresses of a new *run*: adjacent granules of one rank.

use super::super::backing::HeapMemory;
use super::super::space::sharing;
use super::super::workers::board;
use std::collections::BTreeMap;
use std::io;
use std::ptr::{null_mut, with_exposed_provenance_mut};

/// Unit of the region, bytes.
pub(super) const GRANULE: usize = 64 << 10;
/// Owner word of a large run.
pub(super) const LARGE_RUN: u32 = 1 << 31;
/// Mark of a granule in the table of owners: asked for since its run was taken.
pub(super) const PROVIDED: u32 = 1 << 30;
/// Of the first address, in a region of at least 64 times as much.
const REGION_ALIGNMENT: usize = 1 << 30;
/// From here on an extent is no larger than what it is made for.
const EXTENT_MAX: usize = 4 << 30;

/// The table of owners: a word for each granule of the region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    pub(super) start: usize,
    pub(super) bytes: usize,
    owners: *mut u32,
}

impl Ground {
    /// The word of the granule that holds an address of the region.
    pub(super) fn owner(self, address: usize) -> *mut u32 {
        // SAFETY: callers pass addresses of the region, and the table has a word for each granule of it.
        unsafe { self.owners.add(self.granule(address)) }
    }

    /// The number of a granule of the region.
    pub(super) fn granule(self, address: usize) -> usize {
        (address - self.start) / GRANULE
    }

    /// The first address of a granule.
    pub(super) fn address(self, granule: usize) -> usize {
        self.start + granule * GRANULE
    }

    /// The slot in whose granule an address lies.
    pub(super) fn slot(self, address: usize) -> Option<u32> {
        if address.wrapping_sub(self.start) >= self.bytes {
            return None;
        }
        // SAFETY: the table has the word.
        let word = unsafe { *self.owner(address) };
        (word & !(LARGE_RUN | PROVIDED)).checked_sub(1)
    }
}

/// Addresses that runs of one slot are taken from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    start: usize,
    next: usize,
    end: usize,
}

impl Extent {
    /// Addresses for a run, if there are as many.
    pub(super) fn take(&mut self, bytes: usize) -> Option<usize> {
        let at = self.next;
        self.next += if bytes <= self.end - at { bytes } else { return None };
        Some(at)
    }
}

/// See the module.
#[derive(Debug)]
pub(super) struct Addresses {
    pub(super) ground: Ground,
    /// The memory that the region is mapped from, and the region's first address.
    memory: HeapMemory,
    first: usize,
    /// Why the file could not grow, if it could not.
    refused: Option<io::Error>,
    /// End of the addresses that were handed out to any slot in turn.
    bump: usize,
    /// Address ranges reserved per slot: where that of slot 0 begins, and bytes per slot. So blocks have the same addresses in every run,
    /// in whatever order ranks that compute at the same time allocate.
    shares: [(usize, usize); 2],
    slots: usize,
    /// Bytes before each extent that cannot be accessed; 0: there are no extents, and runs of all slots lie side by side.
    gap: usize,
    /// The last extent of slots whose heap has been released.
    extents: BTreeMap<u32, Extent>,
    /// Released runs by size class and, where there are extents, slot.
    released: BTreeMap<(u32, usize), Vec<usize>>,
}

fn reserve(bytes: usize, protection: i32, memory: &HeapMemory) -> io::Result<usize> {
    if let HeapMemory::File(file) = memory {
        // SAFETY: at an address of the system's choice, where nothing is.
        return unsafe { file.map(0, bytes, protection, 0) };
    }
    let shared = matches!(memory, HeapMemory::Shared);
    let flags = sharing(shared) | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: an anonymous mapping at an address of the kernel's choice touches nothing that exists.
    let p = unsafe { libc::mmap(null_mut(), bytes, protection, flags, -1, 0) };
    if p == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the range was just mapped; advice changes no contents. One touched page must not cost 2 MiB.
    unsafe { libc::madvise(p, bytes, libc::MADV_NOHUGEPAGE) };
    Ok(p.expose_provenance())
}

/// Memory for what is said of heaps: worker processes see it if they see the heaps.
pub(super) fn reserve_writable(bytes: usize, of: &HeapMemory) -> io::Result<usize> {
    let memory = if matches!(of, HeapMemory::Shared) { HeapMemory::Shared } else { HeapMemory::Private };
    reserve(bytes, libc::PROT_READ | libc::PROT_WRITE, &memory)
}

/// Gives pages back to the system; they read as zero again.
///
/// # Safety
/// They are mapped, and nothing uses what is there. The advice is [`HeapMemory::clearing`] of their memory.
pub(super) unsafe fn clear(address: usize, bytes: usize, advice: i32) {
    let pages = with_exposed_provenance_mut::<u8>(address);
    // SAFETY: as the caller says.
    unsafe {
        if libc::madvise(pages.cast(), bytes, advice) != 0 {
            pages.write_bytes(0, bytes);
        }
    }
}

impl Addresses {
    /// Reserves the region, for `slots` slots at first: as much as the system grants, 16 TiB at most.
    pub(super) fn new(slots: usize, gap: u64, memory: HeapMemory) -> io::Result<Self> {
        let accessible = libc::PROT_READ | libc::PROT_WRITE;
        let mut bytes = 16usize << 40;
        let start = loop {
            match reserve(bytes, if gap > 0 { libc::PROT_NONE } else { accessible }, &memory) {
                Ok(start) => break start,
                Err(error) if bytes <= 1 << 33 => return Err(error),
                Err(_) => bytes /= 2,
            }
        };
        // A few MiB more or less of other mappings, as for worker processes, seldom move the first address.
        let alignment = if bytes > REGION_ALIGNMENT << 6 { REGION_ALIGNMENT } else { GRANULE };
        let aligned = start.next_multiple_of(alignment);
        let bytes = bytes - alignment;
        let gap = (gap as usize).next_multiple_of(GRANULE);
        // Small heaps lie close together: entries of the page tables share cache lines. Where addresses are scarce, those who ask first get them.
        let (near, far) = match memory {
            HeapMemory::File(_) => (0, 0),
            _ if bytes < REGION_ALIGNMENT << 6 => (0, 0),
            _ => ((2 * gap).min(bytes / 4 / slots.max(1)), if gap > 0 { bytes / 2 / slots.max(1) } else { 0 }),
        };
        let [near, far] = [near, far].map(|share| share / GRANULE * GRANULE);
        let owners = with_exposed_provenance_mut(reserve_writable(bytes / GRANULE * 4, &memory)?);
        Ok(Self {
            ground: Ground { start: aligned, bytes, owners },
            memory,
            first: start,
            refused: None,
            bump: aligned + slots * (near + far),
            shares: [(aligned, near), (aligned + slots * near, far)],
            slots,
            gap,
            extents: BTreeMap::new(),
            released: BTreeMap::new(),
        })
    }

    /// The advice by which heaps can give pages back without the arena, if they can.
    pub(super) fn clearing(&self) -> Option<i32> {
        self.memory.clearing()
    }

    /// End of what may have been given out.
    pub(super) fn end(&self) -> usize {
        if self.gap > 0 { self.ground.start + self.ground.bytes } else { self.bump }
    }

    fn shelf(&self, slot: u32, class: usize) -> (u32, usize) {
        (if self.gap > 0 { slot } else { 0 }, class)
    }

    /// The extent that a slot's next heap begins with, to be given to [`Addresses::take`].
    pub(super) fn extent(&mut self, slot: u32) -> Extent {
        self.extents.remove(&slot).unwrap_or_default()
    }

    /// Takes that back.
    pub(super) fn put_extent_back(&mut self, slot: u32, extent: Extent) {
        self.extents.insert(slot, extent);
    }

    /// Whether the next addresses for a slot may be others than its extent's.
    pub(super) fn has_others(&self, slot: u32) -> bool {
        let (first, last) = (self.shelf(slot, 0), self.shelf(slot, usize::MAX));
        self.gap == 0 || self.released.range(first..=last).any(|(_, shelf)| !shelf.is_empty())
    }

    /// Addresses of a size class for a slot: zeroed, writable and unused.
    pub(super) fn take(&mut self, slot: u32, (class, bytes): (usize, usize), extent: &mut Extent) -> Option<usize> {
        let address = self.find(slot, (class, bytes), extent)?;
        if let HeapMemory::File(file) = &self.memory
            && let Err(error) = file.provide((address - self.first) as u64, bytes)
        {
            self.refused = Some(error);
            self.put_back(slot, class, address);
            return None;
        }
        Some(address)
    }

    /// Whether the file could not grow.
    pub(super) fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// Why, once.
    pub(super) fn take_refusal(&mut self) -> Option<io::Error> {
        self.refused.take()
    }

    /// Gives pages back to the system; they read as zero again.
    ///
    /// # Safety
    /// They are of the region, and nothing uses what is there.
    pub(super) unsafe fn clear(&self, address: usize, bytes: usize) {
        // SAFETY: as the caller says.
        unsafe {
            if let HeapMemory::File(file) = &self.memory {
                if file.clear((address - self.first) as u64, bytes).is_err() {
                    with_exposed_provenance_mut::<u8>(address).write_bytes(0, bytes);
                }
            } else if let Some(advice) = self.clearing() {
                clear(address, bytes, advice);
            }
        }
    }

    fn find(&mut self, slot: u32, (class, bytes): (usize, usize), extent: &mut Extent) -> Option<usize> {
        let shelf = self.shelf(slot, class);
        if let Some(address) = self.released.get_mut(&shelf).and_then(Vec::pop) {
            return Some(address);
        }
        if self.gap == 0 {
            return self.advance(bytes);
        }
        extent.take(bytes).or_else(|| {
            *extent = self.new_extent(slot, *extent, bytes)?;
            extent.take(bytes)
        })
    }

    /// Takes back what `take` has given.
    pub(super) fn put_back(&mut self, slot: u32, class: usize, address: usize) {
        self.released.entry(self.shelf(slot, class)).or_default().push(address);
    }

    fn advance(&mut self, bytes: usize) -> Option<usize> {
        let (at, left) = (self.bump, self.ground.start + self.ground.bytes - self.bump);
        self.bump += if bytes <= left { bytes } else { return None };
        Some(at)
    }

    /// A slot's next extent, for at least `bytes` bytes; twice as long as the last one, if there is room.
    fn new_extent(&mut self, slot: u32, last: Extent, bytes: usize) -> Option<Extent> {
        let wanted = self.gap.max(2 * (last.end - last.start)).min(EXTENT_MAX).max(bytes);
        for size in [wanted, bytes] {
            let size = size.next_multiple_of(GRANULE);
            let Some(start) = self.find_extent(slot as usize, last, size) else { continue };
            let accessible = libc::PROT_READ | libc::PROT_WRITE;
            // SAFETY: addresses of the region that have never been used.
            if unsafe { libc::mprotect(with_exposed_provenance_mut(start), size, accessible) } != 0 {
                return None;
            }
            // Worker processes hear of each extent.
            if matches!(self.memory, HeapMemory::Shared) {
                board::note_extent(start, size);
            }
            return Some(Extent { start, next: start, end: start + size });
        }
        None
    }

    /// Addresses for an extent, behind a gap: in one of the slot's own ranges, or else behind those of all slots.
    fn find_extent(&mut self, slot: usize, last: Extent, bytes: usize) -> Option<usize> {
        for (first, share) in self.shares.into_iter().filter(|_| slot < self.slots) {
            let (from, to) = (first + slot * share, first + (slot + 1) * share);
            let at = from.max(last.end) + self.gap;
            if at <= to && bytes <= to - at {
                return Some(at);
            }
        }
        let at = self.bump + self.gap;
        // The region ends with a gap.
        let left = (self.ground.start + self.ground.bytes).checked_sub(at)?;
        if bytes.checked_add(self.gap)? > left {
            return None;
        }
        self.bump = at + bytes;
        Some(at)
    }
}

/// For tests only, whose many regions would exhaust the addresses. Memory of ranks stays mapped, as shared libraries may point
/// to it.
#[cfg(test)]
impl Drop for Addresses {
    fn drop(&mut self) {
        let start = with_exposed_provenance_mut(self.ground.start);
        // SAFETY: the test that has made it uses nothing of it any more.
        unsafe {
            libc::munmap(start, self.ground.bytes);
            libc::munmap(self.ground.owners.cast(), self.ground.bytes / GRANULE * 4);
        }
    }
}
