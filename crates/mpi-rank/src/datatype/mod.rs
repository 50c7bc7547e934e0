//! MPI datatypes on the rank's side (MPI 4.1 chapter 5).
//!
//! A [`Datatype`] is an immutable, reference-counted [`Type`], so a type in use outlives its handle. The caller keeps the table
//! of handles, and their state (committed, named, freed). No function here touches user memory: a type says *where* bytes lie,
//! and the caller copies the bytes.
//!
//! - **Packing.** The bytes of `count` elements form a *packed stream*, in the order of the type map. [`Type::for_each_block`]
//!   visits the stream as maximal blocks `(displacement, length)`. [`Type::for_each_block_in`] visits any byte range of the
//!   stream. So packing into a limited buffer can resume at any byte, and a truncated message is unpacked up to its last byte,
//!   even within an element.
//! - **Bounds** are exact in 128 bits; values that do not fit the caller's integer are returned as `MPI_UNDEFINED`.
//! - **Signatures** are hashes of the sequence of basic elements. They do not depend on how the type was constructed
//!   ([`Signature`]).
//! - **external32**: packed streams are converted to and from this representation.
//!
//! Cost: constructing a type takes time linear in the number of the constructor's arguments. A vector is stored as a loop,
//! whatever its length. Visiting a block costs a few nanoseconds.
//!
//! Also supported: `MPI_LB` and `MPI_UB`, which MPI 3.0 removed. Not supported: the unnamed pair types of
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
