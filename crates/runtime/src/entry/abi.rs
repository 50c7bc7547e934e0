//! Converts handles, addresses, statuses and constants between the standard MPI ABI (MPI 5.0 §20.3), in which the entry points
//! are called, and the crate `mpi_rank`, the part of the MPI layer that runs with the program.

use mpi_rank::{Fault, Handle, checks};
use ops::Status;
use std::ffi::{c_int, c_void};

/// The number of a handle. A pointer that is no handle's is a number that is none either.
#[inline]
pub(crate) fn handle(raw: usize) -> Handle {
    Handle::try_from(raw).unwrap_or(Handle::MAX)
}

/// A buffer's address in the words of the rank half.
#[inline]
pub(crate) fn address<T>(pointer: *const T) -> u64 {
    pointer.expose_provenance() as u64
}

/// Writes a result.
///
/// # Safety
/// The pointer is null or valid.
///
/// # Errors
/// It is null.
#[inline]
pub(crate) unsafe fn put<T>(pointer: *mut T, value: T) -> Result<(), Fault> {
    place_for(pointer)?;
    // SAFETY: as the caller says.
    unsafe { pointer.write(value) };
    Ok(())
}

/// Whether there is a place for a result, asked before anything is done for it.
///
/// # Errors
/// There is none.
#[inline]
pub(crate) fn place_for<T>(pointer: *mut T) -> Result<(), Fault> {
    if pointer.is_null() { Err(Fault::Arg("null pointer for a result")) } else { Ok(()) }
}

/// Writes a handle.
///
/// # Safety
/// The pointer is null or valid.
///
/// # Errors
/// It is null.
#[inline]
pub(crate) unsafe fn put_handle(pointer: *mut usize, value: Handle) -> Result<(), Fault> {
    // SAFETY: as the caller says.
    unsafe { put(pointer, value as usize) }
}

/// `MPI_Status`. The reserved fields hold the bytes received (low and high half) and whether it was cancelled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MpiStatus {
    /// `MPI_SOURCE`.
    pub source: c_int,
    /// `MPI_TAG`.
    pub tag: c_int,
    /// `MPI_ERROR`.
    pub error: c_int,
    internal: [c_int; 5],
}

const _: () = assert!(size_of::<MpiStatus>() == 32);

impl MpiStatus {
    /// All zero.
    pub const EMPTY: Self = Self { source: 0, tag: 0, error: 0, internal: [0; 5] };

    /// The bytes received.
    #[inline]
    pub fn bytes(&self) -> u64 {
        u64::from(self.internal[1] as u32) << 32 | u64::from(self.internal[0] as u32)
    }

    /// Sets the bytes received.
    pub fn set_bytes(&mut self, bytes: u64) {
        (self.internal[0], self.internal[1]) = (bytes as u32 as c_int, (bytes >> 32) as u32 as c_int);
    }

    /// Whether the operation was cancelled.
    pub fn cancelled(&self) -> bool {
        self.internal[2] != 0
    }

    /// Says whether the operation was cancelled.
    pub fn set_cancelled(&mut self, cancelled: bool) {
        self.internal[2] = c_int::from(cancelled);
    }

    /// Takes over everything but the error, which only functions with several statuses set (MPI 5.0 §3.2.5).
    #[inline]
    pub fn fill(&mut self, status: &Status) {
        (self.source, self.tag) = (status.source, checks::status_tag(status.tag));
        self.set_bytes(status.bytes);
        self.set_cancelled(status.cancelled);
        (self.internal[3], self.internal[4]) = (0, 0);
    }
}

/// Writes a status but for its error, unless the program ignores it.
///
/// # Safety
/// The pointer is `MPI_STATUS_IGNORE` or valid.
#[inline]
pub(crate) unsafe fn put_status(pointer: *mut MpiStatus, status: &Status) {
    if !pointer.is_null() {
        // SAFETY: as the caller says; integers need no initialisation to be overwritten.
        unsafe { (*pointer).fill(status) };
    }
}

/// Writes the empty status, unless the program ignores it: its error is part of it, in functions with one status too
/// (MPI 5.0 §3.7.3).
///
/// # Safety
/// The pointer is `MPI_STATUS_IGNORE` or valid.
pub(crate) unsafe fn put_empty(pointer: *mut MpiStatus) {
    if !pointer.is_null() {
        // SAFETY: as the caller says; integers need no initialisation to be overwritten.
        unsafe {
            (*pointer).fill(&Status::EMPTY);
            (*pointer).error = 0;
        }
    }
}

/// The integers of arguments: `int`, `MPI_Count`, `MPI_Aint`.
pub(crate) trait Integer: Copy {
    /// As the widest of them.
    fn wide(self) -> i64;

    /// From the widest, if it fits.
    fn narrow(value: i64) -> Option<Self>;
}

impl Integer for c_int {
    #[inline]
    fn wide(self) -> i64 {
        self.into()
    }

    #[inline]
    fn narrow(value: i64) -> Option<Self> {
        value.try_into().ok()
    }
}

impl Integer for i64 {
    #[inline]
    fn wide(self) -> i64 {
        self
    }

    #[inline]
    fn narrow(value: i64) -> Option<Self> {
        Some(value)
    }
}

/// `MPI_THREAD_SINGLE`.
pub(crate) const THREAD_SINGLE: c_int = 0;
/// `MPI_THREAD_MULTIPLE`.
pub(crate) const THREAD_MULTIPLE: c_int = 4096;
/// `MPI_MAX_PROCESSOR_NAME`, the final zero included.
pub(crate) const PROCESSOR_NAME_MAX: usize = 256;

/// Copies a text with its final zero and says its length without.
///
/// # Safety
/// `into` has room for `room` bytes; `length` is null or valid.
///
/// # Errors
/// A pointer is null.
pub(crate) unsafe fn put_text(
    into: *mut std::ffi::c_char,
    room: usize,
    text: &[u8],
    length: *mut c_int,
) -> Result<(), Fault> {
    if into.is_null() {
        return Err(Fault::Arg("null pointer for a text"));
    }
    let bytes = text.len().min(room - 1);
    // SAFETY: as the caller says: there is room for `bytes` and a zero.
    unsafe {
        into.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), bytes);
        into.cast::<u8>().add(bytes).write(0);
        put(length, bytes as c_int)
    }
}

/// The address that a pointer-sized result is written to.
///
/// # Safety
/// The pointer is null or valid for a pointer.
///
/// # Errors
/// It is null.
pub(crate) unsafe fn put_pointer(pointer: *mut c_void, value: *mut c_void) -> Result<(), Fault> {
    // SAFETY: as the caller says.
    unsafe { put(pointer.cast::<*mut c_void>(), value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_keeps_its_error_and_holds_64_bits_of_length() {
        let mut status = MpiStatus { source: 0, tag: 0, error: 77, internal: [0; 5] };
        status.fill(&Status { source: 3, bytes: (5 << 40) + 1, cancelled: true, ..Status::EMPTY });
        assert_eq!((status.source, status.tag, status.error), (3, checks::ANY_TAG, 77));
        assert_eq!((status.bytes(), status.cancelled()), ((5 << 40) + 1, true));
    }
}
