//! Finds the call site of I/O in the program, by walking the stack up to the first frame of the program itself. The return
//! address of the system's function is of no use: buffered C and C++ streams and Fortran units call it from inside their
//! libraries.

use crate::images;
use std::ffi::{CStr, OsStr, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Libraries whose calls are those of their callers.
const LANGUAGES: [&str; 5] = ["libc.so", "libstdc++.so", "libgfortran.so", "libwindtunnel", "libm.so"];

/// Frames that are looked at.
const FRAMES_MAX: usize = 64;

type Visit = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;

unsafe extern "C" {
    fn _Unwind_Backtrace(visit: Visit, argument: *mut c_void) -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
}

/// `_URC_NO_REASON`, and a code that ends the walk.
const GO_ON: c_int = 0;
const STOP: c_int = 4;

fn is_of_a_language(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_bytes();
    LANGUAGES.iter().any(|library| name.starts_with(library.as_bytes()))
}

/// Whether an address is in such a library, and no code of the program's.
fn is_library(address: usize) -> bool {
    if let Some((object, _)) = images::locate(address) {
        return images::object_path(object).is_some_and(|path| is_of_a_language(&path));
    }
    if images::in_rank() {
        return true;
    }
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: fills the struct, or returns 0.
    let found = unsafe { libc::dladdr(std::ptr::without_provenance(address), info.as_mut_ptr()) };
    if found == 0 {
        return true;
    }
    // SAFETY: it was filled, and the name is that of an object that is loaded.
    let name = unsafe { CStr::from_ptr(info.assume_init().dli_fname) };
    is_of_a_language(Path::new(OsStr::from_bytes(name.to_bytes())))
}

/// A walk over frames, up to the program's.
struct Walk {
    frames: usize,
    found: usize,
}

unsafe extern "C" fn visit(context: *mut c_void, walk: *mut c_void) -> c_int {
    // SAFETY: the walk of `program_site`, and a context of the unwinder's.
    let (walk, address) = unsafe { (&mut *walk.cast::<Walk>(), _Unwind_GetIP(context)) };
    walk.frames += 1;
    if address == 0 || walk.frames > FRAMES_MAX {
        return STOP;
    }
    if is_library(address) {
        return GO_ON;
    }
    walk.found = address;
    STOP
}

/// The place in the program of a call that has come from `site`; `site` itself if there is none.
pub(super) fn program_site(site: *const c_void) -> *const c_void {
    if !is_library(site.addr()) {
        return site;
    }
    let mut walk = Walk { frames: 0, found: 0 };
    // SAFETY: walks over the frames of this stack; `visit` ends the walk at the program's.
    unsafe { _Unwind_Backtrace(visit, (&raw mut walk).cast()) };
    if walk.found == 0 { site } else { std::ptr::with_exposed_provenance(walk.found) }
}
