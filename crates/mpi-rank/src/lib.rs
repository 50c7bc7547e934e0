//! The rank half of the MPI layer: everything that one rank decides locally, without the simulated clock.
//!
//! It manages handles, requests, argument checks, error handlers, attached buffers, and packing plans of collective calls.
//! It makes no requests to the engine and accesses no user memory itself. The entry points of crate `runtime` do that: they
//! take the program's arguments, translate them with this crate, send the resulting requests (*posts*) to the engine, and
//! copy the bytes that the plans list.
//!
//! - [`Rank`] is the state of one rank. A rank without objects of its own takes a few hundred bytes: each table is allocated
//!   with its first entry.
//! - [`handles`] is the only place that knows the numbers of predefined handles: those of the standard ABI (MPI 5.0 §20.3).
//!   Handles made at run time are numbers from 0x400 to 2^31 − 1, whatever the program's ABI.
//! - An erroneous call is a [`Fault`]: an error class, and the values that its message names.
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]

mod announced;
pub mod attached;
pub mod attributes;
pub mod checks;
pub mod collective;
pub mod comms;
pub mod datatype;
pub mod dims;
mod dynamic;
pub mod errors;
#[cfg(test)]
mod example;
mod fault;
pub mod files;
pub mod groups;
pub mod handles;
pub mod info;
mod object_table;
mod operations;
pub mod partitioned;
mod plan;
mod rank;
pub mod requests;
pub mod sessions;
mod table;
mod table_slot;
pub mod tools;
pub mod topologies;
mod types;
pub mod windows;

pub use fault::Fault;
pub use handles::Handle;
pub use object_table::ObjectTable;
pub use operations::{OpEntry, Operator};
pub use plan::{Data, Piece, Side};
pub use rank::{Objects, Origin, Phase, Rank};
pub use table::Table;
pub use types::{TypeEntry, TypeExtra};
