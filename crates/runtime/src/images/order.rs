//! The order of effects that others can see (text, files, crashes): the running rank may be ahead of the engine, or others that were
//! resumed before it may still compute in worker processes. Before such an effect the rank waits for them.

use super::state::{current, image_process};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the running rank runs ahead of the engine.
pub(crate) fn is_ahead() -> bool {
    let slot = current();
    // SAFETY: a non-null current slot is valid while its rank runs.
    !slot.is_null() && unsafe { (*slot).ahead }
}

/// Ranks that were resumed before the one that runs have not come as far as they will before it acts.
static COMPANY: AtomicBool = AtomicBool::new(false);

/// Notes whether others that were resumed before the rank that is resumed next still compute.
pub(crate) fn note_company(is_there: bool) {
    COMPANY.store(is_there, Ordering::Relaxed);
}

/// See [`note_company`].
pub(crate) fn has_company() -> bool {
    COMPANY.load(Ordering::Relaxed)
}

/// Whether the running rank is ahead of the engine, or of ranks that were resumed before.
pub(crate) fn is_early() -> bool {
    is_ahead() || COMPANY.load(Ordering::Relaxed) && !current().is_null()
}

/// The rank that ran last waits for others only: the engine has caught up with it.
static WAITS: AtomicBool = AtomicBool::new(false);

/// Whether the rank that ran last waits for ranks that were resumed before.
pub(crate) fn waits_for_company() -> bool {
    WAITS.swap(false, Ordering::Relaxed)
}

/// Waits until the engine has caught up with the running rank, before the rank does what others can see.
pub(crate) fn catch_up() {
    if is_early() {
        note_wait();
        // SAFETY: a rank runs, so the image process is installed and the engine holds no reference to it.
        let catch_up = unsafe { image_process().hooks.catch_up };
        catch_up();
    }
}

/// The running rank gives control back to wait, for others if it is not ahead of the engine.
pub(crate) fn note_wait() {
    WAITS.store(!is_ahead(), Ordering::Relaxed);
}
