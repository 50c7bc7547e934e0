//! The table `blocks`: the program's own computation between two MPI calls.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::{CallSite, Function, Record};
use rustc_hash::FxHashMap;
use std::sync::Arc;
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
        /// Duration measured on this machine, in picoseconds; 0 of a body that others stand for (`wt_sample`).
        measured: Time,
        /// Name that the program gives it by `wt_block` or `wt_sample`; empty if it gives none.
        name: Arc<str>,
        /// The number of its parameters, which are in the following columns.
        parameters: u32,
        /// First parameter; 0 if there is none, as in the next columns.
        p1: u64,
        /// Second parameter.
        p2: u64,
        /// Third parameter.
        p3: u64,
        /// Fourth parameter.
        p4: u64,
    }
}

table! {
    /// The columns of blocks that are replayed. To read these alone takes less time.
    pub struct ReplayedBlockRow in "blocks", OnRequest {
        /// Rank.
        rank: ActorId,
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

/// What rows of blocks need of records before.
pub(crate) struct BlockHistory {
    /// How many blocks each rank has ended at each call site.
    ended: FxHashMap<(ActorId, CallSite), u32>,
    /// Names of blocks by number.
    pub(crate) names: Vec<Arc<str>>,
}

impl Default for BlockHistory {
    fn default() -> Self {
        Self { ended: FxHashMap::default(), names: vec!["".into()] }
    }
}

impl Recorded for BlockRow {
    type Context = BlockHistory;

    #[inline]
    fn from_record(record: &Record, history: &mut Self::Context) -> Option<Self> {
        let Record::Block { actor, function, site, start, end, measured, named } = *record else { return None };
        let next = history.ended.entry((actor, site)).or_default();
        let occurrence = *next;
        *next += 1;
        let duration = end.saturating_sub(start);
        let name = Arc::clone(&history.names[named.name as usize]);
        let (parameters, [p1, p2, p3, p4]) = (named.count.into(), named.parameters);
        Some(Self { rank: actor, site, occurrence, function, start, duration, measured, name, parameters, p1, p2, p3, p4 })
    }
}
