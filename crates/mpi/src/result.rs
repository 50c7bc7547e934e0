//! The result of a run: how it ended, and its counters.

use crate::blocks::{Measurement, SampleTotals};
use crate::costs::CostTotals;
use crate::diagnosis::{Diagnosis, SpawnedWorld};
use crate::phases::PhaseTime;
use units::Time;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every rank has finished; the largest exit status.
    Finished(i32),
    /// A rank has called `MPI_Abort`.
    Aborted {
        /// Which.
        rank: u32,
        /// With which code.
        code: i32,
    },
    /// The program can't go on, or has misused MPI.
    Failed(Diagnosis),
    /// The progress hook has stopped it.
    Stopped,
}

/// Counts of a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Messages delivered.
    pub messages: u64,
    /// Their payload bytes.
    pub bytes: u64,
    /// Collective operations, counted once per rank.
    pub collectives: u64,
    /// Steps of the kernel.
    pub events: u64,
    /// Bytes read from files through MPI-IO.
    pub files_read: u64,
    /// Bytes written to files through MPI-IO.
    pub files_written: u64,
    /// What the library's times and rates have come to.
    pub costs: CostTotals,
}

impl Totals {
    #[inline]
    pub(crate) fn count_message(&mut self, bytes: u64) {
        self.messages += 1;
        self.bytes += bytes;
    }

    pub(crate) fn count_collective(&mut self) {
        self.collectives += 1;
    }

    pub(crate) fn count_file_bytes(&mut self, read: u64, written: u64) {
        self.files_read += read;
        self.files_written += written;
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunProgress {
    /// Simulated time.
    pub time: Time,
    /// Ranks that have finished.
    pub finished: u32,
    /// All ranks.
    pub ranks: u32,
    /// Steps of the kernel.
    pub steps: u64,
    /// Messages delivered.
    pub messages: u64,
    /// Work that the driver has issued so far and in all, if it knows.
    pub work: Option<(u64, u64)>,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// How it ended.
    pub ending: Outcome,
    /// The instant at which the last rank finished, or the run ended.
    pub time: Time,
    /// Counts.
    pub totals: Totals,
    /// Whether any rank has called `MPI_Init` or `MPI_Session_init`.
    pub opened: bool,
    /// What the user should know although the run went on.
    pub warnings: Vec<String>,
    /// How well blocks were measured, if they were.
    pub measurement: Option<Measurement>,
    /// Bodies of which only some were run, by name in the order of their first ones.
    pub samples: Vec<SampleTotals>,
    /// Worlds that were started while the run was on.
    pub worlds: Vec<SpawnedWorld>,
    /// The phases that users' marks began, by the numbers in [`kernel::Transfer::phase`].
    pub phases: Vec<PhaseTime>,
    /// The time of requests to file servers that each parameter of the storage model has set, of the rank with most; nothing
    /// if none was made.
    pub storage: Option<Vec<(&'static str, Time)>>,
}

/// What the user is to be told.
#[derive(Default)]
pub(crate) struct Warnings {
    pub(crate) list: Vec<String>,
    /// Those that are to be told at once, until they are.
    pub(crate) urgent: Vec<String>,
}

/// More warnings than so many say nothing new.
const WARNINGS_MAX: usize = 100;

impl Warnings {
    /// Adds one, unless there are too many already.
    pub(crate) fn add(&mut self, text: String) {
        if self.list.len() < WARNINGS_MAX {
            self.list.push(text);
        } else if self.list.len() == WARNINGS_MAX {
            self.list.push("more warnings of this run are not shown".to_owned());
        }
    }

    /// Adds one that is told at once, too.
    pub(crate) fn add_urgent(&mut self, text: String) {
        if self.urgent.len() < WARNINGS_MAX {
            self.urgent.push(text.clone());
        }
        self.add(text);
    }
}
