//! The machine that is tuned for: that of the options, or that of a run.

use super::options::{CollectivesOptions, Numbers};
use crate::error::CliError;
use engine::{JobText, ScenarioText};
use results::{CallRow, Run};
use std::collections::BTreeSet;

/// Machine, placement and library, without ranks.
pub(super) struct Machine {
    pub(super) text: ScenarioText,
    pub(super) ranks: Numbers,
    /// The run that is tuned for, and the MPI functions that it calls.
    pub(super) run: Option<(Run, BTreeSet<String>)>,
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
            job: vec![job],
            ..ScenarioText::default()
        };
        let ranks = match (&options.ranks, &run) {
            (Some(ranks), _) => ranks.clone(),
            (None, Some(run)) => [u64::from(run.manifest().ranks)].into(),
            (None, None) => unreachable!("the options demand one of both"),
        };
        let run = run.map(|run| called(&run).map(|names| (run, names))).transpose()?;
        Ok(Self { text, ranks, run })
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
