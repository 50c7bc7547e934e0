//! Interposed `mmap`, `munmap` and `mremap`: a mapping for which the rank does not choose an address gets one in a region
//! reserved for ranks ([`super::super::mappings`]).

use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::OnceLock;

use super::super::caller::{recording_caller, take_call_address};
use super::super::mappings::{Mappings, pages};
use super::super::state::image_process_pointer;
use super::super::template::PAGE;
use super::entry::Entry;

/// Of kinds that the system has to place.
const PLACED_BY_THE_SYSTEM: c_int = libc::MAP_HUGETLB | libc::MAP_32BIT | libc::MAP_GROWSDOWN;

/// Called with the descriptor of a file that a rank maps, and where it does.
type FileMapped = fn(c_int, *const c_void);

static FILE_MAPPED: OnceLock<FileMapped> = OnceLock::new();

/// From now on, `called` hears of each file that a rank maps.
pub(crate) fn watch(called: FileMapped) {
    FILE_MAPPED.get_or_init(|| called);
}

unsafe extern "C" {
    #[link_name = "mremap"]
    fn real_mremap(at: *mut c_void, old: usize, new: usize, flags: c_int, to: *mut c_void) -> *mut c_void;
}

pub(crate) fn table() -> Vec<Entry> {
    vec![
        ("mmap", mmap_called as *const ()),
        ("mmap64", mmap_called as *const ()),
        ("mremap", mremap as *const ()),
        ("munmap", munmap as *const ()),
    ]
}

recording_caller! { mmap_called => mmap }

/// The mappings of ranks. As for `free`, no reference to the image process is alive.
fn mappings<'a>() -> &'a mut Mappings {
    // SAFETY: called on the thread that runs ranks, by code of an image.
    unsafe { &mut (*image_process_pointer()).mappings }
}

/// Whole pages from an address on.
fn range_of(at: *mut c_void, bytes: usize) -> Option<Range<usize>> {
    let start = Some(at.addr()).filter(|start| start.is_multiple_of(PAGE as usize))?;
    Some(start..start.checked_add(pages(bytes)?)?)
}

/// Where in the region a mapping is to lie. At an address of the region that is free a rank gets what it asks for, as in a process
/// of its own.
fn place(at: *mut c_void, bytes: usize, flags: c_int) -> Option<Range<usize>> {
    let fixed = flags & (libc::MAP_FIXED | libc::MAP_FIXED_NOREPLACE) != 0;
    if flags & PLACED_BY_THE_SYSTEM != 0 {
        return None;
    }
    if at.is_null() && !fixed {
        return mappings().take(bytes);
    }
    let wanted = range_of(at, bytes).filter(|range| mappings().part(range).is_some())?;
    if flags & libc::MAP_FIXED != 0 || mappings().is_free(&wanted) {
        mappings().claim(wanted.clone());
        Some(wanted)
    } else if fixed {
        None
    } else {
        mappings().take(bytes)
    }
}

/// A range was taken, and the system has not mapped it, or does not any more.
fn left(range: Range<usize>) {
    // SAFETY: this thread's errno, which stays.
    unsafe {
        let error = *libc::__errno_location();
        mappings().left(range);
        *libc::__errno_location() = error;
    }
}

unsafe extern "C-unwind" fn mmap(
    at: *mut c_void,
    bytes: usize,
    protection: c_int,
    flags: c_int,
    descriptor: c_int,
    offset: i64,
) -> *mut c_void {
    let caller = take_call_address();
    if flags & libc::MAP_ANONYMOUS == 0
        && let Some(called) = FILE_MAPPED.get()
    {
        called(descriptor, with_exposed_provenance(caller));
    }
    let Some(place) = place(at, bytes, flags) else {
        // SAFETY: as the rank calls it.
        return unsafe { libc::mmap(at, bytes, protection, flags, descriptor, offset) };
    };
    let flags = flags & !libc::MAP_FIXED_NOREPLACE | libc::MAP_FIXED;
    let there = with_exposed_provenance_mut(place.start);
    // SAFETY: as the rank calls it, at addresses of the region that are free, or its own.
    let mapped = unsafe { libc::mmap(there, bytes, protection, flags, descriptor, offset) };
    if mapped == libc::MAP_FAILED {
        left(place);
    }
    mapped
}

unsafe extern "C" fn munmap(at: *mut c_void, bytes: usize) -> c_int {
    // SAFETY: as the rank calls it.
    let real = |range: Range<usize>| unsafe { libc::munmap(with_exposed_provenance_mut(range.start), range.len()) };
    let range = at.addr()..at.addr().saturating_add(bytes);
    let Some(part) = range_of(at, bytes).and_then(|range| mappings().part(&range)) else { return real(range) };
    // SAFETY: the rank's own memory, of which it says that it does not use it any more.
    let mut done = unsafe { mappings().unmap(part.clone()) };
    for outside in [range.start..part.start, part.end..range.end] {
        done &= outside.is_empty() || real(outside) == 0;
    }
    if done { 0 } else { -1 }
}

unsafe extern "C" fn mremap(at: *mut c_void, old: usize, new: usize, flags: c_int, to: *mut c_void) -> *mut c_void {
    // SAFETY: as the rank calls it.
    let real = |flags, to| unsafe { real_mremap(at, old, new, flags, to) };
    // With an old size of 0 the memory is mapped a second time.
    let own = range_of(at, old.max(1)).filter(|range| mappings().part(range).is_some());
    let is_own = own.is_some();
    let before = own.filter(|_| old > 0);
    let after = if flags & libc::MREMAP_FIXED != 0 {
        range_of(to, new).inspect(|range| mappings().claim(range.clone()))
    } else {
        match (&before, pages(new)) {
            (Some(range), Some(bytes)) if bytes <= range.len() => {
                let tail = range.start + bytes..range.end;
                // SAFETY: the end of the rank's own memory, which it gives up.
                let done = tail.is_empty() || unsafe { mappings().unmap(tail) };
                return if done { at } else { libc::MAP_FAILED };
            }
            _ if is_own && flags & libc::MREMAP_MAYMOVE != 0 => mappings().take(new),
            _ => None,
        }
    };
    let moved = match &after {
        Some(range) => real(flags | libc::MREMAP_FIXED, with_exposed_provenance_mut(range.start)),
        None => real(flags, to),
    };
    let unused = if moved == libc::MAP_FAILED {
        after
    } else {
        before.filter(|_| moved != at && flags & libc::MREMAP_DONTUNMAP == 0)
    };
    if let Some(range) = unused {
        left(range);
    }
    moved
}
