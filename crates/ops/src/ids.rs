//! Identifiers of communicators, MPI requests and call sites in the ranks' requests to the engine and in its answers.

use serde::{Deserialize, Serialize};

/// The wildcard of a source or a tag (`MPI_ANY_SOURCE`, `MPI_ANY_TAG`).
pub const ANY: i32 = -1;

/// The null process (`MPI_PROC_NULL`).
pub const PROC_NULL: i32 = -3;

/// The highest tag of the rank half's own messages, those that a library function exchanges on a new communicator: they
/// go down from here, where no program's tag is.
pub const INTERNAL_TAG_MAX: i32 = -2;

/// A communicator. Number 0 is the world of the first job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommId(pub u32);

impl CommId {
    /// The world of the first job.
    pub const WORLD: Self = Self(0);
    /// No communicator: what a rank gets that is not a member of the new one.
    pub const NULL: Self = Self(u32::MAX);
}

/// A request, numbered by its rank: unique among the rank's requests from its post until the completion that
/// reports it, or, if it was released, until [`crate::Answer::released`] names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RequestId(pub u32);

/// A call site of the program: an index into the driver's table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallSite(pub u32);
