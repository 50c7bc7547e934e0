//! MPI datatypes on the rank's side (MPI 4.1 chapter 5).
//!
//! A [`Datatype`] is an immutable, reference-counted [`Type`], so that a type in use lives on when its handle is freed;
//! handles, and whether they are committed, named or freed, belong to the caller's table. No function here touches
//! user memory: a type says *where* bytes lie, and the caller copies them.
//!
//! - **Plans.** The bytes of `count` elements form a *packed stream*, in the order of the type map.
//!   [`Type::for_each_block`] walks it as maximal blocks `(displacement, length)`; [`Type::for_each_block_in`] walks any
//!   byte range of it, so packing to a limited buffer resumes at any byte, and a truncated message unpacks up to its last
//!   byte, even within an element.
//! - **Bounds** are exact in 128 bits; values that do not fit the caller's integer are returned as `MPI_UNDEFINED`.
//! - **Signatures** are hashes that do not depend on how a sequence of elements was built ([`Signature`]).
//! - **external32** conversion works on packed streams.
//!
//! Cost: making a type is linear in its arguments. A vector is a loop however long; a block costs a few nanoseconds.
//!
//! Beyond the standard: `MPI_LB` and `MPI_UB`, which MPI 3.0 removed. Left out: unnamed pairs of
//! `MPI_Type_get_value_index`.

mod construct;
mod contents;
mod definition;
mod distributed;
mod external;
mod layout;
mod piece;
mod predefined;
mod prefix;
mod scalar;
mod signature;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

pub use contents::{Combiner, Contents, Envelope, TypeError, UNDEFINED, Width};
pub use definition::{Datatype, Type};
pub use distributed::{DISTRIBUTE_DFLT_DARG, Dimension, Distribution, Order};
pub use layout::BlockIter;
pub use predefined::{DATATYPE_NULL, PREDEFINED, Predefined, TypeClass, by_handle, by_name, match_size, value_index};
pub use prefix::Prefix;
pub use signature::Signature;
pub(crate) use signature::elements;
