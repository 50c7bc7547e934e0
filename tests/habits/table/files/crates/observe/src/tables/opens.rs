//! Opened files.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::{IoOperation, Record};
use units::{ActorId, Time};

table! {
    /// Every file that was opened, in order of completion.
    pub struct OpenRow in "opens", OnRequest {
        /// Rank.
        rank: ActorId,
        /// When it began, in picoseconds.
        start: Time,
        /// When it ended, in picoseconds.
        end: Time,
    }
}

impl Recorded for OpenRow {
    type Context = ();

    fn from_record(record: &Record, (): &mut ()) -> Option<Self> {
        let Record::Io { actor, operation: IoOperation::Open, start, end, .. } = *record else { return None };
        Some(Self { rank: actor, start, end })
    }
}
