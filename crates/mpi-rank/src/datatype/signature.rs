//! Type signatures as hashes (MPI 4.1 §5.1).
//!
//! The signature of a type is the sequence of its n element types. Its hash is a polynomial over that sequence, where
//! code(i) is a number for the type of element i, and B a constant:
//!
//! `h = Σ code(i) · B^(n-1-i) mod 2^61-1`
//!
//! So the hash of a concatenation follows from the hashes of its parts. The hash of k copies of a type takes O(log k)
//! steps.

use ops::Elements;
use ops::reduction::Basic;

const PRIME: u64 = (1 << 61) - 1;
/// An arbitrary base below the prime.
const BASE: u64 = 0x0f1e_2d3c_4b5a_6978 % PRIME;

/// What of a sequence of elements is compared between sender and receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Equal for equal sequences; different ones collide with a probability of about `elements / 2^61`.
    pub hash: u64,
    /// Number of elements; a pair of value and index is two.
    pub elements: u128,
    /// Whether `MPI_PACKED` or `MPI_BYTE` is among them, which are not to be compared element by element.
    pub wild: bool,
    /// The kind of all of them; not compared where there are several.
    pub kind: Elements,
    /// `BASE` to the power of `elements`.
    power: u64,
}

impl Signature {
    pub(super) const EMPTY: Signature =
        Signature { hash: 0, elements: 0, wild: false, kind: Elements::Any, power: 1 };

    pub(super) fn of(basic: Basic) -> Signature {
        let parts = basic.pair();
        parts.map_or_else(
            || Signature::element(basic),
            |parts| parts.iter().fold(Signature::EMPTY, |sum, part| sum.then(Signature::element(part.basic))),
        )
    }

    pub(super) fn element(basic: Basic) -> Signature {
        let wild = matches!(basic, Basic::Byte | Basic::Packed);
        Signature { hash: code(basic), elements: 1, wild, kind: elements(basic), power: BASE }
    }

    /// This sequence followed by another.
    pub(super) fn then(self, next: Signature) -> Signature {
        Signature {
            hash: (times(self.hash, next.power) + next.hash) % PRIME,
            elements: self.elements.saturating_add(next.elements),
            wild: self.wild || next.wild,
            kind: match (self.elements, next.elements) {
                (0, _) => next.kind,
                (_, 0) => self.kind,
                _ if self.kind == next.kind => self.kind,
                _ => Elements::Any,
            },
            power: times(self.power, next.power),
        }
    }

    /// This sequence `count` times.
    pub(super) fn repeated(self, mut count: u64) -> Signature {
        let (mut result, mut block) = (Signature::EMPTY, self);
        while count > 0 {
            if count & 1 == 1 {
                result = result.then(block);
            }
            block = block.then(block);
            count >>= 1;
        }
        result
    }
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// Types of the same representation count as equal, so that `MPI_INT` matches `MPI_INTEGER` and `MPI_INT32_T`: what the
/// standard demands beyond that no library enforces.
fn code(basic: Basic) -> u64 {
    let representative = match basic {
        Basic::Char | Basic::Integer1 => Basic::I8,
        Basic::Integer2 => Basic::I16,
        Basic::Integer4 => Basic::I32,
        Basic::Integer8 | Basic::Aint | Basic::Offset | Basic::Count => Basic::I64,
        other => other,
    };
    // Spread over the field, so that short sequences do not collide.
    times(representative as u64 + 1, 0x1234_5678_9abc_def1)
}

/// The kind of elements of a type that is compared message by message.
pub(crate) const fn elements(basic: Basic) -> Elements {
    match basic {
        Basic::I16 | Basic::U16 | Basic::Integer2 | Basic::Logical2 => Elements::Integer2,
        Basic::I32 | Basic::U32 | Basic::Integer4 | Basic::Logical4 | Basic::TwoInt | Basic::TwoInteger => {
            Elements::Integer4
        }
        Basic::I64 | Basic::U64 | Basic::Integer8 | Basic::Logical8 | Basic::Aint | Basic::Offset | Basic::Count => {
            Elements::Integer8
        }
        Basic::Integer16 | Basic::Logical16 => Elements::Integer16,
        Basic::F16 | Basic::ComplexF16 => Elements::Float2,
        Basic::F32 | Basic::ComplexF32 | Basic::TwoReal => Elements::Float4,
        Basic::F64 | Basic::ComplexF64 | Basic::TwoDoublePrecision => Elements::Float8,
        Basic::F80 | Basic::F128 | Basic::ComplexF80 | Basic::ComplexF128 => Elements::Float16,
        // A byte or character is how programs send what has no type of its own; pairs of two kinds.
        Basic::Byte
        | Basic::Packed
        | Basic::Char
        | Basic::Wchar
        | Basic::I8
        | Basic::U8
        | Basic::Integer1
        | Basic::Bool
        | Basic::Logical1
        | Basic::FloatInt
        | Basic::DoubleInt
        | Basic::LongInt
        | Basic::ShortInt
        | Basic::LongDoubleInt => Elements::Any,
    }
}
