//! The times of collective calls, simulated in this process (motif `collective`), for `windtunnel tune collectives`.
//!
//! The time of a call is the time from the last rank's arrival to the last rank's departure. This is what the call adds to a
//! program that has to wait for its last rank in any case. The time that early ranks wait for the last one is not counted: no
//! algorithm changes it, and next to a long wait all algorithms would look alike. Work that an algorithm does before the last
//! rank arrives shortens the counted time.
//!
//! A call may be repeated, with a barrier before each repetition. The first call opens connections, which the later calls of a
//! program find open; and the ranks' arrival times differ between repetitions. The arrival time depends on rank and repetition
//! alone, so algorithms can be compared repetition by repetition.

use crate::assembly::{Assembly, AssemblyError};
use crate::scenario::{JobText, Scenario, ScenarioError, ScenarioText};
use files::{FileError, Folder};
use mpi::Engine;
use mpi::library::Library;
use mpi::tuning::{Decisions, ForRanks, FromSize, Pick};
use observe::{CollectiveTimeRow, ObserveError};
use ops::{CollectivePart, CommId, Interest, Observer, Operation, Record};
use std::collections::BTreeMap;
use std::path::Path;
use thiserror::Error;
use units::Time;
use workload::motifs::{self, MotifError};

/// Why a call's time can't be had.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CollectiveError {
    /// The machine is described wrongly.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The machine can't be had.
    #[error(transparent)]
    Assembly(#[from] AssemblyError),
    /// The motif refuses the call.
    #[error(transparent)]
    Motif(#[from] MotifError),
    /// The simulation did not come to its end.
    #[error("{operation} of {bytes} B on {ranks} ranks: the simulation did not finish: {reason}")]
    Unfinished {
        /// What was called.
        operation: &'static str,
        /// Bytes of the message or block.
        bytes: u64,
        /// Ranks.
        ranks: u32,
        /// How it ended.
        reason: String,
    },
}

/// A machine with ranks on it, on which calls are timed.
pub struct CollectiveTimes {
    scenario: Scenario,
    /// The simulated operation.
    pub assembly: Assembly,
    ranks: u32,
    skew: String,
    repetitions: u32,
}

/// When the last rank comes to each collective call of a run, and when the last one leaves it; by the call's number.
#[derive(Default)]
struct Spans(BTreeMap<u32, (Time, Time)>);

impl Observer for Spans {
    fn interest(&self) -> Interest {
        Interest { collectives: true, ..Interest::default() }
    }

    fn record(&mut self, record: &Record) {
        let Record::Collective(part) = record else { return };
        if part.comm == CommId::WORLD && part.part == CollectivePart::Whole {
            let span = self.0.entry(part.number).or_insert((part.start, part.end));
            *span = (span.0.max(part.start), span.1.max(part.end));
        }
    }
}

impl Spans {
    /// How long calls last; of those that follow a barrier each, every second one is a call.
    fn calls(&self, barrier: bool) -> impl Iterator<Item = Time> {
        let of_calls = self.0.values().skip(usize::from(barrier)).step_by(1 + usize::from(barrier));
        of_calls.map(|(arrival, departure)| departure.saturating_sub(*arrival))
    }
}

/// How often a call is made unless that is said: once; on connections, whose windows grow, twice; four times where each time other
/// ranks are late.
fn usual_repetitions(network: &dyn kernel::Network, skew: &str) -> u32 {
    // A network that loses packets has connections, which send them again.
    let connections = network.losses().is_some();
    match skew.parse::<Time>() {
        Ok(skew) if skew > Time::ZERO => 4,
        _ => 1 + u32::from(connections),
    }
}

/// What counts of the calls in a row: all after the first, or that one if it is alone.
fn counted(calls: impl Iterator<Item = Time>) -> Vec<Time> {
    let mut times: Vec<Time> = calls.collect();
    if times.len() > 1 {
        times.remove(0);
    }
    times
}

impl CollectiveTimes {
    /// `machine` says platform, network, MPI library and placement; ranks arrive late by less than `skew`, as the motif's
    /// parameter. Each call is made `repetitions` times, if that is said.
    ///
    /// # Errors
    /// The error in the machine.
    pub fn new(
        machine: ScenarioText,
        ranks: u32,
        skew: &str,
        repetitions: Option<u32>,
    ) -> Result<Self, CollectiveError> {
        let mut text = machine;
        let mut job = text.job.pop().unwrap_or_default();
        job =
            JobText { ranks: Some(ranks), motif: Some("collective".to_owned()), parameters: BTreeMap::new(), ..job };
        // The motif says how late ranks are by computation: counted as it is.
        text = ScenarioText { compute: Some("measured".to_owned()), job: vec![job], ..text };
        let scenario = text.resolve()?;
        let assembly = Assembly::of(&scenario, ranks)?;
        let network = assembly.options(&scenario)?.resources.network;
        let repetitions = repetitions.unwrap_or_else(|| usual_repetitions(network.as_ref(), skew));
        Ok(Self { scenario, assembly, ranks, skew: skew.to_owned(), repetitions })
    }

    /// Ranks.
    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// How often each call is made.
    pub fn repetitions(&self) -> u32 {
        self.repetitions
    }

    /// From the last rank's arrival to the last one's departure, with the library's own algorithm or another one: of each
    /// repetition after the first; with one repetition of the first call.
    ///
    /// # Errors
    /// If the call can't be simulated.
    pub fn time(&self, operation: Operation, bytes: u64, pick: Option<&Pick>) -> Result<Vec<Time>, CollectiveError> {
        let decisions = pick.map(|pick| {
            let sizes = vec![FromSize { from: 0, pick: Some(pick.clone()) }];
            Decisions { operation, ranks: vec![ForRanks { from: 0, sizes }] }
        });
        self.simulated(operation, bytes, &|library| library.tune(decisions.as_slice()))
    }

    /// The same with tuning files: the decisions of the one on the division between hosts, and of the other one.
    ///
    /// # Errors
    /// If the call can't be simulated.
    pub fn time_with(
        &self,
        operation: Operation,
        bytes: u64,
        (hosts, rest): (&[Decisions], &[Decisions]),
    ) -> Result<Vec<Time>, CollectiveError> {
        self.simulated(operation, bytes, &|library| library.tell(hosts, rest))
    }

    fn simulated(
        &self,
        operation: Operation,
        bytes: u64,
        tell: &dyn Fn(&mut Library),
    ) -> Result<Vec<Time>, CollectiveError> {
        let barrier = self.repetitions > 1;
        let settings = [
            format!("operation={}", operation.name()),
            format!("bytes={bytes} B"),
            format!("iterations={}", self.repetitions),
            format!("skew={}", self.skew),
            format!("barrier={}", if barrier { "yes" } else { "no" }),
        ];
        let mut driver = motifs::build("collective", self.ranks, &settings)?;
        let mut options = self.assembly.options(&self.scenario)?;
        tell(&mut options.library);
        let mut spans = Spans::default();
        let outcome = Engine::new(options, driver.as_mut(), Some(&mut spans)).run(&mut |_| false);
        match outcome.ending {
            mpi::Outcome::Finished(0) => Ok(counted(spans.calls(barrier))),
            ending => {
                let reason = match ending {
                    mpi::Outcome::Failed(diagnosis) => diagnosis.finding,
                    other => format!("{other:?}"),
                };
                let (operation, ranks) = (operation.name(), self.ranks);
                Err(CollectiveError::Unfinished { operation, bytes, ranks, reason })
            }
        }
    }
}

/// The operations that are timed.
pub fn timed_operations() -> impl Iterator<Item = Operation> {
    let names =
        motifs::MOTIFS.iter().find(|motif| motif.name == "collective").map_or(&[][..], |motif| motif.parameters);
    let kind = names.iter().find(|parameter| parameter.name == "operation").map(|parameter| parameter.kind);
    let names = match kind {
        Some(config::ParameterKind::Choice(names)) => names,
        _ => &[],
    };
    Operation::ALL.iter().copied().filter(|operation| names.contains(&operation.name()))
}

/// The algorithms of an operation on intracommunicators by which messages move something: not formulas of time.
pub fn algorithms_of(operation: Operation) -> impl Iterator<Item = &'static str> {
    let names = mpi::collectives::of(operation).iter().map(|algorithm| algorithm.name);
    names.filter(|name| *name != "trivial" && !mpi::collectives::TIMED.contains(name))
}

/// Writes the table `times` into a folder.
///
/// # Errors
/// A file can't be written.
pub fn write_collective_times(
    folder: &Path,
    rows: impl Iterator<Item = CollectiveTimeRow>,
) -> Result<(), ObserveError> {
    let folder = Folder::open(folder).map_err(|error| FileError::write(folder, error))?;
    observe::write_table(&folder, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(picoseconds: &[u64]) -> Vec<u64> {
        counted(picoseconds.iter().map(|time| Time::from_ps(*time))).into_iter().map(Time::ps).collect()
    }

    #[test]
    fn the_first_call_counts_only_alone() {
        assert_eq!([of(&[9]), of(&[9, 5]), of(&[])], [vec![9], vec![5], vec![]]);
        assert_eq!(of(&[9, 8, 3, 5]), [8, 3, 5], "in their order, as those of another algorithm");
    }
}
