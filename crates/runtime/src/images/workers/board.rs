//! The state that the simulator's process shares with the workers, and the calls by which the rest of the runtime tells them of
//! something: heaps that grow, calls that no longer return where they would have, crashes. Without workers these do nothing.

use super::gates;
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};

/// The most extents of heaps that workers hear of. Memory beyond them is accessed at home.
pub(super) const EXTENTS_MAX: usize = 8192;

/// The state that all processes share.
#[repr(C, align(4096))]
pub(super) struct Board {
    /// Counts ranks that have begun, and those that have stopped.
    pub(super) rings: AtomicU32,
    /// Whether the engine sleeps until one does.
    pub(super) listens: AtomicU32,
    /// Extents of heaps that have been opened since the workers were started.
    pub(super) extents: AtomicUsize,
    pub(super) spans: [[AtomicUsize; 2]; EXTENTS_MAX],
}

pub(super) static BOARD: AtomicPtr<Board> = AtomicPtr::new(null_mut());
/// Has a rank that has crashed wait for others; returns if it cannot.
type CrashLater = unsafe fn(*mut libc::ucontext_t);
static CRASH_LATER: OnceLock<CrashLater> = OnceLock::new();

/// The board lies at this address from now on, in memory that all processes share.
pub(super) fn open(address: usize, crash_later: CrashLater) {
    let _ = CRASH_LATER.set(crash_later);
    BOARD.store(with_exposed_provenance_mut(address), Ordering::Release);
}

/// Ranks' heaps have grown.
pub(crate) fn note_extent(start: usize, bytes: usize) {
    // SAFETY: null, or shared memory that is never unmapped.
    let Some(board) = (unsafe { BOARD.load(Ordering::Relaxed).as_ref() }) else { return };
    let number = board.extents.load(Ordering::Relaxed);
    if let Some([from, to]) = board.spans.get(number) {
        from.store(start, Ordering::Relaxed);
        to.store(start + bytes, Ordering::Relaxed);
        board.extents.store(number + 1, Ordering::Release);
    }
}

/// A function of the program's has been called within a call of MPI's: where that returns to is not known any more.
#[inline]
pub(crate) fn forget_call() {
    if !BOARD.load(Ordering::Relaxed).is_null() {
        change_call(0);
    }
}

/// Where the latest call returns to, as the gate has noted it that it went through, is another rank's now: gives what it was.
pub(crate) fn change_call(place: usize) -> usize {
    match gates::places() {
        // SAFETY: a word that gates write.
        Some((_, noted, _)) => unsafe { noted.replace(place) },
        None => 0,
    }
}

/// A rank has crashed at home. If others that were resumed before compute in workers, it waits until these have been heard of, and
/// crashes then. Returns if it cannot.
///
/// # Safety
/// In the handler of the signal, with the kernel's context; the rank that runs was interrupted on its own stack, outside of the runtime.
pub(crate) unsafe fn crash_later(context: *mut libc::ucontext_t) {
    if let Some(wait) = CRASH_LATER.get() {
        // SAFETY: as the caller says.
        unsafe { wait(context) };
    }
}
