//! Functions that act on the rank that is running: they yield to the engine, let the rank run ahead of the engine, end the
//! rank, or return the rank's number.

use std::ptr::null_mut;

use super::caller::take_call_address;
use super::crash;
use super::interpose::output::take_pending;
use super::order::catch_up;
use super::outcome::Yielded;
use super::slot::ImageSlot;
use super::state::{ImageProcess, current, image_process, image_process_pointer};

/// Gives control back to the engine; returns when the rank is resumed. On a rank's stack only.
#[inline]
pub fn yield_now() {
    let slot = current();
    assert!(!slot.is_null(), "yield_now is called by ranks");
    // SAFETY: the current slot is valid while its rank runs, and its yielder belongs to the coroutine we are on.
    unsafe {
        crash::check_stack(slot);
        (*slot).outcome = Yielded::Blocked;
        (*slot).stack_end = (&raw const slot).addr();
        (*(*slot).yielder).suspend(());
    }
}

/// Whether the running rank may run ahead of the engine, or further ahead: not if it has printed since it began to, as others may
/// print before it has caught up, nor if it has files open.
pub(crate) fn may_run_ahead() -> bool {
    let (slot, process) = (current(), image_process_pointer());
    // SAFETY: a rank runs, so both are valid.
    unsafe {
        let silent = !(*slot).ahead || !(*slot).text_held && !(*process).output.pending();
        silent && !(*slot).stays
    }
}

/// From here on the running rank runs ahead of the engine, until it gives control back.
pub(crate) fn run_ahead() {
    let (slot, process) = (current(), image_process_pointer());
    // SAFETY: as above; no reference is held while the streams are flushed.
    unsafe {
        if !(*slot).ahead && (*process).output.pending() {
            take_pending();
        }
        (*slot).ahead = true;
    }
}

/// The running rank does what others can see, and never runs ahead of the engine again.
pub(crate) fn stay_behind() {
    with_image_process(|_, slot| slot.stays = true);
}

/// Ends the running rank with `outcome`; its frames stay as they are and are never resumed.
pub(crate) fn end_rank(outcome: Yielded) -> ! {
    let slot = current();
    assert!(!slot.is_null(), "only a rank can end");
    // SAFETY: as `yield_now`.
    unsafe {
        crash::check_stack(slot);
        (*slot).outcome = outcome;
        (*(*slot).yielder).suspend(());
    }
    unreachable!("a rank that ended is not resumed")
}

/// Ends the running rank because images mode cannot do what it asks for. `reason` says what, and what to do instead.
pub fn end_unsupported(reason: &'static str) -> ! {
    note_exit_call(reason);
    catch_up();
    end_rank(Yielded::Unsupported { reason })
}

/// Ends the run because the system refuses something without which a rank would go on with what is another's. On any stack.
#[cold]
pub(crate) fn end_refused(what: &str, error: &std::io::Error) -> ! {
    crash::write_output();
    eprintln!("windtunnel: {what}: {error}");
    // SAFETY: ends the process at once: nobody goes on.
    unsafe { libc::_exit(REFUSED_STATUS) }
}

/// Exit status of a run that the system does not let go on.
const REFUSED_STATUS: i32 = 2;

/// Notes by which function the running rank leaves for good, if the program has called it at a place that is known.
pub(crate) fn note_exit_call(call: &'static str) {
    let (caller, slot) = (take_call_address(), current());
    if caller != 0 && !slot.is_null() {
        // SAFETY: the current slot is valid while its rank runs, and is its own.
        unsafe { (*slot).extras().exit_call.get_or_insert((call, caller)) };
    }
}

/// Whether the caller runs on a rank's stack.
#[inline]
pub fn in_rank() -> bool {
    !current().is_null()
}

/// The running rank. On a rank's stack only.
#[inline]
pub fn current_rank() -> u32 {
    let slot = current();
    assert!(!slot.is_null(), "no rank is running");
    // SAFETY: the current slot is valid while its rank runs.
    unsafe { (*slot).rank }
}

/// The running rank's pointer as given to `Images::set_user`; null on the engine's stack.
#[inline]
pub fn current_user() -> *mut () {
    let slot = current();
    // SAFETY: a non-null current slot is valid while its rank runs.
    if slot.is_null() { null_mut() } else { unsafe { (*slot).user } }
}

/// Calls `f` with the image process and the running rank's slot, from a rank's stack.
///
/// `f` must not yield or call into the program.
pub(crate) fn with_image_process<R>(f: impl FnOnce(&mut ImageProcess, &mut ImageSlot) -> R) -> Option<R> {
    let slot = current();
    if slot.is_null() {
        return None;
    }
    // SAFETY: a rank runs, so the image process is installed and the engine holds no reference to it (`run`); `f`
    // does not switch.
    Some(unsafe { f(image_process(), &mut *slot) })
}
