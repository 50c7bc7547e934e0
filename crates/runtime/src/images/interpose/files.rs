//! Replaces the C library's functions on files, sockets and the like, through which ranks can influence each other without
//! messages.
//!
//! A rank that opens a file or socket first waits until the engine has simulated all its earlier requests. From then on the
//! rank waits for the engine's answer to every request, instead of going on before the answer (running ahead). So reads and
//! writes happen in the order of simulated time. A rank also waits before it looks at files or changes folders. The
//! replacing functions are in the launcher (`launcher/posix.c`), where the program and all shared libraries find them;
//! these functions call this module.

use std::ffi::c_int;

use super::super::order::catch_up;
use super::super::running::stay_behind;
use crate::call::Call;
use crate::{outside, posix};

/// Has the launcher's functions tell us.
pub(crate) fn watch() {
    posix::watch(Some(shown));
}

/// The running rank, if one runs, is about to do what others can see, and perhaps opens something.
extern "C-unwind" fn shown(opens: c_int) {
    // The engine opens files, too, also between a rank's last post and the answer to it, and so do its threads while a rank runs.
    if !outside::is_in_image() {
        return;
    }
    catch_up();
    Call::wait_for_clock();
    if opens != 0 {
        stay_behind();
    }
}
