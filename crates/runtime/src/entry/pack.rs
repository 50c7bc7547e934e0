//! Entry points that pack and unpack (MPI 5.0 §5.2, §5.3).

use super::abi::{Integer, put};
use super::arguments::text;
use super::send::data;
use super::{handle, with_large_count};
use crate::call::Call;
use crate::memory;
use mpi_rank::checks::{self, UNDEFINED};
use mpi_rank::datatype::Datatype;
use mpi_rank::{Data, Fault, Handle, Side};
use ops::ErrorClass;
use std::ffi::{c_char, c_void};

/// The program's packed buffer and the place in it where the call works.
#[derive(Clone, Copy, Debug)]
struct Packed<N> {
    start: *mut u8,
    size: N,
    position: *mut N,
}

impl<N: Integer> Packed<N> {
    /// Where the next `bytes` bytes lie.
    ///
    /// # Safety
    /// `position` is null or valid.
    ///
    /// # Errors
    /// They do not fit between the position and the end.
    unsafe fn next(self, bytes: u64) -> Result<(*mut u8, N), Fault> {
        // SAFETY: as the caller says.
        let position = unsafe { self.position.as_ref() }.ok_or(Fault::Arg("null pointer for a position"))?.wide();
        let size = self.size.wide();
        if size < 0 || position < 0 || position > size {
            return Err(Fault::Arg("the position lies outside the packed buffer"));
        }
        let end = i64::try_from(bytes).ok().and_then(|bytes| position.checked_add(bytes)).filter(|&end| end <= size);
        let end = end.ok_or(Fault::Class(ErrorClass::Truncate, "packed data goes beyond the end of the buffer"))?;
        if bytes > 0 && self.start.is_null() {
            return Err(Fault::NullBuffer);
        }
        let after = N::narrow(end).expect("the end is not beyond the size");
        Ok((self.start.wrapping_add(position as usize), after))
    }
}

/// Copies elements to a packed place.
///
/// # Safety
/// The elements can be read, and there is room for them at `to`.
unsafe fn copy_in(side: &Side, to: *mut u8) {
    match side {
        // SAFETY: as the caller says.
        Side::Packed(piece) => unsafe { memory::pack(piece, to) },
        Side::Direct(buffer) if buffer.bytes > 0 => {
            let from = std::ptr::with_exposed_provenance::<u8>(buffer.address as usize);
            // SAFETY: as the caller says.
            unsafe { to.copy_from(from, buffer.bytes as usize) };
        }
        Side::Direct(_) => {}
    }
}

/// Copies elements from a packed place.
///
/// # Safety
/// The elements can be written, and they can be read at `from`.
unsafe fn copy_out(side: &Side, from: *const u8) {
    match side {
        // SAFETY: as the caller says.
        Side::Packed(piece) => unsafe { memory::unpack(piece, from, piece.bytes) },
        Side::Direct(buffer) if buffer.bytes > 0 => {
            let to = std::ptr::with_exposed_provenance_mut::<u8>(buffer.address as usize);
            // SAFETY: as the caller says.
            unsafe { to.copy_from(from, buffer.bytes as usize) };
        }
        Side::Direct(_) => {}
    }
}

with_large_count! {
    [Pack: fn wt_MPI_Pack()] [PackC: fn wt_MPI_Pack_c()]
    (inbuf: *const c_void, incount: Count, datatype: usize, outbuf: *mut c_void, outsize: Count,
        position: *mut Count, comm: usize) comm = comm |call| {
        call.rank().comm(handle(comm))?;
        let side = call.rank().side(data(inbuf, incount, datatype), 1)?;
        let packed = Packed { start: outbuf.cast(), size: outsize, position };
        let (to, after) = packed.next(side.bytes())?;
        copy_in(&side, to);
        put(position, after)
    }
}

with_large_count! {
    [Unpack: fn wt_MPI_Unpack()] [UnpackC: fn wt_MPI_Unpack_c()]
    (inbuf: *const c_void, insize: Count, position: *mut Count, outbuf: *mut c_void, outcount: Count,
        datatype: usize, comm: usize) comm = comm |call| {
        call.rank().comm(handle(comm))?;
        let side = call.rank().side(data(outbuf, outcount, datatype), 1)?;
        let packed = Packed { start: inbuf.cast_mut().cast(), size: insize, position };
        let (from, after) = packed.next(side.bytes())?;
        copy_out(&side, from);
        put(position, after)
    }
}

/// Bytes as they are told: `MPI_UNDEFINED` if the result cannot hold them.
fn told<N: Integer>(bytes: Option<u64>) -> N {
    let undefined = || N::narrow(UNDEFINED.into()).expect("an int");
    bytes.and_then(|bytes| i64::try_from(bytes).ok()).and_then(N::narrow).unwrap_or_else(undefined)
}

with_large_count! {
    [PackSize: fn wt_MPI_Pack_size()] [PackSizeC: fn wt_MPI_Pack_size_c()]
    (incount: Count, datatype: usize, comm: usize, size: *mut Count) comm = comm |call| {
        call.rank().comm(handle(comm))?;
        let count = checks::count(incount.wide())?;
        let bytes = call.rank().datatype(handle(datatype))?.packed_size(count);
        put(size, told(bytes))
    }
}

/// Checks that the data representation is the one there is.
///
/// # Safety
/// It is null or a C string.
unsafe fn external32(datarep: *const c_char) -> Result<(), Fault> {
    // SAFETY: as the caller says.
    if unsafe { text(datarep)? } == "external32" {
        return Ok(());
    }
    Err(Fault::Class(ErrorClass::UnsupportedDatarep, "the only data representation here is external32"))
}

/// Elements of the program's, with the datatype that says how they look in `external32`.
struct External {
    side: Side,
    datatype: Datatype,
    count: u64,
    /// Bytes in `external32`.
    bytes: u64,
}

impl External {
    fn new(call: &mut Call, data: Data) -> Result<Self, Fault> {
        let side = call.rank().side(data, 1)?;
        let (datatype, count) = (call.rank().committed(data.datatype)?, data.count as u64);
        let bytes = datatype.external_size(count);
        let bytes = bytes.ok_or(Fault::Bytes { count: data.count, size: datatype.size().unwrap_or(0) as u64 })?;
        Ok(Self { side, datatype, count, bytes })
    }

    /// Writes the elements in `external32`.
    ///
    /// # Safety
    /// They can be read, and there is room for them at `to`.
    unsafe fn write(&self, to: *mut u8) {
        let (mut native, mut external) = (vec![0u8; self.side.bytes() as usize], Vec::new());
        // SAFETY: as the caller says.
        unsafe { copy_in(&self.side, native.as_mut_ptr()) };
        self.datatype.to_external32(self.count, &native, &mut external);
        // SAFETY: as the caller says.
        unsafe { to.copy_from_nonoverlapping(external.as_ptr(), external.len()) };
    }

    /// Reads the elements from `external32`.
    ///
    /// # Safety
    /// They can be written, and can be read at `from`.
    unsafe fn read(&self, from: *const u8) {
        // SAFETY: as the caller says.
        let external = unsafe { super::arguments::array(from, self.bytes as usize) }.unwrap_or(&[]);
        let mut native = Vec::with_capacity(self.side.bytes() as usize);
        self.datatype.from_external32(self.count, external, &mut native);
        // SAFETY: as the caller says.
        unsafe { copy_out(&self.side, native.as_ptr()) };
    }
}

with_large_count! {
    [PackExternal: fn wt_MPI_Pack_external()] [PackExternalC: fn wt_MPI_Pack_external_c()]
    (datarep: *const c_char, inbuf: *const c_void, incount: Count, datatype: usize, outbuf: *mut c_void,
        outsize: i64, position: *mut i64) |call| {
        external32(datarep)?;
        let external = External::new(call, data(inbuf, incount, datatype))?;
        let (to, after) = Packed { start: outbuf.cast(), size: outsize, position }.next(external.bytes)?;
        external.write(to);
        put(position, after)
    }
}

with_large_count! {
    [UnpackExternal: fn wt_MPI_Unpack_external()] [UnpackExternalC: fn wt_MPI_Unpack_external_c()]
    (datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void,
        outcount: Count, datatype: usize) |call| {
        external32(datarep)?;
        let external = External::new(call, data(outbuf, outcount, datatype))?;
        let packed = Packed { start: inbuf.cast_mut().cast(), size: insize, position };
        let (from, after) = packed.next(external.bytes)?;
        external.read(from);
        put(position, after)
    }
}

/// Bytes of so many elements in `external32`.
fn external_size(call: &mut Call, count: i64, datatype: Handle) -> Result<Option<u64>, Fault> {
    let count = checks::count(count)?;
    Ok(call.rank().datatype(datatype)?.external_size(count))
}

with_large_count! {
    [PackExternalSize: fn wt_MPI_Pack_external_size()] [PackExternalSizeC: fn wt_MPI_Pack_external_size_c()]
    (datarep: *const c_char, incount: Count, datatype: usize, size: *mut i64) |call| {
        external32(datarep)?;
        let bytes = external_size(call, incount.wide(), handle(datatype))?;
        put(size, told(bytes))
    }
}
