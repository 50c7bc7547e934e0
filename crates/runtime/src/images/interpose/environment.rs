//! Interposed C library functions for environment variables. Ranks begin with a common environment. A rank that changes a
//! variable gets an environment of its own. Whenever a rank runs, its environment is installed in the C library, so that
//! `getenv` and all code inside the C library read the variables of this rank.

use std::ffi::{CString, c_char, c_int};
use std::ptr::null_mut;

use super::super::running::with_image_process;
use super::super::slot::ImageSlot;
use super::super::state::ImageProcess;
use super::entry::Entry;
use super::memory::common;
use crate::rank_variables::OF_RANKS;

unsafe extern "C" {
    static mut environ: *mut *mut c_char;
}

pub(crate) fn table() -> Vec<Entry> {
    vec![
        ("getenv", getenv as *const ()),
        ("secure_getenv", getenv as *const ()),
        ("setenv", setenv as *const ()),
        ("unsetenv", unsetenv as *const ()),
        ("putenv", putenv as *const ()),
        ("clearenv", clearenv as *const ()),
    ]
}

/// Replaces the process's environment for good; returns the new `environ`.
pub(crate) fn replace(variables: &[CString]) -> *mut *mut c_char {
    let mut list: Vec<*mut c_char> = variables.iter().map(|v| v.clone().into_raw()).collect();
    list.push(null_mut());
    let list = Box::leak(list.into_boxed_slice()).as_mut_ptr();
    install(list);
    list
}

/// Makes `list` the C library's environment.
pub(crate) fn install(list: *mut *mut c_char) {
    // SAFETY: a null-terminated list that lives as long as it is installed; one thread reads it.
    unsafe { environ = list };
}

/// Variables of the running rank.
unsafe fn variables(list: *mut *mut c_char) -> Vec<*mut c_char> {
    let mut found = Vec::new();
    // SAFETY: a null-terminated list.
    unsafe {
        let mut at = list;
        while !at.is_null() && !(*at).is_null() {
            found.push(*at);
            at = at.add(1);
        }
    }
    found
}

/// Whether `entry` ("NAME=value") is the variable `name`.
unsafe fn is(entry: *const c_char, name: &[u8]) -> bool {
    // SAFETY: C strings; comparison stops at the first difference.
    unsafe { name.iter().enumerate().all(|(i, &b)| *entry.add(i) as u8 == b) && *entry.add(name.len()) as u8 == b'=' }
}

/// Gives the running rank an environment of its own, made by `change` from what it has.
fn change(change: impl FnOnce(&mut Vec<*mut c_char>)) -> c_int {
    let done = with_image_process(|w: &mut ImageProcess, s: &mut ImageSlot| {
        // SAFETY: `environ` is the running rank's list.
        let mut list = unsafe { variables(environ) };
        change(&mut list);
        list.push(null_mut());
        let bytes = list.len() * size_of::<*mut c_char>();
        let new: *mut *mut c_char = w.arena.allocate(s.slot, bytes, 16, false).cast();
        if new.is_null() {
            return false;
        }
        // SAFETY: room for the whole list was just allocated. The old list stays: the program may hold `environ`.
        unsafe { new.copy_from_nonoverlapping(list.as_ptr(), list.len()) };
        s.extras().environ = Some(new);
        s.special = true;
        w.special_active = true;
        install(new);
        for name in ["environ", "__environ", "_environ"] {
            if let Some(&at) = w.pool(s).loaded.plan.copies.get(name) {
                let copy: *mut *mut *mut c_char = std::ptr::with_exposed_provenance_mut(s.image + at as usize);
                // SAFETY: the rank's own copy of the variable.
                unsafe { *copy = new };
            }
        }
        true
    });
    if done == Some(true) { 0 } else { -1 }
}

unsafe fn name_of<'a>(name: *const c_char) -> Option<&'a [u8]> {
    if name.is_null() {
        return None;
    }
    // SAFETY: the caller's C string.
    let bytes = unsafe { std::ffi::CStr::from_ptr(name) }.to_bytes();
    (!bytes.is_empty() && !bytes.contains(&b'=')).then_some(bytes)
}

fn invalid() -> c_int {
    // SAFETY: the calling thread's errno.
    unsafe { *libc::__errno_location() = libc::EINVAL };
    -1
}

/// `getenv` of a rank. One that asks who it is gets the variables that tell it, in an environment of its own: few do.
unsafe extern "C" fn getenv(name: *const c_char) -> *mut c_char {
    // SAFETY: the caller's C string; the running rank's environment.
    unsafe {
        let asks = |own: &&str| libc::strncmp(own.as_ptr().cast(), name, own.len()) == 0 && *name.add(own.len()) == 0;
        if OF_RANKS.iter().any(asks) && libc::getenv(name).is_null() {
            tell();
        }
        libc::getenv(name)
    }
}

/// Gives the running rank the variables that tell it who it is.
fn tell() {
    let told = with_image_process(|process, _| process.hooks.variables);
    for (key, value) in told.map(|of_rank| of_rank()).unwrap_or_default() {
        let Ok(text) = CString::new(format!("{key}={value}")) else { continue };
        // SAFETY: the text is one string, and lives on as those of the environment do.
        unsafe {
            if !variables(environ).iter().any(|&entry| is(entry, key.as_bytes())) {
                put(key.as_bytes(), text.into_raw());
            }
        }
    }
}

unsafe extern "C" fn setenv(name: *const c_char, value: *const c_char, overwrite: c_int) -> c_int {
    // SAFETY: the caller's C strings; the new text is at least as long as both.
    unsafe {
        let Some(key) = name_of(name) else { return invalid() };
        if overwrite == 0 && !libc::getenv(name).is_null() {
            return 0;
        }
        let length = libc::strlen(value);
        let text: *mut c_char = common(key.len() + length + 2).cast();
        if text.is_null() {
            return -1;
        }
        text.copy_from_nonoverlapping(name, key.len());
        *text.add(key.len()) = b'=' as c_char;
        text.add(key.len() + 1).copy_from_nonoverlapping(value, length + 1);
        put(key, text)
    }
}

unsafe fn put(key: &[u8], entry: *mut c_char) -> c_int {
    change(|list| {
        // SAFETY: entries are C strings.
        match list.iter().position(|&e| unsafe { is(e, key) }) {
            Some(at) => list[at] = entry,
            None => list.push(entry),
        }
    })
}

unsafe extern "C" fn unsetenv(name: *const c_char) -> c_int {
    // SAFETY: the caller's C string.
    let Some(key) = (unsafe { name_of(name) }) else { return invalid() };
    // SAFETY: entries are C strings.
    change(|list| list.retain(|&e| !unsafe { is(e, key) }))
}

unsafe extern "C" fn putenv(entry: *mut c_char) -> c_int {
    // SAFETY: the caller's C string, which becomes part of the environment.
    unsafe {
        let bytes = std::ffi::CStr::from_ptr(entry).to_bytes();
        match bytes.iter().position(|&b| b == b'=') {
            Some(at) => put(&bytes[..at], entry),
            None => unsetenv(entry),
        }
    }
}

unsafe extern "C" fn clearenv() -> c_int {
    change(Vec::clear)
}
