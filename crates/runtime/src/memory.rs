//! Packs data from the program's memory into contiguous buffers, and unpacks received data into the program's memory. Each
//! contiguous block of an MPI datatype is copied on its own.

use mpi_rank::Piece;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a real MPI library moves all data, and the rank half none.
static MOVED_ELSEWHERE: AtomicBool = AtomicBool::new(false);

/// From here on a real MPI library moves all data.
pub(crate) fn leave_to_library() {
    MOVED_ELSEWHERE.store(true, Ordering::Relaxed);
}

/// Whether a real MPI library moves all data: then there are no packed copies.
#[inline]
pub(crate) fn is_moved_elsewhere() -> bool {
    MOVED_ELSEWHERE.load(Ordering::Relaxed)
}

/// Copies elements from user memory to where the piece says in a packed buffer that starts at `packed`.
///
/// # Safety
/// The piece's elements can be read, and `packed` has room for them at the piece's place.
pub(crate) unsafe fn pack(piece: &Piece, packed: *mut u8) {
    let mut to = packed.wrapping_add(piece.at as usize);
    piece.datatype.for_each_block(piece.count, |offset, bytes| {
        let from = std::ptr::with_exposed_provenance::<u8>(piece.address.wrapping_add_signed(offset) as usize);
        // SAFETY: as the caller says; a packed buffer is ours and overlaps no user memory.
        unsafe { to.copy_from_nonoverlapping(from, bytes) };
        to = to.wrapping_add(bytes);
    });
}

/// Copies elements from a packed buffer to user memory; of a piece that has not come whole, what lies within the
/// first
/// `bytes` bytes of the buffer.
///
/// # Safety
/// The piece's elements can be written, and `packed` can be read for `bytes` bytes.
pub(crate) unsafe fn unpack(piece: &Piece, packed: *const u8, bytes: u64) {
    let mut from = packed.wrapping_add(piece.at as usize);
    let copy = |offset: i64, bytes: usize| {
        let to = std::ptr::with_exposed_provenance_mut::<u8>(piece.address.wrapping_add_signed(offset) as usize);
        // SAFETY: as the caller says.
        unsafe { to.copy_from_nonoverlapping(from, bytes) };
        from = from.wrapping_add(bytes);
    };
    let come = bytes.saturating_sub(piece.at).min(piece.bytes);
    if come == piece.bytes {
        piece.datatype.for_each_block(piece.count, copy);
    } else if come > 0 {
        piece.datatype.for_each_block_in(piece.count, 0..come, copy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mpi_rank::datatype::{self, Type, Width};

    #[test]
    fn columns_go_in_and_out_and_a_short_message_writes_a_prefix() {
        let int = datatype::by_handle(0x209).expect("MPI_INT");
        let column = Type::vector(Width::Int, 3, 1, 4, &int).expect("a column of 3 in rows of 4");
        let matrix: Vec<i32> = (0..12).collect();
        let address = matrix.as_ptr().expose_provenance() as u64 + 4;
        let piece = Piece { address, count: 1, datatype: column, at: 4, bytes: 12 };
        let mut packed = [-1i32; 4];
        // SAFETY: the column lies in the matrix, the packed buffer has 4 + 12 bytes.
        unsafe { pack(&piece, packed.as_mut_ptr().cast()) };
        assert_eq!(packed, [-1, 1, 5, 9]);
        let mut other = vec![0i32; 12];
        let address = other.as_mut_ptr().expose_provenance() as u64;
        let piece = Piece { address, ..piece };
        // SAFETY: as above.
        unsafe { unpack(&piece, packed.as_ptr().cast(), 4 + 8) };
        assert_eq!(other, [1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]);
        // SAFETY: as above.
        unsafe { unpack(&piece, packed.as_ptr().cast(), 16) };
        assert_eq!(other, [1, 0, 0, 0, 5, 0, 0, 0, 9, 0, 0, 0]);
    }
}
