//! Files, sockets and the like: what a rank does with them others can see, in an order that no message need give.
//!
//! So a rank that opens one waits until the engine has caught up with it, and never runs ahead again: reads and writes happen
//! when simulated time says. What looks at files or changes folders waits as well. The functions are the launcher's
//! (`launcher/posix.c`), which the program and all shared libraries call; they tell us.

use std::ffi::c_int;

use super::super::running::{catch_up, in_rank, stay_behind};
use crate::call::Call;
use crate::posix;

/// Has the launcher's functions tell us.
pub(crate) fn watch() {
    posix::watch(Some(shown));
}

/// The running rank, if one runs, is about to do what others can see, and perhaps opens something.
extern "C-unwind" fn shown(opens: c_int) {
    // The engine opens files, too, also between a rank's last post and the answer to it.
    if !in_rank() {
        return;
    }
    catch_up();
    Call::wait_for_clock();
    if opens != 0 {
        stay_behind();
    }
}
