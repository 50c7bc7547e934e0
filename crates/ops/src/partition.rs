//! Calls of partitioned communication, as a rank passes them to the engine (MPI 5.0 §4).

use crate::{Buffer, CommId};
use serde::{Deserialize, Serialize};

/// What a rank asks of a partitioned send or receive, which its request names from [`PartitionedCall::Init`] to
/// [`PartitionedCall::Free`]. Sends and receives of the same communicator, ranks and tag belong together in the order of
/// their initialisations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PartitionedCall {
    /// `MPI_Psend_init` or `MPI_Precv_init`.
    Init {
        /// The communicator.
        comm: CommId,
        /// The other rank in it.
        peer: u32,
        /// The tag, at least 0.
        tag: i32,
        /// Whether it is the send.
        sends: bool,
        /// The own number of partitions, at least 1.
        partitions: u32,
        /// Packed bytes of all of them.
        bytes: u64,
    },
    /// `MPI_Start`: the request is active, no partition of a send is ready.
    Start {
        /// The packed bytes of all partitions, one after the other.
        buffer: Buffer,
    },
    /// `MPI_Pready`: partitions of a send may go.
    Ready {
        /// The first.
        first: u32,
        /// The last.
        last: u32,
    },
    /// `MPI_Request_free` of an inactive request.
    Free,
}
