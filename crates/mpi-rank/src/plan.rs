//! Plans how a message buffer (address, count, datatype) is packed: lists the pieces to copy, unless the data are
//! contiguous.

use crate::checks::IN_PLACE;
use crate::datatype::{Datatype, Signature};
use crate::{Fault, Handle};
use ops::{Buffer, Elements};

/// A message buffer as a program names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Data {
    /// The address, possibly `MPI_IN_PLACE` or `MPI_BOTTOM`.
    pub address: u64,
    /// Elements.
    pub count: i64,
    /// Of which datatype.
    pub datatype: Handle,
}

impl Data {
    /// Whether the address is `MPI_IN_PLACE`.
    pub fn in_place(&self) -> bool {
        self.address == IN_PLACE
    }
}

/// Elements in user memory and where they lie in a packed buffer.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Where element 0 is.
    pub address: u64,
    /// Elements.
    pub count: u64,
    /// Of which datatype.
    pub datatype: Datatype,
    /// Where the packed bytes start.
    pub at: u64,
    /// How many there are.
    pub bytes: u64,
}

/// One side of a transfer.
#[derive(Clone, Debug)]
pub enum Side {
    /// User memory that is packed as it lies there.
    Direct(Buffer),
    /// Elements to be packed or unpacked.
    Packed(Piece),
}

impl Side {
    /// Packed bytes.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Direct(buffer) => buffer.bytes,
            Self::Packed(piece) => piece.bytes,
        }
    }
}

/// The packed bytes of `count` elements of a datatype.
///
/// # Errors
/// They are more than 2^62.
pub(crate) fn packed(datatype: &Datatype, count: u64) -> Result<u64, Fault> {
    let size = datatype.size().unwrap_or(i64::MAX) as u64;
    datatype.packed_size(count).ok_or(Fault::Bytes { count: count as i64, size })
}

/// The packed bytes of `count` elements.
///
/// # Errors
/// They are more than 2^63.
pub(crate) fn bytes(count: u64, size: u64) -> Result<u64, Fault> {
    let bytes = count.checked_mul(size).filter(|&bytes| i64::try_from(bytes).is_ok());
    bytes.ok_or(Fault::Bytes { count: count as i64, size })
}

/// Never 0, and different for a different number of elements too. The lowest bits say of which kind they are, for whoever tells
/// people of a difference.
pub(crate) fn comparable(signature: &Signature) -> u64 {
    let hash = signature.hash ^ (signature.elements as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Elements::in_hash(hash | 1 << 63, signature.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rank;
    use crate::handles;
    use ops::NullDatatypes;

    const INT: Handle = 0x209;
    const DOUBLE_INT: Handle = 0x229;

    #[test]
    fn plain_elements_are_taken_where_they_lie() {
        let rank = Rank::default();
        let data = Data { address: 4096, count: 3, datatype: INT };
        assert!(matches!(rank.side(data, 2), Ok(Side::Direct(Buffer { address: 4096, bytes: 24 }))));
    }

    #[test]
    fn padded_elements_are_packed() {
        let rank = Rank::default();
        let data = Data { address: 4096, count: 3, datatype: DOUBLE_INT };
        let Ok(Side::Packed(piece)) = rank.side(data, 2) else { panic!("a pair with padding is packed") };
        assert_eq!((piece.count, piece.bytes), (6, 72));
        let single = Data { count: 1, ..data };
        assert!(
            matches!(rank.side(single, 1), Ok(Side::Direct(Buffer { bytes: 12, .. }))),
            "one has no padding between"
        );
    }

    #[test]
    fn bad_arguments_are_named() {
        let rank = Rank::default();
        let data = Data { address: 0, count: 1, datatype: INT };
        assert_eq!(rank.side(data, 1).err(), Some(Fault::NullBuffer));
        assert!(rank.side(Data { count: 0, ..data }, 1).is_ok());
        assert_eq!(rank.side(Data { count: -1, ..data }, 1).err(), Some(Fault::Count(-1)));
        let null = Data { datatype: handles::DATATYPE_NULL, ..data };
        assert_eq!(rank.side(null, 1).err(), Some(Fault::Type(handles::DATATYPE_NULL)));
        let none = Data { count: 0, ..null };
        assert_eq!(rank.given(none), none, "the standard has it refused");
        let mut lenient = Rank::default();
        lenient.setting.null_datatypes = NullDatatypes::Messages;
        assert!(lenient.side(lenient.given(none), 1).is_ok_and(|side| side.bytes() == 0));
        assert_eq!(lenient.given(null), null, "with elements");
        let huge = Data { address: 8, count: i64::MAX, datatype: INT };
        assert_eq!(rank.side(huge, 1).err(), Some(Fault::Bytes { count: i64::MAX, size: 4 }));
    }

    #[test]
    fn signatures_tell_counts_and_types_apart() {
        let rank = Rank::default();
        let of = |datatype, count| rank.signature(datatype, count).expect("valid");
        assert_ne!(of(INT, 1), of(INT, 2));
        assert_ne!(of(INT, 1), of(0x210, 1));
        assert_ne!(of(INT, 0), 0);
        assert_eq!(of(0x247, 4), 0, "MPI_BYTE compares with nothing");
    }
}
