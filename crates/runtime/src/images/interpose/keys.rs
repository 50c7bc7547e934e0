//! Interposed keys of thread-specific data (`pthread_key_create`), with one table per rank: a process has 1,024 of them, and each rank's
//! copy of a library may want one.

use super::super::slot::Extras;
use super::super::state::current;
use super::entry::Entry;
use std::ffi::{c_int, c_uint, c_void};
use std::ptr::null_mut;

/// The most keys of a rank, as of a process.
const KEYS_MAX: usize = 1024;

pub(crate) fn table() -> Vec<Entry> {
    vec![
        ("pthread_key_create", create as *const ()),
        ("__pthread_key_create", create as *const ()),
        ("tss_create", create_or_fail as *const ()),
        ("pthread_key_delete", delete as *const ()),
        ("tss_delete", delete as *const ()),
        ("pthread_getspecific", get as *const ()),
        ("tss_get", get as *const ()),
        ("pthread_setspecific", set as *const ()),
        ("tss_set", set as *const ()),
    ]
}

fn extras<'a>() -> &'a mut Extras {
    // SAFETY: called by a rank, whose slot never moves; no other reference to what is only its own lives here.
    unsafe { (*current()).extras() }
}

/// Destructors are never called: a rank's only thread ends with the process.
unsafe extern "C" fn create(key: *mut c_uint, _destructor: *const c_void) -> c_int {
    let keys = &mut extras().keys;
    let free = keys.iter().position(Option::is_none).unwrap_or(keys.len());
    if free == KEYS_MAX {
        return libc::EAGAIN;
    }
    if free == keys.len() {
        keys.push(None);
    }
    keys[free] = Some(0);
    // SAFETY: the caller's variable.
    unsafe { *key = free as c_uint };
    0
}

unsafe extern "C" fn create_or_fail(key: *mut c_uint, destructor: *const c_void) -> c_int {
    const THRD_ERROR: c_int = 2;
    // SAFETY: as `create`.
    if unsafe { create(key, destructor) } == 0 { 0 } else { THRD_ERROR }
}

unsafe extern "C" fn delete(key: c_uint) -> c_int {
    match extras().keys.get_mut(key as usize) {
        Some(place @ Some(_)) => {
            *place = None;
            0
        }
        _ => libc::EINVAL,
    }
}

unsafe extern "C" fn get(key: c_uint) -> *mut c_void {
    let value = extras().keys.get(key as usize).copied().flatten();
    value.map_or(null_mut(), std::ptr::with_exposed_provenance_mut)
}

unsafe extern "C" fn set(key: c_uint, value: *const c_void) -> c_int {
    match extras().keys.get_mut(key as usize) {
        Some(Some(place)) => {
            *place = value.expose_provenance();
            0
        }
        _ => libc::EINVAL,
    }
}
