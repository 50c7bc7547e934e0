//! Entry points that read and change statuses (MPI 5.0 §3.2.5, §5.1.11, §13.3).

use super::abi::{Integer, MpiStatus, put};
use super::{entry, handle, with_large_count};
use crate::call::Call;
use mpi_rank::checks::UNDEFINED;
use mpi_rank::datatype::Datatype;
use mpi_rank::{Fault, checks};
use std::ffi::c_int;

/// # Safety
/// The pointer is null or valid.
unsafe fn read<'a>(status: *const MpiStatus) -> Result<&'a MpiStatus, Fault> {
    // SAFETY: as the caller says.
    unsafe { status.as_ref() }.ok_or(Fault::Arg("null pointer for a status"))
}

/// # Safety
/// The pointer is null or valid and not referred to elsewhere.
unsafe fn change<'a>(status: *mut MpiStatus) -> Result<&'a mut MpiStatus, Fault> {
    // SAFETY: as the caller says.
    unsafe { status.as_mut() }.ok_or(Fault::Arg("null pointer for a status"))
}

/// A count that an `int` or `MPI_Count` result holds, or `MPI_UNDEFINED` (MPI 5.0 §3.2.5).
fn counted<N: Integer>(count: Option<u64>) -> N {
    let wide = count.and_then(|count| i64::try_from(count).ok());
    let undefined = || N::narrow(UNDEFINED.into()).expect("an int");
    wide.and_then(N::narrow).unwrap_or_else(undefined)
}

/// Basic elements in the first bytes of a message; a part of one is no whole number.
fn elements(datatype: &Datatype, bytes: u64) -> Option<u64> {
    let prefix = datatype.prefix(bytes);
    if prefix.partial == 0 { u64::try_from(prefix.signature.elements).ok() } else { None }
}

with_large_count! {
    [GetCount: fn wt_MPI_Get_count()] [GetCountC: fn wt_MPI_Get_count_c()]
    (status: *const MpiStatus, datatype: usize, count: *mut Count) |call| {
        let bytes = read(status)?.bytes();
        let whole = call.rank().datatype(handle(datatype))?.count_in(bytes);
        put(count, counted(whole))
    }
}

with_large_count! {
    [GetElements: fn wt_MPI_Get_elements()] [GetElementsC: fn wt_MPI_Get_elements_c()]
    (status: *const MpiStatus, datatype: usize, count: *mut Count) |call| {
        let bytes = read(status)?.bytes();
        let found = elements(&call.rank().datatype(handle(datatype))?, bytes);
        put(count, counted(found))
    }
}

entry! {
    GetElementsX: fn wt_MPI_Get_elements_x(status: *const MpiStatus, datatype: usize, count: *mut i64) |call| {
        let bytes = read(status)?.bytes();
        let found = elements(&call.rank().datatype(handle(datatype))?, bytes);
        put(count, counted(found))
    }
}

/// Sets the length so that `MPI_Get_elements` gives `count`.
///
/// # Safety
/// As [`change`].
unsafe fn set_elements(call: &mut Call, status: *mut MpiStatus, datatype: usize, count: i64) -> Result<(), Fault> {
    let count = checks::count(count)?;
    let datatype = call.rank().datatype(handle(datatype))?;
    let bytes = bytes_of(&datatype, count).ok_or(Fault::Arg("the datatype's elements give no such number"))?;
    // SAFETY: as the caller says.
    unsafe { change(status)? }.set_bytes(bytes);
    Ok(())
}

/// The packed bytes of so many basic elements of a datatype: found by halving, since elements grow with bytes.
fn bytes_of(datatype: &Datatype, count: u64) -> Option<u64> {
    // No basic element is larger than 32 bytes, and no message longer than MPI_Count says.
    let (mut low, mut high) = (0, count.saturating_mul(32).min(i64::MAX as u64));
    while low < high {
        let middle = low + (high - low) / 2;
        if datatype.prefix(middle).signature.elements >= u128::from(count) { high = middle } else { low = middle + 1 }
    }
    (elements(datatype, low) == Some(count)).then_some(low)
}

with_large_count! {
    [StatusSetElements: fn wt_MPI_Status_set_elements()] [StatusSetElementsC: fn wt_MPI_Status_set_elements_c()]
    (status: *mut MpiStatus, datatype: usize, count: Count) |call| {
        set_elements(call, status, datatype, count.wide())
    }
}

entry! {
    StatusSetElementsX: fn wt_MPI_Status_set_elements_x(status: *mut MpiStatus, datatype: usize, count: i64) |call| {
        set_elements(call, status, datatype, count)
    }
}

entry! {
    StatusSetCancelled: fn wt_MPI_Status_set_cancelled(status: *mut MpiStatus, flag: c_int) |_call| {
        change(status)?.set_cancelled(flag != 0);
        Ok(())
    }
}

entry! {
    TestCancelled: fn wt_MPI_Test_cancelled(status: *const MpiStatus, flag: *mut c_int) |_call| {
        let cancelled = read(status)?.cancelled();
        put(flag, c_int::from(cancelled))
    }
}

entry! {
    StatusGetSource: fn wt_MPI_Status_get_source(status: *const MpiStatus, source: *mut c_int) |_call| {
        let value = read(status)?.source;
        put(source, value)
    }
}

entry! {
    StatusGetTag: fn wt_MPI_Status_get_tag(status: *const MpiStatus, tag: *mut c_int) |_call| {
        let value = read(status)?.tag;
        put(tag, value)
    }
}

entry! {
    StatusGetError: fn wt_MPI_Status_get_error(status: *const MpiStatus, error: *mut c_int) |_call| {
        let value = read(status)?.error;
        put(error, value)
    }
}

entry! {
    StatusSetSource: fn wt_MPI_Status_set_source(status: *mut MpiStatus, source: c_int) |_call| {
        change(status)?.source = source;
        Ok(())
    }
}

entry! {
    StatusSetTag: fn wt_MPI_Status_set_tag(status: *mut MpiStatus, tag: c_int) |_call| {
        change(status)?.tag = tag;
        Ok(())
    }
}

entry! {
    StatusSetError: fn wt_MPI_Status_set_error(status: *mut MpiStatus, error: c_int) |_call| {
        change(status)?.error = error;
        Ok(())
    }
}
