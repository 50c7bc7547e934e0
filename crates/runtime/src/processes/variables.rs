//! Reads and changes environment variables of this process directly in `environ`, without the C library's functions.
//!
//! A program may replace the C library's functions. For example, a shell exports its own `getenv` and `setenv`, which use
//! the shell's variables and leave `environ` as it is. This module replaces and removes variables but never adds a
//! variable. Other threads must not use the environment meanwhile.

use std::ffi::{CStr, CString, OsStr, OsString, c_char};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

unsafe extern "C" {
    static mut environ: *mut *mut c_char;
}

/// The place of a variable in the environment, and its value.
fn find(name: &str) -> Option<(*mut *mut c_char, OsString)> {
    // SAFETY: null, or an array of C strings that ends with a null pointer.
    unsafe {
        let mut at = environ;
        while !at.is_null() && !(*at).is_null() {
            let entry = CStr::from_ptr(*at).to_bytes();
            if let Some(value) = entry.strip_prefix(name.as_bytes()).and_then(|rest| rest.strip_prefix(b"=")) {
                return Some((at, OsString::from_vec(value.to_vec())));
            }
            at = at.add(1);
        }
    }
    None
}

/// The value of a variable.
pub(super) fn get(name: &str) -> Option<OsString> {
    find(name).map(|(_, value)| value)
}

/// Takes a variable out of the environment, however often it is in it.
pub(super) fn remove(name: &str) {
    while let Some((mut at, _)) = find(name) {
        // SAFETY: the place lies before the array's end, which is a null pointer; what follows moves up by one.
        unsafe {
            while !(*at).is_null() {
                *at = *at.add(1);
                at = at.add(1);
            }
        }
    }
}

/// Puts a variable into the place of another. Whether that was there.
pub(super) fn put_in_place_of(old: &str, name: &str, value: &OsStr) -> bool {
    let entry = [name.as_bytes(), b"=", value.as_bytes()].concat();
    let (Some((at, _)), Ok(entry)) = (find(old), CString::new(entry)) else { return false };
    // SAFETY: a place in the array; the text is never freed, as texts of the environment are not.
    unsafe { *at = entry.into_raw() };
    true
}
