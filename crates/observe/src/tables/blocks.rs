//! Blocks of computation: the program's own code between two MPI calls.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::{CallSite, Function, Record};
use rustc_hash::FxHashMap;
use units::{ActorId, Time};

table! {
    /// Every block of computation with its measured time, to be replayed by `--compute RUN`.
    pub struct BlockRow in "blocks", OnRequest {
        /// Rank.
        rank: ActorId,
        /// Call site (table `sites`) of the call that ends it.
        site: CallSite,
        /// How many blocks the rank had ended there before.
        occurrence: u32,
        /// MPI function that ends it.
        function: Function,
        /// Start, in picoseconds of simulated time.
        start: Time,
        /// Duration in simulated time, in picoseconds.
        duration: Time,
        /// Duration measured on this machine, in picoseconds.
        measured: Time,
    }
}

impl Recorded for BlockRow {
    /// How many blocks each rank has ended at each call site.
    type Context = FxHashMap<(ActorId, CallSite), u32>;

    #[inline]
    fn from_record(record: &Record, ended: &mut Self::Context) -> Option<Self> {
        let Record::Block { actor, function, site, start, end, measured } = *record else { return None };
        let next = ended.entry((actor, site)).or_default();
        let occurrence = *next;
        *next += 1;
        let duration = end.saturating_sub(start);
        Some(Self { rank: actor, site, occurrence, function, start, duration, measured })
    }
}
