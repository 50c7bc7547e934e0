//! The table `noise`: each piece of a rank's work that noise (detours) has interrupted, and for how long.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::Record;
use units::{ActorId, Time};

table! {
    /// Every piece of work that noise (`[host.noise]`) has hit.
    pub struct NoiseRow in "noise", OnRequest {
        /// Rank.
        rank: ActorId,
        /// End of the work, in picoseconds.
        end: Time,
        /// Time that detours took during it, in picoseconds.
        noise: Time,
    }
}

impl Recorded for NoiseRow {
    type Context = ();

    #[inline]
    fn from_record(record: &Record, (): &mut ()) -> Option<Self> {
        let Record::Noise { actor, end, noise } = *record else { return None };
        Some(Self { rank: actor, end, noise })
    }
}
