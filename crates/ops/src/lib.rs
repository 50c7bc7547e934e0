//! The types that cross crate boundaries: the requests of ranks to the engine and its answers, the traits of drivers and
//! observers, and the records that observers get.
//!
//! The MPI layer has two halves. The **rank half** (handles, datatypes, argument checks) runs with the program; the **engine
//! half** (matching, protocols, collectives, communicators) runs with the simulated clock. Only plain, serialisable data pass
//! between them: a rank makes a request (it *posts* a [`Post`]; SimGrid: simcall) and the engine *answers* it ([`Answer`]). A
//! trace or a motif produces the same posts without a rank half or a stack.
//!
//! A rank runs until it makes a post that demands an answer ([`Post::demands_answer`]). All posts up to this one are handed
//! over in program order, and the engine gives each its simulated time. A rank that does not need the content of an answer may
//! *run ahead*: it continues to post, and gets only the answer to its last post. The engine accesses user memory only through
//! [`UserMemory`].
//!
//! # Example
//! The file `example.rs`, which is compiled and run as a test of the crate:
//! ```ignore
#![doc = include_str!("example.rs")]
//! ```
#![forbid(unsafe_code)]

mod answer;
mod collective;
mod driver;
mod dynamic;
mod elements;
mod error;
#[cfg(test)]
mod example;
mod file;
mod file_hints;
mod file_times;
mod function;
mod group;
mod ids;
mod memory;
mod partition;
mod post;
mod record;
pub mod reduction;
mod rows;
mod setting;
mod window;

pub use answer::{Answer, Completion, NewComm, Status};
pub use collective::{
    CollectiveCall, CommCall, Edge, Neighbours, Operation, ROOT_PROC_NULL, ROOT_SELF, Reducer, RemoteLeader,
    SplitKey, TopologyKind, Vectors,
};
pub use driver::{
    Beginning, MemoryUse, Outlook, PlacedRanks, Placement, PlacementError, Prospect, RankDriver, RankMode, RankState,
    SiteAllocations, ThreadPosts,
};
pub use dynamic::{ConnectRole, Port, PortCall, SpawnCall, SpawnError, SpawnProgram};
pub use elements::Elements;
pub use error::ErrorClass;
pub use file::{FileAccess, FileCall, OpenMode, PosixCall, PosixOperation, SharedPointer};
pub use file_hints::{AUTOMATIC, DISABLE, ENABLE, FILE_HINTS, FileHint, HintForm};
pub use file_times::FilePart;
pub use function::Function;
pub use group::Group;
pub use ids::{ANY, CallSite, CommId, INTERNAL_TAG_MAX, PROC_NULL, RequestId};
pub use memory::{Buffer, UserMemory};
pub use partition::PartitionedCall;
pub use post::{
    BLOCK_PARAMETERS, Enter, NamedBlock, PersistentStart, Post, RepeatedPoll, RequestSet, Sampling, SendMode,
    WaitMode, Work,
};
pub use record::{CollectivePart, CollectiveRecord, Interest, IoOperation, Observer, Protocol, Record, WaitCause};
pub use rows::{DeviceRecord, FileTimes, RequestRecord, WaitRecord};
pub use setting::{NullDatatypes, RankSetting};
pub use window::{Access, AccessKind, Flavor, Layout, NewWindow, Run, WindowCall, WindowPart};
