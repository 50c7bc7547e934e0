//! Memory of a rank's tiny window: a counter or a lock, say. A rank whose program has asked for no memory has no heap, and a heap
//! of its own takes a page, and one of the system's tables where gaps keep heaps apart. So the top of each stack, which every rank
//! has touched, has a line of the cache to spare for a window. Words around the window show whether the rank has written beyond it.

use std::ptr::with_exposed_provenance_mut;

use super::crash::bad_free;
use super::running::with_image_process;

/// Bytes of a line of the cache, and its alignment.
pub(crate) const LINE: usize = 64;
/// Bytes below the line that belong to it: another line, so that frames keep their places in lines.
pub(crate) const BELOW: usize = LINE;
/// Bytes of a window at most: the rest of the line is behind it.
const WINDOW_MAX: usize = LINE - 2 * size_of::<u64>();
const GUARD: u64 = 0x5a5a_5a5a_5a5a_5a5a;

/// The words before and behind a window.
fn guards(line: usize) -> [*mut u64; 4] {
    [line - 16, line - 8, line + WINDOW_MAX, line + WINDOW_MAX + 8].map(with_exposed_provenance_mut)
}

/// The line of the running rank, if a window of that size should lie there; none if the rank is a process.
pub(crate) fn for_window(bytes: usize) -> Option<usize> {
    with_image_process(|process, slot| {
        // Worker processes know what ranks write, but not which heaps there are.
        let is_worker = process.pool(slot).space.shared.is_some();
        let has_heap = process.arena.heap_use(slot.slot).peak > 0;
        (bytes <= WINDOW_MAX && !is_worker && !has_heap).then(|| process.window_line(slot))
    })
    .flatten()
}

/// Takes the running rank's line for a window. Its contents are undefined.
///
/// # Safety
/// It is that of [`for_window`], and no window lies there.
pub(crate) unsafe fn take(line: usize) -> *mut u8 {
    // SAFETY: as the caller says: memory of the rank's stack above all its frames.
    guards(line).into_iter().for_each(|guard| unsafe { guard.write(GUARD) });
    with_exposed_provenance_mut(line)
}

/// Takes a window's memory back if it is the running rank's line, which was taken; false if it is other memory. The rank ends if it
/// has written beyond its window.
pub(crate) fn give_back(address: usize) -> bool {
    let is_line = with_image_process(|process, slot| process.window_line(slot) == address).unwrap_or(false);
    // SAFETY: memory of the rank's stack above all its frames.
    if is_line && guards(address).into_iter().any(|guard| unsafe { guard.read() } != GUARD) {
        bad_free();
    }
    is_line
}
