//! Counts the elements of a receive buffer that a shorter message has filled: for `MPI_Get_count` and `MPI_Get_elements`
//! (MPI 4.1 §5.1.11), and to compare the datatypes of sender and receiver.

use super::definition::{Sequence, Type};
use super::signature::Signature;

/// The elements at the front of a packed stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The whole elements.
    pub signature: Signature,
    /// Bytes of the element that is cut off; 0 if the stream ends between elements.
    pub partial: u64,
}

impl Type {
    /// The elements in the first `bytes` bytes of a packed stream of this type: what a receive of `bytes` bytes got
    /// (`MPI_Get_elements`), and its signature, to be compared with the sender's.
    pub fn prefix(&self, bytes: u64) -> Prefix {
        prefix(self, bytes)
    }
}

/// The elements in the first `bytes` bytes of endless copies of `ty`.
fn prefix(ty: &Type, bytes: u64) -> Prefix {
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
