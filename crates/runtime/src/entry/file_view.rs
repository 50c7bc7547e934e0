//! Entry points of file views, file pointers and data representations (MPI 5.0 §14.3, §14.4.3, §14.4.4, §14.5).

use super::abi::{put, put_handle};
use super::arguments::text;
use super::file::{agree, ask_open, barrier, check_same, give_hints, is_first};
use super::{address, entry, entry_anytime, handle, info, with_large_count};
use crate::call::Call;
use mpi_rank::files::{self, DATAREP_MAX, DISPLACEMENT_CURRENT, Datarep, SEEK_END, View};
use mpi_rank::{Fault, Handle, datatype::Datatype, handles};
use ops::{ErrorClass, FileCall, SharedPointer};
use std::ffi::{c_char, c_int, c_void};

/// The bytes of a file where they are needed to place a pointer.
fn bytes_for(call: &mut Call, file: Handle, whence: c_int) -> Result<u64, Fault> {
    if whence == SEEK_END { Ok(ask_open(call, file, FileCall::Size)?.handle) } else { Ok(0) }
}

/// Where the shared file pointer is, in etypes.
fn shared_position(call: &mut Call, file: Handle) -> Result<i64, Fault> {
    Ok(ask_open(call, file, FileCall::Shared(SharedPointer::Get))?.handle as i64)
}

/// The displacement of a new view.
fn displacement(call: &mut Call, file: Handle, given: i64) -> Result<i64, Fault> {
    let sequential = call.rank().file(file)?.amode & files::SEQUENTIAL != 0;
    match given {
        DISPLACEMENT_CURRENT if sequential => {
            let at = shared_position(call, file)?;
            // The new view sets the pointer back: every rank has to have seen it before.
            barrier(call, file)?;
            call.rank().file(file)?.view.byte_offset(at)
        }
        DISPLACEMENT_CURRENT => Err(Fault::Arg("MPI_DISPLACEMENT_CURRENT is for files of MPI_MODE_SEQUENTIAL")),
        given if given < 0 => Err(Fault::Arg("negative displacement of a view")),
        _ if sequential => Err(Fault::Arg("a file of MPI_MODE_SEQUENTIAL takes MPI_DISPLACEMENT_CURRENT only")),
        given => Ok(given),
    }
}

entry! {
    FileSetView: fn wt_MPI_File_set_view(fh: usize, disp: i64, etype: usize, filetype: usize, datarep: *const c_char,
        info: usize) file = fh |call| {
        let file = handle(fh);
        call.rank().file(file)?;
        info::check(call, handle(info))?;
        call.rank().committed(handle(etype))?;
        call.rank().committed(handle(filetype))?;
        let disp = displacement(call, file, disp)?;
        let representation = call.rank().representation(&text(datarep)?)?;
        let rank = call.rank();
        let (etype, filetype) = (rank.committed(handle(etype))?, rank.committed(handle(filetype))?);
        let view = View::new(disp, etype, filetype, representation)?;
        call.rank().file_mut(file)?.set_view(view)?;
        give_hints(call, handle(info), file)?;
        // Every rank sets the shared pointer back before any of them uses it again.
        ask_open(call, file, FileCall::View)?;
        barrier(call, file)
    }
}

/// A handle of a datatype of a view, for the program to use.
fn keep_committed(call: &mut Call, datatype: Datatype) -> Handle {
    let made = call.rank().keep_type(datatype);
    if let Some(entry) = call.rank().existing_mut().and_then(|objects| objects.types.get_mut(made)) {
        entry.committed = true;
    }
    made
}

entry! {
    FileGetView: fn wt_MPI_File_get_view(fh: usize, disp: *mut i64, etype: *mut usize, filetype: *mut usize,
        datarep: *mut c_char) file = fh |call| {
        let view = &call.rank().file(handle(fh))?.view;
        let (start, representation) = (view.displacement, view.representation);
        let (unit, tile) = (view.etype.clone(), view.filetype.clone());
        put(disp, start)?;
        let kept = keep_committed(call, unit);
        put_handle(etype, kept)?;
        let kept = keep_committed(call, tile);
        put_handle(filetype, kept)?;
        let name = call.rank().datarep_name(representation).as_bytes();
        let mut ignored: c_int = 0;
        super::abi::put_text(datarep, DATAREP_MAX, name, &raw mut ignored)
    }
}

entry! {
    FileSeek: fn wt_MPI_File_seek(fh: usize, offset: i64, whence: c_int) file = fh |call| {
        let file = handle(fh);
        call.rank().file(file)?.check_not_sequential()?;
        let bytes = bytes_for(call, file, whence)?;
        let open = call.rank().file_mut(file)?;
        open.position = open.seek(open.position, offset, whence, bytes)?;
        Ok(())
    }
}

entry! {
    FileGetPosition: fn wt_MPI_File_get_position(fh: usize, offset: *mut i64) file = fh |call| {
        let open = call.rank().file(handle(fh))?;
        open.check_not_sequential()?;
        let position = open.position;
        put(offset, position)
    }
}

/// Moves the shared file pointer: the first rank does it.
fn seek_shared(call: &mut Call, file: Handle, offset: i64, whence: c_int) -> Result<(), Fault> {
    let now = if whence == files::SEEK_CUR { shared_position(call, file)? } else { 0 };
    let bytes = bytes_for(call, file, whence)?;
    let to = call.rank().file(file)?.seek(now, offset, whence, bytes)?;
    ask_open(call, file, FileCall::Shared(SharedPointer::Set(to))).map(|_| ())
}

entry! {
    FileSeekShared: fn wt_MPI_File_seek_shared(fh: usize, offset: i64, whence: c_int) file = fh |call| {
        let file = handle(fh);
        call.rank().file(file)?.check_not_sequential()?;
        check_same(call, file, offset, "ranks give different offsets")?;
        check_same(call, file, whence.into(), "ranks seek from different places")?;
        let own = if is_first(call, file)? { seek_shared(call, file, offset, whence) } else { Ok(()) };
        agree(call, file, own)
    }
}

entry! {
    FileGetPositionShared: fn wt_MPI_File_get_position_shared(fh: usize, offset: *mut i64) file = fh |call| {
        let file = handle(fh);
        call.rank().file(file)?.check_not_sequential()?;
        let at = shared_position(call, file)?;
        put(offset, at)
    }
}

entry! {
    FileGetByteOffset: fn wt_MPI_File_get_byte_offset(fh: usize, offset: i64, disp: *mut i64) file = fh |call| {
        let open = call.rank().file(handle(fh))?;
        if offset < 0 {
            return Err(Fault::Arg("negative offset in a file"));
        }
        open.check_not_sequential()?;
        let at = open.view.byte_offset(offset)?;
        put(disp, at)
    }
}

/// From one element to the next in the file.
fn extent(call: &mut Call, file: Handle, datatype: Handle) -> Result<i64, Fault> {
    call.rank().file(file)?;
    let datatype = call.rank().datatype(datatype)?;
    let extent = call.rank().file(file)?.view.extent_of(&datatype);
    extent.ok_or(Fault::TooLarge("datatype is larger than memory"))
}

with_large_count! {
    [FileGetTypeExtent: fn wt_MPI_File_get_type_extent()] [FileGetTypeExtentC: fn wt_MPI_File_get_type_extent_c()]
    (fh: usize, datatype: usize, extent: *mut i64) file = fh |call| {
        let bytes = self::extent(call, handle(fh), handle(datatype))?;
        put(extent, bytes)
    }
}

/// Registers a representation.
fn register(
    call: &mut Call,
    name: &str,
    (read, write): (*const c_void, *const c_void),
    (extent, extra_state): (*const c_void, *mut c_void),
) -> Result<(), Fault> {
    if extent.is_null() {
        return Err(Fault::Arg("null pointer for the function that gives extents"));
    }
    if !read.is_null() || !write.is_null() {
        let text = "not supported: conversion functions of the program's own";
        return Err(Fault::Class(ErrorClass::Conversion, text));
    }
    let datarep = Datarep { name: name.into(), extent: address(extent), extra_state: address(extra_state) };
    call.rank().register_datarep(datarep)
}

entry_anytime! {
    RegisterDatarep: fn wt_MPI_Register_datarep(datarep: *const c_char, read_conversion_fn: *const c_void,
        write_conversion_fn: *const c_void, dtype_file_extent_fn: *const c_void, extra_state: *mut c_void) |call| {
        call.errors_on_file(handles::FILE_NULL);
        let conversions = (read_conversion_fn, write_conversion_fn);
        register(call, &text(datarep)?, conversions, (dtype_file_extent_fn, extra_state))
    }
}

entry_anytime! {
    RegisterDatarepC: fn wt_MPI_Register_datarep_c(datarep: *const c_char, read_conversion_fn: *const c_void,
        write_conversion_fn: *const c_void, dtype_file_extent_fn: *const c_void, extra_state: *mut c_void) |call| {
        call.errors_on_file(handles::FILE_NULL);
        let conversions = (read_conversion_fn, write_conversion_fn);
        register(call, &text(datarep)?, conversions, (dtype_file_extent_fn, extra_state))
    }
}
