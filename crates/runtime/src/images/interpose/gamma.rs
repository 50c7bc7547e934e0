//! Interposed `lgamma`, which also writes a variable: the sign of the gamma function, `signgam`. Each rank has its own.

use super::super::running::with_image_process;
use super::entry::Entry;
use std::ffi::{c_double, c_float, c_int};
use std::ptr::with_exposed_provenance_mut;

unsafe extern "C" {
    fn lgamma_r(x: c_double, sign: *mut c_int) -> c_double;
    fn lgammaf_r(x: c_float, sign: *mut c_int) -> c_float;
}

pub(crate) fn table() -> Vec<Entry> {
    vec![
        ("lgamma", lgamma as *const ()),
        ("gamma", lgamma as *const ()),
        ("lgammaf", lgammaf as *const ()),
        ("gammaf", lgammaf as *const ()),
    ]
}

/// Writes the running rank's `signgam`, if the program uses it.
fn set_sign(sign: c_int) {
    let at = with_image_process(|w, s| w.pool(s).loaded.plan.copies.get("signgam").map(|&at| s.image + at as usize));
    if let Some(at) = at.flatten() {
        // SAFETY: the variable, in the running rank's image.
        unsafe { with_exposed_provenance_mut::<c_int>(at).write(sign) };
    }
}

unsafe extern "C" fn lgamma(x: c_double) -> c_double {
    let mut sign = 0;
    // SAFETY: writes the sign.
    let result = unsafe { lgamma_r(x, &raw mut sign) };
    set_sign(sign);
    result
}

unsafe extern "C" fn lgammaf(x: c_float) -> c_float {
    let mut sign = 0;
    // SAFETY: as above.
    let result = unsafe { lgammaf_r(x, &raw mut sign) };
    set_sign(sign);
    result
}
