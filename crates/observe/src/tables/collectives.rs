//! The table `collectives`: collective operations, and the algorithms that ran them.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::{CollectivePart, CommId, Operation, Record};
use std::sync::Arc;
use units::{ActorId, Time};

table! {
    /// Every rank's part in each collective operation, with the algorithm that the library has chosen, in order of ends. Operations
    /// inside of others come before them.
    pub struct CollectiveRow in "collectives", OnRequest {
        /// Rank.
        rank: ActorId,
        /// Communicator.
        communicator: CommId,
        /// Number of the operation on the communicator; those inside of it have the same.
        number: u32,
        /// Which ranks take part: `whole`, those of the communicator; in an operation inside of another, `within`, the ranks of that one,
        /// `host`, those of one host, `leaders`, the lowest of each host, `peers`, those of one index on their hosts.
        part: CollectivePart,
        /// Operation.
        operation: Operation,
        /// Whether the call returns when it has ended.
        blocking: bool,
        /// Algorithm, with its parameters.
        algorithm: Arc<str>,
        /// Ranks that take part.
        ranks: u32,
        /// Root, as a rank of these; 0 for an operation without one.
        root: u32,
        /// Elements of the message, or of one block (of reduce_scatter: of all blocks; where blocks have lengths of their own: 0, or the
        /// rank's own).
        count: u64,
        /// Bytes of one element.
        element_bytes: u64,
        /// Whether the rank's contribution lies in the result's place.
        in_place: bool,
        /// Whether operands may be swapped; true without a reduction.
        commutative: bool,
        /// When the rank began, in picoseconds.
        start: Time,
        /// When its part ended, in picoseconds.
        end: Time,
    }
}

impl Recorded for CollectiveRow {
    /// Algorithms by number.
    type Context = Vec<Arc<str>>;

    fn from_record(record: &Record, algorithms: &mut Self::Context) -> Option<Self> {
        let Record::Collective(record) = record else { return None };
        Some(Self {
            rank: record.actor,
            communicator: record.comm,
            number: record.number,
            part: record.part,
            operation: record.operation,
            blocking: record.blocking,
            algorithm: Arc::clone(&algorithms[record.algorithm as usize]),
            ranks: record.ranks,
            root: record.root,
            count: record.count,
            element_bytes: record.element_bytes,
            in_place: record.in_place,
            commutative: record.commutative,
            start: record.start,
            end: record.end,
        })
    }
}
