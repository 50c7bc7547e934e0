//! The table `waits`: waits, and what ended them. A row is the engine's record of one wait.

use super::recorded::Recorded;
use crate::schema::row::table;
pub use ops::WaitRecord as WaitRow;
use ops::{CallSite, FileTimes, Function, Protocol, Record, WaitCause};
use units::{ActorId, LinkId, Time};

ops::with_wait_fields! {
    table
    /// Every wait inside an MPI call that took time, with what ended it; the rows of a rank are in time order.
    WaitRow in "waits", OnRequest
}

impl Recorded for WaitRow {
    type Context = ();

    #[inline]
    fn from_record(record: &Record, _: &mut ()) -> Option<Self> {
        if let Record::Wait(wait) = record { Some(*wait) } else { None }
    }
}
