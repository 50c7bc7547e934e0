//! Stacks of the crash handler: gives the handler a stack of its own, finds the way back to the engine's stack, and checks
//! whether a rank has overwritten the runtime's data at the base of the rank's stack.

use super::super::slot::ImageSlot;
use super::super::state::current;
use super::sealed::guarded_pages;
use super::{ENGINE_FRAME, ENGINE_FRAME_MOST, ENGINE_STACK_MOST, InterruptedAt, end, running_rank};
use corosensei::Yielder;
use std::arch::asm;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Handlers of programs run there, too.
const HANDLER_STACK: usize = 256 << 10;

/// First byte of the handlers' stack.
static HANDLERS: AtomicUsize = AtomicUsize::new(0);
/// Size of the largest stack of a rank, bytes.
static STACK_MOST: AtomicUsize = AtomicUsize::new(0);

/// Notes how many bytes stacks of ranks have.
pub(super) fn note_stack_bytes(most: usize) {
    STACK_MOST.store(most, Ordering::Relaxed);
}

/// Whether the stack pointer was on the stack of the rank that runs.
pub(super) fn is_on_rank_stack(at: InterruptedAt) -> bool {
    !current().is_null() && at.stack.abs_diff(ENGINE_FRAME.load(Ordering::Relaxed)) >= ENGINE_STACK_MOST
}

/// The base of a rank's stack: the way back to the engine, and the function that the stack has begun with, which is the same for
/// all ranks and no longer needed: a canary in the line of the caches that each switch uses.
type Base = [usize; 2];

static CANARY: AtomicUsize = AtomicUsize::new(0);

/// Notes what the canary of each stack is.
///
/// # Safety
/// At the beginning of a rank, with its yielder.
pub(crate) unsafe fn note_canary(yielder: *const Yielder<(), ()>) {
    // SAFETY: the yielder is the base of the rank's stack.
    CANARY.store(unsafe { (*yielder.cast::<Base>())[1] }, Ordering::Relaxed);
}

/// Whether the base of a stack is as it was when its rank began.
///
/// # Safety
/// The yielder is that of a rank that lives.
#[inline]
pub(crate) unsafe fn is_base_whole(yielder: *const Yielder<(), ()>) -> bool {
    // SAFETY: as the caller says: its stack is mapped.
    unsafe { (*yielder.cast::<Base>())[1] == CANARY.load(Ordering::Relaxed) }
}

/// Ends the rank that runs if it has written over the base of its stack, and so can't give control back, or is beyond its end.
///
/// # Safety
/// On the stack of the rank in this slot.
#[inline]
pub(crate) unsafe fn check_stack(slot: *mut ImageSlot) {
    let here = 0u8;
    // SAFETY: as the caller says.
    let (yielder, is_whole) = unsafe { ((*slot).yielder, is_base_whole((*slot).yielder)) };
    // SAFETY: as above.
    let back = unsafe { (*yielder.cast::<Base>())[0] };
    let depth = yielder.addr().wrapping_sub((&raw const here).addr());
    let is_whole = is_whole && is_thread_whole();
    let is_whole = is_whole && ENGINE_FRAME.load(Ordering::Relaxed).wrapping_sub(back) < ENGINE_FRAME_MOST;
    if !is_whole || depth > STACK_MOST.load(Ordering::Relaxed) {
        end_on_stack((&raw const here).addr(), is_whole);
    }
}

/// The thread pointer, which is also the first word that it leads to (AMD64 ABI): right behind the thread-local variables of the
/// rank that runs.
static THREAD: AtomicUsize = AtomicUsize::new(0);

fn thread_word() -> usize {
    let word;
    // SAFETY: reads what every thread has.
    unsafe { asm!("mov {}, fs:[0]", out(reg) word, options(nostack, readonly, preserves_flags)) };
    word
}

#[inline]
fn is_thread_whole() -> bool {
    thread_word() == THREAD.load(Ordering::Relaxed)
}

/// Notes what the thread pointer is.
pub(super) fn note_thread() {
    THREAD.store(thread_word(), Ordering::Relaxed);
}

/// Puts the words back that the C library finds its data by, so that the rest of the run can be told.
fn mend_thread() {
    let word = THREAD.load(Ordering::Relaxed);
    // SAFETY: what was there before the rank has written over it.
    unsafe { asm!("mov fs:[0], {0}", "mov fs:[16], {0}", in(reg) word, options(nostack, preserves_flags)) };
}

/// Ends the process because a rank can't be resumed.
pub(crate) fn damaged_stack(rank: u32) -> ! {
    end(libc::SIGSEGV, DAMAGED, None, None, Some(rank))
}

const DAMAGED: &str = "its stack is damaged: it has written beyond a variable there";
const DAMAGED_THREAD: &str = "it has written beyond its thread-local variables";

#[cold]
fn end_on_stack(here: usize, is_whole: bool) {
    if !is_thread_whole() {
        mend_thread();
        end(libc::SIGSEGV, DAMAGED_THREAD, None, None, running_rank());
    }
    if !is_whole {
        end(libc::SIGSEGV, DAMAGED, None, None, running_rank());
    }
    // A handler of the rank's own runs on the handlers' stack.
    if here.wrapping_sub(HANDLERS.load(Ordering::Relaxed)) >= HANDLER_STACK {
        end(libc::SIGSEGV, "stack overflow", None, None, running_rank());
    }
}

/// Gives the handlers a stack of their own.
pub(super) fn use_handler_stack() {
    if let Some(stack) = guarded_pages(HANDLER_STACK) {
        HANDLERS.store(stack, Ordering::Relaxed);
        let stack = std::ptr::with_exposed_provenance_mut(stack);
        let alternate = libc::stack_t { ss_sp: stack, ss_flags: 0, ss_size: HANDLER_STACK };
        // SAFETY: a mapping that nothing else uses.
        unsafe { libc::sigaltstack(&raw const alternate, null_mut()) };
    }
}
