//! The table `io`: operations on files.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::{IoOperation, Record};
use std::sync::Arc;
use units::{ActorId, Time};

table! {
    /// Every operation on a file, in order of completion.
    pub struct IoRow in "io", OnRequest {
        /// Number of the operation, in the order of posts: `call` of `io_requests`.
        call: u64,
        /// Rank.
        rank: ActorId,
        /// Absolute path.
        file: Arc<str>,
        /// Operation.
        operation: IoOperation,
        /// Lowest byte of the file that it accesses; 0 where it accesses none.
        offset: u64,
        /// Bytes moved.
        bytes: u64,
        /// When it was posted, in picoseconds.
        start: Time,
        /// When it completed, in picoseconds.
        end: Time,
    }
}

impl Recorded for IoRow {
    /// Paths of files by number.
    type Context = Vec<Arc<str>>;

    fn from_record(record: &Record, paths: &mut Self::Context) -> Option<Self> {
        let Record::Io { call, actor, file, operation, offset, bytes, start, end } = *record else { return None };
        let file = Arc::clone(&paths[file as usize]);
        Some(Self { call, rank: actor, file, operation, offset, bytes, start, end })
    }
}
