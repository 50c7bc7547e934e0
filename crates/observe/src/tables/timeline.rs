//! The table `timeline`: computation and MPI calls of ranks over time.

use super::recorded::Recorded;
use crate::schema::State;
use crate::schema::row::table;
use ops::{CallSite, Record};
use units::{ActorId, Time};

table! {
    /// States of every rank: computation and MPI calls; the rows of a rank are in time order.
    pub struct TimelineRow in "timeline", OnRequest {
        /// Rank.
        rank: ActorId,
        /// `compute`, or the MPI function.
        state: State,
        /// Call site (table `sites`); for computation, that of the call that ends it.
        site: CallSite,
        /// Start, in picoseconds.
        start: Time,
        /// End, in picoseconds.
        end: Time,
        /// Part spent waiting for other ranks, in picoseconds.
        waiting: Time,
    }
}

impl Recorded for TimelineRow {
    type Context = ();

    #[inline]
    fn from_record(record: &Record, _: &mut ()) -> Option<Self> {
        match *record {
            Record::Block { start, end, .. } if start == end => None,
            Record::Block { actor, site, start, end, .. } => {
                Some(Self { rank: actor, state: State::Compute, site, start, end, waiting: Time::ZERO })
            }
            Record::Call { actor, function, site, start, end, waiting } => {
                Some(Self { rank: actor, state: State::Call(function), site, start, end, waiting })
            }
            Record::Noise { .. }
            | Record::Message { .. }
            | Record::Wait(_)
            | Record::SpawnedWorld { .. }
            | Record::Io { .. }
            | Record::Request(_)
            | Record::Device(_)
            | Record::Phase { .. }
            | Record::Collective(_) => None,
        }
    }
}
