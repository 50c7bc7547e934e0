//! The table `calls`: totals per rank and MPI function.

use crate::schema::row::table;
use ops::Function;
use units::{ActorId, Time};

table! {
    /// One row per rank and MPI function that it called.
    pub struct CallRow in "calls", Always {
        /// Rank.
        rank: ActorId,
        /// MPI function.
        function: Function,
        /// Number of calls.
        calls: u64,
        /// Time in these calls, in picoseconds.
        time: Time,
        /// Part of `time` spent waiting for other ranks, in picoseconds.
        waiting: Time,
    }
}
