//! The table `collective_times`: times of single collective calls. It is not a table of a run: `windtunnel tune collectives`
//! writes it.

use crate::schema::row::table;
use std::sync::Arc;
use units::Time;

table! {
    /// The time of every call that was simulated.
    pub struct CollectiveTimeRow in "times", OnRequest {
        /// Operation.
        operation: Arc<str>,
        /// Ranks.
        ranks: u64,
        /// Bytes of the message, or of one block.
        bytes: u64,
        /// Name of the algorithm in the library's tuning file; empty: the library's own decision.
        name: Arc<str>,
        /// What that is here.
        algorithm: Arc<str>,
        /// Bytes of a segment; 0: not cut.
        segment: u64,
        /// From the last rank's arrival to the last one's departure, in picoseconds: the median of the calls that count.
        time: Time,
        /// The shortest of these calls, in picoseconds.
        least: Time,
        /// The longest of these calls, in picoseconds.
        most: Time,
    }
}
