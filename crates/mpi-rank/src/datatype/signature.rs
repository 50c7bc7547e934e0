//! Type signatures as hashes (MPI 4.1 §5.1), and counting elements of a received message (§5.1.11).
//!
//! The signature of a type is the sequence of its element types. Its hash is a polynomial over that sequence,
//! `h = Σ code(i) · B^(n-1-i) mod 2^61-1`, so that the hash of a concatenation and of `k` copies follows from the parts:
//! O(log k) instead of O(k).

use super::{Sequence, Type};
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
    /// `BASE` to the power of `elements`.
    power: u64,
}

impl Signature {
    pub(super) const EMPTY: Signature = Signature { hash: 0, elements: 0, wild: false, power: 1 };

    pub(super) fn of(basic: Basic) -> Signature {
        let parts = basic.pair();
        parts.map_or_else(
            || Signature::element(basic),
            |parts| parts.iter().fold(Signature::EMPTY, |sum, part| sum.then(Signature::element(part.basic))),
        )
    }

    fn element(basic: Basic) -> Signature {
        let wild = matches!(basic, Basic::Byte | Basic::Packed);
        Signature { hash: code(basic), elements: 1, wild, power: BASE }
    }

    /// This sequence followed by another.
    pub(super) fn then(self, next: Signature) -> Signature {
        Signature {
            hash: (times(self.hash, next.power) + next.hash) % PRIME,
            elements: self.elements.saturating_add(next.elements),
            wild: self.wild || next.wild,
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

/// The elements at the front of a packed stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The whole elements.
    pub signature: Signature,
    /// Bytes of the element that is cut off; 0 if the stream ends between elements.
    pub partial: u64,
}

/// The elements in the first `bytes` bytes of endless copies of `ty`.
pub(super) fn prefix(ty: &Type, bytes: u64) -> Prefix {
    let (mut ty, mut rest, mut signature) = (ty, bytes, Signature::EMPTY);
    'descend: loop {
        let Some(size) = ty.bytes().filter(|size| *size > 0) else {
            return Prefix { signature, partial: 0 };
        };
        signature = signature.then(ty.signature.repeated(rest / size));
        rest %= size;
        if rest == 0 {
            return Prefix { signature, partial: 0 };
        }
        match &ty.sequence {
            Sequence::Named(named) => {
                if let Some([value, _]) = named.basic.pair()
                    && rest >= value.basic.size() as u64
                {
                    signature = signature.then(Signature::element(value.basic));
                    rest -= value.basic.size() as u64;
                }
                return Prefix { signature, partial: rest };
            }
            Sequence::Copies(child, _) => ty = child,
            Sequence::List(items) => {
                for (child, count) in items.iter() {
                    let whole = child.bytes().unwrap_or(0) * count;
                    if rest < whole {
                        ty = child;
                        continue 'descend;
                    }
                    signature = signature.then(child.signature.repeated(*count));
                    rest -= whole;
                }
                unreachable!("the parts of a type are as long as the whole");
            }
        }
    }
}
