//! The machine for which `windtunnel tune collectives` tunes: the machine that the command's options describe, or the machine
//! of a previous run.

use super::of_run::RunCalls;
use super::options::{CollectivesOptions, Numbers, usual_sizes};
use crate::error::CliError;
use engine::{JobText, Operation, ScenarioText, Time};
use results::{CallRow, Run};
use std::collections::BTreeSet;

/// Bytes of what reductions sum, `MPI_DOUBLE`.
const NUMBER: u64 = 8;

/// Machine, placement and library, without ranks.
pub(super) struct Machine {
    pub(super) text: ScenarioText,
    pub(super) ranks: Numbers,
    /// The run that is tuned for, and the MPI functions that it calls.
    pub(super) run: Option<(Run, BTreeSet<String>)>,
    /// Its calls, if it tells them.
    pub(super) calls: Option<RunCalls>,
    /// Names of operations whose algorithm the run was told (`--collective`).
    pub(super) told: BTreeSet<String>,
    /// By how much ranks arrive late at most, as the motif's parameter `skew`.
    pub(super) arrival: String,
    /// How often each call is made, if that is said.
    pub(super) repetitions: Option<u32>,
    /// Those of all operations and numbers of ranks; none: those of the calls.
    sizes: Option<Numbers>,
}

impl Machine {
    /// What options do not say is as in the run of `--from`.
    pub(super) fn of(options: &CollectivesOptions) -> Result<Self, CliError> {
        let run = options.from.as_deref().map(Run::open).transpose()?;
        let base = match &run {
            Some(run) => ScenarioText::load(&run.path().join("scenario.toml"))?,
            None => ScenarioText::default(),
        };
        let job = base.job.into_iter().next().unwrap_or_default();
        let job = JobText {
            mapping: options.mapping.clone().or(job.mapping),
            ppn: options.ppn.or(job.ppn),
            allocation: job.allocation,
            oversubscribe: job.oversubscribe,
            ..JobText::default()
        };
        let mut set = base.set;
        set.extend(options.set.iter().cloned());
        let text = ScenarioText {
            platform: options.platform.clone().or(base.platform),
            network: options.network.clone().or(base.network),
            mpi_library: options.mpi_library.clone().or(base.mpi_library),
            set,
            // Placements and noise may be random.
            seed: base.seed,
            job: vec![job],
            ..ScenarioText::default()
        };
        let calls = run.as_ref().map(RunCalls::of).transpose()?.flatten();
        let ranks = match (&options.ranks, &run) {
            (Some(ranks), _) => ranks.clone(),
            (None, Some(_)) if calls.as_ref().is_some_and(|calls| !calls.ranks().is_empty()) => {
                calls.iter().flat_map(RunCalls::ranks).collect()
            }
            (None, Some(run)) => [u64::from(run.manifest().ranks)].into(),
            (None, None) => unreachable!("the options demand one of both"),
        };
        let run = run.map(|run| called(&run).map(|names| (run, names))).transpose()?;
        let skew = calls.as_ref().map(|calls| format!("{} ns", calls.skew.ps() / 1000));
        let arrival = options.arrival.clone().or(skew).unwrap_or_else(|| "0 s".to_owned());
        let sizes = match (&options.sizes, &calls) {
            (None, Some(_)) => None,
            (given, _) => Some(given.clone().unwrap_or_else(usual_sizes)),
        };
        let told = base.collective.into_keys().collect();
        Ok(Self { text, ranks, run, calls, told, arrival, repetitions: options.repetitions, sizes })
    }

    /// The sizes to simulate an operation with on this many ranks. A barrier has none, and reductions are of whole doubles.
    pub(super) fn sizes(&self, operation: Operation, ranks: u32) -> Vec<u64> {
        let calls = || self.calls.iter().flat_map(|calls| calls.sizes(operation, ranks).iter().copied());
        let sizes: Vec<u64> = self.sizes.as_ref().map_or_else(|| calls().collect(), |sizes| sizes.to_vec());
        if operation == Operation::Barrier {
            return sizes.first().map(|_| 0).into_iter().collect();
        }
        // Sizes that options name are taken as they are.
        if !operation.reduces() || self.sizes.is_some() {
            return sizes;
        }
        let whole: BTreeSet<u64> = sizes.iter().map(|size| size.next_multiple_of(NUMBER)).collect();
        whole.into_iter().collect()
    }

    /// A reduction, and a size that is wanted of it and holds no whole numbers.
    pub(super) fn not_whole(&self, operations: &[Operation]) -> Option<(Operation, u64)> {
        let operation = operations.iter().copied().find(|one| one.reduces())?;
        let size = self.sizes.iter().flat_map(|sizes| sizes.iter()).find(|size| !size.is_multiple_of(NUMBER))?;
        Some((operation, *size))
    }

    /// All sizes that are simulated, or asked for.
    pub(super) fn all_sizes(&self) -> Vec<u64> {
        let calls = || self.calls.as_ref().map(RunCalls::all_sizes).unwrap_or_default();
        self.sizes.as_ref().map_or_else(calls, |sizes| sizes.to_vec())
    }

    /// How ranks arrive, in words.
    pub(super) fn arrivals(&self) -> String {
        match self.arrival.parse::<Time>() {
            Ok(Time::ZERO) => "ranks that arrive together".to_owned(),
            _ => format!("ranks that arrive late by less than {}, at random", self.arrival),
        }
    }

    pub(super) fn network(&self) -> &str {
        self.text.network.as_deref().unwrap_or("flow")
    }

    pub(super) fn job(&self) -> &JobText {
        &self.text.job[0]
    }
}

/// The functions that ranks of a run call: `mpi_bcast`.
fn called(run: &Run) -> Result<BTreeSet<String>, CliError> {
    let mut names = BTreeSet::new();
    run.for_each::<CallRow>(|row| {
        names.insert(row.function.to_string().to_lowercase());
    })?;
    Ok(names)
}
