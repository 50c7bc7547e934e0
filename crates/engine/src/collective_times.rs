//! The times of single collective calls, each simulated in this process (motif `collective`), for `windtunnel tune collectives`.

use crate::assembly::{Assembly, AssemblyError};
use crate::scenario::{JobText, Scenario, ScenarioError, ScenarioText};
use mpi::Engine;
use mpi::tuning::{Decisions, ForRanks, FromSize, Pick};
use observe::{CollectiveTimeRow, ObserveError};
use ops::Operation;
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
    #[error("{operation} of {bytes} B on {ranks} ranks: the simulation did not come to its end: {reason}")]
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
    /// What is simulated.
    pub assembly: Assembly,
    ranks: u32,
    skew: String,
    /// Of a run without any call.
    empty: Time,
}

impl CollectiveTimes {
    /// `machine` says platform, network, MPI library and placement; ranks arrive late by less than `skew`, as the motif's
    /// parameter.
    ///
    /// # Errors
    /// What is wrong with the machine.
    pub fn new(machine: ScenarioText, ranks: u32, skew: &str) -> Result<Self, CollectiveError> {
        let mut text = machine;
        let mut job = text.job.pop().unwrap_or_default();
        job =
            JobText { ranks: Some(ranks), motif: Some("collective".to_owned()), parameters: BTreeMap::new(), ..job };
        // The motif says how late ranks are by computation: counted as it is.
        text = ScenarioText { compute: Some("measured".to_owned()), job: vec![job], ..text };
        let scenario = text.resolve()?;
        let assembly = Assembly::of(&scenario, ranks)?;
        let mut times = Self { scenario, assembly, ranks, skew: skew.to_owned(), empty: Time::ZERO };
        times.empty = times.run(Operation::Barrier, 0, None, 0)?;
        Ok(times)
    }

    /// Ranks.
    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// From the first rank's arrival to the last one's departure: of the library's own algorithm, or of another one.
    ///
    /// # Errors
    /// If the call can't be simulated.
    pub fn time(&self, operation: Operation, bytes: u64, pick: Option<&Pick>) -> Result<Time, CollectiveError> {
        Ok(self.run(operation, bytes, pick, 1)?.saturating_sub(self.empty))
    }

    fn run(
        &self,
        operation: Operation,
        bytes: u64,
        pick: Option<&Pick>,
        iterations: u32,
    ) -> Result<Time, CollectiveError> {
        let settings = [
            format!("operation={}", operation.name()),
            format!("bytes={bytes} B"),
            format!("iterations={iterations}"),
            format!("skew={}", self.skew),
        ];
        let mut driver = motifs::build("collective", self.ranks, &settings)?;
        let mut options = self.assembly.options(&self.scenario)?;
        if let Some(pick) = pick {
            let sizes = vec![FromSize { from: 0, pick: Some(pick.clone()) }];
            let decisions = Decisions { operation, ranks: vec![ForRanks { from: 0, sizes }] };
            options.library.tune(&[decisions]);
        }
        let mut engine = Engine::new(options, driver.as_mut(), None);
        let outcome = engine.run(&mut |_| false);
        match outcome.ending {
            mpi::Outcome::Finished(0) => Ok(outcome.time),
            ending => Err(CollectiveError::Unfinished {
                operation: operation.name(),
                bytes,
                ranks: self.ranks,
                reason: format!("{ending:?}"),
            }),
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

/// The algorithms of an operation on intracommunicators.
pub fn algorithms_of(operation: Operation) -> impl Iterator<Item = &'static str> {
    mpi::collectives::of(operation).iter().map(|algorithm| algorithm.name)
}

/// Writes the table `times` into a folder.
///
/// # Errors
/// A file can't be written.
pub fn write_collective_times(
    folder: &Path,
    rows: impl Iterator<Item = CollectiveTimeRow>,
) -> Result<(), ObserveError> {
    observe::write_table(folder, rows)
}
