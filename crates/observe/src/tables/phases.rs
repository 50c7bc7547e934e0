//! The table `phases`: each interval that a rank spends in a phase that the program marks.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::Record;
use std::sync::Arc;
use units::{ActorId, Time};

table! {
    /// Every stay of a rank in a phase, from its mark to the next one or the rank's end, in order of ends.
    pub struct PhaseRow in "phases", OnRequest {
        /// Rank.
        rank: ActorId,
        /// Phase: the level of an `MPI_Pcontrol`, or the name of a `wt_phase`; `0` before the first mark.
        phase: Arc<str>,
        /// When it began, in picoseconds.
        start: Time,
        /// When it ended, in picoseconds.
        end: Time,
    }
}

impl Recorded for PhaseRow {
    /// Names of phases by number.
    type Context = PhaseNames;

    fn from_record(record: &Record, names: &mut PhaseNames) -> Option<Self> {
        let Record::Phase { actor, phase, start, end } = *record else { return None };
        Some(Self { rank: actor, phase: names.of(phase), start, end })
    }
}

/// Names of phases by number, in the order of first marks.
#[derive(Debug)]
pub(crate) struct PhaseNames(Vec<Arc<str>>);

impl Default for PhaseNames {
    fn default() -> Self {
        Self(vec!["0".into()])
    }
}

impl PhaseNames {
    /// The name of the next phase.
    pub(crate) fn add(&mut self, phase: u32, name: &str) {
        debug_assert_eq!(phase as usize, self.0.len(), "phases come in order");
        self.0.push(name.into());
    }

    pub(crate) fn of(&self, phase: u32) -> Arc<str> {
        Arc::clone(&self.0[phase as usize])
    }
}
