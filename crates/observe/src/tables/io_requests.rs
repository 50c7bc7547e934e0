//! The table `io_requests`: requests to file servers. A row is the engine's record of one request.

use super::recorded::Recorded;
use crate::schema::row::table;
pub use ops::RequestRecord as IoRequestRow;
use ops::{IoOperation, Record};
use units::{ActorId, Time};

ops::with_request_fields! {
    table
    /// Every request to a file server, in the order of the answers.
    IoRequestRow in "io_requests", OnRequest
}

impl Recorded for IoRequestRow {
    type Context = ();

    fn from_record(record: &Record, (): &mut ()) -> Option<Self> {
        if let Record::Request(request) = record { Some(*request) } else { None }
    }
}
