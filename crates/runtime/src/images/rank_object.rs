//! Finds MPI handles that are addresses of library variables, as in Open MPI's ABI: gives the address of such a variable in the
//! running rank's image, its loaded copy of the program ([`super::objects`]).

use std::ffi::{c_int, c_void};
use std::ptr::with_exposed_provenance_mut;

use super::objects::NONE;
use super::state::{current, image_process_pointer};

/// The address that the running rank knows a variable of the face by; `own` if the program has no copy of it.
#[unsafe(no_mangle)]
extern "C" fn wt_object(index: c_int, own: *mut c_void) -> *mut c_void {
    let (process, slot) = (image_process_pointer(), current());
    if process.is_null() || slot.is_null() {
        return own;
    }
    // SAFETY: the image process lives while its ranks run, and only what never changes then is read; the current slot is valid
    // while its rank runs.
    let (offsets, image) = unsafe { (&(&*process).pool(&*slot).loaded.face_objects, (*slot).image) };
    match offsets.get(index as usize) {
        Some(&offset) if offset != NONE => with_exposed_provenance_mut(image + offset as usize),
        _ => own,
    }
}
