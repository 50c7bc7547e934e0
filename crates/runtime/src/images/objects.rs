//! MPI handles that are addresses of variables (Open MPI's ABI): the part of the loader that gives each rank its own addresses.
//!
//! In Open MPI's ABI `MPI_COMM_WORLD` is the address of a variable of the library. An executable may have a copy of that
//! variable in its own data (R_X86_64_COPY). Then the copy's address is the handle, and each image (a rank's copy of the
//! program) has another address. The *face* (Windtunnel's libmpi.so with Open MPI's ABI) registers its variables
//! ([`wt_set_objects`]). The loader finds which of these variables the program defines. When the face returns a handle of this
//! kind, it asks for the address in the running rank's image (`wt_object`, in `rank_object`). If ranks are processes, none of
//! this is needed, as the dynamic linker binds the face itself to the copies.

use std::ffi::{CStr, c_char, c_int};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use super::resolve::{Definition, Program};
use super::template::Template;

/// The offset of a variable that the program has no copy of.
pub(super) const NONE: u64 = u64::MAX;

// A process has one face, so these are the face's and no rank's.
static NAMES: AtomicPtr<*const c_char> = AtomicPtr::new(null_mut());
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// The names of a face's variables, in the order of its own numbers for them.
///
/// # Safety
/// `names` has `length` C strings, and all live as long as the process.
#[unsafe(no_mangle)]
unsafe extern "C" fn wt_set_objects(names: *mut *const c_char, length: c_int) {
    COUNT.store(usize::try_from(length).unwrap_or(0), Ordering::Relaxed);
    NAMES.store(names, Ordering::Relaxed);
}

/// Offsets in the image of the copies that a program has of the face's variables.
pub(crate) fn copies(program: &Program, template: &Template) -> Vec<u64> {
    let (names, count) = (NAMES.load(Ordering::Relaxed), COUNT.load(Ordering::Relaxed));
    let place = |index| {
        // SAFETY: the face gave `count` C strings, and it is never unloaded.
        let name = unsafe { CStr::from_ptr(*names.add(index)) };
        match program.lookup(name.to_str().unwrap_or_default(), None, 0, None) {
            Some(Definition::Replicated { object, symbol }) => {
                template.modules[object].base + program.objects[object].symbols[symbol].value
            }
            _ => NONE,
        }
    };
    (0..if names.is_null() { 0 } else { count }).map(place).collect()
}
