//! File views (MPI 5.0 §14.3): which bytes of a file a rank sees, and in which order.
//!
//! A view repeats its filetype from its displacement on. The bytes that the repetitions cover, without the holes, are numbered
//! from 0. An access is a range of these numbers.

use crate::Fault;
use crate::datatype::{self, Datatype};
use ops::{ErrorClass, Layout};
use std::sync::{Arc, LazyLock};

/// How elements look in a file (MPI 5.0 §14.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Representation {
    /// As in memory.
    Native,
    /// As in memory: all ranks are alike.
    Internal,
    /// Big endian, IEEE, without padding.
    External32,
    /// A user-defined one, by its index in the table; as in memory.
    Own(usize),
}

/// `MPI_BYTE` of the standard ABI.
const BYTE: crate::Handle = 0x247;

/// The view of a file that has just been opened: bytes from the beginning.
pub(super) static BYTES: LazyLock<Arc<View>> = LazyLock::new(|| {
    let byte = datatype::by_handle(BYTE).expect("a predefined datatype");
    Arc::new(View::new(0, byte.clone(), byte, Representation::Native).expect("a valid view"))
});

/// A view.
#[derive(Clone, Debug)]
pub struct View {
    /// Where the first filetype starts, in bytes from the beginning of the file.
    pub displacement: i64,
    /// The unit of offsets and pointers.
    pub etype: Datatype,
    /// What the view consists of.
    pub filetype: Datatype,
    /// How elements look in the file.
    pub representation: Representation,
    /// Bytes of an etype in the file.
    etype_bytes: u64,
    /// Bytes of data of a filetype in the file, and from one to the next.
    bytes: u64,
    extent: u64,
    /// Whether its bytes lie one after the other, and so do filetypes.
    dense: bool,
}

fn arg(text: &'static str) -> Fault {
    Fault::Arg(text)
}

/// A type that cannot be part of a view; MPICH's class of it.
fn odd(text: &'static str) -> Fault {
    Fault::Class(ErrorClass::Io, text)
}

/// Checks that displacements in a type are neither negative nor descending (MPI 5.0 §14.3).
fn check_ascending(datatype: &Datatype) -> Result<(), Fault> {
    let (mut last, mut fine) = (0, true);
    datatype.packed_size(1).ok_or(Fault::TooLarge("datatype is larger than a file"))?;
    datatype.for_each_block(1, |offset, _| {
        fine &= offset >= last;
        last = offset;
    });
    if fine { Ok(()) } else { Err(odd("an etype or filetype with negative or descending displacements")) }
}

impl View {
    /// A view.
    ///
    /// # Errors
    /// A filetype that is no whole number of etypes or reaches below its beginning; a representation in which the types
    /// cannot be laid out.
    pub fn new(
        displacement: i64,
        etype: Datatype,
        filetype: Datatype,
        representation: Representation,
    ) -> Result<Self, Fault> {
        let size = |datatype: &Datatype| datatype.size().map(|size| size as u64).ok_or(Fault::TooLarge("datatype"));
        let (native_etype, native) = (size(&etype)?, size(&filetype)?);
        if native_etype == 0 && native > 0 || native_etype > 0 && !native.is_multiple_of(native_etype) {
            return Err(arg("the filetype is not a whole number of etypes"));
        }
        check_ascending(&etype)?;
        check_ascending(&filetype)?;
        if filetype.extent().is_none_or(|extent| extent < 0) {
            return Err(odd("a filetype that goes backwards"));
        }
        let external = representation == Representation::External32;
        let in_file = |datatype: &Datatype, native| {
            if external { datatype.external_size(1).ok_or(Fault::TooLarge("datatype")) } else { Ok(native) }
        };
        let (etype_bytes, bytes) = (in_file(&etype, native_etype)?, in_file(&filetype, native)?);
        let extent = filetype.extent().unwrap_or(0) as u64;
        let dense = native == extent && filetype.contiguous_at(1) == Some(0);
        if !dense && bytes != native {
            let text = "not supported: external32 views of derived datatypes with elements of another size there (long, wchar_t)";
            return Err(Fault::Class(ErrorClass::UnsupportedDatarep, text));
        }
        let extent = if dense { bytes } else { extent };
        Ok(Self { displacement, etype, filetype, representation, etype_bytes, bytes, extent, dense })
    }

    /// Whether bytes of an etype or filetype overlap: such a view is for reading only (MPI 5.0 §14.3).
    pub fn overlaps(&self) -> bool {
        [&self.etype, &self.filetype].into_iter().any(|datatype| {
            let (mut end, mut overlaps) = (0, false);
            datatype.for_each_block(1, |offset, length| {
                overlaps |= offset < end;
                end = end.max(offset + length as i64);
            });
            overlaps
        })
    }

    /// The number of etypes in `bytes` bytes of the file.
    ///
    /// # Errors
    /// No whole number.
    pub fn etypes_of(&self, bytes: u64) -> Result<i64, Fault> {
        if bytes == 0 {
            return Ok(0);
        }
        if self.etype_bytes == 0 || !bytes.is_multiple_of(self.etype_bytes) {
            return Err(Fault::Class(ErrorClass::Io, "an access of no whole number of etypes"));
        }
        Ok((bytes / self.etype_bytes) as i64)
    }

    /// The number of etypes that `bytes` transferred bytes touch.
    pub fn etypes_touched(&self, bytes: u64) -> i64 {
        bytes.div_ceil(self.etype_bytes.max(1)) as i64
    }

    /// Where `bytes` bytes from etype number `at` on lie in the file.
    ///
    /// # Errors
    /// Beyond what a file may have; a view without bytes.
    pub fn layout(&self, at: i64, bytes: u64) -> Result<Layout, Fault> {
        let far = arg("an offset beyond what a file may have");
        if bytes == 0 {
            return Ok(Layout::default());
        }
        if self.bytes == 0 {
            return Err(arg("an access through a view without bytes"));
        }
        let start = (at as u64).checked_mul(self.etype_bytes).ok_or(far)?;
        let end = start.checked_add(bytes).ok_or(far)?;
        if self.dense {
            let end =
                end.checked_add(self.displacement as u64).filter(|&end| i64::try_from(end).is_ok()).ok_or(far)?;
            return Ok(Layout::block((end - bytes) as i64, bytes));
        }
        let (first, last) = (start / self.bytes, (end - 1) / self.bytes);
        let tiles = last - first + 1;
        // All of the last filetype lies within a file's reach.
        (last + 1)
            .checked_mul(self.extent)
            .and_then(|reach| reach.checked_add(self.displacement as u64))
            .filter(|&reach| reach < 1 << 62)
            .ok_or(far)?;
        self.filetype.packed_size(tiles).ok_or(far)?;
        let origin = self.displacement + (first * self.extent) as i64;
        let skipped = first * self.bytes;
        let mut blocks = Vec::new();
        self.filetype.for_each_block_in(tiles, start - skipped..end - skipped, |offset, length| {
            blocks.push((origin + offset, length as u64));
        });
        Ok(Layout::of_blocks(blocks.into_iter()))
    }

    /// Where etype number `at` starts, in bytes from the beginning of the file (`MPI_File_get_byte_offset`).
    ///
    /// # Errors
    /// As [`View::layout`].
    pub fn byte_offset(&self, at: i64) -> Result<i64, Fault> {
        if self.bytes == 0 {
            return Ok(self.displacement);
        }
        let layout = self.layout(at, self.etype_bytes.max(1))?;
        let first = layout.blocks().next();
        Ok(first.map_or(self.displacement, |(offset, _)| offset))
    }

    /// The number of etypes of the view that begin before the end of a file of `file_bytes` bytes: `MPI_SEEK_END`.
    pub fn etypes_below(&self, file_bytes: u64) -> i64 {
        let inside = file_bytes.saturating_sub(self.displacement as u64);
        if self.bytes == 0 || self.extent == 0 {
            return 0;
        }
        let (tiles, rest) = (inside / self.extent, inside % self.extent);
        let mut bytes = tiles * self.bytes;
        if self.dense {
            bytes += rest;
        } else {
            self.filetype.for_each_block(1, |offset, length| {
                bytes += rest.saturating_sub(offset as u64).min(length as u64);
            });
        }
        self.etypes_touched(bytes)
    }

    /// From one element to the next in the file (`MPI_File_get_type_extent`).
    pub fn extent_of(&self, datatype: &Datatype) -> Option<i64> {
        match self.representation {
            Representation::External32 if datatype.named().is_some() => {
                datatype.external_size(1).and_then(|bytes| i64::try_from(bytes).ok())
            }
            _ => datatype.extent(),
        }
    }
}
