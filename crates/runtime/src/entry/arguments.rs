//! Reads arguments of entry points: arrays, strings, handles behind pointers.

use super::abi::Integer;
use super::handle;
use mpi_rank::{Fault, Handle, checks};
use std::borrow::Cow;
use std::ffi::{CStr, c_char};

/// The length of an array that the program names.
///
/// # Errors
/// It is negative.
pub(super) fn length<N: Integer>(count: N) -> Result<usize, Fault> {
    checks::count(count.wide()).map(|count| count as usize)
}

/// The elements of an array.
///
/// # Safety
/// The array is null or has that many elements.
///
/// # Errors
/// It is null and should have some.
pub(super) unsafe fn array<'a, T>(first: *const T, length: usize) -> Result<&'a [T], Fault> {
    match (first.is_null(), length) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(Fault::Arg("null pointer for an array")),
        // SAFETY: as the caller says.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(first, length) }),
    }
}

/// The numbers of an array.
///
/// # Safety
/// As `array`.
///
/// # Errors
/// As `array`.
pub(super) unsafe fn numbers<N: Integer>(first: *const N, length: usize) -> Result<Vec<i64>, Fault> {
    // SAFETY: as the caller says.
    Ok(unsafe { array(first, length)? }.iter().map(|number| number.wide()).collect())
}

/// A text; bytes that are not UTF-8 are replaced.
///
/// # Safety
/// The pointer is null or a C string that lives on while the result does.
///
/// # Errors
/// It is null.
pub(super) unsafe fn text<'a>(pointer: *const c_char) -> Result<Cow<'a, str>, Fault> {
    if pointer.is_null() {
        return Err(Fault::Arg("null pointer for a text"));
    }
    // SAFETY: as the caller says.
    Ok(unsafe { CStr::from_ptr(pointer) }.to_string_lossy())
}

/// The handle that a pointer names.
///
/// # Safety
/// The pointer is null or valid.
///
/// # Errors
/// It is null.
pub(super) unsafe fn behind(pointer: *const usize) -> Result<Handle, Fault> {
    // SAFETY: as the caller says.
    unsafe { pointer.as_ref() }.map(|&raw| handle(raw)).ok_or(Fault::Arg("null pointer for a handle"))
}
