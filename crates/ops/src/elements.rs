//! The element kinds of a message (integer, float …), by which the engine checks that sender and receiver agree (MPI 5.0
//! §3.3.1).

use serde::{Deserialize, Serialize};
use units::named_enum;

named_enum! {
    /// The kind of all elements of a message. One byte is compared for a message, and a shorter one may fill the beginning of
    /// a longer receive, since all elements are of the kind.
    ///
    /// Numbers are distinguished by representation: `MPI_INT`, `MPI_UNSIGNED`, `MPI_INT32_T` and Fortran's `MPI_INTEGER` are one
    /// kind, and a complex number is two real ones. So a program that is wrong by the standard's letter alone, which no library
    /// minds, is none here either.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub enum Elements as words {
        /// Not compared: bytes and characters, packed data, elements of several kinds, and messages of traces and motifs.
        #[default]
        Any = "bytes",
        /// Integers of 2 bytes.
        Integer2 = "2-byte integers",
        /// Integers of 4 bytes.
        Integer4 = "4-byte integers",
        /// Integers of 8 bytes.
        Integer8 = "8-byte integers",
        /// Integers of 16 bytes.
        Integer16 = "16-byte integers",
        /// Floating-point numbers of 2 bytes.
        Float2 = "2-byte floating-point numbers",
        /// Floating-point numbers of 4 bytes.
        Float4 = "4-byte floating-point numbers",
        /// Floating-point numbers of 8 bytes.
        Float8 = "8-byte floating-point numbers",
        /// Floating-point numbers of 16 bytes.
        Float16 = "16-byte floating-point numbers",
    }
}

/// From this bit on a number of bytes has room for two kinds.
const KINDS_AT: u32 = 56;

impl Elements {
    /// Whether a message of these elements can't be one of those.
    #[inline]
    pub fn contradicts(self, other: Self) -> bool {
        self != other && self != Self::Any && other != Self::Any
    }

    /// The elements with this number (`elements as u8`), if there are such.
    #[inline]
    pub fn of_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// A hash of a type signature with the kind of its elements in the lowest four bits.
    pub fn in_hash(hash: u64, kind: Self) -> u64 {
        hash & !0xf | kind as u64
    }

    /// The kind that is in such a hash.
    pub fn of_hash(hash: u64) -> Self {
        Self::of_number((hash & 0xf) as u8).unwrap_or(Self::Any)
    }

    /// Two kinds as one number, for [`crate::Status::handle`]; never 0.
    pub fn pair(self, other: Self) -> u64 {
        1 << 16 | (self as u64) << 8 | other as u64
    }

    /// The two kinds of such a number; none of any other.
    pub fn of_pair(number: u64) -> Option<(Self, Self)> {
        let kind = |place: u64| Self::ALL.get((place & 0xff) as usize).copied();
        if number >> 16 == 1 { Some((kind(number >> 8)?, kind(number)?)) } else { None }
    }

    /// The bytes of a message and its kind and that of a receive that is too short for it as one number, for
    /// [`crate::Status::handle`]. More bytes than memory has carry no kinds.
    pub fn truncated(self, receive: Self, bytes: u64) -> u64 {
        if bytes >> KINDS_AT == 0 { ((self as u64) << 4 | receive as u64) << KINDS_AT | bytes } else { bytes }
    }

    /// The bytes and two kinds of such a number.
    pub fn of_truncated(number: u64) -> (u64, [Self; 2]) {
        let kind = |place: u64| Self::ALL.get((place & 0xf) as usize).copied();
        match (kind(number >> (KINDS_AT + 4)), kind(number >> KINDS_AT)) {
            (Some(sent), Some(received)) => (number & ((1 << KINDS_AT) - 1), [sent, received]),
            _ => (number, [Self::Any; 2]),
        }
    }

    /// The number of elements in `bytes`, and their kind: `3 elements, 4-byte integers`; none if that is not known.
    pub fn count_words(self, bytes: u64) -> Option<String> {
        let count = bytes / self.bytes()?;
        Some(format!("{count} element{}, {}", if count == 1 { "" } else { "s" }, self.words()))
    }

    /// Bytes of one of them, if that is known.
    pub fn bytes(self) -> Option<u64> {
        match self {
            Self::Any => None,
            Self::Integer2 | Self::Float2 => Some(2),
            Self::Integer4 | Self::Float4 => Some(4),
            Self::Integer8 | Self::Float8 => Some(8),
            Self::Integer16 | Self::Float16 => Some(16),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_back() {
        for &one in Elements::ALL {
            for &other in Elements::ALL {
                assert_eq!(Elements::of_pair(one.pair(other)), Some((one, other)));
                let differ = one != other && ![one, other].contains(&Elements::Any);
                assert_eq!(one.contradicts(other), differ);
            }
        }
        assert_eq!((Elements::of_pair(0), Elements::of_pair(3 << 16)), (None, None));
    }

    #[test]
    fn kinds_of_a_truncated_message_come_back_with_its_bytes() {
        for &one in Elements::ALL {
            for &other in Elements::ALL {
                assert_eq!(Elements::of_truncated(one.truncated(other, 77)), (77, [one, other]));
            }
        }
        let most = (1 << 56) - 1;
        assert_eq!(Elements::of_truncated(Elements::Float8.truncated(Elements::Any, most)).0, most);
        for large in [1 << 56, 0xab << 56 | 5] {
            assert_eq!(Elements::Float8.truncated(Elements::Float4, large), large, "no room for kinds");
        }
        assert_eq!(Elements::of_truncated(0xab << 56 | 5), (0xab << 56 | 5, [Elements::Any; 2]));
    }

    #[test]
    fn elements_are_counted() {
        let words = |kind: Elements, bytes| kind.count_words(bytes);
        assert_eq!(words(Elements::Integer4, 4).unwrap(), "1 element, 4-byte integers");
        assert_eq!(words(Elements::Float8, 24).unwrap(), "3 elements, 8-byte floating-point numbers");
        assert_eq!(words(Elements::Any, 24), None);
    }
}
