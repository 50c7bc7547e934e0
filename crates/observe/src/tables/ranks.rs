//! The table `ranks`: totals per rank.

use crate::schema::row::table;
use units::{ActorId, Time};

table! {
    /// One row per rank: times and messages of the whole run.
    pub struct RankRow in "ranks", Always {
        /// Rank. Ranks of spawned jobs continue the numbering.
        rank: ActorId,
        /// Job: 0 is the initial one, each `MPI_Comm_spawn` starts the next.
        job: u32,
        /// Time in the program's own code, in picoseconds.
        compute: Time,
        /// Time in MPI calls, in picoseconds.
        mpi: Time,
        /// Part of `mpi` spent waiting for other ranks, in picoseconds.
        waiting: Time,
        /// Time that noise has taken from its work, in `compute` and in `mpi`, in picoseconds.
        noise: Time,
        /// End of its last call or block of computation, in picoseconds.
        end: Time,
        /// MPI calls.
        calls: u64,
        /// Messages sent, those inside collective operations included.
        messages_sent: u64,
        /// Payload bytes sent.
        bytes_sent: u64,
        /// Messages received, those inside collective operations included.
        messages_received: u64,
        /// Payload bytes received.
        bytes_received: u64,
        /// The most bytes that its heap has held at a time; 0 where that is not known: of ranks that are processes, traces and motifs.
        heap_peak: u64,
    }
}
